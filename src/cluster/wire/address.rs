//! Where the server is, and how to log in.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use tokio::sync::mpsc::UnboundedSender;

use crate::cluster::error::ClusterError;

/// Pings tell a frozen server from a silent one: two missed ones are a lost connection.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// How long a request may take before it has failed.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(3);
/// The longest wait between two attempts to connect again, in milliseconds.
const LONGEST_DELAY: u64 = 800;

/// Where a server is, and how to log in.
#[derive(Clone)]
pub struct ServerAddress {
    address: ServerAddr,
    credentials: Credentials,
    /// A file with the certificate of the authority that signed the server's.
    authority: Option<PathBuf>,
}

/// How to log in. Nothing of it is ever printed.
#[derive(Clone, PartialEq, Eq, Default)]
pub enum Credentials {
    /// Without a secret.
    #[default]
    None,
    /// By a token that all share.
    Token(String),
    /// By name and password.
    User {
        /// The name.
        name: String,
        /// The password.
        password: String,
    },
    /// By the seed of an nkey.
    Nkey(String),
    /// By the text of a `.creds` file.
    Creds(String),
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::None { "no credentials" } else { "credentials" })
    }
}

impl fmt::Debug for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}, {:?}", self.credentials)
    }
}

impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}:{}", self.address.scheme(), self.address.host(), self.address.port())
    }
}

impl ServerAddress {
    /// Creates an address from a URL such as `nats://host:4222`, or `tls://host:4222` to demand TLS.
    ///
    /// # Errors
    /// Returns an error if the text is no such URL, or holds a password, which everybody on the machine could read.
    pub fn new(url: &str, credentials: Credentials, authority: Option<PathBuf>) -> Result<Self, ClusterError> {
        // Before anything repeats the text.
        if url.contains('@') {
            return Err(ClusterError::Secret);
        }
        let address: ServerAddr = url.parse().map_err(|_| ClusterError::Url { url: url.to_owned() })?;
        if !["nats", "tls"].contains(&address.scheme()) || address.host().is_empty() {
            return Err(ClusterError::Url { url: url.to_owned() });
        }
        Ok(Self { address, credentials, authority })
    }

    /// Connects once; what happens to the connection later goes to the channel.
    pub(in crate::cluster) async fn connect(
        &self,
        name: &str,
        inbox: &str,
        events: UnboundedSender<Event>,
    ) -> Result<Client, ClusterError> {
        let options = ConnectOptions::new()
            .name(name)
            .custom_inbox_prefix(inbox)
            .ping_interval(PING_INTERVAL)
            .request_timeout(Some(REQUEST_TIMEOUT))
            .connection_timeout(REQUEST_TIMEOUT)
            .require_tls(self.address.scheme() == "tls")
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis((50 << attempts.min(5)).min(LONGEST_DELAY)))
            .event_callback(move |event| {
                let events = events.clone();
                async move {
                    // There is no receiver any more when the work is over.
                    let _ = events.send(event);
                }
            });
        let options = match self.credentials.clone() {
            Credentials::None => options,
            Credentials::Token(token) => options.token(token),
            Credentials::User { name, password } => options.user_and_password(name, password),
            Credentials::Nkey(seed) => options.nkey(seed),
            Credentials::Creds(text) => options.credentials(&text).map_err(|_| ClusterError::Creds)?,
        };
        let options = match &self.authority {
            Some(path) => options.add_root_certificates(path.clone()),
            None => options,
        };
        options.connect(self.address.clone()).await.map_err(|error| {
            let server = self.to_string();
            match error.kind() {
                ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                    ClusterError::Login { server }
                }
                _ => ClusterError::Connect { server, cause: cause(&error) },
            }
        })
    }
}

/// Returns the innermost cause of an error: the outer ones only name it.
fn cause(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_addresses_are_taken() {
        let address = |url| ServerAddress::new(url, Credentials::Token("secret".to_owned()), None);
        for url in ["nats://a:1", "a:4222", "a", "tls://[::1]:4222"] {
            let shown = address(url).map(|address| format!("{address:?}")).unwrap_or_default();
            assert!(shown.contains("://") && !shown.contains("secret"), "{url}: {shown}");
        }
        for url in ["", "http://a", "ws://a:1", "nats://", "nats://a:99999"] {
            assert!(matches!(address(url), Err(ClusterError::Url { .. })), "{url}");
        }
        for url in ["nats://user:word@a:1", "nats://token@a:1"] {
            assert!(matches!(address(url), Err(ClusterError::Secret)), "{url}");
        }
    }
}
