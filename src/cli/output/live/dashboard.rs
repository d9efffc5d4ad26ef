//! A run in progress: a repainted display on a terminal, a line per generation elsewhere.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::stats::Score;
use crate::text::{self, fixed, plural, signed};
use crate::tune::{ContestKind, GenerationReport, Measurement, Observer, Pruning, Repair, Slot, TunePlan};
use indicatif::style::ProgressTracker;
use indicatif::{HumanCount, MultiProgress, ProgressBar, ProgressState, ProgressStyle};
use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};
use unicode_width::UnicodeWidthStr;

use crate::cli::output::figures::{duration, moment, now, shown_rate};
use crate::cli::output::live::repairs::RepairNotes;
use crate::cli::output::live::search_state::search_state;
use crate::cli::output::live::taskbar::Taskbar;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::output::wrapped::fill;
use crate::cli::players::Members;
use crate::cli::signals;

/// A terminal of fewer columns gets no bars.
const NARROW: usize = 60;
/// One of fewer columns gets short bars.
const WIDE: usize = 100;

/// What ends with a comma is not divided.
const PARTS: WordSeparator = WordSeparator::Custom(|text| Box::new(text.split_inclusive(", ").map(Word::from)));

/// The display of a run in progress.
pub(crate) struct Dashboard {
    slots: Vec<Slot>,
    opponents: Vec<String>,
    /// Generations from one line to the next.
    every: u64,
    pace: Arc<WorkRate>,
    block: Option<Display>,
    taskbar: Taskbar,
    /// Where lines go: standard output, or standard error when that is for JSON.
    lines_to_stderr: bool,
    /// Raised when the output has no reader any more.
    stop: Arc<AtomicBool>,
    /// When that was last checked, in intervals since the start.
    checked: AtomicU64,
    /// Who plays, if they are a cluster.
    members: Option<Members>,
}

/// The milliseconds from one look at the reader of the output to the next.
const READER_INTERVAL: u128 = 100;

/// The work that remains in a run.
#[derive(Clone, Copy, Default)]
pub(crate) struct RemainingWork {
    /// All games of the run, those of measurements and of the verdict included.
    pub(crate) games: u64,
    /// Those that earlier sessions have played.
    pub(crate) played: u64,
    /// The games of the verdict.
    pub(crate) verdict: u64,
    /// When the search must have ended.
    pub(crate) until: Option<Instant>,
}

/// How fast the work goes, and how much is left.
struct WorkRate {
    ahead: RemainingWork,
    started: Instant,
    /// Games played since the work began.
    games: AtomicU64,
}

impl WorkRate {
    fn speed(&self) -> f64 {
        self.games.load(Ordering::Relaxed) as f64 / self.started.elapsed().as_secs_f64().max(1e-9)
    }

    /// The games of the run that are played, those of earlier sessions included.
    fn played(&self) -> u64 {
        self.ahead.played + self.games.load(Ordering::Relaxed)
    }

    /// How long the games that are left will take at the pace so far, those of the verdict included.
    fn left(&self) -> f64 {
        let RemainingWork { games, verdict, until, .. } = self.ahead;
        let speed = self.speed().max(1e-9);
        let left = games.saturating_sub(self.played()) as f64 / speed;
        let limit = until.map(|until| until.saturating_duration_since(Instant::now()).as_secs_f64());
        limit.map_or(left, |limit| left.min(limit + verdict as f64 / speed))
    }
}

/// The repainted part of a terminal.
struct Display {
    bars: MultiProgress,
    overall: ProgressBar,
    contest: ProgressBar,
    text: ProgressBar,
}

impl Dashboard {
    /// Creates the display of a run.
    pub(crate) fn new(plan: &TunePlan, ahead: RemainingWork, lines_to_stderr: bool, stop: &Arc<AtomicBool>) -> Self {
        let (slots, opponents) = (plan.encoding().slots().to_vec(), plan.conditions().opponent_names());
        Self::create(
            slots,
            opponents,
            plan.config().reporting.every,
            (plan.config().name.clone(), ahead),
            lines_to_stderr,
            stop,
        )
    }

    fn create(
        slots: Vec<Slot>,
        opponents: Vec<String>,
        every: u64,
        (name, ahead): (String, RemainingWork),
        lines_to_stderr: bool,
        stop: &Arc<AtomicBool>,
    ) -> Self {
        let terminal = io::stdout().is_terminal() && io::stderr().is_terminal() && !is_quiet();
        let pace = Arc::new(WorkRate { ahead, started: Instant::now(), games: AtomicU64::new(0) });
        Self {
            slots,
            opponents,
            every,
            block: terminal.then(|| Display::new(&pace)),
            taskbar: Taskbar::new(name, terminal),
            pace,
            lines_to_stderr,
            stop: Arc::clone(stop),
            checked: AtomicU64::new(0),
            members: None,
        }
    }

    /// Also shows who plays.
    pub(crate) fn with(self, members: Option<Members>) -> Self {
        Self { members, ..self }
    }

