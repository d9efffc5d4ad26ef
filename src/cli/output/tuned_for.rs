//! Notes about weights that play under other conditions than they were tuned for.

use std::path::Path;

use crate::agent::Roster;
use crate::arena::Protocol;
use crate::game::BoardSize;
use crate::heuristic::{HeuristicSource, ProvenScore, Provenance};
use crate::report::{nothing_found, points_with_margin};
use crate::search::Budget;
use crate::stats::Z_95;
use crate::text;
use crate::tune::{Conditions, RunFolder, TuneConfig};

use crate::cli::output::terminal;
use crate::cli::output::verbosity::is_quiet;

/// Returns the score that a run measured of weights, if one found them.
fn proven(source: &HeuristicSource) -> Option<ProvenScore> {
    source.document(Some(BoardSize::SEVEN)).ok()?.provenance?.score
}

/// Notes that an agent given as weights alone plays with another budget, or by other rules, than the weights were tuned for.
/// A `chosen` budget is only noted where it has the effort of the tuned one at other prices.
pub(crate) fn note_budget(name: &str, source: &HeuristicSource, roster: &Roster, chosen: bool) {
    let sentence = proven(source).and_then(|score| other_budget(name, &score, roster, chosen));
    if let Some(sentence) = sentence.filter(|_| !is_quiet()) {
        terminal::sentence("note", &sentence);
    }
}

fn other_budget(name: &str, score: &ProvenScore, roster: &Roster, chosen: bool) -> Option<String> {
    let (tuned, here) = (&score.budget, roster.budget.to_string());
    let opponents = match (&score.against, tuned.parse()) {
        (Some(against), _) => against.parse().ok().filter(|_| against != tuned),
        // What was tuned at prices of its own usually met opponents that paid the roster's.
        (None, Ok(Budget::Effort { units, costs: Some(_) })) => Some(Budget::Effort { units, costs: None }),
        _ => None,
    };
    if chosen && opponents.as_ref() != Some(&roster.budget) {
        return None;
    }
    if let Some(protocol) = score.roster.parse::<Protocol>().ok().filter(|protocol| protocol.name() != roster.name) {
        let rules = protocol.name();
        let known = roster.name.parse::<Protocol>().is_ok();
        return known.then(|| format!("{name} was tuned for {rules} rules; '--protocol {rules}' plays by them"));
    }
    (*tuned != here).then(|| {
        let remedy = match opponents {
            Some(opponents) => {
                format!(
                    "'id:{name}@{tuned}' with --budget {opponents} gives it that, and others the prices of the roster"
                )
            }
            None => format!("--budget {tuned} gives it to all"),
        };
        format!("{name} was tuned with {tuned} a move and plays with {here} here; {remedy}")
    })
}

/// Notes that weights are examined under the conditions that they were tuned for, which these are, and whether the opponents are
/// others.
pub(crate) fn note_conditions(source: &HeuristicSource, provenance: &Provenance, conditions: &Conditions) {
    let (own, others) = (conditions.priced_budget(), conditions.budget());
    let against = if own == *others { String::new() } else { format!(" against {others}") };
    let whose = if matches!(source, HeuristicSource::File(_)) { "the file".to_owned() } else { source.to_string() };
    let (protocol, board) = (conditions.protocol(), conditions.board());
    if !is_quiet() {
        let openings = match conditions.plies() {
            2 => String::new(),
            plies => format!(", openings of {plies} plies"),
        };
        let tuned_against = provenance.score.as_ref().map(|score| &score.roster);
        let opponents = match tuned_against.filter(|roster| roster.parse::<Protocol>().is_err()) {
            Some(roster) => format!(
                "; the opponents are {}, not those of its run, {roster}; the name of the run, {}, takes them",
                conditions.roster().name,
                provenance.run
            ),
            None => String::new(),
        };
        let sentence =
            format!("conditions of {whose}: {protocol} rules, {own}{against} per move, {board}{openings}{opponents}");
        terminal::sentence("note", &sentence);
    }
}

/// Notes that weights are examined with another budget, or by other rules, than they were tuned for.
pub(crate) fn note_other_conditions(name: &str, provenance: &Provenance, conditions: &Conditions) {
    let sentence =
        provenance.score.as_ref().and_then(|score| other_conditions(name, &provenance.run, score, conditions));
    if let Some(sentence) = sentence.filter(|_| !is_quiet()) {
        terminal::sentence("note", &sentence);
    }
}

