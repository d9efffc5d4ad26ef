//! The state of a search in words.

use crate::optimize::Outlook;
use crate::tune::{self, GenerationReport};

/// The error of the gain left, as a win rate, above which a run cannot find what it looks for.
const HIDDEN_GAIN: f64 = 0.01;

/// The largest gain, as a win rate, that a fit to the candidates so far can be believed to see.
const LARGEST_GAIN: f64 = 0.2;

/// The fewest generations from which a standstill can be told.
const FEWEST_GENERATIONS: u64 = 5;

/// Returns the step size of a search, and what its last step was worth; or that it does not move yet.
pub(super) fn search_state(report: &GenerationReport) -> Vec<String> {
    let measuring = report.measuring_until.map(|last| format!("measuring gains until generation {last}"));
    let step = report.step_size.map(|step| format!("step size {step:.3}"));
    let outlook = report.outlook.map(|outlook| {
        let Outlook { signal_to_noise, learning_rate, .. } = outlook;
        let progress = progress(&outlook, report.generation, report.generations);
        [format!("signal to noise {signal_to_noise:.1}"), format!("learning rate {learning_rate:.2}"), progress]
    });
    measuring.into_iter().chain(step).chain(outlook.into_iter().flatten()).collect()
}

/// Returns whether a search still climbs, after some of the planned generations.
fn progress(outlook: &Outlook, generation: u64, generations: u64) -> String {
    let &Outlook { gain, gain_error, .. } = outlook;
    let too_short = generations < tune::FEWEST_GENERATIONS;
    let too_early = too_short || generation < FEWEST_GENERATIONS || 4 * generation < generations;
    if outlook.is_climbing() && gain > LARGEST_GAIN {
        "still climbing".to_owned()
    } else if outlook.is_climbing() {
        format!("still climbing (about {:.1} points to gain)", 100.0 * gain)
    } else if gain_error > LARGEST_GAIN || too_early {
        "too few games yet to tell whether it climbs".to_owned()
    } else if gain_error > HIDDEN_GAIN {
        let hidden = 200.0 * gain_error;
        format!("noise hides gains below {hidden:.1} points: raise 'total' or tune fewer weights")
    } else {
        format!("converged within ± {:.1} points", 200.0 * gain_error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standstill_is_told_after_some_of_the_search() {
        let still = Outlook { signal_to_noise: 0.1, gain: 0.0, gain_error: 0.003, learning_rate: 1.0 };
        let early = "too few games yet to tell whether it climbs";
        for (generation, generations) in [(2, 3), (4, 4), (5, 21), (24, 100), (7, 7), (19, 19)] {
            assert_eq!(progress(&still, generation, generations), early, "{generation} of {generations}");
        }
        for (generation, generations) in [(5, 20), (25, 100), (20, 20)] {
            assert_eq!(progress(&still, generation, generations), "converged within ± 0.6 points");
        }
        let noisy = Outlook { gain_error: 0.02, ..still };
        assert_eq!(progress(&noisy, 2, 3), early);
        assert!(progress(&noisy, 25, 100).starts_with("noise hides gains below 4.0 points"));
        let climbing = Outlook { signal_to_noise: 9.0, gain: 0.05, ..still };
        assert_eq!(progress(&climbing, 2, 3), "still climbing (about 5.0 points to gain)");
    }
}
