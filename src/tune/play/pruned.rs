//! Weights with fewer features, which leave more of an effort for the search.

use std::collections::BTreeSet;

use crate::arena::OpeningBlock;
use crate::features::Feature;
use crate::heuristic::Heuristic;
use crate::optimize::Policy;
use crate::search::Budget;
use crate::tune::finalist::{Finalist, FinalistOrigin};
use crate::tune::plan::{Conditions, Encoding, Slot, TunePlan};
use crate::tune::pruning::Pruning;
use crate::tune::verdict::Verdict;

/// The part of a node's cost, heuristic included, that each vector saves over the one before.
const SAVING: f64 = 0.01;
/// How much a feature may weigh that is left out, as a part of the most important one, in units of their spreads.
const UNIMPORTANT: f64 = 0.3;
/// The same for what is only tried: a match decides, and halfway through a search weights are still noise in part.
const DOUBTFUL: f64 = 0.6;

/// Returns up to `most` vectors with fewer and fewer features, each with the number of those that it lacks.
///
/// A search moves weights towards 0 and never to it, so that a feature of no use is paid for until the end, and its weight is
/// noise. What goes first has the smallest weights, in units of the features' spreads, for what it costs: a feature, or all
/// that share an ingredient, since one of them alone saves nothing. What weighs much stays. Where heuristics cost nothing there is
/// nothing to save.
pub(super) fn pruned(
    vector: &[f64],
    encoding: &Encoding,
    conditions: &Conditions,
    most: usize,
) -> Vec<(usize, Vec<f64>)> {
    let mut found = Vec::new();
    let cost = cost(encoding, conditions);
    let all = features(vector, encoding).len();
    let largest = largest(vector, encoding);
    let mut vector = vector.to_vec();
    let mut shown = cost(&vector);
    while found.len() < most {
        let mut smaller = smaller(&vector, encoding, conditions).into_iter();
        let Some(next) = smaller.find(|smaller| smaller.importance <= UNIMPORTANT * largest) else { break };
        vector = next.vector;
        let cost = cost(&vector);
        if shown - cost >= SAVING * shown {
            found.push((all - features(&vector, encoding).len(), vector.clone()));
            shown = cost;
        }
    }
    found
}

/// Returns up to `most` vectors, each without one feature or without those that share an ingredient, which saves something
/// worth it and is not clearly important; those first that weigh least for what they cost.
pub(in crate::tune) fn smaller_vectors(
    vector: &[f64],
    encoding: &Encoding,
    conditions: &Conditions,
    most: usize,
) -> Vec<Vec<f64>> {
    let (cost, largest) = (cost(encoding, conditions)(vector), largest(vector, encoding));
    let smaller = smaller(vector, encoding, conditions).into_iter();
    let tried = smaller.filter(|each| each.saving >= SAVING * cost && each.importance <= DOUBTFUL * largest);
    tried.map(|smaller| smaller.vector).take(most).collect()
}

/// A vector without some features of another.
struct Smaller {
    vector: Vec<f64>,
    /// How much the most important of the features weighs, in units of its spread.
    importance: f64,
    /// What leaving them out saves, in nodes without a heuristic.
    saving: f64,
}

/// Returns all vectors without a group of features that saves something; those first that weigh least for what they cost.
fn smaller(vector: &[f64], encoding: &Encoding, conditions: &Conditions) -> Vec<Smaller> {
    if !matches!(conditions.budget(), Budget::Effort { .. }) {
        return Vec::new();
    }
    let cost = cost(encoding, conditions);
    let before = cost(vector);
    let groups = groups(&features(vector, encoding), tapered(vector, encoding));
    let smaller = groups.iter().filter_map(|group| {
        let (rest, importance) = without(vector, encoding, group)?;
        let saving = before - cost(&rest);
        (saving > 0.0).then_some(Smaller { vector: rest, importance, saving })
    });
    let mut smaller: Vec<Smaller> = smaller.collect();
    // A stable sort: of equals the first group counts.
    smaller.sort_by(|a, b| (a.importance / a.saving).total_cmp(&(b.importance / b.saving)));
    smaller
}

impl TunePlan {
    /// Returns the most games that a search may play to find out which features it does without.
    pub(super) fn pruning_games(&self, policy: &Policy) -> u64 {
        // Each of the sets plays every opening once at most.
        let most = Pruning::SETS.saturating_mul(self.conditions().openings(OpeningBlock::Train));
        let pairs = Pruning::pairs(policy, 1).map_or(0, |pairs| pairs.min(most) as u64);
        let games = pairs.saturating_mul(2 * Pruning::moments(policy).count() as u64);
        if self.can_be_pruned() { games } else { 0 }
    }

