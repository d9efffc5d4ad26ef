//! Text forms of positions, games and board sizes: they round-trip, and what is wrong with them is said.

use isotune::game::{
    Board, BoardSize, Game, IllegalMove, MoveFault, MovesError, Player, Position, Setup, SetupError, SizeError, Word,
    parse_moves,
};
use isotune::seed::{Purpose, Seed};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::naive::{Naive, board, random_game};

fn setup(text: &str) -> Result<String, SetupError> {
    let board = Board::seven();
    text.parse::<Setup>()?.position(&board).map(|position| position.to_string())
}

fn round_trip<W: Word>(game: &Naive) {
    let board = board::<W>((game.width, game.height));
    let position = game.position(&board);
    let text = position.to_string();
    let read = text.parse::<Setup>().unwrap().position(&board).unwrap();
    assert_eq!(read, position);
    assert_eq!((read.to_string(), read.plies(), read.to_move()), (text, position.plies(), position.to_move()));

    let moves = game.moves.iter().map(|&(row, column)| [i64::from(row), i64::from(column)]);
    let played = Game::replay(&board, moves.clone()).unwrap();
    assert_eq!(parse_moves(&played.to_string()).unwrap(), moves.collect::<Vec<_>>());
    assert_eq!(played.moves().len(), game.moves.len());
    assert_eq!(*played.position(), position);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: RngSeed::Fixed(5), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_and_games_survive_their_text_form(seed: u64, plies in 0_usize..60) {
        let stream = &mut Seed(seed).stream(Purpose::Opening, [0; 3]);
        round_trip::<u64>(&random_game((7, 7), plies, stream));
        round_trip::<u64>(&random_game((5, 3), plies, stream));
        round_trip::<u128>(&random_game((9, 11), plies, stream));
    }

    #[test]
    fn board_sizes_survive_their_text_form(width in 1_usize..=128, height in 1_usize..=128) {
        match BoardSize::new(width, height) {
            Ok(size) => {
                prop_assert!((2..=128).contains(&(width * height)));
                prop_assert_eq!(size.to_string(), format!("{width}x{height}"));
                prop_assert_eq!(size.to_string().parse(), Ok(size));
                prop_assert_eq!((size.width(), size.height(), size.cells()), (width, height, width * height));
            }
            Err(error) => {
                prop_assert!(!(2..=128).contains(&(width * height)));
                prop_assert_eq!(error, SizeError::Cells { width, height, cells: width * height });
            }
        }
    }
}

#[test]
fn a_position_reads_as_it_is_drawn() {
    let board = Board::seven();
    let position = Naive::after((7, 7), &[(2, 3), (0, 0), (4, 4)]).position(&board);
    assert_eq!(position.to_string(), "2....../......./...x.../......./....1../......./....... 2");
    let drawing = position.drawing();
    let rows: Vec<&str> = drawing.lines().collect();
    assert_eq!(rows[0].split_whitespace().collect::<Vec<_>>(), ["0", "1", "2", "3", "4", "5", "6"]);
    assert_eq!(rows[1].split_whitespace().collect::<Vec<_>>(), ["0", "2", ".", ".", ".", ".", ".", "."]);
    assert_eq!(rows[3].split_whitespace().collect::<Vec<_>>(), ["2", ".", ".", ".", "x", ".", ".", "."]);
    assert_eq!(rows[5].split_whitespace().collect::<Vec<_>>(), ["4", ".", ".", ".", ".", "1", ".", "."]);
    assert_eq!(rows.len(), 8);
}

#[test]
fn moves_are_read_in_every_documented_form() {
    for text in ["2,3 0,0", "(2,3) (0,0)", "[[2,3],[0,0]]", "[[2, 3], [0, 0]]", "2 3 0 0", " 2,3;0,0 "] {
        assert_eq!(parse_moves(text), Ok(vec![[2, 3], [0, 0]]), "{text}");
    }
    assert_eq!(parse_moves(""), Ok(vec![]));
    assert_eq!(parse_moves("-1,3"), Ok(vec![[-1, 3]]));
    let form = "write the moves as row,column from the empty board, for example \"3,3 0,0\"";
    let error = parse_moves("2,3 0,b").unwrap_err();
    assert_eq!(error, MovesError::Number { word: "b".to_owned() });
    assert_eq!(error.to_string(), format!("'b' is not a number; {form}"));
    let error = parse_moves("2,3 4").unwrap_err();
    assert_eq!(error, MovesError::NoColumn { row: 4 });
    assert_eq!(error.to_string(), format!("the last move has a row, 4, but no column; {form}"));
}

/// Player 1 and 2 in opposite corners of an otherwise blank board.
const BLANK: &str = "1....../......./......./......./......./......./......2";

