//! The optimizer's behaviour, ordinary and at the edges.

use isotune::optimize::{
    Config, ConfigError, Coordinate, Method, Optimizer, Policy, Scoring, Space, SpaceError, Stop, StopRules, TellError,
};
use isotune::seed::{Purpose, Seed, Stream};
use rand::RngExt;

const INF: f64 = f64::INFINITY;

fn config(method: Method, population: usize, evaluations: u64) -> Config {
    Config { method, population, rank_mu: 1.0, restarts: 0, stop: StopRules::BUDGET_ONLY, seed: Seed(1), evaluations }
}

fn cube(n: usize) -> Space {
    Space::new(vec![Coordinate::free(1.0, 0.5); n]).unwrap()
}

fn start(space: Space, config: Config) -> Optimizer {
    Optimizer::new(space, config).unwrap()
}

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum()
}

/// Uniform numbers in 0..1 for costs that are known only through noise.
struct Noise(Stream);

impl Noise {
    fn new() -> Self {
        Self(Seed(99).stream(Purpose::Candidate, [0; 3]))
    }

    fn next(&mut self) -> f64 {
        self.0.random()
    }
}

#[test]
fn ask_only_reads_and_equal_seeds_give_equal_bits() {
    let run = || {
        let mut optimizer = start(cube(5), config(Method::Cma, 9, 900));
        assert_eq!(optimizer.ask(), optimizer.ask());
        optimizer.minimize(sphere);
        optimizer
    };
    let (a, b) = (run(), run());
    assert_eq!(a.snapshot(), b.snapshot());
    assert_eq!(a.shape(), b.shape());
    assert!(sphere(&a.recommendation()) < 1e-6);
}

#[test]
fn one_dimension_sixty_dimensions_and_a_population_of_two() {
    for (n, population, evaluations) in [(1, 4, 400), (1, 2, 800), (60, 16, 20_000), (3, 2, 6000)] {
        let mut optimizer = start(cube(n), config(Method::Cma, population, evaluations));
        assert_eq!(optimizer.minimize(sphere), Stop::Budget);
        let reached = sphere(&optimizer.recommendation());
        assert!(reached < 1e-6, "n = {n}, population {population}: {reached:e}");
    }
}

#[test]
fn the_budget_holds_whole_generations_and_at_least_one() {
    let mut optimizer = start(cube(3), config(Method::Cma, 8, 8));
    assert_eq!(optimizer.minimize(sphere), Stop::Budget);
    assert_eq!(optimizer.progress().generations, 1);
    assert!(sphere(&optimizer.recommendation()) < 3.0);
    assert_eq!(optimizer.tail_average(), optimizer.recommendation());

    let mut optimizer = start(cube(3), config(Method::Cma, 8, 23));
    optimizer.minimize(sphere);
    assert_eq!(optimizer.progress().evaluations, 16);
}

#[test]
fn impossible_configurations_are_refused_with_a_remedy() {
    let refused = |config| Optimizer::new(cube(3), config).map(|_| ()).unwrap_err();
    let spsa = Method::Spsa { horizon: 10 };
    let nan = Config { rank_mu: f64::NAN, ..config(Method::Cma, 8, 100) };
    let again = Config { restarts: 1, ..config(Method::Random, 8, 100) };
    assert_eq!(refused(config(Method::Cma, 1, 100)), ConfigError::Population { population: 1 });
    assert!(matches!(refused(config(Method::Cma, 8, 7)), ConfigError::Budget { .. }));
    assert_eq!(refused(config(spsa, 7, 100)), ConfigError::Odd { population: 7 });
    assert!(matches!(refused(nan), ConfigError::RankMu { .. }));
    assert_eq!(refused(again), ConfigError::Restarts { method: "random" });
    assert_eq!(
        refused(config(Method::Cma, 8, 7)).to_string(),
        "a budget of 7 evaluations does not pay one generation of 8: raise it to 8 or lower the population",
    );

    let space = |c: Coordinate| Space::new(vec![c]).map(|_| ()).unwrap_err();
    assert_eq!(space(Coordinate::frozen(1.0)), SpaceError::NothingFree);
    assert!(matches!(space(Coordinate::free(INF, 1.0)), SpaceError::Unusable { .. }));
    assert!(matches!(space(Coordinate::free(0.0, -1.0)), SpaceError::Unusable { .. }));
    assert!(matches!(space(Coordinate::free(3.0, 1.0).within(0.0, 2.0)), SpaceError::Outside { .. }));
}