fn other_conditions(name: &str, run: &str, score: &ProvenScore, conditions: &Conditions) -> Option<String> {
    let (here_roster, here_budget) = (&conditions.roster().name, conditions.priced_budget().to_string());
    let ProvenScore { roster, budget, .. } = score;
    let protocol = roster.parse::<Protocol>().ok();
    let rules = match protocol.filter(|protocol| *protocol != conditions.protocol()) {
        Some(protocol) => format!("--protocol {} ", protocol.name()),
        None => String::new(),
    };
    ((roster, budget) != (here_roster, &here_budget)).then(|| {
        format!(
            "{name} was tuned for {roster} with {budget} a move and plays {here_roster} with {here_budget} here; the name of \
             its run, {run}, takes all its conditions, and {rules}--budget {budget} gives that budget to everybody"
        )
    })
}

/// Warns of the weights of a run that has no verdict yet, which may be those it started with, and of rounded ones.
pub(crate) fn warn_of_unverified(name: &str, source: &HeuristicSource) {
    let provenance = source.document(None).ok().and_then(|document| document.provenance);
    if let Some(provenance) = provenance.filter(|provenance| !provenance.verified) {
        let (run, start) = (provenance.run, provenance.generation == 0);
        let sentence = if provenance.rounded.is_some() {
            format!("{name} was rounded after it was measured; 'isotune verify {name}' measures it as it is")
        } else {
            let what = if start { "still has the weights it started with" } else { "is not verified" };
            let next = match worker(source) {
                Some(process) => format!("it is still running{process}"),
                None => format!("'isotune resume {run}' continues it"),
            };
            format!("{name} {what}, as its run has no verdict yet; {next}")
        };
        terminal::sentence("warning", &sentence);
    }
}

/// Returns who works on the run whose recommendation a source is, if anybody does.
fn worker(source: &HeuristicSource) -> Option<String> {
    let HeuristicSource::File(path) = source else { return None };
    let process = RunFolder::new(path.parent().filter(|_| path.ends_with("best.ron"))?).worker()?;
    Some(process.map_or_else(String::new, |process| format!(" (process {process})")))
}

/// Notes that the verdict of the run that found weights has shown no improvement.
pub(crate) fn note_no_improvement(name: &str, source: &HeuristicSource) {
    let provenance = source.document(None).ok().and_then(|document| document.provenance);
    let nothing_found = match source {
        HeuristicSource::File(path) if path.ends_with("best.ron") => {
            path.parent().and_then(|folder| found_nothing(&RunFolder::new(folder)))
        }
        _ => None,
    };
    let sentence = provenance.and_then(|provenance| no_improvement(name, &provenance, nothing_found));
    if let Some(sentence) = sentence.filter(|_| !is_quiet()) {
        terminal::sentence("note", &sentence);
    }
}

/// Returns that the verdict of a run has chosen its start weights, if it has.
fn found_nothing(folder: &RunFolder) -> Option<&'static str> {
    let verdict = folder.state().ok().flatten().and_then(|(saved, _)| saved.record.verdict);
    verdict.as_ref().and_then(nothing_found)
}

fn no_improvement(name: &str, provenance: &Provenance, nothing_found: Option<&str>) -> Option<String> {
    let score = provenance.score.as_ref().filter(|_| provenance.verified)?;
    let (delta, half) = (100.0 * score.delta, 100.0 * Z_95 * score.delta_se);
    if let Some(sentence) = nothing_found {
        return Some(format!("the verdict on {name}: {sentence}"));
    }
    let points = points_with_margin(delta, half);
    (delta <= half).then(|| format!("the verdict on {name}: no improvement shown, {points} points against improved"))
}

/// Notes that weights were tuned for other rules than those of a checkout.
pub(crate) fn note_rules(name: &str, source: &HeuristicSource, protocol: Protocol) {
    if let Some(sentence) = proven(source).and_then(|score| other_rules(name, &score, protocol)) {
        terminal::sentence("warning", &sentence);
    }
}

fn other_rules(name: &str, score: &ProvenScore, protocol: Protocol) -> Option<String> {
    let tuned = score.roster.parse::<Protocol>().ok().filter(|tuned| *tuned != protocol)?;
    let (tuned, here) = (tuned.name(), protocol.name());
    Some(format!(
        "{name} was tuned for {tuned} rules, but this checkout has {here} ones; it may well be worse than expected"
    ))
}

/// Notes that the opponents of a run are read from its folder, as the file that its configuration names is gone.
pub(crate) fn note_roster_copy(config: &TuneConfig, folder: &RunFolder) {
    if let (Some(file), Some(copy)) = (config.roster_file(), folder.roster_copy(config))
        && !is_quiet()
    {
        let (file, copy) = (text::path(file), text::path(Path::new(&copy)));
        terminal::sentence("note", &format!("the roster {file} is gone; the opponents are those of its copy, {copy}"));
    }
}

/// Warns that a run's games cannot be repeated: what decides them has changed since it was started.
pub(crate) fn warn_of_change(run: &str) {
    let what =
        format!("an opponent, a price or a rule of '{run}' has changed since it was started, such as its roster file");
    terminal::sentence("warning", &format!("{what}; this is not the match of its verdict"));
}
