//! What the screen shows, and what keys change.

use console::Key;

use super::line::{Line, Style};
use super::panel::Panel;
use super::runs::WatchedRun;
use crate::report::RunData;
use crate::tune::RunStatus;

/// The fewest columns and rows of a body with all panels.
const OVERVIEW: (usize, usize) = (100, 20);
/// A screen of fewer columns says less about keys.
const NARROW: usize = 60;
/// The rows that a page key scrolls.
const PAGE: usize = 10;

const HELP: [(&str, &str); 8] = [
    ("q, Ctrl-C", "quit; the run goes on"),
    ("tab, → and ←", "the next and the previous panel"),
    ("1 2 3 4", "win rate, opponents, weights, log"),
    ("↑ ↓, PgUp PgDn", "scroll, or choose a run"),
    ("Home, End", "to the first and the last line"),
    ("Enter", "open the run; one panel alone, and all"),
    ("Esc", "back"),
    ("r", "draw again"),
];

/// What is chosen; the data are elsewhere.
pub(super) struct RunView {
    /// Whether there is only one run, and so no list.
    single: bool,
    /// The chosen run, by name: runs come and go.
    chosen: Option<String>,
    shown: Shown,
    panel: Panel,
    /// Whether the panel is shown alone where there is room for all.
    alone: bool,
    /// The first line of each panel.
    scroll: [usize; Panel::ALL.len()],
    help: bool,
}

/// Whether the list is shown, or the chosen run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    List,
    Run,
}

/// What a key asks of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ViewRequest {
    Nothing,
    Repaint,
    Quit,
}

impl RunView {
    /// Creates the view of one run, or of a list of runs.
    pub(super) fn new(single: bool) -> Self {
        let scroll = [0; Panel::ALL.len()];
        let shown = if single { Shown::Run } else { Shown::List };
        Self { single, chosen: None, shown, panel: Panel::Curve, alone: false, scroll, help: false }
    }

    /// Does what a key asks for.
    pub(super) fn press(&mut self, key: &Key, runs: &[WatchedRun]) -> ViewRequest {
        let in_list = self.shown == Shown::List && !self.help;
        let panel = self.panel as usize;
        match key {
            Key::Char('q' | 'Q' | '\u{3}') | Key::CtrlC => return ViewRequest::Quit,
            Key::Char('r' | '\u{c}') => return ViewRequest::Repaint,
            Key::Char('?' | 'h') => self.help = !self.help,
            Key::Escape | Key::Backspace => self.back(),
            Key::Enter if in_list && runs.is_empty() => {}
            Key::Enter if in_list => self.shown = Shown::Run,
            Key::Enter => self.alone = !self.alone,
            Key::ArrowUp | Key::Char('k') if in_list => self.choose(runs, -1),
            Key::ArrowDown | Key::Char('j') if in_list => self.choose(runs, 1),
            Key::Tab | Key::ArrowRight | Key::Char('l') => self.turn(1),
            Key::BackTab | Key::ArrowLeft => self.turn(Panel::ALL.len() - 1),
            Key::Char(digit @ '1'..='4') => self.panel = Panel::ALL[*digit as usize - '1' as usize],
            Key::ArrowUp | Key::Char('k') => self.scroll[panel] = self.scroll[panel].saturating_sub(1),
            Key::ArrowDown | Key::Char('j') => self.scroll[panel] = self.scroll[panel].saturating_add(1),
            Key::PageUp => self.scroll[panel] = self.scroll[panel].saturating_sub(PAGE),
            Key::PageDown | Key::Char(' ') => self.scroll[panel] = self.scroll[panel].saturating_add(PAGE),
            Key::Home => self.scroll[panel] = 0,
            Key::End => self.scroll[panel] = usize::MAX,
            _ => {}
        }
        ViewRequest::Nothing
    }

    fn back(&mut self) {
        if self.help {
            self.help = false;
        } else if self.alone {
            self.alone = false;
        } else if !self.single {
            self.shown = Shown::List;
        }
    }

    fn turn(&mut self, by: usize) {
        self.panel = Panel::ALL[(self.panel as usize + by) % Panel::ALL.len()];
    }

    fn place(&self, runs: &[WatchedRun]) -> usize {
        runs.iter().position(|run| Some(run.name()) == self.chosen).unwrap_or(0)
    }

