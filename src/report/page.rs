//! The page: everything in one file that needs no network.

use std::fmt::Write as _;

use super::data::{ReportData, RunData};
use crate::store::Digest;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: [&str; 2] = [include_str!("page/uplot.min.css"), include_str!("page/page.css")];
/// The scripts, each a part of one strict function scope; the last one starts the page.
const SCRIPT: [&str; 9] = [
    include_str!("page/dom.js"),
    include_str!("page/chart.js"),
    include_str!("page/winrate.js"),
    include_str!("page/weights.js"),
    include_str!("page/heatmap.js"),
    include_str!("page/tables.js"),
    include_str!("page/board.js"),
    include_str!("page/live.js"),
    include_str!("page/main.js"),
];
/// <https://github.com/leeoniya/uPlot>, MIT licence.
const LIBRARY: &str = include_str!("page/uplot.iife.min.js");

/// What marks a file as a report, in its first line.
const MARK: &str = "<!doctype html><!-- isotune report -->";

/// A page about one or more runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    data: ReportData,
}

impl Page {
    /// Creates a page about the first of the runs, compared with the others.
    #[must_use]
    pub fn new(runs: Vec<RunData>) -> Self {
        Self { data: ReportData { version: env!("CARGO_PKG_VERSION"), live: false, runs } }
    }

    /// Returns a page that asks its server for changes.
    #[must_use]
    pub fn live(mut self) -> Self {
        self.data.live = true;
        self
    }

    /// Returns the data of the page as JSON.
    ///
    /// # Errors
    /// Returns an error if a value has no JSON form; none is known.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(&self.data)
    }

    /// Returns the page.
    ///
    /// # Errors
    /// Returns an error if a value has no JSON form; none is known.
    pub fn html(&self) -> Result<String, serde_json::Error> {
        let json = script_safe(&self.json()?);
        // The digest of the data cannot be part of the data, so nothing in it can pass for a script of the page.
        let nonce = Digest::of(json.as_bytes()).to_string();
        let run = self.data.runs.first();
        let title = escaped(run.map_or("isotune", |run| &run.name));
        let headline = escaped(run.map_or("", |run| &run.headline));
        let connect = if self.data.live { "'self'" } else { "'none'" };
        let parts = [
            ("{{mark}}", MARK),
            ("{{nonce}}", &nonce),
            ("{{connect}}", connect),
            ("{{title}}", &title),
            ("{{headline}}", &headline),
            ("{{style}}", &STYLE.join("\n")),
            ("{{library}}", LIBRARY),
            ("{{script}}", &SCRIPT.join("\n")),
            ("{{data}}", &json),
        ];
        Ok(filled(TEMPLATE, &parts))
    }

    /// Returns whether a text is a page that an earlier report wrote.
    #[must_use]
    pub fn is_report(text: &str) -> bool {
        text.starts_with(MARK)
    }
}

/// Fills in the fields of a template; what is filled in is not searched for fields again.
fn filled(template: &str, parts: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find("{{") {
        text.push_str(&rest[..start]);
        rest = &rest[start..];
        let Some((field, value)) = parts.iter().find(|(field, _)| rest.starts_with(field)) else {
            text.push_str("{{");
            rest = &rest[2..];
            continue;
        };
        text.push_str(value);
        rest = &rest[field.len()..];
    }
    text + rest
}

/// Returns JSON that cannot end or open an element: the characters of markup occur only within its strings.
fn script_safe(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                // Writing to a text does not fail.
                let _ = write!(safe, "\\u{:04x}", u32::from(c));
            }
            _ => safe.push(c),
        }
    }
    safe
}

/// Returns text as it is written between tags and in quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            c if c.is_control() && c != '\n' => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_leaves_its_place() {
        let hostile = "</script><script>alert(1)</script> & \" ' \u{2028} {{nonce}}";
        let json = serde_json::to_string(hostile).unwrap_or_default();
        let safe = script_safe(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']));
        assert_eq!(serde_json::from_str::<String>(&safe).ok().as_deref(), Some(hostile));
        assert!(!escaped(hostile).contains(['<', '>', '"', '\'']));
        assert_eq!(escaped("a\u{1b}b\u{0}"), "a\u{fffd}b\u{fffd}");
        assert_eq!(filled("{{a}}-{{b}}-{{c}}", &[("{{a}}", "{{b}}"), ("{{b}}", "1")]), "{{b}}-1-{{c}}");
    }
}
