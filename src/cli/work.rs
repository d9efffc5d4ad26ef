//! Working on a run and telling how it ended: what `tune` and `resume` share.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chrono::Utc;
use isotune::arena::{Threads, self_check};
use isotune::game::{Board, BoardSize, Word};
use isotune::tune::{Ended, Finished, RunFolder, RunRecord, Session, Times, TuneError, TunePlan};

use super::best::BestRecord;
use super::dashboard::Dashboard;
use super::failure::Failure;
use super::figures::thousands;
use super::time_limit::shown;
use super::{for_board, json, verdict_text};

/// All that work on a run needs beside the run itself.
pub(super) struct Work<'a> {
    pub(super) plan: &'a TunePlan,
    pub(super) folder: &'a RunFolder,
    pub(super) threads: &'a Threads,
    pub(super) stop: &'a AtomicBool,
    pub(super) dashboard: Arc<Dashboard>,
    /// When everything must have ended.
    pub(super) deadline: Option<Instant>,
    /// How long the verdict will take.
    pub(super) verdict_seconds: f64,
    /// The folder that holds the runs, as it was given.
    pub(super) runs: &'a Path,
    pub(super) json: bool,
}

impl Work<'_> {
    /// Works until the run has a verdict, and prints it.
    pub(super) fn run(&self, record: RunRecord, times: Times, out: &mut impl Write) -> Result<(), Failure> {
        out.flush()?;
        let session = Session {
            plan: self.plan,
            folder: self.folder,
            executor: self.threads,
            stop: self.stop,
            search_until: self.deadline.map(|deadline| before(deadline, self.verdict_seconds)),
            watch: self.dashboard.clone(),
        };
        let done = session.work(record, times);
        self.dashboard.finish();
        match done {
            Ok(finished) => self.print(&finished, out),
            Err(TuneError::Stopped) => {
                if !self.json {
                    print_stopped(self.folder, self.runs, out)?;
                }
                Err(Failure::Stopped)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn print(&self, finished: &Finished, out: &mut impl Write) -> Result<(), Failure> {
        if self.json {
            return json::print(&BestRecord::read(self.folder)?, out);
        }
        let Finished { ended, record, times } = finished;
        let games = record.verdict.as_ref().map_or(record.games, |verdict| verdict.games);
        let (generations, games, time) = (record.generations, thousands(games), shown(times.seconds));
        let why = match ended {
            Ended::Search(stop) => stop.to_string(),
            Ended::Time => "its time is up".to_owned(),
        };
        writeln!(out, "the search has ended after {generations} generations: {why} ({games} games, {time} of work)\n")?;
        let name = self.folder.name();
        if let Some(verdict) = &record.verdict {
            verdict_text::print_finalists(verdict, out)?;
            verdict_text::print_final(&name, &verdict.final_scores, self.plan, out)?;
            let start_chosen = verdict.finalists.get(verdict.winner).is_some_and(|winner| winner.name == "start");
            verdict_text::print_sentences(&name, &verdict.final_scores, start_chosen, out)?;
        }
        let best = self.folder.file("best.ron");
        writeln!(out, "weights: {}", best.display())?;
        let (source, module) = (quoted(&best.display().to_string()), name.replace(['-', '.'], "_"));
        writeln!(out, "export:  isotune export {source} --format python -o {module}.py")?;
        if *ended == Ended::Time {
            writeln!(out, "go on:   {}", resume_command(self.folder, self.runs))?;
        }
        Ok(())
    }
}

/// Says that a run was stopped by a signal, and in the last line how it goes on.
pub(super) fn print_stopped(folder: &RunFolder, runs: &Path, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "stopped; everything finished is saved. Go on with:\n{}", resume_command(folder, runs))?;
    Ok(out.flush()?)
}

fn resume_command(folder: &RunFolder, runs: &Path) -> String {
    let name = folder.name();
    if runs.join(&name) != folder.path() {
        // It was found by its own path.
        format!("isotune resume {}", quoted(&folder.path().display().to_string()))
    } else if runs == Path::new("checkpoints") {
        format!("isotune resume {name}")
    } else {
        format!("isotune resume {name} --runs {}", quoted(&runs.display().to_string()))
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-_.+=:,@".contains(c);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// The moment so many seconds before another, but at least half of the time to it from now.
fn before(deadline: Instant, seconds: f64) -> Instant {
    let now = Instant::now();
    let left = deadline.saturating_duration_since(now);
    let reserve = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX).min(left / 2);
    now + left.saturating_sub(reserve)
}

/// The time now, in ISO 8601.
pub(super) fn now() -> String {
    Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Plays the self-check on the plan's board.
pub(super) fn check(size: BoardSize, threads: &Threads) -> Result<(), Failure> {
    for_board!(size, check_on(size, threads))
}

fn check_on<W: Word>(size: BoardSize, threads: &Threads) -> Result<(), Failure> {
    // The check is calibrated on boards where a heuristic has something to decide.
    if size.cells() < BoardSize::SEVEN.cells() {
        return Ok(());
    }
    let board = Board::<W>::new(size).map_err(Failure::input)?;
    self_check(&board, threads).map_err(Failure::work)
}
