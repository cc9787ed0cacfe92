//! Pages with the games and recordings of all inputs.

use std::collections::BTreeMap;
use std::path::Path;

use kifu::collection::Content;
use kifu::page::{Medium, MediumPlace, Options, Page};
use kifu::rgf::Streams;
use kifu_files::games::refuse_other_content;
use kifu_files::{Input, OtherKind};

use crate::args::input::InputArgs;
use crate::args::page::{MediaPlace, PageArgs};
use crate::exit::{Outcome, Refusal, Refusals, Usage};
use crate::output;
use crate::printable::{InputName, Printable};
use crate::recordings::{self, Kind, Opened, Session};
use crate::run::Inputs;

/// The command that writes a page, for messages.
pub(crate) const EXPORT_HTML: &str = "kifu export html";

/// The size of the media on a page, in bytes, from which browsers on phones may fail to show it.
const MANY_MEDIA: usize = 50_000_000;

/// Refuses to write an HTML file with a verb that does not make pages.
pub(crate) fn refuse_html(output: Option<&Path>) -> Result<(), Usage> {
    let extension = output.and_then(Path::extension).unwrap_or_default();
    if ["html", "htm"]
        .iter()
        .any(|html| extension.eq_ignore_ascii_case(html))
    {
        return Err(Usage(format!("a web page is written by `{EXPORT_HTML}`")));
    }
    Ok(())
}

/// A page, and the files that belong beside it, by their names.
pub(crate) struct Collected {
    pub(crate) page: Page,
    pub(crate) beside: BTreeMap<String, Vec<u8>>,
}

/// Collects the games of all inputs on a page; `None` if there are none.
pub(crate) fn collect(
    verb: &str,
    input: &InputArgs,
    args: &PageArgs,
    media: MediaPlace,
) -> anyhow::Result<(Option<Collected>, Outcome)> {
    let mut page = Page::new(args.options());
    let mut beside = BTreeMap::new();
    let mut media_size = 0;
    let outcome = each_part(
        verb,
        input,
        args,
        media,
        |_| (),
        |_, part, ()| {
            for (file, bytes) in part.beside {
                let other = beside.insert(file.clone(), bytes);
                if other.is_some_and(|other| other != beside[&file]) {
                    let file = Printable(&file);
                    let why = format!("several media are named {file}; use `--media page`");
                    return Err(Usage(why).into());
                }
            }
            media_size += part.media_size;
            page.append(part.page);
            Ok(())
        },
    )?;
    report_media("the page", media_size);
    let collected = Some(Collected { page, beside });
    Ok((collected.filter(|all| !all.page.is_empty()), outcome))
}

/// Reports that a page contains more media than phones can show.
pub(crate) fn report_media(page: &str, size: usize) {
    if size > MANY_MEDIA {
        let size = size / 1_000_000;
        output::message(format_args!(
            "{page} contains {size} MB of media, which phones may fail to show; use `{EXPORT_HTML} --media beside`"
        ));
    }
}

/// Makes a page of each input that has games. `finish` does more work on it, on several threads; `sink` takes the pages in
/// the order of the inputs.
pub(crate) fn each_part<T: Send>(
    verb: &str,
    input: &InputArgs,
    args: &PageArgs,
    media: MediaPlace,
    finish: impl Fn(&Part) -> T + Sync,
    mut sink: impl FnMut(Input, Part, T) -> anyhow::Result<()>,
) -> anyhow::Result<Outcome> {
    let options = args.options();
    let mut refusals = Refusals::default();
    let mut refused = 0;
    let work = |input: &Input| {
        let mut part = Part::new(&options, args.no_source, media);
        let bytes = part.add(input)?;
        let finished = finish(&part);
        Ok((bytes, (input.named(), part, finished)))
    };
    let outcome = Inputs::of(verb, input).each(work, |(input, part, finished)| {
        let name = input.shown();
        if part.page.is_empty() {
            let why = part.reasons.into_iter().next();
            let why = why.unwrap_or_else(|| "no game found".to_owned());
            refusals.add(&name, Refusal::Negative(why));
            return Ok(());
        }
        refused += u64::from(!part.reasons.is_empty());
        for why in part.reasons.iter().chain(&part.notes) {
            output::message(format_args!("{name}: {why}"));
        }
        sink(input, part, finished)
    })?;
    refusals.end(Outcome {
        failed: outcome.failed + refused,
        ..outcome
    })
}

