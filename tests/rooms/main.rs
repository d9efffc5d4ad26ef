//! The library's modules from the rules of the game up to the arena and the grades, each compared with `naive`: the same
//! things computed slowly and plainly.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../common/naive/mod.rs"]
mod naive;
#[path = "../common/recorded.rs"]
mod recorded;
mod workbench;

mod agents;
mod allocation;
mod arena;
mod batches;
mod budgets;
mod costs;
mod features;
mod game;
mod grade;
mod heuristics;
mod notation;
mod oracle;
mod search;
mod stats;
mod weights;
