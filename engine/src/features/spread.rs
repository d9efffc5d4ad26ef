//! How much each feature varies.

use rand::seq::IndexedRandom;

use super::feature::Feature;
use super::tables::FeatureTables;
use super::view::View;
use crate::game::{Board, BoardSize, Player, Position, Word, with_word};
use crate::seed::{Purpose, Seed};

/// The number of random games, always the same ones.
const GAMES: u64 = 60;

/// Returns the standard deviation of every feature over random positions of a board.
#[must_use]
pub fn spreads(size: BoardSize) -> [f64; Feature::ALL.len()] {
    with_word!(size, W => sampled::<W>(size))
}

fn sampled<W: Word>(size: BoardSize) -> [f64; Feature::ALL.len()] {
    let Ok(board) = Board::<W>::new(size) else {
        return [0.0; Feature::ALL.len()];
    };
    let tables = FeatureTables::new(&board);
    let mut sums = [(0.0, 0.0, 0.0); Feature::ALL.len()];
    for game in 0..GAMES {
        let mut stream = Seed(0).stream(Purpose::Opening, [game, 0, 0]);
        let mut position = Position::start(&board);
        while let Some(&cell) = position.ordered_moves().as_slice().choose(&mut stream) {
            if position.is_placed() {
                let view = View::new(&position, Player::One);
                for (sum, feature) in sums.iter_mut().zip(Feature::ALL) {
                    let value = feature.value(&view, &tables);
                    if value.is_finite() {
                        *sum = (sum.0 + 1.0, sum.1 + value, sum.2 + value * value);
                    }
                }
            }
            position = position.play_legal(cell);
        }
    }
    sums.map(
        |(count, sum, squares)| {
            if count > 0.0 { (squares / count - (sum / count) * (sum / count)).max(0.0).sqrt() } else { 0.0 }
        },
    )
}
