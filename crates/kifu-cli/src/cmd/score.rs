//! `kifu score`: a game counted, and compared with the result that it records.

use std::fmt::{self, Write as _};
use std::io::Write;
use std::num::NonZeroUsize;

use clap::Args;
use kifu::core::{ByColor, Color, Margin, Outcome as Result_, Points, Ruleset, Western};
use kifu::info::GameInfo;
use kifu::replay::{points, replay};
use kifu::rules::{PointSet, Rules, Score, Scoring, Terms, Territory};
use kifu::sgf::{NodeRef, value};
use serde::Serialize;

use crate::args::input::InputArgs;
use crate::args::judging::RulesName;
use crate::exit::{Outcome, Refusal, Refusals};
use crate::games::{Chunks, with_game};
use crate::input::Input;
use crate::json::{self, SCHEMA, Sequence};
use crate::locate;
use crate::output;
use crate::printable::{Printable, count};
use crate::run::Inputs;

/// Count a game, and compare with the result that it records
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,

    /// Count by these rules [default: those that RU names, else japanese]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<RulesName>,

    /// Points of dead stones, such as `D4,Q3`, one for each chain; without, the marks TB and TW
    /// tell
    #[arg(long, value_name = "POINTS", value_delimiter = ',')]
    pub(crate) dead: Option<Vec<String>>,

    /// Write a JSON object on a line for each file
    #[arg(long)]
    pub(crate) json: bool,

    /// The Nth game of each file, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) game: NonZeroUsize,
}

pub(crate) fn run(args: &ScoreArgs) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    let mut lines = Sequence::lines();
    let mut refusals = Refusals::default();
    let work =
        |input: &Input, chunks: &mut Chunks| Ok((input.shown(), Counted::of(input, chunks, args)?));
    let sink = |(name, counted): (String, Result<Counted, Refusal>)| {
        match counted {
            Ok(counted) => {
                refusals.negative |= counted.agrees == Some(false);
                if args.json {
                    lines.write(&mut out, &json::line(&counted)?)?;
                } else {
                    let mut text = String::new();
                    counted.tell(&name, &mut text)?;
                    out.write_all(text.as_bytes())?;
                }
            }
            Err(refusal) => refusals.add(&name, refusal),
        }
        Ok(())
    };
    let outcome = Inputs::of("score", &args.input).each_collection(work, sink)?;
    out.flush()?;
    refusals.end(outcome)
}

/// A counted game, for programs.
#[derive(Serialize)]
struct Counted {
    kifu_schema: u32,
    file: String,
    rules: &'static str,
    /// What told which stones are dead: `marks`, `dead` or `none`.
    source: &'static str,
    /// Black's points less White's.
    score: f64,
    black: f64,
    white: f64,
    result: String,
    recorded: Option<String>,
    /// `null` if the record has no result by points.
    agrees: Option<bool>,
    notes: Vec<String>,
    #[serde(skip)]
    count: Score,
    #[serde(skip)]
    area: bool,
}

impl Counted {
    fn of(
        input: &Input,
        chunks: &mut Chunks,
        args: &ScoreArgs,
    ) -> anyhow::Result<Result<Counted, Refusal>> {
        let part = with_game(chunks, args.game)?;
        let document = part.record.to_sgf()?;
        let number = args.game.get();
        let game = locate::game_behind(
            part.games_before,
            &part.record,
            &document,
            number,
            &Rules::LENIENT,
        );
        let (root, _) = match game {
            Ok(found) => found,
            Err(why) => return Ok(Err(Refusal::Negative(why))),
        };
        let root = document.node(root);
        let info = GameInfo::of(&document, root.id());
        let mut notes = Vec::new();
        let rules = rules(args, root, &mut notes);

        // Where the marks are, or the end.
        let marked = |node: &NodeRef<'_>| node.get("TB").is_some() || node.get("TW").is_some();
        let (mut last, mut last_marked) = (root, None);
        for node in document.main_line(root.id()) {
            last = node;
            if marked(&node) {
                last_marked = Some(node);
            }
        }
        let node = match &args.dead {
            Some(_) => last,
            None => last_marked.unwrap_or(last),
        };
        let lenient = Rules {
            passes_to_end: 0,
            pass_stones: false,
            ..rules
        };
        let replay = replay(&document, node.id(), &lenient);
        let board = replay.position.board();
        let size = board.size();
        let (source, territory) = if let Some(dead) = &args.dead {
            let mut set = PointSet::new(size);
            for name in dead
                .iter()
                .map(|name| name.trim())
                .filter(|name| !name.is_empty())
            {
                match Western::parse(name, size) {
                    Ok(point) if board.stone(point).is_some() => set.insert(point),
                    Ok(_) => {
                        let why = format!("there is no stone on {name}");
                        return Ok(Err(Refusal::Usage(why)));
                    }
                    Err(why) => {
                        let why = format!("`{}`: {why}", Printable(name));
                        return Ok(Err(Refusal::Usage(why)));
                    }
                };
            }
            ("dead", Territory::of(board, &set))
        } else if marked(&node) {
            let of = |ident| PointSet::of(size, points(node, ident, size));
            let marks = ByColor {
                black: of("TB"),
                white: of("TW"),
            };
            ("marks", Territory::from_marks(board, &marks))
        } else {
            notes.push(
                "nothing tells which stones are dead: all are counted as alive, empty regions by who alone touches them"
                    .to_owned(),
            );
            // By area it is what Tromp and Taylor count; by territory, eyes in seki and points
            // that have to be filled do not count.
            ("none", Territory::of(board, &PointSet::new(size)))
        };
        let handicap = root
            .simple_text("HA")
            .and_then(|text| value::handicap(&text).ok())
            .map_or(0, |read| u32::from(read.value.stones));
        let count = Score::count(
            &territory,
            &Terms {
                rules: lenient,
                komi: komi(&info, &rules, handicap, &mut notes),
                handicap,
                prisoners: replay.prisoners,
            },
        );
        let recorded = info.result.as_deref().map(str::trim);
        let agrees = recorded
            .and_then(|text| text.parse::<Result_>().ok())
            .filter(|result| {
                matches!(
                    result,
                    Result_::Draw
                        | Result_::Win {
                            by: Margin::Points(_),
                            ..
                        }
                )
            })
            .map(|result| result == count.outcome());
        Ok(Ok(Counted {
            kifu_schema: SCHEMA,
            file: input.name(),
            rules: name(&rules, args, root),
            source,
            score: decimal(count.total.black - count.total.white),
            black: decimal(count.total.black),
            white: decimal(count.total.white),
            result: count.to_string(),
            recorded: recorded.filter(|text| !text.is_empty()).map(str::to_owned),
            agrees,
            notes,
            area: rules.scoring == Scoring::Area,
            count,
        }))
    }

