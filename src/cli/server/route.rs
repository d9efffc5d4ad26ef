//! What a path asks for.

/// What a path asks for; a run is one of the names that the server knows, never a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Route {
    /// The list of runs.
    Index,
    /// Changes of the list.
    IndexEvents,
    /// The page of a run.
    Page(String),
    /// The data of its page.
    Data(String),
    /// Its changes.
    Events(String),
    /// Elsewhere: a page's address ends with a slash, so that its own paths are below it.
    Redirect(String),
}

/// Returns what a path asks for, below the base of all paths; `single` is the run of a server that has only one.
pub(super) fn route(path: &str, base: &str, single: Option<&str>) -> Option<Route> {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let below = path.strip_prefix(base)?;
    if below.is_empty() {
        return Some(Route::Redirect(format!("{base}/")));
    }
    if let Some(run) = single {
        let run = run.to_owned();
        return match below {
            "/" => Some(Route::Page(run)),
            "/data.json" => Some(Route::Data(run)),
            "/events" => Some(Route::Events(run)),
            _ => None,
        };
    }
    match below {
        "/" => return Some(Route::Index),
        "/events" => return Some(Route::IndexEvents),
        _ => {}
    }
    let below = below.strip_prefix("/run/")?;
    let (name, rest) = below.split_once('/').map_or((below, None), |(name, rest)| (name, Some(rest)));
    let run = decoded(name)?;
    match rest {
        None => Some(Route::Redirect(format!("{base}/run/{name}/"))),
        Some("") => Some(Route::Page(run)),
        Some("data.json") => Some(Route::Data(run)),
        Some("events") => Some(Route::Events(run)),
        Some(_) => None,
    }
}

/// Decodes a part of a path; `None` if it is not the code of a text.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let text = std::str::from_utf8(&digits).ok()?;
            // Two digits, and not the sign that numbers may have.
            let hexadecimal = digits.iter().all(u8::is_ascii_hexdigit);
            bytes.push(u8::from_str_radix(text, 16).ok().filter(|_| hexadecimal)?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(path: &str) -> Option<Route> {
        route(path, "", None)
    }

    #[test]
    fn paths_lead_to_runs_by_name() {
        assert_eq!(all("/"), Some(Route::Index));
        assert_eq!(all("/events"), Some(Route::IndexEvents));
        assert_eq!(all("/run/quick/"), Some(Route::Page("quick".to_owned())));
        assert_eq!(all("/run/quick/data.json?x=1"), Some(Route::Data("quick".to_owned())));
        assert_eq!(all("/run/a%20b/events"), Some(Route::Events("a b".to_owned())));
        assert_eq!(all("/run/quick"), Some(Route::Redirect("/run/quick/".to_owned())));
        // The name is only ever compared with the names of runs.
        assert_eq!(all("/run/..%2f..%2fetc/"), Some(Route::Page("../../etc".to_owned())));
    }

    #[test]
    fn other_paths_lead_nowhere() {
        for path in
            ["", "x", "/x", "/run/", "/run/a/b", "/run/a/data.json/", "/run/%zz/", "/run/%+1/", "/run/%ff/", "//"]
        {
            assert!(!matches!(all(path), Some(Route::Data(_) | Route::Events(_))), "{path}");
        }
        assert_eq!(all("/run/%zz/"), None);
        assert_eq!(all("/run/%+1/"), None);
        assert_eq!(all("/run/%ff/"), None);
        assert_eq!(all("/run/a/b"), None);
    }

    #[test]
    fn a_secret_comes_first_and_a_single_run_is_the_root() {
        assert_eq!(route("/", "/secret", None), None);
        assert_eq!(route("/secret", "/secret", None), Some(Route::Redirect("/secret/".to_owned())));
        assert_eq!(route("/secret/", "/secret", Some("a")), Some(Route::Page("a".to_owned())));
        assert_eq!(route("/secret/data.json", "/secret", Some("a")), Some(Route::Data("a".to_owned())));
        assert_eq!(route("/secret/run/b/", "/secret", Some("a")), None);
    }
}
