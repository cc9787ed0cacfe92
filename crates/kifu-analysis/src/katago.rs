//! The answers of KataGo's analysis engine.

use alloc::string::String;
use alloc::vec::Vec;

use kifu_core::{Color, Size};
use serde::Deserialize;

use crate::info::Info;
use crate::{Analysis, AnalyzedPosition, Notation};

/// A line that KataGo's analysis engine writes.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Reply {
    /// The analysis of a position.
    Answer(Answer),
    /// A query was refused.
    Error(Message),
    /// A query was accepted, but not all of it was understood.
    Warning(Message),
}

/// The text of an error or a warning.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Message {
    /// The query, if KataGo could read its id.
    pub id: Option<String>,
    /// The member of the query that is wrong, if there is one.
    pub field: Option<String>,
    /// The text.
    pub text: String,
}

/// The analysis of a position. [`Answer::analysis`] gives the values one meaning.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The id of the query.
    pub id: String,
    /// The number of moves of the query that lead to the position.
    pub turn: u32,
    /// Whether the search continues, and another answer follows.
    pub is_during_search: bool,
    /// The player to move. Old versions of KataGo do not state it.
    pub to_move: Option<Color>,
    root: Info,
    moves: Vec<Info>,
    ownership: Vec<f32>,
    policy: Vec<f32>,
}

/// The members of all lines.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    error: Option<String>,
    warning: Option<String>,
    field: Option<String>,
    #[serde(rename = "turnNumber", default)]
    turn: u32,
    #[serde(rename = "isDuringSearch", default)]
    is_during_search: bool,
    #[serde(rename = "moveInfos")]
    moves: Option<Vec<Info>>,
    #[serde(rename = "rootInfo")]
    root: Option<Info>,
    #[serde(default)]
    ownership: Vec<f32>,
    #[serde(default)]
    policy: Vec<f32>,
}

impl Reply {
    /// Reads a line of output, or of a log, in which text can precede the JSON. Returns `None` for any other line, such as
    /// a query or the answer to an action.
    ///
    /// ```
    /// use kifu_analysis::{Color, Reply, Size};
    ///
    /// let line = r#"{"id":"a","turnNumber":2,"moveInfos":[{"move":"Q5","visits":9,"winrate":0.39,"pv":["Q5","R5"]}],
    ///     "rootInfo":{"currentPlayer":"W","winrate":0.4,"scoreLead":-7.0,"visits":10}}"#;
    /// let Some(Reply::Answer(answer)) = Reply::parse(line) else { panic!() };
    /// assert_eq!((answer.turn, answer.to_move), (2, Some(Color::White)));
    ///
    /// // With `reportAnalysisWinratesAs = SIDETOMOVE`, the values are those of White here.
    /// let analysis = answer.analysis(Color::White, Size::default());
    /// assert_eq!((analysis.win_rate, analysis.lead), (Some(0.6), Some(7.0)));
    /// ```
    pub fn parse(line: &str) -> Option<Reply> {
        let json = &line[line.find('{')?..];
        let line: Line = serde_json::from_str(json).ok()?;
        let (id, field) = (line.id, line.field);
        if let Some(text) = line.error {
            return Some(Reply::Error(Message { id, field, text }));
        }
        if let Some(text) = line.warning {
            return Some(Reply::Warning(Message { id, field, text }));
        }
        let (root, moves) = (line.root.unwrap_or_default(), line.moves?);
        Some(Reply::Answer(Answer {
            id: id?,
            turn: line.turn,
            is_during_search: line.is_during_search,
            to_move: root.to_move(),
            root,
            moves,
            ownership: line.ownership,
            policy: line.policy,
        }))
    }
}

impl Answer {
    /// Returns the analysis on a board of this size, where the values of the answer are from the point of view of this
    /// player.
    ///
    /// The answer does not state the point of view. It is set by `reportAnalysisWinratesAs` in the configuration of KataGo,
    /// or by the query: Black, White, or the player to move ([`Answer::to_move`]).
    pub fn analysis(&self, view: Color, size: Size) -> Analysis {
        let mut moves: Vec<&Info> = self.moves.iter().collect();
        moves.sort_by_key(|info| info.order.unwrap_or(u32::MAX));
        let candidates = moves
            .into_iter()
            .filter_map(|info| info.candidate(None, view, size));
        let sign = if view == Color::Black { 1.0 } else { -1.0 };
        let is_grid = |values: &[f32], more: usize| values.len() == size.area() + more;
        let ownership = Some(&self.ownership[..]).filter(|all| is_grid(all, 0));
        let policy = Some(&self.policy[..]).filter(|all| is_grid(all, 1));
        let mut analysis = Analysis {
            position: AnalyzedPosition::AfterMove,
            candidates: candidates.collect(),
            ownership: ownership
                .unwrap_or_default()
                .iter()
                .map(|value| sign * value)
                .collect(),
            policy: policy.unwrap_or_default().to_vec(),
            ..Analysis::in_notation(Notation::KataGo)
        };
        self.root.put(view, &mut analysis);
        analysis
    }
}
