//! How long a session may take.

use std::time::{Duration, Instant};

use chrono::{Local, NaiveTime};

use crate::cli::output::failure::Failure;

/// How long a session may take; the verdict is part of it.
#[derive(clap::Args)]
pub(crate) struct TimeLimit {
    /// Work for at most this long, verdict included: 8h, 90m, 1h30m, 45s.
    #[arg(long = "for", value_name = "TIME", value_parser = duration, conflicts_with = "until")]
    pub(crate) limit: Option<Duration>,
    /// Finish by this time of day, verdict included: 07:00.
    #[arg(long, value_name = "HH:MM", value_parser = time_of_day)]
    pub(crate) until: Option<NaiveTime>,
}

impl TimeLimit {
    /// Returns when everything must have ended.
    pub(crate) fn deadline(&self) -> Result<Option<Instant>, Failure> {
        let now = Instant::now();
        let length = match (self.limit, self.until) {
            (Some(limit), _) => Some(limit),
            (None, Some(time)) => Some(until(Local::now().time(), time)),
            (None, None) => None,
        };
        let too_long = || Failure::Input("that is too long; give a shorter --for".to_owned());
        length.map(|length| now.checked_add(length).ok_or_else(too_long)).transpose()
    }
}

/// The time from one time of the day to the next occurrence of another.
fn until(now: NaiveTime, time: NaiveTime) -> Duration {
    const DAY: i64 = 24 * 60 * 60;
    let seconds = (time - now).num_seconds().rem_euclid(DAY);
    Duration::from_secs(seconds.unsigned_abs())
}

fn time_of_day(text: &str) -> Result<NaiveTime, String> {
    NaiveTime::parse_from_str(text, "%H:%M").map_err(|_| "write hours and minutes, as in 07:00".to_owned())
}

/// Reads `8h`, `90m`, `1h30m`, `45s`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "write hours, minutes and seconds, as in 8h, 90m, 1h30m or 45s".to_owned();
    let (mut seconds, mut digits) = (0_u64, String::new());
    for c in text.chars() {
        let unit = match c {
            '0'..='9' => {
                digits.push(c);
                continue;
            }
            'h' => 3600,
            'm' => 60,
            's' => 1,
            _ => return Err(wrong()),
        };
        let count: u64 = digits.parse().map_err(|_| wrong())?;
        digits.clear();
        let more = count.checked_mul(unit).and_then(|more| seconds.checked_add(more));
        seconds = more.filter(|seconds| *seconds <= 365 * 24 * 3600).ok_or_else(wrong)?;
    }
    if seconds > 0 && digits.is_empty() { Ok(Duration::from_secs(seconds)) } else { Err(wrong()) }
}
