//! Agents: players written as one line of text, and rosters of them.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::agent::{AgentSpec, Roster};
//!
//! let agent: AgentSpec = "id:improved@nodes:5000".parse()?;
//! assert_eq!(agent.to_string(), "id:improved@nodes:5000");
//! let modern = Roster::named("modern")?;
//! assert_eq!(modern.agent("MM_Open")?.agent.to_string(), "mm:open@depth:3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod external;
mod forfeit;
mod named_agent;
mod perfect;
mod player;
mod player_data;
mod process;
mod roster;
mod spec;

pub use external::{External, ExternalError};
pub use forfeit::{Forfeit, ForfeitCause};
pub use named_agent::{NamedAgent, NamedAgentError};
pub use perfect::{Perfect, PerfectError};
pub use player::{Agent, CompileError};
pub use player_data::PlayerData;
#[doc(hidden)]
pub use process::{NoAnswer, Process};
#[doc(hidden)]
pub use roster::MOST_AGENTS;
pub use roster::{Roster, RosterError};
pub use spec::{AgentError, AgentSpec, SearchMethod};
