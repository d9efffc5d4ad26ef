//! CSV files (RFC 4180): where they go, and every pair of a tournament.

use std::fmt::Display;
use std::fs;
use std::io;
use std::path::Path;

use crate::arena::Tournament;
use crate::game::Word;
use crate::store::AtomicFile;
use csv::Writer;
use serde::Serialize;

use crate::cli::output::failure::Failure;

/// Checks before the work that a file can be written, without creating anything.
pub(crate) fn check_target(path: &Path) -> Result<(), Failure> {
    let refused = |why: &str| Failure::Input(format!("cannot write {}: {why}", path.display()));
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(refused("it is a folder; give a file in it")),
        Ok(there) if !there.is_file() || !is_csv => {
            return Err(refused("it exists and is not a .csv file; choose another name"));
        }
        Ok(there) if there.permissions().readonly() => {
            return Err(refused("it exists and is read-only; choose another name"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(refused(&error.to_string())),
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let why = match fs::metadata(folder) {
        Ok(there) if !there.is_dir() => "its parent is not a folder".to_owned(),
        Ok(there) if there.permissions().readonly() => "its folder is read-only".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) => error.to_string(),
    };
    Err(refused(&format!("{why}; give a file in an existing, writable folder")))
}

/// Writes records into a file, whole or not at all.
pub(crate) fn write<R: Serialize>(path: &Path, records: impl IntoIterator<Item = R>) -> Result<(), Failure> {
    let failed = |error: &dyn Display| Failure::Work(format!("cannot write {}: {error}", path.display()));
    let mut writer = Writer::from_writer(Vec::new());
    for record in records {
        writer.serialize(record).map_err(|error| failed(&error))?;
    }
    let text = writer.into_inner().map_err(|error| failed(&error))?;
    AtomicFile::write(path, &text).and_then(AtomicFile::replace).map_err(|error| failed(&error))
}

/// A pair of games of a tournament, as a line of CSV; a game won is 1.
#[derive(Serialize)]
pub(crate) struct PairRow<'t> {
    agent: &'t str,
    opponent: &'t str,
    opening: String,
    won_as_player_1: u8,
    won_as_player_2: u8,
}

/// Returns every pair of a tournament.
pub(crate) fn pairs<'t, W: Word>(tournament: &'t Tournament<'_, W>) -> impl Iterator<Item = PairRow<'t>> {
    tournament.pairs().map(|(agent, opponent, opening, [first, second])| PairRow {
        agent,
        opponent,
        opening,
        won_as_player_1: first.into(),
        won_as_player_2: second.into(),
    })
}
