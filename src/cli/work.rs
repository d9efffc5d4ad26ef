//! Working on a run and reporting its end, for `tune` and `resume`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::arena::OpeningBlock;
use crate::game::BoardSize;
use crate::report::nothing_found;
use crate::text::plural;
use crate::tune::{
    Estimate, LockedFolder, Observer, Outcome, Reopened, Repair, RunFolder, RunRecord, RunStatus, SearchEnd, Session,
    Throughput, TuneError, TunePlan,
};

use crate::cli::args::follow::FollowArgs;
use crate::cli::args::time_limit;
use crate::cli::output::data::json;
use crate::cli::output::data::run_record::{SessionEnd, SessionRecord};
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{duration, now};
use crate::cli::output::live::curve;
use crate::cli::output::live::dashboard::{Dashboard, RemainingWork};
use crate::cli::output::live::events::Events;
use crate::cli::output::live::members::MembersFile;
use crate::cli::output::live::observers::ObserverPair;
use crate::cli::output::plan::PlanRecord;
use crate::cli::output::reopened;
use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;
use crate::cli::output::verdict;
use crate::cli::output::wrapped::wrapped;
use crate::cli::players::Players;
use indicatif::HumanCount;

/// What working on a run needs besides the run itself.
pub(crate) struct Work<'a> {
    pub(crate) players: Players,
    pub(crate) stop: Arc<AtomicBool>,
    /// When everything must have ended.
    pub(crate) deadline: Option<Instant>,
    /// The folder that holds the runs, as it was given.
    pub(crate) runs: PathBuf,
    pub(crate) json: bool,
    /// Whether the total of a new run follows the time there is.
    pub(crate) sizes: bool,
    pub(crate) follow: &'a FollowArgs,
}

/// Where a new run starts.
pub(crate) enum NewRun<'a> {
    /// In a new folder, with the text of its configuration.
    Create { folder: &'a RunFolder, text: &'a str },
    /// In a folder that has a configuration, but no state yet.
    Locked(LockedFolder),
}

impl NewRun<'_> {
    fn folder(&self) -> &RunFolder {
        match self {
            Self::Create { folder, .. } => folder,
            Self::Locked(folder) => folder,
        }
    }
}

/// Where a run stands when a session begins.
#[derive(Clone, Copy, Default)]
struct SavedProgress {
    games: u64,
    generations: u64,
    has_verdict: bool,
}

impl From<&RunRecord> for SavedProgress {
    fn from(record: &RunRecord) -> Self {
        Self { games: record.games, generations: record.generations, has_verdict: record.verdict.is_some() }
    }
}

