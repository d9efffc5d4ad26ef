//! Games that external programs lost by failures.

use std::io::Write;

use serde::Serialize;

use crate::agent::Forfeit;
use crate::text::plural;

use crate::cli::output::failure::Failure;

/// The failures of one kind of one program.
#[derive(Serialize)]
pub(crate) struct ForfeitRecord {
    agent: String,
    count: u64,
    /// Why the first of them was lost.
    reason: String,
    position: String,
}

impl ForfeitRecord {
    pub(crate) fn new(agent: &str, Forfeit { count, cause, position }: Forfeit) -> Self {
        Self { agent: agent.to_owned(), count, reason: cause.to_string(), position }
    }
}

/// Prints a line for each kind of failure; `what` was lost by it, such as `game`.
pub(crate) fn print(forfeits: &[ForfeitRecord], what: &str, out: &mut impl Write) -> Result<(), Failure> {
    for ForfeitRecord { agent, count, reason, position } in forfeits {
        let what = plural(*count, what);
        let first = if *count == 1 { "" } else { "first: " };
        writeln!(out, "{agent} lost {count} {what} by forfeit: {first}{reason} (at {position})")?;
    }
    Ok(())
}
