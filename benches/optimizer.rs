//! The optimizer against its yardsticks: `cargo bench --bench optimizer [-- [--long] [--default]
//! [--json FILE]]`.
//!
//! `--long` adds two million games to the noisy yardstick; it takes minutes. `--default` plays the noisy yardstick with
//! the default method alone.
#![expect(clippy::print_stdout, reason = "a bench reports to its caller")]

#[path = "optimizer/noise_free.rs"]
mod noise_free;
#[path = "optimizer/noisy.rs"]
mod noisy;
#[path = "optimizer/overhead.rs"]
mod overhead;

use std::error::Error;

/// What the command line asked for.
#[derive(Default)]
struct Options {
    long: bool,
    default: bool,
    json: Option<String>,
}

impl Options {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self::default();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--bench" => {} // cargo's own
                "--long" => options.long = true,
                "--default" => options.default = true,
                "--json" => options.json = Some(words.next().ok_or("--json needs a file name")?),
                other => {
                    return Err(format!("unknown argument {other}: use --long, --default or --json FILE"));
                }
            }
        }
        Ok(options)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse(std::env::args().skip(1))?;

    let milliseconds = overhead::milliseconds()?;
    println!("ask + tell at n = 24, population 256: {milliseconds:.2} ms\n");

    let noise_free = noise_free::run()?;
    println!("noise-free: median evaluations to 1e-9 over {} seeds", noise_free::SEEDS);
    println!("{:<18}{:>4}{:>10}{:>10}{:>9}{:>11}", "function", "n", "isotune", "pycma", "ratio", "successes");
    for cell in &noise_free {
        let ratio = cell.median as f64 / cell.pycma as f64;
        println!(
            "{:<18}{:>4}{:>10}{:>10}{:>9.3}{:>11}",
            cell.function, cell.n, cell.median, cell.pycma, ratio, cell.successes
        );
    }

    let mut noisy = Vec::new();
    let budgets: &[u64] = if options.long { &[200_000, 2_000_000] } else { &[200_000] };
    for &games in budgets {
        println!("\nnoisy: true p of the recommendation after {games} games, {} seeds", noisy::SEEDS);
        let methods = if options.default { &noisy::METHODS[..1] } else { &noisy::METHODS };
        for policy in noisy::policies(methods, games)? {
            println!("  {policy}");
        }
        let rows = noisy::run(methods, games)?;
        print!("{:<16}{:<12}{:>9}{:>9}", "method", "cosine", "p", "tail p");
        for problem in noisy::heading() {
            print!("{problem:>11}");
        }
        println!();
        for row in &rows {
            print!("{:<16}{:<12}{:>9.4}{:>9.4}", row.method, row.base, row.mean_p, row.tail_p);
            for p in &row.by_problem {
                print!("{p:>11.4}");
            }
            println!();
        }
        for (method, p) in noisy::published(games) {
            println!("{method:<28}{p:>9.3}");
        }
        noisy.extend(rows);
    }

    let bars = bars(milliseconds, &noise_free, &noisy);
    println!("\nwhat must hold");
    for (bar, holds) in &bars {
        println!("  {} {bar}", if *holds { "holds " } else { "FAILS " });
    }

    if let Some(file) = options.json {
        let figures = serde_json::json!({ "noise_free": noise_free, "noisy": noisy });
        std::fs::write(&file, serde_json::to_string_pretty(&figures)? + "\n")?;
        println!("\nwritten to {file}");
    }
    if bars.iter().all(|(_, holds)| *holds) { Ok(()) } else { Err("a bar was missed".into()) }
}

/// What the figures must come up to, and whether they do.
fn bars(milliseconds: f64, noise_free: &[noise_free::Cell], noisy: &[noisy::Row]) -> Vec<(String, bool)> {
    let ratio = |cell: &noise_free::Cell| cell.median as f64 / cell.pycma as f64;
    let median = |function: &str, n: usize| {
        noise_free.iter().find(|cell| cell.function == function && cell.n == n).map(|cell| cell.median as f64)
    };
    let rotated = |n| Some((median("rotated ellipsoid", n)? / median("ellipsoid", n)? - 1.0).abs() <= 0.05);
    let mut bars = vec![
        ("ask and tell below 5 ms".to_owned(), milliseconds < 5.0),
        ("within 10 % of pycma in every cell".to_owned(), noise_free.iter().all(|c| (ratio(c) - 1.0).abs() <= 0.1)),
        ("at least 19 of 21 succeed".to_owned(), noise_free.iter().all(|cell| cell.successes >= 19)),
        ("rotated = unrotated within 5 %".to_owned(), [8, 16].into_iter().all(|n| rotated(n) == Some(true))),
    ];
    for (method, base, games, least) in [
        ("cma", "|b| = 1", 200_000, 0.738),
        ("cma", "|b| = 1", 2_000_000, 0.747),
        ("surface, duels", "|b| = 1", 200_000, 0.747),
        ("surface, duels", "|b| = 4", 200_000, 0.745),
        ("surface, duels", "b ~ N(0, I)", 200_000, 0.745),
        ("surface, duels", "|b| = 1", 2_000_000, 0.749),
    ] {
        let row = noisy.iter().find(|row| row.games == games && row.method == method && row.base == base);
        if let Some(row) = row {
            bars.push((format!("{method}, {base}: mean p of at least {least} at {games} games"), row.mean_p >= least));
        }
    }
    bars
}
