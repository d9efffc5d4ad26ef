//! How long a session may take.

use std::time::{Duration, Instant};

use chrono::{DateTime, Days, LocalResult, NaiveDateTime, NaiveTime, TimeDelta, TimeZone};

use crate::text::plural;
use crate::tune::{Estimate, Total, TuneConfig, TunePlan};

use crate::cli::output::failure::Failure;
use crate::cli::output::figures::now;
use indicatif::HumanCount;

/// By what factor a plan may exceed the time left before a note says so.
const LATE: f64 = 1.1;

/// How long a session may take; the verdict is part of it.
#[derive(clap::Args)]
pub(crate) struct TimeLimit {
    /// Work for at most this long, verdict included: 8h, 90m, 1h30m, 45s. A new run is planned to fill the time, with
    /// fewer games for the verdict where they would take most of it, unless its total is in generations or set by --set.
    #[arg(long = "for", value_name = "TIME", value_parser = duration, conflicts_with = "until")]
    pub(crate) limit: Option<Duration>,
    /// Finish by this time of day, verdict included: 07:00.
    #[arg(long, value_name = "HH:MM", value_parser = time_of_day)]
    pub(crate) until: Option<NaiveTime>,
}

impl TimeLimit {
    /// Returns when everything must have ended.
    pub(crate) fn deadline(&self) -> Result<Option<Instant>, Failure> {
        let start = Instant::now();
        let length = match (self.limit, self.until) {
            (Some(limit), _) => Some(limit),
            (None, Some(time)) => {
                let never = || Failure::Input(format!("the clock never shows {time}; give another --until"));
                Some(until(&now(), time).ok_or_else(never)?)
            }
            (None, None) => None,
        };
        let too_long = || Failure::Input("that is too long; give a shorter --for".to_owned());
        length.map(|length| start.checked_add(length).ok_or_else(too_long)).transpose()
    }
}

/// Returns the length of time from now to the next occurrence of a time of day, where clocks may be set forward or back.
fn until<Z: TimeZone>(now: &DateTime<Z>, time: NaiveTime) -> Option<Duration> {
    let today = now.date_naive();
    let days = (0..=2).filter_map(|days| today.checked_add_days(Days::new(days)));
    let next =
        days.flat_map(|day| occurrences(&now.timezone(), day.and_time(time))).find(|occurrence| occurrence > now)?;
    next.signed_duration_since(now).to_std().ok()
}

/// Returns when a clock shows a time: twice if it is set back over it, the moment of the change if it is set forward.
fn occurrences<Z: TimeZone>(zone: &Z, time: NaiveDateTime) -> Vec<DateTime<Z>> {
    const LONGEST_CHANGE: i64 = 24 * 60;
    match zone.from_local_datetime(&time) {
        LocalResult::Single(once) => vec![once],
        LocalResult::Ambiguous(first, second) => vec![first, second],
        LocalResult::None => (1..=LONGEST_CHANGE)
            .filter_map(|minutes| zone.from_local_datetime(&(time + TimeDelta::minutes(minutes))).earliest())
            .take(1)
            .collect(),
    }
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

/// Returns the settings with which a run that was shortened to fit a time becomes what was asked for, if it was.
pub(crate) fn longer(plan: &TunePlan, sized: &TunePlan, final_pairs: usize) -> Option<String> {
    let total = match plan.config().total {
        Total::Games(asked) => Some(asked),
        _ => None,
    };
    missing(sized.config(), total, (plan.config().finals.select_pairs, final_pairs))
}

/// Returns the settings with which a configuration has this many games and pairs, if it has fewer.
fn missing(config: &TuneConfig, total: Option<u64>, (select_pairs, final_pairs): (usize, usize)) -> Option<String> {
    let total = match (total, config.total) {
        (Some(asked), Total::Games(left)) if left < asked => format!(" --set 'total=Games({asked})'"),
        _ => String::new(),
    };
    let finals = if config.finals.final_pairs < final_pairs {
        format!(" --set 'finals=(select_pairs: {select_pairs}, final_pairs: {final_pairs})'")
    } else {
        String::new()
    };
    Some(total + &finals).filter(|settings| !settings.is_empty())
}

/// What a comment in config.ron begins with that has the settings of a run that was shortened to fit a time.
const SHORTENED: &str = "// Shortened to fit a time; as it was asked for:";

/// Returns such settings as a comment, for the text of a configuration.
pub(crate) fn comment(longer: &str) -> String {
    format!("{SHORTENED}{longer}\n")
}

/// Returns the settings of such a comment in the text of a configuration, as far as it has fewer games and pairs.
pub(crate) fn commented(text: &str, config: &TuneConfig) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(SHORTENED))?;
    let number = |key| -> Option<usize> {
        let (_, rest) = line.split_once(key)?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let pairs = number("select_pairs: ").zip(number("final_pairs: "));
    missing(config, number("total=Games(").map(|games| games as u64), pairs.unwrap_or_default())
}

