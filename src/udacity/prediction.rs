//! The tournament of a checkout, as a contest of isotune's own agents and of Python's.

use std::sync::Arc;

use super::calibration::Calibration;
use crate::agent::{Agent, AgentSpec, Roster, SearchMethod};
use crate::arena::{Contest, Draw, DrawError, Tournament, TournamentError};
use crate::features::FeatureTables;
use crate::game::{Board, Word};
use crate::heuristic::{Evaluator, Heuristic};
use crate::search::Searcher;

/// Creates the tournament that isotune plays itself, in which every search spends the effort that it could in a checkout.
///
/// # Errors
/// Returns an error if an agent cannot be compiled, or there are too few openings.
pub fn predicted<'b, W: Word>(
    board: &'b Board<W>,
    roster: &Roster,
    heuristics: &[(String, Heuristic)],
    (calibration, milliseconds): (&Calibration, f64),
    draw: &Draw,
) -> Result<Tournament<'b, W>, TournamentError> {
    let tables = Arc::new(FeatureTables::new(board));
    let deepening = |name: &str, heuristic: &Heuristic| {
        let budget = calibration.budget(name, milliseconds)?;
        Some(Agent::Searching(Searcher::new(Evaluator::new(heuristic, &tables), budget, roster.order)))
    };
    // A heuristic that was not measured does not move at all; all of them were.
    let candidates = heuristics.iter().map(|(name, heuristic)| deepening(name, heuristic).unwrap_or(Agent::Random));
    let candidates: Vec<Agent<W>> = candidates.collect();
    let mut opponents = Vec::new();
    for member in &roster.agents {
        let measured = match &member.agent {
            AgentSpec::Search { method: SearchMethod::IterativeDeepening, heuristic: source, .. } => {
                let heuristic = source.heuristic(board.size()).map_err(crate::agent::CompileError::from)?;
                deepening(&source.to_string(), &heuristic)
            }
            _ => None,
        };
        opponents.push(match measured {
            Some(agent) => agent,
            None => Agent::new(&member.agent, roster.order, &roster.costs, &tables)?,
        });
    }
    let names = heuristics.iter().map(|(name, _)| name.clone()).collect();
    let contest = Contest::new(board, candidates, opponents, draw)?;
    Ok(Tournament::of(contest, names, opponent_names(roster)))
}

/// Creates the same tournament for players that are not isotune's: only an executor such as
/// [`PythonGames`](super::PythonGames) can play it.
///
/// # Errors
/// Returns an error if there are too few openings.
pub fn played<'b, W: Word>(
    board: &'b Board<W>,
    roster: &Roster,
    names: Vec<String>,
    draw: &Draw,
) -> Result<Tournament<'b, W>, DrawError> {
    let someone = |count| (0..count).map(|_| Agent::Random).collect();
    let contest = Contest::new(board, someone(names.len()), someone(roster.agents.len()), draw)?;
    Ok(Tournament::of(contest, names, opponent_names(roster)))
}

fn opponent_names(roster: &Roster) -> Vec<String> {
    roster.agents.iter().map(|member| member.name.clone()).collect()
}
