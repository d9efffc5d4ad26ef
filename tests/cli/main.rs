//! The program's verbs, run as processes, except for those around a run (see the test binary `tune`).

#![allow(clippy::expect_used, clippy::unwrap_used)]

mod exports;
#[cfg(unix)]
#[path = "../common/keys.rs"]
mod keys;
#[path = "../common/naive/mod.rs"]
mod naive;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/recorded.rs"]
mod recorded;
#[path = "../common/schema.rs"]
mod schema;
#[path = "../common/tuning.rs"]
mod tuning;

mod arguments;
mod cluster;
mod errors;
mod evaluate;
mod export;
mod export_python;
mod export_rust;
mod external;
mod full_screen;
mod grade;
mod json;
mod python_clients;
mod python_package;
#[cfg(unix)]
mod screen;
mod screens;
mod solve;
mod terminal;
mod tournament;
mod udacity;
mod verbs;
