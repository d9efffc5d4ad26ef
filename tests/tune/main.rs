//! Tuning runs: their configurations, their files, and what survives kills, damage and mix-ups.

#![allow(clippy::expect_used, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/browser.rs"]
mod browser;
#[path = "../common/memory_disk.rs"]
mod memory_disk;
#[path = "../common/memory_files.rs"]
mod memory_files;
#[path = "../common/mutation.rs"]
mod mutation;
#[path = "../common/schema.rs"]
mod schema;
#[path = "../common/tuning.rs"]
mod tuning;

mod cli;
mod config;
mod crash_points;
mod damage;
mod enumeration;
mod events;
mod exact;
mod figures;
mod finished;
mod forged;
mod fuzz;
mod honest;
mod measured;
mod mix_up;
mod names;
mod opponents;
mod page;
mod power_cuts;
mod prices;
mod pruning;
mod report;
mod signals;
mod starts;
mod status;
mod strangers;
mod stress;
mod tiny_run;
mod watch;
