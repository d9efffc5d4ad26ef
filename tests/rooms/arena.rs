//! The arena: openings, pairs, jobs, threads and what the results are worth.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use isotune::agent::{Agent, AgentSpec, NamedAgent, Roster};
use isotune::arena::{
    Contest, Draw, Executor, OpeningBlock, Openings, Protocol, Scoreboard, Threads, Tournament, schedule, self_check,
};
use isotune::features::FeatureTables;
use isotune::game::{Board, BoardSize, Player, Position, Word};
use isotune::search::{Budget, MoveOrder};
use isotune::seed::{Purpose, Seed};
use isotune::stats::Coverage;

fn agent<W: Word>(text: &str, order: MoveOrder, board: &Board<W>) -> Agent<W> {
    let spec: AgentSpec = text.parse().unwrap();
    Agent::new(&spec, order, "udacity-modern", &Arc::new(FeatureTables::new(board))).unwrap()
}

fn draw(pairs: usize, seed: u64) -> Draw {
    Draw { plies: 2, block: OpeningBlock::All, pairs: Some(pairs), seed: Seed(seed) }
}

fn play(contest: &Contest<'_, u64>, threads: usize) -> Scoreboard {
    let mut scoreboard = Scoreboard::new(contest);
    let threads = Threads::new(Some(threads)).unwrap();
    assert!(scoreboard.play(contest, 0..contest.pairs(), &threads, &AtomicBool::new(false), &|_| ()));
    scoreboard
}

/// Counts from reference.md, section 1.
#[test]
fn all_openings_are_listed_once() {
    let board = Board::seven();
    for (plies, count, classes) in [(2, 2352, 315), (4, 52_296, 6545)] {
        let openings = Openings::new(&board, plies, OpeningBlock::All);
        let positions: BTreeSet<_> = openings.iter().map(|opening| *opening.position()).collect();
        let canonical: BTreeSet<_> = positions.iter().map(Position::canonical).collect();
        assert_eq!((openings.len(), positions.len(), canonical.len()), (count, count, classes));
    }
}

#[test]
fn blocks_split_the_openings_by_symmetry_class() {
    let board = Board::seven();
    for plies in [2, 4] {
        let all = Openings::new(&board, plies, OpeningBlock::All).len();
        let mut block_of_class = BTreeMap::new();
        let mut counts = BTreeMap::new();
        for block in [OpeningBlock::Train, OpeningBlock::Select, OpeningBlock::Final] {
            for opening in Openings::new(&board, plies, block).iter() {
                let known = block_of_class.insert(opening.position().canonical(), block);
                assert!(known.is_none_or(|known| known == block), "a class is in two blocks");
                *counts.entry(block).or_insert(0) += 1;
            }
        }
        assert_eq!(counts.values().sum::<usize>(), all, "no opening is lost");
        for (block, share) in [(OpeningBlock::Train, 0.6), (OpeningBlock::Select, 0.2), (OpeningBlock::Final, 0.2)] {
            let found = counts[&block] as f64 / all as f64;
            assert!((found - share).abs() < 0.02, "{block} has {found}");
        }
    }
}

#[test]
fn shuffling_keeps_the_openings_and_depends_on_the_seed_alone() {
    let board = Board::seven();
    let openings = Openings::new(&board, 2, OpeningBlock::Final);
    let order =
        |seed, index| -> Vec<String> { openings.shuffled(Seed(seed), index).iter().map(ToString::to_string).collect() };
    assert_eq!(order(1, 0), order(1, 0));
    assert_ne!(order(1, 0), order(2, 0));
    assert_ne!(order(1, 0), order(1, 1));
    let sorted = |mut list: Vec<String>| {
        list.sort();
        list
    };
    assert_eq!(sorted(order(1, 0)), sorted(order(2, 5)));
}

