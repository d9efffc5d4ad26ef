//! `isotune inspect`: positions in, legal moves and scores out.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use crate::features::{Feature, FeatureTables, View};
use crate::game::{Board, BoardSize, Cells, Player, Position, Setup, Word, with_word};
use crate::heuristic::{CATALOGUE, Evaluator};
use crate::search::minimax;
use serde::{Deserialize, Serialize};

use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::args::table::TableArgs;
use crate::cli::output::data::json;
use crate::cli::output::data::json::HeuristicScore;
use crate::cli::output::data::json::Named;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, fitted, table};
use crate::cli::output::hints::Hint;
use crate::cli::output::terminal;
use crate::cli::output::wrapped::wrapped;

/// Read positions and print the legal moves and the heuristics' scores for both players.
///
/// Positions are JSON Lines, {"moves": [[row, column], …]} each, played from the empty board with player 1 first, or
/// {"position": "2....../…/....... 1"} in the one-line text form that this verb prints. Other keys are ignored.
///
/// With --json there is an object for each position, with --csv a line for each position and heuristic, and for each feature
/// with --features.
///
/// Example: echo '{"moves": [[3,3],[0,0]]}' | isotune inspect --heuristic improved --depth 3
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to read [default: standard input, also for "-"].
    file: Option<PathBuf>,
    /// Score with this heuristic, by name, weights file (*.ron, *.json) or run [default: all published ones]. May be repeated.
    #[arg(long = "heuristic", value_name = "NAME")]
    heuristics: Vec<String>,
    /// Also search this many plies deep, full-width, for the side to move.
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=128))]
    depth: Option<u32>,
    /// Also print the value of every feature.
    #[arg(long)]
    features: bool,
    /// Board size as width x height.
    #[arg(long, default_value = "7x7", value_name = "WxH")]
    board: BoardSize,
    #[command(flatten)]
    form: TableArgs,
    #[command(flatten)]
    place: RunsFolder,
}

/// The longest line that is read, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

#[derive(Deserialize)]
struct PositionText {
    moves: Option<Vec<[i64; 2]>>,
    position: Option<String>,
}

