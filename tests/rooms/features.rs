//! Features and published heuristics on random positions, against their definitions computed from scratch.

use std::sync::Arc;

use isotune::features::{Dependence, Feature, FeatureTables, View, phase};
use isotune::game::{Player, Symmetry, Word};
use isotune::heuristic::{CATALOGUE, Evaluator};

use crate::naive::{Naive, board, close, random_game, random_positions, stream};

/// Positions of every length from the empty board on, finished ones included.
fn positions(size: (i32, i32), test: u64) -> Vec<Naive> {
    let mut stream = stream(test);
    let mut positions: Vec<Naive> = (0..300).map(|plies| random_game(size, plies % 60, &mut stream)).collect();
    positions.extend((0..20).map(|plies| random_game(size, plies % 3, &mut stream)));
    positions.extend(random_positions(size, 2, 200, &mut stream));
    positions.extend((0..60).map(|_| {
        // One ply before the end.
        let mut finished = random_game(size, usize::MAX, &mut stream);
        finished.moves.pop();
        finished
    }));
    positions
}

#[test]
fn every_feature_equals_its_definition() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let tables = FeatureTables::new(&board);
        for naive in positions(size, 1) {
            let position = naive.position(&board);
            for (index, player) in Player::ALL.into_iter().enumerate() {
                let view = View::new(&position, player);
                for feature in Feature::ALL {
                    let (value, expected) = (feature.value(&view, &tables), naive.feature(feature.name(), index));
                    assert!(close(value, expected), "{feature} is {value}, not {expected}, for {player} in {position}");
                }
            }
        }
    }
    check::<u64>((7, 7));
    check::<u128>((9, 11));
    check::<u64>((5, 3));
    check::<u128>((16, 8));
}

#[test]
fn the_list_of_features_is_closed_and_its_names_are_unique() {
    for (index, feature) in Feature::ALL.into_iter().enumerate() {
        assert_eq!(feature as usize, index, "{feature} stands at its own place");
        assert_eq!(feature.name().parse(), Ok(feature));
        assert!(!feature.formula().is_empty() && !feature.ingredients().is_empty(), "{feature}");
    }
    let error = "own-move".parse::<Feature>().expect_err("it is no feature");
    assert_eq!(error.to_string(), "unknown feature 'own-move' (did you mean 'own-moves'?)");
}

#[test]
fn features_keep_their_value_under_the_symmetries_they_are_said_to_have() {
    fn check<W: Word>(size: (i32, i32)) -> usize {
        let board = board::<W>(size);
        let tables = FeatureTables::new(&board);
        let square = size.0 == size.1;
        let mut moved = 0;
        for naive in positions(size, 2) {
            let position = naive.position(&board);
            for symmetry in Symmetry::of(board.size()) {
                let image = symmetry.position(&position);
                for player in Player::ALL {
                    let (view, other) = (View::new(&position, player), View::new(&image, player));
                    for feature in Feature::ALL {
                        let (value, mirrored) = (feature.value(&view, &tables), feature.value(&other, &tables));
                        let kept = feature.is_fully_symmetric() || (square && symmetry == Symmetry::TRANSPOSITION);
                        moved += usize::from(!close(value, mirrored));
                        assert!(!kept || close(value, mirrored), "{feature} under {symmetry:?} of {position}");
                    }
                }
            }
        }
        moved
    }
    // What is not said to be symmetric indeed is not: otherwise the test would say nothing.
    assert!(check::<u64>((7, 7)) > 0);
    assert!(check::<u128>((9, 11)) > 0);
}

#[test]
fn every_feature_that_is_not_fully_symmetric_has_a_position_that_shows_it() {
    let board = board::<u64>((7, 7));
    let tables = FeatureTables::new(&board);
    for feature in Feature::ALL.into_iter().filter(|feature| !feature.is_fully_symmetric()) {
        let shown = positions((7, 7), 3).iter().any(|naive| {
            let position = naive.position(&board);
            let value =
                |symmetry: Symmetry| feature.value(&View::new(&symmetry.position(&position), Player::One), &tables);
            let plain = feature.value(&View::new(&position, Player::One), &tables);
            Symmetry::of(board.size()).any(|symmetry| !close(plain, value(symmetry)))
        });
        assert!(shown, "{feature} keeps its value under all symmetries and should say so");
    }
}

