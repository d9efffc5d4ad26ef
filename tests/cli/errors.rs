//! Bad input: a sentence that says what, where and what to do, exit code 2, and nothing half-printed.

use std::fs::{self, File};
use std::io::Write;
use std::process::{Command as Process, Stdio};

use assert_cmd::Command;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_isotune");

/// Runs the program on something wrong; returns the message and the complete lines printed before it.
fn refusal(arguments: &[&str], input: &str) -> (String, Vec<String>) {
    let assert = Command::new(PROGRAM).args(arguments).write_stdin(input).assert().code(2);
    let output = assert.get_output();
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(said.starts_with("error: ") && !said.contains("panicked"), "{arguments:?}: {said}");
    assert!(printed.is_empty() || printed.ends_with('\n'), "{arguments:?} printed half a line: {printed}");
    (said, printed.lines().map(str::to_owned).collect())
}

/// The program refuses the arguments with all these words and prints nothing.
fn assert_refused(arguments: &[&str], words: &[&str]) {
    let (said, printed) = refusal(arguments, "");
    for word in words {
        assert!(said.contains(word), "{arguments:?}: '{word}' is not in: {said}");
    }
    assert!(printed.is_empty(), "{arguments:?} printed {printed:?}");
}

#[test]
fn an_illegal_move_names_line_ply_and_reason() {
    let cases = [
        ("[[3,3],[7,0]]", "line 2: ply 2: player 2 cannot go to (7, 0): that is off the 7x7 board"),
        ("[[3,3],[0,-1]]", "line 2: ply 2: player 2 cannot go to (0, -1): that is off the 7x7 board"),
        ("[[3,3],[3,3]]", "line 2: ply 2: player 2 cannot go to (3, 3): the cell is blocked"),
        ("[[3,3],[0,0],[3,4]]", "line 2: ply 3: player 1 cannot go to (3, 4): that is not a knight's jump from (3, 3)"),
    ];
    for (moves, sentence) in cases {
        let input = format!("{{\"moves\": [[3,3]]}}\n{{\"moves\": {moves}}}\n{{\"moves\": []}}\n");
        let (said, printed) = refusal(&["inspect", "--json", "--heuristic", "improved"], &input);
        assert!(said.contains(&format!("standard input, {sentence}")), "{said}");
        assert_eq!(printed.len(), 1, "the line before was complete, the one after was not begun");
        assert!(serde_json::from_str::<Value>(&printed[0]).is_ok());

        let (_, drawn) = refusal(&["inspect", "--heuristic", "improved"], &input);
        assert!(drawn.iter().any(|line| line.contains("player 2 is to move")));
    }
    let stuck = r#"{"moves": [[0,0],[1,1],[0,1]]}"#;
    let (said, _) = refusal(&["inspect", "--board", "2x2"], stuck);
    assert!(said.contains("line 1: ply 3: player 1 cannot go to (0, 1): the game is over"), "{said}");
}

#[test]
fn a_fault_in_a_file_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.jsonl");
    fs::write(&path, "{\"moves\": []}\n\n{\"moves\": [[9,9]]}\n").unwrap();
    let path = path.to_str().unwrap();
    let (said, printed) = refusal(&["inspect", "--json", path], "");
    assert!(said.contains(&format!("{path}, line 3: ply 1: player 1 cannot go to (9, 9)")), "{said}");
    assert_eq!(printed.len(), 1);
    assert_refused(&["inspect", "nowhere/positions.jsonl"], &["cannot read nowhere/positions.jsonl: "]);
    assert_refused(&["inspect", folder.path().to_str().unwrap()], &["line 1", "cannot be read"]);
}

#[test]
fn moves_on_the_command_line_name_ply_and_reason() {
    let far = "cannot go to (-1, 3): that is off the 7x7 board";
    assert_refused(&["perft", "0,0 3,9", "2"], &["ply 2", "cannot go to (3, 9): that is off the 7x7 board"]);
    assert_refused(&["perft", "0,0 -1,3", "2"], &["ply 2", far]);
    assert_refused(&["perft", "3,3 3,3", "2"], &["ply 2", "the cell is blocked"]);
    assert_refused(&["perft", "3,x", "2"], &["'x' is not a number", "3,3 0,0"]);
    assert_refused(&["perft", "3,3 4", "2"], &["a row, 4, but no column"]);
    assert_refused(&["play", "random", "random", "--opening", "3,3 3,3"], &["ply 2", "the cell is blocked"]);
    assert_refused(&["perft", "3,3", "0"], &["invalid value '0'", "it must be from 1 to 128"]);
}

