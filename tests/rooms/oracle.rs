//! The oracle against plain minimax to the end of the game, against images, and with hardly any memory.

use std::sync::atomic::AtomicBool;

use isotune::game::{Board, BoardSize, Cell, Player, Position, Symmetry, Word};
use isotune::oracle::{Memory, MemoryError, Oracle, OracleError, SolveError, SolvedOpenings};
use isotune::seed::{Purpose, Seed};
use proptest::prelude::*;
use rand::seq::{IndexedRandom, SliceRandom};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn oracle(size: BoardSize) -> Oracle {
    Oracle::new(size, Memory::megabytes(64)).unwrap()
}

/// Plain minimax: the plies to the end when the winner hurries and the loser delays; odd when the mover wins.
fn plies_to_end<W: Word>(position: &Position<'_, W>) -> u32 {
    let children: Vec<u32> = position
        .moves(position.to_move())
        .into_iter()
        .map(|cell| plies_to_end(&position.play(cell).unwrap()))
        .collect();
    let quickest_win = children.iter().filter(|plies| **plies % 2 == 0).min();
    quickest_win.or(children.iter().max()).map_or(0, |plies| 1 + plies)
}

/// Who wins, by trying everything.
fn mover_wins<W: Word>(position: &Position<'_, W>) -> bool {
    position.moves(position.to_move()).into_iter().any(|cell| !mover_wins(&position.play(cell).unwrap()))
}

/// A random game from the empty board until so few cells are blank, or `None` when it ends before.
fn random_position<W: Word>(board: &Board<W>, blank: u32, seed: u64) -> Option<Position<'_, W>> {
    let mut stream = Seed(seed).stream(Purpose::Opening, [9, 9, u64::from(blank)]);
    let mut position = Position::start(board);
    while position.blank().len() > blank {
        let cell = *position.ordered_moves().as_slice().choose(&mut stream)?;
        position = position.play(cell).unwrap();
    }
    Some(position)
}

fn winning_by_minimax<W: Word>(position: &Position<'_, W>) -> Vec<Cell> {
    let moves = position.ordered_moves();
    moves.as_slice().iter().copied().filter(|cell| !mover_wins(&position.play(*cell).unwrap())).collect()
}

/// Compares random positions with minimax and gives how many there were and how many of them were won.
fn compare<W: Word>(size: BoardSize, blanks: std::ops::RangeInclusive<u32>, seeds: u64) -> (usize, usize) {
    let board = Board::<W>::new(size).unwrap();
    let oracle = oracle(size);
    let (mut seen, mut won) = (0, 0);
    for (blank, seed) in blanks.flat_map(|blank| (0..seeds).map(move |seed| (blank, seed))) {
        let Some(position) = random_position(&board, blank, seed) else { continue };
        seen += 1;
        won += usize::from(equals_minimax(&oracle, &position));
    }
    (seen, won)
}

/// Compares all answers about a position with minimax and gives whether it is won.
fn equals_minimax<W: Word>(oracle: &Oracle, position: &Position<'_, W>) -> bool {
    let verdict = oracle.solve(position, &GO_ON).unwrap();
    assert_eq!(verdict.winning_moves, winning_by_minimax(position), "{position}");
    let mover = position.to_move();
    let winner = if verdict.winning_moves.is_empty() { mover.opponent() } else { mover };
    assert_eq!(verdict.winner, winner, "{position}");
    assert_eq!(oracle.winner(position, &GO_ON).unwrap().0, winner, "{position}");
    let (chosen, _) = oracle.winning_move(position, &GO_ON).unwrap();
    assert_eq!(chosen.is_some(), winner == mover, "{position}");
    assert!(chosen.is_none_or(|cell| verdict.winning_moves.contains(&cell)), "{position}");
    winner == mover
}

fn size(text: &str) -> BoardSize {
    text.parse().unwrap()
}

#[test]
fn equals_minimax_on_thousands_of_positions() {
    let (seen, won) = compare::<u64>(BoardSize::SEVEN, 8..=20, 3000);
    assert!(seen > 6000 && won > 1000 && seen - won > 1000, "{won} of {seen} are won");
}

#[test]
fn equals_minimax_on_other_boards() {
    for (board, blanks, seeds) in [
        ("5x6", 8..=20, 120),
        ("4x8", 8..=20, 120),
        ("3x9", 6..=20, 120),
        ("6x6", 12..=20, 80),
        ("8x8", 14..=20, 4000),
        ("1x9", 2..=9, 5),
        ("2x2", 0..=4, 5),
        ("16x4", 12..=20, 400),
    ] {
        let (seen, _) = compare::<u64>(size(board), blanks, seeds);
        assert!(seen > 0, "{board}");
    }
    // A wider word than the board needs makes no difference.
    assert!(compare::<u128>(size("5x6"), 10..=18, 20).0 > 0);
}

