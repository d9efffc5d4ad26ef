//! Openings: all positions after two or four plies, divided into blocks by symmetry class.

mod block;
mod draw;
mod ground;

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::seq::SliceRandom;

use crate::game::{Board, Game, Position, Word, compiled_here};
use crate::seed::{Purpose, Seed};

pub use block::OpeningBlock;
pub use draw::{Draw, DrawError};
pub use ground::{Ground, Placement};

/// The seed of the division into blocks, the same for all runs: what one run held out, no other may train on.
const SPLIT: Seed = Seed(0);

/// A game that starts from the opening's moves.
pub type Opening<'b, W> = Game<'b, W>;

/// The openings of a block, in the order in which they are drawn.
#[derive(Clone, Debug)]
pub struct Openings<'b, W> {
    board: &'b Board<W>,
    plies: usize,
    block: OpeningBlock,
    all: Arc<[Opening<'b, W>]>,
    order: Arc<[usize]>,
    /// The index in the order that is drawn first.
    first: usize,
}

impl<'b, W: Word> Openings<'b, W> {
    /// Creates the list of the openings of a block: every position after a number of plies, once.
    ///
    /// After four plies a few games are already over; their pairs are always split.
    #[must_use]
    pub fn new(board: &'b Board<W>, plies: usize, block: OpeningBlock) -> Self {
        let openings = compiled_here!(listed(
            board: &'a Board<W>,
            plies: usize,
            block: OpeningBlock
        ) -> Vec<Opening<'a, W>>);
        Openings { board, plies, block, order: (0..openings.len()).collect(), all: openings.into(), first: 0 }
    }

    /// Returns the openings in a random order, a function of the seed and an index.
    #[must_use]
    pub fn shuffled(&self, seed: Seed, index: u64) -> Self {
        Openings { order: shuffled(&self.order, seed, index), first: 0, ..self.clone() }
    }

    /// Returns the openings in the same order, rotated to start at another index.
    #[must_use]
    pub fn from_place(&self, place: usize) -> Self {
        let first = if self.is_empty() { 0 } else { (self.first + place % self.len()) % self.len() };
        Openings { first, ..self.clone() }
    }

    /// Returns the board.
    #[must_use]
    pub fn board(&self) -> &'b Board<W> {
        self.board
    }

    /// Returns the number of plies of an opening.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the block.
    #[must_use]
    pub fn block(&self) -> OpeningBlock {
        self.block
    }

    /// Returns the number of openings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns `true` if there are no openings.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns an opening by its index.
    #[must_use]
    pub fn get(&self, place: usize) -> &Opening<'b, W> {
        &self.all[self.order[(self.first + place) % self.len()]]
    }

    /// Returns an iterator over the openings in order.
    pub fn iter(&self) -> impl Iterator<Item = &Opening<'b, W>> {
        (0..self.len()).map(|place| self.get(place))
    }
}

fn shuffled(order: &[usize], seed: Seed, index: u64) -> Arc<[usize]> {
    let mut order = order.to_vec();
    order.shuffle(&mut seed.stream(Purpose::Draw, [index, 0, 0]));
    order.into()
}

fn listed<W: Word>(board: &Board<W>, plies: usize, block: OpeningBlock) -> Vec<Opening<'_, W>> {
    let mut openings = vec![Game::start(board)];
    for _ in 0..plies {
        openings = openings.iter().flat_map(continuations).collect();
    }
    let mut seen = BTreeSet::new();
    openings.retain(|opening| seen.insert(*opening.position()));
    if block == OpeningBlock::All { openings } else { of_block(openings, block) }
}

fn continuations<'b, W: Word>(game: &Game<'b, W>) -> Vec<Game<'b, W>> {
    let follow = |&cell| {
        let mut longer = game.clone();
        longer.play(cell).ok().map(|()| longer)
    };
    game.position().ordered_moves().as_slice().iter().filter_map(follow).collect()
}

/// Assigns the symmetry classes to the blocks and returns the openings of one block.
fn of_block<'b, W: Word>(openings: Vec<Opening<'b, W>>, block: OpeningBlock) -> Vec<Opening<'b, W>> {
    let class: Vec<Position<'b, W>> = openings.iter().map(|opening| opening.position().canonical()).collect();
    let mut classes: Vec<_> = class.iter().collect::<BTreeSet<_>>().into_iter().collect();
    classes.shuffle(&mut SPLIT.stream(Purpose::Draw, [u64::MAX, 0, 0]));
    let fifth = classes.len() / 5;
    let kept: BTreeSet<_> = match block {
        OpeningBlock::All => classes.into_iter().collect(),
        OpeningBlock::Final => classes.into_iter().take(fifth).collect(),
        OpeningBlock::Select => classes.into_iter().skip(fifth).take(fifth).collect(),
        OpeningBlock::Train => classes.into_iter().skip(2 * fifth).collect(),
    };
    openings.into_iter().zip(&class).filter(|(_, class)| kept.contains(class)).map(|(opening, _)| opening).collect()
}
