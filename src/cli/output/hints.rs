//! Hints: the flag or verb that helps against an error of the library.

use std::error::Error;
use std::path::Path;

use crate::agent::{AgentError, CompileError, NamedAgentError, RosterError};
use crate::arena::{DrawError, SelfCheckError, ThreadsError, TournamentError};
use crate::export::ExportError;
use crate::game::{IllegalMove, MovesError, SetupError, SizeError};
use crate::grade::{CacheError, QuestionSetError};
use crate::heuristic::SourceError;
use crate::oracle::{MemoryError, OracleError, SolveError, SolvedOpeningsError};
use crate::stats::SprtError;
use crate::tune::{AssignmentError, PlanError, TuneError};
use crate::udacity::CheckoutError;
use crate::{DocumentError, LookupError, Unknown};

const FEWER_THREADS: &str = "try fewer with --threads";

/// An error that may have a remedy on the command line.
pub(crate) trait Hint: Error {
    /// Returns the flag or verb that helps, as the end of a sentence.
    fn hint(&self) -> Option<String> {
        None
    }

    /// Returns the error's message, followed by the hint.
    fn sentence(&self) -> String {
        match self.hint() {
            Some(hint) => format!("{self}; {hint}"),
            None => self.to_string(),
        }
    }
}

/// Implements [`Hint`] for errors that say everything themselves.
macro_rules! no_hint {
    ($($error:ty),* $(,)?) => { $(impl Hint for $error {})* };
}

no_hint!(
    CheckoutError,
    ExportError,
    IllegalMove,
    MovesError,
    SelfCheckError,
    SizeError,
    SolveError,
    SprtError,
    ron::Error
);

impl Hint for Unknown {
    fn hint(&self) -> Option<String> {
        match self.kind {
            // Without a similar name the error has them all.
            "heuristic" if self.suggestion.name().is_some() => {
                Some("list them with 'isotune heuristics', or give a weights file (*.ron, *.json)".to_owned())
            }
            "feature" => Some("list them with 'isotune heuristics'".to_owned()),
            _ => None,
        }
    }
}

impl Hint for DocumentError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::NotJson { .. } => Some("'isotune export improved --format json' prints an example".to_owned()),
            Self::Empty(_) => Some(
                "'isotune init' writes a configuration, 'isotune export improved --format ron' prints weights"
                    .to_owned(),
            ),
            Self::Read { .. } | Self::NotText(_) | Self::Text { .. } => None,
        }
    }
}

impl Hint for SetupError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::OtherBoard { found, .. } => Some(format!("add --board {found}")),
            _ => None,
        }
    }
}

impl Hint for SourceError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown(error) => error.hint(),
            Self::Document(error) => error.hint(),
            // Only files have an extension; the weights of the catalogue have to become one first.
            Self::OtherBoard { path, found, .. } if path.extension().is_none() => Some(format!(
                "use --board {found}, or 'isotune export {} -o x.ron', remove its 'board' line and use that file",
                path.display()
            )),
            Self::OtherBoard { found, .. } => Some(format!("use --board {found}, or remove the file's 'board' line")),
            Self::NotLinear(_) => Some("choose another from 'isotune heuristics'".to_owned()),
        }
    }
}

impl Hint for LookupError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown(error) => error.hint(),
            Self::Document(error) => error.hint(),
        }
    }
}

impl Hint for AgentError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Heuristic(error) => error.hint(),
            _ => None,
        }
    }
}

impl Hint for CompileError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Heuristic(error) => error.hint(),
            Self::Costs(error) => error.hint(),
            Self::Perfect(_) | Self::External(_) => None,
        }
    }
}

impl Hint for RosterError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Lookup(error) | Self::Costs { error, .. } => error.hint(),
            Self::Agent(error) => error.hint(),
            Self::NoAgents { .. } | Self::Twice { .. } | Self::TooMany { .. } => None,
        }
    }
}

