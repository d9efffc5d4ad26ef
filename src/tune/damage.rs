//! What can be wrong with the files of a run, and how it was handled.

use std::path::{Path, PathBuf};

/// What is wrong with a state file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The file does not exist.
    #[error("is missing")]
    Missing,
    /// The file is not what was written.
    #[error("is truncated or changed: the checksum does not match")]
    Checksum,
    /// The file has the format of another version of the program.
    #[error("has format {found}, but this version reads format {supported}")]
    Format {
        /// The format of the file.
        found: u32,
        /// The format of this version.
        supported: u32,
    },
    /// The checksum matches, but the contents are not those of a run with its configuration.
    #[error("is intact, but does not fit the configuration of the run")]
    Misfit,
    /// The checksum matches, but the contents do not parse.
    #[error("is intact, but was written by an incompatible version")]
    Contents,
}

/// Damage that was found in a folder, and how it was handled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Repair {
    /// The previous state is used.
    #[error("state.ron {damage}; resuming from the previous state, generation {generation}{}", kept_as(kept.as_deref()))]
    PreviousState {
        /// What is wrong with the last state.
        damage: Damage,
        /// The generation of the previous one.
        generation: u64,
        /// Where the damaged file is kept, if there was one.
        kept: Option<PathBuf>,
    },
    /// The configuration was restored.
    #[error("config.ron was missing; restored from state.ron")]
    ConfigRestored,
    /// Some results are lost.
    #[error("damaged lines in the journal: {lines}; their games are played again")]
    Journal {
        /// The number of lines.
        lines: usize,
    },
    /// The history starts over.
    #[error("history.csv was missing or changed{}; it continues with the next generation; the search is not affected", kept_as(kept.as_deref()))]
    History {
        /// Where the damaged file is kept, if there was one.
        kept: Option<PathBuf>,
    },
    /// The recommendation was restored.
    #[error("best.ron was missing or changed; restored from state.ron")]
    BestRestored,
}

fn kept_as(kept: Option<&Path>) -> String {
    kept.map_or_else(String::new, |kept| format!(" (kept as {})", kept.display()))
}
