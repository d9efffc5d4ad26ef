//! Exports as texts and files: golden files, JSON that is read back bit for bit, and the verb with all its refusals.

use std::env;
use std::fs::{self, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use assert_cmd::Command;
use isotune::export::{ExportError, Exporter, Format, Json};
use isotune::features::Feature;
use isotune::game::BoardSize;
use isotune::heuristic::{CATALOGUE, HeuristicSource, ProvenScore, Provenance, Weight, Weights, WeightsDocument};
use isotune::store::AtomicFile;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::exports::{self, HOSTILE, hostile};
use crate::tuning::{Place, SMALL};

const PROGRAM: &str = env!("CARGO_BIN_EXE_isotune");

/// Set to rewrite the golden files: `ISOTUNE_UPDATE_GOLDEN=1 cargo test --test cli golden`.
const UPDATE: &str = "ISOTUNE_UPDATE_GOLDEN";

/// Weights of every kind, as a run would have found them.
fn sample() -> WeightsDocument {
    let constant = |weight| Weight::constant(weight).unwrap();
    let weights = [
        (Feature::OwnMoves, constant(1.0)),
        (Feature::OpponentMoves, Weight::tapered(-1.5, -1.0).unwrap()),
        (Feature::ToMove, constant(0.25)),
        (Feature::OwnCentreDistance, constant(-0.0125)),
        (Feature::OwnOpenSpace, constant(-1e-7)),
        (Feature::OpponentReachTwo, constant(-0.1)),
        (Feature::OwnRing2, constant(0.1 + 0.2)),
        (Feature::OpponentRing3, constant(-0.125)),
    ];
    let score = ProvenScore {
        score: 0.7625,
        se: 0.00625,
        pairs: 2800,
        block: "final".to_owned(),
        roster: "modern".to_owned(),
        budget: "effort:17300".to_owned(),
        against: None,
        protocol: None,
        plies: None,
        delta: 0.055,
        delta_se: 0.0075,
    };
    let provenance = Provenance {
        run: "spring".to_owned(),
        seed: 7,
        config: "0123456789abcdef".to_owned(),
        generation: 60,
        games: 200_000,
        score: Some(score),
        verified: true,
        rounded: None,
        version: "0.1.0".to_owned(),
        date: Some("2017-04-01".to_owned()),
    };
    WeightsDocument {
        name: "sample".to_owned(),
        board: Some(BoardSize::SEVEN),
        note: "Rings and moves – an example of “everything” that a file can say.".to_owned(),
        provenance: Some(provenance),
        weights: weights.into_iter().fold(Weights::ZERO, |all, (feature, weight)| all.with(feature, weight)),
    }
}

#[test]
fn golden_files_are_reproduced_byte_by_byte() {
    for (format, ending) in Format::ALL.into_iter().zip(["ron", "json", "py", "rs"]) {
        let text = format.exporter().export(&sample(), BoardSize::SEVEN).unwrap();
        assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.contains('\r'), "{format}");
        assert!(text.lines().all(|line| line.trim_end() == line), "{format} has blanks at the end of a line");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("sample.{ending}"));
        if env::var_os(UPDATE).is_some() {
            fs::write(&path, &text).unwrap();
        }
        let golden = fs::read(&path).unwrap();
        let differs = format!("{format} has changed; look at it, then set {UPDATE}=1 to accept it");
        assert!(golden == text.as_bytes(), "{differs}");
    }
}

#[test]
fn the_code_of_any_export_fits_a_page() {
    for document in exports::documents(BoardSize::SEVEN) {
        for format in [Format::Python, Format::Rust] {
            let text = format.exporter().export(&document, BoardSize::SEVEN).unwrap();
            for line in text.lines().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 120, "{format}: {line}");
            }
        }
    }
}

