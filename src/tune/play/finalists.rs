//! Who may become the outcome of a run.

use crate::optimize::Optimizer;

use super::pruned::pruned;
use crate::tune::finalist::FinalistOrigin;
use crate::tune::plan::TunePlan;

/// The windows of the search whose means are averaged; fewer where there are pruned vectors, one less for each.
const WINDOWS: usize = 8;
/// The most pruned vectors.
const PRUNED: usize = 3;
/// The number of best hold-outs.
pub(in crate::tune) const BEST_HOLDOUTS: usize = 2;
/// The most finalists there can be: the start weights, what [`of_search`] takes from the optimizer, windows, hold-outs.
pub(super) const MOST: usize = 1 + 4 + WINDOWS + BEST_HOLDOUTS;

/// Returns the vectors among which the outcome is chosen, each once, the start weights last.
///
/// `holdouts` are the best of what was measured during the search, with the number of generations before each.
pub(in crate::tune) fn finalists<'h>(
    plan: &TunePlan,
    optimizer: &Optimizer,
    holdouts: impl Iterator<Item = (u64, &'h [f64])>,
    start: &[f64],
) -> Vec<(FinalistOrigin, Vec<f64>)> {
    let pruned = pruned(&optimizer.recommendation(), plan.encoding(), plan.conditions(), PRUNED);
    let windows = optimizer.window_averages(WINDOWS - pruned.len()).into_iter();
    let pruned = pruned.into_iter().map(|(lacking, vector)| (FinalistOrigin::Pruned(lacking), vector));
    let windows =
        windows.map(|window| (FinalistOrigin::Window { first: window.first, last: window.last }, window.mean));
    let holdouts = holdouts.map(|(generation, vector)| (FinalistOrigin::Holdout(generation), vector.to_vec()));
    let mut vectors: Vec<(FinalistOrigin, Vec<f64>)> = Vec::new();
    for (origin, vector) in of_search(optimizer).chain(pruned).chain(windows).chain(holdouts) {
        if vector != start && vectors.iter().all(|(_, other)| *other != vector) {
            vectors.push((origin, vector));
        }
    }
    vectors.push((FinalistOrigin::Start, start.to_vec()));
    vectors
}

fn of_search(optimizer: &Optimizer) -> impl Iterator<Item = (FinalistOrigin, Vec<f64>)> {
    let vectors = [
        (FinalistOrigin::Mean, Some(optimizer.mean())),
        (FinalistOrigin::TailMean, Some(optimizer.tail_average())),
        (FinalistOrigin::LateMean, optimizer.late_average()),
        (FinalistOrigin::SurfaceOptimum, optimizer.surface_optimum()),
    ];
    vectors.into_iter().filter_map(|(origin, vector)| Some((origin, vector?)))
}
