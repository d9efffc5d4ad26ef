//! Batches: what a workshop plays from bytes is what a contest plays.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use isotune::agent::{Agent, Roster};
use isotune::arena::{
    Batch, BatchError, Contest, Draw, Job, OpeningBlock, Openings, Workshop, WorkshopError, duel_schedule, schedule,
};
use isotune::features::FeatureTables;
use isotune::game::{Board, Word};
use isotune::search::MoveOrder;
use isotune::seed::Seed;
use serde_json::{Value, json};

fn agents<W: Word>(board: &Board<W>, texts: &[&str]) -> Vec<Agent<W>> {
    let tables = Arc::new(FeatureTables::new(board));
    let compile = |text: &&str| Agent::new(&text.parse().unwrap(), MoveOrder::Shuffled, "udacity-modern", &tables);
    texts.iter().map(|text| compile(text).unwrap()).collect()
}

const DRAW: Draw = Draw { plies: 2, block: OpeningBlock::Train, pairs: Some(6), seed: Seed(5) };

/// Plays jobs in batches of a few, by one workshop from bytes, and compares with the contest.
fn same<W: Word>(contest: &Contest<'_, W>, jobs: &[Job], size: usize) {
    let (workshop, down) = (Workshop::default(), AtomicBool::new(false));
    for jobs in jobs.chunks(size) {
        let bytes = Batch::new(contest, jobs.to_vec()).to_bytes();
        let batch = Batch::read(&bytes).unwrap();
        assert_eq!(batch.to_bytes(), bytes);
        let expected: Option<Vec<_>> = jobs.iter().map(|job| contest.play(job, &down)).collect();
        assert_eq!(workshop.play(&batch, &down).unwrap(), expected, "{jobs:?}");
    }
}

const PLAYERS: [&str; 4] = ["id:improved@nodes:60", "random", "id:open-space@effort:200", "greedy:polosin-final"];

#[test]
fn a_part_plays_as_it_does_in_the_whole() {
    let board = Board::seven();
    let (candidates, opponents) = (agents(&board, &PLAYERS), agents(&board, &PLAYERS[..3]));
    let contest = Contest::new(&board, candidates.clone(), opponents.clone(), &DRAW).unwrap();
    let jobs: Vec<Job> = schedule(4, 3, 0..6).collect();
    for size in [1, 5, 100] {
        same(&contest, &jobs, size);
    }
    let openings = Openings::new(&board, 2, OpeningBlock::Train);
    let separate =
        Contest::separate(&openings, 6, (Seed(3), Seed(4)), 1_000_000_007, candidates.clone(), opponents.clone());
    same(&separate, &jobs, 3);
    let duels = Contest::duels(&openings, 6, &DRAW, (candidates[..3].to_vec(), opponents));
    let jobs: Vec<Job> = duel_schedule(3, 0..6).collect();
    same(&duels, &jobs, 1);
}

#[test]
fn boards_of_both_words_and_long_openings_agree() {
    let board = Board::<u128>::new("9x11".parse().unwrap()).unwrap();
    let contest = Contest::new(&board, agents(&board, &PLAYERS), agents(&board, &PLAYERS[..1]), &DRAW).unwrap();
    same(&contest, &schedule(4, 1, 0..6).collect::<Vec<_>>(), 7);
    let board = Board::<u64>::new("5x5".parse().unwrap()).unwrap();
    let draw = Draw { plies: 4, pairs: None, block: OpeningBlock::Final, ..DRAW };
    let contest = Contest::new(&board, agents(&board, &PLAYERS), agents(&board, &PLAYERS[..2]), &draw).unwrap();
    same(&contest, &schedule(4, 2, 3..9).collect::<Vec<_>>(), 5);
}

#[test]
fn every_agent_of_every_roster_can_be_sent() {
    let board = Board::seven();
    let tables = Arc::new(FeatureTables::new(&board));
    for name in Roster::NAMES {
        let roster = Roster::named(name).unwrap().with_budget(&"nodes:20".parse().unwrap());
        let compile = |member: &isotune::agent::NamedAgent| {
            Agent::new(&member.agent, roster.order, &roster.costs, &tables).unwrap()
        };
        let all: Vec<Agent<u64>> = roster.agents.iter().map(compile).collect();
        let contest = Contest::new(&board, all[..1].to_vec(), all, &Draw { pairs: Some(1), ..DRAW }).unwrap();
        same(&contest, &schedule(1, contest.opponents(), 0..1).collect::<Vec<_>>(), 64);
    }
}

