//! Agents: players that can be named in one line of text, and rosters of them.

mod entrant;
mod perfect;
mod player;
mod roster;
mod spec;

pub use entrant::{Entrant, EntrantError};
pub use perfect::{Perfect, PerfectError};
pub use player::{Agent, CompileError};
pub use roster::{Member, Roster, RosterError};
pub use spec::{AgentError, AgentSpec, Method};
