//! What a finished run tells of its stages, its hold-outs, its time and its end.
#![cfg(unix)]

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::Value;

use crate::schema::assert_valid;
use crate::tuning::{Place, SMALL, stderr};

/// The events of a run of some kind, from its log.
fn events(place: &Place, name: &str, kind: &str) -> Vec<Value> {
    let text = fs::read_to_string(place.run(name).join("log.jsonl")).unwrap();
    let events = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    events.filter(|event| event["event"] == kind).collect()
}

/// Without a terminal nothing moves on the screen, and yet every stage of the verdict is seen to begin.
#[test]
fn every_stage_of_the_verdict_is_told() {
    let place = Place::new(SMALL);
    let text = place.done(&["tune", "job.ron"]);
    let stages = events(&place, "small", "stage");
    let searched = |stage: &str| stage.starts_with("generation ") || stage.starts_with("hold-out of the mean ");
    let verdict: Vec<(&str, u64)> = stages
        .iter()
        .map(|event| (event["stage"].as_str().unwrap(), event["games"].as_u64().unwrap()))
        .filter(|(stage, _)| !searched(stage))
        .collect();
    let mut kinds: Vec<&str> = verdict.iter().map(|(stage, _)| *stage).collect();
    kinds.dedup();
    let expected = ["finalists on the select block", "winner on the final block", "head to head on the final block"];
    assert_eq!(kinds, expected, "finalists are halved in rounds, all else is played once");
    assert_eq!(stages.len() - verdict.len(), 6 + 3, "generations and hold-outs: {stages:?}");
    // The final score is that of the winner and of improved, against three opponents, of pairs of two games each.
    assert_eq!(verdict.iter().find(|(stage, _)| stage.starts_with("winner")).unwrap().1, 2 * 3 * 30 * 2);
    let told: Vec<String> = verdict.iter().map(|(stage, games)| format!("verdict, {stage}: {games} games")).collect();
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("verdict, ")).collect();
    assert_eq!(lines, told);
    // They come after the last generation and before the sentences.
    let at = |start: &str| text.lines().position(|line| line.starts_with(start)).unwrap();
    assert!(at("generation 6/6: ") < at("verdict, ") && at("verdict, ") < at("verdict: "), "{text}");
}

/// A hold-out is in the line of the generation that follows it, and nowhere else.
#[test]
fn hold_outs_are_in_the_history_where_they_were_measured() {
    let place = Place::new(&SMALL.replace("every: 2", "every: 3").replace("Generations(6)", "Generations(8)"));
    place.done(&["tune", "job.ron"]);
    let holdouts = events(&place, "small", "holdout");
    let measured: Vec<u64> = holdouts.iter().map(|event| event["generation"].as_u64().unwrap()).collect();
    assert_eq!(measured, [0, 3, 6]);
    let mut history = csv::Reader::from_path(place.run("small").join("history.csv")).unwrap();
    let columns: Vec<(usize, String)> = history.headers().unwrap().iter().map(str::to_owned).enumerate().collect();
    let columns: Vec<_> = columns.into_iter().filter(|(_, name)| name.starts_with("holdout_")).collect();
    assert_eq!(columns.len(), 5, "{columns:?}");
    let rows: Vec<csv::StringRecord> = history.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 8);
    for row in &rows {
        let generation: u64 = row[0].parse().unwrap();
        let Some(event) = holdouts.iter().find(|event| event["generation"] == generation - 1) else {
            assert!(columns.iter().all(|(at, _)| row[*at].is_empty()), "{row:?}");
            continue;
        };
        let versus = |key: &str| event["versus_improved"][key].as_f64();
        let expected = |name: &str| match name {
            "holdout_generation" => event["generation"].as_f64(),
            "holdout_score" => event["score"].as_f64(),
            "holdout_se" => event["se"].as_f64(),
            "holdout_delta" => versus("delta"),
            // The standard error of which 1.96 make half the interval.
            _ => versus("high").zip(versus("low")).map(|(high, low)| (high - low) / 2.0 / 1.959_963_984_540_054),
        };
        for (at, name) in &columns {
            let (found, expected) = (row[*at].parse::<f64>().unwrap(), expected(name).unwrap());
            assert!((found - expected).abs() < 1e-12, "{name} of generation {generation}: {found}, not {expected}");
        }
    }
}

/// The time of day in UTC some minutes from now, today or tomorrow.
fn clock(minutes: u64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() / 60;
    let time = (now + minutes) % (24 * 60);
    format!("{:02}:{:02}", time / 60, time % 60)
}