#[test]
fn the_schedule_names_every_pair_once() {
    let mut seen = BTreeSet::new();
    for job in schedule(3, 2, 5..28) {
        for pair in job.first..job.first + job.pairs {
            assert!(seen.insert((job.candidate, job.opponent, pair)));
        }
    }
    let expected: BTreeSet<_> =
        (0..3).flat_map(|a| (0..2).flat_map(move |b| (5..28).map(move |pair| (a, b, pair)))).collect();
    assert_eq!(seen, expected);
}

/// Plays a game move by move, with the streams that the arena documents.
fn winner_by_hand(
    contest: &Contest<'_, u64>,
    seed: Seed,
    pair: usize,
    seat: Player,
    agents: [&Agent<u64>; 2],
) -> Player {
    let mut streams =
        [0, 1].map(|role| seed.stream(Purpose::Agent, [0, pair as u64, 2 * u64::from(seat.number()) + role]));
    let mut position = *contest.opening(0, 0, pair).position();
    loop {
        let role = usize::from(position.to_move() != seat);
        match agents[role].choose(&position, &mut streams[role]) {
            Some(decision) => position = position.play(decision.cell).unwrap(),
            None => return position.winner().unwrap(),
        }
    }
}

#[test]
fn a_pair_is_two_games_from_both_seats() {
    let board = Board::seven();
    let open = agent("id:open@nodes:200", MoveOrder::Shuffled, &board);
    let random = agent("random", MoveOrder::Shuffled, &board);
    let contest = Contest::new(&board, vec![open.clone()], vec![random.clone()], &draw(40, 3)).unwrap();
    let scoreboard = play(&contest, 2);
    for (pair, result) in scoreboard.results(0, 0).iter().enumerate() {
        let result = result.unwrap();
        let won = |seat| winner_by_hand(&contest, Seed(3), pair, seat, [&open, &random]) == seat;
        assert_eq!((result.as_first, result.as_second), (won(Player::One), won(Player::Two)), "pair {pair}");
    }
    let tally = scoreboard.tally(0, 0);
    let wins: u64 = scoreboard.results(0, 0).iter().flatten().map(|result| result.wins()).sum();
    assert_eq!((tally.pairs(), 2 * tally.won + tally.split), (40, wins));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let board = Board::seven();
    let candidates = ["id:improved@nodes:300", "id:open@effort:900", "random"];
    let candidates: Vec<_> = candidates.iter().map(|text| agent(text, MoveOrder::Shuffled, &board)).collect();
    let opponents = vec![candidates[2].clone(), candidates[0].clone()];
    let contest = Contest::new(&board, candidates, opponents, &draw(30, 9)).unwrap();
    let one = play(&contest, 1);
    assert_eq!(one, play(&contest, 2));
    assert_eq!(one, play(&contest, 8));
}

#[test]
fn all_candidates_get_the_same_random_streams() {
    let board = Board::seven();
    let improved = agent("id:improved@nodes:200", MoveOrder::Shuffled, &board);
    let random = agent("random", MoveOrder::Shuffled, &board);
    let candidates = vec![improved.clone(), improved.clone()];
    let contest = Contest::new(&board, candidates, vec![random, improved], &draw(25, 4)).unwrap();
    let scoreboard = play(&contest, 2);
    for opponent in 0..2 {
        assert_eq!(scoreboard.results(0, opponent), scoreboard.results(1, opponent));
    }
}

#[test]
fn a_set_stop_flag_ends_the_games() {
    let board = Board::seven();
    // Hours of work for one move, if nothing stopped it.
    for budget in ["nodes:1000000000000", "effort:1000000000000", "depth:40", "time:100000000"] {
        let slow = agent(&format!("id:improved@{budget}"), MoveOrder::Fixed, &board);
        let contest = Contest::new(&board, vec![slow.clone()], vec![slow], &draw(100, 0)).unwrap();
        let (threads, stop) = (Threads::new(Some(2)).unwrap(), AtomicBool::new(false));
        let mut scoreboard = Scoreboard::new(&contest);
        let complete = std::thread::scope(|scope| {
            let play =
                scope.spawn(|| scoreboard.play(&contest, 0..100, &threads, &stop, &|games| assert_eq!(games, 0)));
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
            play.join().unwrap()
        });
        assert!(!complete, "{budget}");
        assert_eq!(scoreboard.all().count(), 0);
        let jobs: Vec<_> = schedule(1, 1, 0..8).collect();
        assert_eq!(threads.execute(&contest, &jobs, &stop, &|_, _| ()), vec![None, None]);
    }
}

