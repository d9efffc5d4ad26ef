//! The search on bowls, through `ask` and `tell`.
#![allow(clippy::unwrap_used)]

use rand_distr::Binomial;

use super::*;
use crate::optimize::Coordinate;

const SEED: Seed = Seed(3);
const HORIZON: u64 = 30;

fn run(mut surface: Surface, cost: impl Fn(&DVector<f64>) -> f64) -> Surface {
    for generation in 0..HORIZON {
        let costs: Vec<f64> = surface.ask(SEED, generation).iter().map(&cost).collect();
        surface.tell(SEED, generation, &costs, &unbounded(surface.mean.len()));
    }
    surface
}

fn unbounded(dimension: usize) -> Space {
    Space::new(vec![Coordinate::free(0.0, 1.0); dimension]).unwrap()
}

fn bowl(x: &DVector<f64>) -> f64 {
    0.3 + 0.02 * x.iter().map(|v| (v - 2.0).powi(2)).sum::<f64>()
}

#[test]
fn a_bowl_is_descended_and_the_step_size_annealed() {
    let surface = run(Surface::new(3, (200, 0), HORIZON, None), bowl);
    assert!(surface.mean.iter().all(|x| (x - 2.0).abs() < 0.05), "{}", surface.mean);
    // Three directions of curvature .04 cost .06 σ².
    let loss = 0.06 * surface.sigma.powi(2);
    assert!(loss < 0.5 * 0.06 && (loss / surface.last_loss() - 1.0).abs() < 0.5, "{loss}");
    assert!(surface.is_sound());
}

#[test]
fn only_directions_count_without_a_scale() {
    let origin = DVector::from_vec(vec![1.0, -1.0, 0.0]);
    let target = DVector::from_vec(vec![1.0, 0.5, 2.0]).normalize();
    let cost = |x: &DVector<f64>| 0.5 - 0.2 * (&origin + x).normalize().dot(&target);
    let surface = run(Surface::new(3, (200, 0), HORIZON, Some(origin.clone())), cost);
    let found = &origin + &surface.mean;
    assert!((found.norm() - origin.norm()).abs() < 1e-9);
    assert!(found.normalize().dot(&target) > 0.99, "{found}");
}

#[test]
fn couples_stand_on_opposite_sides_and_some_at_the_mean() {
    let surface = Surface::new(4, (101, 0), HORIZON, None);
    let points = surface.ask(SEED, 7);
    assert_eq!(points.len(), 101);
    assert_eq!(points.iter().filter(|x| x.norm() <= 0.0).count(), 7);
    assert!(points[..100].chunks(2).all(|couple| (&couple[0] + &couple[1]).norm() <= 0.0));
    assert_ne!(points[98], surface.ask(SEED, 8)[98]);
}

#[test]
fn duels_and_games_against_others_find_the_same_bowl() {
    let logistic = |x: f64| 1.0 / (1.0 + libm::exp(-x));
    let strength = |x: &DVector<f64>| 0.85 - 0.1 * x.iter().map(|v| (v - 2.0).powi(2)).sum::<f64>();
    let search = |couples: usize| {
        let mut surface = Surface::new(3, (40, couples), HORIZON, None);
        for generation in 0..HORIZON {
            let mut stream = SEED.stream(Purpose::Candidate, [generation, 0, 2]);
            let mut lost =
                |games: u64, p: f64| Binomial::new(games, p).unwrap().sample(&mut stream) as f64 / games as f64;
            let points = surface.ask(SEED, generation);
            assert_eq!(points.len(), 40 + 2 * couples);
            let mut costs: Vec<f64> = points[..40].iter().map(|x| lost(10, logistic(-strength(x)))).collect();
            for couple in points[40..].chunks(2) {
                let lost = lost(2, logistic(strength(&couple[1]) - strength(&couple[0])));
                costs.extend([lost, 1.0 - lost]);
            }
            surface.tell(SEED, generation, &costs, &unbounded(surface.mean.len()));
        }
        assert!(surface.is_sound());
        surface.mean
    };
    let off = |mean: &DVector<f64>| (mean - DVector::repeat(3, 2.0)).norm();
    let (alone, both) = (search(0), search(1000));
    assert!(both.iter().all(|x| (x - 2.0).abs() < 0.2), "{both}");
    assert!(off(&both) < off(&alone), "duels tell more: {both} {alone}");
}

