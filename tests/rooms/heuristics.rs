//! Compiled heuristics: equal to the reference's recorded scores, to naive weighted sums, and to their own bits.

use std::collections::BTreeSet;
use std::sync::Arc;

use isotune::agent::Agent;
use isotune::features::{Dependence, Feature, FeatureTables, View, phase};
use isotune::game::{Board, BoardSize, Player, Position, Word};
use isotune::heuristic::{
    CATALOGUE, Evaluator, Heuristic, HeuristicSource, HostHeuristic, Tuned, Weight, Weights, names, published,
};
use isotune::search::MoveOrder;
use isotune::seed::{Purpose, Seed, Stream};
use rand::RngExt;
use rand::seq::IndexedRandom;

use crate::naive::{self, Naive, board, close, random_game, random_positions, stream};
use crate::recorded;

#[test]
fn all_recorded_scores_are_reproduced() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    for row in recorded::recorded() {
        let position = Position::replay(&board, row.moves.iter().copied()).expect("legal");
        let legal = |player| -> BTreeSet<[usize; 2]> {
            position.moves(player).into_iter().map(|cell| cell.row_column(board.size())).collect()
        };
        assert_eq!(position.to_move().number(), row.to_move);
        assert_eq!(legal(Player::One), row.legal1.iter().copied().collect());
        assert_eq!(legal(Player::Two), row.legal2.iter().copied().collect());
        assert_eq!(position.is_finished(), row.finished);
        assert_eq!(row.scores.len(), CATALOGUE.len());
        for (name, expected) in &row.scores {
            let heuristic = published(name).unwrap_or_else(|| panic!("{name} is missing")).heuristic(board.size());
            let evaluator = Evaluator::new(&heuristic, &tables);
            for (player, expected) in Player::ALL.into_iter().zip(expected) {
                let (score, expected) = (evaluator.score(&View::new(&position, player)), recorded::number(expected));
                assert!(close(score, expected), "{name} is {score}, not {expected}, in {position}");
            }
        }
    }
}

#[test]
fn the_catalogue_has_every_published_name_once_and_in_order() {
    let names: Vec<&str> = CATALOGUE.iter().map(|entry| entry.name).collect();
    assert_eq!(names, naive::published::NAMES);
    assert!(CATALOGUE.iter().all(|entry| entry.heuristic(BoardSize::SEVEN).name() == entry.name));
    assert!(published("imporved").is_none());
}

#[test]
fn every_set_that_isotune_found_is_verified_and_has_a_name_of_its_own() {
    let all: Vec<&str> = names().collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
    for set in Tuned::ALL {
        let document = set.document().expect("valid");
        assert_eq!(document.name, set.name());
        assert_eq!(document.board, Some(BoardSize::SEVEN), "{}", set.name());
        assert!(!document.note.is_empty(), "{}", set.name());
        let provenance = document.provenance.as_ref().expect("found by a run");
        let score = provenance.score.as_ref().expect("measured");
        assert!(provenance.verified && score.block == "final", "{}", set.name());
        assert!(score.delta > 4.0 * score.delta_se, "{}", set.name());
        let source: HeuristicSource = set.name().parse().expect("known");
        assert_eq!(source.document(None).expect("weights"), document);
        assert_eq!(source.heuristic(BoardSize::SEVEN).expect("weights").weights(), Some(&document.weights));
        assert!(source.heuristic(BoardSize::new(9, 9).expect("small")).is_err(), "{} is for 7x7 alone", set.name());
    }
    let small = Tuned::named("isotune-small").expect("there").document().expect("valid");
    assert!(small.weights.used().count() <= 4);
    assert!(Tuned::named("improved").is_none());
}

