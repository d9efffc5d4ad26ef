//! JSON export, which isotune reads back.
//!
//! One object; keys that are not marked as optional are always present:
//!
//! | key | value |
//! | --- | --- |
//! | `exported_by` | text: the program and its version; ignored on reading, and may be omitted |
//! | `name` | text |
//! | `board` | optional text `"WxH"`: the only board the weights are meant for |
//! | `note` | optional text |
//! | `provenance` | optional object: `run` text, `seed`, `config` text, `generation`, `games`, `score` (optional, below), `verified` true or false, `rounded` (optional: the significant digits that the weights were rounded to after the score was measured), `version` text, `date` optional text |
//! | `provenance.score` | object: `score`, its `se`, `pairs`, `block` text, `roster` text, `budget` text, `against` optional text (the budget of the opponents and of `improved` where `budget` names prices or theirs is another), `protocol` optional text and `plies` optional number (the rules, and the plies of an opening), `delta` to `improved`, its `delta_se`; all of them fractions |
//! | `weights` | object: feature name → number, or `{"early": number, "late": number}` for a weight that goes from the first just after the placements to the second on a full board, in proportion to the blank cells; a feature that is not named weighs 0 |
//!
//! Numbers have enough digits to be read back bit for bit. Other keys are rejected on reading.

use serde::Serialize;

use super::exporter::{EXPORTED_BY, ExportError, Exporter};
use crate::game::BoardSize;
use crate::heuristic::WeightsDocument;
use crate::text;

/// A document with the program that wrote it.
#[derive(Serialize)]
struct Exported<'d> {
    exported_by: &'static str,
    #[serde(flatten)]
    document: &'d WeightsDocument,
}

/// Writes the document as one JSON object.
#[derive(Clone, Copy, Debug)]
pub struct Json;

impl Exporter for Json {
    fn export(&self, document: &WeightsDocument, _: BoardSize) -> Result<String, ExportError> {
        // Weights are always finite; the provenance's numbers need not be, and JSON would write them as null.
        if let Some(score) = document.provenance.as_ref().and_then(|provenance| provenance.score.as_ref()) {
            let figures =
                [("score", score.score), ("se", score.se), ("delta", score.delta), ("delta_se", score.delta_se)];
            if let Some((what, number)) = figures.into_iter().find(|(_, number)| !number.is_finite()) {
                return Err(ExportError::NotFinite { what, number });
            }
        }
        let text = serde_json::to_string_pretty(&Exported { exported_by: EXPORTED_BY, document })?;
        // Such characters can only be within strings.
        Ok(text::harmless(&text).into_owned() + "\n")
    }
}