#[test]
fn perfect_players_share_an_oracle_and_play_the_same() {
    let board = Board::<u64>::new("5x5".parse().unwrap()).unwrap();
    let perfect = agents(&board, &["perfect:improved@nodes:20", "perfect:open@nodes:20"]);
    let contest = Contest::new(&board, perfect, agents(&board, &["random"]), &DRAW).unwrap();
    same(&contest, &schedule(2, 1, 0..6).collect::<Vec<_>>(), 2);
}

/// Changes a field of a good batch, given by a JSON pointer.
fn changed(pointer: &str, value: Value) -> Result<Batch, BatchError> {
    let board = Board::seven();
    let contest = Contest::new(&board, agents(&board, &PLAYERS[..1]), agents(&board, &PLAYERS[..1]), &DRAW).unwrap();
    let bytes = Batch::new(&contest, schedule(1, 1, 0..6).collect()).to_bytes();
    let mut json: Value = serde_json::from_slice(&bytes).unwrap();
    if let Some(place) = json.pointer_mut(pointer) {
        *place = value;
    } else {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        json.pointer_mut(parent).unwrap().as_object_mut().unwrap().insert(key.to_owned(), value);
    }
    Batch::read(&serde_json::to_vec(&json).unwrap())
}

#[test]
fn what_no_contest_can_be_is_refused() {
    assert!(changed("/ground/pairs", json!(7)).is_ok());
    for (pointer, value) in [
        ("/format", json!(2)),
        ("/more", json!(1)),
        ("/ground/more", json!(1)),
        ("/ground/board", json!("1x1")),
        ("/ground/board", json!("900x900")),
        ("/ground/plies", json!(3)),
        ("/ground/plies", json!(-2)),
        ("/ground/block", json!("other")),
        ("/ground/duels", json!(1)),
        ("/jobs", json!([])),
        ("/jobs/0", json!([1, 0, 0, 4])),
        ("/jobs/0", json!([0, 1, 0, 4])),
        ("/jobs/0", json!([0, 0, 5, 4])),
        ("/jobs/0", json!([0, 0, u64::MAX, 4])),
        ("/jobs/0", json!([0, 0, 0, 0])),
        ("/jobs/0", json!([0, 0, 0])),
        ("/jobs", json!(vec![[0, 0, 0, 4]; Batch::MOST_JOBS + 1])),
        ("/candidates/0/searching/budget", json!({"time": 5})),
        ("/candidates/0/searching/budget", json!({"nodes": 2_000_000_000})),
        ("/candidates/0/searching/budget", json!({"depth": 0})),
        ("/candidates/0/searching/form/linear/own-moves", json!(1e300)),
        ("/candidates/0/searching/form/linear/own-movez", json!(1)),
        ("/candidates/0", json!({"file": "/etc/passwd"})),
    ] {
        let refused = changed(pointer, value.clone());
        assert!(refused.is_err(), "{pointer} {value}");
    }
    let player = json!("random");
    let many: serde_json::Map<_, _> = (0..=Batch::MOST_PLAYERS).map(|n| (n.to_string(), player.clone())).collect();
    assert_eq!(changed("/candidates", Value::Object(many)), Err(BatchError::Limit("too many players")));
    assert_eq!(Batch::read(&vec![b' '; Batch::MOST_BYTES + 1]), Err(BatchError::Bytes(Batch::MOST_BYTES + 1)));
    for garbage in [&b""[..], b"{}", b"[1]", b"\xff\xfe", b"null", b"{\"format\":1"] {
        assert!(matches!(Batch::read(garbage), Err(BatchError::Syntax(_))));
    }
}

#[test]
fn a_contest_with_more_pairs_than_openings_is_refused() {
    let batch = changed("/ground/pairs", json!(100_000)).unwrap();
    let refused = Workshop::default().play(&batch, &AtomicBool::new(false));
    assert!(matches!(refused, Err(WorkshopError::Openings { asked: 100_000, .. })), "{refused:?}");
}

#[test]
fn a_stopped_batch_has_no_results() {
    let batch = changed("/candidates/0/searching/budget", json!({"nodes": 1_000_000_000})).unwrap();
    assert_eq!(Workshop::default().play(&batch, &AtomicBool::new(true)).unwrap(), None);
}
