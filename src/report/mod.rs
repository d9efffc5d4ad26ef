//! Reports: a run as one page for a browser, and as a curve for a terminal.
//!
//! [`RunData::read`] reads the folder of a run without locking it, so it can be called at any moment of the run's life.
//! [`Page`] renders what was read as one HTML file that needs no network; [`Curve`] draws the main curve as text. A
//! renderer computes nothing: every figure is in the data.
//!
//! ```no_run
//! use std::sync::atomic::AtomicBool;
//! use isotune::report::{Page, RunData};
//! use isotune::tune::RunFolder;
//!
//! let folder = RunFolder::new("checkpoints/quick");
//! let run = RunData::read(&folder)?.with_games(&folder, &AtomicBool::new(false));
//! std::fs::write("quick.html", Page::new(vec![run]).html()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod curve;
mod data;
mod distribution;
mod figure;
mod games;
mod gather;
mod history;
mod index;
mod judge;
mod measured;
mod number;
mod page;
mod sentence;

pub use curve::Curve;
pub use data::{ExportData, Fact, FinalRow, FinalTable, ReferenceLine, ReportData, ReproduceData, RunData, SlotData};
pub use distribution::DistributionData;
pub use figure::FigureData;
pub use games::{FeatureData, GameData, GamesData, MoveData, PlyData, Value};
pub use history::{HistoryData, Holdout, Series};
pub use index::IndexPage;
pub use measured::{FeatureWorth, MeasureError, Measured};
pub use page::Page;

// The command line words results as the page does.
#[cfg(feature = "cli")]
pub(crate) use number::duration;
#[cfg(feature = "cli")]
pub(crate) use sentence::{
    CENSUS, difference, in_points, is_census, margin, moment, no_improvement, nothing_found, points_with_margin,
    prices, proven_rate, rate, shown_rate, verdict_sentences,
};
