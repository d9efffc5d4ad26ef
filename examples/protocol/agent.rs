//! An agent for isotune in Rust: plays the move that leaves the opponent the fewest answers.
//!
//! rustc -O --edition 2021 examples/protocol/agent.rs -o agent
//! isotune compare exec:./agent improved --budget nodes:100 --pairs 20

use std::io::{self, BufRead, Write};

const JUMPS: [(i32, i32); 8] = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// Returns the opponent's moves once a cell is taken: any blank cell before the placement, else knight's jumps.
fn answers(rows: &[&[u8]], opponent: u8, taken: (i32, i32)) -> usize {
    let height = i32::try_from(rows.len()).unwrap_or(0);
    let cells = (0..height).flat_map(|row| (0..).zip(rows[row as usize]).map(move |(column, mark)| ((row, column), *mark)));
    let blank: Vec<(i32, i32)> =
        cells.clone().filter(|(cell, mark)| *mark == b'.' && *cell != taken).map(|(cell, _)| cell).collect();
    match cells.clone().find(|(_, mark)| *mark == opponent) {
        None => blank.len(),
        Some(((row, column), _)) => {
            JUMPS.iter().filter(|(down, right)| blank.contains(&(row + down, column + right))).count()
        }
    }
}

fn main() -> io::Result<()> {
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["isotune", ..] => println!("ready"),
            ["move", board, side, _milliseconds, moves @ ..] => {
                let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
                let opponent = if *side == "1" { b'2' } else { b'1' };
                let cell = |text: &str| text.split_once(',').map(|(r, c)| (r.parse().unwrap_or(-1), c.parse().unwrap_or(-1)));
                let best = moves.iter().min_by_key(|text| cell(text).map(|cell| answers(&rows, opponent, cell)));
                println!("{}", best.unwrap_or(&"none"));
            }
            _ => {}
        }
        io::stdout().flush()?;
    }
    Ok(())
}