#[test]
fn every_export_says_where_the_weights_come_from() {
    for format in Format::ALL {
        let text = format.exporter().export(&sample(), BoardSize::SEVEN).unwrap();
        for fact in ["spring", "0123456789abcdef", "final", "modern", "effort:17300", "2017-04-01", "0.1.0"] {
            assert!(text.contains(fact), "{format} does not say {fact}");
        }
        // Fractions for programs, percent for people.
        let score = if matches!(format, Format::Ron | Format::Json) { "score: 0.7625" } else { "76.25" };
        assert!(text.replace('"', "").contains(score), "{format} does not say {score}");
    }
    for format in Format::ALL {
        let [yes, no] = match format {
            Format::Ron => ["        verified: true,\n", "        verified: false,\n"],
            Format::Json => ["    \"verified\": true,\n", "    \"verified\": false,\n"],
            Format::Python => ["\n# Verified: neither the search", "\n# Not verified on openings"],
            Format::Rust => ["\n// Verified: neither the search", "\n// Not verified on openings"],
        };
        for (verified, said, not_said) in [(true, yes, no), (false, no, yes)] {
            let mut document = sample();
            document.provenance.as_mut().unwrap().verified = verified;
            let text = format.exporter().export(&document, BoardSize::SEVEN).unwrap();
            assert!(text.contains(said) && !text.contains(not_said), "{format}, verified: {verified}");
        }
    }
}

#[test]
fn every_export_of_a_published_heuristic_says_which_version_wrote_it() {
    let document = HeuristicSource::from_str("improved").unwrap().document(None).unwrap();
    for format in Format::ALL {
        let text = format.exporter().export(&document, BoardSize::SEVEN).unwrap();
        assert!(text.contains(concat!("isotune ", env!("CARGO_PKG_VERSION"))), "{format}");
    }
}

#[test]
fn code_explains_the_signs_of_its_formulas_and_no_others() {
    let legend = |features: &[Feature]| {
        let weights = exports::weights(features.iter().map(|&feature| (feature, Weight::constant(1.0).unwrap())));
        let text = Format::Python.exporter().export(&exports::document("x", weights), BoardSize::SEVEN).unwrap();
        let lines = text.lines().skip_while(|line| !line.starts_with("# The weights"));
        let lines: Vec<&str> = lines.take_while(|line| line.starts_with("# ")).skip(1).collect();
        lines.join(" ").replace("# ", "")
    };
    let placed = "What needs the cell of a player not placed yet is 0.";
    assert_eq!(legend(&[]), "");
    assert_eq!(legend(&[Feature::ToMove]), "");
    assert_eq!(legend(&[Feature::OwnMoves]), "m own moves.");
    assert_eq!(legend(&[Feature::MovesPerBlank]), "m own moves, B blank cells.");
    assert_eq!(legend(&[Feature::OpponentRing2]), placed);
    let centre = "(cy, cx) = (height/2, width/2)";
    assert_eq!(
        legend(&[Feature::OpponentMovesCentre]),
        format!("o opponent's moves, d² the squared distance of a cell from (cy, cx), {centre}. {placed}")
    );
    assert_eq!(
        legend(&[Feature::EarlyCentrality]),
        format!("(Δy, Δx) = (y − cy, x − cx), (y, x) own cell, {centre}. {placed}")
    );
}

#[test]
fn ron_and_json_are_read_back_by_every_way_in() {
    let folder = tempfile::tempdir().unwrap();
    for format in [Format::Ron, Format::Json] {
        let path = folder.path().join(format!("sample.{format}"));
        fs::write(&path, format.exporter().export(&sample(), BoardSize::SEVEN).unwrap()).unwrap();
        assert_eq!(WeightsDocument::read(&path).unwrap(), sample());
        let source: HeuristicSource = path.to_str().unwrap().parse().unwrap();
        assert_eq!(source.heuristic(BoardSize::SEVEN).unwrap().weights(), Some(&sample().weights));
        assert_eq!(source.document(None).unwrap(), sample());
    }
}

#[test]
fn hostile_names_and_notes_are_read_back_as_they_are() {
    for text in HOSTILE {
        let export = |format: Format| format.exporter().export(&hostile(text), BoardSize::SEVEN).unwrap();
        assert_eq!(WeightsDocument::from_ron(&export(Format::Ron)).unwrap(), hostile(text));
        assert_eq!(WeightsDocument::from_json(&export(Format::Json)).unwrap(), hostile(text));
    }
}

