//! An agent in text form.

use std::fmt;
use std::str::FromStr;

use crate::document::serde_as_text;
use crate::heuristic::{HeuristicSource, SourceError};
use crate::search::{Budget, BudgetError};
use crate::suggest::Suggestion;

/// An agent in text form: `random`, `greedy:open`, `mm:open@depth:3`, `ab:improved@depth:5`,
/// `id:improved@effort:17300`, `id:path/to/weights.ron@nodes:5000`, `perfect`, `perfect:open@depth:5`,
/// `exec:python3 my_agent.py@time:500`.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentSpec {
    /// Plays a random legal move.
    Random,
    /// Plays the move after which the heuristic is greatest.
    Greedy(HeuristicSource),
    /// Plays a winning move if there is one, and otherwise the move of iterative deepening.
    Perfect {
        /// The heuristic in lost positions.
        heuristic: HeuristicSource,
        /// The budget in lost positions.
        budget: Budget,
    },
    /// Plays the moves of a program of its own.
    External {
        /// The command that starts it.
        command: String,
        /// The time for a move, a [`Budget::Time`].
        budget: Budget,
    },
    /// Plays the move of a search.
    Search {
        /// The method.
        method: SearchMethod,
        /// The heuristic.
        heuristic: HeuristicSource,
        /// The budget.
        budget: Budget,
    },
}

/// How an agent searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchMethod {
    /// Minimax to a fixed depth.
    Minimax,
    /// Alpha-beta to a fixed depth.
    AlphaBeta,
    /// Alpha-beta to depth 1, 2, 3 … until the budget is spent; the last completed depth decides.
    IterativeDeepening,
}

