//! The page in a real browser: drawn, clicked, typed at, live. Skipped with a line where there is no chromium.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::json;

use crate::browser::Browser;
use crate::tuning::{Place, SMALL, endless, kill, rows, signal, wait_until};

/// A run of some seconds: long enough to be watched, stopped and resumed.
fn slow() -> String {
    SMALL.replace("nodes:60", "nodes:300").replace("Generations(6)", "Generations(30)").replace("\"small\"", "\"slow\"")
}

/// Starts a server and returns its process and address.
fn watch(place: &Place, arguments: &[&str]) -> (Child, String) {
    let mut server = place.command(arguments).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    (server, line.trim().to_owned())
}

const DRAWN: &str = "[...document.querySelectorAll('.plot canvas')].every((canvas) => {
    const pixels = new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
    return new Set(pixels).size > 8;
})";

#[test]
fn a_report_is_drawn_at_every_width_and_in_both_schemes() {
    let Some(mut browser) = Browser::start() else { return };
    // The default search, which records what its steps are worth.
    let place = Place::new(&SMALL.replace("Cma(", "Surface("));
    place.tuned("small");
    place.done(&["report", "small"]);
    let address = format!("file://{}", place.run("small").join("report.html").display());
    let mut pictures = Vec::new();
    for (width, scheme) in [(400, "light"), (400, "dark"), (1600, "light"), (1600, "dark")] {
        browser.set(width, scheme);
        browser.open(&address);
        let sections =
            "[...document.querySelectorAll('main section')].filter((one) => !one.hidden).map((one) => one.id)";
        let expected =
            ["use", "winrate", "opponents", "weights", "search", "correlation", "finals", "board", "reproduce"];
        assert_eq!(browser.value(sections), json!(expected), "{width} {scheme}");
        // The win rate, three opponents, the weights, step size, axis ratio, learning rate and signal to noise.
        browser.wait("document.querySelectorAll('.plot canvas').length === 9");
        browser.wait(DRAWN);
        let overflow = browser.value("document.documentElement.scrollWidth - innerWidth");
        assert_eq!(overflow, json!(0), "{width} {scheme}: nothing is wider than the window");
        pictures.push(browser.picture(&format!("small-{width}-{scheme}.png")));
    }
    pictures.sort();
    pictures.dedup();
    assert_eq!(pictures.len(), 4, "every width and scheme looks different");
    browser.assert_quiet(&address);
}

#[test]
fn a_report_answers_to_clicks_and_keys() {
    let Some(mut browser) = Browser::start() else { return };
    let place = Place::new(SMALL);
    place.tuned("small");
    place.done(&["report", "small"]);
    let address = format!("file://{}", place.run("small").join("report.html").display());
    browser.set(1200, "light");
    browser.open(&address);
    browser.wait(DRAWN);

    // Formats.
    assert!(browser.text("#use pre").contains("def custom_score"));
    browser.click("#use .choice button:nth-child(2)");
    assert!(browser.text("#use pre").contains("provenance"), "the RON file");

    // A series is hidden and shown again, and an arrow key reads values.
    let pressed = "document.querySelector('#winrate .legend button').getAttribute('aria-pressed')";
    assert_eq!(browser.value(pressed), json!("true"));
    browser.click("#winrate .legend button");
    assert_eq!(browser.value(pressed), json!("false"));
    browser.click("#winrate .legend button");
    assert_eq!(browser.value(pressed), json!("true"));
    assert_eq!(browser.text("#winrate .readout"), "");
    browser.press("#winrate .plot", "End");
    browser.wait("/games played: [0-9,]+/.test(document.querySelector('#winrate .readout').textContent)");

    // A table of the chart, and a table that sorts.
    browser.value("document.querySelector('#winrate details').open = true");
    browser.wait("document.querySelectorAll('#winrate details tbody tr').length === 7");
    let first = "document.querySelector('#weights .sorts tbody td:nth-child(3)').textContent";
    browser.click("#weights .sorts thead th:nth-child(3) button");
    let largest = browser.value(first);
    browser.click("#weights .sorts thead th:nth-child(3) button");
    assert_ne!(browser.value(first), largest, "the order is reversed");

    // The weights relative to their size.
    let before = browser.picture("weights-absolute.png");
    browser.click("#weights .choice button:nth-child(2)");
    assert!(browser.text("#weights .about").contains("divided by its own last size"));
    assert_ne!(browser.picture("weights-relative.png"), before);

    // The replay: a step, the end, playing and pausing.
    let said = browser.text("#board [role=status]");
    browser.press("#board [role=group]", "Home");
    browser.press("#board [role=group]", "ArrowRight");
    assert_ne!(browser.text("#board [role=status]"), said);
    browser.press("#board [role=group]", "End");
    assert!(browser.text("#board [role=status]").contains("The game is over"));
    browser.press("#board [role=group]", "Home");
    let start = browser.text("#board [role=status]");
    browser.press("#board [role=group]", " ");
    browser.wait(&format!("document.querySelector('#board [role=status]').textContent !== {start:?}"));
    browser.wait("document.querySelector('#board .controls [aria-label=Pause]') !== null");
    browser.press("#board [role=group]", " ");
    browser.wait("document.querySelector('#board .controls [aria-label=Play]') !== null");
    browser.assert_quiet(&address);
}

