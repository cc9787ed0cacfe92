//! A player: the effect of commands and of passing time, without a screen and a clock.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::{Pace, Time, Timeline, View};

/// A command for a [`Player`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Control {
    /// Pause, or continue. At the end, start again.
    Pause,
    /// Move by this many seconds; backward if negative.
    Skip(i64),
    /// Pause, and move by one event.
    Event(Direction),
    /// Move to the next or previous time at which another node is shown.
    Node(Direction),
    /// Move to the start of the next or previous chapter.
    Chapter(Direction),
    /// Move to the start.
    Start,
    /// Move to the end.
    End,
    /// Change to the next higher or lower speed in a list.
    Speed(Direction),
}

/// A direction in time, or of speed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Forward, or to a higher speed.
    Next,
    /// Backward, or to a lower speed.
    Previous,
}

/// The speeds of [`Control::Speed`], in percent.
const SPEEDS: [u32; 11] = [25, 50, 75, 100, 125, 150, 200, 300, 400, 800, 1600];

/// A recording that is being played: the moment that is shown, whether time passes, and the pace.
///
/// A player does not have a clock. The caller tells it how much time has [passed](Player::pass), and asks when
/// the next event is [due](Player::due).
///
/// ```
/// use std::time::Duration;
/// use kifu_timeline::{Builder, Control, Direction, Pace, Player, Stamp, Time};
///
/// let second = |n| Some(Stamp::at(Time::from_secs(n)));
/// let mut builder = Builder::default();
/// let root = builder.add_node(None, second(0));
/// builder.put(root, "B", ["pd"], second(2));
/// builder.put(root, "C", ["a corner"], second(60));
/// let (timeline, _) = builder.build();
///
/// let mut player = Player::new(&timeline, Pace::default());
/// assert_eq!(player.due(), Some(Duration::from_secs(2)));
/// player.pass(Duration::from_secs(2));
/// assert_eq!(player.view().to_sgf(), "(;B[pd])");
/// player.apply(Control::Speed(Direction::Next));
/// player.pass(Duration::from_secs(4));
/// assert_eq!(player.time(), Time::from_secs(7));
/// player.apply(Control::Event(Direction::Next));
/// assert!(player.is_paused());
/// assert_eq!(player.time(), Time::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Player<'t> {
    timeline: &'t Timeline,
    time: Time,
    view: View<'t>,
    paused: bool,
    pace: Pace,
    /// The time of the last event, or the time to which a command moved.
    quiet_since: Time,
}

impl<'t> Player<'t> {
    /// Creates a player at the start of a recording.
    pub fn new(timeline: &'t Timeline, pace: Pace) -> Player<'t> {
        let mut player = Player {
            timeline,
            time: Time::ZERO,
            view: timeline.first(),
            paused: false,
            pace,
            quiet_since: Time::ZERO,
        };
        player.seek(player.start());
        player
    }

    /// The time of the moment that is shown.
    pub fn time(&self) -> Time {
        self.time
    }

    /// The state at that moment.
    pub fn view(&self) -> View<'t> {
        self.view
    }

    /// Whether playback is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// The pace of playback.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Pauses playback until [`Control::Pause`].
    pub fn pause(&mut self) {
        self.paused = true;
    }

    /// The label of the current chapter.
    pub fn chapter(&self) -> Option<&'t str> {
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

