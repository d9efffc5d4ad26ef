//! The optimizer: against an independent implementation, at the edges, and under argmin.

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod checkpoint;
mod optimizer;
mod policy;
mod properties;
mod reference;
