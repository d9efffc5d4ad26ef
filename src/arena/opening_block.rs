//! The parts that all openings are dealt into.

use crate::suggest::read_by_name;

/// A part of all openings. Fitness sees `Train`, the choice among finalists `Select`, the reported figure `Final`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OpeningBlock {
    /// All openings.
    All,
    /// Three fifths of the symmetry classes.
    Train,
    /// One fifth.
    Select,
    /// The last fifth.
    Final,
}

impl OpeningBlock {
    /// All blocks.
    pub const ALL: [OpeningBlock; 4] =
        [OpeningBlock::All, OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OpeningBlock::All => "all",
            OpeningBlock::Train => "train",
            OpeningBlock::Select => "select",
            OpeningBlock::Final => "final",
        }
    }
}

read_by_name!(OpeningBlock, "block");
