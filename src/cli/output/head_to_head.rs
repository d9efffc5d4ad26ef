//! A head-to-head result, as a block of text to paste.

use std::io::Write;

use crate::stats::{
    Coverage, Elo, EloScale, HeadToHead, Hypotheses, Interval, SprtState, SprtVerdict, Z_95, elo_of_score,
};
use crate::text::{fixed, plural};

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{shown_rate, with_interval};

/// Prints the lines below the header.
pub(crate) fn print(result: &HeadToHead, out: &mut impl Write) -> Result<(), Failure> {
    let HeadToHead { tally, score, elo, normalized_elo, los, sprt } = result;
    let basis = match score.basis {
        Coverage::Census => {
            let over = 100.0 * Z_95 * score.sample_se;
            let over = fixed(over, 1);
            format!("census: all {} openings; 95 % over openings as a sample: ± {over}", score.pairs)
        }
        Coverage::Sampled => format!("95 %, {} {}", score.pairs, plural(score.pairs, "pair")),
    };
    writeln!(out, "Score | {} %   ({basis})", shown_rate(score, 1))?;
    let normalized =
        normalized_elo.map_or_else(String::new, |normalized| format!("   nElo {}", difference(&normalized, result)));
    // All openings were played: who scored more is a fact, and its likelihood no figure.
    let los = if score.basis == Coverage::Census { String::new() } else { format!("   LOS {}", likelihood(*los)) };
    writeln!(out, "Elo   | {}{los}{normalized}", difference(elo, result))?;
    writeln!(out, "Pairs | lost {}  split {}  won {}", tally.lost, tally.split, tally.won)?;
    match sprt {
        Some(verdict) => print_verdict(verdict, out),
        None => Ok(()),
    }
}

/// Formats a difference in Elo, logistic or normalized, with both ends of its interval where the score has both, or where Elo is at
/// its limit.
fn difference(elo: &Elo, HeadToHead { score, elo: logistic, .. }: &HeadToHead) -> String {
    let limit = elo_of_score(1.0);
    let within = logistic.interval.low > -limit && logistic.interval.high < limit;
    with_interval(elo.value, &elo.interval, score.is_even() && within)
}

/// Returns a result in short, while a sequential test goes on; the ± is a 95 % interval.
pub(crate) fn parts(result: &HeadToHead) -> Vec<String> {
    let elo = difference(&result.elo, result);
    let llr = result.sprt.map(|SprtVerdict { llr, bounds: Interval { low, high }, .. }| {
        format!("LLR {} ({low:.2}, {high:.2})", fixed(llr, 2))
    });
    let pairs = result.score.pairs;
    llr.into_iter().chain([format!("Elo {elo}, {pairs} {}", plural(pairs, "pair"))]).collect()
}

/// A likelihood in percent; a sample never gives certainty.
fn likelihood(los: f64) -> String {
    match los {
        0.999_5.. => ">99.9 %".to_owned(),
        ..=0.000_5 => "<0.1 %".to_owned(),
        los => format!("{} %", fixed(100.0 * los, 1)),
    }
}

fn print_verdict(verdict: &SprtVerdict, out: &mut impl Write) -> Result<(), Failure> {
    let state = match verdict.state {
        SprtState::Accepted => "H1 accepted",
        SprtState::Rejected => "H0 accepted",
        SprtState::Continue => "undecided",
    };
    let (low, high) = (verdict.bounds.low, verdict.bounds.high);
    let Hypotheses { scale, h0, h1 } = verdict.hypotheses;
    let unit = if scale == EloScale::Normalized { " nElo" } else { "" };
    writeln!(out, "LLR   | {} ({low:.2}, {high:.2}) [{h0}, {h1}]{unit}  {state}", fixed(verdict.llr, 2))?;
    if verdict.state != SprtState::Continue {
        writeln!(
            out,
            "        (the test decided when to stop: the figures above are biased away from the middle of its bounds)"
        )?;
    }
    Ok(())
}
