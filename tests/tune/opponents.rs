//! Opponents that are runs, and rosters of the user's own, which the folder of a run keeps a copy of.

use std::fs;

use crate::tuning::{Lasting, Place, SMALL, stderr};

/// A roster with one agent besides the random one.
fn roster(agent: &str) -> String {
    format!(
        r#"(name: "mine", order: Shuffled, costs: "udacity-modern", budget: "nodes:30",
            agents: [(name: "First", agent: "{agent}"), (name: "Second", agent: "random")])"#
    )
}

#[test]
fn a_run_is_an_opponent_by_its_name() {
    let place = Place::new(SMALL);
    // From another start: weights that the candidates start with are refused.
    place.done(&["tune", "job.ron", "--name", "one", "--set", "features.opponent-moves=3.0"]);
    let set = r#"opponents=[(agent: "id:one@nodes:40"), (agent: "one"), (agent: "checkpoints/one", name: "folder")]"#;
    let opponents = |arguments: &[&str]| -> Vec<[String; 2]> {
        let plan = place.json(&[arguments, &["job.ron", "--json", "--set", set]].concat());
        let text = |opponent: &serde_json::Value, key: &str| opponent[key].as_str().unwrap().to_owned();
        let opponents = plan["opponents"].as_array().unwrap();
        opponents.iter().map(|opponent| [text(opponent, "name"), text(opponent, "agent")]).collect()
    };
    let found = [
        ["id:one@nodes:40", "id:checkpoints/one/best.ron@nodes:40"],
        ["one", "id:checkpoints/one/best.ron@nodes:60"],
        ["folder", "id:checkpoints/one/best.ron@nodes:60"],
    ];
    assert_eq!(opponents(&["check"]), found);
    assert_eq!(opponents(&["tune", "--dry-run"]), found);
    // The saved configuration names the file, so that the run goes on whatever --runs says.
    place.done(&["tune", "job.ron", "--name", "two", "--set", set, "--runs", "checkpoints"]);
    let config = fs::read_to_string(place.run("two").join("config.ron")).unwrap();
    assert!(config.contains("checkpoints/one/best.ron@nodes:40"), "{config}");
    place.done(&["resume", "checkpoints/two", "--runs", "elsewhere", "--set", "total=Generations(7)"]);
    place.done(&["resume", "one", "--fork", "three", "--set", r#"opponents=[(agent: "two")]"#]);
    place.refused(
        &["check", "job.ron", "--set", r#"opponents=[(agent: "on")]"#],
        &["unknown agent or heuristic 'on'", "'isotune runs'"],
    );
    place.refused(&["check", "job.ron", "--set", set, "--runs", "elsewhere"], &["unknown heuristic 'one'"]);
    let mine = |agent: &str| fs::write(place.path("mine.ron"), roster(agent)).unwrap();
    let with_file = ["check", "job.ron", "--set", "opponents=mine.ron"];
    mine("id:one@nodes:40");
    place.refused(&with_file, &["mine.ron, line 2", "unknown heuristic 'one'", "or a run is given by its path"]);
    mine("id:checkpoints/one@nodes:40");
    place.done(&with_file);
    for verb in
        [&["play", "one", "mine.ron/First"][..], &["compare", "id:one@nodes:9", "checkpoints/one", "--pairs", "2"]]
    {
        place.done(verb);
    }
}

#[test]
fn a_run_keeps_a_copy_of_its_roster() {
    let place = Place::new(SMALL);
    let text = roster("id:open@nodes:30") + "\n// As it was played.\n";
    fs::write(place.path("mine.ron"), &text).unwrap();
    let longer = ["--set", "total=Generations(8)"];
    let job = ["tune", "job.ron", "--set", "opponents=mine.ron", "--set", "optimizer=Auto"];
    place.done(&[&job[..], &["--name", "one"]].concat());
    let copy = place.run("one").join("roster.ron");
    assert_eq!(fs::read_to_string(&copy).unwrap(), text);
    fs::rename(place.path("mine.ron"), place.path("away.ron")).unwrap();
    let note = "note: the roster mine.ron is gone; the opponents are those of its copy, checkpoints/one/roster.ron";
    for arguments in [&["verify", "one", "--pairs", "2"][..], &["ablate", "one", "--pairs", "2"], &["resume", "one"]] {
        let output = place.isotune(arguments);
        let said = stderr(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains(note) && !said.contains("has changed since"), "{arguments:?}: {said}");
    }
    let page = place.done(&["report", "one", "-o", "-"]);
    assert!(page.contains("against the mine opponents") && !page.contains("no games are shown"));
    // A link in place of the copy is not followed.
    #[cfg(unix)]
    {
        fs::rename(&copy, place.path("aside")).unwrap();
        std::os::unix::fs::symlink(place.path("away.ron"), &copy).unwrap();
        place.refused(&["verify", "one", "--pairs", "2"], &["cannot read mine.ron"]);
        fs::remove_file(&copy).unwrap();
        fs::rename(place.path("aside"), &copy).unwrap();
    }
    place.done(&[&["resume", "one"], &longer[..]].concat());
    let with_copy = Lasting::of(&place.run("one"));
    place.done(&["resume", "one", "--fork", "far"]);
    assert_eq!(fs::read_to_string(place.run("far").join("roster.ron")).unwrap(), text);
    place.refused(
        &[&job[..], &["--name", "new"]].concat(),
        &["cannot read mine.ron", "relative to the working directory"],
    );
    fs::remove_file(&copy).unwrap();
    place.refused(&["verify", "one"], &["cannot read mine.ron", "relative to the working directory, /"]);
    // The same games as with the file itself.
    fs::rename(place.path("away.ron"), place.path("mine.ron")).unwrap();
    place.done(&["tune", "job.ron", "--set", "opponents=modern", "--set", "optimizer=Auto", "--name", "other"]);
    assert!(!place.run("other").join("roster.ron").exists(), "an embedded one needs no copy");
    let again = Place::new(SMALL);
    fs::write(again.path("mine.ron"), &text).unwrap();
    again.done(&[&job[..], &["--name", "one"]].concat());
    again.done(&[&["resume", "one"], &longer[..]].concat());
    assert_eq!(Lasting::of(&again.run("one")), with_copy);
}
