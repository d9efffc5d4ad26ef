//! What plays the games of a verb: threads, or a cluster.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::{Contest, Executor, Job, PairResult, Threads};
use crate::game::Word;

use crate::cli::output::failure::Failure;

/// What plays the games of a verb.
pub(crate) enum Players {
    /// Threads of this machine.
    Threads(Threads),
    /// Workers on other machines, and threads of this one.
    #[cfg(feature = "cluster")]
    Cluster(Arc<crate::cluster::Cluster>),
}

/// Returns a line about those who play at the moment.
pub(crate) type Members = Arc<dyn Fn() -> String + Send + Sync>;

impl Executor for Players {
    fn execute<W: Word>(
        &self,
        contest: &Contest<'_, W>,
        jobs: &[Job],
        stop: &AtomicBool,
        finished: &(dyn Fn(usize, &[PairResult]) + Sync),
    ) -> Vec<Option<Vec<PairResult>>> {
        match self {
            Self::Threads(threads) => threads.execute(contest, jobs, stop, finished),
            #[cfg(feature = "cluster")]
            Self::Cluster(cluster) => cluster.execute(contest, jobs, stop, finished),
        }
    }
}

#[cfg(not(feature = "cluster"))]
impl Players {
    /// Refuses: this program was built without the cluster.
    pub(crate) fn cluster(_: &str, _: Option<u16>, _: u32) -> Result<Self, Failure> {
        Err(built_without())
    }

    /// Returns nothing: only a cluster has members.
    #[allow(clippy::unused_self)]
    pub(crate) fn members(&self) -> Option<Members> {
        None
    }
}

/// The refusal of everything that needs the cluster.
#[cfg(not(feature = "cluster"))]
pub(crate) fn built_without() -> Failure {
    Failure::Input(
        "this isotune was built without the cluster; build it with 'cargo install --path . --features cluster'"
            .to_owned(),
    )
}

#[cfg(feature = "cluster")]
impl Players {
    /// Connects to a cluster.
    pub(crate) fn cluster(url: &str, threads: Option<u16>, check_one_in: u32) -> Result<Self, Failure> {
        use crate::cli::output::terminal;
        use crate::cli::output::verbosity::is_quiet;
        use crate::cluster::{CheckRate, Cluster, ClusterNote, ClusterOptions};
        use std::num::NonZeroU32;

        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let note = |note: &ClusterNote| {
            if !is_quiet() {
                terminal::sentence("note", &note.to_string());
            }
        };
        let options = ClusterOptions {
            threads: threads.map_or_else(cores, usize::from),
            check: CheckRate(NonZeroU32::new(check_one_in).unwrap_or(NonZeroU32::MIN)),
            note: Box::new(note),
        };
        let cluster = Cluster::new(&crate::cli::args::server::address(url)?, options);
        cluster.map(|cluster| Self::Cluster(Arc::new(cluster))).map_err(crate::cli::args::server::failure)
    }

    /// Returns a line about those who play at the moment, if they are a cluster.
    pub(crate) fn members(&self) -> Option<Members> {
        match self {
            Self::Threads(_) => None,
            Self::Cluster(cluster) => {
                let cluster = Arc::clone(cluster);
                Some(Arc::new(move || crate::cli::args::server::members(&cluster)))
            }
        }
    }
}
