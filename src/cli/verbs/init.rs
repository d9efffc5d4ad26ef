//! `isotune init`: a commented configuration to edit.

use std::io::Write;
use std::path::PathBuf;

use crate::tune::{TuneConfig, TunePlan};

use crate::cli::args::target::Target;
use crate::cli::output::failure::Failure;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;

/// Write a commented configuration to edit.
///
/// It is for Udacity's AIND-Isolation as it is today, for that of January 2017, or for a larger board.
///
/// Examples: isotune init; isotune init --for classic mine.ron
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The file to write; its name is the name of the run. "-" is standard output.
    #[arg(default_value = "isotune.ron")]
    file: PathBuf,
    /// What the heuristic is for.
    #[arg(long = "for", value_enum, default_value = "udacity", value_name = "PURPOSE")]
    purpose: Goal,
    /// Overwrite an existing file.
    #[arg(long)]
    force: bool,
}

/// What a heuristic is for.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Goal {
    /// Udacity's AIND-Isolation since April 2017, with the weights exported to Python.
    Udacity,
    /// Udacity's AIND-Isolation of January 2017.
    Classic,
    /// A board of 9x11 cells.
    Large,
}

impl Goal {
    /// Returns the embedded configuration it begins with, and its own name.
    fn embedded(self) -> (&'static str, &'static str) {
        match self {
            Self::Udacity => ("quick", "udacity"),
            Self::Classic => ("classic", "classic"),
            Self::Large => ("large-board", "large"),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let stem = args.file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).filter(|stem| stem != "-");
    let (embedded, purpose) = args.purpose.embedded();
    let name = stem.unwrap_or_else(|| "isotune".to_owned());
    let text = TuneConfig::text(embedded).unwrap_or_default();
    // The head of an embedded configuration says what it is itself for.
    let body = &text[text.find("\n(").map_or(0, |at| at + 1)..];
    let body = body.replacen(&format!("name: \"{embedded}\""), &format!("name: \"{name}\""), 1);
    let body = body.replace(&format!("checkpoints/{embedded}"), &format!("checkpoints/{name}"));
    let file = args.file.display();
    let text = format!(
        "// A configuration for 'isotune tune', written by 'isotune init --for {purpose}'. Every line may be changed,\n\
         // and every field left out but 'name', 'features' and 'total'.\n\
         // 'isotune check {file}' shows the plan and how long it takes, 'isotune tune {file}' runs it.\n{body}"
    );
    let config = TuneConfig::from_ron(&text).map_err(Failure::input)?;
    // A name that is no name of a run is found out here, not when the file is edited.
    TunePlan::new(config, &args.file).map_err(Failure::input)?;
    let target = Target::new(Some(&args.file), args.force)?;
    target.write(&text, out)?;
    if let (Target::File(_), false) = (&target, is_quiet()) {
        terminal::message(&format!("wrote {file}; next: isotune check {file}"));
    }
    Ok(())
}