/// With this many blank cells states and their images go into the table, and yet minimax can follow: on two rows a player
/// has at most two moves, along a line of cells.
#[test]
fn equals_minimax_where_the_table_is_used() {
    for (board, blanks) in [("22x2", 34..=42), ("32x2", 50..=62)] {
        let (seen, won) = compare::<u64>(size(board), blanks, 60);
        assert!(seen > 300 && won > 30 && seen - won > 30, "{board}: {won} of {seen} are won");
    }
}

/// Both players behind a wall at one end of a long board, or one at each end; most of the blank cells are out of reach.
#[test]
fn equals_minimax_behind_walls() {
    let board = Board::<u64>::new(size("16x4")).unwrap();
    let oracle = oracle(board.size());
    let mut won = 0;
    for seed in 0..300_u64 {
        let mut stream = Seed(seed).stream(Purpose::Opening, [9, 9, 99]);
        // The columns of the two walls, and those that players are put on.
        let (walls, ends) =
            if seed % 2 == 0 { (&[4, 5][..], [0..4, 0..4]) } else { (&[3, 4, 11, 12][..], [0..3, 13..16]) };
        let mut cells: Vec<[usize; 2]> = (0..4).flat_map(|row| (0..16).map(move |column| [row, column])).collect();
        cells.shuffle(&mut stream);
        let mut rows = vec![vec!['.'; 16]; 4];
        for &column in walls {
            for row in &mut rows {
                row[column] = 'x';
            }
        }
        for (mark, end) in ['1', '2'].into_iter().zip(ends) {
            let free = cells.iter().find(|[row, column]| end.contains(column) && rows[*row][*column] == '.');
            let &[row, column] = free.unwrap();
            rows[row][column] = mark;
        }
        // Two more blocked cells, or three: their number decides whose turn it is.
        let turn = usize::try_from(seed / 2 % 2).unwrap();
        cells.retain(|[row, column]| rows[*row][*column] == '.');
        for &[row, column] in &cells[..2 + turn] {
            rows[row][column] = 'x';
        }
        let text: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let setup: isotune::game::Setup = format!("{} {}", text.join("/"), 1 + turn).parse().unwrap();
        let position = setup.position(&board).unwrap();
        assert!(position.blank().len() >= 38, "{position}");
        won += usize::from(equals_minimax(&oracle, &position));
        assert_eq!(oracle.distance(&position, &GO_ON).unwrap().0, plies_to_end(&position), "{position}");
    }
    assert!((60..=240).contains(&won), "{won} of 300 are won");
}

#[test]
fn small_boards_are_solved_from_the_first_placement_on() {
    for (board, plies) in [("3x3", 0), ("3x4", 0), ("4x4", 1), ("5x4", 2)] {
        let board = Board::<u64>::new(size(board)).unwrap();
        let oracle = oracle(board.size());
        let position = random_position(&board, board.all().len() - plies, 3).unwrap();
        let verdict = oracle.solve(&position, &GO_ON).unwrap();
        assert_eq!(verdict.winning_moves, winning_by_minimax(&position), "{position}");
    }
}

#[test]
fn distance_is_that_of_minimax() {
    for (board, blanks, seeds) in [("7x7", 6..=15, 60), ("5x5", 6..=18, 30), ("4x4", 14..=16, 3), ("32x2", 54..=62, 20)]
    {
        let board = Board::<u64>::new(size(board)).unwrap();
        let oracle = oracle(board.size());
        for (blank, seed) in blanks.flat_map(|blank| (0..seeds).map(move |seed| (blank, seed))) {
            let Some(position) = random_position(&board, blank, seed) else { continue };
            assert_eq!(oracle.distance(&position, &GO_ON).unwrap().0, plies_to_end(&position), "{position}");
        }
    }
}

