//! Measures how well games use the machine: two threads against one, and the time spent outside the searches.
//!
//! `cargo bench --bench arena` plays the same games of `improved` against itself over and over: by the arena on one and
//! on two threads in turns, and move by move with a clock around each search. Ratios are taken within a round; the
//! median of several rounds counts.
#![allow(clippy::print_stdout, clippy::expect_used, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use isotune::agent::Agent;
use isotune::arena::{Contest, Draw, Executor, Job, OpeningBlock, Threads, schedule};
use isotune::features::FeatureTables;
use isotune::game::{Board, Player};
use isotune::heuristic::{Evaluator, published};
use isotune::search::{MoveOrder, ResolvedBudget, Searcher};
use isotune::seed::{Purpose, Seed};

const PAIRS: usize = 2352;
const ROUNDS: usize = 9;

fn main() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let improved = published("improved").expect("it is published").heuristic(board.size());
    let (one, two) = (Threads::new(Some(1)).expect("a thread"), Threads::new(Some(2)).expect("two threads"));
    println!("{PAIRS} pairs of improved against itself, median of {ROUNDS} rounds");
    for nodes in [500, 5000] {
        // In fixed order, so that the games are the same however they are played.
        let evaluator = Evaluator::new(&improved, &tables);
        let agent = Agent::Searching(Searcher::new(evaluator, ResolvedBudget::Nodes(nodes), MoveOrder::Fixed));
        let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: Some(PAIRS), seed: Seed(0) };
        let contest = Contest::new(&board, vec![agent.clone()], vec![agent.clone()], &draw).expect("enough openings");
        let jobs: Vec<Job> = schedule(1, 1, 0..PAIRS).collect();
        let play = |threads: &Threads| {
            let start = Instant::now();
            let results = threads.execute(&contest, &jobs, &AtomicBool::new(false), &|_, _| ());
            assert!(results.iter().all(Option::is_some), "nothing stopped the games");
            start.elapsed().as_secs_f64()
        };
        let rounds: Vec<[f64; 3]> =
            (0..ROUNDS).map(|_| [play(&one), play(&two), searching_time(&contest, &agent)]).collect();
        let median = |figure: &dyn Fn(&[f64; 3]) -> f64| {
            let mut figures: Vec<f64> = rounds.iter().map(figure).collect();
            figures.sort_by(f64::total_cmp);
            figures[ROUNDS / 2]
        };
        let games = (2 * PAIRS) as f64;
        println!(
            "  {nodes} nodes a move: {:.0} games/s on one thread, {:.0} on two: ratio {:.2}; outside the searches {:.1} %",
            games / median(&|[one, ..]| *one),
            games / median(&|[_, two, _]| *two),
            median(&|[one, two, _]| one / two),
            median(&|[one, _, searching]| 100.0 * (1.0 - searching / one)),
        );
    }
}

/// The seconds that the searches of all games take.
fn searching_time(contest: &Contest<'_, u64>, agent: &Agent<u64>) -> f64 {
    let mut seconds = 0.0;
    for pair in 0..PAIRS {
        for seat in Player::ALL {
            let mut position = *contest.opening(0, 0, pair).position();
            let mut stream = Seed(0).stream(Purpose::Agent, [0, pair as u64, u64::from(seat.number())]);
            loop {
                let start = Instant::now();
                let decision = agent.choose(&position, &mut stream);
                seconds += start.elapsed().as_secs_f64();
                let Some(decision) = decision else { break };
                position = position.play(decision.cell).expect("a legal move");
            }
        }
    }
    seconds
}
