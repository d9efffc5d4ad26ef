//! The isotune program.

use std::process::ExitCode;

fn main() -> ExitCode {
    isotune::cli::run()
}
