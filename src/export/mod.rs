//! Weights as somebody else's program wants them: RON, JSON, a Python module, a Rust file.
//!
//! [`Format::ALL`] lists the formats; each is an [`Exporter`] in a file of its own. RON and JSON are read back by every
//! verb that takes weights. Python and Rust compute the very scores of an
//! [`Evaluator`](crate::heuristic::Evaluator), with nothing but the features in use. Whatever text a document holds
//! (name, note, provenance) reaches code only as line comments and string literals that it cannot leave.

mod exporter;
mod format;
mod json;
mod python;
mod remark;
mod ron;
mod rust;
mod terms;

pub use exporter::{ExportError, Exporter};
pub use format::Format;
pub use json::Json;
pub use python::Python;
pub use ron::Ron;
pub use rust::Rust;
