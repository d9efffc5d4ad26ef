//! Measures the cost profile `native`: what a call of our own evaluators costs, in units of a search node.
//!
//! `cargo bench --bench costs` prints the profile in RON, as it stands in configs/costs/native.ron. A node without its
//! heuristic is what remains of an alpha-beta search with `null` when its heuristic calls are taken off; a feature
//! costs what it adds to a call, over thousands of positions from random games.
#![allow(clippy::print_stdout, clippy::expect_used, missing_docs)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use isotune::features::{Feature, FeatureTables, View};
use isotune::game::{Board, Player, Position};
use isotune::heuristic::{Evaluate, Evaluator, Heuristic, Weight, Weights, published};
use isotune::search::{MoveOrder, ResolvedBudget, Searcher};
use isotune::seed::{Purpose, Seed};
use rand::seq::IndexedRandom;

const ROUNDS: usize = 25;

fn main() {
    let board = Board::seven();
    let bench = Bench { tables: Arc::new(FeatureTables::new(&board)), views: views(&board) };
    let node = bench.node_time(&board);
    let call = bench.call_time(&[]) / node;
    let cost = |features: &[Feature]| (bench.call_time(features) / node - call).max(0.0);
    let quirk = |name: &str| {
        let entry = published(name).expect("a published heuristic");
        bench.time(&entry.heuristic(board.size())) / node
    };
    let (own_ahead, opponent_ahead) = (cost(&[Feature::OwnLookaheadTotal]), cost(&[Feature::OpponentLookaheadTotal]));
    println!("(\n    name: \"native\",");
    println!(
        "    about: \"our own evaluators on the machine of cargo bench --bench costs, node {:.1} ns\",",
        node * 1e9
    );
    println!("    // What any call costs: the look-up by move numbers, with all features of them.");
    println!("    call: {call:.3},\n    ingredients: {{");
    for (name, cost) in [
        ("own-moves", 0.0),
        ("opponent-moves", 0.0),
        ("own-cell", cost(&[Feature::OwnCentreDistance])),
        ("opponent-cell", 0.0),
        ("blank-scan", 0.0),
        ("own-areas", cost(&[Feature::OwnOpenSpace])),
        ("opponent-areas", cost(&[Feature::OpponentOpenSpace])),
        ("own-lookahead", own_ahead),
        ("opponent-lookahead", opponent_ahead),
        ("own-targets", cost(&[Feature::OwnTargetsCentre])),
        ("opponent-targets", cost(&[Feature::OpponentTargetsCentre])),
        ("own-rings", 0.0),
        ("opponent-rings", 0.0),
        ("territory", cost(&[Feature::OwnTerritory])),
        ("side-to-move", 0.0),
        ("phase", bench.tapered_time() / node - call),
    ] {
        println!("        \"{name}\": {:.3},", f64::max(cost, 0.0));
    }
    println!("    }},\n    // What features cost beyond their ingredients.\n    features: {{");
    let own_rings = [Feature::OwnRing2, Feature::OwnRing3, Feature::OwnRing4, Feature::OwnRing5];
    let opponent_rings =
        [Feature::OpponentRing2, Feature::OpponentRing3, Feature::OpponentRing4, Feature::OpponentRing5];
    let alone = [
        Feature::MovesPerBlank,
        Feature::PolosinBalance,
        Feature::EarlyCentrality,
        Feature::OwnMovesCentre,
        Feature::OpponentMovesCentre,
        Feature::CommonMoves,
    ];
    let mut extras: Vec<(Feature, f64)> = alone.map(|feature| (feature, cost(&[feature]))).to_vec();
    for (feature, ahead) in [
        (Feature::OwnLookaheadMean, own_ahead),
        (Feature::OpponentLookaheadMean, opponent_ahead),
        (Feature::OwnReachTwo, own_ahead),
        (Feature::OpponentReachTwo, opponent_ahead),
    ] {
        extras.push((feature, cost(&[feature]) - ahead));
    }
    for rings in [own_rings, opponent_rings] {
        let each = cost(&rings) / 4.0;
        extras.extend(rings.map(|ring| (ring, each)));
    }
    for (feature, cost) in extras {
        println!("        \"{feature}\": {:.3},", cost.max(0.0));
    }
    println!("    }},\n    // Report 003's look-ahead scores, which are no sums of features.\n    lookahead: (");
    for (name, heuristic) in
        [("own", "lookahead-own"), ("opponent", "lookahead-opponent"), ("both", "lookahead-both-0.5")]
    {
        println!("        {name}: {:.3},", quirk(heuristic));
    }
    println!("    ),\n)");
}