#[test]
fn an_unset_stop_flag_changes_no_move() {
    let board = Board::seven();
    let mut game = isotune::game::Game::start(&board);
    let mut stream = Seed(5).stream(Purpose::Opening, [0; 3]);
    let down = AtomicBool::new(false);
    for text in ["random", "id:improved@nodes:3000", "id:open-space@effort:9000", "ab:polosin-final@depth:6"] {
        let agent = agent(text, MoveOrder::Shuffled, &board);
        let again = stream.clone();
        let chosen = agent.choose(game.position(), &mut stream).unwrap();
        assert_eq!(agent.choose_until(game.position(), &mut again.clone(), &down), Some(chosen), "{text}");
        game.play(chosen.cell).unwrap();
    }
}

#[test]
fn the_self_check_passes_on_boards_of_both_words() {
    let threads = Threads::new(Some(2)).unwrap();
    self_check(&Board::seven(), &threads).unwrap();
    self_check(&Board::<u128>::new(BoardSize::new(9, 11).unwrap()).unwrap(), &threads).unwrap();
}

fn tournament<'b>(board: &'b Board<u64>, rules: &Roster, names: &[&str], pairs: Option<usize>) -> Tournament<'b, u64> {
    let entrants: Vec<_> = names.iter().map(|name| NamedAgent::find(name, &rules.budget).unwrap()).collect();
    let draw = Draw { plies: 2, block: OpeningBlock::All, pairs, seed: Seed(7) };
    let mut tournament = Tournament::new(board, rules, &entrants, &draw).unwrap();
    assert!(tournament.play(&Threads::new(Some(2)).unwrap(), &AtomicBool::new(false), &|_| ()));
    tournament
}

#[test]
fn standings_follow_from_the_pairs() {
    let board = Board::seven();
    let rules = Protocol::Modern.roster().unwrap().with_budget(&Budget::Nodes(100));
    let tournament = tournament(&board, &rules, &["improved", "legal-moves", "null"], Some(20));
    let standings = tournament.standings();
    assert_eq!((standings.games, tournament.games()), (3 * 7 * 40, 3 * 7 * 40));
    let pairs: Vec<_> = tournament.pairs().collect();
    let first: usize = pairs.iter().map(|(.., [first, second])| usize::from(*first) + usize::from(!second)).sum();
    assert!((standings.first_mover.unwrap().mean - first as f64 / 840.0).abs() < 1e-12);
    for standing in &standings.agents {
        let rates = standing.opponents.iter().map(|versus| {
            let mine = pairs.iter().filter(|(agent, opponent, ..)| *agent == standing.name && *opponent == versus.name);
            let won: u64 = mine.map(|(.., wins)| wins.iter().map(|won| u64::from(*won)).sum::<u64>()).sum();
            assert_eq!((versus.won, versus.lost), (won, 40 - won));
            won as f64 / 40.0
        });
        let mean = rates.sum::<f64>() / 7.0;
        assert!((standing.score.unwrap().mean - mean).abs() < 1e-12);
    }
    // The canary of report 001 is improved under another name: the same games, move for move.
    let canary = standings.agents[1].difference.unwrap();
    assert!(canary.difference.abs() < 1e-15 && canary.se.abs() < 1e-15 && (canary.p_value - 1.0).abs() < 1e-15);
    let null = standings.agents[2].difference.unwrap();
    let expected = standings.agents[2].score.unwrap().mean - standings.agents[0].score.unwrap().mean;
    assert!((null.difference - expected).abs() < 1e-12);
    assert!(null.difference < 0.0 && null.p_value < 0.01, "null loses clearly: {null:?}");
}

