//! CSV (RFC 4180): tables made of the records that are printed as JSON, and every pair of a tournament.

use std::fmt;

use crate::arena::Tournament;
use crate::game::Word;
use csv::Writer;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::{Serialize, de};

use crate::cli::output::failure::Failure;

/// Returns records as a table, a line each.
pub(crate) fn lines<R: Serialize>(records: impl IntoIterator<Item = R>) -> Result<String, Failure> {
    let mut writer = Writer::from_writer(Vec::new());
    for record in records {
        writer.serialize(record).map_err(|error| failed(&error))?;
    }
    finished(writer)
}

/// The keys of a score.
const SCORE: &[&str] = &["score", "se", "low", "high", "sample_se", "pairs", "games", "census"];

/// The keys of objects that may be missing, with those of objects within them. A table has their columns whatever is known.
const OBJECTS: [(&str, &[&[&str]]); 5] = [
    ("normalized_elo", &[&["elo", "low", "high"]]),
    ("sprt", &[&["state", "llr", "low", "high", "h0", "h1", "scale"]]),
    ("versus_improved", &[&["delta", "se", "low", "high", "sample_se", "p"]]),
    ("measured", &[SCORE, &["block", "roster", "budget", "against", "protocol", "plies", "versus_improved"]]),
    ("result", &[SCORE, &["lost", "split", "won", "elo.elo", "elo.low", "elo.high", "normalized_elo", "los", "sprt"]]),
];

/// Returns the columns of a key that has no value: those of its object, if it can be one.
fn columns_of(column: &str) -> Vec<String> {
    let key = column.rsplit('.').next().unwrap_or(column);
    match OBJECTS.iter().find(|(object, _)| *object == key) {
        Some((_, members)) => {
            members.concat().iter().flat_map(|member| columns_of(&format!("{column}.{member}"))).collect()
        }
        None => vec![column.to_owned()],
    }
}

/// Returns a list of records as a table, a line each.
///
/// The columns are the keys of the records in their order, after those of `keys`, which a table without records has as well; those of
/// an object within a record follow its own key and a dot, and are empty where there is no such object. Lists are left out.
pub(crate) fn table(records: &dyn erased_serde::Serialize, keys: &[&str]) -> Result<String, Failure> {
    let rows: Vec<Node> = serde_json::from_str(&serde_json::to_string(records)?)?;
    let rows: Vec<Vec<(String, Option<String>)>> = rows.into_iter().map(Node::cells).collect();
    let keys: Vec<String> = keys.iter().flat_map(|key| columns_of(key)).collect();
    let mut columns: Vec<&str> = keys.iter().map(String::as_str).collect();
    for (name, _) in rows.iter().flatten() {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    // An object that is missing in some rows has the columns of its own keys.
    let is_object = |column: &str| {
        let within = |name: &str| name.strip_prefix(column).is_some_and(|rest| rest.starts_with('.'));
        let mut cells = rows.iter().flatten().filter(|(name, _)| name == column);
        cells.all(|(_, value)| value.is_none()) && rows.iter().flatten().any(|(name, _)| within(name))
    };
    columns.retain(|column| !is_object(column));
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(&columns).map_err(|error| failed(&error))?;
    for row in &rows {
        let cell = |column: &&str| row.iter().find(|(name, _)| name == column).and_then(|(_, value)| value.as_deref());
        let cell = |column| cell(column).unwrap_or_default();
        writer.write_record(columns.iter().map(cell)).map_err(|error| failed(&error))?;
    }
    finished(writer)
}

fn finished(writer: Writer<Vec<u8>>) -> Result<String, Failure> {
    let bytes = writer.into_inner().map_err(|error| failed(&error))?;
    String::from_utf8(bytes).map_err(|error| failed(&error))
}

fn failed(error: &dyn fmt::Display) -> Failure {
    Failure::Work(format!("cannot write CSV: {error}"))
}

/// A JSON value whose members keep their order.
enum Node {
    Object(Vec<(String, Node)>),
    List,
    Leaf(String),
    Null,
}

impl Node {
    /// The values of an object by their columns.
    fn cells(self) -> Vec<(String, Option<String>)> {
        let mut cells = Vec::new();
        self.collect("", &mut cells);
        cells
    }

    fn collect(self, column: &str, cells: &mut Vec<(String, Option<String>)>) {
        match self {
            Node::Object(members) => {
                for (name, member) in members {
                    let column = if column.is_empty() { name } else { format!("{column}.{name}") };
                    member.collect(&column, cells);
                }
            }
            Node::List => {}
            Node::Leaf(value) => cells.push((column.to_owned(), Some(value))),
            Node::Null => cells.extend(columns_of(column).into_iter().map(|column| (column, None))),
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Node, E> {
        Ok(Node::Leaf(value.to_owned()))
    }

    fn visit_unit<E: de::Error>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        while list.next_element::<de::IgnoredAny>()?.is_some() {}
        Ok(Node::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Node::Object(members))
    }
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

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn objects_become_lines_and_their_keys_columns() {
        let records = serde_json::json!([
            {"name": "a, b", "delta": {"delta": 0.5, "p": null}, "list": [1, 2]},
            {"name": "c", "verified": true},
        ]);
        let text = table(&records, &[]).ok();
        // serde_json's own map is sorted; records keep the order of their fields.
        assert_eq!(text.as_deref(), Some("delta.delta,delta.p,name,verified\n0.5,,\"a, b\",\n,,c,true\n"));
    }

    #[test]
    fn an_object_that_some_records_lack_has_no_column_of_its_own() {
        let records = serde_json::json!([{"delta": null, "p": null}, {"delta": {"delta": 0.5}, "p": null}]);
        assert_eq!(table(&records, &[]).ok().as_deref(), Some("p,delta.delta\n,\n,0.5\n"));
        // A number in one record and an object in another are both kept.
        let records = serde_json::json!([{"weight": 1}, {"weight": {"early": 2}}]);
        assert_eq!(table(&records, &[]).ok().as_deref(), Some("weight,weight.early\n1,\n,2\n"));
    }
}
