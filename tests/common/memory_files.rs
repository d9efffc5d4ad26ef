//! Files in memory that count every call, and can stop, tear or fail at one.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::fs::{Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use isotune::store::{Access, FileKind, Files, OpenFile};

use crate::memory_disk::{Data, Disk, Entry, parent};

/// What a call is, as far as faults differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Call {
    Kind,
    Read,
    List,
    Open,
    IsLocked,
    Write,
    Clear,
    Sync,
    Permit,
    Lock,
    IsAt,
    Rename,
    Link,
    Remove,
    CreateFolder,
    RemoveFolder,
    SyncFolder,
}

/// What happens at a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fault {
    /// The process ends before the call.
    Kill,
    /// The process ends when a part of the bytes is written: all but a number of them, or half if there are fewer.
    Tear { missing: usize },
    /// The call fails with an error of the system, once or from then on.
    Fail { error: i32, for_ever: bool },
}

pub(crate) const ENOSPC: i32 = 28;
pub(crate) const EIO: i32 = 5;
pub(crate) const EACCES: i32 = 13;
pub(crate) const EMFILE: i32 = 24;

impl Fault {
    /// All faults.
    pub(crate) fn all() -> Vec<Fault> {
        let errors = [ENOSPC, EIO, EACCES, EMFILE];
        let fail = |for_ever| errors.map(|error| Fault::Fail { error, for_ever });
        let tears = [1, usize::MAX].map(|missing| Fault::Tear { missing });
        [Fault::Kill].into_iter().chain(tears).chain(fail(false)).chain(fail(true)).collect()
    }

    /// Whether the fault can meet a call.
    pub(crate) fn meets(self, call: Call) -> bool {
        use Call::{
            CreateFolder, IsAt, IsLocked, Kind, Link, List, Lock, Open, Permit, Read, Remove, RemoveFolder, Rename,
            Sync, SyncFolder, Write,
        };
        match self {
            Fault::Kill => true,
            Fault::Tear { .. } => call == Write,
            Fault::Fail { error: ENOSPC, .. } => matches!(call, Write | Open | Sync | Rename | Link | CreateFolder),
            Fault::Fail { error: EACCES, .. } => matches!(
                call,
                Kind | Read
                    | List
                    | Open
                    | IsLocked
                    | Rename
                    | Link
                    | Remove
                    | CreateFolder
                    | RemoveFolder
                    | Permit
                    | IsAt
            ),
            Fault::Fail { error: EMFILE, .. } => matches!(call, Read | List | Open | IsLocked | SyncFolder),
            Fault::Fail { .. } => call != Lock,
        }
    }
}

/// Files in memory; clones are the same files.
#[derive(Clone)]
pub(crate) struct MemoryFiles(Arc<Mutex<Machine>>);

/// Something to do before a call.
type Hook = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Machine {
    state: Disk,
    calls: Vec<(Call, PathBuf)>,
    fault: Option<(usize, Fault)>,
    /// Whether the process has ended.
    killed: bool,
    locked: BTreeSet<usize>,
    /// What the disk was like before each call, with a mark of the test, if that is recorded.
    recording: Option<Vec<(Disk, u64)>>,
    mark: u64,
    hook: Option<(usize, Hook)>,
}

impl fmt::Debug for MemoryFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryFiles")
    }
}

impl MemoryFiles {
    /// A machine with a disk, freshly started.
    pub(crate) fn new(disk: Disk) -> MemoryFiles {
        MemoryFiles(Arc::new(Mutex::new(Machine { state: disk, ..Machine::default() })))
    }

    /// A machine where a fault happens at a call.
    pub(crate) fn with_fault(disk: Disk, call: usize, fault: Fault) -> MemoryFiles {
        MemoryFiles(Arc::new(Mutex::new(Machine { state: disk, fault: Some((call, fault)), ..Machine::default() })))
    }

    /// A machine that records what its disk is like before each call.
    pub(crate) fn recording(disk: Disk) -> MemoryFiles {
        MemoryFiles(Arc::new(Mutex::new(Machine { state: disk, recording: Some(Vec::new()), ..Machine::default() })))
    }

    /// A machine on which something else happens before a call.
    pub(crate) fn interrupted(disk: Disk, call: usize, hook: impl FnOnce(MemoryFiles) + Send + 'static) -> MemoryFiles {
        let files = MemoryFiles::new(disk);
        let same = files.clone();
        files.machine().hook = Some((call, Box::new(move || hook(same))));
        files
    }

