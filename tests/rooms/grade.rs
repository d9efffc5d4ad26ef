//! Grades by exact play: the questions, their cache, and the grades of agents.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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

static GO_ON: AtomicBool = AtomicBool::new(false);

fn oracle(board: &Board<u64>) -> Oracle {
    Oracle::new(board.size(), Memory::megabytes(64)).unwrap()
}

fn question_set(board: &Board<u64>, asked: usize, threads: usize) -> QuestionSet<'_> {
    let mut set = QuestionSet::empty();
    let threads = Threads::new(Some(threads)).unwrap();
    set.grow(asked, board, Seed(5), &oracle(board), &threads, (&GO_ON, &|_| ())).unwrap();
    set.first(asked)
}

fn agent(text: &str, board: &Board<u64>) -> Agent<u64> {
    let tables = Arc::new(FeatureTables::new(board));
    let spec: AgentSpec = text.parse().unwrap();
    Agent::new(&spec, MoveOrder::Shuffled, "udacity-modern", &tables).unwrap()
}

#[test]
fn every_question_has_right_and_wrong_answers() {
    let board = Board::seven();
    let set = question_set(&board, 60, 2);
    let mut positions = BTreeSet::new();
    let exact = oracle(&board);
    for question in &set.questions {
        let position = question.position;
        let mover = position.to_move();
        let verdict = exact.solve(&position, &GO_ON).unwrap();
        assert_eq!(question.winning, verdict.winning_moves.into_iter().collect(), "{position}");
        assert!(!question.winning.is_empty() && question.winning.len() < position.moves(mover).len(), "{position}");
        assert!(position.moves(mover).len() >= 2 && position.moves(mover.opponent()).len() >= 2, "{position}");
        assert!(positions.insert(position.canonical()), "{position} is there twice");
        assert!(question.turns > 0 && question.game < set.games);
        assert!(position.plies() >= Band::ALL[0].from);
        assert!(question.opening.0.iter().all(|cell| !position.blank().has(*cell)), "{position}");
    }
    assert_eq!((set.questions.len(), set.questions.last().unwrap().game + 1), (60, set.games));
}

/// Tuning draws its openings from the other blocks, and no image of one is in the final block.
#[test]
fn questions_come_from_openings_that_tuning_does_not_see() {
    let board = Board::seven();
    let opening =
        |opening: &Position<'_, u64>| [Player::One, Player::Two].map(|player| opening.cell_of(player).unwrap());
    let block =
        |block| -> BTreeSet<_> { Openings::new(&board, 2, block).iter().map(|it| opening(it.position())).collect() };
    let (held_out, all) = (block(OpeningBlock::Final), block(OpeningBlock::All));
    assert!(!held_out.is_empty() && held_out.len() < all.len() / 2);
    for question in &question_set(&board, 60, 2).questions {
        assert!(held_out.contains(&question.opening.0), "{}", question.position);
    }
}

/// When this changes, so have the games: say so in the changelog, and measure the grades in the README again.
#[test]
fn the_first_questions_of_a_seed_are_what_they_were() {
    let board = Board::seven();
    let cells = |cells: Vec<Cell>| cells.into_iter().map(|cell| cell.row_column(board.size())).collect::<Vec<_>>();
    let text = |question: &Question<'_>| {
        let Question { position, winning, turns, game, opening } = question;
        let (winning, opening) = (cells(winning.into_iter().collect()), cells(opening.0.to_vec()));
        format!("{game} {turns} {opening:?} {position} {winning:?}\n")
    };
    let text: String = question_set(&board, 20, 2).questions.iter().map(text).collect();
    assert_eq!(Digest::of(text.as_bytes()).to_string(), "972e02324702c43cfc5d73ce4c4bfe30");
}

#[test]
fn a_question_set_depends_on_nothing_but_board_seed_and_length() {
    let board = Board::seven();
    let one = question_set(&board, 40, 1);
    assert_eq!(one, question_set(&board, 40, 3));
    assert_eq!(one.first(15), question_set(&board, 15, 2));
    let mut grown = question_set(&board, 15, 2);
    let threads = Threads::new(Some(2)).unwrap();
    // What was cut off is found again.
    grown.grow(40, &board, Seed(5), &oracle(&board), &threads, (&GO_ON, &|_| ())).unwrap();
    assert_eq!(grown.first(40), one);
}

