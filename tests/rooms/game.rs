//! The rules: moves, outcome, symmetries and counts, against the naive game and the figures of the reference.

use std::collections::HashSet;

use isotune::agent::Agent;
use isotune::game::{Board, Game, PerftRow, Player, Position, Symmetry, Word, perft};
use isotune::heuristic::{Evaluator, Heuristic, Weights};
use isotune::search::minimax;
use rand::RngExt;

use crate::naive::{self, Naive, Square, board, random_game, square, squares, stream};

const SEVEN: (i32, i32) = (7, 7);

/// Runs a generic check on boards of several sizes, each with the narrowest word that holds it.
macro_rules! on_boards {
    ($check:ident) => {
        $check::<u64>((7, 7));
        $check::<u64>((8, 8));
        $check::<u64>((3, 5));
        $check::<u128>((9, 11));
        $check::<u128>((16, 8));
    };
}

fn counts(moves: &[Square], depth: usize) -> (Vec<u64>, Vec<u64>) {
    let board = board::<u64>(SEVEN);
    let rows = perft(&Naive::after(SEVEN, moves).position(&board), depth);
    (rows.iter().map(|row| row.sequences).collect(), rows.iter().map(|row| row.finished).collect())
}

/// The table of reference.md section 5.
#[test]
fn perft_equals_the_reference() {
    let table: [(&[Square], &[u64], &[u64]); 4] = [
        (&[(3, 3), (0, 0)], &[8, 14, 68, 264, 996, 4152, 16440], &[0, 0, 0, 0, 0, 0, 36]),
        (&[(2, 3), (4, 4)], &[7, 49, 197, 738, 2754, 9926], &[0, 0, 0, 1, 8, 93]),
        (&[(0, 0), (6, 6)], &[2, 4, 20, 94, 434, 1918, 8230, 33560], &[0, 0, 0, 0, 0, 0, 8, 124]),
        (&[(3, 3), (3, 4)], &[8, 64, 308, 1332, 4436, 15740], &[0, 0, 0, 12, 0, 24]),
    ];
    for (moves, sequences, finished) in table {
        assert_eq!(counts(moves, sequences.len()), (sequences.to_vec(), finished.to_vec()), "after {moves:?}");
    }
    assert_eq!(counts(&[], 4).0, [49, 2352, 11280, 52672]);
}

#[test]
fn perft_equals_the_naive_count_on_other_boards() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let mut stream = stream(1);
        for plies in [2, 3, 9, 14] {
            let position = random_game(size, plies, &mut stream);
            let depth = 4.min(position.blanks().len());
            let expected = position.perft(depth);
            let found = perft(&position.position(&board), depth);
            let row = |&(sequences, finished): &(u64, u64)| PerftRow { sequences, finished };
            assert_eq!(found, expected.iter().map(row).collect::<Vec<_>>(), "{size:?} after {:?}", position.moves);
        }
    }
    on_boards!(check);
}

/// Reference.md section 2: nodes below the root after (2,3) (0,0), cumulative by depth.
#[test]
fn minimax_visits_as_many_nodes_as_the_reference() {
    let board = board::<u64>(SEVEN);
    let tables = isotune::features::FeatureTables::new(&board).into();
    let null = Evaluator::new(&Heuristic::linear("null", Weights::ZERO), &tables);
    let position = Naive::after(SEVEN, &[(2, 3), (0, 0)]).position(&board);
    let nodes: Vec<u64> = (1..=5).map(|depth| minimax(&position, &null, depth).nodes).collect();
    assert_eq!(nodes, [8, 24, 92, 418, 1650]);
}

/// Reference.md section 1: 2,352 openings in 315 classes; 52,296 positions after four plies in 6,545 classes.
#[test]
fn openings_fall_into_the_known_classes() {
    let board = board::<u64>(SEVEN);
    let mut reached = vec![Position::start(&board)];
    let mut sizes = Vec::new();
    for _ply in 1..=4 {
        let mut seen = HashSet::new();
        let moves = reached.iter().flat_map(|position| {
            let legal = position.moves(position.to_move());
            legal.into_iter().map(|cell| position.play(cell).expect("legal"))
        });
        reached = moves.filter(|position| seen.insert(position.to_string())).collect();
        let classes: HashSet<String> = reached.iter().map(|position| position.canonical().to_string()).collect();
        sizes.push((reached.len(), classes.len()));
    }
    // One placement has 10 classes: the cells of an eighth of the board.
    assert_eq!((sizes[0], sizes[1], sizes[3]), ((49, 10), (2352, 315), (52296, 6545)));
}