/// Why a text is not a valid agent.
#[derive(Debug, thiserror::Error)]
pub enum AgentError {
    /// The kind of agent is unknown.
    #[error("unknown agent '{kind}'{suggestion}; {FORMS}", kind = crate::text::quoted(kind))]
    Kind {
        /// The kind as given.
        kind: String,
        /// The most similar kind.
        suggestion: Suggestion,
    },
    /// The agent needs a heuristic and has none.
    #[error("the agent '{text}' needs a heuristic; {FORMS}", text = crate::text::quoted(text))]
    NoHeuristic {
        /// The agent as given.
        text: String,
    },
    /// A searching agent needs a budget and has none.
    #[error("the agent '{text}' needs a budget, for example '{text}@{example}'", text = crate::text::quoted(text))]
    NoBudget {
        /// The agent as given.
        text: String,
        /// A suitable budget.
        example: &'static str,
    },
    /// The budget does not fit the method.
    #[error("the agent '{text}' searches to a fixed depth and does not take {budget}; write @depth:N, or use id:", text = crate::text::quoted(text), budget = crate::text::quoted(&budget.to_string()))]
    NotADepth {
        /// The agent as given.
        text: String,
        /// The budget as given.
        budget: Budget,
    },
    /// An agent that does not search has a budget.
    #[error("the agent '{text}' does not search and takes no budget; remove the part from '@' on", text = crate::text::quoted(text))]
    NoSearch {
        /// The agent as given.
        text: String,
    },
    /// An external program has no command, or one with an open quotation mark.
    #[error("the agent '{text}' needs a command, for example 'exec:python3 my_agent.py'; close all quotation marks", text = crate::text::quoted(text))]
    Command {
        /// The agent as given.
        text: String,
    },
    /// An external program has a budget other than a time.
    #[error("the program '{text}' does not take {budget}; write @time:1000 (milliseconds a move)", text = crate::text::quoted(text), budget = crate::text::quoted(&budget.to_string()))]
    NotATime {
        /// The command as given.
        text: String,
        /// The budget as given.
        budget: Budget,
    },
    /// The heuristic cannot be used.
    #[error(transparent)]
    Heuristic(#[from] SourceError),
    /// The budget is invalid.
    #[error(transparent)]
    Budget(#[from] BudgetError),
}

impl AgentSpec {
    /// Returns the budget of an agent that searches.
    #[must_use]
    pub fn budget(&self) -> Option<&Budget> {
        match self {
            Self::Random | Self::Greedy(_) => None,
            Self::Perfect { budget, .. } | Self::Search { budget, .. } | Self::External { budget, .. } => Some(budget),
        }
    }
}

pub(super) const KINDS: [&str; 7] = ["random", "greedy", "mm", "ab", "id", "perfect", "exec"];
const FORMS: &str = "write random, greedy:HEURISTIC, mm:HEURISTIC@depth:3, ab:HEURISTIC@depth:5, \
                     id:HEURISTIC@effort:17300, perfect:HEURISTIC@nodes:5000 or exec:COMMAND, or an agent of a roster such as \
                     modern/AB_Improved";
/// The default heuristic and budget of perfect play in lost positions.
const FALLBACK: (&str, Budget) = ("improved", Budget::Nodes(5000));
/// The default time of an external program for a move, in milliseconds.
const EXTERNAL: Budget = Budget::Time(1000);

impl FromStr for AgentSpec {
    type Err = AgentError;

    fn from_str(text: &str) -> Result<Self, AgentError> {
        if let Some(command) = text.strip_prefix("exec:") {
            return external(command);
        }
        let (who, budget) = split_budget(text);
        let (kind, heuristic) = who.split_once(':').unwrap_or((who, ""));
        let heuristic = || match heuristic {
            "" => Err(AgentError::NoHeuristic { text: text.to_owned() }),
            name => Ok(name.parse()?),
        };
        let searching = |method, example| {
            let heuristic = heuristic()?;
            let budget: Budget =
                budget.ok_or_else(|| AgentError::NoBudget { text: text.to_owned(), example })?.parse()?;
            if method != SearchMethod::IterativeDeepening && !matches!(budget, Budget::Depth(_)) {
                return Err(AgentError::NotADepth { text: text.to_owned(), budget });
            }
            Ok(Self::Search { method, heuristic, budget })
        };
        let perfect = || {
            let heuristic = if who == "perfect" { FALLBACK.0.parse()? } else { heuristic()? };
            Ok(Self::Perfect { heuristic, budget: budget.map_or(Ok(FALLBACK.1), str::parse)? })
        };
        let simple = |agent| match budget {
            None => Ok(agent),
            Some(_) => Err(AgentError::NoSearch { text: text.to_owned() }),
        };
        match kind {
            "random" if who == "random" => simple(Self::Random),
            "greedy" => simple(Self::Greedy(heuristic()?)),
            "mm" => searching(SearchMethod::Minimax, "depth:3"),
            "ab" => searching(SearchMethod::AlphaBeta, "depth:5"),
            "perfect" => perfect(),
            "id" => searching(SearchMethod::IterativeDeepening, "effort:17300"),
            _ => Err(AgentError::Kind { kind: who.to_owned(), suggestion: Suggestion::of(kind, KINDS) }),
        }
    }
}

/// Reads an external program: everything is the command, except for a budget at its end.
fn external(text: &str) -> Result<AgentSpec, AgentError> {
    let known =
        |after: &str| Budget::KINDS.iter().any(|kind| after.split_once(':').is_some_and(|(word, _)| word == *kind));
    let (command, budget) = match text.rsplit_once('@').filter(|(_, after)| known(after)) {
        Some((command, budget)) => (command, budget.parse()?),
        None => (text, EXTERNAL),
    };
    if !matches!(budget, Budget::Time(_)) {
        return Err(AgentError::NotATime { text: command.to_owned(), budget });
    }
    match shell_words::split(command) {
        Ok(words) if !words.is_empty() => Ok(AgentSpec::External { command: command.to_owned(), budget }),
        _ => Err(AgentError::Command { text: format!("exec:{text}") }),
    }
}

/// Splits an agent from its budget at the first `@` that a kind of budget follows, as paths may contain one too.
fn split_budget(text: &str) -> (&str, Option<&str>) {
    let known = |(_, after): &(&str, &str)| Budget::KINDS.iter().any(|kind| after.starts_with(kind));
    let mut cuts = text.match_indices('@').map(|(at, _)| (&text[..at], &text[at + 1..]));
    match cuts.clone().find(known).or(cuts.next_back()) {
        Some((who, budget)) => (who, Some(budget)),
        None => (text, None),
    }
}

serde_as_text!(AgentSpec);

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Greedy(heuristic) => write!(f, "greedy:{heuristic}"),
            Self::Perfect { heuristic, budget } => write!(f, "perfect:{heuristic}@{budget}"),
            Self::External { command, budget } => write!(f, "exec:{command}@{budget}"),
            Self::Search { method, heuristic, budget } => write!(f, "{method}:{heuristic}@{budget}"),
        }
    }
}

impl fmt::Display for SearchMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Minimax => "mm",
            Self::AlphaBeta => "ab",
            Self::IterativeDeepening => "id",
        })
    }
}