/// Returns what a time limit means for a plan: another total than the configuration's, fewer pairs in the verdict than the
/// `final_pairs` that were asked for, or an early end of the search. `plan` is the one of the configuration.
pub(crate) fn notes(
    plan: &TunePlan,
    sized: Option<&TunePlan>,
    estimate: &Estimate,
    final_pairs: usize,
    left: Option<Duration>,
) -> Vec<String> {
    let total = sized.map(|_| (plan.config().total, estimate.search_games)).and_then(|(asked, games)| {
        let count = HumanCount(games);
        match asked {
            Total::Games(asked) if asked == games => None,
            Total::Games(asked) => {
                let purpose = if games < asked { "fit" } else { "fill" };
                let asked = format!("{} {}", HumanCount(asked), plural(asked, "game"));
                Some(format!("total {asked} in the configuration, {count} to {purpose} the time"))
            }
            asked => Some(format!("total {asked} in the configuration, {count} games to fill the time")),
        }
    });
    let pairs = sized.map_or(final_pairs, |sized| sized.config().finals.final_pairs);
    let cut = (pairs < final_pairs).then(|| {
        let of = plural(final_pairs, "pair");
        format!("the time pays for {pairs} of {final_pairs} {of} per opponent in the verdict")
    });
    let late = left.is_some_and(|left| estimate.seconds() > LATE * left.as_secs_f64()).then(|| {
        "the plan takes longer than the time limit, so that the search ends early; 'isotune resume' continues it"
            .to_owned()
    });
    [total, cut, late].into_iter().flatten().collect()
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use chrono::{FixedOffset, NaiveDate};

    use super::*;

    /// A zone one hour ahead of UTC, two from 01:00 UTC on 29 March to 01:00 UTC on 25 October 2026.
    #[derive(Clone, Copy, Debug)]
    struct Berlin;

    fn time(month: u32, day: u32, hour: u32, minute: u32, second: u32) -> NaiveDateTime {
        let day = NaiveDate::from_ymd_opt(2026, month, day).expect("a day");
        day.and_hms_opt(hour, minute, second).expect("a time")
    }

    fn hours(hours: i32) -> FixedOffset {
        FixedOffset::east_opt(3600 * hours).expect("hours of a day")
    }

    impl TimeZone for Berlin {
        type Offset = FixedOffset;

        fn from_offset(_: &FixedOffset) -> Berlin {
            Berlin
        }

        fn offset_from_local_date(&self, local: &NaiveDate) -> LocalResult<FixedOffset> {
            self.offset_from_local_datetime(&local.and_time(NaiveTime::MIN))
        }

        fn offset_from_local_datetime(&self, local: &NaiveDateTime) -> LocalResult<FixedOffset> {
            let fits = |offset: &FixedOffset| self.offset_from_utc_datetime(&(*local - *offset)) == *offset;
            match (Some(hours(2)).filter(fits), Some(hours(1)).filter(fits)) {
                (Some(first), Some(second)) => LocalResult::Ambiguous(first, second),
                (Some(once), None) | (None, Some(once)) => LocalResult::Single(once),
                (None, None) => LocalResult::None,
            }
        }

        fn offset_from_utc_date(&self, utc: &NaiveDate) -> FixedOffset {
            self.offset_from_utc_datetime(&utc.and_time(NaiveTime::MIN))
        }

        fn offset_from_utc_datetime(&self, utc: &NaiveDateTime) -> FixedOffset {
            if (time(3, 29, 1, 0, 0)..time(10, 25, 1, 0, 0)).contains(utc) { hours(2) } else { hours(1) }
        }
    }

    /// The seconds from a time in UTC to a time of day in the zone.
    fn seconds(utc: NaiveDateTime, hour: u32, minute: u32) -> Option<u64> {
        let time = NaiveTime::from_hms_opt(hour, minute, 0)?;
        until(&Berlin.from_utc_datetime(&utc), time).map(|length| length.as_secs())
    }

    #[test]
    fn a_clock_that_is_set_forward_or_back_is_followed() {
        // 01:59:52, and the next hour is 03:00.
        assert_eq!(seconds(time(3, 29, 0, 59, 52), 3, 0), Some(8));
        // 02:30 does not occur.
        assert_eq!(seconds(time(3, 29, 0, 59, 52), 2, 30), Some(8));
        assert_eq!(seconds(time(3, 28, 21, 0, 0), 7, 0), Some(8 * 3600));
        // 02:30 occurs twice.
        assert_eq!(seconds(time(10, 25, 0, 0, 0), 2, 30), Some(30 * 60));
        assert_eq!(seconds(time(10, 25, 0, 45, 0), 2, 30), Some(45 * 60));
        assert_eq!(seconds(time(10, 24, 21, 0, 0), 7, 0), Some(9 * 3600));
        // Any other day, and the same time tomorrow.
        assert_eq!(seconds(time(6, 1, 10, 0, 0), 11, 59), Some(23 * 3600 + 59 * 60));
        assert_eq!(seconds(time(6, 1, 10, 0, 0), 12, 0), Some(24 * 3600));
    }
}
