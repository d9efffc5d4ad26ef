//! Tunes a closure that can be seen only through noise: `cargo run --example closure [GAMES [FILE]]`.
//!
//! With a FILE the search is saved after every generation; started again, it goes on where it
//! stopped.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to its reader")]

use std::error::Error;
use std::process::ExitCode;

use argmin::core::Executor;
use argmin::core::observers::ObserverMode;
use isotune::optimize::argmin::{GenerationCost, ProgressObserver, RonCheckpoint, Tuner};
use isotune::optimize::{Coordinate, Generation, Optimizer, Policy, Progress, Space};
use isotune::seed::Seed;
use isotune::store::Digest;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The truth that the search does not see: the chance to lose a game, lowest at (1, −2, .5).
fn chance_to_lose(x: &[f64]) -> f64 {
    let miss = (x[0] - 1.0).powi(2) + (x[1] + 2.0).powi(2) + 4.0 * (x[2] - 0.5).powi(2);
    1.0 - 0.75 * (-miss / 4.0).exp()
}

fn main() -> ExitCode {
    match tune(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn tune(mut words: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let budget = match words.next() {
        Some(games) => games.parse().map_err(|_| format!("{games} is not a number of games"))?,
        None => 20_000,
    };

    let space = Space::new(vec![
        Coordinate::free(0.0, 0.5),
        Coordinate::free(0.0, 0.5),
        Coordinate::free(0.0, 0.5).within(0.0, 1.0),
    ])?;
    let policy = Policy::new(budget, space.dimension())?;
    println!("{policy}");

    let play = |generation: &Generation| {
        let lost = |(index, x): (u64, &Vec<f64>)| {
            // A stream of its own for every candidate: the same games in whatever order they are
            // played.
            let mut games = ChaCha8Rng::seed_from_u64(generation.number << 32 | index);
            let one = |_| f64::from(games.random_bool(chance_to_lose(x)));
            (0..policy.games_per_candidate).map(one).sum::<f64>() / policy.games_per_candidate as f64
        };
        Ok((0..).zip(&generation.candidates).map(lost).collect())
    };
    let observer = ProgressObserver(|progress: &Progress| println!("{progress}"));
    let optimizer = Optimizer::new(space, policy.config(Seed(2026)))?;
    let objective = Digest::of(format!("one valley, {policy}").as_bytes());
    let checkpoint = match words.next() {
        Some(file) => Some(RonCheckpoint::new(file, &optimizer, objective)?),
        None => None,
    };

    let mut executor = Executor::new(GenerationCost(play), Tuner::new(optimizer))
        .add_observer(observer, ObserverMode::Every(5))
        .ctrlc(false);
    if let Some(checkpoint) = checkpoint {
        executor = executor.checkpointing(checkpoint);
    }
    let result = executor.run()?;
    let optimizer = result.solver.optimizer();
    for (name, x) in [("mean", optimizer.mean()), ("tail average", optimizer.tail_average())] {
        println!("{name}: {x:.3?}, true chance to lose {:.3}", chance_to_lose(&x));
    }
    Ok(())
}
