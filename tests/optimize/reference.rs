//! The update equals an independent implementation of the tutorial, `tests/data/cma_reference.py`
//! with numpy 2.4.6.

use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules};
use isotune::seed::Seed;
use serde::Deserialize;

/// One generation as the other implementation saw and left it.
#[derive(Deserialize)]
struct Reference {
    candidates: Vec<Vec<f64>>,
    costs: Vec<f64>,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<Vec<f64>>,
}

fn assert_close(ours: &[f64], theirs: &[f64]) {
    assert_eq!(ours.len(), theirs.len());
    for (a, b) in ours.iter().zip(theirs) {
        assert!((a - b).abs() < 1e-12, "{a} and {b} differ by {:e}", a - b);
    }
}

/// Both runs of the other implementation.
#[derive(Deserialize)]
struct References {
    cma: Vec<Reference>,
    lra: Vec<Reference>,
}

fn compare(method: Method, references: &[Reference]) {
    const STEP: f64 = 0.3;
    let starts = [0.5, -1.0, 2.0, 0.25, -0.125];
    let space = Space::new(starts.map(|s| Coordinate::free(s, STEP)).to_vec()).unwrap();
    let config = Config {
        method,
        population: 9,
        rank_mu: 1.0,
        restarts: 0,
        stop: StopRules::BUDGET_ONLY,
        seed: Seed(7),
        evaluations: 1000,
    };
    let mut optimizer = Optimizer::new(space, config).unwrap();
    assert_eq!(references.len(), 4);
    for reference in references {
        for (ours, theirs) in optimizer.ask().candidates.iter().zip(&reference.candidates) {
            assert_close(ours, theirs);
        }
        optimizer.tell(&reference.costs).unwrap();
        let shape = optimizer.shape().unwrap();
        assert_close(&optimizer.recommendation(), &reference.mean);
        assert_close(&[shape.sigma * STEP], &[reference.sigma]);
        for (ours, theirs) in shape.covariance.iter().zip(&reference.covariance) {
            assert_close(ours, theirs);
        }
    }
}

#[test]
fn four_generations_equal_numpy() {
    let text = include_str!("../data/cma_reference.json");
    let references: References = serde_json::from_str(text).unwrap();
    compare(Method::Cma, &references.cma);
    compare(Method::LraCma, &references.lra);
}
