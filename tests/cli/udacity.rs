//! `isotune udacity` with stand-ins for checkouts of both versions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{isotune, json, refused};
use crate::schema::assert_valid;
use crate::tuning::{Place, SMALL, signal, stderr, wait_until};

/// Writes a checkout of a version.
fn checkout(version: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python");
    let standin = python.join("standin");
    let copy = |from: PathBuf, to: &str| fs::copy(from, folder.path().join(to)).unwrap();
    copy(python.join("board.py"), "board.py");
    copy(standin.join("sample_players.py"), "sample_players.py");
    for file in ["isolation.py", "game_agent.py"] {
        copy(standin.join(version).join(file), file);
    }
    folder
}

/// Returns every file of a folder with its content.
fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap())).collect()
}

#[test]
fn a_check_changes_nothing() {
    for (version, own) in [("modern", "custom_score_2"), ("classic", "custom_score")] {
        let folder = checkout(version);
        let before = content(folder.path());
        let record = json(&["udacity", folder.path().to_str().unwrap(), "--json"]);
        assert_valid("udacity", &record);
        assert_eq!(record["protocol"], version);
        assert_eq!(record["own"], serde_json::json!([own]), "those that raise an error are left out");
        let unwritten = if version == "modern" { serde_json::json!(["custom_score"]) } else { serde_json::json!([]) };
        assert_eq!(record["unwritten"], unwritten);
        assert_eq!(content(folder.path()), before);
        // The file itself stands for its folder.
        let file = folder.path().join("game_agent.py");
        assert_eq!(json(&["udacity", file.to_str().unwrap(), "--json"]), record);
        let mut inside = std::process::Command::new(env!("CARGO_BIN_EXE_isotune"));
        let inside = inside.args(["udacity", "game_agent.py"]).current_dir(folder.path()).output().unwrap();
        assert!(inside.status.success(), "{}", String::from_utf8_lossy(&inside.stderr));
        let line = "\nnot written yet (NotImplementedError), and left out: custom_score\n";
        assert_eq!(String::from_utf8_lossy(&inside.stdout).contains(line), version == "modern");
    }
}