    fn choose(&mut self, runs: &[WatchedRun], by: isize) {
        let place = self.place(runs).saturating_add_signed(by).min(runs.len().saturating_sub(1));
        self.chosen = runs.get(place).map(WatchedRun::name);
    }

    /// Returns the lines of a screen, exactly as many and as wide as there is room for.
    pub(super) fn lines(&mut self, runs: &[WatchedRun], (columns, rows): (usize, usize)) -> Vec<Line> {
        let place = self.place(runs);
        let mut lines = match (runs.get(place), self.shown) {
            (Some(run), Shown::Run) => self.run(run, columns, rows.saturating_sub(1)),
            _ => list(runs, place, columns),
        };
        if self.help {
            lines = help(columns);
        }
        lines.resize(rows.saturating_sub(1), Line::default());
        let keys = match (self.help, self.shown) {
            (true, _) => " q quit  ? back",
            _ if columns < NARROW => " q quit  tab panel  ? keys",
            (false, Shown::List) => " q quit  ↑↓ choose  Enter open  ? keys",
            (false, Shown::Run) => " q quit  tab panel  ↑↓ scroll  Enter one or all  ? keys",
        };
        lines.push(Line::of(Style::Dim, keys));
        lines.into_iter().take(rows).map(|line| line.fitted(columns)).collect()
    }

    /// A run: what it is, how it stands, and the panels.
    fn run(&mut self, run: &WatchedRun, columns: usize, rows: usize) -> Vec<Line> {
        let data = match &run.data {
            Ok(data) => data,
            Err(error) => {
                let mut lines = vec![title(&run.name(), Line::of(Style::Red, "cannot be read"), "", columns)];
                lines.extend(textwrap::wrap(error, columns.max(1)).iter().map(|line| Line::plain(line)));
                return lines;
            }
        };
        let generations = data.facts.iter().find(|fact| fact.label == "generations");
        let progress = generations.map_or_else(String::new, |fact| format!("generation {}", fact.value));
        let mut lines = vec![title(&data.name, status(data.status), &format!("{progress}  {}", run.read_at), columns)];
        lines.extend(headline(&data.headline, columns, if rows < 16 { 1 } else { 4 }));
        let facts = data.facts.iter().filter(|fact| !["generations", "cluster"].contains(&fact.label));
        // Those that fit.
        let facts = facts.fold(Line::default(), |line, fact| {
            let gap = if line.width() > 0 { " · " } else { "" };
            line.and_within(columns, Style::Dim, &format!("{gap}{} {}", fact.value, fact.label))
        });
        lines.push(facts);
        let cluster = data.facts.iter().find(|fact| fact.label == "cluster");
        lines.extend(cluster.map(|fact| {
            let parts = [&fact.value, &fact.note].map(String::as_str);
            Line::of(Style::Dim, &parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", "))
        }));
        let body = rows.saturating_sub(lines.len() + 1);
        if !self.alone && columns >= OVERVIEW.0 && body >= OVERVIEW.1 {
            lines.push(Line::default());
            lines.extend(self.overview(data, columns, body));
        } else {
            lines.push(self.tabs(columns));
            lines.extend(self.panel(self.panel, data, columns, body));
        }
        lines
    }

    /// All panels: the curve beside the opponents, the weights beside the log.
    fn overview(&mut self, data: &RunData, columns: usize, rows: usize) -> Vec<Line> {
        let (left, upper) = (columns * 11 / 20, rows / 2);
        let halves = [(Panel::Curve, Panel::Opponents, upper), (Panel::Weights, Panel::Log, rows - upper)];
        let mut lines = Vec::new();
        for (one, other, height) in halves {
            let right = columns - left - 1;
            let mut part = |panel, width| {
                let mut lines = vec![self.heading(panel, width)];
                lines.extend(self.panel(panel, data, width, height - 1));
                lines.resize(height, Line::default());
                lines
            };
            let both = part(one, left).into_iter().zip(part(other, right));
            let joined =
                |(one, other): (Line, Line)| one.fitted(left).and(Style::Plain, " ").and_line(other.fitted(right));
            lines.extend(both.map(joined));
        }
        lines
    }

    /// The title of a panel in the overview.
    fn heading(&self, panel: Panel, width: usize) -> Line {
        let text = format!("── {} ", panel.title());
        let style = if panel == self.panel { Style::Cyan } else { Style::Dim };
        let rule = "─".repeat(width.saturating_sub(text.chars().count()));
        Line::of(style, &(text + &rule))
    }

    /// The titles of all panels where one is shown.
    fn tabs(&self, columns: usize) -> Line {
        let mut line = Line::default();
        for panel in Panel::ALL {
            // Where there is no room, the numbers are enough.
            let title = match columns {
                0..36 => (panel as usize + 1).to_string(),
                _ => panel.title().to_owned(),
            };
            let style = if panel == self.panel { Style::Inverse } else { Style::Dim };
            line = line.and(style, &format!(" {title} ")).and(Style::Plain, "");
        }
        line
    }

    /// The visible lines of a panel.
    fn panel(&mut self, panel: Panel, data: &RunData, width: usize, rows: usize) -> Vec<Line> {
        let lines = panel.lines(data, width, rows);
        let scroll = &mut self.scroll[panel as usize];
        *scroll = (*scroll).min(lines.len().saturating_sub(rows));
        let below = lines.len() - *scroll;
        let mut shown: Vec<Line> = lines.into_iter().skip(*scroll).take(rows).collect();
        if below > rows
            && let Some(last) = shown.last_mut()
        {
            *last = Line::of(Style::Dim, &format!("↓ {} more", below - rows + 1));
        }
        shown
    }
}