    fn machine(&self) -> MutexGuard<'_, Machine> {
        self.0.lock().unwrap()
    }

    /// The disk as it is now.
    pub(crate) fn disk(&self) -> Disk {
        self.machine().state.clone()
    }

    /// All calls so far.
    pub(crate) fn calls(&self) -> Vec<(Call, PathBuf)> {
        self.machine().calls.clone()
    }

    /// What the disk was like before each call, with the mark at that time.
    pub(crate) fn recorded(&self) -> Vec<(Disk, u64)> {
        self.machine().recording.clone().unwrap_or_default()
    }

    /// Sets the mark of what is recorded from now on.
    pub(crate) fn set_mark(&self, mark: u64) {
        self.machine().mark = mark;
    }

    /// Writes a file from outside, as a user does.
    pub(crate) fn put(&self, path: &str, bytes: &[u8]) {
        let mut machine = self.machine();
        let id = machine.state.files.len();
        machine.state.files.push(Data { bytes: bytes.to_vec(), synced: bytes.to_vec() });
        machine.state.entries.insert(path.into(), Entry::File(id));
        machine.state.durable.insert(path.into(), Entry::File(id));
    }

    /// Removes a file from outside.
    pub(crate) fn take(&self, path: &str) {
        let mut machine = self.machine();
        machine.state.entries.remove(Path::new(path));
        machine.state.durable.remove(Path::new(path));
    }

    /// Counts a call, and lets happen what is to happen at it.
    fn call(&self, call: Call, path: &Path) -> io::Result<MutexGuard<'_, Machine>> {
        let mut machine = self.machine();
        let number = machine.calls.len();
        if let Some((_, hook)) = machine.hook.take_if(|(at, _)| *at == number) {
            drop(machine);
            hook();
            machine = self.machine();
        }
        if machine.killed {
            return Err(io::Error::other("killed"));
        }
        machine.calls.push((call, path.to_owned()));
        if let Some(mut recording) = machine.recording.take() {
            recording.push((machine.state.clone(), machine.mark));
            machine.recording = Some(recording);
        }
        match machine.fault {
            Some((at, Fault::Kill)) if at == number => {
                machine.killed = true;
                Err(io::Error::other("killed"))
            }
            Some((at, fault @ Fault::Fail { error, for_ever }))
                if (at == number || (for_ever && number > at)) && fault.meets(call) =>
            {
                Err(io::Error::from_raw_os_error(error))
            }
            _ => Ok(machine),
        }
    }
}

