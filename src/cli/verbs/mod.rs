//! One verb a file, each with its arguments and its work.

pub(super) mod ablate;
pub(super) mod agents;
pub(super) mod bench;
pub(super) mod best;
pub(super) mod check;
pub(super) mod compare;
pub(super) mod evaluate;
pub(super) mod export;
pub(super) mod grade;
pub(super) mod heuristics;
pub(super) mod init;
pub(super) mod inspect;
pub(super) mod perft;
pub(super) mod play;
pub(super) mod published;
pub(super) mod report;
pub(super) mod resume;
pub(super) mod runs;
pub(super) mod solve;
pub(super) mod tournament;
pub(super) mod tune;
pub(super) mod udacity;
pub(super) mod verify;
pub(super) mod watch;
pub(super) mod worker;
pub(super) mod workers;
