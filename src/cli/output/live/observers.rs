//! Several observers of one run.

use crate::tune::{Candidates, ContestKind, GenerationReport, Measurement, Observer, Pruning, Repair};

/// Forwards everything to two observers; a new method of the trait must be forwarded here.
pub(crate) struct ObserverPair<'a>(pub(crate) &'a dyn Observer, pub(crate) &'a dyn Observer);

impl Observer for ObserverPair<'_> {
    fn repaired(&self, repair: &Repair) {
        self.0.repaired(repair);
        self.1.repaired(repair);
    }

    fn contest_started(&self, kind: ContestKind, games: u64) {
        self.0.contest_started(kind, games);
        self.1.contest_started(kind, games);
    }

    fn games_played(&self, games: u64) {
        self.0.games_played(games);
        self.1.games_played(games);
    }

    fn measured(&self, measurement: &Measurement) {
        self.0.measured(measurement);
        self.1.measured(measurement);
    }

    fn pruned(&self, pruning: &Pruning) {
        self.0.pruned(pruning);
        self.1.pruned(pruning);
    }

    fn candidates_played(&self, candidates: &Candidates) {
        self.0.candidates_played(candidates);
        self.1.candidates_played(candidates);
    }

    fn generation_finished(&self, report: &GenerationReport) {
        self.0.generation_finished(report);
        self.1.generation_finished(report);
    }
}