/// The first line: the name, its status, and what stands at the right.
fn title(name: &str, status: Line, right: &str, columns: usize) -> Line {
    let left = Line::of(Style::Inverse, &format!(" isotune  {name} ")).and(Style::Plain, " ").and_line(status);
    let room = columns.saturating_sub(right.chars().count() + 1);
    if left.width() < room {
        left.and(Style::Plain, "").fitted(room).and(Style::Dim, &format!(" {right}"))
    } else {
        left
    }
}

/// The outcome in at most a number of lines, with an ellipsis where it goes on.
fn headline(text: &str, columns: usize, most: usize) -> Vec<Line> {
    let wrapped = textwrap::wrap(text, columns.max(1));
    let mut lines: Vec<Line> = wrapped.iter().take(most).map(|line| Line::of(Style::Bold, line)).collect();
    if let (Some(last), Some(next)) = (lines.last_mut(), wrapped.get(most)) {
        // What does not fit is cut, and marked, where the line ends.
        *last = std::mem::take(last).and(Style::Bold, &format!(" {next}")).fitted(columns);
    }
    lines
}

fn status(status: RunStatus) -> Line {
    let style = match status {
        RunStatus::Running => Style::Green,
        RunStatus::Finished => Style::Cyan,
        RunStatus::Stopped | RunStatus::Paused | RunStatus::NotStarted => Style::Yellow,
    };
    Line::of(style, status.name())
}

fn help(columns: usize) -> Vec<Line> {
    let mut lines = vec![title("keys", Line::default(), "", columns), Line::default()];
    for (keys, what) in HELP {
        if columns < NARROW {
            lines.extend([Line::of(Style::Bold, keys), Line::plain(&format!("  {what}"))]);
        } else {
            lines.push(Line::of(Style::Bold, keys).fitted(16).and(Style::Plain, &format!(" {what}")));
        }
    }
    lines
}

/// All runs, the chosen one marked.
fn list(runs: &[WatchedRun], place: usize, columns: usize) -> Vec<Line> {
    let mut lines = vec![title("runs", Line::default(), "", columns), Line::default()];
    if runs.is_empty() {
        lines.push(Line::plain("no runs yet; start one with 'isotune tune'"));
    }
    for (index, run) in runs.iter().enumerate() {
        let (state, headline) = match &run.data {
            Ok(data) => (status(data.status), data.headline.clone()),
            Err(error) => (Line::of(Style::Red, "cannot be read"), error.clone()),
        };
        let (mark, style) = if index == place { ("▶ ", Style::Bold) } else { ("  ", Style::Plain) };
        lines.push(Line::of(Style::Cyan, mark).and(style, &run.name()).and(Style::Plain, "  ").and_line(state));
        lines.push(Line::of(Style::Dim, &format!("  {headline}")));
    }
    lines
}
