//! Every pair of a tournament as a CSV file (RFC 4180).

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use isotune::arena::Tournament;
use isotune::game::Word;

use super::failure::Failure;

/// Refuses a target that could not be written, before any game is played.
pub(super) fn check_target(path: &Path) -> Result<(), Failure> {
    let refused = |why: &str| Failure::Input(format!("cannot write {}: {why}", path.display()));
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    if path.is_dir() {
        return Err(refused("it is a folder; name a file in it"));
    }
    if path.exists() && !is_csv {
        return Err(refused("it exists and is not a .csv file; choose another name"));
    }
    // Opened and left as it is; an earlier result is only replaced by a new one.
    let opened = OpenOptions::new().append(true).create(true).open(path);
    opened.map(drop).map_err(|error| refused(&format!("{error}; give a file in a folder that exists and is yours")))
}

/// Writes every pair: agent, opponent, opening, and whether it was won as player 1 and as player 2.
pub(super) fn write<W: Word>(path: &Path, tournament: &Tournament<'_, W>) -> Result<(), Failure> {
    write_pairs(path, tournament).map_err(|error| Failure::Work(format!("cannot write {}: {error}", path.display())))
}

fn write_pairs<W: Word>(path: &Path, tournament: &Tournament<'_, W>) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "agent,opponent,opening,won_as_player_1,won_as_player_2")?;
    for (agent, opponent, opening, [first, second]) in tournament.pairs() {
        let (first, second) = (u8::from(first), u8::from(second));
        writeln!(file, "{},{},\"{opening}\",{first},{second}", quoted(agent), quoted(opponent))?;
    }
    file.flush()
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
