//! Damage by enumeration: every byte of every file of a run changed, every length cut, other line ends, marks, zeroes and
//! holes; every file replaced by something that is no file. The run ends as if nothing had happened, or is refused with a
//! sentence and left as it is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use isotune::tune::{RunFolder, TuneError};

use crate::memory_disk::Disk;
use crate::memory_files::MemoryFiles;
use crate::tiny_run::{
    EXPECTED, Lasting, RUN, finished, folder, is_sentence, resume, stopped_after, stopped_with_journal,
};

/// All damaged forms of some bytes, with a description.
fn damaged(bytes: &[u8]) -> impl Iterator<Item = (String, Vec<u8>)> {
    let with = |at: usize, byte: u8| {
        let mut changed = bytes.to_vec();
        changed[at] = byte;
        changed
    };
    let flips = (0..bytes.len()).map(move |at| {
        // A different bit from byte to byte.
        let bit = at % 8;
        (format!("bit {bit} of byte {at} flipped"), with(at, bytes[at] ^ (1 << bit)))
    });
    let cuts = (0..bytes.len()).map(move |length| (format!("cut to {length} bytes"), bytes[..length].to_vec()));
    let blocks = (0..bytes.len()).step_by(64).flat_map(move |at| {
        let end = (at + 64).min(bytes.len());
        let mut zeroed = bytes.to_vec();
        zeroed[at..end].fill(0);
        let hole = [&bytes[..at], &bytes[end..]].concat();
        [(format!("zeroes from byte {at}"), zeroed), (format!("hole from byte {at}"), hole)]
    });
    let text = String::from_utf8_lossy(bytes);
    let whole = [
        ("CRLF".to_owned(), text.replace('\n', "\r\n").into_bytes()),
        ("byte-order mark".to_owned(), [b"\xef\xbb\xbf", bytes].concat()),
        ("all zeroes".to_owned(), vec![0; bytes.len()]),
        ("twice".to_owned(), [bytes, bytes].concat()),
        ("followed by zeroes".to_owned(), [bytes, &[0; 100]].concat()),
    ];
    flips.chain(cuts).chain(blocks).chain(whole)
}

/// What becomes of a run whose file is damaged.
enum Fate {
    /// It ended as if nothing had happened, but perhaps for the file.
    Well(Lasting),
    /// It was refused, and nothing was changed.
    Refused(TuneError),
}

fn fate(disk: &Disk, name: &str, bytes: &[u8], what: &str) -> Fate {
    let files = MemoryFiles::new(disk.clone());
    files.put(&format!("{RUN}/{name}"), bytes);
    let before = without_lock(&files);
    match resume(&folder(&files), &()) {
        Ok(_) => Fate::Well(Lasting::of(&files.disk().contents())),
        Err(error) => {
            is_sentence(&error, what);
            assert!(before == without_lock(&files), "{what}: refused, but changed: {error}");
            Fate::Refused(error)
        }
    }
}

fn without_lock(files: &MemoryFiles) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut contents = files.disk().contents();
    contents.remove(Path::new(RUN).join("lock").as_path());
    contents
}

/// Damages a file in all ways, and checks each fate.
fn in_all_ways(disk: &Disk, name: &str, every: usize, check: impl Fn(Fate, &str)) {
    let bytes = &disk.contents()[Path::new(RUN).join(name).as_path()];
    let mut count = 0;
    for (what, changed) in damaged(bytes).filter(|(_, changed)| changed != bytes).step_by(every) {
        let what = format!("{name}: {what}");
        check(fate(disk, name, &changed, &what), &what);
        count += 1;
    }
    println!("{count} damages of {name}");
}

/// The damage has no effect on what the run comes to.
fn nothing_happened(fate: Fate, what: &str) {
    match fate {
        Fate::Well(lasting) => lasting.expect(what),
        Fate::Refused(error) => panic!("{what}: {error}"),
    }
}

/// Every damaged state is noticed, and gives way to the one before; the run that follows is tried for one in some.
#[test]
fn no_damage_of_a_state_goes_unnoticed() {
    let disk = stopped_after(20);
    for name in ["state.ron", "state.ron.previous"] {
        let path = format!("{RUN}/{name}");
        let bytes = &disk.contents()[Path::new(&path)];
        let files = MemoryFiles::new(disk.clone());
        let (intact, _) = folder(&files).state().unwrap().unwrap();
        for (what, changed) in damaged(bytes).filter(|(_, changed)| changed != bytes) {
            files.put(&path, &changed);
            let (state, repair) = folder(&files).state().unwrap().unwrap();
            // The last state is used unless it is damaged; then the one before, and the user is told.
            assert_eq!(repair.is_some(), name == "state.ron", "{name}: {what}");
            assert_eq!(state.record == intact.record, name == "state.ron.previous", "{name}: {what}");
        }
        in_all_ways(&disk, name, 61, nothing_happened);
    }
}

