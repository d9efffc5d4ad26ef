//! The modules that heuristics become in a checkout.

use std::fs;

use serde::Serialize;

use super::Args;
use super::heuristic::CheckoutHeuristic;
use crate::cli::args::target::TargetFile;
use crate::cli::output::failure::Failure;

/// The module of the first source; the others have a number behind.
const MODULE: &str = "isotune_score";

/// A module for a checkout.
#[derive(Serialize)]
pub(super) struct ModuleRecord {
    pub(super) source: String,
    pub(super) file: String,
    pub(super) written: bool,
    /// Whether the file was there already, with the same bytes.
    pub(super) unchanged: bool,
    /// The line to add at the end of `game_agent.py`.
    pub(super) line: String,
}

/// Returns the names of the modules of a number of sources.
pub(super) fn names(sources: usize) -> Vec<String> {
    (1..=sources).map(|number| format!("{MODULE}{}", ending(number))).collect()
}

/// Returns what stands behind the names of a module and its function, by the number of the source.
fn ending(number: usize) -> String {
    if number == 1 { String::new() } else { format!("_{number}") }
}

/// Writes the modules, all or none as far as that can be known before.
pub(super) fn write(args: &Args, sources: &[CheckoutHeuristic]) -> Result<Vec<ModuleRecord>, Failure> {
    let mut records = Vec::new();
    let mut targets = Vec::new();
    for (number, source) in (1..).zip(sources) {
        let ending = ending(number);
        let file = args.folder.join(format!("{MODULE}{ending}.py"));
        let function = if number == 1 { String::new() } else { format!(" as custom_score{ending}") };
        // What is there already needs no force; a pipe would be waited for.
        let unchanged = file.is_file() && fs::read(&file).is_ok_and(|bytes| bytes == source.module.as_bytes());
        let written = !args.dry_run && !unchanged;
        if written {
            targets.push((TargetFile::fixed(&file, args.force)?, &source.module));
        }
        records.push(ModuleRecord {
            source: source.name.clone(),
            file: file.display().to_string(),
            written,
            unchanged,
            line: format!("from {MODULE}{ending} import custom_score{function}"),
        });
    }
    for (target, module) in targets {
        target.write(module)?;
    }
    Ok(records)
}