    /// Creates the display of an evaluation.
    pub(crate) fn of_matches(lines_to_stderr: bool, stop: &Arc<AtomicBool>) -> Self {
        Self::create(Vec::new(), Vec::new(), 1, (String::new(), RemainingWork::default()), lines_to_stderr, stop)
    }

    /// Removes the display.
    pub(crate) fn finish(&self) {
        if let Some(block) = &self.block {
            for bar in [&block.overall, &block.contest, &block.text] {
                bar.finish_and_clear();
            }
            // Nothing to do if the terminal is closed.
            let _ = block.bars.clear();
        }
        self.taskbar.clear();
    }

    /// Stops the work if the output has no reader any more, unless the program is to outlive its terminal.
    fn stop_without_reader(&self) {
        let interval = u64::try_from(self.pace.started.elapsed().as_millis() / READER_INTERVAL).unwrap_or(u64::MAX);
        if self.checked.swap(interval, Ordering::Relaxed) < interval
            && terminal::reader_is_gone()
            && !signals::outlives_terminal()
        {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn line(&self, text: &str) {
        if is_quiet() {
            return;
        }
        let written = match &self.block {
            Some(block) => block.bars.println(fill(&text::harmless(text), width())),
            None if self.lines_to_stderr => {
                terminal::message(text);
                Ok(())
            }
            None => writeln!(terminal::stdout(), "{text}"),
        };
        // The work continues if the output is closed.
        let _ = written;
    }
}

impl Display {
    fn new(pace: &Arc<WorkRate>) -> Display {
        let bars = MultiProgress::new();
        let styled = |template: &str, length| {
            let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            bars.add(ProgressBar::new(length).with_style(style.with_key("left", Left(Arc::clone(pace)))))
        };
        let narrow = width() < NARROW;
        let [overall, contest] = if narrow {
            ["{percent:>3} %{left}", "{pos}/{len}, {wide_msg}"]
        } else if width() < WIDE {
            ["{bar:8} {percent:>3} %{left}{wide_msg}", "{bar:8} {pos}/{len} games, {wide_msg}"]
        } else {
            ["{bar:18} {percent:>3} %{left}{wide_msg}", "{bar:18} {pos}/{len} games, {wide_msg}"]
        };
        // An evaluation has only its contests.
        let has_overall = pace.ahead.games > 0;
        // The echo of Ctrl-C moves the cursor down by a line, so that the first one is not removed: it is empty.
        let [overall, contest] = if has_overall {
            [format!("\n{overall}"), contest.to_owned()]
        } else {
            [overall, contest].map(|bar| format!("\n{bar}"))
        };
        let overall = styled(&overall, pace.ahead.games.max(1));
        overall.set_position(pace.ahead.played);
        if has_overall {
            // The time left moves on while a long game is played.
            overall.enable_steady_tick(Duration::from_millis(500));
        } else {
            overall.finish_and_clear();
        }
        Display { overall, contest: styled(&contest, 1), text: styled("{msg}", 1), bars }
    }
}

/// The speed and the time left, computed whenever they are painted.
#[derive(Clone)]
struct Left(Arc<WorkRate>);

impl ProgressTracker for Left {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(self.clone())
    }

    fn tick(&mut self, _: &ProgressState, _: Instant) {}

    fn reset(&mut self, _: &ProgressState, _: Instant) {}

    fn write(&self, _: &ProgressState, text: &mut dyn fmt::Write) {
        let Self(pace) = self;
        // Before the first game nothing is known. Writing to a string cannot fail.
        if pace.games.load(Ordering::Relaxed) > 0 {
            let _ = write!(text, ", {:.0} games/s, {} left", pace.speed(), duration(pace.left()));
        }
    }
}

/// The width of the terminal.
fn width() -> usize {
    terminal_size::terminal_size_of(io::stderr()).map_or(100, |(width, _)| usize::from(width.0))
}

impl Observer for Dashboard {
    fn repaired(&self, repair: &Repair) {
        RepairNotes.repaired(repair);
    }

    fn contest_started(&self, kind: ContestKind, games: u64) {
        let Some(block) = &self.block else {
            // A line for each stage of the verdict; the search has one for each generation.
            if !matches!(
                kind,
                ContestKind::Generation(_) | ContestKind::Duels(_) | ContestKind::Holdout(_) | ContestKind::Pruning(_)
            ) && !self.slots.is_empty()
            {
                self.line(&format!("verdict, {kind}: {} {}", HumanCount(games), plural(games, "game")));
            }
            return;
        };
        block.contest.set_length(games);
        block.contest.set_position(0);
        block.contest.set_message(if width() < NARROW { brief(kind) } else { kind.to_string() });
    }

    fn games_played(&self, games: u64) {
        self.pace.games.fetch_add(games, Ordering::Relaxed);
        self.stop_without_reader();
        if let Some(block) = &self.block {
            block.overall.inc(games);
            block.contest.inc(games);
            self.taskbar.show(self.pace.played(), self.pace.ahead.games);
        }
    }