#[test]
fn a_wrong_number_of_costs_changes_nothing() {
    let mut optimizer = start(cube(3), config(Method::Cma, 8, 800));
    let before = optimizer.snapshot().clone();
    assert_eq!(optimizer.tell(&[1.0; 7]), Err(TellError { expected: 8, given: 7 }));
    assert_eq!(optimizer.snapshot(), &before);
}

#[test]
fn failed_evaluations_rank_last_and_together() {
    let told = |costs: [f64; 4]| {
        let mut optimizer = start(cube(3), config(Method::Cma, 4, 800));
        optimizer.tell(&costs).unwrap();
        optimizer
    };
    let failed = told([1.0, f64::NAN, 2.0, INF]);
    assert_eq!(failed.progress().failed, 2);
    assert_eq!(failed.progress().cost, Some(1.5));
    // Minus infinity is no triumph, and all failures are equal to two equally bad costs.
    for costs in [[1.0, -INF, 2.0, f64::NAN], [1.0, 9.0, 2.0, 9.0]] {
        assert_eq!(told(costs).shape(), failed.shape());
    }
    // Half of the space failing does not keep the search from the other half.
    let mut optimizer = start(cube(3), config(Method::Cma, 8, 2400));
    optimizer.minimize(|x| if x[0] < 0.0 { f64::NAN } else { sphere(x) });
    assert!(sphere(&optimizer.recommendation()) < 1e-4);
}

#[test]
fn a_flat_generation_counts_and_changes_nothing_else() {
    for flat in [[3.0; 8], [f64::NAN; 8], [0.0, -0.0, 0.0, -0.0, 0.0, -0.0, 0.0, -0.0]] {
        let mut optimizer = start(cube(3), config(Method::Cma, 8, 800));
        let (shape, first) = (optimizer.shape(), optimizer.ask());
        optimizer.tell(&flat).unwrap();
        assert_eq!(optimizer.shape(), shape);
        assert_eq!(optimizer.progress().flat, 1);
        assert_ne!(optimizer.ask().candidates, first.candidates);
    }
    // A constant objective is no reason to stop early.
    let rules = Config { stop: StopRules::default(), ..config(Method::Cma, 8, 1600) };
    let mut optimizer = start(cube(3), rules);
    assert_eq!(optimizer.minimize(|_| 1.0), Stop::Budget);
    assert_eq!(optimizer.progress().flat, 200);
}

#[test]
fn tied_candidates_share_their_weight() {
    let mut optimizer = start(cube(3), config(Method::Cma, 4, 800));
    let candidates = optimizer.ask().candidates;
    optimizer.tell(&[5.0, 1.0, 5.0, 1.0]).unwrap();
    let middle = candidates[1].iter().zip(&candidates[3]).map(|(a, b)| f64::midpoint(*a, *b));
    for (mean, middle) in optimizer.recommendation().iter().zip(middle) {
        assert!((mean - middle).abs() < 1e-12);
    }
}

#[test]
fn bounds_hold_from_a_start_on_a_bound_and_frozen_coordinates_stay() {
    let space = Space::new(vec![
        Coordinate::free(0.0, 0.5).within(0.0, 2.0),
        Coordinate::frozen(-7.1),
        Coordinate::free(2.0, 0.5).within(-2.0, 2.0),
        Coordinate::free(1.0, 0.5).within(1.0, INF),
    ])
    .unwrap();
    let mut optimizer = start(space, config(Method::Cma, 12, 3600));
    while optimizer.stop().is_none() {
        let generation = optimizer.ask();
        for x in &generation.candidates {
            assert!((0.0..=2.0).contains(&x[0]) && (-2.0..=2.0).contains(&x[2]) && x[3] >= 1.0);
            assert_eq!(x[1].to_bits(), (-7.1_f64).to_bits());
        }
        // The best first coordinate lies inside, the best of the others on a bound.
        let cost = |x: &Vec<f64>| (x[0] - 0.7).powi(2) + (x[2] - 5.0).powi(2) + x[3];
        let costs: Vec<f64> = generation.candidates.iter().map(cost).collect();
        optimizer.tell(&costs).unwrap();
    }
    // Frozen is frozen, to the bit, in the average too.
    assert_eq!(optimizer.tail_average()[1].to_bits(), (-7.1_f64).to_bits());
    for found in [optimizer.recommendation(), optimizer.tail_average()] {
        for (x, best) in found.iter().zip([0.7, -7.1, 2.0, 1.0]) {
            assert!((x - best).abs() < 1e-3, "{found:?}");
        }
    }
}