#[test]
fn no_damage_of_the_journal_changes_a_byte() {
    in_all_ways(&stopped_with_journal(), "journal", 1, nothing_happened);
}

#[test]
fn no_damage_of_the_recommendation_changes_a_byte() {
    in_all_ways(&finished(), "best.ron", 1, nothing_happened);
}

#[test]
fn no_damage_of_the_history_changes_another_file() {
    in_all_ways(&finished(), "history.csv", 1, |fate, what| match fate {
        Fate::Well(lasting) => {
            // The state holds the length of the history.
            let others = |lasting: &Lasting| lasting.clone().without("history.csv").without("state.ron");
            assert!(others(&lasting) == others(&EXPECTED), "{what}: {lasting:?}");
        }
        Fate::Refused(error) => panic!("{what}: {error}"),
    });
}

/// A damaged configuration is refused, or a change that a user may make.
#[test]
fn no_damage_of_the_configuration_changes_a_file_unasked() {
    in_all_ways(&finished(), "config.ron", 1, |fate, what| match fate {
        Fate::Refused(TuneError::Config(_) | TuneError::Changed { .. } | TuneError::Plan(_)) | Fate::Well(_) => {}
        Fate::Refused(error) => panic!("{what}: {error}"),
    });
}

/// A lock file may hold anything.
#[test]
fn the_contents_of_the_lock_do_not_matter() {
    for bytes in [b"".as_slice(), b"1\n", b"\0\0\0", &[0xff; 100], b"999999999999999999999\n"] {
        nothing_happened(fate(&finished(), "lock", bytes, "lock"), "lock");
    }
}

/// Writes the files of a finished run to the disk, with a generation more to do.
#[cfg(unix)]
fn on_disk(to: &Path) -> RunFolder {
    for (path, bytes) in finished().contents() {
        let text = String::from_utf8(bytes).unwrap();
        let more = if path.ends_with("config.ron") { text.replace("Generations(3)", "Generations(4)") } else { text };
        fs::write(to.join(path.file_name().unwrap()), more).unwrap();
    }
    RunFolder::new(to)
}

/// What is planted in place of a file: its name, what a message calls it, and how.
type Plant<'a> = (&'a str, &'a str, &'a dyn Fn(&Path));

/// What may be in the place of a file.
#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused_in_every_place() {
    use std::os::unix::fs::symlink;
    use std::process::Command;

    let names = [
        "lock",
        "config.ron",
        "state.ron",
        "state.ron.previous",
        "history.csv",
        "journal",
        "best.ron",
        "state.ron.tmp",
        "state.ron.previous.tmp",
        "best.ron.tmp",
    ];
    let victim = tempfile::tempdir().unwrap();
    let precious = victim.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let plants: [Plant<'_>; 6] = [
        ("folder", "a folder", &|path| fs::create_dir(path).unwrap()),
        ("dangling link", "a symbolic link", &|path| symlink("nowhere", path).unwrap()),
        ("link to a file", "a symbolic link", &|path| symlink(&precious, path).unwrap()),
        ("link to a device", "a symbolic link", &|path| symlink("/dev/zero", path).unwrap()),
        ("link to itself", "a symbolic link", &|path| symlink(path.file_name().unwrap(), path).unwrap()),
        ("pipe", "a pipe or a device", &|path| assert!(Command::new("mkfifo").arg(path).status().unwrap().success())),
    ];
    for (what, said, plant) in plants {
        for name in names {
            let place = tempfile::tempdir().unwrap();
            let run = on_disk(place.path());
            let planted = place.path().join(name);
            let _ = fs::remove_file(&planted);
            plant(&planted);
            let point = format!("{what} in place of {name}");
            let Err(error) = resume(&run, &()) else { panic!("{point}: it was used") };
            is_sentence(&error, &point);
            assert!(error.to_string().contains(name) && error.to_string().contains(said), "{point}: {error}");
            assert!(planted.symlink_metadata().is_ok_and(|found| !found.is_file()), "{point}: it is gone");
            // Readers do not wait for it either.
            let _ = (run.worker(), run.state().is_ok(), run.best().is_ok(), run.config().is_ok());
        }
    }
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(fs::read_dir(victim.path()).unwrap().count(), 1);
}
