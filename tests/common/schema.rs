//! Validation against the JSON Schemas in docs, as far as they use the standard: `$ref`, `allOf`, `anyOf`, `const`, `enum`,
//! `type`, `required`, `properties`, `additionalProperties`, `items`, `minimum`, `maximum`.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::Value;

/// Validates what a verb prints.
pub(crate) fn assert_valid(verb: &str, printed: &Value) {
    let text = include_str!("../../docs/isotune-1.schema.json");
    let document: Value = serde_json::from_str(text).unwrap();
    let schema = &document["$defs"][verb];
    assert!(schema.is_object(), "docs/isotune-1.schema.json has no schema of '{verb}'");
    let mut faults = Vec::new();
    validate(&document, schema, printed, verb, &mut faults);
    assert!(faults.is_empty(), "{}\n{printed}", faults.join("\n"));
}

/// The keywords that are understood; any other would be ignored silently.
const KEYWORDS: [&str; 12] = [
    "$ref",
    "allOf",
    "anyOf",
    "const",
    "enum",
    "type",
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
];

fn validate(document: &Value, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
    let rules = schema.as_object().unwrap();
    for (keyword, rule) in rules {
        assert!(KEYWORDS.contains(&keyword.as_str()), "the test does not know '{keyword}'");
        let mut fault = |what: String| faults.push(format!("{place}: {what}"));
        match keyword.as_str() {
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                validate(document, &document["$defs"][name], value, place, faults);
            }
            "allOf" => {
                for part in rule.as_array().unwrap() {
                    // `null` where the object as a whole may be missing.
                    if !(value.is_null() && accepts_null(rules)) {
                        validate(document, part, value, place, faults);
                    }
                }
            }
            "anyOf" => {
                let fits = |part: &Value| {
                    let mut faults = Vec::new();
                    validate(document, part, value, place, &mut faults);
                    faults.is_empty()
                };
                if !rule.as_array().unwrap().iter().any(fits) {
                    fault(format!("{value} is none of {rule}"));
                }
            }
            "const" if value != rule => fault(format!("{value} is not {rule}")),
            "enum" if !rule.as_array().unwrap().contains(value) => fault(format!("{value} is none of {rule}")),
            "type" if !is_of(rule, value) => fault(format!("{value} is not of type {rule}")),
            "required" if value.is_object() => {
                for name in rule.as_array().unwrap().iter().filter_map(Value::as_str) {
                    if value.get(name).is_none() {
                        fault(format!("'{name}' is missing"));
                    }
                }
            }
            "properties" => {
                for (name, part) in rule.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        validate(document, part, member, &format!("{place}.{name}"), faults);
                    }
                }
            }
            "additionalProperties" => {
                for (name, member) in value.as_object().into_iter().flatten() {
                    validate(document, rule, member, &format!("{place}.{name}"), faults);
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(document, rule, item, &format!("{place}[{index}]"), faults);
                }
            }
            "minimum" if value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap()) => {
                fault(format!("{value} is below {rule}"));
            }
            "maximum" if value.as_f64().is_some_and(|number| number > rule.as_f64().unwrap()) => {
                fault(format!("{value} is above {rule}"));
            }
            _ => {}
        }
    }
}

fn accepts_null(rules: &serde_json::Map<String, Value>) -> bool {
    rules.get("type").is_some_and(|kind| is_of(kind, &Value::Null))
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("unknown type '{other}'"),
    };
    kind.as_array().map_or_else(|| is(kind), |kinds| kinds.iter().any(is))
}