#[test]
fn modules_are_written_beside_the_agents_and_work_there() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let before = content(folder.path());
    let text =
        String::from_utf8(isotune(&["udacity", place, "improved", "open-space-hybrid", "--dry-run"]).stdout).unwrap();
    assert!(text.contains("not written") && text.contains("    from isotune_score import custom_score\n"), "{text}");
    assert_eq!(content(folder.path()), before);
    let output = isotune(&["udacity", place, "improved", "open-space-hybrid"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(
        lines,
        ["from isotune_score import custom_score", "from isotune_score_2 import custom_score as custom_score_2"]
    );
    let mut after = content(folder.path());
    assert!(after.remove("isotune_score.py").is_some() && after.remove("isotune_score_2.py").is_some());
    let text = String::from_utf8(isotune(&["udacity", place, "open", "--dry-run"]).stdout).unwrap();
    assert!(text.contains("isotune_score.py, which has other content: --force overwrites it\n"), "{text}");
    refused(&["udacity", "improved", place], &["is a folder with game_agent.py; give it before the weights"]);
    assert_eq!(after, before, "nothing else has changed");
    // The lines at the end of game_agent.py make them the checkout's own.
    let agent = folder.path().join("game_agent.py");
    let original = fs::read_to_string(&agent).unwrap();
    fs::write(&agent, format!("{original}\n{}\n", lines.join("\n"))).unwrap();
    let record = json(&["udacity", place, "--json"]);
    assert_eq!(record["own"], serde_json::json!(["custom_score", "custom_score_2"]));
    let before = content(folder.path());
    let output = isotune(&["udacity", place, "improved"]);
    assert!(output.status.success(), "the same again overwrites nothing");
    let text = String::from_utf8(output.stdout).unwrap();
    let module = folder.path().join("isotune_score.py");
    assert!(text.contains(&format!("improved unchanged: {}\n", module.display())), "{text}");
    assert!(!text.contains("written"), "{text}");
    let record = json(&["udacity", place, "improved", "--json"]);
    assert_valid("udacity", &record);
    assert_eq!((&record["modules"][0]["written"], &record["modules"][0]["unchanged"]), (&false.into(), &true.into()));
    refused(&["udacity", place, "open"], &["isotune_score.py", "already exists", "--force"]);
    fs::write(&agent, original).unwrap();
    // The second exists, so that the first is not written either.
    fs::remove_file(folder.path().join("isotune_score.py")).unwrap();
    refused(&["udacity", place, "open", "improved"], &["isotune_score_2.py", "already exists"]);
    assert!(!folder.path().join("isotune_score.py").exists());
    assert!(isotune(&["udacity", place, "open", "improved", "--force"]).status.success());
    assert_ne!(content(folder.path()), before);
}

/// Writes the agents of a checkout anew with some lines at the end.
fn append(folder: &TempDir, original: &str, lines: &str) {
    fs::write(folder.path().join("game_agent.py"), format!("{original}\n{lines}\n")).unwrap();
}

#[test]
fn a_module_that_is_imported_already_is_noticed() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let original = fs::read_to_string(folder.path().join("game_agent.py")).unwrap();
    let text = |arguments: &[&str]| {
        let output = isotune(&[&["udacity", place], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text(&["polosin-final"]).contains("add this line to "));
    let says = |function: &str| format!("game_agent.py already imports isotune_score for {function}\n");
    let plays = "\n'python3 tournament.py' there plays with it\n";
    for (lines, function) in [
        ("from isotune_score import custom_score", "custom_score"),
        ("import isotune_score\ncustom_score = isotune_score.custom_score", "custom_score"),
        ("from isotune_score import custom_score as custom_score_3", "custom_score_3"),
        (
            "import isotune_score as i\ndef custom_score(game, player):\n    return i.custom_score(game, player)",
            "custom_score",
        ),
        ("from isotune_score import custom_score\ncustom_score_2 = custom_score", "custom_score and custom_score_2"),
    ] {
        append(&folder, &original, lines);
        let said = text(&["polosin-final"]);
        assert!(said.contains(&says(function)) && said.contains(plays), "{lines}: {said}");
        assert!(!said.contains("add ") && !said.contains("    from"), "{lines}: {said}");
        assert!(said.contains("polosin-final unchanged: "), "{lines}: {said}");
    }
    // An import that does not reach a custom_score is none; nor is another module's.
    append(&folder, &original, "import isotune_score\nfrom sample_players import improved_score as custom_score");
    assert!(text(&["polosin-final"]).contains("add this line to "));
    // Only what is new is to be added.
    append(&folder, &original, "from isotune_score import custom_score");
    let said = text(&["polosin-final", "open"]);
    assert!(said.contains(&says("custom_score")) && said.contains("add this line"), "{said}");
    let lines: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    assert_eq!(lines, ["from isotune_score_2 import custom_score as custom_score_2"]);
    // Nobody plays yet with what was not written.
    let said = text(&["open", "--dry-run"]);
    assert!(said.contains("open not written") && said.contains(&says("custom_score")), "{said}");
    assert!(!said.contains(plays), "{said}");
    let record = json(&["udacity", place, "polosin-final", "--json"]);
    assert_valid("udacity", &record);
    assert_eq!(record["modules"][0]["imported_as"], serde_json::json!(["custom_score"]));
}

#[test]
fn a_heuristic_that_the_checkout_has_already_plays_once() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let original = fs::read_to_string(folder.path().join("game_agent.py")).unwrap();
    assert!(isotune(&["udacity", place, "polosin-final"]).status.success());
    let imports = "from isotune_score import custom_score";
    append(&folder, &original, &format!("del custom_score_2\n{imports}"));
    let short = ["--tournament", "1", "--time", "20"];
    let output = isotune(&[&["udacity", place, "polosin-final"], &short[..]].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\ncustom_score is polosin-final, which plays once\n"), "{text}");
    assert!(!text.contains("| custom_score") && !text.contains("verdict: custom_score"), "{text}");
    assert!(!text.lines().any(|line| line.starts_with("measured") && line.contains("custom_score")), "{text}");
    // Another heuristic would replace it, and is compared with it as long as it is not written.
    let agents = |source: &str, more: &[&str]| {
        let record = json(&[&["udacity", place, source, "--json"], &short[..], more].concat());
        assert_valid("udacity", &record);
        let agents = record["tournament"]["agents"].as_array().unwrap().clone();
        agents
            .into_iter()
            .map(|agent| (agent["name"].clone(), agent["also"].clone(), agent["calls"].clone()))
            .collect::<Vec<_>>()
    };
    let (none, null) = (serde_json::json!([]), Value::Null);
    let baseline = ("improved".into(), none.clone(), null.clone());
    let own = |calls: Value| ("custom_score".into(), none.clone(), calls);
    let once = |name: &str| (name.into(), serde_json::json!(["custom_score"]), null.clone());
    let hybrid = "open-space-hybrid";
    assert_eq!(
        agents(hybrid, &["--dry-run"]),
        [baseline.clone(), (hybrid.into(), none.clone(), null.clone()), own(null.clone())]
    );
    assert_eq!(agents(hybrid, &["--force"]), [baseline.clone(), once(hybrid)]);
    // A function that calls it may do more.
    append(
        &folder,
        &original,
        "import isotune_score\ndel custom_score_2\ndef custom_score(game, player):\n    return 1.0 + isotune_score.custom_score(game, player)",
    );
    assert_eq!(agents(hybrid, &[]), [baseline, (hybrid.into(), none.clone(), null.clone()), own(hybrid.into())]);
}

#[test]
fn a_module_that_is_lost_or_broken_is_said_to_be_written_how() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let original = fs::read_to_string(folder.path().join("game_agent.py")).unwrap();
    let remedy = |rest: &str| format!("with 'isotune udacity {place} {rest}', or with other weights");
    append(&folder, &original, "from isotune_score import custom_score");
    // The default run is proposed where it is there.
    let runs = Place::new(SMALL);
    let refused = |arguments: &[&str], words: &[&str]| runs.refused(arguments, words);
    refused(&["udacity", place], &["No module named 'isotune_score'; write it ", &remedy("isotune-python")]);
    runs.tuned("quick");
    refused(&["udacity", place], &["No module named 'isotune_score'; write it ", &remedy("quick")]);
    for broken in ["", "def broken("] {
        fs::write(folder.path().join("isotune_score.py"), broken).unwrap();
        refused(&["udacity", place], &["isotune_score", "; write it again ", &remedy("quick --force")]);
        refused(&["udacity", place, "open"], &["isotune_score.py already exists; use --force to overwrite it"]);
    }
    assert!(isotune(&["udacity", place, "open", "--force"]).status.success());
    append(&folder, &original, "from isotune_score_2 import custom_score as custom_score_2");
    refused(&["udacity", place], &["No module named 'isotune_score_2'", &remedy("quick isotune-python --force")]);
    refused(&["udacity", place, "open"], &["No module named 'isotune_score_2'", &remedy("open quick --force")]);
    // Nor does writing a module help where another name is imported from it.
    for (sources, module) in [(&["open", "improved"][..], "isotune_score_2"), (&["open"][..], "isotune_score")] {
        append(&folder, &original, "");
        assert!(isotune(&[&["udacity", place], sources, &["--force"]].concat()).status.success());
        append(&folder, &original, &format!("from {module} import custom_score_2"));
        let ending = if module == "isotune_score" { "" } else { " as custom_score_2" };
        let line = format!("write 'from {module} import custom_score{ending}' in game_agent.py\n");
        for sources in [sources, &[]] {
            let output = isotune(&[&["udacity", place], sources].concat());
            let sentence = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{sentence}");
            assert!(sentence.ends_with(&line) && !sentence.contains("--force"), "{sentence}");
        }
    }
    // Another module is for the student to find.
    append(&folder, &original, "from my_scores import custom_score");
    refused(&["udacity", place], &["No module named 'my_scores'; correct it, 'python3 tournament.py' must run there"]);
}

/// Weights are written whatever their verdict was, but not without a word about it.
#[test]
fn a_verdict_without_improvement_is_noted() {
    let folder = checkout("modern");
    let project = folder.path().to_str().unwrap();
    let place = Place::new(SMALL);
    let said = |delta: f64, se: f64, source: &str| {
        let score = format!(
            "(score: 0.7, se: 0.01, pairs: 100, block: \"final\", roster: \"modern\", budget: \"nodes:60\", delta: {delta:?}, \
             delta_se: {se:?})"
        );
        let provenance = format!(
            "(run: \"mine\", seed: 0, config: \"0\", generation: 6, games: 900, score: Some({score}), verified: true, \
             version: \"0.3.0\")"
        );
        let weights = "{\"own-moves\": 1.0, \"opponent-moves\": -1.5}";
        let text = format!("(name: \"mine\", provenance: Some({provenance}), weights: {weights})");
        fs::write(place.path("mine.ron"), text).unwrap();
        let output = place.isotune(&["udacity", project, source, "--force"]);
        assert!(output.status.success(), "{}", stderr(&output));
        stderr(&output)
    };
    let note = "note: the verdict on mine.ron: no improvement shown, +1.00 ± 1.96 points against improved\n";
    assert_eq!(said(0.01, 0.01, "mine.ron"), note);
    assert_eq!(said(0.05, 0.01, "mine.ron"), "");
    // A run without a finalist that did better than the start weights.
    let kept = SMALL.replace("Generations(6)", "Generations(1)").replace("start: 1.0", "start: 1.5");
    let place = Place::new(&kept);
    let record = place.json(&["tune", "job.ron", "--name", "kept", "--json"]);
    let said = stderr(&place.isotune(&["udacity", project, "kept", "--force"]));
    let shown = record["verdict"]["final"]["versus_improved"]["low"].as_f64().unwrap() > 0.0;
    let improves = record["verdict"]["selected"] != "start" && shown;
    assert_eq!(said.contains("the verdict on kept: no improvement shown, "), !improves, "{said}{record}");
}

#[test]
fn quiet_prints_results_without_advice() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    for sources in [&[][..], &["open"][..]] {
        let output = isotune(&[&["-q", "udacity", place], sources].concat());
        assert!(output.status.success() && output.stderr.is_empty());
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(&format!("{place}: AIND-Isolation, modern, Python 3.")), "{text}");
        assert_eq!(lines[1..], ["its own heuristics: custom_score_2"]);
    }
    assert!(folder.path().join("isotune_score.py").exists());
    let output = isotune(&["-q", "udacity", place, "open", "--tournament", "1", "--time", "20"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("| agent ") && text.contains("verdict: open (exported) "), "{text}");
    assert!(output.stderr.is_empty() && !text.contains("add this line"), "{text}");
}