#[test]
fn pure_noise_does_not_inflate_the_distribution() {
    let mut noise = Noise::new();
    for method in [Method::Cma, Method::LraCma] {
        let mut optimizer = start(cube(6), config(method, 20, 20 * 2000));
        while optimizer.stop().is_none() {
            // Nearly everything loses: the few scores that differ do so by chance.
            let costs: Vec<f64> = (0..20).map(|_| f64::from(noise.next() < 0.9)).collect();
            optimizer.tell(&costs).unwrap();
            assert!(optimizer.progress().spread.unwrap() <= 1.7 + 1e-9);
        }
    }
}

#[test]
fn a_slope_without_end_keeps_its_numbers() {
    let mut optimizer = start(cube(4), config(Method::Cma, 8, 8 * 20_000));
    optimizer.minimize(|x| x.iter().sum());
    let shape = optimizer.shape().unwrap();
    assert!(shape.sigma.is_finite() && shape.covariance.iter().flatten().all(|c| c.is_finite()));
}

#[test]
fn every_reason_to_stop_can_be_met() {
    let stop_of = |stop, cost: fn(&[f64]) -> f64| {
        start(cube(4), Config { stop, ..config(Method::Cma, 8, 80_000) }).minimize(cost)
    };
    let only = StopRules::BUDGET_ONLY;
    let thin = |x: &[f64]| x[0] * x[0] + 1e8 * sphere(&x[1..]);
    assert_eq!(stop_of(only, sphere), Stop::Budget);
    assert_eq!(stop_of(StopRules { step_floor: 1e-6, ..only }, sphere), Stop::StepFloor);
    assert_eq!(stop_of(StopRules { condition: 1e6, ..only }, thin), Stop::Condition);
}

/// The default rules under noise: most searches that have arrived are ended by the plateau, long before the budget.
#[test]
fn a_noisy_search_ends_on_a_plateau() {
    let mut noise = Noise::new();
    let mut plateaus = 0;
    for seed in (0..5).map(Seed) {
        let policy = Policy::new(200_000, 8).unwrap();
        let search = Config { evaluations: 250 * 2000, ..policy.config(seed) };
        let space = Space::new(vec![Coordinate::free(0.0, 0.3); 8]).unwrap();
        let mut optimizer = start(space, search);
        let chance = |x: &[f64]| 1.0 / (1.0 + (sphere(&x.iter().map(|v| v - 0.5).collect::<Vec<_>>()) - 1.1).exp());
        let stop = optimizer.minimize(|x| (0..10).map(|_| f64::from(noise.next() > chance(x))).sum());
        let (reached, best) = (chance(&optimizer.recommendation()), chance(&[0.5; 8]));
        assert!(best - reached < 0.01, "{seed:?}: {reached} where {best} is the best");
        plateaus += usize::from(stop == Stop::Plateau);
    }
    assert!(plateaus >= 3, "{plateaus} of 5");
}

#[test]
fn restarts_double_the_population_and_keep_the_best_outcome() {
    let rastrigin = |x: &[f64]| {
        let ripple = |v: &f64| v * v + 10.0 * (1.0 - (std::f64::consts::TAU * v).cos());
        x.iter().map(ripple).sum::<f64>()
    };
    let space = Space::new(vec![Coordinate::free(3.0, 2.0).within(-5.0, 5.0); 4]).unwrap();
    let restarting = Config {
        restarts: 5,
        stop: StopRules { step_floor: 1e-6, ..StopRules::BUDGET_ONLY },
        ..config(Method::Cma, 8, 40_000)
    };
    let mut optimizer = start(space, restarting);
    let stop = optimizer.minimize(rastrigin);
    let progress = optimizer.progress();
    assert!(progress.restarts > 0);
    assert_eq!(progress.population, 8 << progress.restarts);
    assert!(matches!(stop, Stop::Budget | Stop::StepFloor));
    let reached = rastrigin(&optimizer.recommendation());
    assert!(reached < 1e-6, "{reached}");
}

