//! `isotune bench`: the search's checksum and its speed.

use std::io::Write;
use std::time::{Duration, Instant};

use crate::search::{Workload, signature};
use serde::Serialize;

use crate::cli::args::table::TableArgs;
use crate::cli::output::data::json::Named;
use crate::cli::output::failure::Failure;
use crate::cli::output::figures::{align_numbers, table};

/// Print the search's node-count signature and its speed.
///
/// The signature is the total node count of fixed-depth alpha-beta over fixed positions with fixed heuristics: the same
/// on every machine, and changed only by a change of the search. Speeds are nodes per second on one thread, the best of
/// several rounds, with three heuristics: improved (both players' moves), rich (moves, centre, distance, open-space std,
/// look-ahead means, two ratios) and all (every feature but the territories).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of timings of each search; the fastest counts.
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    #[command(flatten)]
    form: TableArgs,
}

/// How long a round takes at least: long enough that a busy machine has quiet moments in it.
const ROUND: Duration = Duration::from_millis(200);

#[derive(Serialize)]
struct BenchRecord {
    signature: u64,
    speed: Named<u64>,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = args.form.check()?;
    let speed = |workload: &Workload| (workload.heuristic.name().to_owned(), speed(workload, args.rounds));
    let report = BenchRecord { signature: signature(), speed: Named(Workload::all().iter().map(speed).collect()) };
    form.print(&report, &[&report], out, |out| {
        let mut shown = table(["heuristic", "nodes/s"]);
        for (name, speed) in &report.speed.0 {
            shown.add_row([name.clone(), speed.to_string()]);
        }
        align_numbers(&mut shown, 1..2);
        Ok(writeln!(out, "{shown}\nsignature {}", report.signature)?)
    })
}

/// The nodes a second of the fastest round.
fn speed(workload: &Workload, rounds: u32) -> u64 {
    let timed = |_| {
        let (start, mut nodes) = (Instant::now(), 0);
        while start.elapsed() < ROUND {
            nodes += workload.nodes(workload.speed_depth);
        }
        // Far below the 2^53 up to which an f64 holds whole numbers.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let speed = (nodes as f64 / start.elapsed().as_secs_f64()) as u64;
        speed
    };
    (0..rounds).map(timed).max().unwrap_or(0)
}