/// The names of the modules are fixed, so that no other file can be given.
#[test]
fn a_module_that_cannot_be_written_has_no_other_name() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let module = folder.path().join("isotune_score.py");
    let refusal = |arguments: &[&str]| {
        let output = isotune(&[&["udacity", place, "open"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        let sentence = String::from_utf8(output.stderr).unwrap();
        let path = module.to_str().unwrap();
        sentence.trim_end().split_once(path).unwrap_or_else(|| panic!("no {path} in {sentence}")).1.to_owned()
    };
    fs::write(&module, "def custom_score(game, player): return 0.0\n").unwrap();
    assert_eq!(refusal(&[]), " already exists; use --force to overwrite it");
    let writable = fs::metadata(&module).unwrap().permissions();
    let mut read_only = writable.clone();
    read_only.set_readonly(true);
    fs::set_permissions(&module, read_only).unwrap();
    assert_eq!(refusal(&["--force"]), " is read-only; make it writable");
    fs::set_permissions(&module, writable).unwrap();
    fs::remove_file(&module).unwrap();
    fs::create_dir(&module).unwrap();
    assert_eq!(refusal(&["--force"]), " is not a regular file; remove it");
    fs::remove_dir(&module).unwrap();
    #[cfg(unix)]
    {
        assert!(std::process::Command::new("mkfifo").arg(&module).status().unwrap().success());
        assert_eq!(refusal(&[]), " is not a regular file; remove it", "and nobody waits for the pipe");
    }
}

#[test]
fn weights_for_the_other_version_are_warned_of() {
    for (version, other, own) in [("modern", "classic", "isotune-modern"), ("classic", "modern", "isotune-classic")] {
        let folder = checkout(version);
        let with = |source: &str| {
            let output = isotune(&["udacity", folder.path().to_str().unwrap(), source, "--dry-run"]);
            assert!(output.status.success());
            String::from_utf8(output.stderr).unwrap()
        };
        let said = with(&format!("isotune-{other}"));
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with(&format!("warning: isotune-{other} was tuned for {other} rules")), "{said}");
        assert_eq!((with(own), with("improved")), (String::new(), String::new()));
    }
}

/// Plays a short tournament: the stand-ins search within little time, so that only the machinery is tested.
fn short_tournament(version: &str, games: u64) -> Value {
    let folder = checkout(version);
    let place = folder.path().to_str().unwrap();
    let arguments = ["udacity", place, "polosin-final", "--dry-run", "--tournament", "1", "--time", "20", "--json"];
    let record = json(&arguments);
    assert_valid("udacity", &record);
    let tournament = &record["tournament"];
    let agents = tournament["agents"].as_array().unwrap();
    let names: Vec<&str> = agents.iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["improved", "polosin-final"]);
    assert_eq!(names.len(), 3, "and the one of its own that works");
    assert!(agents[0]["versus_improved"].is_null(), "{record}");
    assert!(agents[1]["predicted_versus_improved"]["delta"].is_f64(), "{record}");
    for agent in agents {
        assert_eq!(agent["played"]["games"], games, "{agent}");
        assert_eq!(agent["opponents"].as_array().unwrap().len(), 7);
        let predicted = agent["predicted"]["score"].as_f64();
        assert_eq!(predicted.is_some(), !agent["name"].as_str().unwrap().starts_with("custom"), "{agent}");
    }
    let node = tournament["node_microseconds"].as_f64().unwrap();
    assert!(node > 0.1 && node < 1000.0, "{node}");
    record
}