    fn tell(&self, name: &str, out: &mut String) -> fmt::Result {
        writeln!(out, "{name}  {}, {} rules", self.result, self.rules)?;
        for color in Color::ALL {
            let parts = self.count.parts[color];
            let total = self.count.total[color];
            write!(out, "  {color}  {total}: {} territory", parts.territory)?;
            if self.area {
                write!(out, ", {}", count(u64::from(parts.stones), "stone"))?;
            } else {
                write!(out, ", {}", count(u64::from(parts.prisoners), "prisoner"))?;
            }
            if parts.komi != Points::ZERO {
                write!(out, ", {} komi", parts.komi)?;
            }
            if parts.handicap != Points::ZERO {
                write!(out, ", {} for handicap", parts.handicap)?;
            }
            writeln!(out)?;
        }
        let source = match self.source {
            "marks" => "by the marks TB and TW",
            "dead" => "by the dead stones given",
            _ => "without marks",
        };
        writeln!(out, "  Counted {source}")?;
        match (&self.recorded, self.agrees) {
            (None, _) => writeln!(out, "  No result is recorded")?,
            (Some(recorded), agrees) => {
                let verdict = match agrees {
                    Some(true) => "agrees",
                    Some(false) => "does not agree",
                    None => "not by points",
                };
                writeln!(out, "  Recorded {}: {verdict}", Printable(recorded))?;
            }
        }
        for note in &self.notes {
            writeln!(out, "  Note: {note}")?;
        }
        Ok(())
    }
}

fn rules(args: &ScoreArgs, root: NodeRef<'_>, notes: &mut Vec<String>) -> Rules {
    if let Some(rules) = args.rules.and_then(|name| name.rules()) {
        return rules;
    }
    let stated = root.simple_text("RU");
    match stated
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        None => notes.push("no rules are stated: counted by Japanese rules".to_owned()),
        Some(text) => match text.parse() {
            Ok(rules) => {
                notes.extend(uncounted(text).map(str::to_owned));
                return rules;
            }
            Err(_) => notes.push(format!(
                "the rules `{}` are not known: counted by Japanese rules",
                Printable(text)
            )),
        },
    }
    Rules::JAPANESE
}

/// What the rules of KataGo ask for and the count leaves out.
fn uncounted(rules: &str) -> Option<&'static str> {
    let rules = rules.to_ascii_lowercase();
    let says = |word: &str| rules.contains(word);
    if says("taxall") || (says("scorearea") && says("taxseki")) || says("stone") || says("ancient")
    {
        Some("these rules tax groups, which is not counted")
    } else if says("button1") || says("aga-button") {
        Some("these rules have a button, which is not counted")
    } else {
        None
    }
}

fn name(rules: &Rules, args: &ScoreArgs, root: NodeRef<'_>) -> &'static str {
    use crate::args::judging::RulesName;
    // Korean rules are the Japanese as far as fields go.
    let stated = root.simple_text("RU").unwrap_or_default();
    let korean = match args.rules {
        Some(name) if name.rules().is_some() => name == RulesName::Korean,
        _ => stated.parse() == Ok(Ruleset::Korean),
    };
    let known = [
        ("chinese", Rules::CHINESE),
        ("aga", Rules::AGA),
        ("nz", Rules::NEW_ZEALAND),
        ("ing", Rules::ING),
        ("tromp-taylor", Rules::TROMP_TAYLOR),
    ];
    match known.iter().find(|(_, known)| known == rules) {
        Some((name, _)) => name,
        None if korean => "korean",
        None if *rules == Rules::JAPANESE => "japanese",
        None => "other",
    }
}

fn komi(game: &GameInfo<'_>, rules: &Rules, handicap: u32, notes: &mut Vec<String>) -> Points {
    let text = game.komi.as_deref().map(str::trim);
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        if let Some(komi) = game.komi_points {
            let written = value::komi(text).map(|read| read.value);
            if written.is_ok_and(|written| written != komi) {
                notes.push(format!(
                    "the komi `{}` is on the scale of the Fox server and means {komi}",
                    Printable(text)
                ));
            }
            return komi;
        }
        notes.push(format!("the komi `{}` is not a number", Printable(text)));
    }
    let komi = if handicap > 1 {
        Points::ZERO
    } else {
        rules.komi
    };
    notes.push(format!("no komi is stated: counted with {komi}"));
    komi
}

fn decimal(points: Points) -> f64 {
    f64::from(points.hundredths()) / 100.0
}
