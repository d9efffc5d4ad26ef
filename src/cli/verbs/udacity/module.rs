//! The modules that heuristics become in a checkout.

use serde::Serialize;

use crate::text;
use crate::udacity::{CheckoutError, ImportedScore};

use super::Args;
use super::heuristic::CheckoutHeuristic;
use crate::cli::args::target::{TargetFile, holds};
use crate::cli::output::failure::Failure;

/// The module of the first source; the others have a number behind.
const MODULE: &str = "isotune_score";
/// The default run, the first source to give as an example where it is there.
const DEFAULT_RUN: &str = "quick";
/// Other sources to give as examples, as many as a checkout takes: sets that isotune has found.
const EXAMPLES: [&str; 3] = ["isotune-python", "isotune-small", "isotune-modern"];

/// A module for a checkout.
#[derive(Serialize)]
pub(super) struct ModuleRecord {
    pub(super) source: String,
    pub(super) file: String,
    #[serde(skip)]
    pub(super) name: String,
    pub(super) written: bool,
    /// Whether the file was there already, with the same bytes.
    pub(super) unchanged: bool,
    /// The functions of `game_agent.py` that use the module already.
    pub(super) imported_as: Vec<String>,
    /// The line to add to `game_agent.py`.
    pub(super) line: String,
}

/// Returns the names of the modules of a number of sources.
pub(super) fn names(sources: usize) -> Vec<String> {
    (1..=sources).map(name).collect()
}

/// Returns the name of the module of a source by its number.
fn name(number: usize) -> String {
    format!("{MODULE}{}", ending(number))
}

/// Returns what stands behind the names of a module and its function, by the number of the source.
fn ending(number: usize) -> String {
    if number == 1 { String::new() } else { format!("_{number}") }
}

/// Returns the line of `game_agent.py` that imports the module of a source by its number.
fn import_line(number: usize) -> String {
    let function = if number == 1 { String::new() } else { format!(" as custom_score{}", ending(number)) };
    format!("from {} import custom_score{function}", name(number))
}

/// What Python says where a module has no function of the name that is imported from it.
const NO_SUCH_NAME: &str = "ImportError: cannot import name ";

/// Returns whether an import asks a module for another name than that of its function, so that writing it again does not help.
fn asks_for_another_name(said: &str) -> bool {
    said.strip_prefix(NO_SUCH_NAME).is_some_and(|name| !name.starts_with("'custom_score'"))
}

/// Returns why a checkout cannot be used; modules of isotune that cannot be imported are a matter of writing them, or of the
/// line that imports them.
pub(super) fn refusal(args: &Args, error: CheckoutError) -> Failure {
    let CheckoutError::Code { folder, error: said, module: Some(module) } = &error else {
        return Failure::input(error);
    };
    let Some(number) = (1..=EXAMPLES.len()).find(|&number| name(number) == *module) else {
        return Failure::input(error);
    };
    if asks_for_another_name(said) {
        let (folder, line) = (text::path(folder), import_line(number));
        return Failure::Input(format!(
            "the code in {folder} fails: {said}; the function of every module is custom_score: write '{line}' in game_agent.py"
        ));
    }
    let given = args.sources.iter().map(String::as_str);
    let default_run = args.place.find_if_there(DEFAULT_RUN).map(|_| DEFAULT_RUN);
    let examples = default_run.into_iter().chain(EXAMPLES);
    let others = examples.filter(|example| args.sources.iter().all(|given| given != example));
    let sources: Vec<&str> = given.chain(others).take(number).collect();
    let exists = |module: &str| folder.join(format!("{module}.py")).exists();
    let again = if exists(module) { " again" } else { "" };
    let force = if (1..=number).any(|number| exists(&name(number))) { " --force" } else { "" };
    let (folder, sources) = (text::path(folder), sources.join(" "));
    Failure::Input(format!(
        "the code in {folder} fails: {said}; write it{again} with 'isotune udacity {folder} {sources}{force}', or with \
         other weights"
    ))
}

/// Writes the modules, all or none as far as that can be known before.
pub(super) fn write(
    args: &Args,
    sources: &[CheckoutHeuristic],
    imports: &[ImportedScore],
) -> Result<Vec<ModuleRecord>, Failure> {
    let mut records = Vec::new();
    let mut targets = Vec::new();
    for (number, source) in (1..).zip(sources) {
        let name = name(number);
        let file = args.folder.join(format!("{name}.py"));
        let users = imports.iter().filter(|import| import.module == name);
        // What is there already needs no force.
        let unchanged = holds(&file, &source.module);
        let written = !args.dry_run && !unchanged;
        if written {
            targets.push((TargetFile::named(&file, args.force)?, &source.module));
        }
        records.push(ModuleRecord {
            source: source.name.clone(),
            file: file.display().to_string(),
            written,
            unchanged,
            imported_as: users.map(|import| import.function.clone()).collect(),
            line: import_line(number),
            name,
        });
    }
    for (target, module) in targets {
        target.write(module)?;
    }
    Ok(records)
}
