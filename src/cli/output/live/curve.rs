//! The hold-outs of a run as a small curve.

use crate::stats::Z_95;
use crate::text::fixed;
use crate::tune::RunFolder;

/// The steps of a curve, from the lowest to the highest.
const STEPS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The most steps in a line.
const LONGEST: usize = 40;

/// Returns the hold-outs of a run as a line, from first to last in percent, or `None` if there are fewer than two.
pub(crate) fn of_run(folder: &RunFolder) -> Option<String> {
    let bytes = folder.read("history.csv").ok()??;
    let mut reader = csv::Reader::from_reader(&*bytes);
    let header = reader.headers().ok()?.clone();
    let column = |name: &str| header.iter().position(|column| column == name);
    let (score, error) = (column("holdout_score")?, column("holdout_se")?);
    let rows = reader.into_records().map_while(Result::ok);
    let measured: Vec<(f64, f64)> =
        rows.filter_map(|row| Some((row.get(score)?.parse().ok()?, row.get(error)?.parse().ok()?))).collect();
    let (first, last) = (measured.first()?, measured.last()?);
    let scores: Vec<f64> = measured.iter().map(|(score, _)| *score).collect();
    let text = format!(
        "hold-outs  {}  {} to {} ± {} % (95 %)",
        curve(&scores, LONGEST),
        fixed(100.0 * first.0, 1),
        fixed(100.0 * last.0, 1),
        fixed(100.0 * Z_95 * last.1, 1)
    );
    (measured.len() > 1).then_some(text)
}

/// Draws numbers as steps between the least and the greatest of them; of more than `most`, some are left out.
pub(crate) fn curve(numbers: &[f64], most: usize) -> String {
    let shown = numbers.len().min(most);
    let (least, greatest) =
        numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), number| (low.min(*number), high.max(*number)));
    // The last number is always there.
    let chosen = |index: usize| numbers[numbers.len() - 1 - (shown - 1 - index) * numbers.len() / shown];
    let step = |number: f64| {
        let share = (number - least) / (greatest - least).max(1e-9);
        // Between 0 and 7.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let step = (7.0 * share).round() as usize;
        STEPS[step.min(7)]
    };
    (0..shown).map(chosen).map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::curve;

    #[test]
    fn steps_reach_from_the_least_to_the_greatest() {
        assert_eq!(curve(&[1.0, 2.0, 8.0], 40), "▁▂█");
        assert_eq!(curve(&[5.0, 5.0], 40), "▁▁");
        assert_eq!((curve(&[], 40), curve(&[1.0, 2.0], 0)), (String::new(), String::new()));
        assert_eq!(curve(&[0.0, 1.0, 2.0, 0.0, 8.0], 2).chars().last(), Some('█'));
        let many: Vec<f64> = (0..1000).map(f64::from).collect();
        let drawn: Vec<char> = curve(&many, 40).chars().collect();
        assert!(drawn.len() == 40 && drawn.is_sorted() && drawn[0] == '▁' && drawn[39] == '█', "{drawn:?}");
    }
}