    /// Returns whether a feature could be left out to save effort.
    fn can_be_pruned(&self) -> bool {
        let (encoding, conditions) = (self.encoding(), self.conditions());
        let all = vec![1.0; encoding.slots().len()];
        let cost = cost(encoding, conditions)(&all);
        smaller(&all, encoding, conditions).iter().any(|smaller| smaller.saving >= SAVING * cost)
    }
}

impl Verdict {
    /// Returns the features that a pruned finalist lacks and the mean of the search has; none of any other.
    #[must_use]
    pub fn lacking(&self, finalist: &Finalist, encoding: &Encoding) -> Vec<Feature> {
        let is_mean = |other: &&Finalist| matches!(other.origin, FinalistOrigin::Mean | FinalistOrigin::TailMean);
        match (finalist.origin, self.finalists.iter().find(is_mean)) {
            (FinalistOrigin::Pruned(_), Some(mean)) => lacking(&mean.vector, &finalist.vector, encoding),
            _ => Vec::new(),
        }
    }
}

/// Returns the features that a vector has and a smaller one lacks.
pub(in crate::tune) fn lacking(vector: &[f64], smaller: &[f64], encoding: &Encoding) -> Vec<Feature> {
    features(vector, encoding).difference(&features(smaller, encoding)).copied().collect()
}

/// Returns how much the most important weight of a vector weighs, in units of its feature's spread.
fn largest(vector: &[f64], encoding: &Encoding) -> f64 {
    let weighs = |(slot, value): (&Slot, &f64)| value.abs() / slot.spread_step();
    encoding.slots().iter().zip(vector).map(weighs).fold(0.0, f64::max)
}

/// Returns what a node costs with a vector's heuristic.
fn cost(encoding: &Encoding, conditions: &Conditions) -> impl Fn(&[f64]) -> f64 {
    move |vector: &[f64]| 1.0 + conditions.profile().call(&Heuristic::linear("pruned", encoding.weights(vector)))
}

/// Returns the features in use.
fn features(vector: &[f64], encoding: &Encoding) -> BTreeSet<Feature> {
    let used = |(slot, value): (&Slot, &f64)| (value.abs() > 0.0).then_some(slot.feature);
    encoding.slots().iter().zip(vector).filter_map(used).collect()
}

/// Returns the features whose weights change with the phase of the game.
fn tapered(vector: &[f64], encoding: &Encoding) -> BTreeSet<Feature> {
    let weights = encoding.weights(vector);
    weights.used().filter(|(_, weight)| weight.is_tapered()).map(|(feature, _)| feature).collect()
}

/// Returns what can be left out of features: each, all that need an ingredient, and all whose weights need the phase, the
/// `tapered` ones; never all of them.
fn groups(features: &BTreeSet<Feature>, tapered: BTreeSet<Feature>) -> BTreeSet<BTreeSet<Feature>> {
    let needing = |ingredient| features.iter().copied().filter(|f| f.ingredients().contains(ingredient)).collect();
    let by_ingredient = features.iter().flat_map(|feature| feature.ingredients()).map(needing);
    let each = features.iter().map(|feature| BTreeSet::from([*feature]));
    let all = each.chain(by_ingredient).chain([tapered]);
    all.filter(|group: &BTreeSet<Feature>| !group.is_empty() && group.len() < features.len()).collect()
}

