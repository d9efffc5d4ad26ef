//! Marks on an absolute scale, through the library and the binary.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use isotune::agent::{Agent, AgentSpec, PerfectError};
use isotune::arena::{OpeningBlock, Openings, Threads};
use isotune::features::FeatureTables;
use isotune::game::{Board, BoardSize, Cell, Player, Position};
use isotune::grade::{Band, Cache, CacheError, Grades, Proportion, Question, QuestionSet, QuestionSetError};
use isotune::oracle::{Memory, Oracle};
use isotune::search::MoveOrder;
use isotune::seed::{Purpose, Seed};
use isotune::store::Digest;
use serde_json::Value;

use crate::program::{isotune, json, refused};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn oracle(board: &Board<u64>) -> Oracle {
    Oracle::new(board.size(), Memory::megabytes(64)).unwrap()
}

fn paper(board: &Board<u64>, asked: usize, threads: usize) -> QuestionSet<'_> {
    let mut paper = QuestionSet::empty();
    let threads = Threads::new(Some(threads)).unwrap();
    paper.grow(asked, board, Seed(5), &oracle(board), &threads, (&GO_ON, &|_| ())).unwrap();
    paper.first(asked)
}

fn agent(text: &str, board: &Board<u64>) -> Agent<u64> {
    let tables = Arc::new(FeatureTables::new(board));
    let spec: AgentSpec = text.parse().unwrap();
    Agent::new(&spec, MoveOrder::Shuffled, "reference-modern", &tables).unwrap()
}

#[test]
fn questions_can_be_got_right_and_wrong() {
    let board = Board::seven();
    let paper = paper(&board, 60, 2);
    let mut positions = BTreeSet::new();
    let exact = oracle(&board);
    for question in &paper.questions {
        let position = question.position;
        let mover = position.to_move();
        let verdict = exact.solve(&position, &GO_ON).unwrap();
        assert_eq!(question.winning, verdict.winning_moves.into_iter().collect(), "{position}");
        assert!(!question.winning.is_empty() && question.winning.len() < position.moves(mover).len(), "{position}");
        assert!(position.moves(mover).len() >= 2 && position.moves(mover.opponent()).len() >= 2, "{position}");
        assert!(positions.insert(position.canonical()), "{position} is there twice");
        assert!(question.turns > 0 && question.game < paper.games);
        assert!(position.plies() >= Band::ALL[0].from);
        assert!(question.opening.0.iter().all(|cell| !position.blank().has(*cell)), "{position}");
    }
    assert_eq!((paper.questions.len(), paper.questions.last().unwrap().game + 1), (60, paper.games));
}

/// Tuning draws its openings from the other blocks, and no image of one is in the final block.
#[test]
fn questions_come_from_openings_that_nobody_trains_on() {
    let board = Board::seven();
    let opening =
        |opening: &Position<'_, u64>| [Player::One, Player::Two].map(|player| opening.cell_of(player).unwrap());
    let block =
        |block| -> BTreeSet<_> { Openings::new(&board, 2, block).iter().map(|it| opening(it.position())).collect() };
    let (held_out, all) = (block(OpeningBlock::Final), block(OpeningBlock::All));
    assert!(!held_out.is_empty() && held_out.len() < all.len() / 2);
    for question in &paper(&board, 60, 2).questions {
        assert!(held_out.contains(&question.opening.0), "{}", question.position);
    }
}

/// When this changes, so have the games: say so in the changelog, and measure the marks in the README again.
#[test]
fn the_first_questions_of_a_seed_are_what_they_were() {
    let board = Board::seven();
    let cells = |cells: Vec<Cell>| cells.into_iter().map(|cell| cell.row_column(board.size())).collect::<Vec<_>>();
    let text = |question: &Question<'_>| {
        let Question { position, winning, turns, game, opening } = question;
        let (winning, opening) = (cells(winning.into_iter().collect()), cells(opening.0.to_vec()));
        format!("{game} {turns} {opening:?} {position} {winning:?}\n")
    };
    let text: String = paper(&board, 20, 2).questions.iter().map(text).collect();
    assert_eq!(Digest::of(text.as_bytes()).to_string(), "972e02324702c43cfc5d73ce4c4bfe30");
}

