//! Laws that hold whatever the costs are.

use isotune::optimize::{Config, Coordinate, Method, Optimizer, Space, StopRules};
use isotune::seed::Seed;
use nalgebra::DMatrix;
use proptest::num::f64::{NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
use proptest::prelude::*;

const GENERATIONS: u64 = 40;

/// Any finite cost, half of the time one of a few, so that ties are frequent.
fn cost() -> impl Strategy<Value = f64> {
    let any = POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO;
    prop_oneof![any, (0..3).prop_map(f64::from)]
}

fn method() -> impl Strategy<Value = Method> {
    let surface = Method::Surface { horizon: 30, scale_free: false, couples: 0 };
    let methods = [Method::Cma, surface, Method::LraCma, Method::Spsa { horizon: 30 }, Method::Random];
    proptest::sample::select(methods.to_vec())
}

fn space(dimension: usize) -> Space {
    Space::new(vec![Coordinate::free(0.0, 0.5).within(-1.0, f64::INFINITY); dimension]).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn tell_keeps_numbers_symmetry_and_definiteness(
        dimension in 1_usize..7,
        half in 1_usize..6,
        method in method(),
        rank_mu in 0.25..=1.0,
        seed: u64,
        costs in prop::collection::vec(cost(), 2000),
    ) {
        let population = 2 * half;
        let config = Config {
            method,
            population,
            rank_mu,
            restarts: 0,
            stop: StopRules::BUDGET_ONLY,
            seed: Seed(seed),
            evaluations: GENERATIONS * population as u64,
        };
        let mut optimizer = Optimizer::new(space(dimension), config).unwrap();
        let mut costs = costs.into_iter().cycle();
        while optimizer.stop().is_none() {
            let told: Vec<f64> = costs.by_ref().take(population).collect();
            optimizer.tell(&told).unwrap();

            let vectors = [optimizer.recommendation(), optimizer.tail_average()];
            let asked = optimizer.ask().candidates;
            for x in vectors.iter().chain(&asked).flatten() {
                prop_assert!(x.is_finite() && *x >= -1.0);
            }
            let Some(shape) = optimizer.shape() else { continue };
            let entry = |i: usize, j: usize| shape.covariance[i][j];
            prop_assert!(shape.sigma.is_finite() && shape.sigma > 0.0);
            for i in 0..dimension {
                for j in 0..i {
                    prop_assert_eq!(entry(i, j).to_bits(), entry(j, i).to_bits());
                }
            }
            let covariance = DMatrix::from_fn(dimension, dimension, entry);
            prop_assert!(covariance.cholesky().is_some(), "not positive definite");
        }
    }

    #[test]
    fn a_snapshot_in_ron_is_the_search(
        method in method(),
        costs in prop::collection::vec(cost(), 80),
    ) {
        let config = Config {
            method,
            population: 8,
            rank_mu: 1.0,
            restarts: 0,
            stop: StopRules::BUDGET_ONLY,
            seed: Seed(5),
            evaluations: 80,
        };
        let mut optimizer = Optimizer::new(space(3), config).unwrap();
        for told in costs.chunks(8) {
            optimizer.tell(told).unwrap();
            let text = ron::to_string(optimizer.snapshot()).unwrap();
            let resumed = Optimizer::resume(space(3), config, ron::from_str(&text).unwrap()).unwrap();
            prop_assert_eq!(resumed.snapshot(), optimizer.snapshot());
            prop_assert_eq!(resumed.ask(), optimizer.ask());
        }
    }
}