#[derive(Serialize)]
struct Inspection {
    #[serde(skip)]
    drawing: String,
    #[serde(skip)]
    text: String,
    to_move: u8,
    legal1: Vec<[usize; 2]>,
    legal2: Vec<[usize; 2]>,
    finished: bool,
    scores: Named<[HeuristicScore; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<Named<SearchRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<Named<[HeuristicScore; 2]>>,
}

/// What is known of a position by a heuristic or a feature, as a line of a table.
#[derive(Serialize)]
struct Row {
    /// The number of the line that was read.
    line: usize,
    position: String,
    to_move: u8,
    finished: bool,
    kind: &'static str,
    name: String,
    player1: HeuristicScore,
    player2: HeuristicScore,
    value: Option<HeuristicScore>,
    best: Option<String>,
    nodes: Option<u64>,
}

#[derive(Serialize)]
struct SearchRecord {
    value: HeuristicScore,
    best: Vec<[usize; 2]>,
    nodes: u64,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    with_word!(args.board, W => inspect_all::<W>(args, out))
}

fn inspect_all<W: Word>(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let board = Board::<W>::new(args.board).map_err(Failure::input)?;
    let mut rows = Vec::new();
    let inspector = Inspector::new(args, &board)?;
    let (reader, name) = open(args.file.as_ref())?;
    for (number, line) in (1..).zip(lines(reader)) {
        let fault = |what: String| Failure::Input(format!("{name}, line {number}: {what}"));
        let line = line.map_err(|error| fault(format!("cannot be read: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        let position = read_position(&board, &line).map_err(fault)?;
        let inspection = inspector.inspect(&position);
        if form.is_json() {
            json::print(&inspection, out)?;
        } else if form.is_text() {
            wrapped(out, |out| Ok(inspection.print(out)?))?;
        }
        // Each line is answered before the next is read, so that a program can ask one after the other.
        out.flush()?;
        rows.extend(inspection.rows(number));
    }
    form.write_rows(&rows, out)
}

/// Returns the lines of a reader; one that is far longer than any position is an error.
fn lines(mut reader: Box<dyn BufRead>) -> impl Iterator<Item = io::Result<String>> {
    let too_long = || io::Error::new(io::ErrorKind::InvalidData, format!("it is longer than {LONGEST_LINE} bytes"));
    std::iter::from_fn(move || {
        let mut line = String::new();
        match reader.by_ref().take(LONGEST_LINE + 1).read_line(&mut line) {
            Ok(0) => None,
            Ok(length) if length as u64 > LONGEST_LINE => Some(Err(too_long())),
            Ok(_) => Some(Ok(line)),
            Err(error) => Some(Err(error)),
        }
    })
}

fn open(file: Option<&PathBuf>) -> Result<(Box<dyn BufRead>, String), Failure> {
    match file.filter(|path| path.as_os_str() != "-") {
        None => {
            if io::stdin().is_terminal() {
                let hint =
                    r#"reading positions from the terminal, one {"moves": [[3,3],[0,0]]} per line; end with Ctrl-D"#;
                terminal::message(hint);
            }
            Ok((Box::new(io::stdin().lock()), "standard input".to_owned()))
        }
        Some(path) => match File::open(path) {
            Ok(file) => Ok((Box::new(BufReader::new(file)), path.display().to_string())),
            Err(error) => Err(Failure::Input(format!("cannot read {}: {error}", path.display()))),
        },
    }
}

fn read_position<'b, W: Word>(board: &'b Board<W>, line: &str) -> Result<Position<'b, W>, String> {
    let form = r#"write {"moves": [[2, 3], [0, 0]]}"#;
    // Some programs begin a file with a byte-order mark.
    let line = line.trim_start_matches('\u{feff}');
    let read: PositionText = serde_json::from_str(line).map_err(|error| {
        // The reader counts the line; serde_json saw only this one.
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or_default();
        let kind = if error.is_data() { "" } else { "this is not JSON, " };
        format!("{kind}column {}: {what}; {form}", error.column())
    })?;
    match (read.moves, read.position) {
        (Some(moves), None) => Position::replay(board, moves).map_err(|error| error.to_string()),
        (None, Some(text)) => {
            let setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
            setup.position(board).map_err(|error| error.sentence())
        }
        (Some(_), Some(_)) => Err("both 'moves' and 'position' are given; keep one of them".to_owned()),
        (None, None) => Err(format!("no moves given; {form}")),
    }
}

/// The chosen heuristics, compiled.
struct Inspector<W> {
    tables: Arc<FeatureTables<W>>,
    evaluators: Vec<(String, Evaluator<W>)>,
    depth: Option<u32>,
    features: bool,
}

impl<W: Word> Inspector<W> {
    fn new(args: &Args, board: &Board<W>) -> Result<Self, Failure> {
        let tables = Arc::new(FeatureTables::new(board));
        let catalogue = || CATALOGUE.iter().map(|entry| entry.name.to_owned()).collect();
        let mut names: Vec<String> = if args.heuristics.is_empty() { catalogue() } else { args.heuristics.clone() };
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        let compile = |name: &String| {
            let heuristic = args.place.heuristic(name)?.heuristic(board.size()).map_err(Failure::input)?;
            Ok((name.clone(), Evaluator::new(&heuristic, &tables)))
        };
        let evaluators = names.iter().map(compile).collect::<Result<_, Failure>>()?;
        Ok(Inspector { tables, evaluators, depth: args.depth, features: args.features })
    }

    fn inspect(&self, position: &Position<'_, W>) -> Inspection {
        let views = Player::ALL.map(|player| View::new(position, player));
        let cells = |cells: Cells<W>| cells.into_iter().map(|cell| cell.row_column(position.board().size())).collect();
        let score = |evaluator: &Evaluator<W>| views.map(|view| HeuristicScore(evaluator.score(&view)));
        let search = |depth, evaluator: &Evaluator<W>| {
            let found = minimax(position, evaluator, depth);
            SearchRecord {
                value: HeuristicScore(found.value),
                best: cells(found.best.into_iter().collect()),
                nodes: found.nodes,
            }
        };
        let feature = |feature: Feature| views.map(|view| HeuristicScore(feature.value(&view, &self.tables)));
        Inspection {
            drawing: position.drawing(),
            text: position.to_string(),
            to_move: position.to_move().number(),
            legal1: cells(position.moves(Player::One)),
            legal2: cells(position.moves(Player::Two)),
            finished: position.is_finished(),
            scores: self.by_name(score),
            search: self.depth.map(|depth| self.by_name(|evaluator| search(depth, evaluator))),
            features: self
                .features
                .then(|| Named(Feature::ALL.map(|name| (name.to_string(), feature(name))).into_iter().collect())),
        }
    }

    fn by_name<T>(&self, value: impl Fn(&Evaluator<W>) -> T) -> Named<T> {
        Named(self.evaluators.iter().map(|(name, evaluator)| (name.clone(), value(evaluator))).collect())
    }
}

impl Inspection {
    /// Returns a row for each heuristic and each feature.
    fn rows(&self, line: usize) -> Vec<Row> {
        let row = |kind, name: &str, [player1, player2]: [HeuristicScore; 2], found: Option<&SearchRecord>| Row {
            line,
            position: self.text.clone(),
            to_move: self.to_move,
            finished: self.finished,
            kind,
            name: name.to_owned(),
            player1,
            player2,
            value: found.map(|found| found.value),
            best: found.map(|found| cell_list(&found.best)),
            nodes: found.map(|found| found.nodes),
        };
        let found = |index: usize| self.search.as_ref().map(|search| &search.0[index].1);
        let scores = self.scores.0.iter().enumerate();
        let heuristics = scores.map(|(index, (name, scores))| row("heuristic", name, *scores, found(index)));
        let features = self.features.iter().flat_map(|features| &features.0);
        heuristics.chain(features.map(|(name, values)| row("feature", name, *values, None))).collect()
    }

    fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}\n\n{}", self.drawing, self.text)?;
        let outcome = if self.finished { "has no move and has lost" } else { "is to move" };
        writeln!(out, "player {} {outcome}", self.to_move)?;
        for (number, legal) in [(1, &self.legal1), (2, &self.legal2)] {
            writeln!(out, "legal moves of player {number}: {}", cell_list(legal))?;
        }
        match &self.search {
            None => self.print_scores(out)?,
            Some(search) => self.print_search(search, out)?,
        }
        if let Some(features) = &self.features {
            let mut shown = table(["feature", "player 1", "player 2"]);
            for (name, [one, two]) in &features.0 {
                shown.add_row([name.clone(), one.to_string(), two.to_string()]);
            }
            align_numbers(&mut shown, 1..3);
            writeln!(out, "{}", fitted(shown, &[]))?;
        }
        writeln!(out)
    }