#[test]
fn the_modern_tournament_is_played_and_predicted() {
    let record = short_tournament("modern", 14);
    let calls = &record["tournament"]["call_microseconds"];
    for name in ["open", "center", "improved", "polosin-final", "custom_score_2"] {
        assert!(calls[name].as_f64().unwrap() > 0.0, "{name}: {calls}");
    }
}

/// The export of a heuristic that the checkout has as well is many times as fast, and no opponent may play with it.
#[test]
fn an_exported_heuristic_takes_the_place_of_none() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let record = json(&["udacity", place, "improved", "--dry-run", "--tournament", "1", "--time", "20", "--json"]);
    assert_valid("udacity", &record);
    assert_eq!(record["modules"][0]["source"], "improved");
    let agents = record["tournament"]["agents"].as_array().unwrap();
    let names: Vec<&str> = agents.iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["improved", "improved (exported)", "custom_score_2"]);
    assert!(agents[1]["predicted_versus_improved"]["delta"].is_f64(), "{record}");
    let calls = &record["tournament"]["call_microseconds"];
    assert!(calls["improved"].is_f64() && calls["improved (exported)"].is_f64(), "both are measured: {calls}");
}

#[test]
fn the_table_of_a_tournament_is_written_as_csv() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let file = folder.path().join("table.csv");
    let table = ["udacity", place, "--tournament", "1", "--time", "20", "--csv", file.to_str().unwrap()];
    let record = json(&[&table[..], &["--json"]].concat());
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let scores = |kind: &str| {
        let keys = ["score", "se", "low", "high", "sample_se", "pairs", "games", "census"];
        keys.map(|key| format!("{kind}.{key}")).to_vec()
    };
    let columns = [vec!["agent".to_owned(), "opponent".to_owned()], scores("played"), scores("predicted")].concat();
    assert_eq!(reader.headers().unwrap().iter().collect::<Vec<_>>(), [columns, vec!["z".to_owned()]].concat());
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let number = |row: &BTreeMap<String, String>, key: &str| row[key].parse::<f64>().ok();
    let mut expected = rows.iter();
    for agent in record["tournament"]["agents"].as_array().unwrap() {
        let row = expected.next().unwrap();
        assert_eq!((&agent["name"], row["opponent"].as_str()), (&row["agent"].as_str().into(), "all"));
        for versus in std::iter::once(agent).chain(agent["opponents"].as_array().unwrap()) {
            let row = if versus == agent { row } else { expected.next().unwrap() };
            assert!(versus == agent || versus["name"] == row["opponent"].as_str(), "{row:?}");
            assert_eq!(number(row, "played.score"), versus["played"]["score"].as_f64());
            assert_eq!(number(row, "predicted.score"), versus["predicted"]["score"].as_f64());
        }
    }
    assert!(expected.next().is_none());
    refused(&table, &["table.csv already exists", "--force"]);
    refused(&["udacity", place, "--csv", "-"], &["--tournament"]);
    let output = isotune(&["udacity", place, "--tournament", "1", "--time", "20", "--csv", "-"]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.starts_with("agent,opponent,played.score,") && printed.lines().count() == 17, "{printed}");
}

