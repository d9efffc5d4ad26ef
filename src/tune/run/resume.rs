//! Going on with a run, or beginning another from where it is.

use super::changes::{Change, changes};
use super::config::TuneConfig;
use super::encoding::Encoding;
use super::error::TuneError;
use super::folder::{Repair, RunFolder};
use super::plan::{TunePlan, optimizer};
use super::record::{RunRecord, Times};
use super::watch::Watch;
use crate::features::Feature;

/// A run that can go on.
#[derive(Clone, Debug)]
pub struct Reopened {
    /// What is to be done.
    pub plan: TunePlan,
    /// The state to go on from.
    pub record: RunRecord,
    /// When the run was begun, and how long it has worked.
    pub times: Times,
    /// What has changed in the configuration, all of it free.
    pub changes: Vec<Change>,
}

impl RunFolder {
    /// Reads a run for going on with it, which needs its lock, telling what was found wrong and made good.
    ///
    /// # Errors
    /// When the state is lost, or the configuration or what it refers to has changed in what decides results.
    pub fn reopen(&self, watch: &dyn Watch) -> Result<Option<Reopened>, TuneError> {
        let Some((mut record, times, repair)) = self.state()? else {
            return Ok(None);
        };
        let config = self.config()?;
        let changes = config.as_ref().map(|config| changes(&record.config, config)).transpose()?.unwrap_or_default();
        if changes.iter().any(|change| !change.free) {
            return Err(TuneError::Changed { run: self.name(), changes });
        }
        let restored = config.is_none();
        let config = config.unwrap_or_else(|| record.config.clone());
        let plan = TunePlan::new(config.clone(), self.path())?;
        if plan.surroundings()? != record.surroundings {
            return Err(TuneError::OtherSurroundings { run: self.name() });
        }
        // An older one that is whole is no damage: a kill may have come between the state and it.
        let best_lost = record.history.0 > 0 && self.best().is_err();
        if config.total != record.config.total {
            record.division = record.division.with_total(record.config.total, config.total)?;
        }
        if config.finals != record.config.finals {
            record.verdict = None;
        }
        record.config = config;
        if let Some(repair) = &repair {
            self.put_state_aside()?;
            watch.repaired(repair);
        }
        if restored {
            self.write("config.ron", record.config.to_ron()?.as_bytes())?;
            watch.repaired(&Repair::ConfigRestored);
        }
        if best_lost {
            watch.repaired(&Repair::BestRestored);
        }
        Ok(Some(Reopened { plan, record, times, changes }))
    }

    /// Gives the configuration of a new run that begins at this one's mean: what config.ron says now, or what the run was
    /// begun with when the file is missing, with the name and the starts replaced.
    ///
    /// Frozen features keep the start they have in the configuration, and a start beyond a bound is moved to it.
    ///
    /// # Errors
    /// When the state is lost.
    pub fn forked(&self, name: &str, watch: &dyn Watch) -> Result<TuneConfig, TuneError> {
        let Some((record, _, repair)) = self.state()? else {
            return Err(TuneError::NoRun { path: self.path().to_owned() });
        };
        if let Some(repair) = &repair {
            watch.repaired(repair);
        }
        let mut config = self.config()?.unwrap_or_else(|| record.config.clone());
        // Without the opponents, whose files may be gone: only the weights are asked for.
        let encoding = Encoding::new(&record.config.features, record.config.board)?;
        let optimizer = optimizer(&record.config, encoding.space()?, &record.division, Some(record.search))?;
        let mean = encoding.weights(&optimizer.recommendation());
        let known = |feature: &Feature| record.config.features.contains_key(feature);
        for (feature, tuned) in config.features.iter_mut().filter(|(feature, tuned)| known(feature) && !tuned.frozen) {
            tuned.start = match tuned.bounds {
                Some(bounds) => mean[*feature].within(bounds),
                None => mean[*feature],
            };
            // A feature that was tapered before and is not now goes on with one weight for the whole game.
            if !tuned.tapered {
                tuned.start = tuned.start.averaged();
            }
        }
        name.clone_into(&mut config.name);
        Ok(config)
    }
}