    fn print_scores(&self, out: &mut impl Write) -> io::Result<()> {
        let mut shown = table(["heuristic", "player 1", "player 2"]);
        for (name, [one, two]) in &self.scores.0 {
            shown.add_row([name.clone(), one.to_string(), two.to_string()]);
        }
        align_numbers(&mut shown, 1..3);
        writeln!(out, "{}", fitted(shown, &[]))
    }

    fn print_search(&self, search: &Named<SearchRecord>, out: &mut impl Write) -> io::Result<()> {
        let mut shown = table(["heuristic", "player 1", "player 2", "value", "nodes", "best moves"]);
        for ((name, [one, two]), (_, found)) in self.scores.0.iter().zip(&search.0) {
            let best = cell_list(&found.best);
            let numbers = [one, two, &found.value].map(ToString::to_string);
            let [one, two, value] = numbers;
            shown.add_row([name.clone(), one, two, value, found.nodes.to_string(), best]);
        }
        align_numbers(&mut shown, 1..5);
        writeln!(out, "{}", fitted(shown, &[4, 2, 1]))
    }
}

fn cell_list(cells: &[[usize; 2]]) -> String {
    if cells.is_empty() {
        return "none".to_owned();
    }
    cells.iter().map(|[row, column]| format!("{row},{column}")).collect::<Vec<_>>().join(" ")
}
