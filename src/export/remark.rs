//! The description of a document, as escaped comments and strings.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

use crate::heuristic::{Provenance, WeightsDocument};
use crate::stats::Z_95;
use crate::text::{fixed, plural, signed};

/// The longest line of a comment.
const WIDTH: usize = 96;

/// Non-ASCII characters that are kept in a comment, besides letters and digits.
const HARMLESS: &str = "–—−±·×÷√≈≤≥≠∞…“”‘’„«»§°€";

/// Returns the description of the weights as lines of comments that begin with a mark such as `#`.
///
/// No name or note can end the comment: everything except letters, digits and common characters is escaped.
pub(super) fn lines(document: &WeightsDocument, mark: &str) -> Vec<String> {
    let mut texts = vec![document.name.clone()];
    if !document.note.is_empty() {
        texts.push(document.note.clone());
    }
    match &document.provenance {
        Some(provenance) => texts.extend(origin(provenance)),
        None => texts.push("No run found these weights: they were published or written by hand.".to_owned()),
    }
    texts.iter().flat_map(|text| wrapped(&harmless(text))).map(|line| format!("{mark} {line}")).collect()
}

fn origin(provenance: &Provenance) -> Vec<String> {
    let Provenance { run, seed, config, generation, games, score, verified, rounded, version, date } = provenance;
    let started = date.as_ref().map_or_else(String::new, |date| format!(", started {date}"));
    let mut texts = vec![format!(
        "Found by run {run} (seed {seed}, config {config}, isotune {version}{started}), generation {generation}, after \
         {games} {}.",
        plural(*games, "game")
    )];
    if let Some(score) = score {
        let when = if rounded.is_some() { "Before rounding: win rate" } else { "Win rate" };
        texts.push(format!(
            "{when} {} ± {} % (95 %) against {} with {}, block {}, {} {} of games; {} ± {} points (95 %) vs \
             improved.",
            fixed(100.0 * score.score, 2),
            fixed(100.0 * Z_95 * score.se, 2),
            score.roster,
            score.budget,
            score.block,
            score.pairs,
            plural(score.pairs, "pair"),
            signed(100.0 * score.delta, 2),
            fixed(100.0 * Z_95 * score.delta_se, 2)
        ));
    }
    texts.push(match rounded {
        Some(digits) => format!(
            "Not verified: the weights were rounded to {digits} significant {} afterwards and have not been measured since.",
            plural(*digits, "digit")
        ),
        None if *verified => {
            "Verified: neither the search nor the choice among finalists has seen the openings of that score.".to_owned()
        }
        None => "Not verified on openings that the run has never seen.".to_owned(),
    });
    texts
}

/// Returns the text with everything escaped that an editor, a compiler or a reader might misread.
fn harmless(text: &str) -> String {
    let plain = |c: char| c == ' ' || c.is_ascii_graphic() || HARMLESS.contains(c) || c.is_alphanumeric();
    text.chars().map(|c| if plain(c) { c.to_string() } else { c.escape_default().to_string() }).collect()
}

/// Wraps a text into lines of words; a word longer than a line is cut.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let text = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let options = Options::new(WIDTH)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    let lines = textwrap::wrap(&text, options).into_iter().map(Cow::into_owned);
    lines.filter(|line| !line.is_empty()).collect()
}

/// Returns a text as a Python string literal of plain ASCII.
pub(super) fn python_string(text: &str) -> String {
    let letter = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        ' '..='~' => c.to_string(),
        '\0'..='\u{ff}' => format!("\\x{:02x}", u32::from(c)),
        '\u{100}'..='\u{ffff}' => format!("\\u{:04x}", u32::from(c)),
        _ => format!("\\U{:08x}", u32::from(c)),
    };
    format!("\"{}\"", text.chars().map(letter).collect::<String>())
}

/// Returns a text as a Rust string literal of plain ASCII.
pub(super) fn rust_string(text: &str) -> String {
    format!("\"{}\"", text.escape_default())
}
