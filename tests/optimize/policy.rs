//! The division of a budget of games.

use isotune::optimize::{Policy, default_population};

#[test]
fn the_policy_follows_from_budget_and_dimension() {
    let table = [
        (2_000, 8, (19, 17, 6)),
        (20_000, 8, (37, 90, 6)),
        (200_000, 8, (80, 250, 10)),
        (200_000, 16, (80, 250, 10)),
        (2_000_000, 16, (110, 568, 32)),
    ];
    for (budget, dimension, (generations, population, games)) in table {
        let policy = Policy::new(budget, dimension).unwrap();
        let found = (policy.generations, policy.population, policy.games_per_candidate);
        assert_eq!(found, (generations, population, games), "{policy}");
        assert!(policy.games() <= budget && policy.games() * 10 > budget * 9, "{policy}");
        assert!(policy.population >= default_population(dimension));
    }
    let error = Policy::new(50, 8).unwrap_err();
    assert_eq!(error.to_string(), "50 games do not pay one generation in 8 dimensions: give at least 60");
}