#[test]
fn a_larger_budget_pays_the_restart_that_the_old_one_did_not() {
    let search = |evaluations| Config {
        restarts: 3,
        stop: StopRules { step_floor: 1e-3, ..StopRules::BUDGET_ONLY },
        ..config(Method::Cma, 8, evaluations)
    };
    let mut whole = start(cube(3), search(20_000));
    whole.minimize(sphere);
    assert_eq!(whole.progress().restarts, 3);

    let mut optimizer = start(cube(3), search(8));
    for evaluations in (8..=20_000).step_by(48) {
        let now = optimizer.snapshot().clone();
        optimizer = Optimizer::resume(cube(3), search(evaluations), now).unwrap();
        optimizer.minimize(sphere);
    }
    assert_eq!(optimizer.snapshot(), whole.snapshot());
}

#[test]
fn spsa_finds_its_gains_from_a_step_ten_times_off() {
    // A duel is won with the probability that the difference of the costs gives it, on average.
    let duel = |a: &[f64], b: &[f64]| 1.0 / (1.0 + (sphere(a) - sphere(b)).exp());
    let mut noise = Noise::new();
    for step in [0.05, 0.5, 5.0] {
        let mut reached: Vec<f64> = Vec::new();
        for seed in (0..11).map(Seed) {
            let space = Space::new(vec![Coordinate::free(1.0, step); 6]).unwrap();
            let search = Config { seed, ..config(Method::Spsa { horizon: 500 }, 20, 500 * 20) };
            let mut optimizer = start(space, search);
            while optimizer.stop().is_none() {
                let generation = optimizer.ask();
                assert_eq!(generation.scoring, Scoring::Duels);
                let mut costs = Vec::new();
                for pair in generation.candidates.chunks(2) {
                    let won = f64::from(noise.next() < duel(&pair[0], &pair[1]));
                    costs.extend([1.0 - won, won]);
                }
                optimizer.tell(&costs).unwrap();
            }
            reached.push(sphere(&optimizer.recommendation()));
        }
        reached.sort_by(f64::total_cmp);
        // From 6 at the start; a single run of so few duels may calibrate badly, hence the median of eleven.
        assert!(reached[5] < 0.2, "step {step}: {reached:?}");
    }
}

#[test]
fn cma_beats_random_search_under_noise() {
    let mut noise = Noise::new();
    let mut reached = |policy: Policy| {
        let mut optimizer = start(cube(8), policy.config(Seed(3)));
        let games = policy.games_per_candidate as f64;
        optimizer.minimize(|x| sphere(x) + 3.0 * (noise.next() - 0.5) / games.sqrt());
        sphere(&optimizer.recommendation())
    };
    let random = reached(Policy::random(100_000, 8).unwrap());
    for policy in [Policy::new, Policy::lra] {
        let policy = policy(100_000, 8).unwrap();
        let ours = reached(policy);
        assert!(ours < 0.2 * random, "{policy}: {ours} against {random}");
    }
}

#[test]
fn a_failed_side_loses_its_duel() {
    let space = Space::new(vec![Coordinate::free(1.0, 0.5); 4]).unwrap();
    let mut optimizer = start(space, config(Method::Spsa { horizon: 500 }, 20, 500 * 20));
    // Costs between 0 and 1 that fail on one side; the best of what does not fail is (.5, 0, 0, 0).
    optimizer.minimize(|x| if x[0] < 0.5 { f64::NAN } else { 1.0 - (-sphere(x)).exp() });
    let found = optimizer.recommendation();
    assert!(found[0] > 0.4 && sphere(&found[1..]) < 0.1, "{found:?}");
}