#[test]
fn a_paper_depends_on_nothing_but_board_seed_and_length() {
    let board = Board::seven();
    let one = paper(&board, 40, 1);
    assert_eq!(one, paper(&board, 40, 3));
    assert_eq!(one.first(15), paper(&board, 15, 2));
    let mut grown = paper(&board, 15, 2);
    let threads = Threads::new(Some(2)).unwrap();
    // What was cut off is found again.
    grown.grow(40, &board, Seed(5), &oracle(&board), &threads, (&GO_ON, &|_| ())).unwrap();
    assert_eq!(grown.first(40), one);
}

#[test]
fn perfect_play_keeps_every_win_and_marks_add_up() {
    let board = Board::seven();
    let paper = paper(&board, 80, 2);
    let agents = ["perfect", "random", "id:improved@nodes:2000"].map(|text| agent(text, &board));
    let threads = |number| Threads::new(Some(number)).unwrap();
    let marks = Grades::of(&agents, &paper, Seed(1), &threads(2), &GO_ON, &|_| ()).unwrap();
    assert_eq!(marks, Grades::of(&agents, &paper, Seed(1), &threads(1), &GO_ON, &|_| ()).unwrap());
    let [perfect, random, improved] = &marks[..] else { panic!("three agents") };
    assert_eq!(perfect.proportion(), Proportion { right: 80, all: 80 });
    assert_eq!(perfect.blunders_per_game(&paper), Some((0.0, 0.0)));
    assert!(random.proportion().right < improved.proportion().right);
    assert!(random.blunders_per_game(&paper).unwrap().0 > improved.blunders_per_game(&paper).unwrap().0);
    for marks in &marks {
        let bands = Band::ALL.map(|band| marks.proportion_in(band, &paper));
        assert_eq!(bands.iter().map(|share| share.all).sum::<u64>(), 80);
        assert_eq!(bands.iter().map(|share| share.right).sum::<u64>(), marks.proportion().right);
    }
    let difference = random.difference(perfect).unwrap().difference;
    assert!((difference - (random.proportion().mean().unwrap() - 1.0)).abs() < 1e-12);
    let stop = AtomicBool::new(true);
    assert_eq!(Grades::of(&agents, &paper, Seed(1), &threads(2), &stop, &|_| ()), None);
    let grown = QuestionSet::empty().grow(1, &board, Seed(0), &oracle(&board), &threads(1), (&stop, &|_| ()));
    assert_eq!(grown, Err(QuestionSetError::Stopped));
}

#[test]
fn shares_have_errors() {
    let share: Proportion = [true, true, true, false].into_iter().collect();
    assert_eq!(share, Proportion { right: 3, all: 4 });
    assert!((share.mean().unwrap() - 0.75).abs() < 1e-12);
    assert!((share.se().unwrap() - (0.75_f64 * 0.25 / 4.0).sqrt()).abs() < 1e-12);
    assert!(Proportion { right: 4, all: 4 }.interval().low < 0.9);
    assert_eq!((Proportion::default().mean(), Proportion::default().se()), (None, None));
}