#[test]
fn couples_that_play_each_other_stand_on_opposite_sides_of_the_mean() {
    let mut surface = Surface::new(4, (10, 3), HORIZON, None);
    surface.mean = DVector::from_vec(vec![1.0, -2.0, 0.5, 0.0]);
    let points = surface.ask(SEED, 7);
    assert_eq!(points.len(), 16);
    assert!(points[10..].chunks(2).all(|couple| ((&couple[0] + &couple[1]) / 2.0 - &surface.mean).norm() < 1e-12));
    // They are others than those on their own.
    assert!(points[..10].iter().all(|alone| points[10..].iter().all(|point| point != alone)));
}

#[test]
fn decided_duels_make_the_step_smaller_where_every_candidate_loses() {
    let mut surface = Surface::new(3, (40, 200), HORIZON, None);
    for generation in 0..5 {
        let before = surface.sigma;
        let points = surface.ask(SEED, generation);
        // Nearly all games against others are lost; of a couple the one nearer to the target wins every game.
        let distance = |x: &DVector<f64>| (x - DVector::repeat(3, 50.0)).norm();
        let lost = |couple: &[DVector<f64>]| f64::from(distance(&couple[0]) > distance(&couple[1]));
        let duels = points[40..].chunks(2).flat_map(|couple| [lost(couple), 1.0 - lost(couple)]);
        let costs: Vec<f64> = std::iter::repeat_n(1.0, 38).chain([0.99, 0.98]).chain(duels).collect();
        surface.tell(SEED, generation, &costs, &unbounded(surface.mean.len()));
        assert!(surface.sigma < before, "{before} {}", surface.sigma);
    }
}

#[test]
fn failures_are_as_bad_as_the_worst() {
    let half = run(Surface::new(3, (200, 0), HORIZON, None), |x| if x[0] > 3.0 { f64::INFINITY } else { bowl(x) });
    assert!(half.mean.iter().all(|x| (x - 2.0).abs() < 0.3), "{}", half.mean);
    let mut none = Surface::new(2, (10, 0), HORIZON, None);
    none.tell(SEED, 0, &[f64::NAN; 10], &unbounded(2));
    assert_eq!(none.mean, DVector::zeros(2));
}

#[test]
fn a_saved_surface_goes_on_with_the_same_bits() {
    let surface = run(Surface::new(3, (40, 0), HORIZON, None), bowl);
    let text = ron::to_string(&surface).unwrap();
    assert_eq!(ron::from_str::<Surface>(&text).unwrap(), surface);
}

#[test]
fn extreme_costs_leave_numbers() {
    let mut surface = Surface::new(2, (8, 0), HORIZON, None);
    for generation in 0..60 {
        let costs = [f64::MAX, f64::MIN, 1e-300, 0.0, -1.0, f64::MIN_POSITIVE, 7.0, f64::INFINITY];
        surface.tell(SEED, generation, &costs, &unbounded(surface.mean.len()));
        assert!(surface.is_sound());
    }
}

#[test]
fn a_fixed_coordinate_stays_and_the_others_go_on() {
    for origin in [None, Some(DVector::from_vec(vec![1.0, -1.0, 0.5]))] {
        let held = origin.as_ref().map_or(0.25, |origin| -origin[2]);
        let target = DVector::from_vec(vec![1.5, 0.5, 0.0]).normalize();
        let cost = |x: &DVector<f64>| match &origin {
            None => bowl(x),
            Some(origin) => 0.5 - 0.2 * (origin + x).normalize().dot(&target),
        };
        let mut surface = Surface::new(3, (200, 0), HORIZON, origin.clone());
        for generation in 0..HORIZON {
            if generation == 5 {
                surface.fix(2, held);
                surface.fix(2, 7.0);
                surface.fix(9, 0.0);
            }
            let points = surface.ask(SEED, generation);
            let stays = points.iter().all(|point| point[2].to_bits() == held.to_bits());
            assert_eq!(stays, generation >= 5, "generation {generation}");
            let costs: Vec<f64> = points.iter().map(&cost).collect();
            surface.tell(SEED, generation, &costs, &unbounded(surface.mean.len()));
        }
        assert!(surface.is_sound());
        assert!((surface.mean[2] - held).abs() < 1e-12);
        match &origin {
            None => assert!(surface.mean.iter().take(2).all(|x| (x - 2.0).abs() < 0.05), "{}", surface.mean),
            Some(origin) => assert!((origin + &surface.mean).normalize().dot(&target) > 0.99, "{}", surface.mean),
        }
        // Two of three may be fixed, the last one keeps moving.
        surface.fix(0, 0.0);
        surface.fix(1, 0.0);
        assert_eq!(surface.fixed.len(), 2);
    }
}