/// The first opponents are the easy ones, so that a score of them alone is not to be taken for one of all.
#[cfg(unix)]
#[test]
fn a_tournament_that_is_stopped_says_how_many_opponents_were_met() {
    let folder = checkout("modern");
    let agents = folder.path().join("game_agent.py");
    // A mark that a game against the second opponent, which is the first minimax player, has gone on for a while.
    let first = "    def get_move(self, game, time_left):\n";
    let marked = format!("{first}        if game.move_count > 6: open('mark', 'w').close()\n");
    fs::write(&agents, fs::read_to_string(&agents).unwrap().replacen(first, &marked, 1)).unwrap();
    let place = Place::new(SMALL);
    let project = folder.path().to_str().unwrap();
    let arguments = ["udacity", project, "--tournament", "20", "--time", "40", "--processes", "1"];
    let mut playing = place.start(&arguments);
    assert!(wait_until(&mut playing, || folder.path().join("mark").exists()), "it plays");
    signal(&playing, "-INT");
    let output = playing.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("PARTIAL: stopped before all games were played"), "{text}");
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let improved = text.lines().map(cells).find(|cells| cells.get(1).is_some_and(|name| name == "improved")).unwrap();
    assert_eq!(improved[2..4], ["1 of 7 opponents", "8"], "{text}");
}

