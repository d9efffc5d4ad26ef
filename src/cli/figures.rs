//! Figures with their errors, in few characters.

use isotune::stats::{Coverage, Interval, Score, TTest};

/// A rate in percent with its standard error: none when all there is was played, an unknown one when a sample shows no
/// variance.
pub(super) fn rate(score: &Score) -> String {
    let mean = 100.0 * score.mean;
    match (score.basis, known_error(score)) {
        (Coverage::Census, _) => format!("{mean:.2} % (census)"),
        (Coverage::Sampled, Some(se)) => format!("{mean:.2} ± {:.2} %", 100.0 * se),
        (Coverage::Sampled, None) => format!("{mean:.2} ± ? %"),
    }
}

/// The standard error of a score; a sample in which all pairs ended alike knows none.
pub(super) fn known_error(score: &Score) -> Option<f64> {
    (score.se > 0.0 || score.basis == Coverage::Census).then_some(score.se)
}

/// A difference in points with its standard error, or without one when all there is was played.
pub(super) fn difference(test: &TTest) -> String {
    let points = 100.0 * test.difference + 0.0;
    match test.basis {
        Coverage::Census => format!("{points:+.2} (census)"),
        Coverage::Sampled => format!("{points:+.2} ± {:.2}", 100.0 * test.se),
    }
}

/// A p-value; a census has none.
pub(super) fn p_value(test: &TTest) -> String {
    match test.basis {
        Coverage::Census => "–".to_owned(),
        Coverage::Sampled if test.p_value < 1e-300 => "<1e-300".to_owned(),
        Coverage::Sampled if test.p_value < 1e-4 => format!("{:.0e}", test.p_value),
        Coverage::Sampled => format!("{:.4}", test.p_value),
    }
}

/// A value with its interval: as ± where that is true to a tenth, as both ends where the interval is lopsided, alone
/// where it is a point.
pub(super) fn with_interval(value: f64, interval: &Interval) -> String {
    let (below, above) = (value - interval.low, interval.high - value);
    let value = value + 0.0;
    if below.max(above) <= 0.0 {
        format!("{value:.1}")
    } else if (above - below).abs() <= 0.1 * interval.margin() {
        format!("{value:.1} ± {:.1}", interval.margin())
    } else {
        format!("{value:.1} [{:.1}, {:.1}]", interval.low, interval.high)
    }
}

/// A whole number in groups of three digits.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let group = |(index, digit): (usize, char)| {
        let comma = index > 0 && (digits.len() - index).is_multiple_of(3);
        comma.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}
