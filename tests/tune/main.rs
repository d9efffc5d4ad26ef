//! Tuning runs: their configurations, their files, and what survives kills, damage and mix-ups.

#![allow(clippy::expect_used, clippy::unwrap_used)]

#[path = "../common/tuning.rs"]
mod tuning;

mod cli;
mod config;
mod damage;
mod exact;
mod honest;
mod mix_up;
mod signals;
mod starts;
mod strangers;
mod stress;
