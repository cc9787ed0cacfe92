//! Counts legal move sequences from the empty board, with Black to play first.
//!
//! ```text
//! cargo run --release -p kifu-rules --example perft -- 3x3 --depth 6 --ko positional --suicide multi
//! ```
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use kifu_core::Size;
use kifu_rules::{Position, Repetition, Rules, Suicide, perft};

const USAGE: &str = "usage: perft COLSxROWS --depth D \
    --ko none|simple|positional|situational|natural --suicide none|multi|any";

fn main() -> ExitCode {
    match Request::read(std::env::args().skip(1)) {
        Ok(request) => {
            let mut position = Position::new(request.size, request.rules);
            for depth in 1..=request.depth {
                println!("{depth} {}", perft(&mut position, depth));
            }
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

struct Request {
    size: Size,
    depth: u32,
    rules: Rules,
}

impl Request {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Request, String> {
        let mut size = None;
        let mut depth = None;
        // The defaults are the most common rules.
        let mut rules = Rules {
            suicide: Suicide::Forbidden,
            repetition: Repetition::SimpleKo,
            passes_to_end: 2,
            white_passes_last: false,
            ..Rules::JAPANESE
        };
        while let Some(arg) = args.next() {
            let (option, given) = match arg.split_once('=') {
                Some((option, value)) => (option.to_owned(), Some(value.to_owned())),
                None => (arg, None),
            };
            if !option.starts_with('-') {
                size = Some(read_size(&option)?);
                continue;
            }
            let value = given
                .or_else(|| args.next())
                .ok_or(format!("{option} needs a value"))?;
            match (&option[..], &value[..]) {
                ("--depth", n) => depth = Some(n.parse().map_err(|_| format!("no depth: {n}"))?),
                ("--ko", "none") => rules.repetition = Repetition::Allowed,
                ("--ko", "simple") => rules.repetition = Repetition::SimpleKo,
                ("--ko", "positional") => rules.repetition = Repetition::Positional,
                ("--ko", "situational") => rules.repetition = Repetition::Situational,
                ("--ko", "natural") => rules.repetition = Repetition::NaturalSituational,
                ("--suicide", "none") => rules.suicide = Suicide::Forbidden,
                ("--suicide", "multi") => rules.suicide = Suicide::Multi,
                ("--suicide", "any") => rules.suicide = Suicide::Any,
                (option, value) => return Err(format!("unknown: {option} {value}")),
            }
        }
        Ok(Request {
            size: size.ok_or("no board size")?,
            depth: depth.ok_or("no depth")?,
            rules,
        })
    }
}

fn read_size(text: &str) -> Result<Size, String> {
    let (cols, rows) = text
        .split_once('x')
        .ok_or(format!("no board size: {text}"))?;
    let side = |text: &str| {
        text.parse::<u8>()
            .map_err(|_| format!("no board side: {text}"))
    };
    Size::new(side(cols)?, side(rows)?).map_err(|e| e.to_string())
}
