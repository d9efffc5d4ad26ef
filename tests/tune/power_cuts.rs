//! A power cut before every call: what was not synced is lost, torn, zeroed or out of order. Nothing that was reported as
//! saved is lost, and the run ends with the bytes of an undisturbed one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use isotune::store::AtomicFile;

use crate::memory_disk::Disk;
use crate::memory_files::MemoryFiles;
use crate::tiny_run::{Marks, ends_well, folder, resume, start, stopped_after};

/// Cuts the power before every call of some work, and returns the number of different disks that are left.
fn before_every_call(what: &str, disk: &Disk, work: impl Fn(&MemoryFiles)) -> usize {
    let files = MemoryFiles::recording(disk.clone());
    work(&files);
    let mut seen: BTreeSet<Vec<(PathBuf, Vec<u8>)>> = BTreeSet::new();
    for (number, (before, saved)) in files.recorded().iter().enumerate() {
        for left in before.after_power_cuts() {
            if !seen.insert(left.contents().into_iter().collect()) {
                continue;
            }
            let point = format!("{what}, power cut before call {number}, {:?}", files.calls()[number]);
            let files = MemoryFiles::new(left);
            let state = folder(&files).state();
            let state = state.unwrap_or_else(|error| panic!("{point}: {error}"));
            let generations = state.map_or(0, |(state, _)| state.record.generations);
            assert!(generations >= *saved, "{point}: generation {generations}, but {saved} was reported");
            ends_well(&files, &point);
        }
    }
    seen.len()
}

#[test]
fn a_run_survives_a_power_cut_at_any_moment() {
    let states = before_every_call("tune", &Disk::default(), |files| {
        drop(start(&folder(files), &Marks(files.clone())).unwrap());
    });
    println!("{states} disks after power cuts within tune");
    assert!(states > 200, "{states}");
}

#[test]
fn a_resumed_run_survives_a_power_cut_at_any_moment() {
    let mut states = 0;
    for jobs in [2, 20] {
        // The machine was shut down in order.
        let disk = stopped_after(jobs).synced();
        let marked = |files: &MemoryFiles| drop(resume(&folder(files), &Marks(files.clone())).unwrap());
        states += before_every_call(&format!("resume after {jobs}"), &disk, marked);
    }
    println!("{states} disks after power cuts within resume");
    assert!(states > 100, "{states}");
}

#[test]
fn an_export_that_was_reported_survives_a_power_cut() {
    for force in [false, true] {
        let files = MemoryFiles::recording(Disk::default());
        let draft = AtomicFile::write_to(&files, Path::new("out.py"), b"new").unwrap();
        if force { draft.replace() } else { draft.publish() }.unwrap();
        files.set_mark(1);
        for left in files.disk().after_power_cuts() {
            assert_eq!(left.contents().get(Path::new("out.py")).map(Vec::as_slice), Some(b"new".as_slice()));
        }
        for (before, _) in files.recorded() {
            for left in before.after_power_cuts() {
                let there = left.contents().get(Path::new("out.py")).cloned();
                assert!(there.is_none() || there.as_deref() == Some(b"new"), "{there:?}");
            }
        }
    }
}