#[test]
fn spaces_beyond_floating_point_resolution_are_refused() {
    let space = |coordinate| Space::new(vec![Coordinate::free(0.0, 1.0), coordinate]);
    for extreme in [
        Coordinate::free(0.0, 1e308),
        Coordinate::free(0.0, 1e308).within(-1.0, 1.0),
        Coordinate::free(0.0, 1.0).within(f64::MIN, f64::MAX),
        Coordinate::free(1e300, 1.0),
    ] {
        assert!(matches!(space(extreme), Err(SpaceError::Extreme { index: 1, .. })), "{extreme:?}");
    }
    let shut = Coordinate::free(0.0, 1.0).within(0.0, 0.0);
    assert!(matches!(space(shut), Err(SpaceError::NoRoom { index: 1, .. })));
    let search = |population, stop| Config { stop, ..config(Method::Cma, population, u64::MAX) };
    let refused = |config| Optimizer::new(cube(2), config).is_err();
    assert!(refused(search(usize::MAX, StopRules::default())) && !refused(search(8, StopRules::default())));
    for stop in [
        StopRules { plateau: f64::NAN, ..StopRules::default() },
        StopRules { step_floor: 2.0, ..StopRules::default() },
        StopRules { condition: 0.5, ..StopRules::default() },
    ] {
        assert!(refused(search(8, stop)), "{stop:?}");
    }
}

#[test]
fn what_is_left_out_is_exactly_zero_from_then_on() {
    // Starts and steps whose quotient is no exact number; the fourth may not be 0, the fifth does not move.
    let space = Space::new(vec![
        Coordinate::free(0.7, 0.3),
        Coordinate::free(-0.1, 0.7),
        Coordinate::free(0.9, 0.7),
        Coordinate::free(5.0, 0.5).within(0.5, 50.0),
        Coordinate::frozen(3.0),
    ])
    .unwrap();
    let method = Method::Surface { horizon: 30, scale_free: false, couples: 0 };
    let settings = config(method, 60, 30 * 60);
    let target = [0.2, 0.4, -0.5, 5.5, 3.0];
    let cost = |x: &[f64]| 0.3 + 0.1 * x.iter().zip(target).map(|(x, t)| (x - t).powi(2)).sum::<f64>();
    let told = |optimizer: &mut Optimizer, generations: usize| {
        for _ in 0..generations {
            let costs: Vec<f64> = optimizer.ask().candidates.iter().map(|x| cost(x)).collect();
            optimizer.tell(&costs).unwrap();
        }
    };
    let mut optimizer = start(space.clone(), settings);
    told(&mut optimizer, 12);
    let before = optimizer.recommendation();
    assert!(before[1].abs() > 0.0 && before[2].abs() > 0.0);
    // All that move and may be 0, or none: something must be left to move.
    assert!(optimizer.leave_out(&[1, 2, 3, 4, 17]) && !optimizer.leave_out(&[1, 2, 4]));
    assert_eq!(optimizer.left_out(), [1, 2]);
    let is_zero = |x: &[f64]| x[1].to_bits() == 0 && x[2].to_bits() == 0;
    let mut saved = Optimizer::resume(space, settings, optimizer.snapshot().clone()).unwrap();
    for search in [&mut optimizer, &mut saved] {
        told(search, 18);
        assert!(search.ask().candidates.iter().all(|x| is_zero(x)));
        let vectors =
            [search.mean(), search.recommendation(), search.late_average().unwrap(), search.surface_optimum().unwrap()];
        let windows = search.window_averages(8).into_iter().map(|window| window.mean);
        assert!(vectors.into_iter().chain(windows).all(|x| is_zero(&x)));
        let mean = search.mean();
        assert!((mean[0] - target[0]).abs() < 0.05 && (mean[3] - target[3]).abs() < 0.05, "{mean:?}");
    }
    assert_eq!(optimizer.snapshot(), saved.snapshot());
    // Other methods have no quadratic to go on with.
    let mut cma = start(cube(3), config(Method::Cma, 9, 900));
    assert!(!cma.leave_out(&[0]) && cma.left_out().is_empty());
    let mut two = start(cube(2), config(Method::Surface { horizon: 30, scale_free: false, couples: 0 }, 60, 600));
    assert!(!two.leave_out(&[0, 1]) && two.leave_out(&[1]) && !two.leave_out(&[0]));
    assert_eq!(two.left_out(), [1]);
}