/// The part of a page that comes from one input.
pub(crate) struct Part {
    pub(crate) page: Page,
    without_source: bool,
    media: MediaPlace,
    /// Why games of the input are not on the page.
    reasons: Vec<String>,
    /// What else is not on the page.
    notes: Vec<String>,
    /// The files that belong beside the page, by their names.
    pub(crate) beside: BTreeMap<String, Vec<u8>>,
    /// The size of the media on the page, in bytes.
    pub(crate) media_size: usize,
}

impl Part {
    fn new(options: &Options, without_source: bool, media: MediaPlace) -> Part {
        Part {
            page: Page::new(options.clone()),
            without_source,
            media,
            reasons: Vec::new(),
            notes: Vec::new(),
            beside: BTreeMap::new(),
            media_size: 0,
        }
    }

    /// Adds the games and recordings of an input. Returns the number of bytes that were read.
    fn add(&mut self, input: &Input) -> anyhow::Result<u64> {
        let chunks = match recordings::open(input, usize::MAX)? {
            Opened::Recordings(session) => {
                self.add_session(input, &session)?;
                return Ok(session.bytes_read());
            }
            Opened::Games(chunks) => chunks,
        };
        refuse_other_content(input, chunks.content())?;
        if chunks.content() == Content::Nothing {
            return Err(OtherKind::Unknown.into());
        }
        let bytes = chunks.read_all()?;
        let size = bytes.len() as u64;
        let record = kifu::read(bytes.as_slice())?;
        let document = record.to_sgf()?;
        if matches!(input, Input::File(_)) && !Streams::of(&document).streams.is_empty() {
            let session = recordings::read(input)?;
            if session.loaded().next().is_some() {
                self.add_session(input, &session)?;
                return Ok(size);
            }
        }
        let name = base_name(input);
        for (number, root) in (1..).zip(document.roots()) {
            let added = self.page.add_game(&document, root, &name);
            self.reasons
                .extend(added.err().map(|why| format!("game {number} {why}")));
        }
        drop(document);
        let name = if *input == Input::Stdin {
            "games"
        } else {
            &name
        };
        self.add_source(name, bytes);
        Ok(size)
    }

    fn add_source(&mut self, name: &str, bytes: Vec<u8>) {
        if !self.page.is_empty() && !self.without_source {
            self.page.add_source(name, bytes);
        }
    }

    /// Adds the recordings of a session, and the games that no recording continues.
    fn add_session(&mut self, input: &Input, session: &Session) -> anyhow::Result<()> {
        let main = &session.main;
        let name = if session.kind == Kind::Bundle {
            session.bundle.main_name.clone()
        } else {
            base_name(input)
        };
        let is_wanted = |file: &str| {
            let mut media = session.loaded().flat_map(|(stream, _)| &stream.media);
            self.media != MediaPlace::None && media.any(|medium| medium.source == file)
        };
        let files = session.read_files(input, is_wanted);
        let files = files.map_err(recordings::with_advice)?;
        let mut recorded = Vec::new();
        for (stream, track) in session.loaded() {
            let mut media = Vec::new();
            for medium in &stream.media {
                if self.media == MediaPlace::None {
                    continue;
                }
                let shown = Printable(&medium.source);
                let Some(bytes) = files.get(&medium.source) else {
                    self.notes.push(if medium.address().is_some() {
                        format!(
                            "{shown} is on the web, and a page makes no requests; it is left out"
                        )
                    } else {
                        format!("{shown} is missing")
                    });
                    continue;
                };
                let place = if self.media == MediaPlace::Beside {
                    self.beside.insert(medium.source.clone(), bytes.clone());
                    MediumPlace::BesidePage
                } else {
                    self.media_size += bytes.len();
                    MediumPlace::OnPage(bytes.clone())
                };
                media.push(Medium {
                    kind: medium.kind.clone(),
                    name: medium.source.clone(),
                    place,
                });
            }
            recorded.push(main.forest().root_of(stream.node));
            let added = self
                .page
                .add_recording(main, stream, track.timeline(), media, &name);
            if let Err(why) = added {
                self.reasons
                    .push(format!("{}: the game {why}", Printable(&stream.file)));
            }
        }
        for (number, root) in (1..).zip(main.roots()) {
            if !recorded.contains(&root) {
                let added = self.page.add_game(main, root, &name);
                self.reasons
                    .extend(added.err().map(|why| format!("game {number} {why}")));
            }
        }
        // The media are on the page already, so a bundle is not added as a whole.
        if session.kind != Kind::Rgf {
            self.add_source(&name, main.to_bytes());
        }
        for (stream, track) in session.loaded() {
            self.add_source(&stream.file, track.source.clone());
        }
        Ok(())
    }
}

/// The name of an input without the directory.
fn base_name(input: &Input) -> String {
    let name = input.name();
    let name = Path::new(&name).file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
