//! Figures and words that belong together: the same number wherever it is shown, beside the weights it was measured with.

use std::fs;

use crate::tuning::{Place, SMALL, unconverging};

/// A part of what `watch --terminal` prints, by its title.
fn panel(text: &str, title: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| *line != title).skip(1).take_while(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

#[test]
fn the_weights_beside_a_verdict_are_those_it_is_about() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let best = place.json(&["best", "small", "--json"])["weights"].clone();
    let shown = panel(&place.done(&["watch", "small", "--terminal"]), "weights");
    assert_eq!(shown[0].split_whitespace().collect::<Vec<_>>(), ["best", "start"]);
    let weight = |name: &str| {
        let line = shown.iter().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.split_whitespace().nth(1).unwrap().to_owned()
    };
    for name in ["own-moves", "opponent-moves"] {
        assert_eq!(weight(name), format!("{:.3}", best[name].as_f64().unwrap()), "{shown:#?}");
    }
    // The start was selected, and the search has gone elsewhere.
    assert_eq!(weight("opponent-moves"), "-1.000");
    let history = fs::read_to_string(place.run("small").join("history.csv")).unwrap();
    assert!(!history.lines().last().unwrap().contains(",-1.0,"), "{history}");
}

#[test]
fn a_hold_out_has_the_same_figures_in_the_log_as_it_had_live() {
    // Sixteen pairs: percentages that end in 5 are common, and sums over the opponents may be a little off.
    let config = unconverging().replace("every: 2, pairs: 20", "every: 1, pairs: 16");
    let place = Place::new(&config.replace("Generations(6)", "Generations(40)"));
    let text = place.done(&["tune", "job.ron", "--name", "one"]);
    let live: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("hold-out after generation ")).collect();
    let mut live: Vec<(&str, &str)> = live.iter().filter_map(|line| line.split_once(": ")).collect();
    let first = text.lines().find_map(|line| line.strip_prefix("hold-out before the first generation: ")).unwrap();
    live.insert(0, ("0", first));
    assert_eq!(live.len(), 40);
    let data = place.done(&["report", "one", "-o", "-"]);
    let start = data.find("\"holdouts\":").unwrap() + "\"holdouts\":".len();
    let list = &data[start..=start + data[start..].find(']').unwrap()];
    let holdouts: Vec<serde_json::Value> = serde_json::from_str(list).unwrap();
    for ((generation, shown), holdout) in live.iter().zip(&holdouts) {
        assert_eq!(holdout["generation"].to_string(), *generation);
        let score = isotune::text::fixed(holdout["score"].as_f64().unwrap(), 1);
        assert!(shown.starts_with(&format!("{score} ")), "{shown}, but the report has {holdout}");
    }
    let log = panel(&place.done(&["watch", "one", "--terminal"]), "log");
    let seen = log.iter().find_map(|line| line.strip_prefix("hold-out after   39  ")).unwrap();
    let figure = |text: &str| text.split(' ').next().unwrap().to_owned();
    assert_eq!(figure(seen), figure(live[39].1));
}

#[test]
fn scores_name_the_openings_they_come_from() {
    let place = Place::new(SMALL);
    place.tuned("small");
    for call in [["report", "small", "--terminal"], ["watch", "small", "--terminal"]] {
        let text = place.done(&call);
        assert!(text.contains("⠂⠂ improved (select block) "), "{text}");
        assert!(
            text.split_whitespace().collect::<Vec<_>>().join(" ").contains("unseen openings (final block), improved")
        );
    }
}

#[test]
fn one_of_a_thing_is_not_many() {
    let config = SMALL.replace("Generations(6)", "Generations(1)");
    let place = Place::new(&config.replace("(agent: \"random\"), (name: \"centre\", agent: \"center\")", ""));
    let many = ["generations", "games", "pairs", "opponents", "openings", "matches", "plies", "weights", "candidates"];
    let calls: [&[&str]; 9] = [
        &["tune", "job.ron"],
        &["resume", "small"],
        &["check", "job.ron", "--set", "features.own-ring-2=(start: 0.0, frozen: true)"],
        &["report", "small", "--terminal"],
        &["watch", "small", "--terminal"],
        &["best", "small"],
        &["report", "small", "-o", "-"],
        &["check", "job.ron", "--set", "optimizer=Cma(population: 8, games_per_candidate: 13)"],
        &["export", "small", "--format", "python"],
    ];
    for call in calls {
        let output = place.isotune(call);
        let refused = call.contains(&"optimizer=Cma(population: 8, games_per_candidate: 13)");
        assert_eq!(output.status.success(), !refused, "{call:?}");
        let text = crate::tuning::stdout(&output) + &crate::tuning::stderr(&output);
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "\",:;()".contains(c)).collect();
        let wrong = words.windows(2).find(|pair| pair[0] == "1" && many.contains(&pair[1]));
        assert_eq!(wrong, None, "{call:?}");
    }
    let text = place.done(&["resume", "small"]);
    assert!(text.contains("search finished after 1 generation: "), "{text}");
}

#[test]
fn zero_has_no_sign() {
    let place = Place::new(SMALL);
    let weights =
        "(name: \"mine\", weights: {\"own-moves\": 1.0, \"opponent-moves\": -1e-7, \"own-ring-2\": -0.00006})";
    fs::write(place.path("mine.ron"), weights).unwrap();
    let text = place.done(&["best", "mine.ron"]);
    assert!(text.contains("  0.0000\n") && text.contains(" -0.0001\n") && !text.contains("-0.0000"), "{text}");
}