#[test]
fn a_response_surface_finds_what_lies_near_a_bound() {
    for (lower, upper, target) in [(0.5, 2.0, 1.5), (0.5, 20.0, 1.5), (0.5, 2.0, 0.6), (0.5, 2.0, 0.1)] {
        for n in [1, 3] {
            let bounded = Coordinate::free(1.0, 0.5).within(lower, upper);
            let others = std::iter::repeat_n(Coordinate::free(0.7, 0.3), n - 1);
            let space = Space::new(std::iter::once(bounded).chain(others).collect()).unwrap();
            let method = Method::Surface { horizon: 30, scale_free: false, couples: 0 };
            // Enough candidates for the prior of the quadratic terms, a thousand points, to be outweighed.
            let mut optimizer = start(space, config(method, 600, 30 * 600));
            let far = |x: f64, target: f64| 0.1 * (x - target).powi(2);
            optimizer.minimize(|x| 0.3 + far(x[0], target) + x.iter().skip(1).map(|x| far(*x, 0.2)).sum::<f64>());
            let (found, best) = (optimizer.recommendation(), target.clamp(lower, upper));
            assert!((found[0] - best).abs() < 0.1, "{best} within {lower} to {upper}, {n} coordinates: {found:?}");
        }
    }
}

/// The standard deviations of the first generation's coordinates.
fn spreads(space: Space, method: Method) -> Vec<f64> {
    let start: Vec<f64> = start(space.clone(), config(method, 400, 400)).mean();
    let candidates = self::start(space, config(method, 400, 400)).ask().candidates;
    let square = |i: usize| candidates.iter().map(|x| (x[i] - start[i]).powi(2)).sum::<f64>() / candidates.len() as f64;
    (0..start.len()).map(|i| square(i).sqrt()).collect()
}

#[test]
fn a_small_step_of_one_coordinate_widens_no_other() {
    let method = Method::Surface { horizon: 30, scale_free: true, couples: 0 };
    let space = |step: f64| {
        let coordinates = vec![Coordinate::free(1.0, 1.0), Coordinate::free(-1.0, step), Coordinate::free(0.0, 1.0)];
        Space::new(coordinates).unwrap().with_length(2.0_f64.sqrt())
    };
    let (usual, small) = (spreads(space(1.0), method), spreads(space(0.05), method));
    // A fifth of the length of the start.
    assert!(usual.iter().all(|sd| (0.2..0.33).contains(sd)), "{usual:?}");
    for i in [0, 2] {
        assert!((small[i] / usual[i] - 1.0).abs() < 0.15, "{usual:?} {small:?}");
    }
    assert!((small[1] / usual[1] / 0.05 - 1.0).abs() < 0.15, "{usual:?} {small:?}");
}

#[test]
fn bounds_and_frozen_weights_keep_the_step_size_of_a_direction() {
    // Only the direction counts, but a frozen coordinate and a box fix the scale.
    let target = [0.6, -0.5, 0.45, -0.4];
    let cosine = |x: &[f64]| {
        let steps = [1.0, 1.0, 0.3, 0.3];
        let x: Vec<f64> = x.iter().zip(steps).map(|(x, step)| x / step).collect();
        let dot: f64 = x.iter().zip(target).map(|(x, t)| x * t).sum();
        dot / (sphere(&x) * sphere(&target)).sqrt()
    };
    for seed in 0..4 {
        let space = Space::new(vec![
            Coordinate::frozen(1.0),
            Coordinate::free(-1.0, 1.0),
            Coordinate::free(0.0, 0.3).within(-2.0, 2.0),
            Coordinate::free(0.0, 0.3),
        ]);
        let method = Method::Surface { horizon: 40, scale_free: false, couples: 0 };
        let settings = Config { seed: Seed(seed), ..config(method, 100, 40 * 100) };
        let mut optimizer = start(space.unwrap().with_length(2.0_f64.sqrt()), settings);
        let mut noise = Noise::new();
        let mut widest = 0.0_f64;
        while optimizer.stop().is_none() {
            let mut lost = |x: &[f64]| {
                let win_rate = 0.3 + 0.45 * cosine(x);
                (0..14).filter(|_| noise.next() > win_rate).count() as f64 / 14.0
            };
            let costs: Vec<f64> = optimizer.ask().candidates.iter().map(|x| lost(x)).collect();
            optimizer.tell(&costs).unwrap();
            widest = widest.max(optimizer.progress().spread.unwrap());
        }
        let found = cosine(&optimizer.recommendation());
        assert!(found > 0.95 && found > cosine(&[1.0, -1.0, 0.0, 0.0]), "seed {seed}: {found}");
        // The shape stretches one coordinate by three at most.
        assert!(widest < 3.0 * 0.35 * 2.0_f64.sqrt() + 1e-9, "seed {seed}: {widest}");
    }
}
