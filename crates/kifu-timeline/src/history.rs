//! The values of the properties of each node over time.

use crate::strings::Strings;

/// The histories of all properties of all nodes.
#[derive(Debug, Default)]
pub(crate) struct Histories {
    /// The number of values that are written in the recording. Larger numbers refer to `derived`.
    written: u32,
    /// Values that are not written in the recording: parts of rectangles.
    derived: Strings,
    /// The texts of extended comments; a text can share bytes with another one that extends it.
    pub(crate) joined: String,
    /// The ranges in `joined` of the comments at some time.
    texts: Vec<(usize, usize)>,
    entries: Vec<Entry>,
    /// The steps of the properties that have any.
    steps: Vec<Step>,
    /// The index of the first step of each of these properties.
    first_steps: Vec<u32>,
    properties: Vec<History>,
    /// The index of the first property of each node, and the total number.
    nodes: Vec<u32>,
    /// The properties of the current node.
    open: Vec<(u32, Vec<Step>)>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct History {
    /// The number of the identifier, with [`ONCE`] if a single event gave the property its values, for good.
    ident: u32,
    /// With [`ONCE`], the number of events up to that event. Otherwise the index of the first step in `first_steps`.
    at: u32,
}

/// A flag of nearly all properties, which have no steps.
const ONCE: u32 = 1 << 31;

/// The state of a property from some moment on, up to the next step.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The number of events before that moment.
    from: u32,
    /// The number of events before the property appeared.
    since: u32,
    state: PropertyState,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum PropertyState {
    Absent,
    /// The values of the event before the moment at which the property appeared.
    Once,
    /// Values as written.
    Written {
        first: u32,
        count: u32,
    },
    /// A text of `texts`.
    Joined(u32),
    /// The live entries among these.
    Listed {
        first: u32,
        end: u32,
    },
}

/// A value in a list with its lifetime, as numbers of events.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) value: u32,
    /// The position in the order of the list.
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

    // ---- building ----

    pub(crate) fn derive(&mut self, text: &str) -> u32 {
        self.written + self.derived.push(text)
    }

    pub(crate) fn start_property(&mut self, ident: u32) {
        if self.used == self.open.len() {
            self.open.push((ident, Vec::new()));
        }
        self.open[self.used].0 = ident;
        self.used += 1;
    }

    pub(crate) fn step(&mut self, property: usize, from: u32, since: u32, state: PropertyState) {
        self.open[property].1.push(Step { from, since, state });
    }

    pub(crate) fn joined_from(&mut self, start: usize) -> PropertyState {
        self.texts.push((start, self.joined.len()));
        PropertyState::Joined(self.texts.len() as u32 - 1)
    }

    pub(crate) fn listed(&mut self, entries: &[Entry]) -> PropertyState {
        let first = self.entries.len() as u32;
        self.entries.extend_from_slice(entries);
        PropertyState::Listed {
            first,
            end: self.entries.len() as u32,
        }
    }

    pub(crate) fn finish_node(&mut self) {
        for (ident, steps) in &mut self.open[..self.used] {
            if let [step] = &**steps {
                if let PropertyState::Written { .. } = step.state {
                    self.properties.push(History {
                        ident: *ident | ONCE,
                        at: step.from,
                    });
                    steps.clear();
                    continue;
                }
            }
            self.properties.push(History {
                ident: *ident,
                at: self.first_steps.len() as u32,
            });
            self.first_steps.push(self.steps.len() as u32);
            self.steps.append(steps);
        }
        self.used = 0;
        self.nodes.push(self.properties.len() as u32);
    }

    /// Adds a node with a single property, which got its values from a single event. `from` is the number of events up
    /// to that event.
    pub(crate) fn simple_node(&mut self, ident: u32, from: u32) {
        self.properties.push(History {
            ident: ident | ONCE,
            at: from,
        });
        self.nodes.push(self.properties.len() as u32);
    }

    pub(crate) fn shrink(&mut self) {
        self.open = Vec::new();
        self.derived.shrink();
        self.joined.shrink_to_fit();
        self.texts.shrink_to_fit();
        self.entries.shrink_to_fit();
        self.steps.shrink_to_fit();
        self.first_steps.shrink_to_fit();
        self.properties.shrink_to_fit();
        self.nodes.shrink_to_fit();
    }

    // ---- queries ----

    /// The indices of the properties that a node ever had.
    pub(crate) fn of_node(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node] as usize..self.nodes[node + 1] as usize
    }

    pub(crate) fn ident(&self, property: usize) -> u32 {
        self.properties[property].ident & !ONCE
    }

    /// The state of a property after `rank` events, and the rank at which it appeared; `None` if it does not
    /// exist.
    pub(crate) fn state(&self, property: usize, rank: u32) -> Option<(PropertyState, u32)> {
        let History { ident, at } = self.properties[property];
        if ident & ONCE != 0 {
            return (at <= rank).then_some((PropertyState::Once, at));
        }
        let (first, next) = (self.first_steps[at as usize] as usize, at as usize + 1);
        let end = self
            .first_steps
            .get(next)
            .map_or(self.steps.len(), |next| *next as usize);
        let steps = &self.steps[first..end];
        let step = steps[..steps.partition_point(|step| step.from <= rank)].last()?;
        match step.state {
            PropertyState::Absent => None,
            state => Some((state, step.since)),
        }
    }

    pub(crate) fn text(&self, text: u32) -> &str {
        let (start, end) = self.texts[text as usize];
        &self.joined[start..end]
    }

    pub(crate) fn value<'t>(&'t self, written: &'t Strings, value: u32) -> &'t str {
        match value.checked_sub(self.written) {
            Some(derived) => self.derived.get(derived),
            None => written.get(value),
        }
    }

    /// The values of a list that are live after `rank` events, in their order.
    pub(crate) fn live(&self, first: u32, end: u32, rank: u32) -> Vec<u32> {
        let entries = &self.entries[first as usize..end as usize];
        let born = &entries[..entries.partition_point(|entry| entry.born <= rank)];
        let live = born.iter().filter(|entry| entry.died > rank);
        let mut live: Vec<(u32, u32)> = live.map(|entry| (entry.place, entry.value)).collect();
        live.sort_by_key(|(place, _)| *place);
        live.into_iter().map(|(_, value)| value).collect()
    }
}
