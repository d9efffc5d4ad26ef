//! The pages of runs: what they contain, what they escape, and what they say about damage.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::tuning::{Place, SMALL, copy, endless, files, kill, rows, stderr, stdout, wait_until};

/// The markup, the script and the control characters that a text may contain.
const HOSTILE: &str = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\"'`{{nonce}}";

/// Returns the data of a page.
pub(crate) fn data(html: &str) -> Value {
    let (_, rest) = html.split_once("<script type=\"application/json\" id=\"data\">").expect("there are data");
    serde_json::from_str(rest.split_once("</script>").expect("the data end").0).unwrap()
}

fn page(place: &Place, run: &str) -> String {
    place.done(&["report", run, "-o", "-"])
}

/// Changes the text of a file.
fn change(path: &Path, work: impl FnOnce(String) -> String) {
    fs::write(path, work(fs::read_to_string(path).unwrap())).unwrap();
}

#[test]
fn a_page_holds_the_whole_run() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let before = files(&place.run("small"));
    let html = page(&place, "small");
    assert_eq!(files(&place.run("small")), before, "nothing in the folder changes");
    let data = data(&html);
    let run = &data["runs"][0];
    assert_eq!((&run["name"], &run["status"]), (&"small".into(), &"finished".into()));
    let headline = run["headline"].as_str().unwrap();
    assert!(headline.contains("improved") && html.contains("class=\"headline\""), "{headline}");
    assert!(run["notes"].as_array().unwrap().is_empty(), "{}", run["notes"]);

    let history = &run["history"];
    assert_eq!(history["generation"], serde_json::json!([1, 2, 3, 4, 5, 6]));
    let text = fs::read_to_string(place.run("small").join("history.csv")).unwrap();
    let games: Vec<u64> = text.lines().skip(1).map(|line| line.split(',').nth(2).unwrap().parse().unwrap()).collect();
    assert_eq!(history["games"], serde_json::json!(games));
    let measured: Vec<u64> =
        history["holdouts"].as_array().unwrap().iter().map(|point| point["generation"].as_u64().unwrap()).collect();
    assert_eq!(measured, [0, 2, 4]);
    assert_eq!(history["holdouts"][0]["games"], 0);
    assert_eq!(history["holdouts"][1]["games"], games[1]);
    for point in history["holdouts"].as_array().unwrap() {
        let number = |key: &str| point[key].as_f64().unwrap();
        assert!(number("low") <= number("score") && number("score") <= number("high"), "{point}");
    }
    assert_eq!(history["opponents"].as_array().unwrap().len(), 3);
    assert_eq!(history["weights"].as_array().unwrap().len(), run["slots"].as_array().unwrap().len());

    assert_eq!(run["exports"][0]["text"], place.done(&["export", "checkpoints/small/best.ron", "--format", "python"]));
    let best = place.json(&["best", "small", "--json"]);
    let weight = |name: &str| {
        run["slots"].as_array().unwrap().iter().find(|slot| slot["name"] == name).unwrap()["weight"].as_f64()
    };
    let difference = weight("opponent-moves").unwrap() - best["weights"]["opponent-moves"].as_f64().unwrap();
    assert!(difference.abs() < 1e-4, "{difference}");

    let names = run["distribution"]["names"].as_array().unwrap();
    let moving = ["opponent-moves", "own-centre-distance:early", "own-centre-distance:late", "own-ring-2"];
    let mut found: Vec<&str> = names.iter().map(|name| name.as_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, moving, "all weights that move");
    for (i, row) in run["distribution"]["correlations"].as_array().unwrap().iter().enumerate() {
        for (j, value) in row.as_array().unwrap().iter().enumerate() {
            let value = value.as_f64().unwrap();
            let mirrored = run["distribution"]["correlations"][j][i].as_f64().unwrap();
            assert!(value.abs() <= 1.0 && (value - mirrored).abs() < 1e-9 && (i != j || value > 0.999));
        }
    }

    assert_eq!(run["finals"]["rows"][0]["opponents"].as_array().unwrap().len(), 3);
    let score = run["finals"]["rows"][0]["score"]["value"].as_f64().unwrap();
    assert!((score - 100.0 * best["measured"]["score"].as_f64().unwrap()).abs() < 1e-3);
    assert!(run["reproduce"]["config"].as_str().unwrap().contains("\"own-ring-2\""));
    assert!(run["reproduce"]["command"].as_str().unwrap().contains("checkpoints/small/config.ron"));
}

