//! How much memory the table may take.

use std::fmt;
use std::fs;

/// How much memory the oracle's table may take. It is taken as it fills: a small question takes little.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Memory {
    bytes: usize,
}

/// Why a table cannot have the memory asked for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MemoryError {
    /// It is more than the machine has to give.
    #[error("asked for {asked} for the oracle's table, but this machine has only {there} available")]
    TooMuch {
        /// What was asked for.
        asked: Memory,
        /// What there is.
        there: Memory,
    },
    /// The system does not hand it out.
    #[error("the system refused {asked} for the oracle's table")]
    Refused {
        /// What was asked for.
        asked: Memory,
    },
}

const MEGABYTE: usize = 1 << 20;

impl Memory {
    /// What is safe on any machine of today, and more than all openings of 7x7 need.
    pub const DEFAULT: Self = Self::megabytes(512);

    /// Makes so many megabytes.
    #[must_use]
    pub const fn megabytes(megabytes: usize) -> Self {
        Self { bytes: megabytes.saturating_mul(MEGABYTE) }
    }

    /// Makes so many bytes.
    #[must_use]
    pub const fn bytes(bytes: usize) -> Self {
        Self { bytes }
    }

    /// Returns the number of bytes.
    #[must_use]
    pub const fn in_bytes(self) -> usize {
        self.bytes
    }

    /// Refuses more than the machine can give now.
    ///
    /// # Errors
    /// Returns an error if it is more than what is free, or than the system would hand out.
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

/// What the machine can give without swapping, and the group of processes that this one is in may have, where they tell.
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

/// The files in which a control group tells its limit and use.
struct Group {
    limit: &'static str,
    used: &'static str,
    details: &'static str,
    /// The detail that counts as used but is given back on demand: files that were read once.
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
    /// What is left below the limit, if there is one: "max", in place of a number, is none.
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
