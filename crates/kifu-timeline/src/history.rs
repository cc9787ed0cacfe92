//! What the properties of each node held, since when.

use crate::strings::Strings;

/// The histories of all properties of all nodes.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    /// How many values are written in the recording. Numbers from there on are `made`.
    written: u32,
    /// Values that nobody wrote: rectangles of which a part went.
    made: Strings,
    /// Comments that grew: each starts where another ends.
    pub(crate) joined: String,
    /// Where in `joined` a comment stood at some time.
    texts: Vec<(usize, usize)>,
    entries: Vec<Entry>,
    steps: Vec<Step>,
    properties: Vec<History>,
    /// The first property of each node, and a last one.
    nodes: Vec<u32>,
    /// Of the node at hand.
    open: Vec<(u32, Vec<Step>)>,
    used: usize,
}

#[derive(Debug)]
struct History {
    ident: u32,
    /// Up to the first step of the next.
    first_step: u32,
}

/// What a property held from some moment on, up to the next step.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// How many events had happened at that moment.
    from: u32,
    /// How many had when the property appeared.
    since: u32,
    state: State,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum State {
    Absent,
    /// Values as written.
    Written {
        first: u32,
        count: u32,
    },
    /// A text of `texts`.
    Joined(u32),
    /// Those of these entries that are live.
    Listed {
        first: u32,
        end: u32,
    },
}

/// A value in a list, and its life: in numbers of events that had happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: u32,
    /// Its place in the order of the list.
    pub(crate) place: u32,
    pub(crate) born: u32,
    pub(crate) died: u32,
}

impl Histories {
    pub(crate) fn new(written: u32) -> Histories {
        Histories {
            written,
            nodes: vec![0],
            ..Histories::default()
        }
    }

    // ---- making ----

    pub(crate) fn made(&mut self, text: &str) -> u32 {
        self.written + self.made.push(text)
    }

    pub(crate) fn start_property(&mut self, ident: u32) {
        if self.used == self.open.len() {
            self.open.push((ident, Vec::new()));
        }
        self.open[self.used].0 = ident;
        self.used += 1;
    }

    pub(crate) fn step(&mut self, property: usize, from: u32, since: u32, state: State) {
        self.open[property].1.push(Step { from, since, state });
    }

    pub(crate) fn joined_from(&mut self, start: usize) -> State {
        self.texts.push((start, self.joined.len()));
        State::Joined(self.texts.len() as u32 - 1)
    }

    pub(crate) fn listed(&mut self, entries: &[Entry]) -> State {
        let first = self.entries.len() as u32;
        self.entries.extend_from_slice(entries);
        State::Listed {
            first,
            end: self.entries.len() as u32,
        }
    }

    pub(crate) fn finish_node(&mut self) {
        for (ident, steps) in &mut self.open[..self.used] {
            self.properties.push(History {
                ident: *ident,
                first_step: self.steps.len() as u32,
            });
            self.steps.append(steps);
        }
        self.used = 0;
        self.nodes.push(self.properties.len() as u32);
    }

    pub(crate) fn shrink(&mut self) {
        self.open = Vec::new();
        self.made.shrink();
        self.joined.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.entries.shrink_to_fit();
        self.steps.shrink_to_fit();
        self.properties.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }

    // ---- asking ----

    /// The properties that a node ever had: their places in the list of all.
    pub(crate) fn of_node(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node] as usize..self.nodes[node + 1] as usize
    }

    pub(crate) fn ident(&self, property: usize) -> u32 {
        self.properties[property].ident
    }

    /// What a property holds after so many events, and since when it is there; `None` if
    /// it is not.
    pub(crate) fn state(&self, property: usize, rank: u32) -> Option<(State, u32)> {
        let first = self.properties[property].first_step as usize;
        let next = self.properties.get(property + 1);
        let end = next.map_or(self.steps.len(), |next| next.first_step as usize);
        let steps = &self.steps[first..end];
        let step = steps[..steps.partition_point(|step| step.from <= rank)].last()?;
        match step.state {
            State::Absent => None,
            state => Some((state, step.since)),
        }
    }

    pub(crate) fn text(&self, text: u32) -> &str {
        let (start, end) = self.texts[text as usize];
        &self.joined[start..end]
    }

    pub(crate) fn value<'t>(&'t self, written: &'t Strings, value: u32) -> &'t str {
        match value.checked_sub(self.written) {
            Some(made) => self.made.get(made),
            None => written.get(value),
        }
    }

    /// The values of a list that are live after so many events, in their order.
    pub(crate) fn live(&self, first: u32, end: u32, rank: u32) -> Vec<u32> {
        let entries = &self.entries[first as usize..end as usize];
        let born = &entries[..entries.partition_point(|entry| entry.born <= rank)];
        let live = born.iter().filter(|entry| entry.died > rank);
        let mut live: Vec<(u32, u32)> = live.map(|entry| (entry.place, entry.value)).collect();
        live.sort_by_key(|(place, _)| *place);
        live.into_iter().map(|(_, value)| value).collect()
    }
}
