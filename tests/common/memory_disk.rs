//! A disk in memory: what processes see of it, and what a power cut leaves.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files as processes see them, and what of it is on the disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Disk {
    pub(crate) entries: BTreeMap<PathBuf, Entry>,
    pub(crate) files: Vec<Data>,
    /// The entries that are on the disk.
    pub(crate) durable: BTreeMap<PathBuf, Entry>,
    /// The changes of entries since their folder was synced.
    pending: Vec<Change>,
}

/// What is at a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Folder,
    File(usize),
}

/// The bytes of a file, in memory and on the disk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Data {
    pub(crate) bytes: Vec<u8>,
    pub(crate) synced: Vec<u8>,
}

/// A change of entries of one folder, which is on the disk as a whole or not at all.
#[derive(Clone, Debug)]
struct Change {
    removed: Option<PathBuf>,
    added: Option<(PathBuf, Entry)>,
}

impl Change {
    fn folder(&self) -> &Path {
        let path = self.removed.as_ref().or(self.added.as_ref().map(|(path, _)| path)).unwrap();
        parent(path)
    }

    fn apply(&self, entries: &mut BTreeMap<PathBuf, Entry>) {
        if let Some(path) = &self.removed {
            entries.remove(path);
        }
        if let Some((path, entry)) = &self.added {
            entries.insert(path.clone(), *entry);
        }
    }
}

/// The folder that a path is in.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

impl Disk {
    /// Changes entries, in memory.
    pub(crate) fn change(&mut self, removed: Option<&Path>, added: Option<(&Path, Entry)>) {
        let change =
            Change { removed: removed.map(Path::to_owned), added: added.map(|(path, entry)| (path.to_owned(), entry)) };
        change.apply(&mut self.entries);
        self.pending.push(change);
    }

    /// Flushes the changes of a folder.
    pub(crate) fn sync_folder(&mut self, folder: &Path) {
        let folder = if folder == Path::new(".") { Path::new("") } else { folder };
        let (synced, left): (Vec<_>, Vec<_>) = self.pending.drain(..).partition(|change| change.folder() == folder);
        self.pending = left;
        for change in synced {
            change.apply(&mut self.durable);
        }
    }

    /// All files by their path.
    pub(crate) fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let file = |(path, entry): (&PathBuf, &Entry)| match entry {
            Entry::File(id) => Some((path.clone(), self.files[*id].bytes.clone())),
            Entry::Folder => None,
        };
        self.entries.iter().filter_map(file).collect()
    }

    /// The disk after everything was flushed.
    pub(crate) fn synced(mut self) -> Disk {
        self.durable.clone_from(&self.entries);
        self.pending.clear();
        for data in &mut self.files {
            data.synced.clone_from(&data.bytes);
        }
        self
    }

    /// Every state that a power cut may leave: of the changes of entries that are not synced all, none, the first few,
    /// all but one or only one is on the disk; of bytes that are not synced all, none, a half, or as many zeroes.
    pub(crate) fn after_power_cuts(&self) -> Vec<Disk> {
        let count = self.pending.len();
        let mut chosen: BTreeSet<Vec<usize>> = (0..=count).map(|length| (0..length).collect()).collect();
        for one in 0..count {
            chosen.insert(vec![one]);
            chosen.insert((0..count).filter(|other| *other != one).collect());
        }
        let mut states = Vec::new();
        for changes in &chosen {
            let mut entries = self.durable.clone();
            for change in changes {
                self.pending[*change].apply(&mut entries);
            }
            // What is in a folder that is not there is not there.
            let whole = |path: &Path| {
                path.ancestors()
                    .skip(1)
                    .all(|above| above == Path::new("") || entries.get(above) == Some(&Entry::Folder))
            };
            let entries: BTreeMap<PathBuf, Entry> =
                entries.iter().filter(|(path, _)| whole(path)).map(|(path, entry)| (path.clone(), *entry)).collect();
            for bytes in [Data::kept, Data::lost, Data::torn, Data::zeroed] {
                let files = self.files.iter().map(bytes).map(|bytes| Data { synced: bytes.clone(), bytes }).collect();
                states.push(Disk { entries: entries.clone(), durable: entries.clone(), files, pending: Vec::new() });
            }
        }
        states
    }
}

impl Data {
    fn kept(&self) -> Vec<u8> {
        self.bytes.clone()
    }

    fn lost(&self) -> Vec<u8> {
        self.synced.clone()
    }

    fn common(&self) -> usize {
        self.bytes.iter().zip(&self.synced).take_while(|(new, old)| new == old).count()
    }

    fn torn(&self) -> Vec<u8> {
        let common = self.common();
        self.bytes[..common + (self.bytes.len() - common) / 2].to_vec()
    }

    fn zeroed(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        let common = self.common();
        bytes[common..].fill(0);
        bytes
    }
}
