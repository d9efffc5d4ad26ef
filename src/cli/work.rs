//! Working on a run and telling how it ended: what `tune` and `resume` share.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chrono::{Local, Utc};
use isotune::arena::Threads;
use isotune::tune::{Ended, Finished, Pace, Reopened, RunFolder, RunRecord, Session, Times, TuneError, TunePlan};

use crate::cli::output::best::BestRecord;
use crate::cli::output::dashboard::{Ahead, Dashboard};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::duration;
use crate::cli::output::json;
use crate::cli::output::plan::PlanRecord;
use crate::cli::output::verdict;
use crate::cli::self_check;
use indicatif::HumanCount;

/// All that work on a run needs beside the run itself.
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
    /// Prints the plan of a new run and begins it, in a folder that is yet to be made if there is a text to put into it.
    pub(crate) fn begin(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        text: Option<&str>,
        dry_run: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let pace = plan.pace(&self.threads, &self.stop)?;
        let division = plan.division(pace.games_per_second).map_err(Failure::input)?;
        let written = PlanRecord::new(plan, &division, &pace);
        if self.json && dry_run {
            return json::print(&written, out);
        }
        if !self.json {
            written.print(plan, out)?;
            writeln!(out, "folder     {}", folder.path().display())?;
            out.flush()?;
        }
        if dry_run {
            return Ok(());
        }
        self_check::check(plan.config().board, &self.threads)?;
        let record = plan.first_record(pace.games_per_second).map_err(Failure::input)?;
        let _lock = text.map(|text| folder.create(text)).transpose()?;
        self.run(plan, folder, (record, Times { started: now(), seconds: 0.0 }), &pace, out)
    }

    /// Goes on with a run whose lock is held.
    pub(crate) fn go_on(&self, folder: &RunFolder, reopened: Reopened, out: &mut impl Write) -> Result<(), Failure> {
        let Reopened { plan, record, times, changes } = reopened;
        if !self.json {
            for change in &changes {
                writeln!(out, "changed: {change}")?;
            }
            let (name, generations) = (folder.name(), record.generations);
            match &record.verdict {
                Some(verdict) if verdict.complete && generations >= record.division.generations => {
                    writeln!(out, "{name} is finished; its verdict again. Raise 'total' in its config.ron to go on")?;
                }
                _ => writeln!(out, "going on with {name} after generation {generations}")?,
            }
            out.flush()?;
        }
        match plan.pace(&self.threads, &self.stop) {
            Err(TuneError::Stopped) => self.stopped(folder, out),
            pace => self.run(&plan, folder, (record, times), &pace?, out),
        }
    }

    /// Works until the run has a verdict, and prints it.
    fn run(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        (record, times): (RunRecord, Times),
        pace: &Pace,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let written = PlanRecord::new(plan, &record.division, pace);
        let search_until =
            self.deadline.map(|deadline| self.before(deadline, written.verdict_seconds(), out)).transpose()?;
        out.flush()?;
        let ahead = Ahead { games: written.all_games(), verdict: written.verdict_games(), until: search_until };
        let dashboard = Arc::new(Dashboard::new(plan, ahead, self.json));
        let session =
            Session { plan, folder, executor: &self.threads, stop: &self.stop, search_until, watch: dashboard.clone() };
        let done = session.work(record, times);
        dashboard.finish();
        match done {
            Ok(finished) => self.print(plan, folder, &finished, out),
            Err(TuneError::Stopped) => self.stopped(folder, out),
            Err(error) => Err(error.into()),
        }
    }

    fn print(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        finished: &Finished,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        if self.json {
            return json::print(&BestRecord::read(folder)?, out);
        }
        let Finished { ended, record, times } = finished;
        let games = record.verdict.as_ref().map_or(record.games, |verdict| verdict.games);
        let (generations, games, time) = (record.generations, HumanCount(games), duration(times.seconds));
        let why = match ended {
            Ended::Search(stop) => stop.to_string(),
            Ended::Time => "its time is up".to_owned(),
        };
        writeln!(out, "the search has ended after {generations} generations: {why} ({games} games, {time} of work)\n")?;
        let name = folder.name();
        if let Some(verdict) = &record.verdict {
            verdict::print_finalists(verdict, plan, out)?;
            verdict::print_final(&name, &verdict.final_scores, plan, out)?;
            let start_chosen = verdict.finalists.get(verdict.winner).is_some_and(|winner| winner.name == "start");
            verdict::print_sentences(&name, &verdict.final_scores, start_chosen, out)?;
        }
        let best = folder.file("best.ron");
        writeln!(out, "weights: {}", best.display())?;
        let (source, module) = (quoted(&best), name.replace(['-', '.'], "_"));
        writeln!(out, "export:  isotune export {source} --format python -o {module}.py")?;
        if *ended == Ended::Time {
            writeln!(out, "go on:   {}", self.resume_command(folder))?;
        }
        Ok(())
    }

    /// Says that a run was stopped by a signal, and in the last line how it goes on.
    fn stopped(&self, folder: &RunFolder, out: &mut impl Write) -> Result<(), Failure> {
        let text = format!("stopped; everything finished is saved. Go on with:\n{}", self.resume_command(folder));
        if self.json {
            // Whoever closed standard error does not want the line.
            let _ = writeln!(io::stderr(), "{text}");
        } else {
            writeln!(out, "{text}")?;
            out.flush()?;
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

    /// The moment so many seconds before the deadline, but at least half of the time to it from now: then the deadline
    /// cannot be kept, and that is said.
    fn before(&self, deadline: Instant, seconds: f64, out: &mut impl Write) -> Result<Instant, Failure> {
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        let verdict = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        if verdict > left / 2 && !self.json {
            let end = Local::now() + (left / 2).saturating_add(verdict);
            writeln!(
                out,
                "note: the verdict alone takes about {}, so this will end at about {}; lower 'finals' to keep the limit",
                duration(seconds),
                end.format("%H:%M:%S")
            )?;
        }
        Ok(now + left.saturating_sub(verdict.min(left / 2)))
    }
}

/// Returns a path as a shell takes it.
fn quoted(path: &Path) -> String {
    shell_words::quote(&path.to_string_lossy()).into_owned()
}

/// The time now, in ISO 8601.
fn now() -> String {
    Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}
