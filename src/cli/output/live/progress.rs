//! Progress of long work on standard error: a bar on a terminal, a line per minute elsewhere.

use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::cli::host::{self, Listener};
use crate::cli::output::figures::duration;
use crate::cli::output::verbosity::is_quiet;
use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use serde::Serialize;

use crate::cli::output::terminal;

const LINE_INTERVAL: Duration = Duration::from_secs(60);
/// When the first line on games without a fixed number is due.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// A terminal of fewer columns gets no bar.
const NARROW: usize = 60;

/// A terminal of fewer columns gets the remark on a line of its own.
const WIDE: usize = 110;

/// The progress of games, or of whatever else is counted.
pub(crate) struct ProgressMeter {
    unit: &'static str,
    total: u64,
    /// Whether there may be fewer than the total.
    may_end_early: bool,
    played: AtomicU64,
    start: Instant,
    bar: Option<ProgressBar>,
    last_line: Mutex<Instant>,
    /// What there is to say beside the numbers.
    remark: Mutex<String>,
    listener: Option<Listener>,
}

/// What a host is told.
#[derive(Serialize)]
struct Told {
    event: &'static str,
    unit: &'static str,
    done: u64,
    total: u64,
}

impl ProgressMeter {
    /// Creates the progress of a number of games.
    pub(crate) fn new(total: u64) -> ProgressMeter {
        ProgressMeter::of(total, "games")
    }

    /// Creates the progress of games of which there may be fewer than `total`.
    pub(crate) fn until_decided(total: u64) -> ProgressMeter {
        let template = if columns() < NARROW {
            "{pos} games, at most {eta} left\n{msg}"
        } else if columns() < WIDE {
            "{pos} games, {speed}, at most {eta} left\n{msg}"
        } else {
            "{pos} games, {speed}, at most {eta} left  {wide_msg}"
        };
        let meter = ProgressMeter::by(template, total, "games");
        let early = meter.start.checked_sub(LINE_INTERVAL.saturating_sub(FIRST_LINE)).unwrap_or(meter.start);
        ProgressMeter { last_line: Mutex::new(early), may_end_early: true, ..meter }
    }

    /// Creates the progress of a number of things of a kind.
    pub(crate) fn of(total: u64, unit: &'static str) -> ProgressMeter {
        let template = if columns() < NARROW {
            format!("{{pos}}/{{len}} {unit}, {{eta}} left")
        } else {
            format!("{{bar:18}} {{pos}}/{{len}} {unit}, {{speed}}, {{eta}} left")
        };
        ProgressMeter::by(&template, total, unit)
    }

    fn by(template: &str, total: u64, unit: &'static str) -> ProgressMeter {
        // The echo of Ctrl-C moves the cursor down by a line, so that the first one is not removed: it is empty.
        let template = format!("\n{template}");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key(
            "speed",
            move |state: &ProgressState, text: &mut dyn fmt::Write| {
                // Writing to a string cannot fail.
                let _ = write!(text, "{} {unit}/s", speed(state.per_sec()));
            },
        );
        let bar = (io::stderr().is_terminal() && !is_quiet()).then(|| ProgressBar::new(total).with_style(style));
        let start = Instant::now();
        ProgressMeter {
            unit,
            total,
            may_end_early: false,
            played: AtomicU64::new(0),
            start,
            bar,
            last_line: Mutex::new(start),
            remark: Mutex::default(),
            listener: host::listener(),
        }
    }

    /// Adds finished games.
    pub(crate) fn add(&self, games: u64) {
        let played = self.played.fetch_add(games, Ordering::Relaxed) + games;
        if let Some(listener) = &self.listener {
            let told = Told { event: "progress", unit: self.unit, done: played, total: self.total };
            if let Ok(text) = serde_json::to_string(&told) {
                listener(&text);
            }
            return;
        }
        match &self.bar {
            Some(bar) => bar.inc(games),
            None => self.line_per_minute(played),
        }
    }

    /// Shows a remark of some parts beside the numbers, in place of the last one.
    pub(crate) fn tell(&self, remark: &[String]) {
        if let Some(bar) = &self.bar {
            bar.set_message(remark.join(if columns() < NARROW { "\n" } else { ", " }));
        } else if let Ok(mut last) = self.remark.lock() {
            *last = remark.join(", ");
        }
    }

    fn line_per_minute(&self, played: u64) {
        if is_quiet() {
            return;
        }
        let Ok(mut last) = self.last_line.lock() else { return };
        if last.elapsed() >= LINE_INTERVAL {
            *last = Instant::now();
            terminal::message(&self.line(played, self.speed()));
        }
    }

    /// Returns the numbers and the remark as a line.
    fn line(&self, played: u64, rate: f64) -> String {
        let left = duration(self.total.saturating_sub(played) as f64 / rate.max(1e-9));
        let [of, at_most] = if self.may_end_early { ["of at most", "at most "] } else { ["of", ""] };
        let (played, total, rate, unit) = (HumanCount(played), HumanCount(self.total), speed(rate), self.unit);
        let remark = self.remark.lock().map(|text| text.clone()).unwrap_or_default();
        let gap = if remark.is_empty() { "" } else { "; " };
        format!("{played} {of} {total} {unit}, {rate} {unit}/s, {at_most}{left} left{gap}{remark}")
    }

    /// Returns the games per second so far.
    pub(crate) fn speed(&self) -> f64 {
        self.played.load(Ordering::Relaxed) as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Formats a number of things per second, with a decimal where it matters.
fn speed(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") }
}

/// Returns the columns of the terminal that standard error is.
fn columns() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(WIDE, |(width, _)| usize::from(width.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_may_end_early_take_at_most_the_time_of_all() {
        assert_eq!(ProgressMeter::new(1200).line(200, 10.0), "200 of 1,200 games, 10 games/s, 1 min 40 s left");
        let meter = ProgressMeter::until_decided(1200);
        if let Ok(mut remark) = meter.remark.lock() {
            "LLR 1.0".clone_into(&mut remark);
        }
        let line = "200 of at most 1,200 games, 10 games/s, at most 1 min 40 s left; LLR 1.0";
        assert_eq!(meter.line(200, 10.0), line);
    }
}
