//! Why a cluster cannot be used.

use crate::text;

/// Why a cluster cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The text is not the address of a server.
    #[error(
        "'{}' is not the address of a NATS server; write nats://HOST:4222, or tls://HOST:4222 to demand TLS",
        text::quoted(url)
    )]
    Url {
        /// The text as given.
        url: String,
    },
    /// The address holds a password or a token.
    #[error("the address of the server holds a secret, which everybody on this machine can read")]
    Secret,
    /// The credentials are not those of a `.creds` file.
    #[error("the credentials file is not one of NATS")]
    Creds,
    /// The name is not valid.
    #[error("'{}' cannot be the name of a worker; use up to 64 letters, digits, '-' and '_'", text::quoted(name))]
    Name {
        /// The name as given.
        name: String,
    },
    /// The server cannot be reached.
    #[error("cannot connect to {server}: {}", text::one_line(cause))]
    Connect {
        /// The server.
        server: String,
        /// The cause.
        cause: String,
    },
    /// The server refuses the login.
    #[error("{server} refuses the login")]
    Login {
        /// The server.
        server: String,
    },
    /// The server has no JetStream, or refuses its use.
    #[error("{server} cannot keep the queue: {}; start it with JetStream (nats-server -js)", text::one_line(cause))]
    Stream {
        /// The server.
        server: String,
        /// The cause.
        cause: String,
    },
    /// The machine cannot do it.
    #[error("cannot start a thread: {0}")]
    Thread(#[from] std::io::Error),
    /// A coordinator has sent the worker home.
    #[error("sent home by the coordinator: {}", text::one_line(reason))]
    SentHome {
        /// The reason it gave.
        reason: String,
    },
}