#[test]
fn a_census_of_deterministic_agents_has_no_error() {
    let board = Board::<u64>::new(BoardSize::new(5, 4).unwrap()).unwrap();
    let mut rules = Protocol::Classic.roster().unwrap().with_budget(&Budget::Nodes(50));
    rules.agents.retain(|member| member.name != "Random");
    let standings = tournament(&board, &rules, &["improved", "open"], None).standings();
    for standing in &standings.agents {
        let score = standing.score.unwrap();
        assert_eq!(score.basis, Coverage::Census);
        assert!(score.se.abs() < 1e-15);
        assert_eq!(score.pairs, 6 * 20 * 19);
    }
    assert_eq!(standings.agents[1].difference.unwrap().basis, Coverage::Census);
}

#[test]
fn another_budget_applies_to_iterative_deepening_only() {
    let modern = Protocol::Modern.roster().unwrap().with_budget(&Budget::Nodes(5000));
    let agents: Vec<_> = modern.agents.iter().map(|member| member.agent.to_string()).collect();
    let expected = [
        "random",
        "mm:open@depth:3",
        "mm:center@depth:3",
        "mm:improved@depth:3",
        "id:open@nodes:5000",
        "id:center@nodes:5000",
        "id:improved@nodes:5000",
    ];
    assert_eq!(agents, expected);
    let classic = Protocol::Classic.roster().unwrap();
    assert_eq!(classic.clone().with_budget(&Budget::Nodes(1)).agents, classic.agents);
}

/// The clock of a protocol and the budget of its roster are one figure.
#[test]
fn the_clock_of_a_protocol_is_the_budget_of_its_roster() {
    for protocol in Protocol::ALL {
        let units = protocol.effort_of(Protocol::MILLISECONDS);
        assert_eq!(protocol.roster().unwrap().budget, Budget::Effort { units, costs: None });
        assert_eq!(protocol.effort_of(2 * Protocol::MILLISECONDS), 2 * units);
        assert_eq!(protocol.effort_of(0), 1);
    }
}

#[test]
fn too_many_openings_are_refused() {
    let board = Board::seven();
    let draw = |plies, block, pairs| Draw { plies, block, pairs: Some(pairs), seed: Seed(0) }.openings(&board);
    assert!(draw(2, OpeningBlock::All, 2352).is_ok());
    let error = draw(2, OpeningBlock::All, 2353).unwrap_err();
    assert_eq!(error.to_string(), "asked for 2353 openings, but block 'all' has only 2352 after 2 plies");
    let error = draw(4, OpeningBlock::All, 60_000).unwrap_err();
    assert_eq!(error.to_string(), "asked for 60000 openings, but block 'all' has only 52296 after 4 plies");
}

#[test]
fn a_board_without_openings_is_refused() {
    let board = Board::<u64>::new(BoardSize::new(2, 1).unwrap()).unwrap();
    let error = Draw { plies: 4, block: OpeningBlock::All, pairs: None, seed: Seed(0) }.openings(&board).unwrap_err();
    assert!(error.to_string().contains("no openings after 4 plies"), "{error}");
}

#[test]
fn a_census_is_played_in_one_random_order() {
    let board = Board::seven();
    let random = agent("random", MoveOrder::Fixed, &board);
    let order = |seed| -> Vec<String> {
        let draw = Draw { plies: 2, block: OpeningBlock::All, pairs: None, seed: Seed(seed) };
        let contest = Contest::new(&board, vec![random.clone()], vec![random.clone()], &draw).unwrap();
        (0..contest.pairs()).map(|pair| contest.opening(0, 0, pair).to_string()).collect()
    };
    assert_eq!(order(1), order(2));
    // Where the first placements of a stopped census lie: not all in the first rows.
    let rows: BTreeSet<String> = order(1)[..50].iter().map(|opening| opening[..1].to_owned()).collect();
    assert_eq!(rows.len(), 7);
}