/// From here on the table has a part in it, so it is tried with hardly any as well.
#[test]
fn a_distance_is_one_more_than_that_of_the_best_move() {
    let board = Board::seven();
    let (large, none) = (oracle(board.size()), Oracle::new(board.size(), Memory::bytes(0)).unwrap());
    let mut long = 0;
    for (blank, seed) in [26, 30, 33, 36, 38].into_iter().flat_map(|blank| (0..6).map(move |seed| (blank, seed))) {
        let Some(position) = random_position(&board, blank, seed) else { continue };
        let distance = |oracle: &Oracle, position: &Position<'_, u64>| oracle.distance(position, &GO_ON).unwrap().0;
        let plies = distance(&large, &position);
        let children: Vec<u32> = position
            .moves(position.to_move())
            .into_iter()
            .map(|cell| distance(&none, &position.play(cell).unwrap()))
            .collect();
        let quickest_win = children.iter().filter(|plies| **plies % 2 == 0).min();
        assert_eq!(plies, quickest_win.or(children.iter().max()).map_or(0, |plies| 1 + plies), "{position}");
        let image = Symmetry::of(board.size()).last().unwrap().position(&position);
        assert_eq!(distance(&oracle(board.size()), &image), plies, "{position}");
        long += usize::from(plies > 16);
    }
    assert!(long > 5, "{long} are long");
}

#[test]
fn the_distance_of_an_opening_is_within_reach() {
    let board = Board::seven();
    let opening = Position::replay(&board, [[2, 3], [4, 4]]).unwrap();
    assert_eq!(oracle(board.size()).distance(&opening, &GO_ON).unwrap().0, 32);
}

/// Players that share no cell: the longer path wins, and the mover needs one move more.
#[test]
fn independent_players_race() {
    let value = |rows: &str| {
        let setup: isotune::game::Setup = rows.parse().unwrap();
        let board = Board::<u64>::seven();
        let position = setup.position(&board).unwrap();
        let winner = oracle(board.size()).winner(&position, &GO_ON).unwrap().0;
        assert_eq!(winner == position.to_move(), mover_wins(&position));
        winner
    };
    // Player 1 has two moves in its corner, player 2 one in its own.
    assert_eq!(value("1xxxxxx/xx.xxxx/.xxxxxx/xxxxxxx/xxxxxxx/xxxx.xx/xxxxxx2 1"), Player::One);
    // As many each: the mover runs out first.
    assert_eq!(value("1xxxxxx/xx.xxxx/.xxxxxx/xxxxx.x/xxxxxxx/xxxx.xx/xxxxxx2 2"), Player::One);
    // A wide area against one or two dead ends.
    assert_eq!(value("1....../......./......./xxxxxxx/xxxxxxx/xxxx.xx/xxxxxx2 1"), Player::One);
    assert_eq!(value("2....../......./......./xxxxxxx/xxxxxxx/xxxx.xx/xxxxxx1 1"), Player::Two);
    assert_eq!(value("1....../......./....x.x/xxxxxxx/xxxxx.x/xxxx.xx/xxxxxx2 2"), Player::One);
    assert_eq!(value("2....../......./....x.x/xxxxxxx/xxxxx.x/xxxx.xx/xxxxxx1 2"), Player::Two);
}

#[test]
fn images_have_the_same_value_and_the_images_of_its_winning_moves() {
    let board = Board::seven();
    let oracle = oracle(board.size());
    let positions =
        [(34, 30), (40, 6), (45, 2)].into_iter().flat_map(|(blank, seeds)| (0..seeds).map(move |seed| (blank, seed)));
    for position in positions.filter_map(|(blank, seed)| random_position(&board, blank, seed)) {
        let verdict = oracle.solve(&position, &GO_ON).unwrap();
        for symmetry in Symmetry::of(board.size()) {
            // Another table, or a state near the opening would be found under its image.
            let fresh = Oracle::new(board.size(), Memory::megabytes(1)).unwrap();
            let image = fresh.solve(&symmetry.position(&position), &GO_ON).unwrap();
            let mut expected: Vec<Cell> =
                verdict.winning_moves.iter().map(|cell| symmetry.cell(board.size(), *cell)).collect();
            expected.sort();
            assert_eq!((image.winner, image.winning_moves), (verdict.winner, expected), "{position}");
        }
    }
}

/// A table of a single bucket is overwritten all the time, one of a thousand entries is full at once.
#[test]
fn a_full_table_makes_no_answer_wrong() {
    let board = Board::seven();
    let large = oracle(board.size());
    let tiny = [0, 32 * 1024].map(|bytes| Oracle::new(board.size(), Memory::bytes(bytes)).unwrap());
    for position in (0..30).filter_map(|seed| random_position(&board, 43, seed)) {
        let expected = large.winner(&position, &GO_ON).unwrap().0;
        for tiny in &tiny {
            assert_eq!(tiny.winner(&position, &GO_ON).unwrap().0, expected, "{position}");
        }
    }
}

