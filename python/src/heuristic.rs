//! Functions of Python as heuristics.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use isotune::heuristic::{HostHeuristic, HostView};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The functions of a call, which are heuristics as long as this exists.
pub(crate) struct Functions {
    raised: Arc<Mutex<Option<PyErr>>>,
    _registered: Vec<HostHeuristic>,
}

impl Functions {
    /// Registers functions; what one of them raises stops the work.
    pub(crate) fn new(functions: Vec<(String, Py<PyAny>)>, stop: &Arc<AtomicBool>) -> Self {
        let raised = Arc::new(Mutex::new(None));
        let register = |(name, function): (String, Py<PyAny>)| {
            let (raised, stop) = (Arc::clone(&raised), Arc::clone(stop));
            HostHeuristic::new(&name, move |view| {
                // Once something went wrong, the games are not used any more.
                if stop.load(Ordering::Relaxed) {
                    return 0.0;
                }
                Python::attach(|py| score(py, &function, view)).unwrap_or_else(|error| {
                    stop.store(true, Ordering::Relaxed);
                    raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    0.0
                })
            })
        };
        let registered = functions.into_iter().map(register).collect();
        Self { raised, _registered: registered }
    }

    /// Returns what a function has raised.
    pub(crate) fn result(&self) -> PyResult<()> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

fn score(py: Python<'_>, function: &Py<PyAny>, view: &HostView) -> PyResult<f64> {
    let HostView { size, own, opponent, own_moves, opponent_moves, blank, to_move } = view;
    let pair = |cell: &[usize; 2]| (cell[0], cell[1]);
    let cells = |cells: &[[usize; 2]]| cells.iter().map(pair).collect::<Vec<_>>();
    let position = (
        pair(size),
        own.as_ref().map(pair),
        opponent.as_ref().map(pair),
        cells(own_moves),
        cells(opponent_moves),
        cells(blank),
        *to_move,
    );
    let score: f64 = function.call1(py, position)?.extract(py)?;
    if score.is_nan() { Err(PyValueError::new_err("the heuristic returned NaN")) } else { Ok(score) }
}
