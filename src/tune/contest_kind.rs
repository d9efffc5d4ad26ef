//! What the contests of a run are for.

use std::fmt;

use serde::Serialize;

use crate::seed::{Purpose, Seed};

/// What a contest of a run is for. Its label, its seed and its key in the journal follow from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContestKind {
    /// The candidates of a generation, on the train block.
    Generation(u64),
    /// The candidates of a generation that play each other, on the train block.
    Duels(u64),
    /// The mean before a generation, on the select block.
    Holdout(u64),
    /// The mean before a generation against itself with fewer features, on the train block.
    Pruning(u64),
    /// The finalists on the select block.
    Finalists,
    /// The winner and what it is compared with, on the final block.
    Final,
    /// The winner head to head, on the final block.
    HeadToHead,
    /// A set of weights without each of its features in turn.
    Ablation,
    /// A set of weights and all published heuristics, on the final block.
    Published,
    /// A sample of a first generation, to measure the speed.
    Throughput,
}

impl ContestKind {
    /// Returns the seed of the contest in a run.
    ///
    /// The first index is the kind's own; 5 belongs to verifications.
    #[must_use]
    pub fn seed(self, run: Seed) -> Seed {
        let indices = match self {
            Self::Generation(number) => [0, number, 0],
            Self::Duels(number) => [6, number, 0],
            // The same openings every time, so that hold-outs can be compared.
            Self::Holdout(_) => [1, 0, 0],
            Self::Pruning(number) => [7, number, 0],
            Self::Finalists => [2, 0, 0],
            Self::Final => [3, 0, 0],
            Self::HeadToHead => [4, 0, 0],
            // They have a seed of their own already.
            Self::Ablation | Self::Published => return run,
            Self::Throughput => [u64::MAX, 0, 0],
        };
        run.derived(Purpose::Contest, indices)
    }

    /// Returns the seed of the order in which a run's candidates take the openings of the train block.
    #[must_use]
    pub fn opening_order(run: Seed) -> Seed {
        run.derived(Purpose::Contest, [0, 0, 1])
    }

    /// Returns the seed of a verification, whose contests differ from those of the run's own verdict.
    #[must_use]
    pub fn verification(run: Seed) -> Seed {
        run.derived(Purpose::Contest, [5, 0, 0])
    }
}

impl fmt::Display for ContestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Generation(number) => write!(f, "generation {}", number + 1),
            Self::Duels(number) => write!(f, "duels of generation {}", number + 1),
            Self::Holdout(0) => f.write_str("hold-out of the mean before the first generation"),
            Self::Holdout(number) => write!(f, "hold-out of the mean after generation {number}"),
            Self::Pruning(number) => write!(f, "fewer features after generation {number}"),
            Self::Finalists => f.write_str("finalists on the select block"),
            Self::Final => f.write_str("winner on the final block"),
            Self::HeadToHead => f.write_str("head to head on the final block"),
            Self::Ablation => f.write_str("features left out one by one"),
            Self::Published => f.write_str("published heuristics on the final block"),
            Self::Throughput => f.write_str("speed sample"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contest_of_a_run_has_a_seed_of_its_own() {
        let run = Seed(11);
        let kinds = [
            ContestKind::Generation(0),
            ContestKind::Generation(1),
            ContestKind::Duels(0),
            ContestKind::Duels(1),
            ContestKind::Pruning(0),
            ContestKind::Pruning(1),
            ContestKind::Holdout(0),
            ContestKind::Finalists,
            ContestKind::Final,
            ContestKind::HeadToHead,
            ContestKind::Throughput,
        ];
        let mut seeds: Vec<u64> = kinds.iter().map(|kind| kind.seed(run).0).collect();
        seeds.extend([ContestKind::opening_order(run).0, ContestKind::verification(run).0, run.0]);
        seeds.sort_unstable();
        assert!(seeds.windows(2).all(|pair| pair[0] != pair[1]), "{seeds:?}");
        assert_eq!(ContestKind::Holdout(0).seed(run), ContestKind::Holdout(4).seed(run));
    }
}
