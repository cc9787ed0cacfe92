//! The command line of the verbs that make recordings.

use std::num::NonZeroU64;
use std::ops::Bound;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{ArgGroup, Args, ValueHint};
use kifu::timeline::{Time, TimeMap};

use super::{RecordingArgs, not_a_time, parse_duration, parse_time};

/// Where a recording goes.
#[derive(Clone, Debug, Args)]
pub(crate) struct SaveArgs {
    /// Write to FILE, which appears when it is complete: the recording alone, or, if it ends in
    /// .rgt or .rgz, a bundle with the SGF file and all that goes with it [default: the recording
    /// to standard output]
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Let FILE take the place of an existing file
    #[arg(long, short, requires = "output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

/// How large a bundle may be.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SizeArgs {
    /// How many bytes a bundle may have when it is not compressed, such as 500M or 16G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = parse_size)]
    pub(crate) max_size: u64,

    /// How many times as large as the compressed file a bundle of more than 64 MiB may be; 1100
    /// allows everything that gzip can write
    #[arg(long, value_name = "N", default_value = "200")]
    pub(crate) max_ratio: u64,
}

fn parse_size(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.as_bytes().last() {
        Some(b'K' | b'k') => (&text[..text.len() - 1], 1 << 10),
        Some(b'M' | b'm') => (&text[..text.len() - 1], 1 << 20),
        Some(b'G' | b'g') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = digits.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "expected a number of bytes such as `500M` or `16G`".to_owned())
}

/// Make a recording: of a journal on standard input, or of games
///
/// A journal is read while it grows, to its end, so that it can be that of a program that is still
/// recording; if it is cut off, or damaged, what is whole up to there is recorded.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("source").args(["cues", "clocks", "difference"]).requires("games")))]
pub(crate) struct RecRecordArgs {
    /// The game that is recorded, or, with a journal, that the recording continues; with
    /// --difference two versions of it, the old one and the new one
    #[arg(value_name = "GAME", num_args = 0..=2, value_hint = ValueHint::FilePath)]
    pub(crate) games: Vec<PathBuf>,

    /// A talk about GAME: FILE has a line for each time, with the place that is shown, such as
    /// `12:30 7` or `13:00 0.2:12 What was better`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) cues: Option<PathBuf>,

    /// The moves of GAME, each when the clocks of the players say
    #[arg(long)]
    pub(crate) clocks: bool,

    /// What leads from one version of a game to the other
    #[arg(long)]
    pub(crate) difference: bool,

    /// With --clocks: how long a move took of which the clocks do not tell
    #[arg(long, value_name = "TIME", default_value = "5", value_parser = parse_duration, requires = "clocks")]
    pub(crate) unknown: Duration,

    /// With --difference: when it happens
    #[arg(long, value_name = "TIME", default_value = "0", value_parser = parse_time, requires = "difference")]
    pub(crate) at: Time,

    /// Sound or film of it: a file, or an address, and its kind, such as talk.mp3:audio; may be
    /// given several times
    #[arg(long, value_name = "SOURCE:KIND")]
    pub(crate) media: Vec<MediaArg>,

    #[command(flatten)]
    pub(crate) save: SaveArgs,
}

/// Sound or film, with its kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MediaArg {
    pub(crate) source: String,
    pub(crate) kind: String,
}

impl FromStr for MediaArg {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<MediaArg, &'static str> {
        let (source, kind) = text.rsplit_once(':').unwrap_or((text, ""));
        let base = kind.split('/').next().unwrap_or_default();
        let is_kind = matches!(base, "audio" | "video") || matches!(kind, "youtube" | "vimeo");
        if source.is_empty() || !is_kind {
            return Err(
                "expected a file or address and its kind: `audio`, `video`, `audio/ogg`, `youtube`",
            );
        }
        let media = MediaArg {
            source: source.to_owned(),
            kind: kind.to_owned(),
        };
        if source.contains("://")
            && !source.starts_with("https://")
            && !source.starts_with("http://")
        {
            return Err("expected an address that starts with `https://` or `http://`");
        }
        Ok(media)
    }
}

