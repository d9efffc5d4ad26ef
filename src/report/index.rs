//! The list of runs, as a page that a server keeps up to date.

use super::data::RunData;
use super::page::escaped;
use crate::store::Digest;
use crate::tune::TuneError;

const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/index.js");

/// A page with all runs of a folder, each with a link to its own page.
#[derive(Debug)]
pub struct IndexPage {
    runs: Vec<(String, Result<RunData, TuneError>)>,
}

impl IndexPage {
    /// Creates a page of runs by name.
    #[must_use]
    pub fn new(runs: Vec<(String, Result<RunData, TuneError>)>) -> Self {
        Self { runs }
    }

    /// Returns the page.
    #[must_use]
    pub fn html(&self) -> String {
        let rows: String = self.runs.iter().map(|(name, run)| row(name, run)).collect();
        let body = if rows.is_empty() {
            "<p class=\"empty\">No runs yet. Start one with 'isotune tune'; it appears here.</p>".to_owned()
        } else {
            format!("<ul class=\"runs\">{rows}</ul>")
        };
        // As on the page of a run: what is shown cannot contain its own digest.
        let nonce = Digest::of(body.as_bytes());
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:; \
             connect-src 'self'; base-uri 'none'; form-action 'none'\"><meta name=\"viewport\" \
             content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><link \
             rel=\"icon\" href=\"data:,\"><title>isotune runs</title><style nonce=\"{nonce}\">{STYLE}</style></head><body><div \
             class=\"layout\"><header><p class=\"brand\">isotune</p><h1>Runs</h1></header><main>{body}</main></div><script \
             nonce=\"{nonce}\">{SCRIPT}</script></body></html>\n"
        )
    }
}

fn row(name: &str, run: &Result<RunData, TuneError>) -> String {
    let (shown, path) = (escaped(name), encoded(name));
    match run {
        Ok(run) => {
            let status = run.status.name();
            let facts: Vec<String> =
                run.facts.iter().map(|fact| escaped(&format!("{} {}", fact.value, fact.label))).collect();
            format!(
                "<li><h2><a href=\"run/{path}/\">{shown}</a> <span class=\"pill {}\">{status}</span></h2><p>{}</p><p \
                 class=\"about\">{}</p></li>",
                status.replace(' ', "-"),
                escaped(&run.headline),
                facts.join(" · ")
            )
        }
        Err(error) => {
            format!(
                "<li><h2>{shown} <span class=\"pill lost\">damaged</span></h2><p class=\"note\">{}</p></li>",
                escaped(&error.to_string())
            )
        }
    }
}

/// Returns a name as a part of a path.
fn encoded(name: &str) -> String {
    let code = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(code).collect()
}
