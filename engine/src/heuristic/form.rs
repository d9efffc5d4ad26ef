//! A heuristic as data.

use serde::{Deserialize, Serialize};

use super::quirk::Quirk;
use super::weights::Weights;

/// A heuristic: a name and a form.
#[derive(Clone, PartialEq, Debug)]
pub struct Heuristic {
    name: String,
    form: Form,
}

/// How a heuristic scores.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// By a weighted sum of features.
    Linear(Weights),
    /// By one of the published formulas that no weighted sum can express.
    Quirk(Quirk),
}

impl Heuristic {
    /// Creates a weighted sum of features.
    #[must_use]
    pub fn linear(name: impl Into<String>, weights: Weights) -> Self {
        Self { name: name.into(), form: Form::Linear(weights) }
    }

    pub(super) fn new(name: impl Into<String>, form: Form) -> Self {
        Self { name: name.into(), form }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns how the heuristic scores.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns the weights if the heuristic is a weighted sum.
    #[must_use]
    pub fn weights(&self) -> Option<&Weights> {
        match &self.form {
            Form::Linear(weights) => Some(weights),
            Form::Quirk(_) => None,
        }
    }
}