#[test]
fn perfect_play_keeps_every_win_and_grades_add_up() {
    let board = Board::seven();
    let set = question_set(&board, 80, 2);
    let agents = ["perfect", "random", "id:improved@nodes:2000"].map(|text| agent(text, &board));
    let threads = |number| Threads::new(Some(number)).unwrap();
    let grades = Grades::of(&agents, &set, Seed(1), &threads(2), &GO_ON, &|_| ()).unwrap();
    assert_eq!(grades, Grades::of(&agents, &set, Seed(1), &threads(1), &GO_ON, &|_| ()).unwrap());
    let [perfect, random, improved] = &grades[..] else { panic!("three agents") };
    assert_eq!(perfect.proportion(), Proportion { right: 80, all: 80 });
    assert_eq!(perfect.blunders_per_game(&set), Some((0.0, 0.0)));
    assert!(random.proportion().right < improved.proportion().right);
    assert!(random.blunders_per_game(&set).unwrap().0 > improved.blunders_per_game(&set).unwrap().0);
    for grades in &grades {
        let bands = Band::ALL.map(|band| grades.proportion_in(band, &set));
        assert_eq!(bands.iter().map(|share| share.all).sum::<u64>(), 80);
        assert_eq!(bands.iter().map(|proportion| proportion.right).sum::<u64>(), grades.proportion().right);
    }
    let difference = random.difference(perfect).unwrap().difference;
    assert!((difference - (random.proportion().mean().unwrap() - 1.0)).abs() < 1e-12);
    let stop = AtomicBool::new(true);
    assert_eq!(Grades::of(&agents, &set, Seed(1), &threads(2), &stop, &|_| ()), None);
    let grown = QuestionSet::empty().grow(1, &board, Seed(0), &oracle(&board), &threads(1), (&stop, &|_| ()));
    assert_eq!(grown, Err(QuestionSetError::Stopped));
}

#[test]
fn proportions_have_errors() {
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
}

#[test]
fn cached_sets_are_read_back_and_damaged_ones_refused() {
    let board = Board::seven();
    let set = question_set(&board, 20, 2);
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("deep/er"));
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), QuestionSet::empty());
    cache.save(&set, &board, Seed(5)).unwrap();
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), set);
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
    assert!(damaged(String::from_utf8(good.clone()).unwrap().replace("format 4", "format 5").as_bytes()));
    // A whole file of games between other players, or under other rules.
    let text = String::from_utf8(good.clone()).unwrap();
    let mut saved: Value = serde_json::from_str(text.split_once('\n').unwrap().1).unwrap();
    let sealed = |saved: &Value| {
        let body = saved.to_string();
        let start = "// isotune positions, format 4, checksum ";
        let checksum = Digest::of(format!("{start}{body}").as_bytes());
        format!("{start}{checksum}\n{body}").into_bytes()
    };
    assert!(!is_refused(&cache, &board, &sealed(&saved)), "the same in another order is taken");
    saved["source"] = serde_json::to_value(Digest::of(b"other games")).unwrap();
    assert!(is_refused(&cache, &board, &sealed(&saved)));
    std::fs::write(cache.path(&board, Seed(7)), &good).unwrap();
    assert!(cache.load(&board, Seed(7)).is_err(), "another seed's file is not taken");
    std::fs::write(&path, &good).unwrap();
    assert_eq!(cache.load(&board, Seed(5)).unwrap(), set);
}

/// Returns whether a file is refused as the cached set of a seed.
fn is_refused(cache: &Cache, board: &Board<u64>, bytes: &[u8]) -> bool {
    std::fs::write(cache.path(board, Seed(5)), bytes).unwrap();
    matches!(cache.load(board, Seed(5)), Err(CacheError::Damaged { .. }))
}
