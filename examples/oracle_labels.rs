//! Prints positions with their features and who wins them under perfect play, as CSV:
//! `cargo run --release --example oracle_labels POSITIONS [SEED] > labels.csv`.
//!
//! Games start from openings of the train block and are played by a short search, with a random move now and then, so
//! that positions resemble the leaves that a search sees. Each game gives one position, seen once by each player.
//! `examples/python/fit_to_oracle.py` fits weights to them.
#![expect(clippy::print_stderr, reason = "an example talks to its reader")]

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use isotune::agent::Agent;
use isotune::arena::{OpeningBlock, Openings};
use isotune::features::{Feature, FeatureTables, View, phase};
use isotune::game::{Board, Player, Position};
use isotune::heuristic::{Evaluator, published};
use isotune::oracle::{Memory, Oracle};
use isotune::search::{MoveOrder, ResolvedBudget, Searcher};
use isotune::seed::{Purpose, Seed, Stream};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rayon::prelude::*;

/// The plies at which a position is taken: earlier ones take long to solve, later ones are seen by any search.
const PLIES: std::ops::Range<usize> = 12..34;
/// The share of random moves, and of random moves just before the position is taken, as in the leaves of a search.
const RANDOM: f64 = 0.1;
const LAST_RANDOM: usize = 4;
/// The nodes of a move.
const NODES: u64 = 300;

fn main() -> ExitCode {
    match print(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}; usage: oracle_labels POSITIONS [SEED]");
            ExitCode::FAILURE
        }
    }
}

fn print(mut args: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let positions: u64 = args.next().ok_or("the number of positions is missing")?.parse()?;
    let seed = Seed(args.next().map_or(Ok(0), |seed| seed.parse())?);
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let improved = published("improved").ok_or("there is no heuristic 'improved'")?.heuristic(board.size());
    let searcher = Searcher::new(Evaluator::new(&improved, &tables), ResolvedBudget::Nodes(NODES), MoveOrder::Shuffled);
    let agent = Agent::Searching(searcher);
    let openings = Openings::new(&board, 4, OpeningBlock::Train);
    let oracle = Oracle::new(board.size(), Memory::megabytes(512))?;

    let line = |game: u64| {
        let mut stream = seed.stream(Purpose::Grade, [game, 7, 0]);
        let position = leaf(*openings.get(stream.random_range(0..openings.len())).position(), &agent, &mut stream)?;
        let (winner, _) = oracle.winner(&position, &AtomicBool::new(false)).ok()?;
        Some([Player::One, Player::Two].map(|player| {
            let view = View::new(&position, player);
            let values = Feature::ALL.iter().map(|feature| feature.value(&view, &tables).to_string());
            let blank = position.blank().len();
            let head = [position.plies().to_string(), u8::from(winner == player).to_string()];
            let phase = phase(board.size(), blank).to_string();
            head.into_iter().chain([phase]).chain(values).collect::<Vec<_>>().join(",")
        }))
    };

    let mut out = io::BufWriter::new(io::stdout().lock());
    let names: Vec<String> = Feature::ALL.iter().map(ToString::to_string).collect();
    writeln!(out, "ply,wins,phase,{}", names.join(","))?;
    for first in (0..positions).step_by(1000) {
        let lines: Vec<[String; 2]> = (first..positions.min(first + 1000)).into_par_iter().filter_map(line).collect();
        for line in lines.iter().flatten() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(out.flush()?)
}

/// Plays from an opening to a position at a random ply, or returns `None` if the game ends before.
fn leaf<'b>(opening: Position<'b, u64>, agent: &Agent<u64>, stream: &mut Stream) -> Option<Position<'b, u64>> {
    let plies = stream.random_range(PLIES);
    let mut position = opening;
    while position.plies() < plies {
        let is_random = position.plies() + LAST_RANDOM >= plies || stream.random_bool(RANDOM);
        let cell = if is_random {
            *position.ordered_moves().as_slice().choose(stream)?
        } else {
            agent.choose(&position, stream)?.cell
        };
        position = position.play(cell).ok()?;
    }
    (!position.is_finished()).then_some(position)
}
