//! The parts of the view of a run, each as lines of a width.

use super::line::{Line, Style};
use crate::cli::output::live::curve::curve;
use crate::report::{Curve, Holdout, RunData, Series};
use crate::stats::Z_95;
use crate::text::{fixed, plural, signed};
use indicatif::HumanCount;
use unicode_width::UnicodeWidthStr;

/// The widest name of an opponent or a weight.
const WIDEST_NAME: usize = 28;
/// The longest small curve.
const LONGEST_CURVE: usize = 60;
/// A panel of fewer columns leaves out what is least important.
const NARROW: usize = 50;

/// A part of the view of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Panel {
    Curve,
    Opponents,
    Weights,
    Log,
}

impl Panel {
    pub(super) const ALL: [Self; 4] = [Self::Curve, Self::Opponents, Self::Weights, Self::Log];

    /// Returns the title.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Curve => "win rate",
            Self::Opponents => "opponents",
            Self::Weights => "weights",
            Self::Log => "log",
        }
    }

    /// Returns the lines for a number of columns; the curve fills a number of rows, the others may have more.
    pub(super) fn lines(self, run: &RunData, width: usize, rows: usize) -> Vec<Line> {
        match self {
            Self::Curve => curve_lines(run, width, rows),
            Self::Opponents => opponents(run, width),
            Self::Weights => weights(run, width),
            Self::Log => log(run, width),
        }
    }
}

fn curve_lines(run: &RunData, width: usize, rows: usize) -> Vec<Line> {
    match Curve::draw_within(run, width, rows) {
        Some(drawn) => drawn.lines().map(Line::plain).collect(),
        None => vec![Line::of(Style::Dim, "nothing has been measured yet")],
    }
}

/// Returns the columns of the longest name.
fn name_width<'a>(names: impl Iterator<Item = &'a str>, width: usize) -> usize {
    names.map(UnicodeWidthStr::width).max().unwrap_or(0).min(WIDEST_NAME).min(width / 2)
}

fn known(series: &Series) -> Vec<f64> {
    series.values.iter().copied().flatten().filter(|value| value.is_finite()).collect()
}

/// The score of the candidates against each opponent: the last one, its change since the first, and all of them.
fn opponents(run: &RunData, width: usize) -> Vec<Line> {
    let all = &run.history.opponents;
    if run.history.games.is_empty() {
        return vec![Line::of(Style::Dim, "no generation has finished yet")];
    }
    let names = name_width(all.iter().map(|one| one.name.as_str()), width);
    let verdict = |name: &str| {
        let finals = run.finals.as_ref()?;
        let place = finals.opponents.iter().position(|opponent| opponent == name)?;
        finals.rows.first()?.opponents.get(place).map(|figure| figure.value)
    };
    let has_verdict = run.finals.is_some() && width >= NARROW;
    let line = |one: &Series| {
        let scores = known(one);
        let name = Line::plain(&one.name).fitted(names);
        let Some((first, last)) = scores.first().zip(scores.last()) else {
            return name.and(Style::Dim, "  no score");
        };
        let change = last - first;
        let colour = if change >= 0.0 { Style::Green } else { Style::Red };
        let mut line = name
            .and(Style::Bold, &format!(" {:>5} %", fixed(*last, 1)))
            .and(colour, &format!(" {:>6}", signed(change, 1)));
        if has_verdict {
            let score = verdict(&one.name).map_or_else(String::new, |score| format!("{} %", fixed(score, 1)));
            line = line.and(Style::Cyan, &format!(" {score:>8}"));
        }
        let room = width.saturating_sub(line.width() + 2).min(LONGEST_CURVE);
        line.and(Style::Dim, &format!("  {}", curve(&scores, room)))
    };
    let mut head = Line::of(Style::Dim, "").fitted(names).and(Style::Dim, "    now  change");
    if has_verdict {
        head = head.and(Style::Dim, "  verdict");
    }
    std::iter::once(head).chain(all.iter().map(line)).collect()
}