#[test]
fn the_classic_tournament_is_played_and_predicted() {
    short_tournament("classic", 28);
}

/// The commands of the README, and then the project's own tournament.
#[test]
fn a_student_gets_from_a_run_to_a_tournament_in_three_commands() {
    let folder = checkout("modern");
    let place = Place::new(SMALL);
    place.tuned("small");
    let project = folder.path().to_str().unwrap();
    let text = place.done(&["udacity", project, "small"]);
    assert!(text.contains("its own heuristics: custom_score_2"), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("    ")).unwrap();
    assert_eq!(line, "from isotune_score import custom_score");
    assert!(text.contains("python3 tournament.py"), "{text}");
    let script = format!("echo '{line}' >> {project}/game_agent.py");
    assert!(std::process::Command::new("sh").args(["-c", &script]).status().unwrap().success());
    let tournament = std::process::Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/standin/tournament.py"))
        .args([project, "1", "20"])
        .output()
        .unwrap();
    let table = String::from_utf8(tournament.stdout).unwrap();
    assert!(tournament.status.success(), "{table}{}", String::from_utf8_lossy(&tournament.stderr));
    assert!(table.contains("AB_Improved") && table.contains("AB_Custom") && table.contains("0 forfeits"), "{table}");
    // The heuristic that plays there is the run's.
    let scores = "import game_agent, isotune_score; assert game_agent.custom_score is isotune_score.custom_score";
    assert!(
        std::process::Command::new("python3").args(["-c", scores]).current_dir(project).status().unwrap().success()
    );
    // A module that was lost is written again, although the project cannot be imported without it; the same with a broken one.
    let module = folder.path().join("isotune_score.py");
    let written = fs::read_to_string(&module).unwrap();
    fs::remove_file(&module).unwrap();
    let remedy = format!("'isotune udacity {project} isotune-python'");
    place.refused(&["udacity", project], &["No module named 'isotune_score'", "write it with", &remedy]);
    place.done(&["udacity", project, "small"]);
    fs::write(&module, "def broken(").unwrap();
    place.done(&["udacity", project, "small", "--force"]);
    assert_eq!(fs::read_to_string(&module).unwrap(), written);
    let text = place.done(&["udacity", project, "small", "--tournament", "1", "--time", "20"]);
    assert!(text.contains("verdict: small against improved: too few games to tell"), "{text}");
    assert!(text.contains("modern, 1 match, 20 ms of process time a move"), "{text}");
    // With the module in place, isotune's own account of the tournament can be had as well.
    let record = place.json(&["udacity", project, "small", "--tournament", "1", "--time", "20", "--json"]);
    assert_valid("udacity", &record);
    let names: Vec<&str> = record["tournament"]["agents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|agent| agent["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["improved", "small", "custom_score_2"], "custom_score is small, and plays once");
}

