//! What a user should know about a cluster.

use std::fmt;

/// What a user should know about a cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ClusterNote {
    /// The connection to the server is lost.
    Lost {
        /// Whether this process goes on by itself.
        alone: bool,
    },
    /// The connection to the server is back.
    Back,
    /// There are no workers and no own threads.
    Nobody,
    /// A worker is of another build, and gets no games.
    OtherBuild {
        /// The worker.
        worker: String,
        /// Its version of isotune.
        version: String,
    },
    /// A worker reported other results than were played here.
    Wrong {
        /// The worker.
        worker: String,
    },
    /// Messages cannot be read.
    Garbage {
        /// Why the first one cannot.
        reason: String,
    },
    /// The server complains.
    Complaint(String),
    /// A contest cannot be sent.
    Timed,
}

impl fmt::Display for ClusterNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost { alone: true } => write!(f, "lost the connection to the server; going on with own threads"),
            Self::Lost { alone: false } => write!(f, "lost the connection to the server; waiting for it"),
            Self::Back => write!(f, "connected to the server again"),
            Self::Nobody => write!(f, "no workers and no own threads; waiting for a worker"),
            Self::OtherBuild { worker, version } => write!(
                f,
                "worker {worker} gets no games: it is another build of isotune ({version}); install the same one there"
            ),
            Self::Wrong { worker } => write!(
                f,
                "worker {worker} reported wrong results and is shut out; its unconfirmed games of this stage are played again"
            ),
            Self::Garbage { reason } => write!(f, "ignored a message from the server: {reason}"),
            Self::Complaint(text) => write!(f, "the server complains: {text}"),
            Self::Timed => write!(
                f,
                "budgets in time and external programs depend on the machine; these games are played by own threads"
            ),
        }
    }
}