#[test]
fn a_text_that_is_no_position_says_why() {
    let cases: [(&str, &str); 12] = [
        ("", "'' is not a position; write the rows separated by '/', then a blank and the side to move (1 or 2)"),
        ("1.2", "'1.2' is not a position; write the rows separated by '/', then a blank and the side to move (1 or 2)"),
        (
            "1.2 3",
            "'1.2 3' is not a position; write the rows separated by '/', then a blank and the side to move (1 or 2)",
        ),
        ("1../2.. 1", "the position is on a 3x2 board, not on 7x7"),
        ("1../2... 1", "row 1 of the position has 4 cells where row 0 has 3"),
        ("/ 1", "a board of 0x2 has 0 cells; choose one with 2 to 128"),
        (
            "1....../......./..o..../......./......./......./......2 1",
            "cell (2, 2) of the position is 'o'; use '.' blank, 'x' blocked, '1' and '2' for the players",
        ),
        (
            "1....../......./......./......./......./......./......1 1",
            "player 1 is on 2 cells of the position; after 2 plies it must be 1",
        ),
        (
            "x....../......./......./......./......./......./....... 2",
            "player 1 is on 0 cells of the position; after 1 ply it must be 1",
        ),
        (
            "1.x..../......./......./......./......./......./....... 2",
            "player 2 is on 0 cells of the position; after 2 plies it must be 1",
        ),
        ("", "'' is not a position; write the rows separated by '/', then a blank and the side to move (1 or 2)"),
        (
            "1....../......./......./......./......./......./......2 2",
            "after 2 plies (cells that are not blank) it is the turn of player 1",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(setup(text).expect_err(text).to_string(), sentence, "{text}");
    }
    assert!(matches!(setup(""), Err(SetupError::Syntax { .. })));
    assert!(matches!(setup("1../2... 1"), Err(SetupError::Ragged { row: 1, cells: 4, expected: 3 })));
    assert!(matches!(setup("/ 1"), Err(SetupError::Size(SizeError::Cells { width: 0, height: 2, cells: 0 }))));
    assert!(matches!(setup("1../2.. 1"), Err(SetupError::OtherBoard { .. })));
    let wrong_turn = SetupError::Turn { plies: 2, expected: Player::One };
    assert_eq!(setup(&format!("{BLANK} 2")), Err(wrong_turn));
    assert_eq!(setup(&format!("  {BLANK}  1 ")).unwrap(), format!("{BLANK} 1"));
}

fn illegal(size: (i32, i32), moves: &[[i64; 2]]) -> IllegalMove {
    let board = board::<u64>(size);
    let error = Position::replay(&board, moves.iter().copied()).unwrap_err();
    assert_eq!(Game::replay(&board, moves.iter().copied()).unwrap_err(), error);
    error
}

#[test]
fn an_illegal_move_names_ply_player_cell_and_reason() {
    let off = illegal((7, 7), &[[3, 3], [7, 0]]);
    assert_eq!(off.fault, MoveFault::OffBoard(BoardSize::SEVEN));
    assert_eq!(
        off.to_string(),
        "ply 2: player 2 cannot go to (7, 0): that is off the 7x7 board (rows 0 to 6, columns 0 to 6)"
    );
    assert_eq!((off.ply, off.player, off.row, off.column), (2, Player::Two, 7, 0));
    for far in [[-1, 3], [0, 7], [3, -1], [i64::MAX, 0], [0, i64::MIN]] {
        assert_eq!(illegal((7, 7), &[far]).fault, MoveFault::OffBoard(BoardSize::SEVEN), "{far:?}");
    }
    let blocked = illegal((7, 7), &[[3, 3], [3, 3]]);
    assert_eq!(blocked.fault, MoveFault::Blocked);
    assert_eq!(blocked.to_string(), "ply 2: player 2 cannot go to (3, 3): the cell is blocked");
    let walk = illegal((7, 7), &[[3, 3], [0, 0], [3, 4]]);
    assert_eq!(walk.fault, MoveFault::NotAJump { row: 3, column: 3 });
    assert_eq!(walk.to_string(), "ply 3: player 1 cannot go to (3, 4): that is not a knight's jump from (3, 3)");
    let over = illegal((2, 2), &[[0, 0], [1, 1], [0, 1]]);
    assert_eq!(over.fault, MoveFault::Finished(Player::One));
    assert_eq!(over.to_string(), "ply 3: player 1 cannot go to (0, 1): the game is over: player 1 has no move left");
}

#[test]
fn a_cell_of_a_larger_board_is_off_a_smaller_one() {
    let (seven, large) = (Board::seven(), board::<u64>((8, 8)));
    let error = Position::start(&seven).play(large.cell(7, 7).unwrap()).unwrap_err();
    assert_eq!(error.fault, MoveFault::OffBoard(BoardSize::SEVEN));
}

#[test]
fn a_game_refuses_an_illegal_move_and_stays_as_it_was() {
    let board = Board::seven();
    let mut game = Game::replay(&board, [[3, 3], [0, 0]]).unwrap();
    let before = game.to_string();
    assert!(game.play(board.cell(3, 4).unwrap()).is_err());
    assert_eq!((game.to_string(), game.moves().len()), (before, 2));
}

#[test]
fn a_size_that_is_no_board_says_why() {
    for text in ["7", "7by7", "x7", "7x", "-7x7", "7.5x7", ""] {
        let error = text.parse::<BoardSize>().unwrap_err();
        assert_eq!(error, SizeError::Syntax { text: text.to_owned() });
        let sentence = format!("'{text}' is not a board size; write width x height in cells, for example 7x7 or 9x11");
        assert_eq!(error.to_string(), sentence);
    }
    for (text, cells) in [("1x1", 1), ("0x9", 0), ("12x11", 132), ("300x1", 300), ("1x129", 129)] {
        let sentence = format!("a board of {text} has {cells} cells; choose one with 2 to 128");
        assert_eq!(text.parse::<BoardSize>().unwrap_err().to_string(), sentence);
    }
    assert_eq!("9x11".parse::<BoardSize>(), BoardSize::new(9, 11));
    assert_eq!("9X11".parse::<BoardSize>(), "9×11".parse::<BoardSize>());
    let size = BoardSize::new(9, 11).unwrap();
    let error = Board::<u64>::new(size).unwrap_err();
    assert_eq!(error, SizeError::Word { size, bits: 64 });
    assert_eq!(error.to_string(), "a board of 9x11 does not fit a word of 64 bits; use a wider word");
    assert!(Board::<u128>::new(size).is_ok());
}