#[test]
fn faults_of_the_checkout_are_told() {
    let folder = checkout("modern");
    let place = folder.path().to_str().unwrap();
    let agent = folder.path().join("game_agent.py");
    let sound = fs::read_to_string(&agent).unwrap();
    let with = |from: &str, to: &str| {
        assert!(sound.contains(from));
        fs::write(&agent, sound.replace(from, to)).unwrap();
    };
    with("        best, value = (-1, -1), -INF\n", "        raise NotImplementedError\n");
    refused(&["udacity", place], &["the code in", "NotImplementedError", "tournament.py"]);
    with("class AlphaBetaPlayer", "class SomethingElse");
    refused(&["udacity", place], &["neither AlphaBetaPlayer"]);
    with("INF = float", "INF = flaot");
    refused(&["udacity", place], &["NameError", "flaot"]);
    with(
        "    def get_move(self, game, time_left):",
        "    def get_move(self, game, time_left):\n        import os; os._exit(3)",
    );
    refused(&["udacity", place], &["it ended with exit code 3"]);
    // Its prints are not for isotune, and an error in a game is a loss.
    with(
        "        self.time_left = time_left\n",
        "        self.time_left = time_left\n        print('thinking')\n        if game.move_count > 4: raise KeyError('lost')\n",
    );
    let record = json(&["udacity", place, "--tournament", "1", "--time", "20", "--processes", "1", "--json"]);
    let faults = record["tournament"]["faults"].as_array().unwrap();
    assert!(!faults.is_empty() && faults.iter().all(|fault| fault["reason"] == "KeyError: 'lost'"), "{faults:?}");
    // One of its own heuristics that fails at once is left out, with its reason; one that is not written is no failure.
    let broken = "def custom_score_3(game, player):\n    return gmae.move_count\n";
    fs::write(&agent, format!("{sound}\n\n{broken}")).unwrap();
    let record = json(&["udacity", place, "--json"]);
    assert_valid("udacity", &record);
    let error = "NameError: name 'gmae' is not defined";
    let failing = serde_json::json!([{"function": "custom_score_3", "error": error}]);
    assert_eq!((&record["own"], &record["failing"]), (&serde_json::json!(["custom_score_2"]), &failing));
    let text = String::from_utf8(isotune(&["udacity", place, "-q"]).stdout).unwrap();
    assert!(text.contains(&format!("custom_score_3 fails and is left out: {error}")), "{text}");
    // One of its own heuristics that fails now and then loses its games and stops no other.
    let failing = "def custom_score_3(game, player):\n    return 1 / (len(game.get_blank_spaces()) % 3)\n";
    fs::write(&agent, format!("{sound}\n\n{failing}")).unwrap();
    let record = json(&["udacity", place, "--tournament", "1", "--time", "20", "--processes", "1", "--json"]);
    let faults = record["tournament"]["faults"].as_array().unwrap();
    let divided = faults.iter().filter(|fault| fault["reason"] == "ZeroDivisionError: division by zero");
    let divided: Vec<&Value> = divided.map(|fault| &fault["agent"]).collect();
    assert!(!divided.is_empty() && divided.iter().all(|agent| *agent == "custom_score_3"), "{faults:?}");
    // The first late move of a process ends its game, no other.
    with(
        "        self.time_left = time_left\n",
        "        self.time_left = time_left\n        if game.move_count > 4 and 'late' not in globals():\n            globals()['late'] = 1\n            raise KeyError('once')\n",
    );
    let output = isotune(&["udacity", place, "--tournament", "1", "--time", "20", "--processes", "1"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let faults: Vec<&str> = text.lines().filter(|line| line.contains("KeyError: 'once'")).collect();
    assert!(faults.len() == 1 && faults[0].contains(" lost 1 game against "), "{text}");
    refused(&["udacity", place, "--python", "no-such-python"], &["no-such-python", "--python"]);
    refused(&["udacity", place, "improvd"], &["unknown", "improved"]);
    refused(&["udacity", place, "open", "open"], &["given twice"]);
    refused(&["udacity", place, "open", "null", "improved", "center"], &["4 SOURCEs", "3 at most", "custom_score"]);
    refused(&["udacity", "no-such-folder"], &["no-such-folder", "not a checkout", "game_agent.py"]);
    fs::remove_file(folder.path().join("sample_players.py")).unwrap();
    refused(&["udacity", place], &["has no sample_players.py"]);
}