struct Bench {
    tables: Arc<FeatureTables<u64>>,
    views: Vec<View<u64>>,
}

impl Bench {
    /// The seconds of a node without its heuristic.
    fn node_time(&self, board: &Board<u64>) -> f64 {
        let null = Evaluator::new(&Heuristic::linear("null", Weights::ZERO), &self.tables);
        let searcher = Searcher::new(null, ResolvedBudget::Depth(9), MoveOrder::Fixed);
        let position = Position::replay(board, [[3, 3], [3, 1]]).expect("a legal opening");
        let mut stream = Seed(1).stream(Purpose::Agent, [0; 3]);
        let call = self.call_time(&[]);
        fastest(|| {
            let start = Instant::now();
            let (mut nodes, mut calls) = (0, 0);
            for _ in 0..2000 {
                let found = searcher.choose(black_box(&position), &mut stream).expect("a move");
                nodes += found.nodes;
                calls += found.calls;
            }
            (start.elapsed().as_secs_f64() - calls as f64 * call) / nodes as f64
        })
    }

    /// The seconds of a call of a heuristic with these features.
    fn call_time(&self, features: &[Feature]) -> f64 {
        let weight = Weight::constant(0.5).expect("a weight");
        self.time(&Heuristic::linear("", features.iter().fold(Weights::ZERO, |all, &f| all.with(f, weight))))
    }

    fn tapered_time(&self) -> f64 {
        let weight = Weight::tapered(1.0, 0.5).expect("a weight");
        self.time(&Heuristic::linear("", Weights::ZERO.with(Feature::OwnMoves, weight)))
    }

    fn time(&self, heuristic: &Heuristic) -> f64 {
        match Evaluator::new(heuristic, &self.tables) {
            Evaluator::Constant(evaluator) => self.time_of(&evaluator),
            Evaluator::Tapered(evaluator) => self.time_of(&evaluator),
            Evaluator::Quirk(evaluator) => self.time_of(&evaluator),
        }
    }

    fn time_of(&self, evaluator: &impl Evaluate<u64>) -> f64 {
        let evaluator = black_box(evaluator);
        fastest(|| {
            let start = Instant::now();
            let mut sum = 0.0;
            for _ in 0..20 {
                sum += self.views.iter().map(|view| evaluator.score(view)).sum::<f64>();
            }
            black_box(sum);
            start.elapsed().as_secs_f64() / (20 * self.views.len()) as f64
        })
    }
}

fn fastest(mut seconds: impl FnMut() -> f64) -> f64 {
    (0..ROUNDS).map(|_| seconds()).fold(f64::INFINITY, f64::min)
}

/// Unfinished positions of random games, as both players see them.
fn views(board: &Board<u64>) -> Vec<View<u64>> {
    let mut views = Vec::new();
    let mut stream = Seed(1).stream(Purpose::Opening, [0; 3]);
    while views.len() < 4096 {
        let mut position = Position::start(board);
        while let Some(&cell) = position.ordered_moves().as_slice().choose(&mut stream) {
            position = position.play(cell).expect("a legal move");
            if position.is_placed() && !position.is_finished() {
                views.extend(Player::ALL.map(|player| View::new(&position, player)));
            }
        }
    }
    views
}
