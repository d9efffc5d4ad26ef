//! Working on a run and reporting its end, for `tune` and `resume`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::arena::Threads;
use crate::tune::{Estimate, Outcome, Reopened, RunFolder, SearchEnd, Session, TuneError, TunePlan};

use crate::cli::output::best::BestRecord;
use crate::cli::output::dashboard::{Dashboard, RemainingWork};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{duration, now};
use crate::cli::output::json;
use crate::cli::output::plan::PlanRecord;
use crate::cli::output::terminal;
use crate::cli::output::verdict;
use indicatif::HumanCount;

/// What working on a run needs besides the run itself.
pub(crate) struct Work {
    pub(crate) threads: Threads,
    pub(crate) stop: Arc<AtomicBool>,
    /// When everything must have ended.
    pub(crate) deadline: Option<Instant>,
    /// The folder that holds the runs, as it was given.
    pub(crate) runs: PathBuf,
    pub(crate) json: bool,
}

impl Work {
    /// Prints the plan of a new run and starts it, in a new folder if there is a text of its configuration, else in one
    /// that exists and is locked.
    pub(crate) fn start(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        text: Option<&str>,
        dry_run: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let throughput = plan.throughput(&self.threads, &self.stop)?;
        let policy = plan.policy(throughput.games_per_second).map_err(Failure::input)?;
        let estimate = plan.estimate(&policy, &throughput);
        let record = PlanRecord::new(plan, &policy, &estimate);
        if self.json && dry_run {
            return json::print(&record, out);
        }
        if !self.json {
            record.print(plan, out)?;
            writeln!(out, "folder     {}", folder.path().display())?;
            out.flush()?;
        }
        if dry_run {
            return Ok(());
        }
        self.work(plan, folder, &estimate, out, |session| match text {
            Some(text) => session.start(plan, folder, Some(text), &throughput),
            None => session.start_locked(plan, folder, &throughput),
        })
    }

    /// Resumes a run whose lock is held.
    pub(crate) fn resume(&self, folder: &RunFolder, reopened: Reopened, out: &mut impl Write) -> Result<(), Failure> {
        let record = &reopened.saved.record;
        if !self.json {
            for change in &reopened.changes {
                writeln!(out, "changed: {change}")?;
            }
            let (name, generations) = (folder.name(), record.generations);
            match &record.verdict {
                Some(verdict) if verdict.complete && generations >= record.policy.generations => {
                    writeln!(
                        out,
                        "{name} is finished; repeating its verdict. Raise 'total' in its config.ron to continue"
                    )?;
                }
                _ => writeln!(out, "resuming {name} after generation {generations}")?,
            }
            out.flush()?;
        }
        let plan = reopened.plan.clone();
        match plan.throughput(&self.threads, &self.stop) {
            Err(TuneError::Stopped) => self.stopped(folder, out),
            throughput => {
                let throughput = throughput?;
                let estimate = plan.estimate(&record.policy, &throughput);
                self.work(&plan, folder, &estimate, out, |session| session.resume(folder, reopened, &throughput))
            }
        }
    }

    /// Works until the run has a verdict, and prints it.
    fn work(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        estimate: &Estimate,
        out: &mut impl Write,
        work: impl FnOnce(&Session<'_, Threads>) -> Result<Outcome, TuneError>,
    ) -> Result<(), Failure> {
        let limit = self.deadline.map(|deadline| estimate.search_limit(deadline));
        if let (Some(overrun), Some(deadline), false) =
            (limit.and_then(|limit| limit.overrun), self.deadline, self.json)
        {
            let end = now() + deadline.saturating_duration_since(Instant::now()).saturating_add(overrun);
            writeln!(
                out,
                "note: the verdict alone takes about {}, so the run ends at about {}; lower 'finals' to stay within the limit",
                duration(estimate.verdict_seconds()),
                end.format("%H:%M:%S")
            )?;
        }
        out.flush()?;
        let ahead = RemainingWork {
            games: estimate.games(),
            verdict: estimate.verdict_games,
            until: limit.map(|limit| limit.until),
        };
        let dashboard = Dashboard::new(plan, ahead, self.json, &self.stop);
        let session =
            Session { executor: &self.threads, stop: &self.stop, deadline: self.deadline, observer: &dashboard };
        let outcome = work(&session);
        dashboard.finish();
        match outcome {
            Ok(outcome) => self.print(plan, folder, &outcome, out),
            Err(TuneError::Stopped) => self.stopped(folder, out),
            Err(error) => Err(error.into()),
        }
    }

    fn print(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        outcome: &Outcome,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if self.json {
            return json::print(&BestRecord::read(folder)?, out);
        }
        let Outcome { end, record, times } = outcome;
        let games = record.verdict.as_ref().map_or(record.games, |verdict| verdict.games);
        let (generations, games, time) = (record.generations, HumanCount(games), duration(times.seconds));
        let cause = match end {
            SearchEnd::Optimizer(stop) => stop.to_string(),
            SearchEnd::Deadline => "time limit reached".to_owned(),
        };
        writeln!(out, "search finished after {generations} generations: {cause} ({games} games, {time} of work)\n")?;
        let name = folder.name();
        if let Some(verdict) = &record.verdict {
            verdict::print_finalists(verdict, plan.config().objective, out)?;
            verdict::print_final(&name, &verdict.final_scores, plan.conditions(), out)?;
            let start_chosen = verdict.finalists.get(verdict.winner).is_some_and(|winner| winner.name == "start");
            verdict::print_sentences(&name, &verdict.final_scores, start_chosen, out)?;
        }
        let best = folder.file("best.ron");
        writeln!(out, "weights: {}", best.display())?;
        let (source, module) = (quoted(&best), name.replace(['-', '.'], "_"));
        writeln!(out, "export:  isotune export {source} --format python -o {module}.py")?;
        if *end == SearchEnd::Deadline {
            writeln!(out, "resume:  {}", self.resume_command(folder))?;
        }
        Ok(())
    }

    /// Reports that a signal stopped the run, with the command that continues it in the last line.
    fn stopped(&self, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
        let text = format!("stopped; all finished work is saved. Continue with:\n{}", self.resume_command(folder));
        // Whoever read the output may be gone.
        if self.json || writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
            terminal::message(&text);
        }
        Err(Failure::Stopped)
    }

    fn resume_command(&self, folder: &RunFolder) -> String {
        let name = folder.name();
        if self.runs.join(&name) != folder.path() {
            // It was found by its own path.
            format!("isotune resume {}", quoted(folder.path()))
        } else if self.runs == Path::new("checkpoints") {
            format!("isotune resume {name}")
        } else {
            format!("isotune resume {name} --runs {}", quoted(&self.runs))
        }
    }
}

/// Returns a path as a shell takes it.
fn quoted(path: &Path) -> String {
    shell_words::quote(&path.to_string_lossy()).into_owned()
}