/// Published.md: what the reports printed.
#[test]
fn published_results_are_those_of_the_reports() {
    let outcome = |name: &str| published(name).expect("published").outcome;
    let rates = |name: &str| (outcome(name).win_rate, outcome(name).baseline);
    assert_eq!(rates("minshull-hybrid"), (Some(65.0), Some(55.0)));
    assert_eq!(rates("open-space-hybrid"), (Some(77.5), Some(74.7)));
    assert_eq!(rates("lookahead-both-0.7"), (Some(72.86), Some(70.0)));
    assert_eq!(rates("polosin-final"), (Some(72.08), Some(69.45)));
    assert_eq!(outcome("dominating-moves").difference, Some(2.4));
    assert_eq!(outcome("schadenfreude").difference, Some(-5.3));
    assert_eq!(outcome("open-space-hybrid").p_value, Some(5e-33));
    assert_eq!(rates("improved"), (None, None));
}

/// Sets of weights that exercise the compiler: each feature alone, random subsets, all; constant and tapered.
fn weight_sets(stream: &mut Stream) -> Vec<Weights> {
    let number = |stream: &mut Stream| stream.random_range(-3.0..3.0);
    let mut sets = vec![Weights::ZERO];
    for tapered in [false, true] {
        let weight = |stream: &mut Stream| {
            let early = number(stream);
            let late = if tapered && stream.random_bool(0.7) { number(stream) } else { early };
            Weight::tapered(early, late).expect("finite")
        };
        for feature in Feature::ALL {
            sets.push(Weights::ZERO.with(feature, weight(stream)));
        }
        for count in (1..=40).map(|size| size % 14 + 1) {
            let chosen = Feature::ALL.sample(stream, count).copied().collect::<Vec<_>>();
            sets.push(chosen.into_iter().fold(Weights::ZERO, |all, feature| all.with(feature, weight(stream))));
        }
        for _ in 0..10 {
            sets.push(Feature::ALL.into_iter().fold(Weights::ZERO, |all, feature| all.with(feature, weight(stream))));
        }
    }
    sets
}

fn positions(size: (i32, i32), stream: &mut Stream) -> Vec<Naive> {
    let mut positions: Vec<Naive> = (0..4).map(|plies| random_game(size, plies, stream)).collect();
    positions.extend(random_positions(size, 2, 20, stream));
    positions.extend((0..10).map(|_| random_game(size, usize::MAX, stream)));
    positions.extend((0..10).map(|_| {
        let mut finished = random_game(size, usize::MAX, stream);
        finished.moves.pop();
        finished
    }));
    positions
}

/// The weighted sum by the naive definitions; a weight of zero switches even an infinite feature off.
fn naive_sum(weights: &Weights, naive: &Naive, player: usize) -> f64 {
    let blanks = naive.blanks().len() as f64;
    let phase = (blanks / f64::from(naive.width * naive.height - 2)).min(1.0);
    let terms = Feature::ALL.into_iter().map(|feature| {
        let weight = weights[feature].late() * (1.0 - phase) + weights[feature].early() * phase;
        if weight.abs() < 1e-12 { 0.0 } else { weight * naive.feature(feature.name(), player) }
    });
    naive.outcome(player).unwrap_or_else(|| terms.sum())
}

#[test]
fn compiled_heuristics_equal_naive_weighted_sums() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let tables = Arc::new(FeatureTables::new(&board));
        let mut stream = stream(11);
        let positions = positions(size, &mut stream);
        for weights in weight_sets(&mut stream) {
            let evaluator = Evaluator::new(&Heuristic::linear("test", weights.clone()), &tables);
            assert_eq!(matches!(evaluator, Evaluator::Tapered(_)), weights.is_tapered());
            for naive in &positions {
                let position = naive.position(&board);
                for (index, player) in Player::ALL.into_iter().enumerate() {
                    let score = evaluator.score(&View::new(&position, player));
                    let expected = naive_sum(&weights, naive, index);
                    let near = (score - expected).abs() <= 1e-9 * expected.abs().max(1.0);
                    assert!(close(score, expected) || near, "{score}, not {expected}, in {position} by {weights:?}");
                }
            }
        }
    }
    check::<u64>((7, 7));
    check::<u128>((9, 11));
}

