//! Playing a recording: what keys and the clock do. It knows no terminal.

use std::num::NonZeroU16;
use std::time::Duration;

use kifu::timeline::{Time, Timeline, View};

/// What somebody at the keys wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    /// Stop, or go on; at the end, start anew.
    Pause,
    /// So many seconds on, or back.
    Seek(i64),
    /// To the next event, or the one before.
    Step(Turn),
    /// To where another node is shown next, or was before.
    Node(Turn),
    /// To the next chapter, or the one before.
    Marker(Turn),
    Start,
    End,
    /// To the next higher speed, or the next lower one.
    Speed(Turn),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    Next,
    Before,
}

/// Speeds in percent that keys lead to.
const SPEEDS: [u16; 11] = [25, 50, 75, 100, 125, 150, 200, 300, 400, 800, 1600];

/// A recording at a moment, moving or not.
#[derive(Clone, Debug)]
pub(crate) struct Player<'t> {
    timeline: &'t Timeline,
    time: Time,
    view: View<'t>,
    paused: bool,
    percent: NonZeroU16,
    idle_limit: Option<Duration>,
    /// When something happened last, or somebody came here.
    quiet_since: Time,
}

impl<'t> Player<'t> {
    /// Starts at a time, or where the recording starts.
    pub(crate) fn new(
        timeline: &'t Timeline,
        from: Option<Time>,
        percent: NonZeroU16,
        idle_limit: Option<Duration>,
    ) -> Player<'t> {
        let mut player = Player {
            timeline,
            time: Time::ZERO,
            view: timeline.first(),
            paused: false,
            percent,
            idle_limit,
            quiet_since: Time::ZERO,
        };
        player.go(from.unwrap_or(player.start()));
        player
    }

    pub(crate) fn time(&self) -> Time {
        self.time
    }

    pub(crate) fn view(&self) -> View<'t> {
        self.view
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused
    }

    /// The speed in percent.
    pub(crate) fn percent(&self) -> u16 {
        self.percent.get()
    }

    pub(crate) fn pause(&mut self) {
        self.paused = true;
    }

    /// The chapter that is being played.
    pub(crate) fn chapter(&self) -> Option<&'t str> {
        self.view.chapter().map(|marker| marker.label)
    }

    fn start(&self) -> Time {
        let first = self.timeline.first().next();
        let first = first.and_then(|view| view.stamp());
        first.map_or(Time::ZERO, |stamp| stamp.time.min(Time::ZERO))
    }

    fn is_at_end(&self) -> bool {
        self.time >= self.timeline.duration() && self.view.next().is_none()
    }

    // ---- the clock ----

    /// Lets time pass.
    pub(crate) fn pass(&mut self, elapsed: Duration) {
        if self.paused {
            return;
        }
        let mut left = scaled(elapsed, u128::from(self.percent.get()), 100);
        loop {
            let next = self.view.next();
            let due = next.and_then(|view| view.stamp());
            let due = due.map_or(self.timeline.duration(), |stamp| stamp.time);
            let silence = self.silence(due);
            if left < silence {
                self.time = self.time.after(left);
                return;
            }
            left -= silence;
            self.time = self.time.max(due);
            self.quiet_since = self.time;
            match next {
                Some(_) => self.view = self.timeline.at(self.time),
                None => {
                    self.paused = true;
                    return;
                }
            }
        }
    }

    /// How long nothing happens any more up to a time, cut short.
    fn silence(&self, due: Time) -> Duration {
        let silence = due.since(self.time);
        let was_quiet = self.time.since(self.quiet_since);
        match self.idle_limit {
            Some(limit) => silence.min(limit.saturating_sub(was_quiet)),
            None => silence,
        }
    }

    /// How long until something happens; `None` if nothing does.
    pub(crate) fn due(&self) -> Option<Duration> {
        if self.paused {
            return None;
        }
        let next = self.view.next().and_then(|view| view.stamp());
        let due = next.map_or(self.timeline.duration(), |stamp| stamp.time);
        Some(scaled(
            self.silence(due),
            100,
            u128::from(self.percent.get()),
        ))
    }

    // ---- keys ----

    pub(crate) fn press(&mut self, key: Key) {
        match key {
            Key::Pause if self.is_at_end() => {
                self.go(self.start());
                self.paused = false;
            }
            Key::Pause => self.paused = !self.paused,
            Key::Seek(seconds) => {
                let nanos = self
                    .time
                    .nanos()
                    .saturating_add(Time::from_secs(seconds).nanos());
                self.go(Time::from_nanos(nanos));
            }
            Key::Step(turn) => self.step(turn),
            Key::Node(turn) => self.go_to_node(turn),
            Key::Marker(turn) => {
                let mut markers = self.timeline.markers().map(|marker| marker.time);
                let found = match turn {
                    Turn::Next => markers.find(|time| *time > self.time),
                    Turn::Before => markers.rfind(|time| *time < self.time),
                };
                self.go_or_end(turn, found);
            }
            Key::Start => self.go(self.start()),
            Key::End => {
                self.go(self.timeline.duration());
                self.view = self.timeline.last();
            }
            Key::Speed(turn) => self.change_speed(turn),
        }
    }

    fn go(&mut self, time: Time) {
        self.time = time.clamp(self.start(), self.timeline.duration().max(self.start()));
        self.quiet_since = self.time;
        let view = self.timeline.at(self.time);
        let first = self.timeline.first();
        self.view = if view.rank() < first.rank() {
            first
        } else {
            view
        };
    }

    /// Without such a place, to the end that lies there.
    fn go_or_end(&mut self, turn: Turn, time: Option<Time>) {
        match (time, turn) {
            (Some(time), _) => self.go(time),
            (None, Turn::Next) => self.press(Key::End),
            (None, Turn::Before) => self.press(Key::Start),
        }
    }

    fn go_to_node(&mut self, turn: Turn) {
        let timeline = self.timeline;
        let rank = self.view.rank();
        let time_of = |rank| {
            let moved = timeline.rank(rank).cursor() != timeline.rank(rank + 1).cursor();
            let at = timeline.stamp(rank).filter(|_| moved)?;
            Some(at.time)
        };
        let found = match turn {
            Turn::Next => (rank..timeline.len()).find_map(time_of),
            Turn::Before => {
                let mut times = (0..rank).rev().filter_map(time_of);
                times.find(|time| *time < self.time)
            }
        };
        self.go_or_end(turn, found);
    }

    fn step(&mut self, turn: Turn) {
        self.paused = true;
        let view = match turn {
            Turn::Next => self.view.next(),
            Turn::Before => {
                let first = self.timeline.first().rank();
                self.view.previous().filter(|view| view.rank() >= first)
            }
        };
        if let Some(view) = view {
            self.view = view;
            self.time = view.stamp().map_or(self.start(), |stamp| stamp.time);
            self.quiet_since = self.time;
        }
    }

    fn change_speed(&mut self, turn: Turn) {
        let now = self.percent.get();
        let mut speeds = SPEEDS.into_iter();
        let speed = match turn {
            Turn::Next => speeds.find(|speed| *speed > now),
            Turn::Before => speeds.rfind(|speed| *speed < now),
        };
        self.percent = speed.and_then(NonZeroU16::new).unwrap_or(self.percent);
    }
}