impl Machine {
    fn file(&self, path: &Path) -> io::Result<usize> {
        match self.state.entries.get(path) {
            Some(Entry::File(id)) => Ok(*id),
            Some(Entry::Folder) => FileKind::Folder.expect_plain().map(|()| 0),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn expect_folder(&self, path: &Path) -> io::Result<()> {
        let there = [Path::new(""), Path::new(".")].contains(&path);
        match self.state.entries.get(path) {
            Some(Entry::Folder) => Ok(()),
            _ if there => Ok(()),
            Some(Entry::File(_)) => Err(ErrorKind::NotADirectory.into()),
            None => Err(ErrorKind::NotFound.into()),
        }
    }

    fn add(&mut self, path: &Path, entry: Entry) -> io::Result<()> {
        self.expect_folder(parent(path))?;
        if self.state.entries.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        self.state.change(None, Some((path, entry)));
        Ok(())
    }
}

impl Files for MemoryFiles {
    fn kind(&self, path: &Path) -> io::Result<Option<FileKind>> {
        let machine = self.call(Call::Kind, path)?;
        Ok(machine.state.entries.get(path).map(|entry| match entry {
            Entry::Folder => FileKind::Folder,
            Entry::File(_) => FileKind::Plain,
        }))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let machine = self.call(Call::Read, path)?;
        Ok(machine.state.files[machine.file(path)?].bytes.clone())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<OsString>> {
        let machine = self.call(Call::List, folder)?;
        machine.expect_folder(folder)?;
        let inside = machine.state.entries.keys().filter(|path| parent(path) == folder);
        Ok(inside.filter_map(|path| path.file_name()).map(OsString::from).collect())
    }

    fn open(&self, path: &Path, access: Access) -> io::Result<Box<dyn OpenFile>> {
        let mut machine = self.call(Call::Open, path)?;
        let id = match (machine.file(path), access) {
            (Err(error), Access::New | Access::Lock) if error.kind() == ErrorKind::NotFound => {
                let id = machine.state.files.len();
                machine.state.files.push(Data::default());
                machine.add(path, Entry::File(id))?;
                id
            }
            (Ok(_), Access::New) => return Err(ErrorKind::AlreadyExists.into()),
            (found, _) => found?,
        };
        Ok(Box::new(MemoryFile { files: self.clone(), id, path: path.to_owned(), locked: false }))
    }

    fn is_locked(&self, path: &Path) -> io::Result<bool> {
        let machine = self.call(Call::IsLocked, path)?;
        Ok(machine.locked.contains(&machine.file(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut machine = self.call(Call::Rename, from)?;
        let id = machine.file(from)?;
        machine.state.change(Some(from), Some((to, Entry::File(id))));
        Ok(())
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut machine = self.call(Call::Link, from)?;
        let id = machine.file(from)?;
        machine.add(to, Entry::File(id))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut machine = self.call(Call::Remove, path)?;
        machine.file(path)?;
        machine.state.change(Some(path), None);
        Ok(())
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.call(Call::CreateFolder, path)?.add(path, Entry::Folder)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        let mut machine = self.call(Call::RemoveFolder, path)?;
        machine.expect_folder(path)?;
        if machine.state.entries.keys().any(|other| parent(other) == path) {
            return Err(ErrorKind::DirectoryNotEmpty.into());
        }
        machine.state.change(Some(path), None);
        Ok(())
    }

    fn sync_folder(&self, path: &Path) -> io::Result<()> {
        let mut machine = self.call(Call::SyncFolder, path)?;
        machine.expect_folder(path)?;
        machine.state.sync_folder(path);
        Ok(())
    }
}

/// An open file in memory.
struct MemoryFile {
    files: MemoryFiles,
    id: usize,
    path: PathBuf,
    locked: bool,
}

impl fmt::Debug for MemoryFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())
    }
}

impl OpenFile for MemoryFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let number = self.files.machine().calls.len();
        let written = self.files.call(Call::Write, &self.path);
        let mut machine = self.files.machine_after(written);
        let machine = match &mut machine {
            Ok(machine) => machine,
            Err((machine, error)) => {
                // A full disk takes a part of it.
                if error.raw_os_error() == Some(ENOSPC) {
                    machine.state.files[self.id].bytes.extend(&bytes[..bytes.len() / 2]);
                }
                return Err(io::Error::new(error.kind(), error.to_string()));
            }
        };
        let torn = match machine.fault {
            Some((at, Fault::Tear { missing })) if at == number => {
                machine.killed = true;
                Some(if missing < bytes.len() { bytes.len() - missing } else { bytes.len() / 2 })
            }
            _ => None,
        };
        machine.state.files[self.id].bytes.extend(&bytes[..torn.unwrap_or(bytes.len())]);
        if torn.is_some() { Err(io::Error::other("killed")) } else { Ok(()) }
    }

    fn clear(&mut self) -> io::Result<()> {
        self.files.call(Call::Clear, &self.path)?.state.files[self.id].bytes.clear();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        let mut machine = self.files.call(Call::Sync, &self.path)?;
        let data = &mut machine.state.files[self.id];
        data.synced = data.bytes.clone();
        Ok(())
    }

    fn permit(&mut self, _: Permissions) -> io::Result<()> {
        self.files.call(Call::Permit, &self.path).map(|_| ())
    }

    fn try_lock(&mut self) -> Result<(), TryLockError> {
        let mut machine = self.files.call(Call::Lock, &self.path).map_err(TryLockError::Error)?;
        if !machine.locked.insert(self.id) {
            return Err(TryLockError::WouldBlock);
        }
        self.locked = true;
        Ok(())
    }

    fn is_at(&self, path: &Path) -> io::Result<bool> {
        let machine = self.files.call(Call::IsAt, path)?;
        Ok(machine.state.entries.get(path) == Some(&Entry::File(self.id)))
    }
}

impl Drop for MemoryFile {
    fn drop(&mut self) {
        if self.locked {
            self.files.machine().locked.remove(&self.id);
        }
    }
}

impl MemoryFiles {
    /// The machine after a call, also after one that failed.
    fn machine_after<'m>(
        &'m self,
        call: io::Result<MutexGuard<'m, Machine>>,
    ) -> Result<MutexGuard<'m, Machine>, (MutexGuard<'m, Machine>, io::Error)> {
        call.map_err(|error| (self.machine(), error))
    }
}