fn weight() -> impl Strategy<Value = Weight> {
    let number = prop_oneof![-10.0..10.0, -1e9..1e9, proptest::num::f64::SUBNORMAL, Just(1e9), Just(-0.1)];
    let number = number.prop_map(|number: f64| if number.abs() <= 1e9 { number } else { 1.0 });
    (number.clone(), number, any::<bool>())
        .prop_map(|(early, late, tapered)| Weight::tapered(early, if tapered { late } else { early }).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn weights_survive_json_bit_for_bit(
        chosen in proptest::collection::vec((0..Feature::ALL.len(), weight()), 0..39),
        name in ".*",
        note in ".*",
        rate in 0.0..1.0_f64,
    ) {
        let weights = chosen.into_iter().fold(Weights::ZERO, |all, (at, weight)| all.with(Feature::ALL[at], weight));
        let mut document = WeightsDocument { name, note, weights, ..sample() };
        if let Some(score) = document.provenance.as_mut().and_then(|provenance| provenance.score.as_mut()) {
            score.score = rate;
        }
        let text = Json.export(&document, BoardSize::SEVEN).unwrap();
        let read = WeightsDocument::from_json(&text).unwrap();
        prop_assert_eq!(&read, &document);
        let bits = |weight: Weight| [weight.early().to_bits(), weight.late().to_bits()];
        for (feature, weight) in document.weights.used() {
            prop_assert_eq!(bits(read.weights[feature]), bits(weight), "{}", feature);
        }
    }
}

#[test]
fn wrong_json_is_refused_with_line_and_column() {
    let text =
        "{\n  \"name\": \"mine\",\n  \"weights\": {\n    \"own-moves\": 1,\n    \"opponent-moves\": -1.5\n  }\n}\n";
    assert!(WeightsDocument::from_json(text).is_ok());
    let cases = [
        (
            "opponent-moves",
            "oponent-moves",
            "line 5",
            "unknown feature 'oponent-moves' (did you mean 'opponent-moves'?)",
        ),
        ("opponent-moves", "own-moves", "line 5", "duplicate key 'own-moves'; remove one"),
        ("-1.5", "2e9", "line 5", "the weight 2e9 is too large"),
        ("-1.5", "1e999", "line 5", "number out of range; expected JSON"),
        ("-1.5", "NaN", "line 5", "expected JSON"),
        ("-1.5", "null", "line 5", "expected a number, or (early: number, late: number)"),
        ("-1.5", "{\"early\": 1}", "line 5", "a tapered weight needs both"),
        ("-1.5", "{\"early\": 1, \"lat\": 2}", "line 5", "'early' and 'late', not 'lat'"),
        (
            "\"name\"",
            "\"nme\"",
            "line 2",
            "unknown field 'nme' (did you mean 'name'?); available: name, board, note, provenance, weights",
        ),
        ("\"weights\"", "\"name\"", "line 3", "duplicate field 'name'; remove one"),
        ("  \"name\": \"mine\",\n", "", "line ", "missing field 'name'; add '\"name\": …,'"),
        ("\"mine\",", "\"mine\", \"board\": \"9by11\",", "line 2", "'9by11' is not a board size"),
        ("\"mine\",", "\"mine\"", "line 3", "expected JSON"),
        ("}\n}\n", "}\n", "line ", "expected JSON"),
        ("}\n}\n", "}\n}\n{}", "line 8", "expected JSON"),
    ];
    for (part, by, place, sentence) in cases {
        let error = WeightsDocument::from_json(&text.replacen(part, by, 1)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("input, {place}")) && error.contains(sentence), "{by}: {error}");
    }
}

#[test]
fn json_refuses_figures_that_it_cannot_hold() {
    let mut document = sample();
    document.provenance.as_mut().unwrap().score.as_mut().unwrap().se = f64::NAN;
    let error = Json.export(&document, BoardSize::SEVEN).unwrap_err();
    assert!(matches!(error, ExportError::NotFinite { what: "se", .. }));
    assert!(error.to_string().contains("se of the provenance is NaN"), "{error}");
}

