//! The parts that all openings are dealt into.

use crate::suggest::read_by_name;

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

read_by_name!(Block, "block");