/// A duration times a fraction.
fn scaled(duration: Duration, times: u128, over: u128) -> Duration {
    let nanos = duration.as_nanos().saturating_mul(times) / over;
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use kifu::timeline::{Builder, Stamp};

    use super::*;

    /// Moves at 1, 2, 3 and 100, a comment at 100 too, chapters at 2 and 100, 120 seconds long.
    fn lecture() -> Timeline {
        let second = |n| Some(Stamp::at(Time::from_secs(n)));
        let mut builder = Builder::default();
        let mut parent = None;
        for (n, player) in [(1, "B"), (2, "W"), (3, "B"), (100, "W")] {
            let node = builder.add_node(parent, second(n));
            builder.put(node, player, ["aa"], second(n));
            if n == 2 || n == 100 {
                builder.trigger(node, &format!("X-MARK:{n}"), second(n));
            }
            parent = Some(node);
        }
        builder.put(parent.unwrap(), "C", ["late"], second(100));
        builder.duration(Time::from_secs(120));
        builder.build().0
    }

    fn player(timeline: &Timeline) -> Player<'_> {
        Player::new(timeline, None, NonZeroU16::new(100).unwrap(), None)
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn nodes(player: &Player<'_>) -> usize {
        player.view().to_sgf().matches(';').count()
    }

    #[test]
    fn time_passes_at_the_speed() {
        let timeline = lecture();
        let mut player = player(&timeline);
        assert_eq!(player.due(), Some(seconds(1)));
        player.pass(Duration::from_millis(999));
        assert_eq!(nodes(&player), 0);
        player.pass(Duration::from_millis(1));
        assert_eq!((nodes(&player), player.due()), (1, Some(seconds(1))));
        player.press(Key::Speed(Turn::Next));
        player.press(Key::Speed(Turn::Next));
        player.press(Key::Speed(Turn::Next));
        assert_eq!(player.percent(), 200);
        player.pass(seconds(1));
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(3), 3));
        player.press(Key::Speed(Turn::Before));
        assert_eq!(player.percent(), 150);
    }

    #[test]
    fn it_stops_at_the_end_and_can_start_anew() {
        let timeline = lecture();
        let mut player = player(&timeline);
        player.pass(seconds(1000));
        assert!(player.is_paused());
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(120), 4));
        assert_eq!(player.due(), None);
        player.press(Key::Pause);
        assert_eq!(
            (player.time(), nodes(&player), player.is_paused()),
            (Time::ZERO, 0, false)
        );
    }

    #[test]
    fn silences_are_cut() {
        let timeline = lecture();
        let speed = NonZeroU16::new(100).unwrap();
        let mut player = Player::new(&timeline, None, speed, Some(seconds(2)));
        player.pass(seconds(4));
        assert_eq!(player.time(), Time::from_secs(4));
        assert_eq!(player.due(), Some(seconds(1)));
        player.pass(seconds(1));
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(100), 4));
        // A silence that somebody walked into starts there.
        player.press(Key::Seek(-50));
        assert_eq!(player.due(), Some(seconds(2)));
        player.pass(seconds(2));
        assert_eq!(player.time(), Time::from_secs(100));
        player.pass(seconds(2));
        assert_eq!(
            (player.time(), player.is_paused()),
            (Time::from_secs(120), true)
        );
    }

    #[test]
    fn nothing_moves_while_it_is_paused() {
        let timeline = lecture();
        let mut player = player(&timeline);
        player.press(Key::Pause);
        player.pass(seconds(50));
        assert_eq!((player.time(), player.due()), (Time::ZERO, None));
        player.press(Key::Pause);
        player.pass(seconds(50));
        assert_eq!(player.time(), Time::from_secs(50));
    }

    #[test]
    fn keys_lead_to_places() {
        let timeline = lecture();
        let mut player = player(&timeline);
        let mut at = |key| {
            player.press(key);
            player.time().to_string()
        };
        assert_eq!(at(Key::Seek(5)), "5");
        assert_eq!(at(Key::Seek(60)), "65");
        assert_eq!(at(Key::Seek(60)), "120", "it has no more");
        assert_eq!(at(Key::Node(Turn::Before)), "100");
        assert_eq!(at(Key::Node(Turn::Before)), "3");
        assert_eq!(at(Key::Node(Turn::Before)), "2");
        assert_eq!(at(Key::Node(Turn::Next)), "3");
        assert_eq!(at(Key::Marker(Turn::Next)), "100");
        assert_eq!(at(Key::Marker(Turn::Before)), "2");
        assert_eq!(at(Key::Marker(Turn::Before)), "0", "there is none before");
        assert_eq!(at(Key::Node(Turn::Before)), "0");
        assert_eq!(at(Key::Seek(-5)), "0");
        assert_eq!(at(Key::End), "120");
        assert_eq!(at(Key::Node(Turn::Next)), "120");
        assert_eq!(at(Key::Start), "0");
    }

    #[test]
    fn steps_go_event_by_event_and_stop() {
        let timeline = lecture();
        let mut player = player(&timeline);
        for rank in 1..=timeline.len() {
            player.press(Key::Step(Turn::Next));
            assert_eq!(player.view().rank(), rank);
        }
        player.press(Key::Step(Turn::Next));
        assert_eq!(player.view(), timeline.last());
        assert!(player.is_paused());
        for rank in (0..timeline.len()).rev() {
            player.press(Key::Step(Turn::Before));
            assert_eq!(player.view().rank(), rank);
        }
        player.press(Key::Step(Turn::Before));
        assert_eq!((player.view().rank(), player.time()), (0, Time::ZERO));
        // Going on from among the events of one time takes up the others.
        player.press(Key::Node(Turn::Next));
        player.press(Key::Step(Turn::Before));
        player.press(Key::Pause);
        player.pass(Duration::ZERO);
        assert_eq!(player.view(), timeline.at(Time::from_secs(1)));
    }

    #[test]
    fn it_knows_the_chapter() {
        let timeline = lecture();
        let mut player = player(&timeline);
        assert_eq!(player.chapter(), None);
        player.press(Key::Seek(5));
        assert_eq!(player.chapter(), Some("2"));
        player.press(Key::End);
        assert_eq!(player.chapter(), Some("100"));
    }
}
