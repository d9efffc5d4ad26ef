//! Configurations and plans: what is read, what is refused and how, what follows from them.

use std::fs;
use std::path::Path;

use isotune::optimize::Policy;
use isotune::stats::PairTally;
use isotune::tune::{Objective, Throughput, TuneConfig, TunePlan};

use crate::tuning::{self, Place, SMALL};

fn config(text: &str) -> TuneConfig {
    TuneConfig::from_ron(text).unwrap()
}

fn plan(config: TuneConfig) -> TunePlan {
    TunePlan::new(config, Path::new("checkpoints/none")).unwrap()
}

/// Divides `SMALL` after assignments, at 1,000 games a second.
fn policy(assignments: &[&str]) -> Policy {
    let mut config = config(SMALL);
    for assignment in assignments {
        config.assign(assignment).unwrap();
    }
    plan(config).policy(1000.0).unwrap()
}

/// Checks that `tune` and `check` refuse a configuration with all of the words and leave nothing behind.
fn refused(config: &str, words: &[&str]) {
    let place = Place::new(config);
    for verb in ["check", "tune"] {
        let sentence = place.refused(&[verb, "job.ron"], words);
        assert!(sentence.starts_with("error: ") && sentence.trim_end().lines().count() == 1, "{sentence}");
    }
    assert!(!place.path("checkpoints").exists(), "{config}");
}

/// Refuses `SMALL` with a part replaced.
fn replaced(from: &str, to: &str, words: &[&str]) {
    assert!(SMALL.contains(from), "{from}");
    refused(&SMALL.replace(from, to), words);
}

#[test]
fn every_embedded_configuration_can_be_done() {
    assert_eq!(TuneConfig::NAMES, ["quick", "overnight", "classic", "python-150ms", "large-board"]);
    for name in TuneConfig::NAMES {
        let config = TuneConfig::named(name).unwrap();
        assert_eq!(config.name, name);
        assert_eq!(config, self::config(TuneConfig::text(name).unwrap()));
        assert_eq!(config, self::config(&config.to_ron().unwrap()));
        let policy = plan(config).policy(100.0).unwrap();
        assert!(policy.generations > 0 && policy.games_per_candidate >= 5, "{name}: {policy}");
    }
}

#[test]
fn configurations_come_back_from_their_text() {
    for optimizer in [
        "Auto",
        "Cma()",
        "Cma(population: 8, games_per_candidate: 12, restarts: 3, plateau: 0.25)",
        "LraCma(population: 9)",
        "Spsa(games_per_candidate: 4)",
        "Random()",
    ] {
        for total in ["Games(100000)", "Generations(7)", "Hours(0.1)"] {
            for opponents in ["\"classic\"", "[(agent: \"modern/AB_Open\", weight: 0.3), (agent: \"random\")]"] {
                let text = format!(
                    "(name: \"a\", seed: 18446744073709551615, board: \"6x5\", protocol: \"classic\", opponents: {opponents}, \
                     budget: \"effort:700\", costs: \"nodes-only\", optimizer: {optimizer}, total: {total}, plies: 4, \
                     objective: MeanLogit, features: {{\"own-moves\": 0.1, \"own-ring-1\": (start: (early: 1, late: -0.3), \
                     step: 1e-3, bounds: (-2, 1e300), tapered: true)}})"
                );
                let config = config(&text);
                assert_eq!(self::config(&config.to_ron().unwrap()), config, "{text}");
            }
        }
    }
}