impl Hint for NamedAgentError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Unknown { .. } => Some(
                "list heuristics with 'isotune heuristics' and runs with 'isotune runs', see 'isotune agents --help' for how to \
                 write agents"
                    .to_owned(),
            ),
            Self::Missing { .. } => Some(
                "check the path, list the runs with 'isotune runs', or name an agent of a roster file by the file's path: \
                 roster.ron/AGENT"
                    .to_owned(),
            ),
            Self::Program { .. } => None,
            Self::Agent(error) => error.hint(),
            Self::Roster(error) => error.hint(),
        }
    }
}

impl Hint for DrawError {
    fn hint(&self) -> Option<String> {
        Some(match self {
            Self::TooMany { plies: ..4, .. } => {
                "ask for fewer, for all with --census, or for longer ones with --plies 4".to_owned()
            }
            Self::TooMany { .. } => "ask for fewer, or for all with --census".to_owned(),
            Self::None { .. } => "use a larger board or --block all".to_owned(),
        })
    }
}

impl Hint for TournamentError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Draw(error) => error.hint(),
            Self::Agent(error) => error.hint(),
        }
    }
}

impl Hint for ThreadsError {
    fn hint(&self) -> Option<String> {
        Some(FEWER_THREADS.to_owned())
    }
}

impl Hint for SolvedOpeningsError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Threads { .. } => Some(FEWER_THREADS.to_owned()),
        }
    }
}

impl Hint for MemoryError {
    fn hint(&self) -> Option<String> {
        Some("ask for less with --memory".to_owned())
    }
}

impl Hint for OracleError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Memory(error) => error.hint(),
            Self::TooLarge { .. } => None,
        }
    }
}

impl Hint for CacheError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Write { .. } => Some("choose another folder with --cache".to_owned()),
            Self::Damaged { .. } | Self::Read { .. } => None,
        }
    }
}

impl Hint for QuestionSetError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::TooFew { .. } => Some("ask for fewer with --positions, or use a larger board".to_owned()),
            Self::Stopped => None,
        }
    }
}

impl Hint for AssignmentError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Feature(error) => error.hint(),
            _ => None,
        }
    }
}

impl Hint for PlanError {
    fn hint(&self) -> Option<String> {
        match self {
            Self::Roster(error) => error.hint(),
            Self::Opponent(error) => error.hint(),
            Self::Agent(error) => error.hint(),
            Self::Costs(error) => error.hint(),
            _ => None,
        }
    }
}

impl Hint for TuneError {
    fn hint(&self) -> Option<String> {
        // The configuration beside a state that cannot be read still starts a new run.
        let again = |state: &Path| {
            let config = state.with_file_name("config.ron");
            format!("'isotune tune {} --name NEW' starts a new run", config.display())
        };
        let fork =
            |run: &String| format!("undo the change, or start from its weights with 'isotune resume {run} --fork NEW'");
        match self {
            Self::Plan(error) => error.hint(),
            Self::Config(error) => error.hint(),
            Self::Threads(error) => error.hint(),
            Self::Exists { .. } => {
                Some("continue it with 'isotune resume', or choose another name with --name".to_owned())
            }
            Self::NoRun { .. } => Some("list the runs with 'isotune runs'".to_owned()),
            Self::Create { .. } | Self::Start { .. } => {
                Some("choose another folder with --runs, or another name with --name".to_owned())
            }
            Self::File { .. } => Some("continue with 'isotune resume'".to_owned()),
            Self::Lost { path, .. } => Some(format!("keep them; {}", again(path))),
            Self::OtherVersion { path, .. } => {
                Some(format!("resume it with the version that wrote it; {}", again(path)))
            }
            Self::BestChanged { run, .. } => {
                Some(format!("'isotune resume {run}' restores it; copy it elsewhere to use it as other weights"))
            }
            Self::Changed { run, .. } | Self::OtherIdentity { run } => Some(fork(run)),
            _ => None,
        }
    }
}
