//! The blocks into which openings are divided.

use crate::document::serde_as_text;
use crate::suggest::read_by_name;

/// A block of openings. `Train` is for fitness, `Select` for the choice among finalists, `Final` for the reported
/// score.
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
    pub const ALL: [Self; 4] = [Self::All, Self::Train, Self::Select, Self::Final];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Train => "train",
            Self::Select => "select",
            Self::Final => "final",
        }
    }
}

read_by_name!(OpeningBlock, "block");
serde_as_text!(OpeningBlock);
