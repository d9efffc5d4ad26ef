//! No search allocates anything once its agent is ready, however many nodes it visits.

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::measure;
use isotune::agent::Agent;
use isotune::features::FeatureTables;
use isotune::game::{Board, BoardSize, Position, Word};
use isotune::search::MoveOrder;
use isotune::seed::{Purpose, Seed};

const WEIGHTS: &str = r#"(name: "tapered", weights: {
    "own-moves": (early: 1, late: 2), "own-ring-3": 0.5, "own-lookahead-mean": 1, "opponent-reach-two": -1,
    "own-targets-centre": -0.1, "opponent-open-space": 0.2, "own-centre-distance": -0.3, "moves-ratio": (1, 0.5),
})"#;

/// Searches every opening with every agent in both orders and returns the nodes of each search.
fn search<W: Word>(size: BoardSize, openings: [&[[i64; 2]]; 2], agents: &[String]) -> Vec<u64> {
    let board = Board::<W>::new(size).unwrap();
    let tables = Arc::new(FeatureTables::new(&board));
    let mut nodes = Vec::new();
    for text in agents {
        for order in [MoveOrder::Fixed, MoveOrder::Shuffled] {
            let agent = Agent::new(&text.parse().unwrap(), order, "udacity-modern", &tables).unwrap();
            for opening in openings {
                let position = Position::replay(&board, opening.iter().copied()).unwrap();
                let mut stream = Seed(1).stream(Purpose::Agent, [0; 3]);
                let mut decision = None;
                let made = measure(|| decision = black_box(agent.choose(&position, &mut stream)));
                let visited = decision.unwrap().nodes;
                assert_eq!(made.count_total, 0, "{text} on {size}, {order} order, {visited} nodes");
                nodes.push(visited);
            }
        }
    }
    nodes
}

#[test]
fn searching_allocates_nothing() {
    assert_eq!(measure(|| drop(black_box(vec![1_u8]))).count_total, 1, "the allocator counts");
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("weights.ron");
    std::fs::write(&weights, WEIGHTS).unwrap();
    let budgets = ["depth:1", "depth:4", "depth:8", "nodes:50", "nodes:100000", "effort:20000", "time:5"];
    let heuristics = ["improved", "lookahead-both-0.5", "open-space-hybrid", weights.to_str().unwrap()];
    let agents: Vec<String> =
        heuristics.iter().flat_map(|name| budgets.map(|budget| format!("id:{name}@{budget}"))).collect();
    let openings: [&[[i64; 2]]; 2] = [&[[3, 3], [0, 0]], &[[2, 4], [5, 1], [4, 5]]];
    let mut nodes = search::<u64>(BoardSize::SEVEN, openings, &agents);
    nodes.extend(search::<u128>(BoardSize::new(9, 11).unwrap(), openings, &agents));
    let shallow: Vec<String> = heuristics.iter().map(|name| format!("ab:{name}@depth:3")).collect();
    nodes.extend(search::<u64>(BoardSize::SEVEN, [&[], &[[3, 3]]], &shallow));
    nodes.extend(search::<u64>(BoardSize::SEVEN, openings, &["perfect".to_owned()]));
    assert!(nodes.len() > 200 && nodes.iter().min() < Some(&10) && nodes.iter().max() > Some(&100_000));
}
