//! Changes of runs, noticed by the dates of their files.

use std::fs;
use std::time::{Duration, Instant, SystemTime};

use crate::tune::RunFolder;

/// How often the files of a run are looked at. Only their dates are read.
pub(crate) const INTERVAL: Duration = Duration::from_millis(500);
/// The time between two updates of a run at work, as a multiple of what the last one took: a reader takes at most a hundredth
/// of a core, however fast the generations are.
const PATIENCE: u32 = 100;
/// The longest time between two updates, as long as there is something new.
const LONGEST: Duration = Duration::from_secs(10);
/// The files that a reader shows.
const FILES: [&str; 4] = ["state.ron", "history.csv", "best.ron", "config.ron"];

/// What changes when runs go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stamp(Vec<RunStamp>);

/// Dates and lengths of a run's files, and whether a process works on it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct RunStamp {
    dates: [Option<(SystemTime, u64)>; FILES.len()],
    at_work: bool,
}

impl Stamp {
    /// Returns the stamp of some runs.
    pub(crate) fn of(folders: &[RunFolder]) -> Self {
        let date = |path| {
            let found = fs::metadata(path).ok()?;
            Some((found.modified().ok()?, found.len()))
        };
        let stamp = |folder: &RunFolder| RunStamp {
            dates: FILES.map(|name| date(folder.file(name))),
            at_work: folder.worker().is_some(),
        };
        Self(folders.iter().map(stamp).collect())
    }

    /// Returns whether the same runs are at work as before.
    fn works_on(&self, before: &Self) -> bool {
        self.0.iter().map(|run| run.at_work).eq(before.0.iter().map(|run| run.at_work))
    }
}

/// The last change that was shown, and when.
#[derive(Debug)]
pub(crate) struct Changes {
    last: Option<Stamp>,
    shown: Instant,
}

impl Changes {
    /// Creates a record of no change.
    pub(crate) fn new() -> Self {
        Self { last: None, shown: Instant::now() }
    }

    /// Returns whether a change is to be shown now, which is then recorded; `cost` is what showing the last one took.
    pub(crate) fn is_due(&mut self, now: Stamp, cost: Duration) -> bool {
        let due = is_due(self.last.as_ref(), &now, self.shown.elapsed(), cost);
        if due {
            *self = Self { last: Some(now), shown: Instant::now() };
        }
        due
    }
}

/// Returns whether a change is shown now: the first, the beginning and the end of work at once, others after a while.
fn is_due(last: Option<&Stamp>, now: &Stamp, silence: Duration, cost: Duration) -> bool {
    last.is_none_or(|last| {
        last != now && (!now.works_on(last) || silence >= cost.saturating_mul(PATIENCE).min(LONGEST))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expensive_page_is_told_less_often() {
        let stamp = |length, at_work| {
            let dates = [Some((SystemTime::UNIX_EPOCH, length)); FILES.len()];
            Stamp(vec![RunStamp { dates, at_work }])
        };
        let [cheap, dear, soon] = [1, 40, 500].map(Duration::from_millis);
        let before = stamp(1, true);
        assert!(is_due(None, &before, Duration::ZERO, dear), "the first event comes at once");
        assert!(!is_due(Some(&before), &before, LONGEST, cheap), "nothing has changed");
        assert!(is_due(Some(&before), &stamp(2, true), soon, cheap));
        assert!(!is_due(Some(&before), &stamp(2, true), soon, dear));
        assert!(is_due(Some(&before), &stamp(2, true), 100 * dear, dear));
        assert!(is_due(Some(&before), &stamp(2, true), LONGEST, 1000 * dear));
        assert!(is_due(Some(&before), &stamp(2, false), soon, dear), "the end of the work is shown at once");
    }
}
