//! What is said about a run that is opened again.

use std::io::Write;

use crate::tune::{Reopened, RunFolder, RunStatus, Total};

use crate::cli::output::failure::Failure;

/// Prints what changed in a run since it was worked on, and where it stands; `command` continues it.
pub(crate) fn print(
    folder: &RunFolder,
    reopened: &Reopened,
    command: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    for change in &reopened.changes {
        writeln!(out, "changed: {change}")?;
    }
    let (name, record) = (folder.name(), &reopened.saved.record);
    let policy = &record.policy;
    if !reopened.changes.is_empty() && !reopened.plan.repeats(policy) {
        writeln!(
            out,
            "note: the search keeps the plan it was started with; a new run with this total is planned otherwise and ends \
             elsewhere"
        )?;
    }
    if RunStatus::of(Some(record), false) == RunStatus::Finished {
        writeln!(
            out,
            "{name} is finished; this is its verdict. {}",
            if record.generations < policy.generations {
                format!("Its search has converged; to search on from there: {command} --fork NEW")
            } else {
                match record.config.total {
                    Total::Generations(generations) => {
                        let more = 2 * generations;
                        format!("To continue it, raise its total: {command} --set 'total=Generations({more})'")
                    }
                    Total::Games(_) | Total::Hours(_) => format!(
                        "To continue it, raise its total, which counts the games of the search alone: {command} --set \
                         'total=Games({})'",
                        2 * policy.games()
                    ),
                }
            }
        )?;
        return Ok(());
    }
    writeln!(out, "resuming {name} after generation {}", record.generations)?;
    if record.verdict.is_some() {
        writeln!(
            out,
            "note: its final openings have been looked at before, so a verdict that turns is less certain than its interval \
             says; '{}' plays other games. Its game count includes only the last verdict",
            command.replacen("resume", "verify", 1)
        )?;
    }
    Ok(())
}
