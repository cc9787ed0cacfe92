//! Reads and writes the properties of a whole game (FF\[4\], *Root* and *Game info*).

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{Color, Point, Size};
use kifu_tree::game::{Application, Cutoff, DisplaySettings, GameInfo, Player, ValueOrText};

use super::leaf;
use crate::Dialect;
use crate::text::{self, escape};
use crate::value::{self, Area, Date, DateEntry, DateKind, Dates, Style};

/// The name of a property, in the form of the lookup tables.
type Ident = [u8; 2];

fn name_of(ident: &'static Ident) -> &'static str {
    core::str::from_utf8(ident).unwrap_or_default()
}

/// A text field of a game.
pub(super) struct TextField {
    /// The property for this field alone, if SGF has one.
    ident: Option<&'static Ident>,
    /// The name of the field in private properties.
    pub(super) name: &'static str,
    pub(super) get: fn(&GameInfo) -> &Option<String>,
    pub(super) get_mut: fn(&mut GameInfo) -> &mut Option<String>,
}

macro_rules! texts {
    ($($ident:expr, $name:literal $field:ident,)*) => {
        [$(TextField {
            ident: $ident,
            name: $name,
            get: |info| &info.$field,
            get_mut: |info| &mut info.$field,
        }),*]
    };
}

pub(super) const TEXTS: [TextField; 14] = texts! {
    Some(b"GN"), "name" name,
    Some(b"RU"), "rules" rules,
    Some(b"OT"), "overtime" overtime,
    Some(b"EV"), "event" event,
    Some(b"RO"), "round" round,
    Some(b"PC"), "place" place,
    Some(b"ON"), "opening" opening,
    Some(b"GC"), "game-comment" comment,
    Some(b"US"), "transcriber" transcriber,
    Some(b"AN"), "annotator" annotator,
    Some(b"CP"), "copyright" copyright,
    None, "source" source,
    None, "source-url" source_url,
    None, "record-comment" record_comment,
};

/// A text field of a player, with its identifiers for Black and White.
struct PlayerField {
    idents: [&'static Ident; 2],
    get: PlayerText,
    get_mut: PlayerTextMut,
}

macro_rules! player {
    ($($black:literal $white:literal $field:ident,)*) => {
        [$(PlayerField {
            idents: [$black, $white],
            get: |player| &player.$field,
            get_mut: |player| &mut player.$field,
        }),*]
    };
}

const PLAYER: [PlayerField; 4] = player! {
    b"PB" b"PW" name,
    b"BR" b"WR" rank,
    b"BT" b"WT" team,
    b"BC" b"WC" country,
};

/// Returns accessors for the text fields of a player.
pub(super) fn player_texts() -> impl Iterator<Item = (PlayerText, PlayerTextMut)> {
    PLAYER.iter().map(|field| (field.get, field.get_mut))
}

type PlayerText = fn(&Player) -> &Option<String>;
type PlayerTextMut = fn(&mut Player) -> &mut Option<String>;

/// Whether the value of a property is text on one line.
pub(super) fn is_text(ident: &str) -> bool {
    let Ok(ident) = &ident.as_bytes().try_into() else {
        return false;
    };
    TEXTS.iter().any(|field| field.ident == Some(ident))
        || PLAYER.iter().any(|field| field.idents.contains(&ident))
        || matches!(ident, b"AP" | b"SO")
}

/// Reads a property, unless the game already has the data. Returns whether it was read.
pub(super) fn read(info: &mut GameInfo, name: &str, values: &[Cow<'_, str>], size: Size) -> bool {
    let (Ok(ident), [value, others @ ..]) = (&name.as_bytes().try_into(), values) else {
        return false;
    };
    // The board has the size that the first value states, whatever follows it.
    if !others.is_empty() && ident != b"SZ" {
        return false;
    }
    read_text(info, ident, value)
        || read_player(info, ident, value)
        || read_value(info, name, value, size).is_some()
}

fn read_text(info: &mut GameInfo, ident: &Ident, value: &str) -> bool {
    let Some(field) = TEXTS.iter().find(|field| field.ident == Some(ident)) else {
        return false;
    };
    let text = (field.get_mut)(info);
    if text.is_some() {
        return false;
    }
    *text = Some(match ident {
        b"GC" => text::text(value).into_owned(),
        _ => leaf::simple(value),
    });
    true
}

fn read_player(info: &mut GameInfo, ident: &Ident, value: &str) -> bool {
    let Some(field) = PLAYER.iter().find(|field| field.idents.contains(&ident)) else {
        return false;
    };
    let color = if ident == field.idents[0] {
        Color::Black
    } else {
        Color::White
    };
    let text = (field.get_mut)(info.player(color));
    if text.is_some() {
        return false;
    }
    *text = Some(leaf::simple(value));
    true
}

fn read_value(info: &mut GameInfo, ident: &str, value: &str, size: Size) -> Option<()> {
    let text = text::simple_text(value);
    if text.is_empty() && matches!(ident, "KM" | "HA" | "RE" | "TM") {
        return None;
    }
    match ident {
        "GM" if info.kind.is_none() => {
            info.kind = Some(u16::try_from(leaf::count(value)?).ok()?);
        }
        "AP" if info.application.is_none() => {
            info.application = Some(application(value)?);
        }
        "SZ" if info.size.is_none() => {
            info.size = Some(value::size(value.as_bytes()).ok()?.value);
        }
        "ST" if info.settings.siblings.is_none() => {
            let style = value::style(value.as_bytes()).ok()?.value;
            info.settings.siblings = Some(style.siblings);
            info.settings.children = Some(!style.siblings);
            info.settings.markup = Some(!style.unmarked);
        }
        "VW" if info.cutoff == Cutoff::default() => {
            info.cutoff = cutoff(value, size)?;
        }
        "KM" if info.komi.is_none() => {
            let komi = value::komi(&text).map(|read| read.value);
            if komi.is_err() && is_odd_number(&text) {
                return None;
            }
            info.komi = Some(komi.map_or(ValueOrText::Text(text.into_owned()), ValueOrText::Value));
        }
        "HA" if info.handicap.is_none() => {
            let stones = value::handicap(&text).ok().map(|read| read.value);
            let stones = stones.filter(|handicap| handicap.komi.is_none());
            let stones = stones.map(|handicap| u32::from(handicap.stones));
            if stones.is_none() && is_odd_number(&text) {
                return None;
            }
            info.handicap =
                Some(stones.map_or(ValueOrText::Text(text.into_owned()), ValueOrText::Value));
        }
        "RE" if info.result.is_none() => {
            let result = value::result(&text).map(|read| read.value);
            info.result =
                Some(result.map_or(ValueOrText::Text(text.into_owned()), ValueOrText::Value));
        }
        "TM" if info.main_time.is_none() => {
            let seconds = leaf::real(value).or_else(|| {
                let seconds = value::time(&text).ok()?.value;
                Some(seconds.nanos() as f64 / 1e9)
            });
            if seconds.is_none() && text.parse::<f64>().is_ok_and(f64::is_finite) {
                return None;
            }
            info.main_time =
                Some(seconds.map_or(ValueOrText::Text(text.into_owned()), ValueOrText::Value));
        }
        "LC" if info.periods.is_none() => info.periods = Some(leaf::count(value)?),
        "LT" if info.period_time.is_none() => info.period_time = Some(leaf::real(value)?),
        "DT" if info.dates.is_empty() => info.dates = dates(&text),
        "SO" if info.source.is_none() => {
            let (source, url) = split_url(&text);
            info.source = Some(source.into());
            info.source_url = url.map(Into::into);
        }
        _ => return None,
    }
    Some(())
}

/// Converts the komi of a record of the Fox server from its scale to points.
pub(super) fn rescale_fox_komi(info: &mut GameInfo) {
    let Some(ValueOrText::Value(written)) = info.komi else {
        return;
    };
    let handicap = info.handicap.as_ref().map(|handicap| match handicap {
        ValueOrText::Value(stones) => stones.to_string(),
        ValueOrText::Text(text) => text.clone(),
    });
    let (rules, handicap) = (info.rules.as_deref(), handicap.as_deref());
    let meant = value::meant_komi(written, Dialect::Fox, rules, handicap);
    info.komi = Some(ValueOrText::Value(meant.points));
}

/// Whether a `KM` with these values equals the komi of the game when read on the scale of the Fox
/// server, but not when read as points.
pub(super) fn is_fox_komi(info: &GameInfo, values: &[Cow<'_, str>], size: Size) -> bool {
    let mut alone = GameInfo {
        rules: info.rules.clone(),
        handicap: info.handicap.clone(),
        ..GameInfo::default()
    };
    if !read(&mut alone, "KM", values, size) || alone.komi == info.komi {
        return false;
    }
    rescale_fox_komi(&mut alone);
    alone.komi == info.komi
}

/// Whether a text that could not be parsed is a number in a spelling that another format could
/// parse: written as text, it would be read back as that number.
fn is_odd_number(text: &str) -> bool {
    let Ok(number) = text.parse::<f64>() else {
        return false;
    };
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_zeros = digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.");
    let is_usual = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && !digits.contains(".e")
        && !digits.contains(".E")
        && !has_zeros;
    !is_usual || f64::from(number as u32) == number
}

fn application(value: &str) -> Option<Application> {
    let read = value::application(value.as_bytes());
    let half = |half: &[u8]| Some(leaf::simple(core::str::from_utf8(half).ok()?));
    Some(Application {
        name: half(read.name)?,
        version: match read.version {
            Some(version) => Some(half(version)?),
            None => None,
        },
    })
}

/// Converts a view that is a rectangle to the number of lines cut off.
fn cutoff(value: &str, size: Size) -> Option<Cutoff> {
    let area = value::area(value.as_bytes(), size).ok()?.value;
    let (from, to) = (area.points().next()?, area.points().last()?);
    Some(Cutoff {
        top: from.row,
        bottom: size.rows() - 1 - to.row,
        left: from.col,
        right: size.cols() - 1 - to.col,
    })
}

fn write_cutoff(cutoff: Cutoff, size: Size) -> Option<Cow<'static, str>> {
    if cutoff == Cutoff::default() {
        return None;
    }
    let last = |lines: u8, cut: u8| lines.checked_sub(1)?.checked_sub(cut);
    let to = Point::new(
        last(size.cols(), cutoff.right)?,
        last(size.rows(), cutoff.bottom)?,
    );
    let from = Point::new(cutoff.left, cutoff.top);
    let in_order = from.col <= to.col && from.row <= to.row;
    in_order.then(|| Area::new(from, to).map(|area| area.to_string().into()))?
}

/// Splits off the address at the end of a source, such as `Igo Club, http://igo.example`.
fn split_url(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(", ") {
        Some((source, url))
            if (url.starts_with("http://") || url.starts_with("https://"))
                && !url.contains(' ') =>
        {
            (source, Some(url))
        }
        _ => (text, None),
    }
}

/// Returns each date in full; text that is not a list of dates is returned as one text.
fn dates(text: &str) -> Vec<String> {
    if is_day(text) {
        return [text.to_owned()].into();
    }
    let Ok(read) = value::dates(text) else {
        return [text.to_owned()].into();
    };
    let Dates {
        kind,
        entries,
        remark,
    } = read.value;
    if kind != DateKind::Played || !remark.is_empty() || entries.is_empty() {
        return [text.to_owned()].into();
    }
    let alone = |entry| Dates {
        entries: [entry].into(),
        ..Dates::default()
    };
    entries
        .into_iter()
        .map(|entry| alone(entry).to_string())
        .collect()
}

/// Whether a text is a single day in the form of `Display`.
fn is_day(text: &str) -> bool {
    text.parse().is_ok_and(|date: Date| date.day().is_some())
}

fn write_dates(dates: &[String]) -> Cow<'_, str> {
    if let [day] = dates {
        if is_day(day) {
            return day.into();
        }
    }
    let one = |text: &String| -> Option<DateEntry> {
        let read = value::dates(text).ok()?.value;
        let plain = read.kind == DateKind::Played && read.remark.is_empty();
        match read.entries.as_slice() {
            [entry] if plain => Some(*entry),
            _ => None,
        }
    };
    let entries: Option<Vec<DateEntry>> = dates.iter().map(one).collect();
    match entries {
        Some(entries) => {
            let all = Dates {
                entries,
                ..Dates::default()
            };
            all.to_string().into()
        }
        None => dates.join(",").into(),
    }
}

/// The properties of a game, in the order in which they are written.
pub(super) const IDENTS: [&str; 32] = [
    "GM", "AP", "SZ", "ST", "VW", "PB", "BR", "BT", "BC", "PW", "WR", "WT", "WC", "KM", "HA", "RE",
    "TM", "LC", "LT", "DT", "SO", "GN", "RU", "OT", "EV", "RO", "PC", "ON", "GC", "US", "AN", "CP",
];

/// Returns the name and value of a property, if the game has the data.
pub(super) fn write<'i>(
    info: &'i GameInfo,
    name: &str,
    size: Size,
) -> Option<(&'static str, Cow<'i, str>)> {
    let ident: &Ident = name.as_bytes().try_into().ok()?;
    if let Some(field) = TEXTS.iter().find(|field| field.ident == Some(ident)) {
        let text = (field.get)(info).as_deref()?;
        return Some((name_of(field.ident?), escape(text)));
    }
    for (at, color) in [Color::Black, Color::White].into_iter().enumerate() {
        if let Some(field) = PLAYER.iter().find(|field| field.idents[at] == ident) {
            let text = joined(info, color, field.get)?;
            return Some((name_of(field.idents[at]), escaped(text)));
        }
    }
    let time = |seconds: &f64| value::write_real(*seconds).to_string();
    Some(match ident {
        b"GM" => ("GM", info.kind?.to_string().into()),
        b"AP" => ("AP", write_application(info.application.as_ref()?)),
        b"SZ" => ("SZ", value::write_size(info.size?).to_string().into()),
        b"ST" => ("ST", write_style(info.settings)?),
        b"VW" => ("VW", write_cutoff(info.cutoff, size)?),
        b"KM" => ("KM", write_value_or_text(&info.komi)?),
        b"HA" => ("HA", write_value_or_text(&info.handicap)?),
        b"RE" => ("RE", write_value_or_text(&info.result)?),
        b"TM" => ("TM", write_value_or_text_with(&info.main_time, time)?),
        b"LC" => ("LC", info.periods?.to_string().into()),
        b"LT" => ("LT", time(&info.period_time?).into()),
        b"DT" if !info.dates.is_empty() => ("DT", escaped(write_dates(&info.dates))),
        b"SO" => ("SO", escaped(write_source(info)?)),
        _ => return None,
    })
}

/// Escapes a text, borrowed or owned.
fn escaped(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => escape(text),
        Cow::Owned(text) => match escape(&text) {
            Cow::Owned(escaped) => escaped.into(),
            Cow::Borrowed(_) => text.into(),
        },
    }
}

