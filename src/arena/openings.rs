//! Openings: all positions after two or four plies, split so that no mirrored one crosses a block.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use rand::seq::SliceRandom;

use crate::game::{Board, Game, Position, Word};
use crate::seed::{Purpose, Seed};
use crate::suggest::Suggestion;

/// The split into blocks is the same for all runs: what one run held out, no other may have trained on.
const SPLIT: Seed = Seed(0);

/// A part of all openings. Fitness sees `Train`, the choice among finalists `Select`, the reported figure `Final`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Block {
    /// All openings.
    All,
    /// Three fifths of the symmetry classes.
    Train,
    /// One fifth.
    Select,
    /// The last fifth.
    Final,
}

/// A name that no block has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no block '{name}'{suggestion}; there are all, train, select and final")]
pub struct UnknownBlock {
    /// The name as it was given.
    pub name: String,
    /// The block that may have been meant.
    pub suggestion: Suggestion,
}

/// A position that games begin with, and the moves that lead to it.
pub type Opening<'b, W> = Game<'b, W>;

/// The openings of a block, in the order in which they are drawn.
#[derive(Clone, Debug)]
pub struct Openings<'b, W> {
    openings: Vec<Opening<'b, W>>,
}

impl<'b, W: Word> Openings<'b, W> {
    /// Lists the openings of a block: every position after so many plies, once.
    ///
    /// After four plies a few are already decided; their pairs are always split.
    #[must_use]
    pub fn new(board: &'b Board<W>, plies: usize, block: Block) -> Self {
        let mut seen = BTreeSet::new();
        let mut openings = vec![Game::start(board)];
        for _ in 0..plies {
            openings = openings.iter().flat_map(continuations).collect();
        }
        openings.retain(|opening| seen.insert(*opening.position()));
        if block != Block::All {
            let blocks = split(&openings);
            openings.retain(|opening| blocks.get(&opening.position().canonical()) == Some(&block));
        }
        Openings { openings }
    }

    /// Gives the openings in another order, which the seed and an index decide.
    #[must_use]
    pub fn shuffled(&self, seed: Seed, index: u64) -> Self {
        let mut shuffled = self.clone();
        shuffled.openings.shuffle(&mut seed.stream(Purpose::Draw, [index, 0, 0]));
        shuffled
    }

    /// Gives the openings as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Opening<'b, W>] {
        &self.openings
    }
}

fn continuations<'b, W: Word>(game: &Game<'b, W>) -> Vec<Game<'b, W>> {
    let follow = |&cell| {
        let mut longer = game.clone();
        longer.play(cell).ok().map(|()| longer)
    };
    game.position().ordered_moves().as_slice().iter().filter_map(follow).collect()
}

/// Deals the symmetry classes out to the blocks.
fn split<'b, W: Word>(openings: &[Opening<'b, W>]) -> BTreeMap<Position<'b, W>, Block> {
    let classes: BTreeSet<_> = openings.iter().map(|opening| opening.position().canonical()).collect();
    let mut classes: Vec<_> = classes.into_iter().collect();
    classes.shuffle(&mut SPLIT.stream(Purpose::Draw, [u64::MAX, 0, 0]));
    let fifth = classes.len() / 5;
    let block = |index: usize| match index {
        index if index < fifth => Block::Final,
        index if index < 2 * fifth => Block::Select,
        _ => Block::Train,
    };
    classes.into_iter().enumerate().map(|(index, class)| (class, block(index))).collect()
}

impl Block {
    /// All blocks.
    pub const ALL: [Block; 4] = [Block::All, Block::Train, Block::Select, Block::Final];

    /// Gives the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Block::All => "all",
            Block::Train => "train",
            Block::Select => "select",
            Block::Final => "final",
        }
    }
}

impl FromStr for Block {
    type Err = UnknownBlock;

    fn from_str(name: &str) -> Result<Block, UnknownBlock> {
        Block::ALL.into_iter().find(|block| block.name() == name).ok_or_else(|| UnknownBlock {
            name: name.to_owned(),
            suggestion: Suggestion::of(name, Block::ALL.map(Block::name)),
        })
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
