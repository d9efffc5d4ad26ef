//! Weights to be examined, from a run, a file or the catalogue, and the rules to play them by.

use crate::arena::{OpeningBlock, Protocol};
use crate::game::BoardSize;
use crate::heuristic::{self, Weights};
use crate::search::Budget;
use crate::seed::Seed;
use crate::text::plural;
use crate::tune::{Conditions, ConditionsConfig, RunFolder, TuneError, WeightsEvaluation};

use crate::cli::args::players::PlayersArgs;
use crate::cli::args::runs_folder::RunsFolder;
use crate::cli::output::failure::Failure;
use crate::cli::output::live::dashboard::Dashboard;
use crate::cli::output::terminal;
use crate::cli::output::tuned_for;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::players::Players;
use crate::cli::self_check;
use crate::cli::signals::stop_flag;

/// Weights to be examined, and the rules to play them by.
#[derive(clap::Args)]
pub(crate) struct WeightsArgs {
    /// A run (name or folder), a weights file (*.ron, *.json) or a heuristic of the catalogue.
    source: String,
    #[command(flatten)]
    place: RunsFolder,
    /// Use another search budget than the run's or the file's: depth:4, nodes:5000 or effort:17300.
    #[arg(long)]
    budget: Option<Budget>,
    /// Use other rules than the run's or the file's; also the rules for weights that no run has found.
    #[arg(long, value_name = "modern|classic")]
    protocol: Option<Protocol>,
    /// Use another board than the run's or the file's, or than 7x7 without one.
    #[arg(long, value_name = "WxH")]
    board: Option<BoardSize>,
    /// The random seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    players: PlayersArgs,
}

/// Weights with the conditions they play under.
pub(crate) struct LoadedWeights {
    pub(crate) name: String,
    pub(crate) weights: Weights,
    /// The start weights of their run.
    pub(crate) start: Option<Weights>,
    pub(crate) conditions: Conditions,
}

impl LoadedWeights {
    /// Notes that a block has fewer openings than the pairs asked for.
    pub(crate) fn note_openings(&self, block: OpeningBlock, asked: Option<u32>) {
        let there = self.conditions.openings(block);
        if let Some(asked) = asked.filter(|&asked| asked as usize > there && !is_quiet()) {
            let sentence = format!(
                "{asked} pairs asked for, but block '{block}' has {there} {} after {} plies; each is played once",
                plural(there as u64, "opening"),
                self.conditions.plies()
            );
            terminal::sentence("note", &sentence);
        }
    }
}

impl WeightsArgs {
    /// Finds the weights and the rules.
    pub(crate) fn find(&self) -> Result<LoadedWeights, Failure> {
        // The same order as wherever weights are taken.
        let published = heuristic::names().any(|name| name == self.source);
        match self.place.find_if_there(&self.source).filter(|_| !published) {
            Some(folder) => self.of_run(&folder),
            None => self.of_heuristic(),
        }
    }

    /// Evaluates weights by playing more games.
    pub(crate) fn ask<T>(
        &self,
        found: &LoadedWeights,
        json: bool,
        question: impl FnOnce(&WeightsEvaluation<'_, Players>) -> Result<T, TuneError>,
    ) -> Result<T, Failure> {
        let stop = stop_flag()?;
        let players = self.players.players()?;
        self_check::check(found.conditions.board(), &players)?;
        let dashboard = Dashboard::of_matches(json, &stop);
        let seed = Seed(self.seed);
        let answer = question(&WeightsEvaluation {
            conditions: &found.conditions,
            executor: &players,
            stop: &stop,
            observer: &dashboard,
            seed,
        });
        dashboard.finish();
        Ok(answer?)
    }

    fn of_run(&self, folder: &RunFolder) -> Result<LoadedWeights, Failure> {
        let weights = folder.best()?.weights;
        let config = match (folder.config()?, folder.state()) {
            (Some(config), _) => config,
            (None, Ok(Some((saved, _)))) => saved.record.config,
            (None, Ok(None)) => return Err(TuneError::NoRun { path: folder.path().to_owned() }.into()),
            (None, Err(error)) => return Err(error.into()),
        };
        let start = config.start_weights();
        let conditions = self.conditions(folder.conditions(&config))?;
        if self.protocol.is_none() {
            tuned_for::note_roster_copy(&config, folder);
        }
        // A roster, a weights file or a cost profile that the run refers to may have been edited since.
        let identity = folder.plan(config).and_then(|plan| plan.identity());
        if let (Ok(identity), Ok(Some((saved, _)))) = (identity, folder.state())
            && identity.digest() != saved.record.identity
        {
            tuned_for::warn_of_change(&folder.name());
        }
        Ok(LoadedWeights { name: folder.name(), weights, start: Some(start), conditions })
    }

    fn of_heuristic(&self) -> Result<LoadedWeights, Failure> {
        let source = self.place.heuristic(&self.source)?;
        let document = source.document(None).ok();
        let own_board = document.as_ref().and_then(|document| document.board);
        let size = self.board.or(own_board).unwrap_or(BoardSize::SEVEN);
        let heuristic = source.heuristic(size).map_err(Failure::input)?;
        let Some(weights) = heuristic.weights().cloned() else {
            let name = &self.source;
            return Err(Failure::Input(format!("'{name}' is not a weighted sum of features; use 'isotune compare'")));
        };
        if weights.used().next().is_none() {
            return Err(Failure::Input(format!("'{}' has no weights other than zero; choose another", self.source)));
        }
        let provenance = document.and_then(|document| document.provenance);
        let measured = provenance.as_ref().and_then(|provenance| provenance.score.as_ref());
        let of_file = measured.filter(|_| self.protocol.is_none());
        let of_file = of_file.and_then(|score| ConditionsConfig::of_score(score, size));
        let taken = of_file.is_some();
        let mut config = of_file.unwrap_or_else(|| ConditionsConfig::of_protocol(Protocol::Modern, size));
        // Prices that the option names are everybody's.
        config.costs = config.costs.filter(|_| self.budget.as_ref().is_none_or(|budget| budget.costs().is_none()));
        let conditions = self.conditions(config)?;
        match provenance.filter(|_| self.budget.is_none()) {
            Some(provenance) if taken => tuned_for::note_conditions(&source, &provenance, &conditions),
            Some(provenance) => tuned_for::note_other_conditions(&self.source, &provenance, &conditions),
            None => {}
        }
        Ok(LoadedWeights { name: heuristic.name().to_owned(), weights, start: None, conditions })
    }

    /// Resolves conditions with the options given in place of their own.
    fn conditions(&self, mut config: ConditionsConfig) -> Result<Conditions, Failure> {
        if let Some(protocol) = self.protocol {
            config = ConditionsConfig { protocol, opponents: None, budget: None, ..config };
        }
        config.board = self.board.unwrap_or(config.board);
        config.budget = self.budget.clone().or(config.budget);
        Conditions::new(config).map_err(Failure::input)
    }
}