#[test]
fn a_page_has_both_ends_of_an_interval_where_the_text_has_them() {
    let place = Place::new(SMALL);
    let text = place.done(&["tune", "job.ron"]);
    let object = place.json(&["tune", "job.ron", "--json"]);
    let data = data(&page(&place, "small"));
    let figures = data["runs"][0]["finals"]["rows"][0]["opponents"].as_array().unwrap().clone();
    let mut ends = 0;
    for (figure, opponent) in figures.iter().zip(object["verdict"]["final"]["opponents"].as_array().unwrap()) {
        let line = format!("    vs {:<12} ", opponent["name"].as_str().unwrap());
        let shown = text.lines().find_map(|one| one.strip_prefix(&line)).unwrap();
        let error = figure["error"].as_str().unwrap();
        assert_eq!(error.starts_with('['), shown.contains('['), "{shown} and {figure}");
        assert_eq!(error.starts_with("± "), shown.contains('±'), "{shown} and {figure}");
        if error.starts_with('[') {
            ends += 1;
            let percent = |key: &str| isotune::text::fixed(100.0 * opponent[key].as_f64().unwrap(), 1);
            assert_eq!(error, format!("[{}, {}]", percent("low"), percent("high")));
        }
    }
    assert!(ends > 0, "random loses all pairs: {text}");
    // The start was selected, which plays as improved does.
    let facts = data["runs"][0]["facts"].as_array().unwrap();
    let fact = facts.iter().find(|fact| fact["label"] == "vs improved").unwrap();
    assert_eq!([&fact["value"], &fact["note"]], ["+0.0", "points, always equal, same openings"]);
    let delta = &data["runs"][0]["finals"]["rows"][0]["delta"];
    assert_eq!([&delta["text"], &delta["error"]], ["+0.0", "(always equal)"]);
}

#[test]
fn games_are_legal_and_their_truth_is_the_solvers() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let data = data(&page(&place, "small"));
    let games = data["runs"][0]["games"]["games"].as_array().unwrap();
    assert!(!games.is_empty());
    let game = &games[0];
    let cells: Vec<String> =
        game["plies"].as_array().unwrap().iter().map(|ply| format!("{},{}", ply["cell"][0], ply["cell"][1])).collect();
    // The last position that was judged, by the verb that solves positions.
    let plies = game["plies"].as_array().unwrap();
    let judged = plies.iter().position(|ply| !ply["blunder"].is_null()).expect("the end of a game is always judged");
    let solved = place.json(&["solve", &cells[..judged].join(" "), "--json"]);
    let winning: Vec<String> = plies[judged]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|option| option["wins"] == true)
        .map(|option| format!("{},{}", option["cell"][0], option["cell"][1]))
        .collect();
    let expected: Vec<String> =
        solved["winning_moves"].as_array().unwrap().iter().map(|cell| format!("{},{}", cell[0], cell[1])).collect();
    assert_eq!(winning, expected, "{solved}");
    // The whole game ends where the program says it ends.
    let end = place.json(&["solve", &cells.join(" "), "--json"]);
    assert_eq!(end["winner"], game["winner"], "{end}");
    // The shares of the features add up to the heuristic's value.
    for option in plies[judged]["moves"].as_array().unwrap().iter().filter(|option| option["value"].is_number()) {
        let sum: f64 = option["terms"].as_array().unwrap().iter().map(|term| term[1].as_f64().unwrap()).sum();
        assert!((sum - option["value"].as_f64().unwrap()).abs() < 1e-3, "{option}");
    }
}

