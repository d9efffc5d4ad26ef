//! Texts from elsewhere, made fit for messages and terminals, and numbers as people read them.
//!
//! ```
//! # use isotune_engine as isotune;
//! use isotune::text::is_harmful;
//! // The beginning of an escape sequence, and a character that reverses the direction of writing.
//! assert!(is_harmful('\u{1b}') && is_harmful('\u{202e}'));
//! assert!(!is_harmful('é') && !is_harmful('\n'));
//! ```

mod figure;

use std::borrow::Cow;
use std::fmt::Write;
use std::path::Path;

pub use figure::{fixed, plural, settled, signed};

/// Returns whether a terminal or an editor obeys a character instead of showing it: control characters other than line
/// ends and tabs, and what is invisible or reverses the direction of writing.
#[must_use]
pub fn is_harmful(c: char) -> bool {
    let invisible = matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e0fff}'
    );
    invisible || (c.is_control() && c != '\n' && c != '\t')
}

/// Returns the text with every [harmful](is_harmful) character escaped as JSON does it, `\u001b`: within a string of JSON
/// it stays the same character.
///
/// ```
/// # use isotune_engine as isotune;
/// assert_eq!(isotune::text::harmless("a\u{1b}[2Jb\u{202e}"), r"a\u001b[2Jb\u202e");
/// ```
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    escaped(text, is_harmful)
}

/// Returns the text as [`harmless`] does, in one line.
#[must_use]
pub fn one_line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_harmful(c) || c == '\n' || c == '\t')
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns the text, or its beginning and an ellipsis if it has more bytes than a number.
#[must_use]
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let end = (0..=most).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    Cow::Owned(format!("{}…", &text[..end]))
}

/// The longest name, in bytes, that a message repeats in full.
const LONGEST_NAME: usize = 80;

/// Returns a name as a message repeats it: harmless, in one line, and not too long.
#[must_use]
pub fn quoted(name: &str) -> String {
    one_line(&shortened(name, LONGEST_NAME)).into_owned()
}

/// The longest path, in bytes, that a message repeats in full.
const LONGEST_PATH: usize = 500;

/// Returns a path as a message repeats it: harmless, in one line, and not too long.
#[must_use]
pub fn path(path: &Path) -> String {
    one_line(&shortened(&path.to_string_lossy(), LONGEST_PATH)).into_owned()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use crate::text::{harmless, one_line, shortened};

    #[test]
    fn characters_beyond_the_first_plane_are_pairs() {
        assert_eq!(harmless("\u{e0041}"), r"\udb40\udc41");
        let json = format!("\"{}\"", harmless("\u{e0041}\u{9b}\u{7f}"));
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some("\u{e0041}\u{9b}\u{7f}"));
    }

    #[test]
    fn plain_texts_are_borrowed() {
        assert!(matches!(harmless("Größe\t±\n"), Cow::Borrowed(_)));
        assert_eq!(one_line("a\nb"), r"a\u000ab");
        assert_eq!(shortened("größe", 3), "gr…");
    }
}
