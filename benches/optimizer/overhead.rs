//! What the optimizer itself costs per generation.

use std::error::Error;
use std::time::Instant;

use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules};
use isotune::seed::Seed;

/// The median time of one `ask` and one `tell` at n = 24 with a population of 256.
pub(crate) fn milliseconds() -> Result<f64, Box<dyn Error>> {
    let space = Space::new(vec![Coordinate::free(1.0, 0.5); 24])?;
    let config = Config {
        method: Method::Cma,
        population: 256,
        rank_mu: 1.0,
        restarts: 0,
        stop: StopRules::BUDGET_ONLY,
        seed: Seed(1),
        evaluations: u64::MAX,
    };
    let mut optimizer = Optimizer::new(space, config)?;
    let mut times = Vec::new();
    for _ in 0..101 {
        let begin = Instant::now();
        let generation = optimizer.ask();
        let asked = begin.elapsed();
        let costs: Vec<f64> = generation.candidates.iter().map(|x| x.iter().map(|v| v * v).sum()).collect();
        let begin = Instant::now();
        optimizer.tell(&costs)?;
        times.push((asked + begin.elapsed()).as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    Ok(times[times.len() / 2])
}
