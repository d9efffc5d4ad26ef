//! Export of weights: RON, JSON, a Python module or a Rust file.
//!
//! [`Format::ALL`] lists the formats; each is an [`Exporter`] in a file of its own. RON and JSON are read back wherever
//! weights are accepted. Python and Rust compute the same scores as an [`Evaluator`](crate::heuristic::Evaluator), with
//! only the features in use. Text of a document (name, note, provenance) is written to code only as escaped line
//! comments and string literals.
//!
//! ```
//! use isotune::export::Format;
//! use isotune::game::BoardSize;
//! use isotune::heuristic::HeuristicSource;
//!
//! let document = "improved".parse::<HeuristicSource>()?.document(None)?;
//! let code = Format::Python.exporter().export(&document, BoardSize::SEVEN)?;
//! assert!(code.contains("def custom_score(game, player):"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