/// The weights: the recommended ones where a verdict says what they are worth, those of the mean before; where they started,
/// and how the mean moved.
fn weights(run: &RunData, width: usize) -> Vec<Line> {
    if run.slots.is_empty() {
        return vec![Line::of(Style::Dim, "no weights are known")];
    }
    let names = name_width(run.slots.iter().map(|slot| slot.name.as_str()), width);
    let starts = width >= NARROW;
    let judged = run.finals.is_some();
    let title = if judged { "best" } else { "now" };
    let mut head = Line::of(Style::Dim, "").fitted(names).and(Style::Dim, &format!(" {title:>7}"));
    if starts {
        head = head.and(Style::Dim, "   start");
    }
    let line = |slot: &crate::report::SlotData| {
        let series = run.history.weights.iter().find(|series| series.name == slot.name).map(known).unwrap_or_default();
        let weight = series.last().copied().filter(|_| !judged).unwrap_or(slot.weight);
        let mut line = Line::plain(&slot.name).fitted(names).and(Style::Bold, &format!(" {:>7}", fixed(weight, 3)));
        if starts {
            line = line.and(Style::Dim, &format!(" {:>7}", fixed(slot.start, 3)));
        }
        line = match (slot.at_bound, slot.frozen) {
            (true, _) => line.and(Style::Yellow, " at bound"),
            (false, true) => line.and(Style::Dim, " fixed"),
            _ => line,
        };
        let room = width.saturating_sub(line.width() + 2).min(LONGEST_CURVE);
        if slot.frozen { line } else { line.and(Style::Dim, &format!("  {}", curve(&series, room))) }
    };
    std::iter::once(head).chain(run.slots.iter().map(line)).collect()
}

/// What happened, the last first.
fn log(run: &RunData, width: usize) -> Vec<Line> {
    let history = &run.history;
    let sentence = |style: Style, text: &str| {
        let options = textwrap::Options::new(width.max(1)).subsequent_indent("  ");
        textwrap::wrap(text, options).iter().map(|line| Line::of(style, line)).collect::<Vec<_>>()
    };
    let mut lines: Vec<Line> =
        run.notes.iter().flat_map(|note| sentence(Style::Red, &format!("note: {note}"))).collect();
    if run.finals.is_some() {
        lines.push(Line::of(Style::Green, "verdict:"));
        lines.extend(sentence(Style::Plain, &run.headline));
        lines.extend(run.remarks.iter().flat_map(|remark| sentence(Style::Plain, remark)));
    }
    let mut holdouts = history.holdouts.iter().rev().peekable();
    for place in (0..history.generation.len()).rev() {
        let generation = history.generation[place];
        while let Some(measured) = holdouts.next_if(|measured| measured.generation >= generation) {
            lines.push(of_holdout(measured, width));
        }
        lines.push(of_generation(run, place, width));
    }
    lines.extend(holdouts.map(|measured| of_holdout(measured, width)));
    if lines.is_empty() {
        lines.push(Line::of(Style::Dim, "no generation has finished yet"));
    }
    lines
}

fn of_holdout(measured: &Holdout, width: usize) -> Line {
    let margin = (measured.high - measured.low) / 2.0;
    let (delta, delta_margin) = (measured.delta, Z_95 * measured.delta_se);
    let when = match measured.generation {
        0 => "hold-out at start  ".to_owned(),
        generation => format!("hold-out after {generation:>4}"),
    };
    Line::of(Style::Cyan, &when)
        .and(Style::Bold, &format!("  {} ± {} %", fixed(measured.score, 1), fixed(margin, 1)))
        .and_within(width, Style::Plain, &format!("  vs improved {} ± {}", signed(delta, 1), fixed(delta_margin, 1)))
}

/// A generation: as much of it as fits, the least important last.
fn of_generation(run: &RunData, place: usize, width: usize) -> Line {
    let history = &run.history;
    let figure = |values: &[Option<f64>]| values.get(place).copied().flatten();
    let mut line = Line::plain(&format!("generation {:>8}", history.generation[place]));
    if let Some(score) = figure(&history.population) {
        line = line.and_within(width, Style::Plain, &format!("  {} %", fixed(score, 1)));
    }
    if let Some(mean) = figure(&history.mean) {
        // A ± that reaches beyond what is possible says nothing.
        let margin = figure(&history.mean_se).map(|se| Z_95 * se).filter(|margin| *margin <= mean.min(100.0 - mean));
        let error = margin.map_or_else(String::new, |margin| format!(" ± {}", fixed(margin, 1)));
        line = line.and_within(width, Style::Plain, &format!("  mean {}{error} %", fixed(mean, 1)));
    }
    if let Some(step) = figure(&history.step_size) {
        line = line.and_within(width, Style::Dim, &format!("  step {step:.3}"));
    }
    if let Some(signal) = figure(&history.signal_to_noise) {
        line = line.and_within(width, Style::Dim, &format!("  signal {signal:.1}"));
    }
    let games = history.games[place];
    line.and_within(width, Style::Dim, &format!("  {} {}", HumanCount(games), plural(games, "game")))
}
