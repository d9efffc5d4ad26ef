//! The memory limit of the table.

use std::fmt;
use std::fs;

/// The memory limit of the oracle's table. Memory is used only as the table fills.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Memory {
    bytes: usize,
}

/// Why the memory is not available.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MemoryError {
    /// It is more than the machine has available.
    #[error("asked for {asked} for the oracle's table, but this machine has only {there} available")]
    TooMuch {
        /// The requested memory.
        asked: Memory,
        /// The available memory.
        there: Memory,
    },
    /// The system refused to allocate it.
    #[error("the system refused {asked} for the oracle's table")]
    Refused {
        /// The requested memory.
        asked: Memory,
    },
}

const MEGABYTE: usize = 1 << 20;

impl Memory {
    /// A limit that is safe on common machines, and more than all openings of 7x7 need.
    pub const DEFAULT: Self = Self::megabytes(512);

    /// Creates a limit in megabytes.
    #[must_use]
    pub const fn megabytes(megabytes: usize) -> Self {
        Self { bytes: megabytes.saturating_mul(MEGABYTE) }
    }

    /// Creates a limit in bytes.
    #[must_use]
    pub const fn bytes(bytes: usize) -> Self {
        Self { bytes }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn in_bytes(self) -> usize {
        self.bytes
    }

    /// Checks the limit against the memory that is available now.
    ///
    /// # Errors
    /// Returns an error if it is more than what is free, or if the system refuses to allocate it.
    pub fn check(self) -> Result<Self, MemoryError> {
        match available() {
            Some(there) if self > there => Err(MemoryError::TooMuch { asked: self, there }),
            _ => match Vec::<u8>::new().try_reserve_exact(self.bytes) {
                Ok(()) => Ok(self),
                Err(_) => Err(MemoryError::Refused { asked: self }),
            },
        }
    }
}

/// The memory available without swapping and within the limits of the process's control group, if known.
fn available() -> Option<Memory> {
    let groups = GROUPS.iter().filter_map(Group::left);
    machine().into_iter().chain(groups).min()
}

fn machine() -> Option<Memory> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(Memory { bytes: kilobytes.saturating_mul(1024) })
}

/// The files with the limit and the usage of a control group.
struct Group {
    limit: &'static str,
    used: &'static str,
    details: &'static str,
    /// The statistic that counts as used but is reclaimed on demand: inactive file pages.
    idle: &'static str,
}

/// Both versions of control groups, as a container sees its own.
const GROUPS: [Group; 2] = [
    Group {
        limit: "/sys/fs/cgroup/memory.max",
        used: "/sys/fs/cgroup/memory.current",
        details: "/sys/fs/cgroup/memory.stat",
        idle: "inactive_file ",
    },
    Group {
        limit: "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        used: "/sys/fs/cgroup/memory/memory.usage_in_bytes",
        details: "/sys/fs/cgroup/memory/memory.stat",
        idle: "total_inactive_file ",
    },
];

impl Group {
    /// Returns what is left below the limit, if there is one; "max" means no limit.
    fn left(&self) -> Option<Memory> {
        let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
        let (limit, used) = (number(self.limit)?, number(self.used)?);
        let details = fs::read_to_string(self.details).unwrap_or_default();
        let idle = details.lines().find_map(|line| line.strip_prefix(self.idle)?.trim().parse().ok()).unwrap_or(0);
        Some(Memory { bytes: limit.saturating_sub(used.saturating_sub(idle)) })
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MB", self.bytes / MEGABYTE)
    }
}
