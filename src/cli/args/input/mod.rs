//! What verbs read besides their options: lines of standard input, requests and positions.

pub(in crate::cli) mod lines;
pub(in crate::cli) mod position;
pub(in crate::cli) mod request;