impl Work<'_> {
    /// Returns whether text is printed to standard output, besides results.
    pub(crate) fn prints_notes(&self) -> bool {
        self.prints_text() && !is_quiet()
    }

    /// Returns whether results are printed as text.
    fn prints_text(&self) -> bool {
        !self.json && !self.follow.takes_standard_output()
    }

    /// Prints the plan of a new run and starts it.
    pub(crate) fn start(
        &self,
        plan: &TunePlan,
        place: NewRun<'_>,
        dry_run: bool,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let throughput = plan.throughput(&self.players, &self.stop)?;
        let sized = self.sized(plan, &throughput);
        let folder = &place.folder().clone();
        let asked = plan.config().finals.final_pairs.min(plan.conditions().openings(OpeningBlock::Final));
        let longer = sized.as_ref().and_then(|sized| time_limit::longer(plan, sized, asked));
        let own_text = sized.as_ref().map(|plan| plan.config().to_ron()).transpose().map_err(Failure::work)?;
        // A later session says as well how the run becomes what was asked for.
        let own_text =
            own_text.map(|text| longer.as_deref().map(time_limit::comment).unwrap_or_default() + &text + "\n");
        let (configured, plan) = (plan, sized.as_ref().unwrap_or(plan));
        let policy = plan.policy_at(&throughput).map_err(Failure::input)?;
        let estimate = plan.estimate(&policy, &throughput);
        let notes = time_limit::notes(configured, sized.as_ref(), &estimate, asked, self.time_left());
        let record = PlanRecord::new(plan, &policy, &estimate).with_notes(notes);
        if self.json && dry_run {
            return json::print(&record, out);
        }
        let events = if dry_run { None } else { Some(self.follow.events(plan, folder)?) };
        if (self.prints_text() || dry_run) && !is_quiet() {
            wrapped(out, |out| {
                record.print(plan, out)?;
                writeln!(out, "folder     {}", folder.path().display())?;
                match self.players.members() {
                    Some(members) => Ok(writeln!(out, "cluster    {}", members())?),
                    None => Ok(()),
                }
            })?;
            out.flush()?;
        }
        let Some(events) = events else { return Ok(()) };
        events.write("plan", &record);
        self.work(plan, folder, (&estimate, SavedProgress::default()), &events, out, |session| match place {
            NewRun::Create { folder, text } => {
                let text = own_text.as_deref().unwrap_or(text);
                session.start(plan, folder, Some(text), &throughput)
            }
            NewRun::Locked(folder) => session.start_locked(plan, folder, &throughput),
        })?;
        self.print_longer(folder, longer.as_deref(), out)
    }

    /// Prints how a run that was shortened to fit a time becomes what was asked for.
    fn print_longer(&self, folder: &RunFolder, settings: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
        match settings.filter(|_| self.prints_notes()) {
            Some(settings) => Ok(writeln!(out, "longer:  {}{settings}", resume_command(folder, &self.runs))?),
            None => Ok(()),
        }
    }

    /// Returns the plan with the total that the time until the deadline pays for, verdict included; nothing if the total is
    /// not to follow the time, or the time is too short.
    fn sized(&self, plan: &TunePlan, throughput: &Throughput) -> Option<TunePlan> {
        let left = self.time_left().filter(|_| self.sizes)?;
        plan.fitted(left.as_secs_f64(), throughput)
    }

    /// Returns the time until the deadline, if there is one.
    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Resumes a run, some damage of which may have been repaired.
    pub(crate) fn resume(
        &self,
        locked: LockedFolder,
        reopened: Reopened,
        repairs: &[Repair],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let folder = &RunFolder::clone(&locked);
        let record = &reopened.saved.record;
        if self.prints_notes() {
            wrapped(out, |out| {
                reopened::print(folder, &reopened, &resume_command(folder, &self.runs), out)?;
                match self.players.members() {
                    Some(members) => Ok(writeln!(out, "cluster: {}", members())?),
                    None => Ok(()),
                }
            })?;
            out.flush()?;
        }
        let plan = reopened.plan.clone();
        let events = self.follow.events(&plan, folder)?;
        for repair in repairs {
            events.repaired(repair);
        }
        match plan.throughput(&self.players, &self.stop) {
            Err(TuneError::Stopped) => {
                events.begin();
                self.stopped(&plan, folder, &events, out)
            }
            throughput => {
                let throughput = throughput?;
                let (estimate, standing) = (plan.estimate(&record.policy, &throughput), SavedProgress::from(record));
                events.write("plan", &PlanRecord::new(&plan, &record.policy, &estimate));
                self.work(&plan, folder, (&estimate, standing), &events, out, |session| {
                    session.resume(locked, reopened, &throughput)
                })?;
                let config = folder.read("config.ron")?.unwrap_or_default();
                let longer = time_limit::commented(&String::from_utf8_lossy(&config), plan.config());
                self.print_longer(folder, longer.as_deref(), out)
            }
        }
    }

    /// Works until the run has a verdict, and prints it; a part of the estimate may have been played before.
    fn work(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        (estimate, standing): (&Estimate, SavedProgress),
        events: &Events,
        out: &mut impl Write,
        work: impl FnOnce(&Session<'_, Players>) -> Result<Outcome, TuneError>,
    ) -> Result<(), Failure> {
        let limit = self.deadline.map(|deadline| estimate.search_limit(deadline));
        if let (Some(overrun), Some(deadline), true) =
            (limit.and_then(|limit| limit.overrun), self.deadline, self.prints_notes())
        {
            let end = now() + deadline.saturating_duration_since(Instant::now()).saturating_add(overrun);
            let verdict = duration(estimate.verdict_seconds());
            let end = end.format("%H:%M:%S");
            // Without another generation the verdict that there is stays.
            let end = if standing.has_verdict { format!("{end} if it finishes a generation") } else { end.to_string() };
            wrapped(out, |out| {
                Ok(writeln!(
                    out,
                    "note: the verdict alone takes about {verdict}, so the run ends at about {end}; lower 'finals' to stay \
                     within the limit"
                )?)
            })?;
        }
        out.flush()?;
        let ahead = RemainingWork {
            games: estimate.games(),
            played: standing.games,
            verdict: estimate.verdict_games,
            until: limit.map(|limit| limit.until),
        };
        let dashboard = Dashboard::new(plan, ahead, !self.prints_text(), &self.stop).with(self.players.members());
        let members = MembersFile::new(folder, self.players.members());
        let shown = ObserverPair(&dashboard, events);
        let observer = ObserverPair(&shown, &members);
        let session =
            Session { executor: &self.players, stop: &self.stop, deadline: self.deadline, observer: &observer };
        let outcome = work(&session);
        dashboard.finish();
        members.remove();
        match outcome {
            Ok(outcome) => self.print(plan, folder, (&outcome, estimate, standing), events, out),
            Err(TuneError::Stopped) => self.stopped(plan, folder, events, out),
            Err(error) => {
                events.failed(&error.to_string());
                self.follow.finish(folder, "failed");
                Err(error.into())
            }
        }
    }

    fn print(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        (outcome, estimate, standing): (&Outcome, &Estimate, SavedProgress),
        events: &Events,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Outcome { end, record, times } = outcome;
        let status = RunStatus::of(Some(record), false);
        let resume = (status != RunStatus::Finished).then(|| resume_command(folder, &self.runs));
        let cause = match end {
            SearchEnd::Optimizer(stop) => stop.to_string(),
            SearchEnd::Deadline if record.generations == standing.generations => {
                let seconds = record.policy.games_per_generation() as f64 / estimate.search_games_per_second;
                let [generation, verdict] =
                    [seconds, estimate.verdict_seconds()].map(|seconds| duration(seconds.max(1.0)));
                format!(
                    "the time limit is too short for a generation, about {generation}, and a verdict, about {verdict}"
                )
            }
            SearchEnd::Deadline => "time limit reached".to_owned(),
        };
        let session_end = SessionEnd { status: status.name(), end: Some(cause.clone()), resume };
        let session = SessionRecord::new(plan, folder, Some(record), Some(times), session_end);
        events.write("verdict", &session);
        if self.json {
            json::print(&session, out)?;
        } else if self.prints_text() {
            wrapped(out, |out| self.print_text(plan, folder, outcome, (status, &cause), out))?;
        }
        out.flush()?;
        self.follow.finish(folder, status.name());
        Ok(())
    }

    /// Prints the end of a session in words.
    fn print_text(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        outcome: &Outcome,
        (status, cause): (RunStatus, &str),
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let Outcome { record, times, .. } = outcome;
        let games = record.verdict.as_ref().map_or(record.games, |verdict| verdict.games);
        let (generations, time) = (record.generations, duration(times.seconds));
        writeln!(
            out,
            "search {} after {generations} {}: {cause} ({} {}, {time} of work)\n",
            status.name(),
            plural(generations, "generation"),
            HumanCount(games),
            plural(games, "game")
        )?;
        if let Some(curve) = curve::of_run(folder) {
            writeln!(out, "{curve}\n")?;
        }
        let name = folder.name();
        if let Some(verdict) = &record.verdict {
            verdict::print_finalists(verdict, plan, out)?;
            verdict::print_final(&name, &verdict.final_scores, plan.conditions(), out)?;
            let scores = &verdict.final_scores;
            verdict::print_sentences(&name, scores, plan.conditions(), nothing_found(verdict), out)?;
        }
        let best = folder.file("best.ron");
        writeln!(out, "weights: {}", best.display())?;
        let (source, module) = (quoted(&best), name.replace(['-', '.'], "_"));
        writeln!(out, "export:  isotune export {source} -o {module}.py")?;
        if plan.config().board == BoardSize::SEVEN {
            writeln!(out, "udacity: isotune udacity DIR {source}, where DIR has Udacity's game_agent.py")?;
        }
        if status != RunStatus::Finished {
            writeln!(out, "resume:  {}", resume_command(folder, &self.runs))?;
        }
        Ok(())
    }

    /// Reports that a signal stopped the run, with the command that continues it in the last line.
    fn stopped(
        &self,
        plan: &TunePlan,
        folder: &RunFolder,
        events: &Events,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let command = resume_command(folder, &self.runs);
        let text = format!("stopped; all finished work is saved. Continue with:\n{command}");
        let saved = folder.state().ok().flatten().map(|(saved, _)| saved);
        let (record, times) = (saved.as_ref().map(|saved| &saved.record), saved.as_ref().map(|saved| &saved.times));
        let status = record.map_or(RunStatus::Stopped, |record| RunStatus::of(Some(record), false)).name();
        let end = SessionEnd { status, end: None, resume: Some(command) };
        let session = SessionRecord::new(plan, folder, record, times, end);
        events.write("stopped", &session);
        // The reader of the output may be gone.
        let printed = match (self.json, self.prints_text()) {
            (true, _) => json::print(&session, out).is_ok() && out.flush().is_ok(),
            (false, true) => wrapped(out, |out| Ok(writeln!(out, "{text}")?)).is_ok() && out.flush().is_ok(),
            (false, false) => true,
        };
        if !printed || !self.prints_text() {
            terminal::message(&text);
        }
        self.follow.finish(folder, status);
        Err(Failure::Stopped)
    }
}

/// Returns the command that continues a run; `runs` is the folder with the runs as it was given.
pub(crate) fn resume_command(folder: &RunFolder, runs: &Path) -> String {
    let name = folder.name();
    if runs.join(&name) != folder.path() {
        // It was found by its own path.
        format!("isotune resume {}", quoted(folder.path()))
    } else if runs == Path::new("checkpoints") {
        format!("isotune resume {name}")
    } else {
        format!("isotune resume {name} --runs {}", quoted(runs))
    }
}

/// Returns a path as a shell takes it.
fn quoted(path: &Path) -> String {
    shell_words::quote(&path.to_string_lossy()).into_owned()
}
