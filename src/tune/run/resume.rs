//! Opening a run to resume it, or to start another from its mean.

use std::io::ErrorKind;

use crate::document;
use crate::features::Feature;
use crate::store::FileKind;

use super::folder::RunFolder;
use super::locked_folder::{LockedFolder, ROSTER_COPY};
use super::record::SavedRun;
use crate::tune::config::{Change, Opponents, TuneConfig};
use crate::tune::damage::{Damage, Repair};
use crate::tune::error::TuneError;
use crate::tune::observer::Observer;
use crate::tune::plan::{self, ConditionsConfig, Encoding, PlanError, TunePlan};

/// A run that can be resumed.
#[derive(Clone, Debug)]
pub struct Reopened {
    /// The plan.
    pub plan: TunePlan,
    /// The state to resume from.
    pub saved: SavedRun,
    /// The changes of the configuration, all of them allowed.
    pub changes: Vec<Change>,
}

impl LockedFolder {
    /// Reads a run to resume it, repairing what is damaged. `None` if the run has no state yet.
    ///
    /// # Errors
    /// Returns an error if the state is lost, or the configuration or what it refers to has changes that affect
    /// results.
    pub fn reopen(&self, observer: &dyn Observer) -> Result<Option<Reopened>, TuneError> {
        self.reopen_with(None, observer)
    }

    /// Reads a run as [`LockedFolder::reopen`] does, with another configuration in place of config.ron, which is written once
    /// it is known to be possible. The state follows it, so that a run with a raised total is no longer finished.
    ///
    /// # Errors
    /// Returns an error if the state is lost, or the configuration or what it refers to has changes that affect
    /// results; nothing is changed then.
    pub fn reopen_with(
        &self,
        other: Option<TuneConfig>,
        observer: &dyn Observer,
    ) -> Result<Option<Reopened>, TuneError> {
        let Some((mut saved, repair)) = self.state()? else {
            return Ok(None);
        };
        let record = &mut saved.record;
        let rewrite = other.is_some();
        let config = match other {
            Some(config) => Some(config),
            None => self.config()?,
        };
        let changes = config.as_ref().map(|config| record.config.changes(config)).unwrap_or_default();
        if changes.iter().any(|change| !change.free) {
            return Err(TuneError::Changed { run: self.name(), changes });
        }
        let restored = config.is_none();
        let config = config.unwrap_or_else(|| record.config.clone());
        let plan = self.plan(config.clone())?;
        if plan.identity()?.digest() != record.identity {
            return Err(TuneError::OtherIdentity { run: self.name() });
        }
        if !saved.fits(&plan) {
            return Err(TuneError::OtherVersion { path: self.file("state.ron"), damage: Damage::Misfit });
        }
        let record = &mut saved.record;
        // An older file that is intact is not damage: the run may have been killed between writing the state and it.
        let best_lost = record.history.0 > 0 && self.best().is_err();
        if config.total != record.config.total {
            record.policy = plan::with_total(record.policy, record.generations, record.config.total, config.total)?;
        }
        if let Some(verdict) = &mut record.verdict {
            // A verdict is the last one only if no generation can follow it.
            verdict.complete = plan.optimizer(&record.policy, Some(saved.search.clone()))?.stop().is_some();
        }
        if config.finals != record.config.finals {
            record.verdict = None;
        }
        record.config = config;
        if let Some(repair) = &repair {
            self.set_damaged_state_aside()?;
            observer.repaired(repair);
        }
        if restored {
            self.write_config(&record.config)?;
            observer.repaired(&Repair::ConfigRestored);
        }
        if rewrite {
            self.write_config(&record.config)?;
        }
        // Whoever reads the run from now on, or after a stop before the first game, is told what it has become.
        if !changes.is_empty() {
            self.save(&saved.times, &saved.record, &saved.search)?;
        }
        if best_lost {
            observer.repaired(&Repair::BestRestored);
        }
        Ok(Some(Reopened { plan, saved, changes }))
    }
}

impl RunFolder {
    /// Returns the conditions of play of the run by its configuration: the copy of its roster stands in for a file that is gone.
    #[must_use]
    pub fn conditions(&self, config: &TuneConfig) -> ConditionsConfig {
        let mut conditions = config.conditions();
        if let Some(copy) = self.roster_copy(config) {
            conditions.opponents = Some(Opponents::Roster(copy));
        }
        conditions
    }

    /// Returns the path of the copy of the roster, if the file itself is gone and the copy is a file, not a link to one.
    #[must_use]
    pub fn roster_copy(&self, config: &TuneConfig) -> Option<String> {
        let gone = document::read_bytes(config.roster_file()?).is_err_and(|error| error.kind() == ErrorKind::NotFound);
        let copy = self.file(ROSTER_COPY);
        let is_file = || matches!(self.files().kind(&copy), Ok(Some(FileKind::Plain)));
        (gone && is_file()).then(|| copy.to_str().map(str::to_owned)).flatten()
    }

    /// Checks a configuration of the run, under its [conditions](Self::conditions).
    ///
    /// # Errors
    /// Returns why the job cannot be done, and the remedy.
    pub fn plan(&self, config: TuneConfig) -> Result<TunePlan, PlanError> {
        TunePlan::under(self.conditions(&config), config, self.path())
    }

    /// Returns the configuration of config.ron, or the one of the state if that file is missing.
    ///
    /// # Errors
    /// Returns an error if the file is invalid, or it is missing and the state is lost.
    pub fn config_now(&self) -> Result<Option<TuneConfig>, TuneError> {
        match self.config()? {
            Some(config) => Ok(Some(config)),
            None => Ok(self.state()?.map(|(saved, _)| saved.record.config)),
        }
    }

    /// Returns the configuration of a new run that starts at this one's mean: the present config.ron, or the one the run
    /// was started with if that is missing, with the name and the starts replaced.
    ///
    /// Frozen features keep their start, and a start outside its bounds is moved to the bound.
    ///
    /// # Errors
    /// Returns an error if the state is lost.
    pub fn fork(&self, name: &str, observer: &dyn Observer) -> Result<TuneConfig, TuneError> {
        let Some((SavedRun { record, search, .. }, repair)) = self.state()? else {
            return Err(TuneError::NoRun { path: self.path().to_owned() });
        };
        if let Some(repair) = &repair {
            observer.repaired(repair);
        }
        let mut config = self.config()?.unwrap_or_else(|| record.config.clone());
        // The opponents' files may be gone, but only the weights are needed.
        let encoding = Encoding::new(&record.config.features, record.config.board)?;
        let optimizer = plan::optimizer(
            &record.config,
            encoding.space(plan::directions(&record.config, &encoding))?,
            &record.policy,
            Some(search),
        )?;
        let mean = encoding.weights(&optimizer.recommendation());
        let known = |feature: &Feature| record.config.features.contains_key(feature);
        for (feature, tuned) in config.features.iter_mut().filter(|(feature, tuned)| known(feature) && !tuned.frozen) {
            tuned.start = match tuned.bounds {
                Some(bounds) => mean[*feature].within(bounds),
                None => mean[*feature],
            };
            // A feature that is no longer tapered continues with one weight for the whole game.
            if !tuned.tapered {
                tuned.start = tuned.start.averaged();
            }
        }
        name.clone_into(&mut config.name);
        Ok(config)
    }
}