    /// Lets time pass. The player pauses at the end of the recording.
    pub fn pass(&mut self, elapsed: Duration) {
        if self.paused {
            return;
        }
        let mut left = scaled(elapsed, u128::from(self.pace.percent.get()), 100);
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

    /// The remaining time without events before `due`, shortened by the idle limit.
    fn silence(&self, due: Time) -> Duration {
        let silence = due.since(self.time);
        let was_quiet = self.time.since(self.quiet_since);
        match self.pace.idle_limit {
            Some(limit) => silence.min(limit.saturating_sub(was_quiet)),
            None => silence,
        }
    }

    /// The time until the next event or the end; `None` if playback is paused.
    pub fn due(&self) -> Option<Duration> {
        if self.paused {
            return None;
        }
        let next = self.view.next().and_then(|view| view.stamp());
        let due = next.map_or(self.timeline.duration(), |stamp| stamp.time);
        Some(scaled(
            self.silence(due),
            100,
            u128::from(self.pace.percent.get()),
        ))
    }

    // ---- controls ----

    /// Executes a command.
    pub fn apply(&mut self, control: Control) {
        match control {
            Control::Pause if self.is_at_end() => {
                self.seek(self.start());
                self.paused = false;
            }
            Control::Pause => self.paused = !self.paused,
            Control::Skip(seconds) => {
                let nanos = self
                    .time
                    .nanos()
                    .saturating_add(Time::from_secs(seconds).nanos());
                self.seek(Time::from_nanos(nanos));
            }
            Control::Event(direction) => self.step(direction),
            Control::Node(direction) => self.go_to_node(direction),
            Control::Chapter(direction) => {
                let mut markers = self.timeline.markers().map(|marker| marker.time);
                let found = match direction {
                    Direction::Next => markers.find(|time| *time > self.time),
                    Direction::Previous => markers.rfind(|time| *time < self.time),
                };
                self.go_or_end(direction, found);
            }
            Control::Start => self.seek(self.start()),
            Control::End => {
                self.seek(self.timeline.duration());
                self.view = self.timeline.last();
            }
            Control::Speed(direction) => self.change_speed(direction),
        }
    }

    /// Moves to a time, or to the start or the end if the time is outside of the recording.
    pub fn seek(&mut self, time: Time) {
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

    /// Moves to a time; without one, to the end or the start.
    fn go_or_end(&mut self, direction: Direction, time: Option<Time>) {
        match (time, direction) {
            (Some(time), _) => self.seek(time),
            (None, Direction::Next) => self.apply(Control::End),
            (None, Direction::Previous) => self.apply(Control::Start),
        }
    }

    fn go_to_node(&mut self, direction: Direction) {
        let timeline = self.timeline;
        let rank = self.view.rank();
        let time_of = |rank| {
            let moved = timeline.at_rank(rank).cursor() != timeline.at_rank(rank + 1).cursor();
            let at = timeline.stamp(rank).filter(|_| moved)?;
            Some(at.time)
        };
        let found = match direction {
            Direction::Next => (rank..timeline.len()).find_map(time_of),
            Direction::Previous => {
                let mut times = (0..rank).rev().filter_map(time_of);
                times.find(|time| *time < self.time)
            }
        };
        self.go_or_end(direction, found);
    }

    fn step(&mut self, direction: Direction) {
        self.paused = true;
        let view = match direction {
            Direction::Next => self.view.next(),
            Direction::Previous => {
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

    fn change_speed(&mut self, direction: Direction) {
        let now = self.pace.percent.get();
        let mut speeds = SPEEDS.into_iter();
        let speed = match direction {
            Direction::Next => speeds.find(|speed| *speed > now),
            Direction::Previous => speeds.rfind(|speed| *speed < now),
        };
        if let Some(percent) = speed.and_then(NonZeroU32::new) {
            self.pace.percent = percent;
        }
    }
}

/// Multiplies a duration by a fraction.
fn scaled(duration: Duration, times: u128, over: u128) -> Duration {
    let nanos = duration.as_nanos().saturating_mul(times) / over;
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builder, Stamp};

    /// A lecture of 120 seconds: moves at 1, 2, 3 and 100, also a comment at 100, and chapters at 2 and 100.
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
        Player::new(timeline, Pace::default())
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
        player.apply(Control::Speed(Direction::Next));
        player.apply(Control::Speed(Direction::Next));
        player.apply(Control::Speed(Direction::Next));
        assert_eq!(player.pace().percent.get(), 200);
        player.pass(seconds(1));
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(3), 3));
        player.apply(Control::Speed(Direction::Previous));
        assert_eq!(player.pace().percent.get(), 150);
    }

    #[test]
    fn it_stops_at_the_end_and_can_start_again() {
        let timeline = lecture();
        let mut player = player(&timeline);
        player.pass(seconds(1000));
        assert!(player.is_paused());
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(120), 4));
        assert_eq!(player.due(), None);
        player.apply(Control::Pause);
        assert_eq!(
            (player.time(), nodes(&player), player.is_paused()),
            (Time::ZERO, 0, false)
        );
    }

    #[test]
    fn silences_are_cut() {
        let timeline = lecture();
        let pace = Pace {
            idle_limit: Some(seconds(2)),
            ..Pace::default()
        };
        let mut player = Player::new(&timeline, pace);
        player.pass(seconds(4));
        assert_eq!(player.time(), Time::from_secs(4));
        assert_eq!(player.due(), Some(seconds(1)));
        player.pass(seconds(1));
        assert_eq!((player.time(), nodes(&player)), (Time::from_secs(100), 4));
        // After a command moves into a silence, the silence counts from there.
        player.apply(Control::Skip(-50));
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
        player.apply(Control::Pause);
        player.pass(seconds(50));
        assert_eq!((player.time(), player.due()), (Time::ZERO, None));
        player.apply(Control::Pause);
        player.pass(seconds(50));
        assert_eq!(player.time(), Time::from_secs(50));
    }

    #[test]
    fn controls_change_the_position() {
        let timeline = lecture();
        let mut player = player(&timeline);
        let mut at = |control| {
            player.apply(control);
            player.time().to_string()
        };
        assert_eq!(at(Control::Skip(5)), "5");
        assert_eq!(at(Control::Skip(60)), "65");
        assert_eq!(at(Control::Skip(60)), "120", "it has no more");
        assert_eq!(at(Control::Node(Direction::Previous)), "100");
        assert_eq!(at(Control::Node(Direction::Previous)), "3");
        assert_eq!(at(Control::Node(Direction::Previous)), "2");
        assert_eq!(at(Control::Node(Direction::Next)), "3");
        assert_eq!(at(Control::Chapter(Direction::Next)), "100");
        assert_eq!(at(Control::Chapter(Direction::Previous)), "2");
        assert_eq!(
            at(Control::Chapter(Direction::Previous)),
            "0",
            "there is none before"
        );
        assert_eq!(at(Control::Node(Direction::Previous)), "0");
        assert_eq!(at(Control::Skip(-5)), "0");
        assert_eq!(at(Control::End), "120");
        assert_eq!(at(Control::Node(Direction::Next)), "120");
        assert_eq!(at(Control::Start), "0");
    }

    #[test]
    fn steps_go_event_by_event_and_stop() {
        let timeline = lecture();
        let mut player = player(&timeline);
        for rank in 1..=timeline.len() {
            player.apply(Control::Event(Direction::Next));
            assert_eq!(player.view().rank(), rank);
        }
        player.apply(Control::Event(Direction::Next));
        assert_eq!(player.view(), timeline.last());
        assert!(player.is_paused());
        for rank in (0..timeline.len()).rev() {
            player.apply(Control::Event(Direction::Previous));
            assert_eq!(player.view().rank(), rank);
        }
        player.apply(Control::Event(Direction::Previous));
        assert_eq!((player.view().rank(), player.time()), (0, Time::ZERO));
        // Playback that continues between events of one time includes the remaining ones.
        player.apply(Control::Node(Direction::Next));
        player.apply(Control::Event(Direction::Previous));
        player.apply(Control::Pause);
        player.pass(Duration::ZERO);
        assert_eq!(player.view(), timeline.at(Time::from_secs(1)));
    }

    #[test]
    fn the_player_has_the_current_chapter() {
        let timeline = lecture();
        let mut player = player(&timeline);
        assert_eq!(player.chapter(), None);
        player.apply(Control::Skip(5));
        assert_eq!(player.chapter(), Some("2"));
        player.apply(Control::End);
        assert_eq!(player.chapter(), Some("100"));
    }
}