/// Perfect play wins from either seat whatever is won for it, and plays on where nothing is.
#[test]
fn perfect_play_wins_what_is_won() {
    let board = Board::<u64>::new("5x6".parse().unwrap()).unwrap();
    let (perfect, opponent) = (agent("perfect:open@depth:2", &board), agent("id:improved@nodes:300", &board));
    let exact = oracle(&board);
    let openings = Openings::new(&board, 2, OpeningBlock::All);
    let mut seats = [0, 0];
    for place in (0..openings.len()).step_by(29) {
        let opening = *openings.get(place).position();
        let (winner, _) = exact.winner(&opening, &GO_ON).unwrap();
        let (mut position, mut stream): (Position<'_, u64>, _) = (opening, Seed(2).stream(Purpose::Agent, [0; 3]));
        loop {
            let player = if position.to_move() == winner { &perfect } else { &opponent };
            let Some(decision) = player.choose(&position, &mut stream) else { break };
            position = position.play(decision.cell).unwrap();
        }
        assert_eq!(position.winner(), Some(winner), "{opening}");
        seats[usize::from(winner == Player::Two)] += 1;
    }
    assert!(seats[0] > 5 && seats[1] > 5, "{seats:?}");
}

#[test]
fn perfect_agents_are_written_and_refused() {
    let shown = |text: &str| text.parse::<AgentSpec>().map(|spec| spec.to_string());
    assert_eq!(shown("perfect").unwrap(), "perfect:improved@nodes:5000");
    assert_eq!(shown("perfect:open").unwrap(), "perfect:open@nodes:5000");
    assert_eq!(shown("perfect:open@depth:3").unwrap(), "perfect:open@depth:3");
    assert_eq!(shown("perfect@effort:700").unwrap(), "perfect:improved@effort:700");
    for (text, words) in [("perfect:", "needs a heuristic"), ("perfect:opne", "open"), ("perfect@dept:3", "budget")] {
        assert!(shown(text).unwrap_err().to_string().contains(words), "{text}");
    }
    let size: BoardSize = "8x8".parse().unwrap();
    let error = PerfectError::OutOfReach { size };
    assert!(error.to_string().contains("8x8") && error.to_string().contains("49 cells"), "{error}");
    for there in [None, Some(Memory::megabytes(20))] {
        let error = PerfectError::Memory { there }.to_string();
        assert!(error.contains("128 MB") && error.contains("another agent") && !error.contains("--memory"), "{error}");
    }
    refused(&["play", "perfect", "random", "--board", "8x8"], &["8x8", "49 cells"]);
    refused(&["play", "perfect", "random", "--board", "9x11"], &["9x11", "49 cells"]);
    refused(&["play", "perfct", "random"], &["did you mean 'perfect'"]);
}

#[test]
fn what_is_cached_comes_back_and_what_is_damaged_does_not() {
    let board = Board::seven();
    let paper = paper(&board, 20, 2);
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("deep/er"));
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), QuestionSet::empty());
    cache.save(&paper, &board, Seed(5)).unwrap();
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), paper);
    assert_eq!(cache.load(&board, Seed(6)).unwrap(), QuestionSet::empty());
    let path = cache.path(&board, Seed(5));
    let files: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().collect();
    assert_eq!(files.len(), 1, "nothing temporary is left");
    let good = std::fs::read(&path).unwrap();
    let damaged = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        matches!(cache.load(&board, Seed(5)), Err(CacheError::Damaged { .. }))
    };
    for cut in [0, 1, 30, good.len() / 2, good.len() - 1] {
        assert!(damaged(&good[..cut]), "cut at {cut}");
    }
    for place in (0..good.len()).step_by(101) {
        let mut bytes = good.clone();
        bytes[place] ^= 4;
        assert!(damaged(&bytes), "a flipped bit at {place}");
    }
    assert!(damaged(String::from_utf8(good.clone()).unwrap().replace("format 3", "format 4").as_bytes()));
    // A whole file of games between other players, or under other rules.
    let text = String::from_utf8(good.clone()).unwrap();
    let mut saved: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
    let sealed = |saved: &Value| {
        let body = saved.to_string();
        let checksum = Digest::of(body.as_bytes());
        format!("// isotune positions, format 3, checksum {checksum}\n{body}").into_bytes()
    };
    assert!(!damaged_or_taken(&cache, &board, &sealed(&saved)), "the same in another order is taken");
    saved["source"] = serde_json::to_value(Digest::of(b"other games")).unwrap();
    assert!(damaged_or_taken(&cache, &board, &sealed(&saved)));
    std::fs::write(cache.path(&board, Seed(7)), &good).unwrap();
    assert!(cache.load(&board, Seed(7)).is_err(), "another seed's file is not taken");
    std::fs::write(&path, &good).unwrap();
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), paper);
}

/// Whether a file is refused as the paper of a seed.
fn damaged_or_taken(cache: &Cache, board: &Board<u64>, bytes: &[u8]) -> bool {
    std::fs::write(cache.path(board, Seed(5)), bytes).unwrap();
    matches!(cache.load(board, Seed(5)), Err(CacheError::Damaged { .. }))
}

fn grade<'a>(cache: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["grade", "--positions", "30", "--budget", "nodes:200", "--cache", cache.to_str().unwrap()][..], more].concat()
}

