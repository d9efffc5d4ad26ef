//! `isotune solve`, through the binary.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::json;

use crate::program::{isotune, json as record, refused};

#[test]
fn a_position_has_a_winner_and_winning_moves() {
    let solved = record(&["solve", "3,3 0,0", "--json"]);
    assert_eq!((&solved["to_move"], &solved["winner"]), (&json!(1), &json!(1)));
    assert_eq!(solved["legal_moves"].as_array().unwrap().len(), 8);
    assert!(solved["nodes"].as_u64().unwrap() > 0);
    assert_eq!(solved.get("distance"), None);
    for cell in solved["winning_moves"].as_array().unwrap() {
        let moves = format!("3,3 0,0 {},{}", cell[0], cell[1]);
        let reply = record(&["solve", &moves, "--json"]);
        assert_eq!((&reply["to_move"], &reply["winner"], &reply["winning_moves"]), (&json!(2), &json!(1), &json!([])));
    }
    let shown = String::from_utf8(isotune(&["solve", "3,3 0,0"]).stdout).unwrap();
    assert!(shown.contains("player 1 is to move, player 1 wins") && shown.contains("of 8 moves win"), "{shown}");
}

#[test]
fn a_position_may_be_given_as_other_programs_get_it() {
    let moves = record(&["solve", "3,3 0,0 5,4", "--json"]);
    let text = moves["position"].as_str().unwrap();
    let rows = record(&["solve", text, "--json"]);
    for key in ["position", "to_move", "winner", "legal_moves", "winning_moves", "nodes"] {
        assert_eq!(rows[key], moves[key], "{key}");
    }
    let row = ["--board", "6x1", "--json"];
    let one_row = |position: &str| record(&[&["perft", position, "2"][..], &row].concat());
    assert_eq!(one_row("2.1... 1"), one_row("0,2 0,0"));
    let counts = |position: &str| record(&["perft", position, "4", "--json"]);
    assert_eq!(counts(text), counts("3,3 0,0 5,4"));
    refused(&["solve", "2../.1. 1"], &["3x2", "7x7"]);
    refused(&["solve", "2../.1./..y 1", "--board", "3x3"], &["(2, 2)", "'y'"]);
    refused(&["perft", "2../.1./...", "2", "--board", "3x3"], &["is not a position", "side to move"]);
}

#[test]
fn a_finished_game_and_a_distance() {
    let board = ["--board", "3x3"];
    let over = record(&[&["solve", "1,1 0,0", "--json", "--distance"][..], &board].concat());
    assert_eq!(over, {
        let version = env!("CARGO_PKG_VERSION");
        let mut expected = json!({"schema": "isotune/1", "version": version, "position": "2../.1./... 1", "to_move": 1, "winner": 2, "legal_moves": [], "winning_moves": [], "distance": 0});
        expected["nodes"] = over["nodes"].clone();
        expected["seconds"] = over["seconds"].clone();
        expected
    });
    let shown = String::from_utf8(isotune(&[&["solve", "1,1 0,0"][..], &board].concat()).stdout).unwrap();
    assert!(shown.contains("the game is over"), "{shown}");
    // The middle cannot be left: whoever is placed there loses at once, and player 2 takes another cell.
    let empty = record(&[&["solve", "", "--json"][..], &board].concat());
    assert_eq!(empty["legal_moves"].as_array().unwrap().len(), 9);
    let late = record(&["solve", "0,0 4,4 1,2 3,2", "--board", "5x5", "--distance", "--json"]);
    let plies = late["distance"].as_u64().unwrap();
    assert_eq!(plies % 2 == 1, late["winner"] == late["to_move"], "{late}");
}

