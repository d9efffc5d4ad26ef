//! Numbers as a page shows them.

use crate::text;

/// Returns a number with six significant digits, which no chart can tell from all of them.
pub(super) fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().unwrap_or(value)
}

/// Returns a rate as a percentage, with so many digits that it is shown as the rate itself would be.
pub(super) fn percent(rate: f64) -> f64 {
    text::settled(100.0 * rate)
}

/// Formats a count with a comma after every third digit.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a length of time by its two largest units.
pub(crate) fn duration(seconds: f64) -> String {
    // A negative length or NaN counts as zero; one beyond the range of integers is the longest.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let seconds = seconds.max(0.0) as u64;
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes @ 1..60 => format!("{minutes} min {} s", seconds % 60),
        minutes => format!("{} h {} min", minutes / 60, minutes % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_and_numbers_rounded() {
        assert_eq!([0, 12, 999, 1000, 1_234_567].map(count), ["0", "12", "999", "1,000", "1,234,567"]);
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(near(rounded(74.123_456_7), 74.1235) && near(rounded(-0.0), 0.0) && near(percent(0.5), 50.0));
        assert!(rounded(f64::INFINITY).is_infinite() && rounded(f64::NAN).is_nan());
    }

    #[test]
    fn times_have_two_units() {
        assert_eq!(
            [59.9, 61.0, 7260.0, -1.0, f64::NAN].map(duration),
            ["59 s", "1 min 1 s", "2 h 1 min", "0 s", "0 s"]
        );
    }
}
