//! The searches to a depth: alpha-beta against naive minimax and naive alpha-beta, and how ties are broken.

use std::sync::Arc;

use isotune::features::FeatureTables;
use isotune::heuristic::{Evaluator, published};
use isotune::search::{MoveOrder, ResolvedBudget, Searcher, signature};

use crate::naive::search::alpha_beta;
use crate::naive::{self, Naive, random_game, random_positions, square, stream};
use crate::workbench::{Workbench, bits};

#[test]
fn alpha_beta_finds_what_minimax_finds_and_visits_what_plain_alpha_beta_visits() {
    let mut stream = stream(21);
    let seven = Workbench::<u64>::new((7, 7));
    for (index, root) in random_positions((7, 7), 2, 400, &mut stream).iter().enumerate() {
        for depth in 1..=5 {
            seven.compare(root, index + depth as usize, depth);
        }
    }
    let large = Workbench::<u128>::new((9, 11));
    for (index, root) in random_positions((9, 11), 2, 90, &mut stream).iter().enumerate() {
        for depth in 1..=4 {
            large.compare(root, index + depth as usize, depth);
        }
    }
}

#[test]
fn searches_begin_before_the_placements_as_well() {
    let mut stream = stream(22);
    let (seven, large, small) =
        (Workbench::<u64>::new((7, 7)), Workbench::<u128>::new((9, 11)), Workbench::<u64>::new((4, 3)));
    for index in 0..seven.evaluators.len() {
        for plies in 0..2 {
            for depth in 1..=3 {
                seven.compare(&random_game((7, 7), plies, &mut stream), index, depth);
            }
            large.compare(&random_game((9, 11), plies, &mut stream), index, 2);
            for depth in 1..=5 {
                small.compare(&random_game((4, 3), plies, &mut stream), index, depth);
            }
        }
    }
}

/// With whole and quarter numbers even the scores can be naive: they are exact in any order.
#[test]
fn searches_with_exact_heuristics_equal_wholly_naive_ones() {
    let seven = Workbench::<u64>::new((7, 7));
    let tables = Arc::new(FeatureTables::new(&seven.board));
    for (index, root) in random_positions((7, 7), 2, 60, &mut stream(23)).iter().enumerate() {
        let name = ["improved", "open", "center", "weighted-8", "mixed-centrality"][index % 5];
        let heuristic = published(name).expect("published").heuristic(seven.board.size());
        let evaluator = Evaluator::new(&heuristic, &tables);
        for depth in 1..=5 {
            let decision = seven.choose(&evaluator, ResolvedBudget::Depth(depth), root).map(|found| seven.found(found));
            let expected = alpha_beta(root, depth, &|node, player| node.published(name, player));
            assert_eq!(decision, expected, "{name} at depth {depth} after {:?}", root.moves);
        }
    }
}

#[test]
fn a_lost_player_plays_the_first_legal_move_and_a_stuck_one_none() {
    let seven = Workbench::<u64>::new((7, 7));
    let (_, improved) = seven.turn(0);
    let mut lost = 0;
    for root in random_positions((7, 7), 18, 300, &mut stream(28)) {
        let found = seven.found(seven.choose(improved, ResolvedBudget::Depth(6), &root).expect("there are moves"));
        if found.value == Some(f64::NEG_INFINITY) {
            lost += 1;
            assert_eq!(found.cell, root.legal(root.to_move())[0]);
        }
    }
    assert!(lost > 10, "{lost} positions were lost");
    let finished = random_game((7, 7), usize::MAX, &mut stream(29));
    for allowance in [ResolvedBudget::Depth(3), ResolvedBudget::Nodes(10), ResolvedBudget::Time(1)] {
        assert_eq!(seven.choose(improved, allowance, &finished), None);
    }
}

#[test]
fn a_shuffled_order_breaks_ties_evenly_and_picks_best_moves_only() {
    let seven = Workbench::<u64>::new((7, 7));
    let (_, null) = &seven.evaluators[1];
    let (_, improved) = &seven.evaluators[0];
    let mut stream = stream(30);
    let mut compared = 0;
    for (root, evaluator, depth) in random_positions((7, 7), 2, 30, &mut stream)
        .into_iter()
        .flat_map(|root| [(root.clone(), null, 1), (root.clone(), improved, 2), (root, improved, 4)])
    {
        let full = naive::search::minimax(&root, depth, &|node, player| seven.score(evaluator, node, player));
        if full.best.len() < 2 {
            continue;
        }
        compared += 1;
        let searcher = Searcher::new(evaluator.clone(), ResolvedBudget::Depth(depth), MoveOrder::Shuffled);
        let mut counts = vec![0_u32; full.best.len()];
        let position = root.position(&seven.board);
        for _ in 0..2000 {
            let found = seven.found(searcher.choose(&position, &mut stream).expect("there are moves"));
            assert_eq!(found.value.map(bits), Some(bits(full.value)));
            let index = full.best.iter().position(|&cell| cell == found.cell).expect("one of the best moves");
            counts[index] += 1;
        }
        let (expected, freedom) = (2000.0 / counts.len() as f64, counts.len() as f64 - 1.0);
        let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
        // Five standard deviations of a chi-square variable above its mean.
        assert!(chi_square < freedom + 5.0 * (2.0 * freedom).sqrt(), "{counts:?} after {:?}", root.moves);
    }
    assert!(compared > 30, "{compared} positions had ties");
}

#[test]
fn placements_are_never_shuffled() {
    let seven = Workbench::<u64>::new((7, 7));
    let (_, null) = &seven.evaluators[1];
    let searcher = Searcher::new(null.clone(), ResolvedBudget::Depth(1), MoveOrder::Shuffled);
    let empty = Naive::start((7, 7)).position(&seven.board);
    let mut stream = stream(32);
    for _ in 0..50 {
        let decision = searcher.choose(&empty, &mut stream).expect("there are moves");
        assert_eq!(square(&seven.board, decision.cell), (0, 0));
    }
}

/// The checksum of the search: a change of the search that moves this number must say so in the CHANGELOG.
#[test]
fn the_signature_is_the_known_one() {
    assert_eq!(signature(), 172_999);
}
