//! Runs on a cluster, with a real nats-server: the same bytes as on local threads, whatever happens on the way.
//!
//! The server is `ISOTUNE_NATS_SERVER`, or `nats-server` on the PATH or in /usr/sbin. Where there is none, the tests say so and
//! pass, unless `ISOTUNE_NATS_REQUIRED=1` or `CI=true`.
#![cfg(unix)]
#![allow(clippy::expect_used, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/keys.rs"]
mod keys;
#[path = "../common/schema.rs"]
mod schema;
#[path = "../common/tuning.rs"]
mod tuning;

mod commands;
mod double;
mod failures;
mod nats;
mod same_bytes;
mod trust;
