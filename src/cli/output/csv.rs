//! CSV files (RFC 4180): where they go, and every pair of a tournament.

use std::fs;
use std::io;
use std::path::Path;

use isotune::arena::Tournament;
use isotune::game::Word;
use isotune::store;

use crate::cli::output::failure::Failure;

/// Refuses a target that could not be written, before the work and without making anything.
pub(crate) fn check_target(path: &Path) -> Result<(), Failure> {
    let refused = |why: &str| Failure::Input(format!("cannot write {}: {why}", path.display()));
    let is_csv = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"));
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => return Err(refused("it is a folder; name a file in it")),
        Ok(there) if !there.is_file() || !is_csv => {
            return Err(refused("it exists and is not a .csv file; choose another name"));
        }
        Ok(there) if there.permissions().readonly() => {
            return Err(refused("it exists and may not be written; choose another name"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(refused(&error.to_string())),
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let why = match fs::metadata(folder) {
        Ok(there) if !there.is_dir() => "it would be in something that is no folder".to_owned(),
        Ok(there) if there.permissions().readonly() => "its folder may not be written to".to_owned(),
        Ok(_) => return Ok(()),
        Err(error) => error.to_string(),
    };
    Err(refused(&format!("{why}; give a file in a folder that exists and is yours")))
}

/// Writes a file whole, or leaves what was there.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Work(format!("cannot write {}: {error}", path.display()));
    store::replace_shared(path, text.as_bytes()).map_err(failed)
}

/// Lists every pair: agent, opponent, opening, and whether it was won as player 1 and as player 2.
pub(crate) fn pairs<W: Word>(tournament: &Tournament<'_, W>) -> String {
    let header = "agent,opponent,opening,won_as_player_1,won_as_player_2\n".to_owned();
    let rows = tournament.pairs().map(|(agent, opponent, opening, [first, second])| {
        let (first, second) = (u8::from(first), u8::from(second));
        format!("{},{},\"{opening}\",{first},{second}\n", quoted(agent), quoted(opponent))
    });
    std::iter::once(header).chain(rows).collect()
}

fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