    fn measured(&self, measurement: &Measurement) {
        let (score, generation) = (with_error(&measurement.score), measurement.generation);
        let (delta, margin) = (100.0 * measurement.delta.difference, 100.0 * measurement.delta.interval.margin());
        let versus = if margin > 0.0 {
            format!("vs improved {} ± {} points (95 %)", signed(delta, 1), fixed(margin, 1))
        } else {
            "which is what improved has".to_owned()
        };
        let when = moment(generation);
        self.line(&format!("hold-out {when}: {score}, {versus}"));
    }

    fn pruned(&self, pruning: &Pruning) {
        let (score, features) = (with_error(&pruning.score), pruning.feature_names().join(", "));
        let them = if pruning.features.len() > 1 { "them" } else { "it" };
        let what = if pruning.accepted { "left out from now on" } else { "kept" };
        self.line(&format!(
            "without {features} {}: {score} against the weights with {them}; {what}",
            moment(pruning.generation)
        ));
    }

    fn generation_finished(&self, report: &GenerationReport) {
        let GenerationReport { generation, generations, .. } = report;
        match &self.block {
            Some(block) => {
                block.overall.set_message(format!(", generation {generation}/{generations}"));
                block.text.set_message(text::harmless(&self.text(report)).into_owned());
            }
            None if generation.is_multiple_of(self.every) || generation == generations => {
                let (games, speed) = (HumanCount(report.games), self.pace.speed());
                let pace = format!("{games} games, {speed:.0} games/s, {} left", duration(self.pace.left()));
                // A method may know nothing about some of it.
                let parts = [
                    clause("", scores(report).into_iter().chain(search_state(report))),
                    Some(pace),
                    self.members.as_ref().map(|members| members()),
                    clause("candidates versus ", self.versus(report)),
                    clause("weights ", self.weights(report)),
                    Some(format!("saved {}", now().format("%H:%M:%S"))),
                ];
                let parts = parts.into_iter().flatten().collect::<Vec<_>>().join("; ");
                self.line(&format!("generation {generation}/{generations}: {parts}"));
            }
            None => {}
        }
    }
}

impl Dashboard {
    /// The lines below the bars.
    fn text(&self, report: &GenerationReport) -> String {
        let width = width();
        let saved = format!("after generation {}, {}", report.generation, now().format("%H:%M:%S"));
        let mut text = wrapped("scores    ", scores(report), width);
        text += &wrapped("search    ", search_state(report), width);
        let mut versus = self.versus(report);
        if let Some(first) = versus.first_mut() {
            first.insert_str(0, "candidates: ");
        }
        text += &wrapped("versus    ", versus, width);
        text += &wrapped("weights   ", self.weights(report), width);
        if let Some(members) = &self.members {
            text += &wrapped("workers   ", [members()], width);
        }
        text += &wrapped("saved     ", [saved], width);
        text.trim_end().to_owned()
    }

    /// The candidates' average score against each opponent.
    fn versus(&self, report: &GenerationReport) -> Vec<String> {
        let versus = self.opponents.iter().zip(&report.opponents);
        versus.filter_map(|(name, score)| score.map(|score| format!("{name} {} %", fixed(100.0 * score, 0)))).collect()
    }

    /// The mean's weights, with a mark at those that stand at a bound.
    fn weights(&self, report: &GenerationReport) -> Vec<String> {
        let weight = |(slot, weight): (&Slot, &f64)| {
            let mark = if slot.is_at_bound(*weight) { " (at bound)" } else { "" };
            format!("{} {}{mark}", slot.name(), fixed(*weight, 3))
        };
        self.slots.iter().zip(&report.weights).map(weight).collect()
    }
}

/// What a contest is for in a few words, for a narrow terminal.
fn brief(kind: ContestKind) -> String {
    let text = kind.to_string();
    let end = [" of ", " on ", " after "].iter().filter_map(|words| text.find(words)).min();
    text[..end.unwrap_or(text.len())].to_owned()
}

/// Joins parts by commas behind a label, if there are any.
fn clause(label: &str, parts: impl IntoIterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().collect();
    (!parts.is_empty()).then(|| format!("{label}{}", parts.join(", ")))
}

/// The scores of a generation.
fn scores(report: &GenerationReport) -> Vec<String> {
    let selection = report.selection.map(|score| format!("selection score {} % (biased)", fixed(100.0 * score, 1)));
    let mean = report.mean.as_ref().map(|score| format!("mean {}", with_error(score)));
    selection.into_iter().chain(mean).collect()
}

fn with_error(score: &Score) -> String {
    format!("{} %", shown_rate(score, 1))
}

/// Joins parts by commas, in lines of a width behind a label; a line never ends within a part, unless one is wider.
fn wrapped(label: &str, parts: impl IntoIterator<Item = String>, width: usize) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    let text = parts.join(", ");
    let fit = parts.iter().all(|part| label.len() + part.width() < width);
    if text.is_empty() {
        return text;
    }
    let indent = " ".repeat(label.len());
    let options = Options::new(width)
        .initial_indent(label)
        .subsequent_indent(&indent)
        .word_separator(if fit { PARTS } else { WordSeparator::AsciiSpace })
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(&text, options) + "\n"
}