#[test]
fn what_was_asked_before_and_threads_change_no_answer() {
    let board = Board::seven();
    let positions: Vec<_> = (100..124).filter_map(|seed| random_position(&board, 41, seed)).collect();
    let answers = |oracle: &Oracle, positions: &[Position<'_, u64>]| -> Vec<_> {
        positions.iter().map(|position| oracle.winning_move(position, &GO_ON).unwrap().0).collect()
    };
    let alone: Vec<_> =
        positions.iter().flat_map(|p| answers(&oracle(board.size()), std::slice::from_ref(p))).collect();
    let shared = oracle(board.size());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| assert_eq!(answers(&shared, &positions), alone));
        }
    });
}

#[test]
fn a_book_has_every_opening_once_and_is_right() {
    let size = size("5x4");
    let board = Board::<u64>::new(size).unwrap();
    let told = std::sync::atomic::AtomicU64::new(0);
    let count = |openings| {
        told.fetch_add(openings, std::sync::atomic::Ordering::Relaxed);
    };
    let solved = SolvedOpenings::solve(&oracle(size), Some(2), &GO_ON, &count).unwrap();
    assert_eq!((solved.openings.len(), told.into_inner()), (20 * 19, 20 * 19));
    assert!(solved.is_complete());
    assert!(solved.classes >= 95 && solved.classes < 120, "{}", solved.classes);
    assert!(solved.openings.is_sorted_by_key(|opening| opening.cells));
    for opening in &solved.openings {
        let moves = opening.cells.map(|cell| cell.row_column(size).map(|side| i64::try_from(side).unwrap()));
        let position = Position::replay(&board, moves).unwrap();
        assert_eq!(opening.winner == Player::One, mover_wins(&position), "{position}");
    }
    assert_eq!(solved.won_by(Player::One) + solved.won_by(Player::Two), 380);
}

#[test]
fn what_cannot_be_answered_is_refused() {
    let error = Oracle::new(size("9x11"), Memory::DEFAULT).unwrap_err();
    assert_eq!(error, OracleError::TooLarge { size: size("9x11") });
    assert!(error.to_string().contains("64 cells"), "{error}");
    let much = Memory::megabytes(usize::MAX >> 20);
    assert!(matches!(
        Oracle::new(BoardSize::SEVEN, much),
        Err(OracleError::Memory(MemoryError::TooMuch { .. } | MemoryError::Refused { .. }))
    ));
    let board = Board::<u64>::new(size("5x5")).unwrap();
    let asked = oracle(BoardSize::SEVEN).winner(&Position::start(&board), &GO_ON).unwrap_err();
    assert_eq!(asked, SolveError::OtherBoard { own: BoardSize::SEVEN, asked: size("5x5") });
}

#[test]
fn a_flag_stops_it() {
    let board = Board::<u64>::new(size("8x8")).unwrap();
    let stop = AtomicBool::new(true);
    let oracle = oracle(board.size());
    let position = Position::replay(&board, [[0, 0], [7, 7]]).unwrap();
    assert_eq!(oracle.solve(&position, &stop), Err(SolveError::Stopped));
    assert_eq!(oracle.distance(&position, &stop), Err(SolveError::Stopped));
    let solved = SolvedOpenings::solve(&oracle, Some(1), &stop, &|_| ()).unwrap();
    assert_eq!((solved.solved, solved.openings.len(), solved.is_complete()), (0, 0, false));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_win_is_a_move_to_a_loss(seed: u64, blank in 10_u32..38) {
        prop_assert!(a_win_has_a_move_to_a_loss(blank, seed));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::with_cases(24) })]

    #[test]
    fn a_win_is_a_move_to_a_loss_where_the_table_is_used(seed: u64, blank in 38_u32..=46) {
        prop_assert!(a_win_has_a_move_to_a_loss(blank, seed));
    }
}

/// Whether a position is won exactly when a move leads to a lost one, as an oracle says that was not asked about it.
fn a_win_has_a_move_to_a_loss(blank: u32, seed: u64) -> bool {
    let board = Board::seven();
    let Some(position) = random_position(&board, blank, seed) else { return true };
    let mover = position.to_move();
    let other = oracle(board.size());
    let wins = |cell: &Cell| other.winner(&position.play(*cell).unwrap(), &GO_ON).unwrap().0 == mover;
    let won = oracle(board.size()).winner(&position, &GO_ON).unwrap().0 == mover;
    won == position.ordered_moves().as_slice().iter().any(wins)
}
