//! Rust export: a file with `score(blank, own, opponent, to_move)` that needs only `core`.
//!
//! Tables are computed at compile time by constant functions. `tables` holds
//! those functions, `score` the terms of the features in use.

mod score;
mod tables;

use super::exporter::{EXPORTED_BY, ExportError, Exporter};
use super::{remark, terms};
use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;

/// Writes a self-contained file that compiles as a crate or as a module of one.
#[derive(Clone, Copy, Debug)]
pub struct Rust;

impl Exporter for Rust {
    fn export(&self, document: &WeightsDocument, size: BoardSize) -> Result<String, ExportError> {
        let mut lines = head(size);
        lines.extend(remark::lines(document, "//"));
        lines.extend(constants(document, size));
        let score = score::lines(&document.weights);
        let tables = tables::lines(&score);
        lines.extend(score.into_iter().chain(tables));
        Ok(lines.join("\n") + "\n")
    }
}

/// The word that holds the cells of a board.
fn word(size: BoardSize) -> &'static str {
    if size.fits::<u64>() { "u64" } else { "u128" }
}

fn head(size: BoardSize) -> Vec<String> {
    [
        &format!("//! A heuristic for knight Isolation, exported by {EXPORTED_BY} for a {size} board."),
        "//!",
        "//! Call [`score`]. The file is self-contained: it compiles as a crate or as a module.",
        "",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn constants(document: &WeightsDocument, size: BoardSize) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        "/// The name of the heuristic.".to_owned(),
        format!("pub const NAME: &str = {};", remark::rust_string(&document.name)),
        "/// The number of columns.".to_owned(),
        format!("pub const WIDTH: usize = {};", size.width()),
        "/// The number of rows.".to_owned(),
        format!("pub const HEIGHT: usize = {};", size.height()),
        "/// A set of cells: bit `row * WIDTH + column` stands for a cell.".to_owned(),
        format!("pub type Cells = {};", word(size)),
        "/// All cells of the board.".to_owned(),
        "const BOARD: Cells = Cells::MAX >> (Cells::BITS as usize - WIDTH * HEIGHT);".to_owned(),
        String::new(),
    ];
    lines.extend(terms::legend(&document.weights, "//"));
    for (feature, weight) in document.weights.used() {
        for (name, value, meaning) in terms::constants(feature, weight) {
            lines.push(format!("/// The weight of {feature}: {meaning}."));
            lines.push(format!("pub const {name}: f64 = {};", terms::number(value)));
        }
    }
    lines
}
