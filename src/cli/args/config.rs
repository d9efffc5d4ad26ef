//! The configuration of a tuning run, and the changes made to it on the command line.

use std::path::Path;

use crate::tune::{TuneConfig, TunePlan};

use crate::cli::args::players::PlayersArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use crate::cli::output::hints::Hint;
use crate::cli::players::Players;

/// A configuration with changes, and who plays.
#[derive(clap::Args)]
pub(crate) struct ConfigArgs {
    /// The configuration: quick, overnight, classic, python-150ms, large-board, or a file (*.ron).
    #[arg(default_value = "quick")]
    config: String,
    /// Change a field of the configuration: seed=7, total=Games(50000), features.own-ring-2=(start: 0.5). May be repeated.
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    players: PlayersArgs,
}

impl ConfigArgs {
    /// Reads the configuration and applies the changes; opponents that are runs become the files with their weights.
    pub(crate) fn config(&self, place: &RunsFolder) -> Result<TuneConfig, Failure> {
        let mut config = TuneConfig::named(&self.config).map_err(Failure::input)?;
        for assignment in &self.set {
            config.assign(assignment).map_err(Failure::input)?;
        }
        place.find_opponents(&mut config)?;
        Ok(config)
    }

    /// Returns whether a field is assigned on the command line.
    pub(crate) fn sets(&self, key: &str) -> bool {
        assigns(&self.set, key)
    }

    /// Returns the configuration's own text, comments included, unless it was changed.
    pub(crate) fn text(&self, config: &TuneConfig) -> Option<String> {
        let path = Path::new(&self.config);
        let text = match TuneConfig::text(&self.config) {
            Some(text) => Some(text.to_owned()),
            None => std::fs::read_to_string(path)
                .ok()
                .filter(|_| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"))),
        };
        text.filter(|text| TuneConfig::from_ron(text).is_ok_and(|written| written == *config))
    }

    /// Checks the configuration; an error names where it comes from.
    pub(crate) fn plan(&self, config: TuneConfig, folder: &Path) -> Result<TunePlan, Failure> {
        TunePlan::new(config, folder).map_err(|error| Failure::Input(format!("{}: {}", self.config, error.sentence())))
    }

    /// Returns the text of an embedded configuration.
    pub(crate) fn embedded(&self) -> Result<&'static str, Failure> {
        TuneConfig::text(&self.config).ok_or_else(|| {
            let names = TuneConfig::NAMES.join(", ");
            Failure::Input(format!("unknown embedded configuration '{}'; available: {names}", self.config))
        })
    }

    /// Starts the threads, and connects to the workers.
    pub(crate) fn players(&self) -> Result<Players, Failure> {
        self.players.players()
    }
}

/// Returns whether a field is among assignments.
pub(crate) fn assigns(set: &[String], key: &str) -> bool {
    set.iter().any(|assignment| assignment.split('=').next().is_some_and(|set| set.trim() == key))
}