/// Put an SGF file, its recordings and their media into a bundle
///
/// The same files give the same bytes, whatever their times and owners. What the SGF file names
/// must be there.
#[derive(Debug, Args)]
pub(crate) struct RecPackArgs {
    /// The files; of an SGF file alone also those beside it that it names; of a folder all in it
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,

    /// The bundle: a name that ends in .rgt, or, to compress it, .rgz
    #[arg(long, short, value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,

    /// Let FILE take the place of an existing file
    #[arg(long, short)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

/// Take the files out of a bundle, into a folder
///
/// All of it is checked first. The folder appears when it is complete.
#[derive(Debug, Args)]
pub(crate) struct RecUnpackArgs {
    /// The bundle
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,

    /// The folder, which must not exist [default: the name of the bundle without its ending]
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) output: Option<PathBuf>,

    /// Put the files into FOLDER if it exists, in the place of those that are there
    #[arg(long, short)]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) size: SizeArgs,
}

/// Cut a piece out of a recording
///
/// What is there at the start of the piece is there at first. What happens at A is in the piece; what
/// happens at B is in the next one, unless that is the end, or it is written A..=B.
#[derive(Debug, Args)]
pub(crate) struct RecCutArgs {
    /// From when to when: 10..20, 1:30..12:30, 10.. or ..12:30
    #[arg(value_name = "A..B")]
    pub(crate) range: TimeRange,

    #[command(flatten)]
    pub(crate) recording: RecordingArgs,

    #[command(flatten)]
    pub(crate) save: SaveArgs,
}

/// A stretch of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeRange {
    pub(crate) from: Option<Time>,
    pub(crate) to: Bound<Time>,
}

impl FromStr for TimeRange {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeRange, String> {
        let Some((from, to)) = text.split_once("..") else {
            return Err(
                "expected two times with `..` between them, such as `10..12:30`".to_owned(),
            );
        };
        let time = |text: &str| -> Result<Option<Time>, String> {
            match text {
                "" => Ok(None),
                text => text.parse().map(Some).map_err(not_a_time),
            }
        };
        let from = time(from)?;
        let (to, end): (_, fn(Time) -> Bound<Time>) = match to.strip_prefix('=') {
            Some(to) => (time(to)?, Bound::Included),
            None => (time(to)?, Bound::Excluded),
        };
        if from.zip(to).is_some_and(|(from, to)| to < from) {
            return Err("it ends before it starts".to_owned());
        }
        Ok(TimeRange {
            from,
            to: to.map_or(Bound::Unbounded, end),
        })
    }
}

/// Join recordings, one after another
///
/// Each starts when the one before is over. If it does not start with what is there then, that is
/// changed, and told. The SGF file is that of the first.
#[derive(Debug, Args)]
pub(crate) struct RecJoinArgs {
    /// The recordings
    #[arg(value_name = "FILE", required = true, num_args = 2.., value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,

    /// Which recording of each file, where there are several: its name, or its number from 1
    #[arg(long, value_name = "NAME|N")]
    pub(crate) recording: Option<String>,

    #[command(flatten)]
    pub(crate) save: SaveArgs,
}

/// Change the times of a recording
///
/// Media keep their own.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("map").args(["scale", "shift", "idle_limit", "table"]).required(true)))]
pub(crate) struct RecRetimeArgs {
    #[command(flatten)]
    pub(crate) recording: RecordingArgs,

    /// Make all times so many times as long: 2, 0.5, 3/2 or 150%
    #[arg(long, value_name = "FACTOR", value_parser = parse_scale)]
    pub(crate) scale: Option<TimeMap>,

