use super::*;
use crate::arena::schedule;
use std::sync::Mutex;
use std::time::Duration;

const CONTEST: &[u8] = b"contest";

/// The right results of a job, or wrong ones.
fn results(job: &Job, right: bool) -> Vec<PairResult> {
    (0..job.pairs)
        .map(|pair| PairResult { as_first: (job.first + pair).is_multiple_of(3) == right, as_second: true })
        .collect()
}

fn reported(jobs: &[Job], right: bool) -> impl Iterator<Item = (Job, Vec<PairResult>)> {
    jobs.iter().map(move |job| (*job, results(job, right)))
}

/// Does all tasks, as threads of this process do.
fn work(progress: &mut ContestProgress<'_>, trust: &mut Trust, plays: bool) {
    loop {
        match progress.next_task(plays) {
            Task::Check(check) => {
                let own = results(&progress.jobs()[check.index], true);
                progress.settle(check, Some(own), trust);
            }
            Task::Play(jobs) => {
                for index in jobs {
                    progress.place_own(index, results(&progress.jobs()[index], true), trust);
                }
            }
            Task::Nothing => return,
        }
    }
}

#[test]
fn what_a_liar_reported_is_played_again_and_told_again() {
    let jobs: Vec<Job> = schedule(10, 3, 0..40).collect();
    let told = Mutex::new(vec![None; jobs.len()]);
    let finished = |index: usize, results: &[PairResult]| {
        if let Ok(mut told) = told.lock() {
            told[index] = Some(results.to_vec());
        }
    };
    let (mut progress, mut trust) = (ContestProgress::new(&jobs, Digest::of(CONTEST), &finished), Trust::default());
    let all = progress.uncut();
    progress.add(all, 1.0, None);
    trust.confirm("liar", 10_000);
    progress.place("liar", reported(&jobs[..100], true), &trust);
    progress.place("honest", reported(&jobs[200..], true), &trust);
    progress.place("liar", reported(&jobs[100..200], false), &trust);
    work(&mut progress, &mut trust, false);
    // One in 128 of 200 jobs need not have been drawn: another's report of the same jobs shows it for certain.
    progress.place("honest", reported(&jobs[100..200], true), &trust);
    work(&mut progress, &mut trust, false);
    assert_eq!(progress.take_wrong_workers(), ["liar"]);
    assert!(trust.is_shut_out("liar") && !trust.is_shut_out("honest") && progress.has_reopened());
    let again = progress.uncut();
    assert!(!again.is_empty());
    progress.add(again, 1.0, None);
    work(&mut progress, &mut trust, true);
    assert!(progress.is_closed());
    let right: Vec<_> = jobs.iter().map(|job| Some(results(job, true))).collect();
    assert_eq!(progress.into_results(), right);
    assert_eq!(told.into_inner().unwrap_or_default(), right);
}

/// A generation of 21,000 games, half of them played by a worker that flips one result in a hundred at random.
#[test]
fn a_liar_is_found_within_a_generation_and_leaves_no_trace() {
    let jobs: Vec<Job> = schedule(300, 7, 0..5).collect();
    let right: Vec<_> = jobs.iter().map(|job| Some(results(job, true))).collect();
    for seed in 0..200_u64 {
        let (mut state, mut lies) = (seed << 32, 0);
        // SplitMix64 (Steele, Lea and Flood 2014).
        let mut flips = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (mixed ^ (mixed >> 31)).is_multiple_of(100)
        };
        let told = Mutex::new(vec![None; jobs.len()]);
        let finished = |index: usize, results: &[PairResult]| {
            if let Ok(mut told) = told.lock() {
                told[index] = Some(results.to_vec());
            }
        };
        let (mut progress, mut trust) = (ContestProgress::new(&jobs, Digest::of(CONTEST), &finished), Trust::default());
        let all = progress.uncut();
        progress.add(all, 1.0, None);
        // Nothing is checked before everything is reported: the coordinator is as slow as can be.
        for (number, batch) in jobs.chunks(25).enumerate() {
            if number.is_multiple_of(2) {
                progress.place("honest", reported(batch, true), &trust);
                continue;
            }
            let mut lie = |(job, mut results): (Job, Vec<PairResult>)| {
                for result in results.iter_mut().filter(|_| flips()) {
                    result.as_second = !result.as_second;
                    lies += 1;
                }
                (job, results)
            };
            let batch: Vec<_> = reported(batch, true).map(&mut lie).collect();
            progress.place("liar", batch.into_iter(), &trust);
        }
        work(&mut progress, &mut trust, false);
        assert_eq!(progress.take_wrong_workers(), ["liar"], "{lies} lies of seed {seed}");
        let again = progress.uncut();
        progress.add(again, 1.0, None);
        work(&mut progress, &mut trust, true);
        assert!(progress.is_closed());
        assert!(progress.into_results() == right, "seed {seed}");
        assert!(told.into_inner().unwrap_or_default() == right, "seed {seed}");
    }
}

#[test]
fn late_and_lost_batches_are_published_again() {
    let jobs: Vec<Job> = schedule(2, 1, 0..8).collect();
    let (mut progress, trust) = (ContestProgress::new(&jobs, Digest::of(CONTEST), &|_, _| ()), Trust::default());
    progress.add(vec![0, 1], 0.1, None);
    progress.add(vec![2, 3], 0.1, None);
    assert_eq!(progress.unpublished(9), [(0, vec![0, 1]), (1, vec![2, 3])]);
    progress.published(0, 7);
    progress.published(1, 8);
    let now = Instant::now();
    progress.repeat_late(now, now + Duration::from_millis(400));
    assert!(progress.unpublished(9).is_empty());
    progress.repeat_late(now, now + Duration::from_millis(600));
    assert_eq!(progress.unpublished(9).len(), 2);
    progress.published(0, 9);
    progress.place("a", reported(&jobs[2..], true), &trust);
    assert!(progress.unpublished(9).is_empty() && progress.open_pieces() == 1);
    progress.repeat_lost(&HashSet::from([9]));
    assert!(progress.unpublished(9).is_empty());
    progress.repeat_lost(&HashSet::new());
    assert_eq!(progress.unpublished(9), [(0, vec![0, 1])]);
}