#[test]
fn all_openings_of_a_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.csv");
    let arguments =
        ["solve", "--openings", "--board", "5x5", "--csv", path.to_str().unwrap(), "--memory", "1", "--json"];
    std::fs::write(&path, "earlier").unwrap();
    refused(&arguments, &["already exists", "--force"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "earlier");
    let solved = record(&[&arguments[..], &["--force"]].concat());
    assert_eq!((&solved["complete"], &solved["classes"]), (&json!(true), &solved["classes_solved"]));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("row1,col1,row2,col2,winner"));
    let rows: Vec<Vec<u64>> =
        lines.map(|line| line.split(',').map(|number| number.parse().unwrap()).collect()).collect();
    assert_eq!((rows.len(), &solved["openings"]), (600, &json!(600)));
    let won = |player| rows.iter().filter(|row| row[4] == player).count();
    assert_eq!(solved["won_by_player_1"], won(1));
    assert_eq!(solved["won_by_player_2"], won(2));
    for row in rows.iter().step_by(97) {
        let moves = format!("{},{} {},{}", row[0], row[1], row[2], row[3]);
        assert_eq!(record(&["solve", &moves, "--board", "5x5", "--json"])["winner"], row[4], "{moves}");
    }
    // The number of threads changes nothing that is written.
    let again = folder.path().join("again.csv");
    record(&["solve", "--openings", "--board", "5x5", "--csv", again.to_str().unwrap(), "--threads", "1", "--json"]);
    assert_eq!(text, std::fs::read_to_string(again).unwrap());
}

/// The whole of 7x7: player 1, to move, wins when both stand on cells of one colour, and besides from the centre when
/// player 2 stands a jump away. Computed by two programs that share no code.
#[test]
fn all_openings_of_seven_by_seven() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.csv");
    let solved = record(&["solve", "--openings", "--csv", path.to_str().unwrap(), "--json"]);
    let figures = [&solved["openings"], &solved["classes"], &solved["won_by_player_1"], &solved["won_by_player_2"]];
    assert_eq!(figures, [2352, 315, 1160, 1192]);
    for line in std::fs::read_to_string(&path).unwrap().lines().skip(1) {
        let row: Vec<i64> = line.split(',').map(|number| number.parse().unwrap()).collect();
        let jump = (row[0] - row[2]).abs() * (row[1] - row[3]).abs() == 2;
        let same_colour = (row[0] + row[1] + row[2] + row[3]) % 2 == 0;
        let first_wins = same_colour || (row[..2] == [3, 3] && jump);
        assert_eq!(row[4], if first_wins { 1 } else { 2 }, "{line}");
    }
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    refused(&["solve"], &["required"]);
    refused(&["solve", "3,3 0"], &["no column"]);
    refused(&["solve", "3,3 3,3"], &["ply 2", "blocked"]);
    refused(&["solve", "3,3 0,0", "--openings"], &["--openings"]);
    refused(&["solve", "3,3 0,0", "--csv", "x.csv"], &["MOVES"]);
    refused(&["solve", "", "--board", "9x11"], &["64 cells", "9x11", "smaller board"]);
    refused(&["solve", "", "--memory", "0"], &["--memory"]);
    refused(&["solve", "", "--memory", "4294967295"], &["4294967295 MB", "ask for less", "--memory"]);
    refused(&["solve", "--openings", "--csv", "."], &["folder"]);
    refused(&["solve", "--openings", "--csv", "no/such/x.csv"], &["no/such/x.csv", "there is no folder", "create it"]);
    refused(&["solve", "--openings", "--csv", "Cargo.toml/x.csv"], &["Cargo.toml/x.csv", "cannot write"]);
    refused(&["solve", "--openings", "--csv", "Cargo.toml"], &["already exists", "--force"]);
    refused(&["tournament", "--matches", "1", "--csv", "no/such/x.csv"], &["there is no folder"]);
    refused(&["solve", "--openings", "--threads", "0"], &["--threads"]);
}

#[cfg(unix)]
#[test]
fn a_signal_stops_it_and_leaves_an_earlier_file_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.csv");
    std::fs::write(&path, "earlier").unwrap();
    let fresh = folder.path().join("fresh.csv");
    let [path, fresh] = [&path, &fresh].map(|path| path.to_str().unwrap());
    let stopped = |question: &[&str]| {
        let arguments = [&["solve", "--board", "8x8"], question].concat();
        let mut command = Command::new(env!("CARGO_BIN_EXE_isotune"));
        let child = command.args(&arguments).stdout(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(300));
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(told.success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(stopped(&["0,0 7,7"]), "");
    assert_eq!(stopped(&["0,0 7,7", "--distance"]), "");
    let shown = stopped(&["--openings", "--csv", path, "--force"]);
    assert!(shown.contains("stopped after") && shown.contains("only a part of the openings"), "{shown}");
    let part: serde_json::Value = serde_json::from_str(&stopped(&["--openings", "--csv", fresh, "--json"])).unwrap();
    assert_eq!((&part["complete"], part["classes_solved"].is_u64()), (&json!(false), true), "{part}");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "earlier");
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["openings.csv"], "nothing but what was there");
}