#[test]
fn what_depends_on_less_than_the_board_says_so() {
    let board = board::<u64>((7, 7));
    let tables = FeatureTables::new(&board);
    let placed = positions((7, 7), 4).into_iter().filter(|naive| naive.moves.len() >= 2);
    let views: Vec<View<u64>> = placed.map(|naive| View::new(&naive.position(&board), Player::Two)).collect();
    for (a, b) in views.iter().flat_map(|a| views.iter().map(move |b| (a, b))) {
        let same_moves = (a.own_moves.len(), a.opponent_moves.len(), a.to_move)
            == (b.own_moves.len(), b.opponent_moves.len(), b.to_move);
        for feature in Feature::ALL.into_iter().filter(|_| same_moves) {
            if feature.dependence() == Dependence::Moves {
                assert!(close(feature.value(a, &tables), feature.value(b, &tables)), "{feature}");
            }
        }
    }
}

#[test]
fn catalogue_scores_equal_their_formulas_and_keep_the_symmetries_of_their_features() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let tables = Arc::new(FeatureTables::new(&board));
        let square = size.0 == size.1;
        let placed: Vec<Naive> = positions(size, 5).into_iter().filter(|naive| naive.moves.len() >= 2).collect();
        for entry in CATALOGUE {
            let heuristic = entry.heuristic(board.size());
            let evaluator = Evaluator::new(&heuristic, &tables);
            // Report 003's look-ahead scores count cells and so know no direction.
            let features = heuristic.weights().map(|weights| weights.used().map(|(feature, _)| feature));
            let symmetric = features.is_none_or(|mut features| features.all(Feature::is_fully_symmetric));
            for naive in &placed {
                let position = naive.position(&board);
                for (index, player) in Player::ALL.into_iter().enumerate() {
                    let score = evaluator.score(&View::new(&position, player));
                    let expected = naive.published(entry.name, index);
                    assert!(close(score, expected), "{} is {score}, not {expected}, in {position}", entry.name);
                    for symmetry in Symmetry::of(board.size()) {
                        let image = evaluator.score(&View::new(&symmetry.position(&position), player));
                        let kept = symmetric || (square && symmetry == Symmetry::TRANSPOSITION);
                        assert!(!kept || close(score, image), "{} under {symmetry:?} of {position}", entry.name);
                    }
                }
            }
        }
    }
    check::<u64>((7, 7));
    check::<u128>((9, 11));
}

#[test]
fn a_view_knows_the_outcome() {
    let board = board::<u64>((7, 7));
    for naive in positions((7, 7), 6) {
        let position = naive.position(&board);
        for (index, player) in Player::ALL.into_iter().enumerate() {
            let view = View::new(&position, player);
            assert_eq!(view.outcome().map(f64::to_bits), naive.outcome(index).map(f64::to_bits));
            assert_eq!(view.is_placed(), naive.moves.len() >= 2);
        }
    }
}

#[test]
fn the_phase_falls_from_one_after_the_placements_to_zero_on_a_full_board() {
    for size in [(7, 7), (9, 11), (2, 1)] {
        let size = isotune::game::BoardSize::new(size.0, size.1).expect("playable");
        let cells = u32::try_from(size.cells()).expect("small");
        // Before both are placed it is as early as can be.
        for blank in cells - 2..=cells {
            let expected = if cells == 2 && blank == 0 { 0.0 } else { 1.0 };
            assert!(close(phase(size, blank), expected), "{size} with {blank} blank cells");
        }
        assert!(close(phase(size, 0), 0.0));
        for blank in 1..cells - 2 {
            assert!(close(phase(size, blank), f64::from(blank) / f64::from(cells - 2)));
        }
    }
}