#[test]
fn a_page_allows_nothing_but_itself() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let html = page(&place, "small");
    let policy = html.find("Content-Security-Policy").expect("there is a policy");
    assert!(policy < html.find("<style").unwrap() && policy < html.find("<script").unwrap(), "it comes first");
    assert!(html.contains("default-src 'none'") && html.contains("connect-src 'none'"));
    let nonce = html.split_once("'nonce-").unwrap().1.split('\'').next().unwrap();
    for tag in html.match_indices("<script").map(|(at, _)| &html[at..at + 60]) {
        let data = tag.starts_with("<script type=\"application/json\"");
        assert!(data || tag.starts_with(&format!("<script nonce=\"{nonce}\">")), "{tag}");
    }
    for outside in [" src=", "href=\"http", "@import", "url(http", "unsafe-inline", "unsafe-eval"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.len() < 1_500_000, "{} bytes", html.len());
}

#[test]
fn hostile_texts_stay_texts() {
    let name = HOSTILE.replace('"', "\\\"");
    let config = SMALL.replace("(agent: \"open\")", &format!("(name: \"{name}\", agent: \"open\")"));
    let place = Place::new(&format!("// {HOSTILE} \u{7}\n{config}"));
    place.tuned("small");
    let folder = "a'b <script>alert(3)< & \"c";
    copy(&place.run("small"), &place.path("checkpoints").join(folder));
    let html = page(&place, folder);
    assert!(!html.contains("<script>alert") && !html.contains("<img"), "no text became markup");
    assert!(html.contains("<h1 id=\"name\">a&#39;b &lt;script&gt;alert(3)&lt; &amp; &quot;c</h1>"));
    let data = data(&html);
    let run = &data["runs"][0];
    assert_eq!(run["name"], folder);
    assert_eq!(run["history"]["opponents"][0]["name"], HOSTILE);
    assert!(run["reproduce"]["config"].as_str().unwrap().starts_with(&format!("// {HOSTILE} \u{7}\n")));
}

