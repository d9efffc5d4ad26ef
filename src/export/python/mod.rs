//! Python export: a module with `custom_score(game, player)` that needs only the standard library.
//!
//! Most features add up over the blank cells once both players' cells are known. One pass over the flat board then
//! computes all of them at once: a row of numbers for each pair of cells, summed where the board is blocked. The other
//! features are terms of their own. [`Plan`](plan::Plan) divides the features, `tables` writes what is computed once
//! per board size, `score` writes the scoring function.

mod pairs;
mod plan;
mod score;
mod tables;

use super::exporter::{EXPORTED_BY, ExportError, Exporter};
use super::{remark, terms};
use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;

/// Writes a module for use in Udacity's `game_agent.py`.
#[derive(Clone, Copy, Debug)]
pub struct Python;

impl Exporter for Python {
    fn export(&self, document: &WeightsDocument, size: BoardSize) -> Result<String, ExportError> {
        let plan = plan::Plan::new(&document.weights);
        let mut lines = head(size);
        lines.extend(remark::lines(document, "#"));
        lines.push(String::new());
        lines.extend(imports(&plan));
        lines.extend(constants(document, size));
        lines.extend(tables::lines(&plan));
        lines.extend([String::new(), String::new()]);
        lines.extend(score::lines(&plan));
        Ok(tidy(&lines))
    }
}

/// The first lines, which contain no user text, as Python looks for an encoding declaration in the first two.
fn head(size: BoardSize) -> Vec<String> {
    [
        &format!("\"\"\"A heuristic for knight Isolation, exported by {EXPORTED_BY} for a {size} board."),
        "",
        "custom_score(game, player) drops into game_agent.py: import it there, or paste this file. It needs Python 3.6",
        "or newer and nothing else, reads the board's flat list where there is one, and plays on boards of any size.",
        "\"\"\"",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn imports(plan: &plan::Plan) -> Vec<String> {
    let spreads = plan.areas() != [false, false];
    let compress = (plan.pass || spreads || plan.territory()).then_some("from itertools import compress");
    let math = if spreads { "from math import inf, sqrt" } else { "from math import inf" };
    compress.into_iter().chain([math, "from operator import itemgetter", ""]).map(str::to_owned).collect()
}

fn constants(document: &WeightsDocument, size: BoardSize) -> Vec<String> {
    let mut lines = vec![
        format!("NAME = {}", remark::python_string(&document.name)),
        String::new(),
        "# The board whose tables are made at import; those of another size are made bit by bit as they are needed."
            .to_owned(),
        format!("WIDTH, HEIGHT = {}, {}", size.width(), size.height()),
        String::new(),
    ];
    lines.extend(terms::legend(&document.weights, "#"));
    for (feature, weight) in document.weights.used() {
        for (name, value, meaning) in terms::constants(feature, weight) {
            lines.push(format!("{name} = {}  # {meaning}", terms::number(value)));
        }
    }
    lines
}

/// Joins the lines without trailing blanks, with at most one empty line in a row inside a function and two outside.
fn tidy(lines: &[String]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for line in lines.iter().map(|line| line.trim_end()) {
        if line.is_empty() {
            empty += 1;
            continue;
        }
        let most = if line.starts_with(' ') { 1 } else { 2 };
        text.extend(std::iter::repeat_n('\n', std::mem::take(&mut empty).min(most)));
        text.push_str(line);
        text.push('\n');
    }
    text
}
