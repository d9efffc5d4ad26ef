//! The native half of the Python package: calls of the program, with Ctrl-C, progress and exceptions as Python has them.

mod call;
mod heuristic;
mod session;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(isotune, IsotuneError, PyException, "What isotune refuses or cannot do; `code` is the exit code.");

/// Runs the command line with arguments, of which the first is its name, and returns the exit code.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<std::ffi::OsString>) -> u8 {
    py.detach(|| isotune::cli::run_with(arguments))
}

#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("IsotuneError", module.py().get_type::<IsotuneError>())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(call::call, module)?)?;
    module.add_class::<session::Session>()
}

/// Returns the exception for an error of a call.
fn exception(py: Python<'_>, error: isotune::cli::CallError) -> PyErr {
    let exception = IsotuneError::new_err(error.message);
    // A class of Python takes any attribute.
    let _ = exception.value(py).setattr("code", error.code);
    exception
}