#[test]
fn a_live_page_follows_a_run_through_a_stop_to_its_end() {
    let Some(mut browser) = Browser::start() else { return };
    // Only the signal ends it, however long the page takes.
    let place = Place::new(&endless().replace("nodes:60", "nodes:1000"));
    let (server, address) = watch(&place, &["watch"]);
    browser.set(1000, "light");
    // The page is open before the first generation.
    let folder = place.run("small");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(place.path("job.ron"), folder.join("config.ron")).unwrap();
    browser.open(&format!("{address}run/small/"));
    assert_eq!(browser.text("#status"), "not started");
    assert_eq!(browser.text("#headline"), "No generation has finished yet.");
    let mut run = place.start(&["resume", "small", "-q"]);
    assert!(wait_until(&mut run, || rows(&folder) > 0), "the run has a first generation");
    browser.wait("document.querySelector('#status').textContent === 'running'");
    browser.wait("!document.querySelector('#winrate').hidden");
    let generation = "Number([...document.querySelectorAll('.facts dt')].find((one) => one.textContent === 'generations').nextSibling.textContent.split(' ')[0])";
    let seen = browser.value(generation).as_f64().unwrap();
    browser.wait(&format!("{generation} > {seen}"));
    // A zoom survives the next generation.
    browser.press("#winrate .plot", "+");
    signal(&run, "-INT");
    run.wait().unwrap();
    browser.wait("document.querySelector('#status').textContent === 'stopped'");
    let stopped = rows(&folder);
    browser.wait(&format!("{generation} === {stopped}"));
    let last = stopped + 20;
    let mut run = place.start(&["resume", "small", "--set", &format!("total=Generations({last})")]);
    browser.wait("document.querySelector('#status').textContent === 'finished'");
    assert!(run.wait().unwrap().success());
    assert_eq!(browser.value(generation), json!(last));
    assert!(browser.text("#headline").contains("unseen") || browser.text("#headline").contains("never seen"));
    browser.wait("!document.querySelector('#finals').hidden && !document.querySelector('#board').hidden");
    browser.assert_quiet(&address);
    assert!(kill(server));
}

#[test]
fn tune_serves_its_own_page_until_the_verdict() {
    let Some(mut browser) = Browser::start() else { return };
    let place = Place::new(&slow());
    let mut run =
        place.command(&["tune", "job.ron", "--watch"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(run.stderr.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("watch: ").expect("it says where").to_owned();
    let folder = place.run("slow");
    assert!(wait_until(&mut run, || folder.join("state.ron").exists()));
    browser.set(1000, "dark");
    browser.open(&address);
    browser.wait("document.querySelector('#headline').textContent.includes('seen')");
    assert!(run.wait().unwrap().success());
}

#[test]
fn a_measured_and_compared_report_has_its_bars_and_lines() {
    let Some(mut browser) = Browser::start() else { return };
    let place = Place::new(SMALL);
    place.tuned("small");
    place.done(&["tune", "job.ron", "--name", "other", "--set", "seed=12"]);
    place.done(&["report", "small", "--measure=2", "--compare", "other"]);
    let address = format!("file://{}", place.run("small").join("report.html").display());
    browser.set(1200, "dark");
    browser.open(&address);
    browser.wait(DRAWN);
    let count = |browser: &mut Browser, selector: &str| {
        browser.value(&format!("document.querySelectorAll({selector:?}).length")).as_u64().unwrap()
    };
    let features = count(&mut browser, "#ablation tbody tr");
    assert!(features > 1 && count(&mut browser, "#ablation .bar svg rect") == features, "a bar for each feature");
    assert_eq!(count(&mut browser, "#compare tbody tr"), 2);
    let legend = browser.text("#winrate .legend");
    for line in ["improved (select block)", "best published: ", "perfect play (final block)", "hold-out of other"] {
        assert!(legend.contains(line), "no {line} in {legend}");
    }
    assert!(count(&mut browser, "#finals tbody tr") > 20, "the whole catalogue");
    let finals = browser.text("#finals");
    assert!(finals.contains("100.0 [") && finals.contains(", 100.0]"), "both ends of an interval: {finals}");
    // The tables sort by a click.
    let first = "document.querySelector('#ablation tbody td').textContent";
    browser.click("#ablation thead th:nth-child(1) button");
    let one = browser.value(first);
    browser.click("#ablation thead th:nth-child(1) button");
    assert_ne!(browser.value(first), one);
    browser.picture("measured.png");
    browser.assert_quiet(&address);
}