    /// Make everything so much later, or earlier if it is negative
    #[arg(long, value_name = "TIME", value_parser = parse_shift, allow_negative_numbers = true)]
    pub(crate) shift: Option<TimeMap>,

    /// Cut silences down to so long
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) idle_limit: Option<Duration>,

    /// Move times as FILE says: a line for each, from what and to what; those between in proportion
    #[arg(long = "map", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) table: Option<PathBuf>,

    /// Move events to 0 that would happen before it, and to the latest possible time those that would
    /// happen after it; without this option that is an error
    #[arg(long)]
    pub(crate) clamp: bool,

    #[command(flatten)]
    pub(crate) save: SaveArgs,
}

/// A fraction, exactly as it is written.
fn parse_scale(text: &str) -> Result<TimeMap, String> {
    let fraction = || {
        let (text, below) = match (text.strip_suffix('%'), text.split_once('/')) {
            (Some(percent), _) => (percent, 100),
            (None, Some((above, below))) => (above, below.parse().ok()?),
            (None, None) => (text, 1u64),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        if !decimals.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let tenths = 10u64.checked_pow(u32::try_from(decimals.len()).ok()?)?;
        let above: u64 = format!("{whole}{decimals}").parse().ok()?;
        let below = below.checked_mul(tenths)?;
        Some(TimeMap::scale(
            NonZeroU64::new(above)?,
            NonZeroU64::new(below)?,
        ))
    };
    fraction().ok_or_else(|| "expected a factor such as `2`, `0.5`, `3/2` or `150%`".to_owned())
}

fn parse_shift(text: &str) -> Result<TimeMap, String> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(text) => (-1, text),
        None => (1, text),
    };
    let time = parse_time(text)?;
    Ok(TimeMap::shift(Time::from_nanos(sign * time.nanos())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        let range = |text: &str| text.parse::<TimeRange>();
        let second = Time::from_secs;
        let read = range("1:30..12:30").unwrap();
        assert_eq!(read.from, Some(second(90)));
        assert_eq!(read.to, Bound::Excluded(second(750)));
        assert_eq!(
            range("5..=6.5").unwrap().to,
            Bound::Included(Time::from_millis(6500))
        );
        assert_eq!(
            range("..").unwrap(),
            TimeRange {
                from: None,
                to: Bound::Unbounded
            }
        );
        assert_eq!(range("5..").unwrap().to, Bound::Unbounded);
        for bad in ["5", "5-6", "6..5", "a..", "..b"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn factors_are_exact() {
        let ten = |text: &str| parse_scale(text).unwrap().of(Time::from_secs(10));
        assert_eq!(ten("1.5"), Time::from_secs(15));
        assert_eq!(ten("3/2"), Time::from_secs(15));
        assert_eq!(ten("150%"), Time::from_secs(15));
        assert_eq!(ten("12.5%"), Time::from_millis(1250));
        assert_eq!(ten("1/3"), Time::from_nanos(3_333_333_333));
        for bad in ["", "0", "-1", "1/0", "x", "1.x", "1e3", "1.5.5", "%"] {
            assert!(parse_scale(bad).is_err(), "{bad}");
        }
        let shifted = parse_shift("-1:30").unwrap();
        assert_eq!(shifted.of(Time::from_secs(100)), Time::from_secs(10));
    }

    #[test]
    fn media_and_sizes() {
        let media: MediaArg = "https://x.org/a:b.mp3:audio/ogg".parse().unwrap();
        assert_eq!(
            (&*media.source, &*media.kind),
            ("https://x.org/a:b.mp3", "audio/ogg")
        );
        assert!("a.mp3".parse::<MediaArg>().is_err());
        assert!("file:///a.mp3:audio".parse::<MediaArg>().is_err());
        assert_eq!(parse_size("16G"), Ok(16 << 30));
        assert_eq!(parse_size("5"), Ok(5));
        assert!(parse_size("99999999999G").is_err() && parse_size("G").is_err());
    }
}