/// What the program prints and says.
fn isotune(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let assert = Command::new(PROGRAM).args(arguments).current_dir(folder).assert().code(code);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

/// The program refuses with one sentence that has these words, prints nothing, and leaves the folder as it was.
fn assert_refused(folder: &Path, arguments: &[&str], words: &[&str]) {
    let before = contents(folder);
    let (printed, said) = isotune(folder, arguments, 2);
    assert!(printed.is_empty() && said.starts_with("error: ") && !said.contains("panicked"), "{arguments:?}: {said}");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: '{word}' is not in: {said}");
    }
    assert_eq!(contents(folder), before, "{arguments:?} changed something");
}

/// All files below a folder with what they hold.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { found.push((path.clone(), fs::read(&path).unwrap())) }
        }
    }
    found.sort();
    found
}

/// A folder with the sample as a weights file and as the best of a run.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let text = sample().to_ron().unwrap();
    fs::write(folder.path().join("mine.ron"), &text).unwrap();
    for run in ["checkpoints/spring", "elsewhere/autumn"] {
        fs::create_dir_all(folder.path().join(run)).unwrap();
        fs::write(folder.path().join(run).join("best.ron"), &text).unwrap();
    }
    fs::create_dir(folder.path().join("checkpoints/empty")).unwrap();
    folder
}

#[test]
fn the_verb_takes_names_files_and_runs() {
    let folder = folder();
    let expected = Format::Python.exporter().export(&sample(), BoardSize::SEVEN).unwrap();
    let sources: [&[&str]; 6] = [
        &["mine.ron"],
        &["spring"],
        &["checkpoints/spring"],
        &["checkpoints/spring/"],
        &["autumn", "--runs", "elsewhere"],
        &["mine.ron", "--board", "7x7"],
    ];
    for source in sources {
        for output in [&[][..], &["-o", "-"]] {
            let (printed, said) =
                isotune(folder.path(), &[&["export", "--format", "python"], source, output].concat(), 0);
            assert_eq!((printed.as_str(), said.as_str()), (expected.as_str(), ""), "{source:?}");
        }
    }
    for entry in CATALOGUE.iter().filter(|entry| entry.heuristic(BoardSize::SEVEN).weights().is_some()) {
        let (printed, _) = isotune(folder.path(), &["export", entry.name, "--format", "ron"], 0);
        let read = WeightsDocument::from_ron(&printed).unwrap();
        assert_eq!(
            (Some(&read.weights), read.name.as_str()),
            (entry.heuristic(BoardSize::SEVEN).weights(), entry.name)
        );
    }
    let deviation =
        |board: &str| isotune(folder.path(), &["export", "center-deviation", "--format", "ron", "--board", board], 0).0;
    assert!(deviation("9x11").contains("board: \"9x11\"") && deviation("9x11") != deviation("7x7"));
}

#[test]
fn a_file_is_written_whole_and_only_over_another_by_force() {
    let folder = folder();
    let export = |format: &str, output: &str, more: &[&str], code| {
        isotune(folder.path(), &[&["export", "mine.ron", "--format", format, "-o", output], more].concat(), code)
    };
    assert_eq!(export("json", "mine.json", &[], 0), (String::new(), "json written to mine.json\n".to_owned()));
    let json = fs::read_to_string(folder.path().join("mine.json")).unwrap();
    assert_eq!(json, Json.export(&sample(), BoardSize::SEVEN).unwrap());
    assert_refused(
        folder.path(),
        &["export", "open", "--format", "json", "-o", "mine.json"],
        &["mine.json already exists", "--force"],
    );
    let (_, said) = export("rust", "mine.json", &["--force"], 0);
    assert_eq!(said, "rust written to mine.json\n");
    let over = fs::read_to_string(folder.path().join("mine.json")).unwrap();
    assert_eq!(over, Format::Rust.exporter().export(&sample(), BoardSize::SEVEN).unwrap());
    // Nothing is left of the file that was written first.
    assert!(contents(folder.path()).iter().all(|(path, _)| path.extension().is_none_or(|ending| ending != "tmp")));

    std::os::unix::fs::symlink("target.py", folder.path().join("link.py")).unwrap();
    fs::write(folder.path().join("target.py"), "old").unwrap();
    export("python", "link.py", &["--force"], 0);
    assert!(folder.path().join("link.py").is_symlink());
    assert!(fs::read_to_string(folder.path().join("target.py")).unwrap().contains("custom_score"));
}

