//! What a tuning session costs outside its games, and how busy it keeps the cores.
//!
//! Runs generations of the overnight configuration, with fewer candidates than it would have: what a generation costs once
//! weighs more then.

#![allow(clippy::expect_used, clippy::print_stdout)]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use isotune::arena::{Contest, Executor, Job, PairResult};
use isotune::game::Word;
use isotune::tune::{GenerationReport, Observer, RunFolder, Session, TuneConfig, TunePlan};
use rayon::prelude::*;

const THREADS: usize = 2;
const GENERATIONS: u64 = 3;
/// The most that either may be, in percent.
const MOST: f64 = 3.0;

/// Threads that measure how long they play.
struct Metered {
    pool: rayon::ThreadPool,
    /// Nanoseconds in which some thread played a job.
    busy: AtomicU64,
    /// Nanoseconds from the first job of a contest to the end of its last.
    span: AtomicU64,
}

impl Executor for Metered {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        let begun = Instant::now();
        let play = |(index, job): (usize, &Job)| {
            let begun = Instant::now();
            let results = contest.play(job, stop);
            add(&self.busy, begun);
            results.inspect(|results| finished(index, results))
        };
        let results = self.pool.install(|| jobs.par_iter().enumerate().with_max_len(1).map(play).collect());
        add(&self.span, begun);
        results
    }
}

fn add(counter: &AtomicU64, begun: Instant) {
    let nanoseconds = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
    counter.fetch_add(nanoseconds, Ordering::Relaxed);
}

/// Takes the meters' readings at the end of every generation.
struct Readings<'a> {
    meter: &'a Metered,
    begun: Instant,
    taken: Mutex<Vec<[f64; 3]>>,
}

impl Observer for Readings<'_> {
    fn generation_finished(&self, _: &GenerationReport) {
        let seconds = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64 / 1e9;
        let reading = [self.begun.elapsed().as_secs_f64(), seconds(&self.meter.span), seconds(&self.meter.busy)];
        self.taken.lock().expect("no thread panicked").push(reading);
    }
}

fn main() {
    let mut config = TuneConfig::named("overnight").expect("it is part of the program");
    for assignment in [
        &format!("total=Generations({GENERATIONS})"),
        "optimizer=Cma(population: 300, games_per_candidate: 70)",
        "validation.every=1000",
        "finals=(select_pairs: 2, final_pairs: 2)",
    ] {
        config.assign(assignment).expect("it fits the configuration");
    }
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let folder = RunFolder::new(folder.path().join("run"));
    let plan = TunePlan::new(config, folder.path()).expect("the configuration can be done");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(THREADS).build().expect("there are threads");
    let meter = Metered { pool, busy: AtomicU64::new(0), span: AtomicU64::new(0) };
    let readings = Readings { meter: &meter, begun: Instant::now(), taken: Mutex::new(Vec::new()) };
    let stop = AtomicBool::new(false);
    let session = Session { executor: &meter, stop: &stop, deadline: None, observer: &readings };
    let throughput = plan.throughput(&meter, &stop).expect("the plan can be played");
    session.start(&plan, &folder, None, &throughput).expect("the run can be played");
    let taken = readings.taken.lock().expect("no thread panicked").clone();
    let mut missed = false;
    println!("generation   seconds   outside the games   idle within them");
    for (number, pair) in taken.windows(2).enumerate() {
        let [wall, span, busy] = [0, 1, 2].map(|index| pair[1][index] - pair[0][index]);
        let outside = 100.0 * (wall - span) / wall;
        let idle = 100.0 * (1.0 - busy / (THREADS as f64 * span));
        println!("{:>10}   {wall:>7.2}   {outside:>15.2} %   {idle:>14.2} %", number + 2);
        missed |= outside > MOST || idle > MOST;
    }
    println!("at most {MOST} % each must hold");
    if missed {
        std::process::exit(1);
    }
}
