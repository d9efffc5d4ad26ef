//! The server of a cluster, and how to log in. Secrets come from the environment or from files, never from arguments.

use std::env;
use std::path::PathBuf;

use crate::cluster::{Cluster, ClusterError, Credentials, ServerAddress};
use crate::text::plural;

use crate::cli::output::failure::Failure;

/// Returns the address of a server with the credentials of the environment.
pub(crate) fn address(url: &str) -> Result<ServerAddress, Failure> {
    let variable = |name: &str| env::var(format!("ISOTUNE_NATS_{name}")).ok().filter(|value| !value.is_empty());
    let credentials = credentials(variable, |path| std::fs::read_to_string(path).map_err(|error| error.to_string()))?;
    let authority = variable("CA").map(PathBuf::from);
    if let Some(path) = authority.as_ref().filter(|path| !path.is_file()) {
        return Err(Failure::Input(format!("ISOTUNE_NATS_CA: there is no file {}", path.display())));
    }
    ServerAddress::new(url, credentials, authority).map_err(failure)
}

/// Returns the failure of an error, with what helps.
// By value, for `map_err`.
#[allow(clippy::needless_pass_by_value)]
pub(crate) fn failure(error: ClusterError) -> Failure {
    let secrets = "ISOTUNE_NATS_TOKEN, ISOTUNE_NATS_USER and ISOTUNE_NATS_PASSWORD, or a file with ISOTUNE_NATS_TOKEN_FILE, \
                   ISOTUNE_NATS_CREDS or ISOTUNE_NATS_NKEY";
    match &error {
        ClusterError::Url { .. } | ClusterError::Name { .. } => Failure::Input(error.to_string()),
        ClusterError::Secret => Failure::Input(format!("{error}; put it into the environment: {secrets}")),
        ClusterError::Creds => Failure::Input(format!("{error}; check ISOTUNE_NATS_CREDS")),
        ClusterError::Login { .. } => Failure::Input(format!("{error}; set {secrets}")),
        ClusterError::Connect { .. } => {
            Failure::Input(format!("{error}; start the server, or check the address and the firewall"))
        }
        ClusterError::Stream { .. } | ClusterError::Thread(_) | ClusterError::SentHome { .. } => {
            Failure::Work(error.to_string())
        }
    }
}

/// Reads the credentials: the first kind that is there.
fn credentials(
    variable: impl Fn(&str) -> Option<String>,
    read: impl Fn(&str) -> Result<String, String>,
) -> Result<Credentials, Failure> {
    let file = |name: &str| {
        let read = |path: String| {
            let failed = |error| Failure::Input(format!("ISOTUNE_NATS_{name}: cannot read {path}: {error}"));
            read(&path).map(|text| text.trim().to_owned()).map_err(failed)
        };
        variable(name).map(read).transpose()
    };
    if let Some(text) = file("CREDS")? {
        return Ok(Credentials::Creds(text));
    }
    if let Some(seed) = file("NKEY")? {
        return Ok(Credentials::Nkey(seed));
    }
    let password = match file("PASSWORD_FILE")? {
        Some(password) => Some(password),
        None => variable("PASSWORD"),
    };
    match (variable("USER"), password) {
        (Some(name), Some(password)) => return Ok(Credentials::User { name, password }),
        (None, None) => {}
        _ => {
            let both = "ISOTUNE_NATS_USER and ISOTUNE_NATS_PASSWORD belong together; set both or none";
            return Err(Failure::Input(both.to_owned()));
        }
    }
    let token = match file("TOKEN_FILE")? {
        Some(token) => Some(token),
        None => variable("TOKEN"),
    };
    Ok(token.map_or(Credentials::None, Credentials::Token))
}

/// Returns a line about those who play at the moment.
pub(crate) fn members(cluster: &Cluster) -> String {
    const SHOWN: usize = 4;
    let (workers, own, left_out) = cluster.members();
    let threads: usize = workers.iter().map(|card| usize::from(card.threads)).sum();
    let speed: f64 = workers.iter().map(|card| card.games_per_second).sum();
    let mut parts = vec![match workers.len() {
        0 => "no workers".to_owned(),
        count => {
            format!("{count} {}, {threads} {}, {speed:.0} games/s", plural(count, "worker"), plural(threads, "thread"))
        }
    }];
    let one = |card: &crate::cluster::WorkerCard| format!("{} {:.0}", card.name, card.games_per_second);
    if !workers.is_empty() {
        let mut names: Vec<String> = workers.iter().take(SHOWN).map(one).collect();
        if workers.len() > SHOWN {
            names.push("…".to_owned());
        }
        parts.push(names.join(", "));
    }
    parts.push(format!("{own} own {}", plural(own, "thread")));
    if !left_out.is_empty() {
        let names: Vec<&str> = left_out.iter().take(SHOWN).map(|card| card.name.as_str()).collect();
        parts.push(format!("{} left out: {}", left_out.len(), names.join(", ")));
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(variables: &[(&str, &str)]) -> Result<Credentials, Failure> {
        let variable =
            |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        credentials(variable, |path| if path == "there" { Ok("secret\n".to_owned()) } else { Err("gone".to_owned()) })
    }

    #[test]
    fn secrets_come_from_the_environment_or_from_files() {
        let is = |variables: &[(&str, &str)], expected: Credentials| {
            assert!(found(variables).is_ok_and(|credentials| credentials == expected), "{variables:?}");
        };
        is(&[], Credentials::None);
        is(&[("TOKEN", "a")], Credentials::Token("a".to_owned()));
        is(&[("TOKEN_FILE", "there"), ("TOKEN", "a")], Credentials::Token("secret".to_owned()));
        let user = Credentials::User { name: "a".to_owned(), password: "secret".to_owned() };
        is(&[("USER", "a"), ("PASSWORD_FILE", "there")], user);
        is(&[("CREDS", "there")], Credentials::Creds("secret".to_owned()));
        is(&[("NKEY", "there")], Credentials::Nkey("secret".to_owned()));
        for wrong in [("USER", "a"), ("PASSWORD", "a"), ("TOKEN_FILE", "b"), ("CREDS", "b"), ("NKEY", "b")] {
            assert!(matches!(found(&[wrong]), Err(Failure::Input(_))), "{wrong:?}");
        }
    }
}