#[test]
fn the_verb_marks_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let record = json(&grade(folder.path(), &["perfect", "random", "--json"]));
    let agents = record["agents"].as_array().unwrap();
    let names: BTreeSet<&str> = agents.iter().map(|agent| agent["name"].as_str().unwrap()).collect();
    assert_eq!((agents.len(), names.len()), (36, 36), "34 of the catalogue and two more");
    assert_eq!((&agents[0]["name"], agents[0]["accuracy"].as_f64()), (&Value::from("perfect"), Some(1.0)));
    for agent in agents {
        assert!(agent["accuracy"].is_f64() && agent["se"].is_f64() && agent["blunders_per_game"].is_f64(), "{agent}");
        assert_eq!(agent["positions"], 30);
        assert_eq!(agent["by_ply"].as_array().unwrap().len(), Band::ALL.len());
    }
    assert!(agents.is_sorted_by(|a, b| a["accuracy"].as_f64() >= b["accuracy"].as_f64()));
    // Again from the cache, without one, and on one thread: the same bytes.
    let text = isotune(&grade(folder.path(), &["perfect", "random", "--json"])).stdout;
    assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), record);
    assert_eq!(text, isotune(&grade(folder.path(), &["perfect", "random", "--json", "--threads", "1"])).stdout);
    let fresh = ["grade", "perfect", "random", "--positions", "30", "--budget", "nodes:200", "--no-cache", "--json"];
    assert_eq!(text, isotune(&fresh).stdout);
    let shown = String::from_utf8(isotune(&grade(folder.path(), &["perfect", "--only"])).stdout).unwrap();
    let rows: Vec<&str> = shown.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 3, "{shown}");
    assert!(rows[1].contains("perfect") && rows[1].contains("100.00 ± ?"), "{shown}");
    assert!(rows[2].contains("baseline"), "{shown}");
    assert!(shown.contains("8 plies"), "{shown}");
    assert_eq!(record["first_ply"], 8);
    // A single position has no error, so there is nothing to compare with it; that makes nobody the baseline.
    let one = ["grade", "open", "--only", "--positions", "1", "--budget", "nodes:200", "--no-cache"];
    let shown = String::from_utf8(isotune(&one).stdout).unwrap();
    assert_eq!(shown.matches("baseline").count(), 1, "{shown}");
}

/// What was found before the signal is the beginning of what is found without one.
#[cfg(unix)]
#[test]
fn a_signal_leaves_the_positions_that_were_solved() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["grade", "open", "--only", "--positions", "100000", "--cache", folder.path().to_str().unwrap()];
    let mut child = Command::new(env!("CARGO_BIN_EXE_isotune")).args(arguments).spawn().unwrap();
    // Longer than a batch takes on a slow machine, and much less than all of them.
    std::thread::sleep(Duration::from_secs(8));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let board = Board::seven();
    let saved = Cache::new(folder.path().to_owned()).load(&board, Seed(0)).unwrap();
    assert!(!saved.questions.is_empty());
    let mut fresh = QuestionSet::empty();
    let threads = Threads::new(Some(2)).unwrap();
    fresh.grow(10, &board, Seed(0), &oracle(&board), &threads, (&GO_ON, &|_| ())).unwrap();
    assert_eq!(saved.first(10), fresh.first(10));
}

#[test]
fn a_cache_that_fails_stops_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = grade(folder.path(), &["open", "--only", "--json"]);
    let expected = isotune(&arguments).stdout;
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let good = std::fs::read(&file).unwrap();
    std::fs::write(&file, "rubbish").unwrap();
    let output = isotune(&arguments);
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &expected));
    assert!(String::from_utf8_lossy(&output.stderr).contains("creating it again"));
    assert_eq!(std::fs::read(&file).unwrap(), good, "it was rebuilt");
    // A folder that cannot be made, because a file is in its way.
    let output = isotune(&grade(&file, &["open", "--only", "--json"]));
    assert_eq!((output.status.code(), &output.stdout), (Some(0), &expected));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--cache"));
}

#[test]
fn threads_change_no_tournament_of_perfect_play() {
    let run = |threads: &str| {
        let rules = ["tournament", "perfect", "--board", "5x6", "--budget", "nodes:100", "--matches", "6", "--json"];
        isotune(&[&rules[..], &["--threads", threads]].concat()).stdout
    };
    let one = run("1");
    assert!(!one.is_empty());
    assert_eq!(one, run("3"));
}

#[test]
fn bad_input_is_refused_with_a_sentence() {
    refused(&["grade", "imprved", "--no-cache"], &["imprved", "did you mean 'improved'"]);
    refused(&["grade", "--positions", "0"], &["--positions"]);
    refused(&["grade", "--budget", "nodes"], &["nodes", "whole number"]);
    refused(&["grade", "--board", "8x8"], &["8x8", "49 cells"]);
    refused(&["grade", "--board", "3x3", "--positions", "2", "--no-cache"], &["3x3", "larger board"]);
    refused(&["grade", "--only"], &["AGENT"]);
    refused(&["grade", "--no-cache", "--cache", "x"], &["--cache"]);
    refused(&["grade", "--memory", "4294967295"], &["--memory"]);
    refused(&["grade", "--rules", "moden"], &["modern"]);
}