#[test]
fn a_time_of_day_sizes_a_plan() {
    const TOTAL: u64 = 100_000_000_000;
    let games = SMALL
        .replace("Generations(6)", &format!("Games({TOTAL})"))
        .replace("Cma(population: 8, games_per_candidate: 12)", "Auto");
    let place = Place::new(&games);
    let plan = |more: &[&str]| {
        let arguments = [&["tune", "job.ron", "--dry-run", "--json"], more].concat();
        let output = place.command(&arguments).env("TZ", "UTC").output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_valid("check", &plan);
        let note = plan["warnings"].to_string().contains("total 100,000,000,000 games in the configuration, ");
        assert_eq!(plan["warnings"].to_string().contains(" to fit the time"), note, "{plan}");
        (plan["search_games"].as_u64().unwrap(), note)
    };
    let (whole, noted) = plan(&[]);
    assert!(whole > TOTAL / 2 && !noted, "{whole}");
    let (minutes, noted) = plan(&["--until", &clock(4)]);
    assert!(minutes < TOTAL && noted, "{minutes} games in a few minutes");
    // A later time pays for more: thirty times as much on a machine whose load does not change.
    let (hours, noted) = plan(&["--until", &clock(2 * 60)]);
    assert!(hours > 3 * minutes && hours < TOTAL && noted, "{minutes} games in minutes, {hours} in hours");
    assert!(!place.path("checkpoints").exists(), "nothing was begun");
}

#[test]
fn a_command_follows_a_finished_run() {
    let place = Place::new(SMALL);
    let script =
        "printf '%s %s %s\\n' \"$ISOTUNE_RUN\" \"$ISOTUNE_STATUS\" \"$ISOTUNE_FOLDER\" >> finished.txt; echo said";
    let output = place.isotune(&["tune", "job.ron", "--name", "one", "--json", "--on-finish", script]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = || fs::read_to_string(place.path("finished.txt")).unwrap();
    assert_eq!(told(), "one finished checkpoints/one\n");
    // Standard output has nothing but the object; what the command says is on standard error.
    let record: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["status"], "finished");
    assert!(stderr(&output).contains("said"), "{}", stderr(&output));
    // A command that fails takes nothing away from the run.
    let output = place.isotune(&["tune", "job.ron", "--name", "two", "--on-finish", "exit 3"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("note: the command of --on-finish failed: exit status: 3"), "{}", stderr(&output));
    assert_eq!(told().lines().count(), 1);
    assert!(place.run("two").join("best.ron").exists());
}

/// The best of many noisy finalists looks better than it is: only what is clearly better replaces the recommendation.
#[test]
fn a_lucky_finalist_does_not_replace_what_the_search_recommends() {
    let job = SMALL.replace("Cma(population: 8, games_per_candidate: 12)", "Surface(population: 8, duels: false)");
    let place = Place::new(&job.replace("Generations(6)", "Generations(16)").replace("nodes:60", "nodes:20"));
    let mut lucky = 0;
    for seed in 0..8 {
        let (name, setting) = (format!("seed-{seed}"), format!("seed={seed}"));
        let printed = place.done(&["tune", "job.ron", "--name", &name, "--set", &setting]);
        // Resumed, the finished run plays nothing more and tells the same.
        let verdict = &place.json(&["resume", &name, "--json"])["verdict"];
        let finalists = verdict["finalists"].as_array().unwrap();
        let figure = |finalist: &Value, key: &str| finalist[key].as_f64().unwrap();
        let most = finalists.iter().map(|finalist| figure(finalist, "pairs")).fold(0.0, f64::max);
        let of = |name: &str| finalists.iter().find(|finalist| finalist["name"] == name).unwrap();
        let named = |key: &str| of(verdict[key].as_str().unwrap());
        let (selected, recommended, start) = (named("selected"), named("recommended"), of("start"));
        assert_eq!(recommended["name"], "tail mean");
        let marked: Vec<&str> = printed.lines().filter(|line| line.contains(" %   recommended")).collect();
        assert!(marked.len() == 1 && marked[0].starts_with("  tail mean "), "{marked:?}");
        // These two have played all pairs, so that the others are compared with them over all of them.
        assert!([recommended, start].iter().all(|kept| figure(kept, "pairs") >= most), "{verdict}");
        let value = |finalist: &Value| figure(finalist, "value");
        assert!(value(selected) >= value(recommended).max(value(start)), "{verdict}");
        let better: Vec<&Value> = finalists
            .iter()
            .filter(|finalist| figure(finalist, "pairs") >= most && value(finalist) > value(selected))
            .collect();
        for finalist in &better {
            let name = finalist["name"].as_str().unwrap();
            let line = printed.lines().find(|line| line.starts_with(&format!("  {name} "))).unwrap();
            assert!(line.ends_with("   not clearly better"), "{line}");
        }
        assert_eq!(printed.matches("not clearly better").count(), better.len(), "{printed}");
        lucky += better.len();
    }
    assert!(lucky > 0, "no finalist was better than the one that was selected");
}