#[test]
fn a_draft_takes_its_place_or_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let draft = |text: &str| AtomicFile::write(&path, text.as_bytes()).unwrap();
    let held = || contents(folder.path()).into_iter().map(|(_, bytes)| String::from_utf8(bytes).unwrap());
    drop(draft("given up"));
    assert_eq!(held().count(), 0);
    draft("first").publish().unwrap();
    assert_eq!(draft("second").publish().unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert!(held().eq(["first"]));
    draft("third").replace().unwrap();
    assert!(held().eq(["third"]));
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    assert_eq!(draft("fourth").publish().unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert!(path.is_symlink());
}

#[test]
fn json_weights_play_as_ron_weights_do() {
    let folder = folder();
    isotune(folder.path(), &["export", "mine.ron", "--format", "json", "-o", "mine.json"], 0);
    let play = |file: &str| {
        let agent = format!("id:{file}@nodes:200");
        let (printed, _) = isotune(folder.path(), &["play", &agent, "greedy:open", "--seed", "3"], 0);
        printed.replace(file, "mine")
    };
    assert_eq!(play("mine.json"), play("mine.ron"));
    let (back, _) = isotune(folder.path(), &["export", "mine.json", "--format", "ron"], 0);
    assert_eq!(WeightsDocument::from_ron(&back).unwrap(), sample());
}

#[test]
fn every_verb_that_takes_weights_takes_json() {
    let folder = folder();
    isotune(folder.path(), &["export", "mine.ron", "--format", "json", "-o", "mine.json"], 0);
    let calls: [&[&str]; 8] = [
        &["play", "id:mine.json@nodes:50", "random"],
        &["tournament", "mine.json", "--budget", "nodes:20", "--matches", "2"],
        &["compare", "mine.json", "improved", "--budget", "nodes:20", "--pairs", "2"],
        &["inspect", "--heuristic", "mine.json"],
        &["verify", "mine.json", "--budget", "nodes:20", "--pairs", "2"],
        &["ablate", "mine.json", "--budget", "nodes:20", "--pairs", "2"],
        &["grade", "mine.json", "--only", "--budget", "nodes:20", "--positions", "2", "--no-cache", "--memory", "16"],
        &["export", "mine.json", "--format", "rust"],
    ];
    for arguments in calls {
        let mut command = Command::new(PROGRAM);
        command.args(arguments).write_stdin("{\"moves\": [[3, 3], [0, 0]]}\n").current_dir(folder.path());
        let assert = command.assert().success();
        assert!(!assert.get_output().stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn the_date_is_that_of_the_run_which_found_the_weights() {
    let place = Place::new(SMALL);
    place.done(&["tune", "job.ron", "--name", "spring"]);
    let state = fs::read_to_string(place.run("spring").join("state.ron")).unwrap();
    let (_, started) = state.split_once("started:\"").unwrap();
    let date = |source: &str| place.json(&["export", source, "--format", "json"])["provenance"]["date"].clone();
    assert_eq!(date("spring"), started[..10]);
    assert_eq!(date("checkpoints/spring/best.ron"), started[..10]);
    // The weights of another run, of another configuration, or of a run whose folder is unknown have no date.
    let best = fs::read_to_string(place.run("spring").join("best.ron")).unwrap();
    let weights = WeightsDocument::from_ron(&best).unwrap();
    let Provenance { run, config, .. } = weights.provenance.unwrap();
    for (file, text) in [
        ("checkpoints/spring/other.ron", best.replace(&format!("run: \"{run}\""), "run: \"autumn\"")),
        ("checkpoints/spring/changed.ron", best.replace(&config, "0123456789abcdef")),
        ("elsewhere.ron", best.clone()),
    ] {
        fs::write(place.path(file), text).unwrap();
        assert!(date(file).is_null(), "{file}");
    }
    // What a document says itself stands.
    let mut dated = WeightsDocument::from_ron(&best).unwrap();
    dated.provenance.as_mut().unwrap().date = Some("2017-04-01".to_owned());
    fs::write(place.path("checkpoints/spring/dated.ron"), dated.to_ron().unwrap()).unwrap();
    assert_eq!(date("checkpoints/spring/dated.ron"), "2017-04-01");
}

#[test]
fn what_cannot_be_exported_is_refused_in_a_sentence() {
    let folder = folder();
    let refused = |arguments: &[&str], words: &[&str]| {
        assert_refused(folder.path(), &[&["export"], arguments].concat(), words);
    };
    // The name comes before the format.
    refused(&["improvd"], &["improvd", "did you mean 'improved'"]);
    refused(&["improved"], &["no format given"]);
    refused(
        &["lookahead-own", "--format", "python"],
        &["'lookahead-own' is not a weighted sum of features", "choose another from 'isotune heuristics'"],
    );
    refused(
        &["imporved", "--format", "ron"],
        &["unknown heuristic, weights file or run 'imporved'", "did you mean 'improved'?"],
    );
    refused(&["empty", "--format", "ron"], &["checkpoints/empty has no best.ron", "'isotune resume'"]);
    refused(&["none.json", "--format", "ron"], &["cannot read none.json: "]);
    refused(&["open", "--format", "pyton"], &["unknown format 'pyton'", "did you mean 'python'?"]);
    refused(&["open"], &["--format"]);
    refused(&["mine.ron", "--format", "ron", "--board", "9x11"], &["weights for a 7x7 board, not for 9x11"]);
    refused(&["open", "--format", "rust", "--board", "20x20"], &["400 cells", "2 to 128"]);
    fs::write(folder.path().join("bad.json"), "{\"name\": \"x\", \"weights\": {\"own-move\": 1}}").unwrap();
    refused(&["bad.json", "--format", "ron"], &["bad.json, line 1, column 36: unknown feature 'own-move' (did you"]);
}

#[test]
fn where_nothing_can_be_written_nothing_is_changed() {
    let folder = folder();
    let refused = |output: &str, more: &[&str], words: &[&str]| {
        let arguments = [&["export", "open", "--format", "python", "-o", output], more].concat();
        assert_refused(folder.path(), &arguments, words);
    };
    refused("nowhere/open.py", &[], &["cannot write nowhere/open.py: there is no folder nowhere"]);
    refused("checkpoints", &["--force"], &["checkpoints is a folder; give a file in it"]);
    refused("mine.ron/open.py", &[], &["cannot write mine.ron/open.py"]);
    refused("/dev/null", &["--force"], &["/dev/null is not a regular file", "-o -"]);
    refused("new/", &[], &["new/ ends like a folder; give a file"]);
    let links = tempfile::tempdir().unwrap();
    let link = links.path().join("link.py");
    std::os::unix::fs::symlink("nothing.py", &link).unwrap();
    for more in [&[][..], &["--force"]] {
        refused(link.to_str().unwrap(), more, &["link.py is a link to a missing file; remove it"]);
    }
    assert!(link.is_symlink() && fs::read_dir(links.path()).unwrap().count() == 1);
    let permit =
        |path: &str, mode: u32| fs::set_permissions(folder.path().join(path), Permissions::from_mode(mode)).unwrap();
    permit("mine.ron", 0o444);
    refused("mine.ron", &["--force"], &["mine.ron is read-only; make it writable"]);
    permit("elsewhere", 0o555);
    refused("elsewhere/open.py", &[], &["folder elsewhere is read-only; make it writable"]);
    permit("elsewhere", 0o755);
}