#[test]
fn legal_moves_equal_the_naive_ones_throughout_random_games() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let mut stream = stream(2);
        for _ in 0..40 {
            let mut naive = Naive::start(size);
            let mut game = Game::start(&board);
            loop {
                let position = *game.position();
                for (index, player) in Player::ALL.into_iter().enumerate() {
                    let legal: HashSet<Square> = naive.legal(index).into_iter().collect();
                    assert_eq!(squares(&board, position.moves(player)), legal, "{:?}", naive.moves);
                    assert_eq!(position.cell_of(player).map(|cell| square(&board, cell)), naive.at(index));
                }
                let ordered: Vec<Square> =
                    position.ordered_moves().as_slice().iter().map(|&cell| square(&board, cell)).collect();
                assert_eq!(ordered, naive.legal(naive.to_move()), "{:?}", naive.moves);
                assert_eq!(squares(&board, position.blank()), naive.blanks().into_iter().collect());
                assert_eq!((position.plies(), position.to_move() as usize), (naive.moves.len(), naive.to_move()));
                assert_eq!(position.is_finished(), naive.finished());
                assert_eq!(position.winner().map(|player| player as usize), naive.winner());
                let legal = naive.legal(naive.to_move());
                if legal.is_empty() {
                    break;
                }
                let to = legal[stream.random_range(0..legal.len())];
                naive = naive.play(to);
                let [row, column] = [to.0, to.1].map(|side| usize::try_from(side).expect("on the board"));
                game.play(board.cell(row, column).expect("on the board")).expect("legal");
            }
        }
    }
    on_boards!(check);
}

#[test]
fn jumps_of_a_set_are_the_jumps_of_its_cells_by_direction() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let mut stream = stream(3);
        for _ in 0..200 {
            let cells = board.all().into_iter().filter(|_| stream.random_bool(0.3)).collect();
            let from = squares(&board, cells);
            let naive = Naive::start(size);
            for (found, (down, right)) in board.jumps_of(cells).into_iter().zip(naive::JUMPS) {
                let jumped = from.iter().map(|(row, column)| (row + down, column + right));
                assert_eq!(squares(&board, found), jumped.filter(|&to| naive.on_board(to)).collect());
            }
        }
    }
    on_boards!(check);
    check::<u64>((1, 64));
    check::<u64>((64, 1));
    check::<u128>((128, 1));
    check::<u128>((1, 128));
    check::<u64>((2, 2));
}

/// Reference.md section 1, written out for one position each.
#[test]
fn moves_come_in_the_order_of_the_reference() {
    let board = board::<u64>(SEVEN);
    let order = |moves: &[Square]| -> Vec<Square> {
        let position = Naive::after(SEVEN, moves).position(&board);
        position.ordered_moves().as_slice().iter().map(|&cell| square(&board, cell)).collect()
    };
    let placements = order(&[]);
    assert_eq!(placements[..9], [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (0, 1), (1, 1)]);
    assert_eq!((placements.len(), placements[48]), (49, (6, 6)));
    assert_eq!(order(&[(1, 0)])[..3], [(0, 0), (2, 0), (3, 0)]);
    let jumps = [(1, 2), (1, 4), (2, 1), (2, 5), (4, 1), (4, 5), (5, 2), (5, 4)];
    assert_eq!(order(&[(3, 3), (0, 0)]), jumps);
}