#[test]
fn a_first_move_above_the_board_is_a_move_and_no_option() {
    let far = "cannot go to (-1, 3): that is off the 7x7 board";
    assert_refused(&["perft", "-1,3", "2"], &["ply 1", far]);
    assert_refused(&["play", "random", "random", "--opening", "-1,3"], &["ply 1", far]);
}

#[test]
fn broken_json_is_told_with_its_line_and_what_to_write() {
    let form = r#"write {"moves": [[2, 3], [0, 0]]}"#;
    let cases = [
        ("{\"moves\": [[3,3]", "this is not JSON"),
        ("moves", "this is not JSON"),
        ("{\"moves\": \"3,3\"}", "invalid type: string"),
        ("{\"moves\": [[3]]}", "invalid length 1"),
        ("{\"moves\": [[3.5, 3]]}", "invalid type: floating point"),
        ("{\"moves\": [[99999999999999999999, 3]]}", "invalid type"),
        ("{}", "no moves given"),
        ("[[3,3]]", "line 2"),
    ];
    for (line, sentence) in cases {
        let (said, printed) = refusal(&["inspect", "--json"], &format!("{{\"moves\": []}}\n{line}\n"));
        assert!(said.contains("standard input, line 2: ") && said.contains(sentence), "{line}: {said}");
        assert!(said.contains(form), "{line}: {said}");
        assert_eq!(printed.len(), 1);
    }
    let both = r#"{"moves": [], "position": "x"}"#;
    assert!(refusal(&["inspect"], both).0.contains("both 'moves' and 'position'"));
    let (said, _) = refusal(&["inspect"], r#"{"position": "1../2.. 1"}"#);
    assert!(said.contains("line 1: the position is on a 3x2 board, not on 7x7; add --board 3x2"), "{said}");
}

#[test]
fn broken_json_is_told_with_one_line_number_only() {
    let (said, _) = refusal(&["inspect", "--json"], "{\"moves\": []}\n{\"mo\n");
    assert!(said.contains("line 2") && !said.contains("line 1"), "the fault is in line 2: {said}");
}

#[test]
fn text_that_is_not_utf_8_is_told_with_its_line() {
    let assert = Command::new(PROGRAM)
        .args(["inspect", "--json"])
        .write_stdin(b"{\"moves\": []}\n\xff\xfe\n".to_vec())
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(said.contains("standard input, line 2: cannot be read"), "{said}");
}

#[test]
fn an_unknown_name_names_the_nearest() {
    let mean = |name: &str| format!("did you mean '{name}'?");
    assert_refused(&["heuristics", "imporved"], &["'imporved'", &mean("improved"), "list them with"]);
    assert_refused(&["heuristics", "own-rings-2"], &["'own-rings-2'", &mean("own-ring-2")]);
    assert_refused(
        &["inspect", "--heuristic", "open-spaces"],
        &["'open-spaces'", &mean("open-space"), "'isotune heuristics'"],
    );
    assert_refused(&["inspect", "--board", "7by7"], &["'7by7' is not a board size", "7x7"]);
    assert_refused(&["inspect", "--board", "12x12"], &["144 cells", "2 to 128"]);
    assert_refused(&["agents", "moder"], &["unknown roster 'moder'", &mean("modern")]);
    let play = |agent: &str, words: &[&str]| {
        assert_refused(&["play", agent, "random"], words);
        assert_refused(&["play", "random", agent], words);
    };
    play(
        "randm",
        &["unknown agent or heuristic 'randm'", &mean("random"), "'isotune heuristics'", "'isotune agents --help'"],
    );
    play(
        "id:imprved@nodes:5",
        &["unknown heuristic 'imprved'", &mean("improved"), "list them with 'isotune heuristics'", "weights file"],
    );
    play("id:improved@node:5", &["unknown budget 'node'", &mean("nodes")]);
    play("id:improved@nodes:0", &["'nodes:0' needs a whole number from 1"]);
    play("id:improved@effort:5:nativ", &["unknown cost profile 'nativ'", &mean("native")]);
    play("modrn/AB_Open", &["unknown roster 'modrn'", &mean("modern")]);
    play("modern/AB_Opn", &["unknown agent 'AB_Opn'", &mean("AB_Open")]);
    assert_refused(&["play", "random", "random", "--roster", "clasic"], &["unknown roster 'clasic'", &mean("classic")]);
    let assigned = |value: &str, words: &[&str]| {
        assert_refused(&["check", "--set", &format!("optimizer={value}")], words);
    };
    assigned("Spsa(restarts: 2)", &["unknown field 'restarts'", "as in optimizer=Spsa(population: 16)"]);
    assigned("Spsa", &["as in optimizer=Spsa(population: 16)"]);
    assigned("Cma(duels: true)", &["unknown field 'duels'", "as in optimizer=Cma(population: 16, restarts: 1)"]);
    assert_refused(&["verify", "improved", "--budget", "time:100"], &["the budget is time:100", "use effort:11121"]);
    assert_refused(&["inspct"], &["'inspct'", "'inspect'"]);
    assert_refused(&["inspect", "--dept", "3"], &["'--dept'", "'--depth'"]);
    assert_refused(&["inspect", "--depth", "0"], &["--depth"]);
}

#[test]
fn a_wrong_weights_file_is_refused_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let name = path.to_str().unwrap();
    for (weights, place, words) in [
        ("\"own-moves\": 1,\n\"oponent-moves\": 1", "line 2, column 2", "did you mean 'opponent-moves'?"),
        ("\"own-moves\": 1,\n\"own-moves\": 1", "line 2, column 2", "duplicate key 'own-moves'"),
        ("\"own-moves\": 1,\n\"opponent-moves\": NaN", "line 2, column 19", "a finite number, not NaN"),
        ("\"own-moves\": 1,\n\"opponent-moves\": 1e12", "line 2, column 19", "1e12 is too large"),
    ] {
        fs::write(&path, format!("(name: \"mine\", weights: {{{weights}}})")).unwrap();
        let said = format!("{name}, {place}: ");
        assert_refused(&["inspect", "--heuristic", name], &[&said, words]);
        assert_refused(&["play", "random", &format!("id:{name}@nodes:50")], &[&said, words]);
    }
    fs::write(&path, "(name: \"mine\", board: \"9x11\", weights: {})").unwrap();
    assert_refused(&["inspect", "--heuristic", name], &["for a 9x11 board, not for 7x7", "--board 9x11"]);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for arguments in [&["heuristics"][..], &["heuristics", "--json"], &["inspect", "--json"], &["inspect"]] {
        let mut program = Process::new(PROGRAM)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(program.stdout.take());
        let mut input = program.stdin.take().unwrap();
        for _ in 0..1000 {
            // The program may be gone before all is written.
            if input.write_all(b"{\"moves\": [[3,3],[0,0]]}\n").is_err() {
                break;
            }
        }
        drop(input);
        let output = program.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = File::options().write(true).open("/dev/full").unwrap();
    let output = Process::new(PROGRAM).arg("agents").stdout(full).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(said.starts_with("error: cannot write the output: "), "{said}");
}

#[test]
fn a_fault_on_standard_error_has_no_escape_codes_in_a_pipe() {
    for arguments in [&["inspct"][..], &["play", "randm", "random"]] {
        assert!(!refusal(arguments, "").0.contains('\u{1b}'));
    }
}

/// What people ran into, worst first: the message says what is wrong and what to do.
#[test]
fn messages_name_the_cause_and_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    // A path that leads nowhere is no roster.
    let missing = ["'checkpoints/t1' is neither the folder of a run nor a weights file", "isotune runs"];
    assert_refused(&["compare", "checkpoints/t1", "improved"], &missing);
    // An agent of a roster file is named by the path of the file; the roster needs no description.
    let roster =
        r#"(name: "mine", order: Fixed, costs: "native", budget: "nodes:5", agents: [(name: "Ext", agent: "random")])"#;
    let roster = file("r.ron", roster.as_bytes());
    let words = ["'mine/Ext' is neither", "name an agent of a roster file by the file's path: roster.ron/AGENT"];
    assert_refused(&["compare", "mine/Ext", "improved", "--roster", &roster], &words);
    let agent = format!("{roster}/Ext");
    Command::new(PROGRAM).args(["compare", &agent, "improved", "--roster", &roster, "--pairs", "2"]).assert().success();
    // What is embedded has no line to remove.
    let words = ["isotune-small holds weights for a 7x7 board", "'isotune export isotune-small -o x.ron'"];
    assert_refused(&["compare", "isotune-small", "improved", "--board", "9x9", "-q"], &words);
    let seven = file("seven.ron", br#"(name: "seven", board: "7x7", weights: {"own-moves": 1.0})"#);
    assert_refused(&["compare", &seven, "improved", "--board", "9x9"], &["remove the file's 'board' line"]);
    for (assignment, words) in [
        ("seed=1.5", &["'1.5' for 'seed'", "expected a whole number", "as in seed=0"][..]),
        ("total=Games(-5)", &["negative", "as in total=Games("]),
        ("total=Games(1.5)", &["as in total=Games("]),
        ("total=Hours(1e300)", &["1e300", "at most 8760"]),
        ("validation.every=x", &["as in validation.every=10"]),
        ("features.own-ring-2=x", &["a start weight, or (start: 1.0"]),
    ] {
        assert_refused(&["check", "quick", "--set", assignment], words);
        let (said, _) = refusal(&["check", "quick", "--set", assignment], "");
        assert!(said.len() < 240 && !said.contains("trailing"), "{said}");
    }
    let (latin, empty) = (file("latin.ron", b"(name: \"caf\xe9\")"), file("empty.ron", b" \n"));
    assert_refused(&["check", &latin], &["is not UTF-8 text", "save it as UTF-8"]);
    assert_refused(&["compare", &latin, "improved"], &["is not UTF-8 text"]);
    assert_refused(&["check", &empty], &["empty.ron is empty", "'isotune init'"]);
    assert_refused(&["check", "quick.ron"], &["unknown configuration 'quick.ron' (did you mean 'quick'?)"]);
    assert_refused(&["agents", "modern.ron"], &["did you mean 'modern'?"]);
    assert_refused(&["check", "nowhere/quick.ron"], &["cannot read nowhere/quick.ron"]);
    let below = [
        (&["check", "--threads", "-1"][..], "it must be from 0 to 1024"),
        (&["compare", "open", "improved", "--pairs", "-3"], "it must be at least 1"),
    ];
    for (arguments, range) in below {
        let (said, _) = refusal(arguments, "");
        assert!(said.contains(range) && !said.contains("'-- "), "{said}");
    }
    // Nothing is like it, so nothing is suggested.
    for arguments in [&["heuristics", "zzz"][..], &["compare", "qwertz", "improved"], &["check", "nothere"]] {
        assert!(!refusal(arguments, "").0.contains("did you mean"), "{arguments:?}");
    }
}

#[test]
fn overwriting_needs_force() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("there.csv");
    let file = path.to_str().unwrap();
    let calls: [&[&str]; 3] = [
        &["tournament", "--budget", "nodes:20", "--matches", "1", "--csv", file],
        &["solve", "--openings", "--board", "4x4", "--csv", file],
        &["export", "improved", "--format", "ron", "-o", file],
    ];
    for arguments in calls {
        fs::write(&path, "mine").unwrap();
        assert_refused(arguments, &["there.csv already exists", "--force"]);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        Command::new(PROGRAM).args(arguments).arg("--force").assert().success();
        assert_ne!(fs::read_to_string(&path).unwrap(), "mine");
    }
}

#[test]
fn functions_of_a_checkout_are_said_to_play_in_its_tournament() {
    for name in ["custom_score", "custom_score_2", "AIND-Isolation/game_agent.py"] {
        for arguments in [&["compare", name, "improved"][..], &["tournament", name], &["play", "open", name]] {
            assert_refused(arguments, &["unknown ", "'isotune udacity DIR --tournament 10', with its folder as DIR"]);
        }
    }
    assert_refused(&["export", "custom_score"], &["'isotune udacity DIR --tournament 10'"]);
}
