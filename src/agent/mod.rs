//! Agents: players written as one line of text, and rosters of them.

mod named_agent;
mod perfect;
mod player;
mod player_data;
mod roster;
mod spec;

pub use named_agent::{NamedAgent, NamedAgentError};
pub use perfect::{Perfect, PerfectError};
pub use player::{Agent, CompileError};
pub use player_data::PlayerData;
pub use roster::{Roster, RosterError};
pub use spec::{AgentError, AgentSpec, SearchMethod};