/// The sum in the order that the documentation of `Linear` promises: first the features of the move numbers and
/// those of the cells, each summed by itself, then the others; late weights, and what the phase adds, apart.
fn documented_sum<W: Word>(weights: &Weights, view: &View<W>, tables: &FeatureTables<W>) -> f64 {
    let layer = |weight_of: &dyn Fn(Weight) -> f64| {
        let group = |dependence| {
            let members = weights.used().filter(move |(feature, _)| feature.dependence() == dependence);
            members.map(|(feature, weight)| weight_of(weight) * feature.value(view, tables))
        };
        let from_zero = |sum: f64, term: f64| sum + term;
        let moves = group(Dependence::Moves).fold(0.0, from_zero);
        let cells = group(Dependence::Cells).fold(0.0, from_zero);
        group(Dependence::Board).fold(moves + cells, from_zero)
    };
    let late = layer(&Weight::late);
    if weights.is_tapered() {
        let growth = layer(&|weight| weight.early() - weight.late());
        late + phase(tables.board().size(), view.blank.len()) * growth
    } else {
        late
    }
}

#[test]
fn scores_have_the_bits_of_the_documented_order_of_summation() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let tables = Arc::new(FeatureTables::new(&board));
        let mut stream = stream(12);
        let positions = random_positions(size, 2, 40, &mut stream);
        let views: Vec<View<W>> = positions
            .iter()
            .flat_map(|naive| Player::ALL.map(|player| View::new(&naive.position(&board), player)))
            // An infinite ratio is the only value whose place in the sum cannot matter.
            .filter(|view| !view.opponent_moves.is_empty())
            .collect();
        assert!(views.len() > 60);
        for weights in weight_sets(&mut stream) {
            let evaluator = Evaluator::new(&Heuristic::linear("test", weights.clone()), &tables);
            for view in &views {
                let (score, expected) = (evaluator.score(view), documented_sum(&weights, view, &tables));
                assert_eq!(score.to_bits(), expected.to_bits(), "{score:e}, not {expected:e}, by {weights:?}");
            }
        }
    }
    check::<u64>((7, 7));
    check::<u128>((9, 11));
}

#[test]
fn a_tapered_heuristic_goes_from_its_early_to_its_late_weights() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let mut stream = stream(13);
    let score = |weights: &Weights, view: &View<u64>| {
        Evaluator::new(&Heuristic::linear("test", weights.clone()), &tables).score(view)
    };
    for naive in random_positions((7, 7), 2, 60, &mut stream) {
        let view = View::new(&naive.position(&board), Player::Two);
        let (early, late) = (stream.random_range(-2.0..2.0), stream.random_range(-2.0..2.0));
        let weights = |early, late| {
            let weight = Weight::tapered(early, late).expect("finite");
            [Feature::OwnMoves, Feature::OwnCentreDistance, Feature::OwnRing2]
                .into_iter()
                .fold(Weights::ZERO, |all, feature| all.with(feature, weight))
        };
        // The share of the 47 cells blank after the placements that still are.
        let share = naive.blanks().len() as f64 / 47.0;
        let expected =
            share * score(&weights(early, early), &view) + (1.0 - share) * score(&weights(late, late), &view);
        assert!(close(score(&weights(early, late), &view), expected));
    }
    let opening = View::new(&Naive::after((7, 7), &[(3, 3), (0, 0)]).position(&board), Player::One);
    let tapered = Weights::ZERO.with(Feature::OwnMoves, Weight::tapered(2.0, -7.0).expect("finite"));
    assert!(close(score(&tapered, &opening), 16.0), "8 moves at the early weight");
}