/// Returns a vector without some features, and how much the most important of them weighs in units of its spread; nothing if
/// the weight of one may not be 0.
fn without(vector: &[f64], encoding: &Encoding, features: &BTreeSet<Feature>) -> Option<(Vec<f64>, f64)> {
    let (mut rest, mut importance) = (vector.to_vec(), 0.0_f64);
    for (slot, value) in encoding.slots().iter().zip(&mut rest).filter(|(slot, _)| features.contains(&slot.feature)) {
        let coordinate = slot.coordinate;
        if coordinate.step <= 0.0 || !(coordinate.lower..=coordinate.upper).contains(&0.0) {
            return None;
        }
        importance = importance.max(value.abs() / slot.spread_step());
        *value = 0.0;
    }
    Some((rest, importance))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::tune::config::TuneConfig;
    use crate::tune::plan::{Part, TunePlan};

    fn plan(budget: &str, features: &str) -> Result<TunePlan, Box<dyn std::error::Error>> {
        let text = format!(
            r#"(name: "p", protocol: "modern", budget: "{budget}", features: {{{features}}}, total: Games(9000))"#
        );
        Ok(TunePlan::new(TuneConfig::from_ron(&text)?, Path::new("unused"))?)
    }

    #[test]
    fn what_weighs_least_for_its_price_goes_first() -> Result<(), Box<dyn std::error::Error>> {
        let features = r#""own-moves": (start: 1.0, frozen: true), "opponent-moves": -1.0, "own-open-space": 0.0,
            "opponent-open-space": (start: 2.0, bounds: (1.0, 3.0)), "to-move-own-moves": 0.0"#;
        let at = plan("effort:17300", features)?;
        let names: Vec<String> = at.encoding().slots().iter().map(Slot::name).collect();
        let vector: Vec<f64> = names
            .iter()
            .map(|name| match name.as_str() {
                "own-open-space" => 0.01,
                "opponent-moves" => -2.0,
                "opponent-open-space" => 2.0,
                _ => 1.0,
            })
            .collect();
        let found = pruned(&vector, at.encoding(), at.conditions(), 9);
        let lacks = |vector: &[f64]| -> Vec<&str> {
            names.iter().zip(vector).filter(|(_, value)| value.abs() <= 0.0).map(|(name, _)| name.as_str()).collect()
        };
        let (count, first) = found.first().ok_or("nothing was pruned")?;
        assert_eq!((*count, lacks(first)), (1, vec!["own-open-space"]));
        // A frozen weight stays, and so does one that may not be 0.
        for (count, vector) in &found {
            assert_eq!(lacks(vector).len(), *count);
            assert!(!lacks(vector).contains(&"own-moves") && !lacks(vector).contains(&"opponent-open-space"));
        }
        assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0), "{found:?}");
        assert_eq!(pruned(&vector, at.encoding(), at.conditions(), 1).len(), 1);
        // Where a heuristic costs nothing, nothing is saved.
        let free = plan("nodes:5000", features)?;
        assert_eq!(pruned(&vector, free.encoding(), free.conditions(), 9), []);
        Ok(())
    }

    #[test]
    fn features_that_share_their_price_go_together() -> Result<(), Box<dyn std::error::Error>> {
        // Both cells are read for the distance, so that neither distance to the centre saves anything alone.
        let features = r#""own-moves": (start: 1.0, frozen: true), "own-centre-distance": 0.01,
            "opponent-centre-distance": 0.01, "opponent-distance": 0.01"#;
        let at = plan("effort:17300", features)?;
        let start = at.encoding().start();
        let found = pruned(&start, at.encoding(), at.conditions(), 9);
        assert_eq!(found.iter().map(|(count, _)| *count).collect::<Vec<_>>(), [2, 3]);
        Ok(())
    }

    #[test]
    fn weights_that_need_the_phase_go_together() -> Result<(), Box<dyn std::error::Error>> {
        let features = r#""own-moves": (start: 1.0, frozen: true), "opponent-moves": -1.0,
            "to-move-own-moves": (start: 0.01, tapered: true), "to-move-opponent-moves": (start: 0.01, tapered: true)"#;
        let at = plan("effort:17300", features)?;
        let early = |slot: &Slot| if slot.part == Part::Early { 0.02 } else { slot.coordinate.start };
        let vector: Vec<f64> = at.encoding().slots().iter().map(early).collect();
        let found = pruned(&vector, at.encoding(), at.conditions(), 9);
        let (count, vector) = found.first().ok_or("nothing was pruned")?;
        assert_eq!((*count, tapered(vector, at.encoding()).len()), (2, 0));
        Ok(())
    }

    #[test]
    fn one_feature_is_left() -> Result<(), Box<dyn std::error::Error>> {
        let at = plan("effort:17300", r#""own-moves": 1.0, "own-open-space": 1.0"#)?;
        let counts = |vector: &[f64]| -> Vec<usize> {
            pruned(vector, at.encoding(), at.conditions(), 9).iter().map(|(count, _)| *count).collect()
        };
        assert_eq!(counts(&[1.0, 0.01]), [1]);
        assert!(counts(&[1.0, 0.0]).is_empty());
        // What weighs as much as the others stays.
        assert!(counts(&[1.0, 1.0]).is_empty());
        Ok(())
    }
}
