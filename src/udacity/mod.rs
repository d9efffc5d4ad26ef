//! Udacity's own code: checks a checkout of AIND-Isolation, plays its tournament in processes of Python, and predicts the
//! result.
//!
//! Games are timed by the time of the process, so that a busy machine does not decide them. [`Calibration`] measures what a
//! node and a call of each heuristic cost in the checkout; by these prices a [search](crate::search) spends the same effort.

mod calibration;
mod checkout;
mod prediction;
mod python_games;
mod python_process;

pub use calibration::Calibration;
pub use checkout::{Checkout, CheckoutError, FailingScore, ImportedScore};
pub use prediction::{played, predicted};
pub use python_games::{Fault, PythonGames, PythonPlayer};
pub use python_process::PythonError;
