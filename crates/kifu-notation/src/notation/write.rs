//! Writes positions as text.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kifu_core::{ByColor, Color, Setup};
use kifu_diagram::fen::Fen;
use kifu_diagram::{Figure, LostFeature, View, board, lost, sensei};
use kifu_sgn::{Collection, Sgn};
use kifu_tree::game::{Converted, Loss};

use super::{Entry, Notation, Positions, dropped};

impl Entry {
    /// Writes the position in a notation, as lines that end with LF.
    ///
    /// Losses are determined by reading the text back. The style of coordinates and star points, and the mark of
    /// the last move, do not count as losses.
    pub fn write(&self, notation: Notation) -> Converted<String> {
        let mut losses = Vec::new();
        let text = match notation {
            Notation::Sgn => self.sgn(),
            Notation::Sensei => self.diagram(&mut losses),
            Notation::Ascii => board::plain(&self.figure),
            Notation::Showboard => self.showboard(),
            Notation::Fen => self.fen(),
        };
        if notation != Notation::Sensei {
            losses.extend(self.lost_in(&text, notation));
        }
        if notation != Notation::Fen && self.komi.is_some() {
            losses.push(dropped("the komi"));
        }
        if notation != Notation::Sgn && !self.comment.is_empty() {
            losses.push(dropped("the comment"));
        }
        Converted {
            value: text,
            losses,
        }
    }

    /// The stones, the player to move, and the ko if it is valid.
    fn setup(&self) -> Setup {
        let mut setup = self.figure.setup();
        setup.to_play.get_or_insert(Color::Black);
        setup.ko = setup.ko.filter(|&ko| setup.stone(ko).is_none());
        setup
    }

    fn sgn(&self) -> String {
        let position =
            Sgn::new(self.setup()).expect("`setup` has a player to move, and its ko is empty");
        let name = one_line(&self.figure.title);
        let entry = kifu_sgn::Entry::new(position).with_comment(&self.comment);
        let entry = entry
            .with_name(&name)
            .expect("`one_line` leaves no line break in the name");
        let mut collection = Collection::default();
        collection.entries.push(entry);
        collection.to_string()
    }

    fn diagram(&self, losses: &mut Vec<Loss>) -> String {
        let mut figure = self.figure.clone();
        figure.last = None;
        figure.captures = some(figure.captures);
        let written = sensei::write(&figure);
        losses.extend(written.lost.into_iter().map(|lost| dropped(words(lost))));
        written.text
    }

    fn showboard(&self) -> String {
        let mut figure = self.figure.clone();
        figure.captures.get_or_insert_default();
        board::showboard(&figure)
    }

    fn fen(&self) -> String {
        let mut fen = Fen::new(self.setup());
        fen.captures = self.figure.captures.unwrap_or_default();
        fen.komi = self.komi.unwrap_or_default();
        fen.points.white = fen.komi;
        fen.passes = self.passes;
        fen.move_number = self.moves / 2 + 1;
        fen.to_string() + "\n"
    }

    /// The losses found by reading the text back.
    fn lost_in(&self, text: &str, notation: Notation) -> Vec<Loss> {
        let mut figure = self.figure.clone();
        let read = Positions::read(text.as_bytes(), notation);
        let mut entries = read.entries();
        let (Some(read), None) = (entries.next(), entries.next()) else {
            return Vec::from([dropped(words(LostFeature::Size))]);
        };
        let mut read: Figure = read.figure;
        (read.stars, read.coordinates) = (figure.stars, figure.coordinates);
        read.last = figure.last;
        // If no player to move is known, the text names one, which is not a loss.
        read.to_play = read.to_play.filter(|_| figure.to_play.is_some());
        (read.captures, figure.captures) = (some(read.captures), some(figure.captures));
        figure.title = figure.title.trim().into();
        // These notations show the whole board.
        let whole = View::whole(figure.size());
        let is_part = core::mem::replace(&mut figure.view, whole) != whole;
        let mut all = lost(&figure, &read);
        all.extend(is_part.then_some(LostFeature::View));
        all.into_iter().map(|lost| dropped(words(lost))).collect()
    }
}

/// Returns the captures, or `None` if both numbers are zero.
fn some(captures: Option<ByColor<u32>>) -> Option<ByColor<u32>> {
    captures.filter(|by| by.black > 0 || by.white > 0)
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(['\n', '\r']).map(str::trim).collect();
    words.join(" ").trim().into()
}

/// Describes a lost feature without its point.
fn words(lost: LostFeature) -> String {
    let words = match lost {
        LostFeature::Title => "the name",
        LostFeature::View => "the visible part of the board",
        LostFeature::OutsideView => "the board outside of the visible part",
        LostFeature::UnplacedMoves => "a move without a stone",
        LostFeature::ToPlay => "the player to move",
        LostFeature::Captures => "the number of captured stones",
        LostFeature::Lines => "a line",
        LostFeature::Arrows => "an arrow",
        LostFeature::Links => "a link",
        LostFeature::Stone(_) => "a stone",
        LostFeature::Number(_) => "a move number",
        LostFeature::Mark(_) => "a mark",
        LostFeature::Label(_) => "a label",
        LostFeature::Territory(_) => "a point of territory",
        LostFeature::Variation(_) => "a variation",
        LostFeature::Dimmed(_) => "a greyed-out point",
        LostFeature::Hidden(_) => "a hidden point",
        other => return other.to_string(),
    };
    words.into()
}