/// Positions in which the waiting player has no move, so that the other's ratio of moves is infinite.
fn stuck_opponents(count: usize) -> Vec<Naive> {
    let mut stream = stream(14);
    let mut found = Vec::new();
    while found.len() < count {
        let mut game = random_game((7, 7), usize::MAX, &mut stream);
        game.moves.pop();
        let (mover, waiter) = (game.to_move(), 1 - game.to_move());
        if game.legal(waiter).is_empty() && !game.legal(mover).is_empty() {
            found.push(game);
        }
    }
    found
}

#[test]
fn an_infinite_ratio_has_the_sign_of_its_weight_and_is_never_nan() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let mut stream = stream(15);
    let ends = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 0.0), (0.0, -2.0), (-2.0, 0.0)];
    for naive in stuck_opponents(40) {
        let position = naive.position(&board);
        let (mover, share) = (position.to_move(), naive.blanks().len() as f64 / 47.0);
        let balanced = (1.0 - share, -share);
        for (early, late) in ends.into_iter().chain([balanced]) {
            let ratio = Weight::tapered(early, late).expect("finite");
            for others in weight_sets(&mut stream).into_iter().step_by(7).chain([Weights::ZERO]) {
                let weights = others.with(Feature::MovesRatio, ratio);
                let evaluator = Evaluator::new(&Heuristic::linear("test", weights), &tables);
                let scores = [mover, mover.opponent()].map(|player| evaluator.score(&View::new(&position, player)));
                assert!(scores.iter().all(|score| !score.is_nan()), "{early} to {late} in {position}");
                assert!(scores[1].is_finite(), "m / o of the player who is stuck is 0");
                let weight = late * (1.0 - share) + early * share;
                if weight.abs() > 1e-12 {
                    assert!(scores[0].is_infinite() && (scores[0] > 0.0) == (weight > 0.0), "{early} to {late}");
                } else if ratio.at(phase(board.size(), position.blank().len())).abs() < f64::MIN_POSITIVE {
                    assert!(scores[0].is_finite(), "a weight of zero switches the feature off");
                }
            }
        }
    }
}

#[test]
fn a_feature_with_zero_weight_is_not_in_use() {
    let nothing = Weight::constant(-0.0).expect("finite");
    let weights = Weights::ZERO.with(Feature::OwnRing5, nothing).with(Feature::OwnMoves, Weight::ZERO);
    assert_eq!(weights.used().count(), 0);
    assert_eq!(weights.ingredients().count(), 0);
    assert!(!weights.is_tapered());
    assert_eq!(weights, Weights::ZERO);
}

#[test]
fn the_score_of_nothing_is_plain_zero_at_every_stage_of_the_game() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let null = Evaluator::new(&Heuristic::linear("null", Weights::ZERO), &tables);
    for plies in 0..6 {
        let position = random_game((7, 7), plies, &mut stream(16)).position(&board);
        for player in Player::ALL {
            let score = null.score(&View::new(&position, player));
            assert_eq!(score.to_bits(), 0.0_f64.to_bits(), "after {plies} plies it is {score:?}");
        }
    }
}

#[test]
fn a_function_of_the_host_searches_like_its_formula() {
    let mine = HostHeuristic::new("rooms", |view| view.own_moves.len() as f64);
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    let agent =
        |text: &str| Agent::new(&text.parse().unwrap(), MoveOrder::Shuffled, "udacity-modern", &tables).unwrap();
    let (ours, theirs) = (agent("id:host:rooms@nodes:300"), agent("id:open@nodes:300"));
    for (seed, opening) in [[3, 3], [0, 1], [6, 2]].into_iter().enumerate() {
        let position = Position::replay(&board, [opening, [2, 5]]).unwrap();
        let stream = || Seed(seed as u64).stream(Purpose::Agent, [0; 3]);
        assert_eq!(ours.choose(&position, &mut stream()), theirs.choose(&position, &mut stream()));
    }
    assert!(serde_json::to_string(&ours.data()).is_err(), "a function is not data");
    assert!("host:rooms".parse::<HeuristicSource>().unwrap().document(None).is_err());
    drop(mine);
    assert!("host:rooms".parse::<HeuristicSource>().is_err());
}