fn write_application(application: &Application) -> Cow<'_, str> {
    match &application.version {
        Some(version) => value::write_application(&application.name, version)
            .to_string()
            .into(),
        // A name without a version is not a pair, but a colon in it would make it one.
        None => escape(&application.name).replace(':', "\\:").into(),
    }
}

fn write_style(settings: DisplaySettings) -> Option<Cow<'static, str>> {
    let style = Style {
        siblings: settings.siblings?,
        unmarked: !settings.markup?,
    };
    (settings.children? != style.siblings).then(|| style.to_string().into())
}

fn write_source(info: &GameInfo) -> Option<Cow<'_, str>> {
    match (&info.source, &info.source_url) {
        (source, None) => source.as_deref().map(Cow::Borrowed),
        (Some(source), Some(url)) => Some([source, ", ", url].concat().into()),
        (None, Some(url)) => Some(url.into()),
    }
}

/// Returns a text field of all players of a colour, joined as the 2016 draft joins names.
fn joined(info: &GameInfo, color: Color, get: PlayerText) -> Option<Cow<'_, str>> {
    let mut players = info.players.iter();
    let mut next = || players.find(|player| player.color == ValueOrText::Value(color));
    let (first, second) = (next()?, next());
    let Some(second) = second else {
        return get(first).as_deref().map(Cow::Borrowed);
    };
    let of_color = players.filter(|player| player.color == ValueOrText::Value(color));
    let texts: Vec<&Option<String>> = [first, second]
        .into_iter()
        .chain(of_color)
        .map(get)
        .collect();
    if texts.iter().all(|text| text.is_none()) {
        return None;
    }
    let texts: Vec<&str> = texts
        .iter()
        .map(|text| text.as_deref().unwrap_or(""))
        .collect();
    Some(texts.join(" & ").into())
}

fn write_value_or_text<T: ToString>(value: &Option<ValueOrText<T>>) -> Option<Cow<'_, str>> {
    write_value_or_text_with(value, T::to_string)
}

fn write_value_or_text_with<T>(
    value: &Option<ValueOrText<T>>,
    write: impl Fn(&T) -> String,
) -> Option<Cow<'_, str>> {
    Some(match value.as_ref()? {
        ValueOrText::Value(value) => write(value).into(),
        ValueOrText::Text(text) => escape(text),
    })
}
