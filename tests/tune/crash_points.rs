//! Every call to the file system, with every fault: kills, torn writes, full disks, broken disks, forbidden files, too many
//! open files. Whatever happens, a second attempt ends with the bytes of an undisturbed run.

use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use isotune::store::AtomicFile;
use isotune::tune::{Outcome, TuneError};

use crate::memory_disk::Disk;
use crate::memory_files::{Fault, MemoryFiles};
use crate::tiny_run::{RUN, ends_well, folder, is_sentence, resume, start, stopped_after};

/// The jobs after which a run is stopped: within a hold-out, a generation, another generation and the verdict.
const STOPS: [u64; 4] = [2, 9, 20, 34];

/// Does some work on a disk with every fault at every call, then checks that it ends well; returns the number of points.
fn at_every_call(what: &str, disk: &Disk, work: impl Fn(&MemoryFiles) -> Result<Outcome, TuneError>) -> usize {
    let counted = MemoryFiles::new(disk.clone());
    work(&counted).unwrap_or_else(|error| panic!("{what}: {error}"));
    let calls = counted.calls();
    let mut points = 0;
    for (number, (call, path)) in calls.iter().enumerate() {
        for fault in Fault::all().into_iter().filter(|fault| fault.meets(*call)) {
            points += 1;
            let files = MemoryFiles::with_fault(disk.clone(), number, fault);
            let point = format!("{what}: {fault:?} at call {number}, {call:?} of {}", path.display());
            if let Err(error) = work(&files) {
                is_sentence(&error, &point);
            }
            // Everything is written again by a process that meets no fault.
            ends_well(&MemoryFiles::new(files.disk()), &point);
        }
    }
    points
}

#[test]
fn a_run_survives_every_fault_at_every_call() {
    let points = at_every_call("tune", &Disk::default(), |files| start(&folder(files), &()));
    println!("{points} points of tune");
    assert!(points > 500, "{points}");
}

#[test]
fn a_stopped_run_survives_every_fault_at_every_call() {
    let mut points = 0;
    for jobs in STOPS {
        points +=
            at_every_call(&format!("resume after {jobs}"), &stopped_after(jobs), |files| resume(&folder(files), &()));
    }
    println!("{points} points of resume");
    assert!(points > 500, "{points}");
}