#[test]
fn only_the_side_to_move_loses_without_a_move() {
    // The middle of a 3×3 board is a knight's jump from nowhere.
    let board = board::<u64>((3, 3));
    let waiting = Naive::after((3, 3), &[(0, 0), (1, 1)]).position(&board);
    assert!(waiting.moves(Player::Two).is_empty());
    assert!(!waiting.is_finished(), "a waiting player without moves has not lost yet");
    assert_eq!(waiting.winner(), None);
    let lost = Naive::after((3, 3), &[(0, 0), (1, 1), (1, 2)]).position(&board);
    assert_eq!((lost.is_finished(), lost.winner()), (true, Some(Player::One)));

    let board = naive::board::<u64>((2, 2));
    let both_stuck = Naive::after((2, 2), &[(0, 0), (1, 1)]).position(&board);
    assert!(Player::ALL.into_iter().all(|player| both_stuck.moves(player).is_empty()));
    assert_eq!(both_stuck.winner(), Some(Player::Two), "player 1 is to move and loses");
}

/// The images of a game under rows reversed, columns reversed and, on a square board, rows and columns exchanged.
fn images(game: &Naive) -> Vec<Naive> {
    let codes = if game.width == game.height { 0..8 } else { 0..4 };
    let image = |code: u8, (mut row, mut column): Square| {
        row = if code & 1 == 0 { row } else { game.height - 1 - row };
        column = if code & 2 == 0 { column } else { game.width - 1 - column };
        if code & 4 == 0 { (row, column) } else { (column, row) }
    };
    codes.map(|code| Naive { moves: game.moves.iter().map(|&to| image(code, to)).collect(), ..game.clone() }).collect()
}

#[test]
fn symmetries_are_the_images_of_the_board_and_share_one_canonical_form() {
    fn check<W: Word>(size: (i32, i32)) {
        let board = board::<W>(size);
        let mut stream = stream(4);
        for plies in 0..24 {
            let game = random_game(size, plies, &mut stream);
            let position = game.position(&board);
            let expected: Vec<String> = images(&game).iter().map(|game| game.position(&board).to_string()).collect();
            let found: Vec<String> =
                Symmetry::of(board.size()).map(|symmetry| symmetry.position(&position).to_string()).collect();
            assert_eq!(found.len(), if size.0 == size.1 { 8 } else { 4 });
            assert_eq!(found[0], position.to_string(), "the identity comes first");
            assert_eq!(found.iter().collect::<HashSet<_>>(), expected.iter().collect::<HashSet<_>>());
            assert!(expected.contains(&position.canonical().to_string()), "the canonical form is one of the images");
            for image in images(&game) {
                assert_eq!(image.position(&board).canonical(), position.canonical());
            }
        }
    }
    on_boards!(check);
}

#[test]
fn transposition_exchanges_rows_and_columns() {
    let board = board::<u64>(SEVEN);
    let position = Naive::after(SEVEN, &[(1, 2), (5, 0)]).position(&board);
    let transposed = Naive::after(SEVEN, &[(2, 1), (0, 5)]).position(&board);
    assert_eq!(Symmetry::TRANSPOSITION.position(&position), transposed);
}

/// Reference.md section 5: random games last 27.1 plies on average, and player 1 wins half of them. The figures are
/// printed with one decimal and in whole percent, so they get half a unit on top of four standard errors.
#[test]
fn random_games_are_as_long_and_as_fair_as_the_reference_says() {
    const GAMES: u32 = 4000;
    let board = Board::seven();
    let (mut stream, games) = (stream(5), f64::from(GAMES));
    let (mut plies, mut squares, mut wins) = (0.0, 0.0, 0.0);
    for _ in 0..GAMES {
        let mut position = Position::start(&board);
        while let Some(decision) = Agent::Random.choose(&position, &mut stream) {
            position = position.play(decision.cell).expect("agents play legal moves");
        }
        let length = position.plies() as f64;
        plies += length;
        squares += length * length;
        wins += f64::from(u8::from(position.winner() == Some(Player::One)));
    }
    let (mean, share) = (plies / games, wins / games);
    let deviation = (squares / games - mean * mean).sqrt();
    assert!((mean - 27.1).abs() < 0.05 + 4.0 * deviation / games.sqrt(), "{mean} plies on average");
    assert!((share - 0.5).abs() < 0.005 + 4.0 * 0.5 / games.sqrt(), "player 1 wins {share}");
}
