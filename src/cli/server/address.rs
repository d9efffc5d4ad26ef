//! The address of a server, and who may ask it.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::{IpAddr, SocketAddr};

/// Where a server listens, and the secret that its paths begin with when others can reach it.
#[derive(Clone, Debug)]
pub(super) struct Address {
    local: SocketAddr,
    token: Option<String>,
}

impl Address {
    /// Creates the address of a listener; on any address but the loopback it has a secret.
    pub(super) fn new(local: SocketAddr) -> Self {
        Self { local, token: (!local.ip().is_loopback()).then(secret) }
    }

    /// Returns the address for a browser.
    pub(super) fn url(&self) -> String {
        let at = match self.local.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => format!("localhost:{}", self.local.port()),
            IpAddr::V6(ip) if ip.is_unspecified() => format!("localhost:{}", self.local.port()),
            _ => self.local.to_string(),
        };
        format!("http://{at}{}/", self.base())
    }

    /// Returns what all paths begin with.
    pub(super) fn base(&self) -> String {
        self.token.as_ref().map(|token| format!("/{token}")).unwrap_or_default()
    }

    /// Returns whether a request was meant for this server. A page of another site can make a browser ask a server on the
    /// loopback by a name of its own; where there is a secret, it cannot know the path.
    pub(super) fn is_host(&self, host: Option<&str>) -> bool {
        let Some(host) = host else { return false };
        if self.token.is_some() {
            return true;
        }
        let port = self.local.port();
        let named = [format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")];
        named.iter().any(|name| name.eq_ignore_ascii_case(host)) || self.local.to_string() == host
    }
}

/// Returns 128 bits that cannot be guessed, as text: the standard library's hashes are keyed by the system's randomness.
fn secret() -> String {
    let word = |number: u64| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u64(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", word(1), word(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_needs_no_secret() {
        let local = Address::new(SocketAddr::from(([127, 0, 0, 1], 8017)));
        assert_eq!((local.url().as_str(), local.base().as_str()), ("http://127.0.0.1:8017/", ""));
        let open = Address::new(SocketAddr::from(([0, 0, 0, 0], 80)));
        assert_eq!(open.base().len(), 33);
        assert_ne!(open.base(), Address::new(SocketAddr::from(([0, 0, 0, 0], 80))).base());
        assert!(open.url().starts_with("http://localhost:80/"), "{}", open.url());
    }

    #[test]
    fn a_name_of_another_site_is_no_host() {
        let local = Address::new(SocketAddr::from(([127, 0, 0, 1], 8017)));
        for host in ["localhost:8017", "127.0.0.1:8017", "LOCALHOST:8017", "[::1]:8017"] {
            assert!(local.is_host(Some(host)), "{host}");
        }
        for host in
            [None, Some(""), Some("localhost"), Some("localhost:80"), Some("evil.example:8017"), Some("127.0.0.1")]
        {
            assert!(!local.is_host(host), "{host:?}");
        }
    }
}