/// Damages a file of a stopped run.
type Damage = (&'static str, fn(&[u8]) -> Option<Vec<u8>>);

#[test]
fn a_damaged_run_survives_every_fault_at_every_call() {
    let half = |bytes: &[u8]| Some(bytes[..bytes.len() / 2].to_vec());
    let none = |_: &[u8]| None;
    let damages: [Damage; 7] = [
        ("state.ron", half),
        ("state.ron", none),
        ("state.ron.previous", half),
        ("journal", half),
        ("best.ron", half),
        ("best.ron", none),
        ("config.ron", none),
    ];
    let stopped = stopped_after(STOPS[3]);
    let mut points = 0;
    for (name, damage) in damages {
        let files = MemoryFiles::new(stopped.clone());
        let path = format!("{RUN}/{name}");
        match damage(&stopped.contents()[Path::new(&path)]) {
            Some(bytes) => files.put(&path, &bytes),
            None => files.take(&path),
        }
        points +=
            at_every_call(&format!("resume with a damaged {name}"), &files.disk(), |files| resume(&folder(files), &()));
    }
    println!("{points} points of resume with damage");
    assert!(points > 1000, "{points}");
}

/// Writes a file as `export` does.
fn export(files: &MemoryFiles, text: &str, force: bool) -> io::Result<()> {
    let draft = AtomicFile::write_to(files, Path::new("out.py"), text.as_bytes())?;
    if force { draft.replace() } else { draft.publish() }
}

#[test]
fn an_export_is_whole_or_not_there_at_every_call() {
    let mut points = 0;
    for force in [false, true] {
        let disk = || {
            let files = MemoryFiles::new(Disk::default());
            if force {
                files.put("out.py", b"old");
            }
            files.disk()
        };
        let counted = MemoryFiles::new(disk());
        export(&counted, "new", force).unwrap();
        for (number, (call, _)) in counted.calls().iter().enumerate() {
            for fault in Fault::all().into_iter().filter(|fault| fault.meets(*call)) {
                points += 1;
                let point = format!("export, force {force}: {fault:?} at call {number}, {call:?}");
                let files = MemoryFiles::with_fault(disk(), number, fault);
                let outcome = export(&files, "new", force);
                let left = files.disk().contents();
                let there = left.get(Path::new("out.py")).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                let whole = [Some("new"), Some("old").filter(|_| force), None.filter(|()| !force).map(|()| "")];
                assert!(whole.contains(&there.as_deref()) || (!force && there.is_none()), "{point}: {there:?}");
                assert!(outcome.is_err() || there.as_deref() == Some("new"), "{point}: {there:?}");
                if matches!(fault, Fault::Fail { for_ever: false, .. }) && outcome.is_err() {
                    let others = left.keys().filter(|path| path.as_path() != Path::new("out.py")).count();
                    let removed = others == 0 || *call == crate::memory_files::Call::Remove;
                    assert!(removed, "{point}: {:?}", left.keys());
                }
                let again = MemoryFiles::new(files.disk());
                let redone = export(&again, "new", true);
                assert!(redone.is_ok(), "{point}: {redone:?}");
                assert_eq!(again.disk().contents()[Path::new("out.py")], b"new", "{point}");
            }
        }
    }
    println!("{points} points of export");
}

/// While one process creates a run, another creates it in full, before any call of the first: one of them works.
#[test]
fn of_two_starts_one_works_whenever_the_second_comes() {
    let counted = MemoryFiles::new(Disk::default());
    drop(folder(&counted).create("(first)").unwrap());
    for number in 0..counted.calls().len() {
        for ends_at_once in [false, true] {
            let second = Arc::new(Mutex::new(None));
            let result = Arc::clone(&second);
            let files = MemoryFiles::interrupted(Disk::default(), number, move |files| {
                let created = folder(&files).create("(second)");
                // It may work on, or end at once.
                *result.lock().unwrap() = Some(if ends_at_once { created.map(|_| None) } else { created.map(Some) });
            });
            let first = folder(&files).create("(first)");
            let second = second.lock().unwrap().take().unwrap();
            let point = format!("before call {number}, ends at once {ends_at_once}");
            let left = files.disk().contents();
            let config = String::from_utf8_lossy(&left[Path::new("runs/one/config.ron")]).into_owned();
            match (&first, &second) {
                (Ok(_), Err(TuneError::Busy { .. })) => assert_eq!(config, "(first)", "{point}"),
                (Err(TuneError::Busy { .. } | TuneError::Exists { .. }), Ok(_)) => {
                    assert_eq!(config, "(second)", "{point}");
                }
                other => panic!("{point}: {other:?}"),
            }
            // Whoever works holds the lock that others look at.
            if first.is_ok() || !ends_at_once {
                assert!(matches!(folder(&files).lock(), Err(TuneError::Busy { .. })), "{point}");
            }
        }
    }
}

/// Somebody removes the lock between its opening and its locking: it is opened again.
#[test]
fn a_lock_that_was_removed_meanwhile_is_not_taken_for_one() {
    let disk = stopped_after(STOPS[0]);
    let counted = MemoryFiles::new(disk.clone());
    drop(folder(&counted).lock().unwrap());
    for number in 0..counted.calls().len() {
        let files = MemoryFiles::interrupted(disk.clone(), number, |files| files.take("runs/one/lock"));
        let lock = folder(&files).lock().unwrap();
        let again = folder(&files).lock();
        let removed_later = !files.disk().contents().contains_key(Path::new("runs/one/lock")) || again.is_ok();
        // Once the lock is taken, nobody can prevent its removal.
        assert!(
            matches!(again, Err(TuneError::Busy { .. })) || (removed_later && number > 3),
            "call {number}: {again:?}"
        );
        drop(lock);
    }
}