#[test]
fn unknown_names_have_a_place_and_a_neighbour() {
    replaced("    budget:", "    bugdet:", &["job.ron, line 5, column", "'bugdet'", "did you mean 'budget'"]);
    replaced("validation: (every", "validation: (evry", &["line 14, column", "'evry'", "did you mean 'every'"]);
    replaced("frozen: true", "frozn: true", &["line 7", "'frozn'", "did you mean 'frozen'"]);
    replaced("population: 8", "popluation: 8", &["line 12", "'popluation'", "did you mean 'population'"]);
    replaced("agent: \"open\"", "agnet: \"open\"", &["line 4", "'agnet'", "did you mean 'agent'"]);
    replaced("Generations(6)", "Generation(6)", &["line 13", "'Generation'", "did you mean 'Generations'"]);
    replaced("optimizer: Cma", "optimizer: CMA", &["line 12", "'CMA'", "did you mean 'Cma'"]);
    replaced("\"own-ring-2\"", "\"own-rnig-2\"", &["line 9", "'own-rnig-2'", "did you mean 'own-ring-2'"]);
    replaced("seed: 11", "seed: -1", &["line 3", "column"]);
    replaced("name: \"small\",", "", &["'name'", "missing"]);
    replaced("seed: 11", "seed: 11, seed: 12", &["duplicate field 'seed'"]);
    replaced("\"own-moves\": (", "\"opponent-moves\": 2.0, \"own-moves\": (", &["opponent-moves"]);
    let place = Place::new(SMALL);
    place.refused(&["tune", "quik"], &["unknown configuration 'quik'", "did you mean 'quick'"]);
    place.refused(&["tune", "missing.ron"], &["missing.ron"]);
    assert!(!place.path("checkpoints").exists());
}

#[test]
fn time_is_refused_with_the_effort_that_corresponds() {
    // A node costs 8.1 µs; the 140 ms that the search has of a move's 150 are an effort of about 17,300.
    let words = ["time:150", "same on any machine", "effort:17300", "modern"];
    replaced("nodes:60", "time:150", &words);
    replaced("agent: \"open\"", "agent: \"id:open@time:150\"", &words);
    let classic = SMALL.replace("nodes:60", "time:150").replace("seed: 11", "seed: 11, protocol: \"classic\"");
    refused(&classic, &["time:150", "effort:2880", "classic"]);
}

