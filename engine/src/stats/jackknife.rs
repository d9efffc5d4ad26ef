//! The standard error of any figure.

/// The most groups that trials are divided into.
const GROUPS: usize = 20;

/// A figure of some trials with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Jackknife {
    /// The figure of all trials.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
}

impl Jackknife {
    /// Estimates the standard error of a figure by leaving out every twentieth trial in turn, or each of fewer than twenty
    /// (P. S. Kott, The Delete-a-Group Jackknife, Journal of Official Statistics 17, 2001). `figure` returns the figure of the
    /// trials that its argument keeps.
    ///
    /// Returns `None` for fewer than two trials, and where the figure is no number.
    ///
    /// ```
    /// # use isotune_engine as isotune;
    /// use isotune::stats::Jackknife;
    ///
    /// let trials = [1.0, 0.0, 0.5, 1.0];
    /// let sum = |kept: &dyn Fn(usize) -> bool, one: &dyn Fn(usize) -> f64| -> f64 {
    ///     (0..trials.len()).filter(|&trial| kept(trial)).map(one).sum()
    /// };
    /// let mean = Jackknife::of(trials.len(), |kept| sum(kept, &|trial| trials[trial]) / sum(kept, &|_| 1.0)).unwrap();
    /// assert!((mean.value - 0.625).abs() < 1e-12);
    /// // The variance of the trials is .6875/3, that of their mean a fourth of it.
    /// assert!((mean.se - (0.6875_f64 / 12.0).sqrt()).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of(trials: usize, figure: impl Fn(&dyn Fn(usize) -> bool) -> f64) -> Option<Self> {
        let groups = GROUPS.min(trials);
        if groups < 2 {
            return None;
        }
        let value = figure(&|_| true);
        let without: Vec<f64> = (0..groups).map(|group| figure(&|trial| trial % groups != group)).collect();
        let count = groups as f64;
        let mean = without.iter().sum::<f64>() / count;
        let squares: f64 = without.iter().map(|each| (each - mean).powi(2)).sum();
        let se = ((count - 1.0) / count * squares).sqrt();
        (value.is_finite() && se.is_finite()).then_some(Self { value, se })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn mean(values: &[f64], kept: &dyn Fn(usize) -> bool) -> f64 {
        let left: Vec<f64> = (0..values.len()).filter(|&trial| kept(trial)).map(|trial| values[trial]).collect();
        left.iter().sum::<f64>() / left.len() as f64
    }

    #[test]
    fn a_mean_of_few_trials_has_the_textbook_error() {
        let values = [0.0, 0.5, 1.0, 1.0, 0.5, 0.5, 0.0];
        let n = values.len() as f64;
        let average = mean(&values, &|_| true);
        let variance = values.iter().map(|x| (x - average).powi(2)).sum::<f64>() / (n - 1.0);
        let found = Jackknife::of(values.len(), |kept| mean(&values, kept)).unwrap();
        assert!((found.value - average).abs() < 1e-12);
        assert!((found.se - (variance / n).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_mean_of_many_trials_has_the_error_of_the_means_of_groups() {
        let values: Vec<f64> = (0..2000_u32).map(|trial| f64::from(trial * trial % 97) / 97.0).collect();
        let groups: Vec<f64> = (0..GROUPS).map(|group| mean(&values, &|trial| trial % GROUPS == group)).collect();
        let (count, average) = (GROUPS as f64, mean(&values, &|_| true));
        let variance = groups.iter().map(|x| (x - average).powi(2)).sum::<f64>() / (count - 1.0);
        let found = Jackknife::of(values.len(), |kept| mean(&values, kept)).unwrap();
        assert!((found.se - (variance / count).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn one_trial_has_no_error() {
        assert_eq!(Jackknife::of(0, |_| 1.0), None);
        assert_eq!(Jackknife::of(1, |_| 1.0), None);
        assert_eq!(Jackknife::of(9, |_| f64::NAN), None);
    }
}
