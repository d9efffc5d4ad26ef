//! Tuning runs: their configurations, their files, and what survives kills, damage and mix-ups.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../common/browser.rs"]
#[path = "../common/memory_disk.rs"]
#[path = "../common/memory_files.rs"]
#[path = "../common/mutation.rs"]
mod browser;
mod memory_disk;
mod memory_files;
mod mutation;
#[path = "../common/tuning.rs"]
mod tuning;

mod cli;
mod config;
mod crash_points;
mod damage;
mod enumeration;
mod exact;
mod fuzz;
mod honest;
mod mix_up;
<<<<<<< HEAD
mod names;
mod power_cuts;
=======
mod page;
mod report;
>>>>>>> 4513d7c (Measure published heuristics, perfect play and features for a report with '--measure')
mod signals;
mod starts;
mod strangers;
mod stress;
<<<<<<< HEAD
mod tiny_run;
=======
mod watch;
>>>>>>> 4513d7c (Measure published heuristics, perfect play and features for a report with '--measure')