#[test]
fn opponents_must_be_others() {
    replaced("agent: \"open\"", "agent: \"self\"", &["'self'", "candidate itself", "fixed"]);
    replaced(
        "agent: \"open\"",
        "agent: \"checkpoints/small/best.ron\"",
        &["checkpoints/small/best.ron", "candidate itself"],
    );
    let place = Place::new(&SMALL.replace("agent: \"open\"", "agent: \"start.ron\""));
    std::fs::write(place.path("start.ron"), r#"(name: "start", weights: {"own-moves": 1.0, "opponent-moves": -1.0})"#)
        .unwrap();
    place.refused(&["tune", "job.ron"], &["start.ron", "candidate itself", "start weights"]);
    let list = r#"[(agent: "open"), (agent: "random"), (name: "centre", agent: "center")]"#;
    replaced(list, "[]", &["no opponents"]);
    replaced(list, "\"modren\"", &["'modren'", "did you mean 'modern'"]);
    replaced("agent: \"open\"", "agent: \"opne\"", &["'opne'", "did you mean 'open'"]);
    replaced("agent: \"open\"", "agent: \"random\"", &["two opponents have the name 'random'"]);
    replaced("agent: \"open\"", "agent: \"open\", weight: -1.0", &["'open'", "-1", "weight"]);
    let idle = list.replace("\")", "\", weight: 0.0)");
    replaced(list, &idle, &["weight", "above 0"]);
}

#[test]
fn few_games_are_refused() {
    replaced("games_per_candidate: 12", "games_per_candidate: 4", &["4 games", "games_per_candidate to at least 6"]);
    replaced("games_per_candidate: 12", "games_per_candidate: 0", &["games_per_candidate"]);
    replaced("games_per_candidate: 12", "games_per_candidate: 13", &["13 games", "3 opponents", "use 18"]);
    let one = SMALL
        .replace(r#"[(agent: "open"), (agent: "random"), (name: "centre", agent: "center")]"#, "[(agent: \"open\")]");
    refused(&one.replace("games_per_candidate: 12", "games_per_candidate: 4"), &["4 games", "at least 6"]);
    replaced("population: 8", "population: 0", &["population"]);
    replaced("Generations(6)", "Generations(0)", &["0 generations", "one generation"]);
    replaced("Generations(6)", "Games(0)", &["0 games"]);
    replaced("Generations(6)", "Games(95)", &["95 games", "96"]);
    for hours in ["0.0", "-1.0", "1e9"] {
        replaced("Generations(6)", &format!("Hours({hours})"), &["hours", "above 0"]);
    }
}

#[test]
fn features_that_cannot_move_are_refused() {
    let bounds = "bounds: (-1.0, 1.0)";
    replaced(bounds, "bounds: (1.0, -1.0)", &["'own-ring-2'", "reversed", "(1, -1)"]);
    replaced(bounds, "bounds: (0.5, 1.0)", &["'own-ring-2'", "starts at 0", "(0.5, 1)"]);
    replaced(bounds, "step: -0.1", &["own-ring-2", "-0.1", "step"]);
    replaced(bounds, "step: 0.0", &["own-ring-2", "step"]);
    replaced(bounds, "step: inf", &["own-ring-2", "step"]);
    let frozen = r#"(name: "f", features: {"own-moves": (start: 1.0, frozen: true)}, total: Games(1000))"#;
    refused(frozen, &["frozen", "unfreeze"]);
    refused(r#"(name: "f", features: {}, total: Games(1000))"#, &["no features", "unfreeze"]);
    replaced("\"opponent-moves\": -1.0", "\"opponent-moves\": NaN", &["line 8"]);
}

#[test]
fn other_impossible_jobs_are_refused() {
    for name in ["", ".", "..", "a/b", "-a", "a b", "ä", ".hidden"] {
        replaced("name: \"small\"", &format!("name: \"{name}\""), &["invalid name", "letters"]);
    }
    for (from, to, sentence) in [
        ("every: 2", "every: 0", "'validation.every' is 0; use at least 1"),
        ("pairs: 20", "pairs: 1", "'validation.pairs' is 1; use at least 2"),
        ("select_pairs: 30", "select_pairs: 0", "'finals.select_pairs' is 0; use at least 2"),
        ("final_pairs: 30", "final_pairs: 1", "'finals.final_pairs' is 1; use at least 2"),
        ("seed: 11", "seed: 11, reporting: (every: 0)", "'reporting.every' is 0; use at least 1"),
    ] {
        replaced(from, to, &[sentence]);
    }
    // Nothing that no machine could hold or play.
    let optimizer = "Cma(population: 8, games_per_candidate: 12)";
    replaced(optimizer, "Cma(population: 1000000, games_per_candidate: 12)", &["population of 1000000", "at most"]);
    replaced(optimizer, "Cma(population: 20000, games_per_candidate: 6000)", &["memory", "at most"]);
    replaced(optimizer, "Cma(population: 8, games_per_candidate: 60000)", &["1412 openings", "at most"]);
    replaced(optimizer, &format!("Cma(games_per_candidate: {})", u64::MAX - 3), &["games per candidate"]);
    replaced("Generations(6)", &format!("Generations({})", u64::MAX), &["too large"]);
    replaced("Generations(6)", &format!("Games({})", u64::MAX), &["too large"]);
    replaced("Generations(6)", "Games(1)", &["is not enough for one generation of"]);
    replaced("seed: 11", "seed: 11, board: \"2x2\"", &["block", "larger board"]);
    replaced("bounds: (-1.0, 1.0)", "bounds: (0.0, 0.0)", &["'own-ring-2' can only be 0", "frozen: true"]);
    replaced("seed: 11", "seed: 11, plies: 3", &["2 or 4 plies", "3"]);
    replaced("seed: 11", "seed: 11, board: \"20x20\"", &["20x20"]);
    replaced("seed: 11", "seed: 11, costs: \"nodes-onyl\"", &["'nodes-onyl'"]);
    replaced("nodes:60", "nodes:0", &["nodes:0"]);
    replaced("seed: 11", "seed: 11, protocol: \"modren\"", &["'modren'", "did you mean 'modern'"]);
}

#[test]
fn assignments_change_what_they_say() {
    let mut changed = config(SMALL);
    for assignment in [
        "name=other",
        "seed=7",
        "board=8x6",
        "protocol=classic",
        "opponents=classic",
        "budget=effort:900",
        "costs=nodes-only",
        "features.own-ring-1=(start: 0.5, bounds: (0.0, 2.0))",
        "objective=WorstOpponent",
        "optimizer=LraCma(population: 6)",
        "total=Games(5000)",
        "plies=4",
        "validation.every=3",
        "validation.pairs=31",
        "finals.select_pairs=41",
        "finals.final_pairs=51",
        "reporting.every=5",
    ] {
        changed.assign(assignment).unwrap();
    }
    let expected = r#"(name: "other", seed: 7, board: "8x6", protocol: "classic", opponents: "classic", budget: "effort:900",
        costs: "nodes-only", features: {"own-moves": (start: 1.0, frozen: true), "opponent-moves": -1.0,
        "own-ring-1": (start: 0.5, bounds: (0.0, 2.0)), "own-ring-2": (start: 0.0, bounds: (-1.0, 1.0)),
        "own-centre-distance": (start: 0.0, tapered: true)}, objective: WorstOpponent, optimizer: LraCma(population: 6),
        total: Games(5000), plies: 4, validation: (every: 3, pairs: 31), finals: (select_pairs: 41, final_pairs: 51),
        reporting: (every: 5))"#;
    assert_eq!(changed, config(expected));
    let place = Place::new(SMALL);
    for (assignment, words) in [
        ("seed", &["'seed'", "key=value"][..]),
        ("sede=7", &["'sede'", "did you mean 'seed'"]),
        ("seed=x", &["'x'", "'seed'"]),
        ("total=Gmaes(5)", &["'Gmaes'", "did you mean 'Games'"]),
        (
            "features.own-rnig-2=1",
            &["'own-rnig-2'", "did you mean 'own-ring-2'", "list them with 'isotune heuristics'"],
        ),
        ("validation.evry=1", &["'validation.evry'", "did you mean 'validation.every'"]),
        ("board=7", &["'7'", "'board'"]),
        ("budget=time:100", &["time:100", "effort:"]),
    ] {
        place.refused(&["tune", "job.ron", "--set", assignment], words);
    }
    for (option, value) in
        [("--for", "0s"), ("--for", "8"), ("--for", "1d"), ("--for", ""), ("--until", "25:00"), ("--until", "7")]
    {
        place.refused(&["tune", "job.ron", option, value], &[option]);
    }
    place.refused(&["tune", "job.ron", "--for", "1h", "--until", "07:00"], &["--for", "--until"]);
    place.refused(&["tune", "job.ron", "--threads", "0"], &["--threads"]);
    place.refused(&["tune", "job.ron", "--name", "a/b"], &["a/b"]);
    assert!(!place.path("checkpoints").exists());
}

#[test]
fn a_plan_says_what_it_would_do_and_does_nothing() {
    let place = Place::new(SMALL);
    let before = tuning::files(&place.path(""));
    for arguments in [&["check", "job.ron", "--json"][..], &["tune", "job.ron", "--dry-run", "--json"]] {
        let plan = place.json(arguments);
        for (key, value) in [
            ("dimensions", 4),
            ("features", 4),
            ("population", 8),
            ("games_per_candidate", 12),
            ("games_per_generation", 96),
            ("generations", 6),
            ("search_games", 576),
        ] {
            assert_eq!(plan[key], value, "{key}: {plan}");
        }
        assert_eq!((&plan["board"], &plan["budget"]), (&"7x7".into(), &"nodes:60".into()));
        let opponents = plan["opponents"].as_array().unwrap();
        assert_eq!(
            opponents.iter().map(|opponent| &opponent["name"]).collect::<Vec<_>>(),
            ["open", "random", "centre"]
        );
        assert_eq!(opponents[0]["agent"], "id:open@nodes:60");
        let number = |key: &str| plan[key].as_f64().unwrap();
        assert!(number("games_per_second") > 0.0 && number("seconds") > 0.0, "{plan}");
        // A pair's score varies by 1/4 at most.
        for (key, pairs) in [("holdout_se", 20.0), ("final_se", 30.0)] {
            assert!(number(key) > 0.0 && number(key) <= (0.25_f64 / (3.0 * pairs)).sqrt(), "{key}: {plan}");
        }
    }
    let text = place.done(&["check", "job.ron"]);
    for part in ["4 weights to tune", "8 candidates x 12 games = 96 games", "6 generations = 576 games", "games/s", "±"]
    {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    assert!(place.done(&["tune", "job.ron", "--dry-run"]).contains("checkpoints/small"));
    assert_eq!(
        place.json(&["check", "job.ron", "--json", "--set", "seed=7", "--set", "total=Games(960)"])["generations"],
        10
    );
    assert_eq!(tuning::files(&place.path("")), before);
    // A plan needs no name, so a run of that name is not in its way.
    fs::create_dir_all(place.run("small")).unwrap();
    fs::copy(place.path("job.ron"), place.run("small").join("config.ron")).unwrap();
    let before = tuning::files(&place.run("small"));
    assert_eq!(place.json(&["tune", "job.ron", "--dry-run", "--json"])["generations"], 6);
    let text = place.done(&["tune", "job.ron", "--dry-run"]);
    assert!(text.contains("a run is in checkpoints/small already; 'isotune resume small' continues it"), "{text}");
    place.refused(&["tune", "job.ron", "--dry-run", "--set", "budget=time:100"], &["time:100", "CPython 3.6"]);
    place.refused(&["tune", "job.ron"], &["is not finished", "isotune resume small"]);
    assert_eq!(tuning::files(&place.run("small")), before);
}

#[test]
fn totals_are_divided_into_generations() {
    assert_eq!((policy(&[]).games(), policy(&["total=Games(1000)"]).generations), (576, 10));
    // An hour at 1,000 games a second, 96 games a generation.
    assert_eq!(policy(&["total=Hours(1)"]).generations, 3_600_000 / 96);
    let automatic = policy(&["optimizer=Auto", "total=Games(50000)"]);
    // 80 (C/20000)^(1/3) for the C = 50,000/6 candidates that the games would pay for, as nearly as games divide.
    assert!((58..=62).contains(&automatic.generations), "{automatic}");
    assert!(automatic.games() <= 50_000 && automatic.games() > 45_000, "{automatic}");
    assert!(automatic.games_per_candidate >= 6 && automatic.games_per_candidate.is_multiple_of(6), "{automatic}");
    let large = policy(&["optimizer=Auto", "total=Games(2000000)"]);
    assert!((98..=102).contains(&large.generations) && large.population > automatic.population, "{large}");
    // Three quarters of the games are duels, unless the objective is no mean of win rates, or there are too few games.
    assert!(automatic.couples() > 0 && automatic.games_per_couple() == 2, "{automatic}");
    let alone = automatic.population as u64 * automatic.games_per_candidate;
    assert_eq!(automatic.games_per_generation(), 4 * alone, "{automatic}");
    for without in ["objective=WorstOpponent", "optimizer=Surface(duels: false)"] {
        assert_eq!(policy(&["optimizer=Auto", "total=Games(50000)", without]).couples(), 0, "{without}");
    }
    assert_eq!(policy(&["optimizer=Auto", "total=Games(100)"]).couples(), 0);
    assert!(policy(&["optimizer=Auto", "total=Games(20000000)"]).games_per_couple() > 2);
    // Two candidates of a duel share their games.
    let duels = policy(&["optimizer=Spsa(population: 10, games_per_candidate: 4)", "total=Generations(3)"]);
    assert_eq!((duels.games_per_candidate, duels.games_per_generation(), duels.games()), (4, 20, 60));
}

#[test]
fn objectives_are_worth_what_their_formulas_say() {
    let tally = |lost, split, won| PairTally { lost, split, won };
    // Rates (2·won + split)/2n: 3/8, 4/5 and 1.
    let results = [(1.0, tally(2, 1, 1)), (2.0, tally(0, 2, 3)), (0.5, tally(0, 0, 2))];
    let close = |objective: Objective, expected: f64| {
        let value = objective.value(&results);
        assert!((value - expected).abs() < 1e-12, "{objective:?}: {value}, not {expected}");
    };
    close(Objective::MeanWinRate, (3.0 / 8.0 + 0.8 + 1.0) / 3.0);
    close(Objective::Weighted, (1.0 * 3.0 / 8.0 + 2.0 * 0.8 + 0.5 * 1.0) / 3.5);
    // Games won and lost, half a game added to each: 3 and 5, 8 and 2, 4 and 0.
    close(Objective::MeanLogit, ((3.5_f64 / 5.5).ln() + (8.5_f64 / 2.5).ln() + (4.5_f64 / 0.5).ln()) / 3.0);
    close(Objective::WorstOpponent, 3.5 / 9.0);
    for objective in [Objective::MeanWinRate, Objective::Weighted, Objective::MeanLogit, Objective::WorstOpponent] {
        assert!(objective.value(&[]).abs() < 1e-12);
        let better = [(1.0, tally(1, 2, 1)), results[1], results[2]];
        assert!(objective.value(&better) > objective.value(&results), "{objective:?}");
    }
}

/// The identity of a plan is data: a golden value shows that renaming a type or editing a description does not change it.
#[test]
fn an_identity_is_data_with_a_known_digest() {
    let digest = |text: &str| plan(config(text)).identity().unwrap().digest().to_string();
    assert_eq!(digest(SMALL), "1d3935c75ea7e09a5553e79067e45542");
    // Everything that the results of games depend on is part of it; the name, the seed and the total are not.
    for (from, to) in [
        ("nodes:60", "nodes:61"),
        ("seed: 11", "seed: 11, board: \"8x7\""),
        ("seed: 11", "seed: 11, plies: 4"),
        ("seed: 11", "seed: 11, protocol: \"classic\""),
        ("seed: 11", "seed: 11, costs: \"python\""),
        ("seed: 11", "seed: 11, objective: MeanLogit"),
        ("(agent: \"open\")", "(agent: \"improved\")"),
        ("(agent: \"open\")", "(agent: \"open\", weight: 2.0)"),
        ("bounds: (-1.0, 1.0)", "bounds: (-1.0, 2.0)"),
        ("\"opponent-moves\": -1.0", "\"opponent-moves\": -1.5"),
    ] {
        assert_ne!(digest(&SMALL.replace(from, to)), digest(SMALL), "{to}");
    }
    for (from, to) in [("\"small\"", "\"other\""), ("seed: 11", "seed: 12"), ("Generations(6)", "Generations(7)")] {
        assert_eq!(digest(&SMALL.replace(from, to)), digest(SMALL), "{to}");
    }
}

/// The verdict of the configuration would take many times the time there is.
#[test]
fn a_plan_is_fitted_to_a_time() {
    let mut config = config(SMALL);
    let finals = "finals=(select_pairs: 2000, final_pairs: 100000)";
    for assignment in ["plies=4", "total=Games(100000)", "optimizer=Auto", finals] {
        config.assign(assignment).unwrap();
    }
    let speed = Throughput { games_per_second: 1000.0, duels_per_second: 1000.0, variance: 0.1, fixed_variance: 0.1 };
    let estimate = |plan: &TunePlan| plan.estimate(&plan.policy_at(&speed).unwrap(), &speed);
    let plan = plan(config);
    let whole = estimate(&plan);
    let seconds = whole.seconds() / 4.0;
    let short = estimate(&plan.fitted(seconds, &speed).unwrap());
    assert!(short.seconds() <= seconds && short.seconds() > seconds / 2.0, "{short:?}");
    assert!(short.verdict_games <= 2 * short.search_games, "{short:?}");
    assert!(short.verdict_games < whole.verdict_games && short.final_se > whole.final_se, "{short:?}");
}