#[test]
fn a_page_is_overwritten_and_nothing_else() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let path = place.run("small").join("report.html");
    assert!(stdout(&place.isotune(&["report", "small"])).is_empty());
    let first = fs::read_to_string(&path).unwrap();
    assert_eq!(place.isotune(&["report", "small"]).status.code(), Some(0), "a report replaces a report");
    // A clock limits the games of a page.
    let without_games = |html: &str| {
        let mut data = data(html);
        data["runs"][0]["games"].take();
        data
    };
    assert_eq!(without_games(&fs::read_to_string(&path).unwrap()), without_games(&first));
    let folder = isotune::tune::RunFolder::new(place.run("small"));
    let stop = std::sync::atomic::AtomicBool::new(false);
    let read = || isotune::report::RunData::read(&folder).unwrap().with_games(&folder, &stop);
    assert_eq!(read(), read(), "without a clock the same run gives the same page");
    fs::write(&path, "mine").unwrap();
    place.refused(&["report", "small"], &["report.html", "already exists", "--force"]);
    for file in ["small.svg", "small.PNG", "small.csv"] {
        let page = Path::new(file).with_extension("html");
        let said = place.refused(&["report", "small", "-o", file], &["HTML page", file, "history.csv"]);
        assert!(said.contains(&format!("; give {}, or", page.display())), "{said}");
        assert!(!place.path(file).exists());
    }
    place.done(&["report", "small", "-o", "small.HTM"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    place.done(&["report", "small", "--force"]);
    assert_eq!(without_games(&fs::read_to_string(&path).unwrap()), without_games(&first));
    place.refused(&["report", "smal"], &["unknown run 'smal'", "small"]);
    place.refused(&["report", "small", "--terminal", "--force"], &["cannot be used with"]);
}

#[test]
fn runs_are_compared_on_one_page() {
    let place = Place::new(SMALL);
    place.tuned("small");
    place.done(&["tune", "job.ron", "--name", "other", "--set", "seed=12", "--set", "total=Generations(2)"]);
    let data = data(&place.done(&["report", "small", "--compare", "other", "-o", "-"]));
    let names: Vec<_> = data["runs"].as_array().unwrap().iter().map(|run| run["name"].clone()).collect();
    assert_eq!(names, ["small", "other"]);
    assert_eq!(data["runs"][1]["history"]["generation"], serde_json::json!([1, 2]));
    place.refused(
        &["report", "small", "--compare", "others", "-o", "-"],
        &["unknown run 'others'", "did you mean 'other'"],
    );
}

#[test]
fn an_unfinished_run_has_a_page_that_says_so() {
    let place = Place::new(&endless());
    fs::create_dir_all(place.run("new")).unwrap();
    fs::copy(place.path("job.ron"), place.run("new").join("config.ron")).unwrap();
    let new = data(&page(&place, "new"));
    assert_eq!(new["runs"][0]["status"], "not-started");
    assert_eq!(new["runs"][0]["headline"], "No generation has finished yet.");
    assert!(place.done(&["report", "new", "--terminal"]).contains("No generation has finished yet."));

    let mut run = place.start(&["tune", "job.ron"]);
    assert!(wait_until(&mut run, || rows(&place.run("small")) >= 3));
    let running = data(&page(&place, "small"));
    assert_eq!(running["runs"][0]["status"], "running");
    assert!(kill(run), "the page took nothing from the run");
    let stopped = data(&page(&place, "small"));
    let run = &stopped["runs"][0];
    assert_eq!(run["status"], "stopped");
    assert!(run["headline"].as_str().unwrap().starts_with("No verdict yet"), "{}", run["headline"]);
    assert!(run["finals"].is_null());
}

#[test]
fn damage_is_noted_or_refused() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let damaged = |name: &str, work: &dyn Fn(&Path)| {
        copy(&place.run("small"), &place.run(name));
        work(&place.run(name));
        let output = place.isotune(&["report", name, "-o", "-"]);
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let noted = |name: &str, word: &str, work: &dyn Fn(&Path)| {
        let (code, html, error) = damaged(name, work);
        assert_eq!(code, Some(0), "{name}: {error}");
        let notes = data(&html)["runs"][0]["notes"].to_string();
        assert!(notes.contains(word), "{name}: no '{word}' in {notes}");
    };
    let cut = |path: &Path| change(path, |text| text[..text.len() / 2].to_owned());
    noted("state", "resuming from the previous state", &|run| cut(&run.join("state.ron")));
    noted("history", "history.csv is missing or was changed", &|run| cut(&run.join("history.csv")));
    noted("no-history", "history.csv is missing or was changed", &|run| {
        fs::remove_file(run.join("history.csv")).unwrap();
    });
    noted("text", "history.csv is missing or was changed", &|run| {
        fs::write(run.join("history.csv"), [0xff, 0, b'\n']).unwrap();
    });
    noted("best", "best.ron", &|run| cut(&run.join("best.ron")));
    noted("no-best", "no best.ron", &|run| fs::remove_file(run.join("best.ron")).unwrap());
    noted("no-config", "config.ron is missing", &|run| fs::remove_file(run.join("config.ron")).unwrap());
    noted("not-started", "config.ron", &|run| {
        for (name, _) in files(run).into_iter().filter(|(name, _)| name != "config.ron") {
            fs::remove_file(run.join(name)).unwrap();
        }
        cut(&run.join("config.ron"));
    });
    let refused = |name: &str, word: &str, work: &dyn Fn(&Path)| {
        let (code, html, error) = damaged(name, work);
        assert_eq!((code, html.as_str()), (Some(2), ""), "{name}: {error}");
        assert!(error.contains(word), "{name}: no '{word}' in {error}");
    };
    refused("lost", "no intact previous state", &|run| {
        cut(&run.join("state.ron"));
        cut(&run.join("state.ron.previous"));
    });
    refused("other-format", "this version reads format", &|run| {
        change(&run.join("state.ron"), |text| {
            let start = "// isotune run, format 99, checksum ";
            let body = text.split_once('\n').unwrap().1;
            format!("{start}{}\n{body}", isotune::store::Digest::of(format!("{start}{body}").as_bytes()))
        });
    });
}

#[test]
fn the_terminal_has_the_curve_within_its_width() {
    let place = Place::new(SMALL);
    place.tuned("small");
    let text = place.done(&["report", "small", "--terminal"]);
    assert!(text.starts_with("small, finished\n"), "{text}");
    assert_eq!(text.matches('●').count(), 4, "three hold-outs and the legend: {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("improved") && text.contains(" games"), "{text}");
}
