//! A line of the screen: pieces of text, each with a style.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::cli::output::style;
use crate::text;

/// How a piece of text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Plain,
    Bold,
    Dim,
    Green,
    Red,
    Yellow,
    Cyan,
    Inverse,
}

impl Style {
    fn mark(self) -> Option<char> {
        match self {
            Self::Plain => None,
            Self::Bold => Some(style::BOLD),
            Self::Dim => Some(style::DIM),
            Self::Green => Some(style::GREEN),
            Self::Red => Some(style::RED),
            Self::Yellow => Some(style::YELLOW),
            Self::Cyan => Some(style::CYAN),
            Self::Inverse => Some(style::INVERSE),
        }
    }
}

/// A line of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line {
    pieces: Vec<(Style, String)>,
}

impl Line {
    /// Creates a line of one style.
    pub(super) fn of(style: Style, text: &str) -> Self {
        Self::default().and(style, text)
    }

    /// Creates a line without a style.
    pub(super) fn plain(text: &str) -> Self {
        Self::of(Style::Plain, text)
    }

    /// Appends a text; what a terminal would obey is escaped, and marks of styles are replaced.
    pub(super) fn and(mut self, style: Style, text: &str) -> Self {
        let shown = text::one_line(text).replace(style::is_mark, "\u{fffd}");
        self.pieces.push((style, shown));
        self
    }

    /// Appends another line.
    pub(super) fn and_line(mut self, other: Self) -> Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// Returns the columns that the line takes.
    pub(super) fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// Appends a piece if the line has no more than a number of columns with it.
    pub(super) fn and_within(self, width: usize, style: Style, text: &str) -> Self {
        if self.width() + text.width() <= width { self.and(style, text) } else { self }
    }

    /// Returns the line in exactly a number of columns: filled with blanks of the last style, or cut with an ellipsis, after a
    /// word where it has several.
    pub(super) fn fitted(mut self, width: usize) -> Self {
        let own = self.width();
        if own <= width {
            match self.pieces.last_mut() {
                Some((_, text)) => text.extend(std::iter::repeat_n(' ', width - own)),
                None => self.pieces.push((Style::Plain, " ".repeat(width))),
            }
            return self;
        }
        let mut left = width.saturating_sub(1);
        let mut cut = Self::default();
        for (style, text) in self.pieces {
            let mut kept = String::new();
            let mut whole = true;
            for c in text.chars() {
                let columns = c.width().unwrap_or(0);
                if columns > left {
                    whole = false;
                    // A word that does not fit is left out, unless it is the first one.
                    let is_first = |words: &str| words.trim().is_empty() && cut.text(false).trim().is_empty();
                    if c != ' '
                        && let Some((words, _)) = kept.rsplit_once(' ').filter(|(words, _)| !is_first(words))
                    {
                        kept.truncate(words.len());
                    }
                    break;
                }
                left -= columns;
                kept.push(c);
            }
            cut.pieces.push((style, kept));
            if !whole {
                if let Some((_, last)) = cut.pieces.last_mut().filter(|_| width > 0) {
                    last.push('…');
                }
                break;
            }
        }
        let own = cut.width();
        cut.and(Style::Plain, &" ".repeat(width.saturating_sub(own)))
    }

    /// Returns the text with the marks of its styles, or without them.
    pub(super) fn text(&self, styled: bool) -> String {
        let piece = |(style, text): &(Style, String)| match style.mark().filter(|_| styled) {
            Some(mark) => format!("{mark}{text}{}", style::END),
            None => text.clone(),
        };
        self.pieces.iter().map(piece).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_exactly_the_width_it_is_given() {
        for width in 0..20 {
            for text in ["", "abc", "a long line of text", "漢字漢字漢字", "a\u{1b}[2J", "tab\tand\nline"] {
                let line = Line::of(Style::Bold, text).and(Style::Dim, " more").fitted(width);
                assert_eq!(line.width(), width, "{text:?} in {width}");
            }
        }
        assert_eq!(Line::plain("abcdef").fitted(4).text(true), "abc…");
        assert_eq!(Line::plain("two").and(Style::Plain, " words").fitted(7).text(true), "two…   ");
        let cut = |width| Line::plain("two words here").fitted(width).text(true);
        assert_eq!(
            [cut(14), cut(13), cut(10), cut(9), cut(3)],
            ["two words here", "two words…   ", "two words…", "two…     ", "tw…"]
        );
    }

    #[test]
    fn no_text_is_obeyed() {
        let hostile = format!("a\u{1b}]0;title\u{7}{}{}b", style::LEAVE, style::RED);
        assert_eq!(Line::plain(&hostile).text(true), "a\\u001b]0;title\\u0007\u{fffd}\u{fffd}b");
        assert_eq!(Line::of(Style::Red, "x").text(true), format!("{}x{}", style::RED, style::END));
        assert_eq!(Line::of(Style::Red, "x").text(false), "x");
    }
}
