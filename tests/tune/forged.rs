//! Forged states: every number of a state replaced by extreme ones, with a checksum that fits. The run goes on or is
//! refused; nothing panics, and nothing is called a bug of the program.

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use isotune::store::Digest;

use crate::memory_disk::Disk;
use crate::memory_files::MemoryFiles;
use crate::mutation::numbers;
use crate::tiny_run::{RUN, StopAfter, finished, folder, is_sentence, resume, resume_until, stopped_after};

const EXTREMES: [&str; 7] = ["0", "7", "-1", "4294967296", "18446744073709551615", "1e308", "NaN"];

/// A state with a checksum that fits, as a forger writes it.
pub(crate) fn signed(body: &str) -> Vec<u8> {
    let start = "// isotune run, format 6, checksum ";
    format!("{start}{}\n{body}", Digest::of(format!("{start}{body}").as_bytes())).into_bytes()
}

/// The text of a state after its first line.
pub(crate) fn body(disk: &Disk) -> String {
    let text = String::from_utf8(disk.contents()[Path::new("runs/one/state.ron")].clone()).unwrap();
    let (first, body) = text.split_once('\n').unwrap();
    assert_eq!(signed(body), format!("{first}\n{body}").into_bytes(), "the format of states has changed");
    body.to_owned()
}

/// Resumes a run with a forged state for some jobs.
pub(crate) fn resume_forged(disk: &Disk, body: &str, what: &str) {
    let files = MemoryFiles::new(disk.clone());
    files.put(&format!("{RUN}/state.ron"), &signed(body));
    files.take(&format!("{RUN}/state.ron.previous"));
    let stop = Arc::new(AtomicBool::new(false));
    let observer = StopAfter { left: AtomicU64::new(30), stop: Arc::clone(&stop) };
    if let Err(error) = resume_until(&folder(&files), &observer, &stop) {
        is_sentence(&error, what);
    }
}

#[test]
fn no_number_of_a_state_does_harm() {
    let mut count = 0;
    for disk in [finished(), stopped_after(20)] {
        let text = body(&disk);
        for Range { start, end } in numbers(text.as_bytes()) {
            for number in EXTREMES {
                let forged = [&text[..start], number, &text[end..]].concat();
                let place = &text[start.saturating_sub(40)..start];
                resume_forged(&disk, &forged, &format!("{number} after {place}"));
                count += 1;
            }
        }
    }
    println!("{count} forged states");
}

/// 0.3.0 did not keep which finalist the search recommends.
#[test]
fn a_verdict_of_an_earlier_version_is_read() {
    let disk = finished();
    let text = body(&disk);
    let begin = text.find("recommended:").unwrap();
    let end = begin + text[begin..].find(',').unwrap() + 1;
    for (state, is_known) in [(text.clone(), true), ([&text[..begin], &text[end..]].concat(), false)] {
        let files = MemoryFiles::new(disk.clone());
        files.put(&format!("{RUN}/state.ron"), &signed(&state));
        let outcome = resume(&folder(&files), &()).unwrap();
        assert_eq!(outcome.verdict().unwrap().recommended.is_some(), is_known);
    }
}
