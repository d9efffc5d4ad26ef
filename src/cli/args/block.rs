//! A single block of openings.

use crate::Unknown;
use crate::arena::OpeningBlock;

/// Reads the name of a block that is not all openings.
pub(crate) fn one_block(name: &str) -> Result<OpeningBlock, String> {
    let blocks = || OpeningBlock::ALL.into_iter().filter(|block| *block != OpeningBlock::All);
    blocks().find(|block| block.name() == name).ok_or_else(|| {
        let names: Vec<&str> = blocks().map(OpeningBlock::name).collect();
        Unknown::among("block", name, &names).to_string()
    })
}
