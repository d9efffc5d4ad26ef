//! Numbers as people read them, the same wherever they are shown.

use std::borrow::Cow;

/// Returns a number without what the order of its computation leaves in its last digits: nine significant ones stay.
#[must_use]
pub fn settled(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}

/// Formats a number with some decimals.
///
/// A tie is rounded away from zero, also where the last bits of a computation have it a little lower, and zero has no sign.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::text::fixed;
/// assert_eq!(fixed(100.0 * 0.687_499_999_999_999_9, 1), fixed(68.75, 1));
/// assert_eq!(fixed(-0.04, 1), "0.0");
/// ```
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    let settled = settled(value);
    // The decimal point is moved in the text, which no binary fraction disturbs.
    let whole: Option<f64> = format!("{settled}e{decimals}").parse().ok().map(f64::round);
    let shown = whole.and_then(|whole| format!("{whole}e-{decimals}").parse().ok()).unwrap_or(settled);
    let shown: f64 = if shown == 0.0 { 0.0 } else { shown };
    format!("{shown:.decimals$}")
}

/// Formats a number as [`fixed`] does, with a plus before what is not below zero.
#[must_use]
pub fn signed(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    if text.starts_with('-') || value.is_nan() { text } else { format!("+{text}") }
}

/// Returns a noun as it stands behind a number of things.
///
/// ```
/// # use isotune_engine as isotune;
/// use isotune::text::plural;
/// assert_eq!([0_u64, 1, 2].map(|count| plural(count, "match")), ["matches", "match", "matches"]);
/// assert_eq!((plural(2_u64, "ply"), plural(2_u64, "game")), ("plies".into(), "games".into()));
/// ```
pub fn plural<N: Copy + PartialEq + From<u8>>(count: N, noun: &str) -> Cow<'_, str> {
    if count == N::from(1) {
        return Cow::Borrowed(noun);
    }
    Cow::Owned(match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with("ch") => format!("{noun}es"),
        None => format!("{noun}s"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_rounded_away_from_zero() {
        let cases = [(68.75, 1, "68.8"), (68.25, 1, "68.3"), (-68.25, 1, "-68.3"), (1.115, 2, "1.12"), (0.5, 0, "1")];
        for (value, decimals, text) in cases {
            assert_eq!(fixed(value, decimals), text);
        }
        assert_eq!(fixed(68.749_999_999_999_99, 1), "68.8");
        assert_eq!(fixed(68.749_999, 1), "68.7");
        assert_eq!(fixed(12_345.678_9, 4), "12345.6789");
    }

    #[test]
    fn zero_has_no_minus() {
        assert_eq!([-0.0, -0.04, 0.04].map(|value| fixed(value, 1)), ["0.0"; 3]);
        assert_eq!([-0.0, -0.04, 0.04].map(|value| signed(value, 1)), ["+0.0"; 3]);
        assert_eq!([-0.06, 0.06].map(|value| signed(value, 1)), ["-0.1", "+0.1"]);
    }

    #[test]
    fn what_is_no_number_is_shown_as_such() {
        assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|value| fixed(value, 1)), ["NaN", "inf", "-inf"]);
        assert_eq!([f64::NAN, f64::INFINITY].map(|value| signed(value, 1)), ["NaN", "+inf"]);
        assert_eq!(fixed(1e300, 1).len(), 303);
        assert_eq!(fixed(1e-300, 1), "0.0");
    }
}
