//! CMA-ES under much noise: the distribution follows a quadratic that is fitted to all candidates so far.
//!
//! When the noise of a score is much larger than what candidates differ by, ranks within one generation say little, and
//! most of what was played is thrown away with each generation. Here every candidate enters one regression. Its gradient
//! moves the mean, within a trust region, and its Hessian shapes the covariance: the directions in which costs rise slowly
//! are sampled widely, as CMA-ES does where it converges. The step size is such that sampling costs a known loss, which
//! is annealed over the known number of generations together with the learning rate. The frame is that of a
//! response-surface design (G. E. P. Box, K. B. Wilson, On the Experimental Attainment of Optimum Conditions, 1951) with
//! R. Coulom's CLOP (2011) as the nearest relative; mirrored couples and points at the centre are part of it.
//!
//! Couples may play each other instead of others. A duel of two points on opposite sides of the mean shows twice the
//! difference that either of them has to the mean, and its outcome is open, while most games against a weaker opponent
//! are decided: it says several times as much about the slope, and nothing about the curvature. The two kinds of games
//! enter the same regression, a duel as the difference of its two points.
//!
//! Costs are taken for one minus a win rate: only there the two parts of the allowed loss are of one scale.

mod fixed;
mod local;
mod loss;
mod regression;
mod sphere;
mod trust_region;

use nalgebra::{DMatrix, DVector};
use rand_distr::{Distribution, StandardNormal};
use serde::{Deserialize, Serialize};

use super::cma::basis::Basis;
use super::plain;
use super::progress::Outlook;
use super::space::Space;
use crate::seed::{Purpose, Seed};
use local::Local;
use loss::last_loss;
pub(super) use loss::noise_loss;
use regression::Regression;

/// The share of the candidates that are the mean itself. They make the loss by sampling visible, even where all other
/// candidates lose everything.
const CENTRE: f64 = 0.06;
/// What sampling may cost at the beginning, as a multiple of that.
const FIRST_LOSS: f64 = 8.0;
/// The weight of a generation's variance in the running average.
const VARIANCE_RATE: f64 = 0.1;
/// The largest changes of the logarithm of the step size in a generation.
const SHRINKING: f64 = 0.4;
const GROWING: f64 = 0.2;
/// How decided duels may be, where 1 means that one side wins all games. Beyond that couples are too far apart to tell
/// how steep the slope is, and the other candidates may have lost everything and show no loss at all.
const DECIDED: f64 = 0.8;
/// The largest step size, in initial steps.
const LARGEST_SIGMA: f64 = 10.0;
/// The same as a share of the narrowest box; points all over it have twice that standard deviation.
const LARGEST_SHARE: f64 = 0.15;
/// The first and the largest step size where only or mostly directions count, as shares of the start's length.
const FIRST_ANGLE: f64 = 0.2;
const LARGEST_ANGLE: f64 = 0.35;
/// The radius of the trust region, in standard deviations per square root of the dimension.
const TRUST: f64 = 0.4;
/// The share of the generations after which the learning rate falls from 1, and what it falls to.
const FULL_RATE: f64 = 0.4;
const LAST_RATE: f64 = 0.3;
/// The penalty of the regression as a share of its points, and what is added for the quadratic terms, in points.
const PENALTY: f64 = 1e-3;
const QUADRATIC_POINTS: f64 = 1000.0;
/// How much the noise of the Hessian, as the radius of its spectrum, counts against the mean curvature.
const SPECTRUM: f64 = 4.0;
/// The largest ratio of a standard deviation to that of a direction of average curvature.
const STRETCH: f64 = 3.0;
/// The power of time with which the weights of generations grow: what was seen at the beginning never rules, and is
/// never gone at once.
const AGEING: f64 = 1.0;
/// How fast points are forgotten that were sampled with a larger step size.
const WIDE_FORGETTING: f64 = 2.0;
/// Scores and coordinates beyond these are no numbers to fit.
const LARGEST_SCORE: f64 = 1e3;
const FARTHEST: f64 = 1e5;
/// The weight of a generation's mean score in the running average, and the range in which it is taken for a win rate.
const LEVEL_RATE: f64 = 0.3;
const LEVELS: (f64, f64) = (0.1, 0.9);

/// The distribution and all that was seen so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Surface {
    /// The candidates of a generation on their own.
    pub(super) alone: usize,
    /// The couples of a generation that play each other.
    pub(super) couples: usize,
    pub(super) horizon: u64,
    /// The start measured from the point of weight 0, where a common factor of all weights changes nothing.
    #[serde(with = "plain::optional_vector")]
    pub(super) origin: Option<DVector<f64>>,
    pub(super) updates: u64,
    #[serde(with = "plain::vector")]
    pub(super) mean: DVector<f64>,
    pub(super) sigma: f64,
    /// The largest step size.
    #[serde(default = "largest_sigma")]
    largest: f64,
    /// The shape, of determinant 1 over the coordinates that move once it has followed a generation.
    #[serde(with = "plain::matrix")]
    pub(super) covariance: DMatrix<f64>,
    /// The running average of the variance of the scores within a generation.
    variance: Option<f64>,
    /// The running average of the scores, as a win rate.
    level: Option<f64>,
    /// What the last step was worth.
    pub(super) outlook: Option<Outlook>,
    /// The coordinates that no longer move, each with its value.
    #[serde(default)]
    pub(super) fixed: Vec<(usize, f64)>,
    regression: Regression,
}

fn largest_sigma() -> f64 {
    LARGEST_SIGMA
}
/// The symmetric root of the covariance and its inverse.
struct Axes {
    root: DMatrix<f64>,
    inverse: DMatrix<f64>,
}

impl Surface {
    /// Creates a round distribution; with an `origin` only the direction of origin + point counts.
    pub(super) fn new(
        dimension: usize,
        (alone, couples): (usize, usize),
        horizon: u64,
        origin: Option<DVector<f64>>,
    ) -> Self {
        let length = origin.as_ref().map(DVector::norm);
        Self {
            alone,
            couples,
            horizon,
            updates: 0,
            mean: DVector::zeros(dimension),
            sigma: length.map_or(1.0, |length| FIRST_ANGLE * length),
            largest: LARGEST_SIGMA,
            covariance: DMatrix::identity(dimension, dimension),
            variance: None,
            level: None,
            outlook: None,
            fixed: Vec::new(),
            regression: Regression::new(dimension),
            origin,
        }
    }

    /// Returns the same with step sizes that suit a space, its box and the length of its start.
    pub(super) fn within(mut self, space: &Space) -> Self {
        let length = space.length().unwrap_or(f64::INFINITY);
        self.largest = LARGEST_SIGMA.min(LARGEST_ANGLE * length).min(LARGEST_SHARE * space.width_of_box());
        self.sigma = self.sigma.min(FIRST_ANGLE * length).min(self.largest);
        self
    }

    /// Returns whether every part is finite and of the mean's dimension.
    pub(super) fn is_sound(&self) -> bool {
        let n = self.mean.len();
        let origin = self.origin.as_ref();
        n > 0
            && self.sigma > 0.0
            && self.sigma.is_finite()
            && self.largest > 0.0
            && self.mean.iter().all(|x| x.is_finite())
            && self.covariance.shape() == (n, n)
            && self.covariance.iter().all(|x| x.is_finite())
            && self.covariance.diagonal().iter().all(|x| *x > 0.0)
            && origin.is_none_or(|origin| origin.len() == n && origin.norm() > 0.0 && origin.norm().is_finite())
            && self.variance.is_none_or(|variance| variance >= 0.0 && variance.is_finite())
            && self.level.is_none_or(f64::is_finite)
            && self.outlook.is_none_or(Outlook::is_sound)
            && self.fixed.len() < n
            && self.fixed.iter().all(|(coordinate, value)| *coordinate < n && value.is_finite())
            && self.regression.fits(n)
    }

    /// The largest standard deviation of any coordinate that moves, in initial steps.
    pub(super) fn spread(&self) -> f64 {
        let variances = self.covariance.diagonal();
        let moving = (0..variances.len()).filter(|&coordinate| !self.is_fixed(coordinate));
        self.sigma * moving.map(|coordinate| variances[coordinate]).fold(0.0, f64::max).sqrt()
    }

    /// Samples one generation in couples on opposite sides of the mean, the first few at the mean itself; the couples
    /// that play each other come last.
    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        let root = self.axes().root * self.sigma;
        let at_centre = self.centre_points();
        let offset = |couple: usize, kind: u64| {
            let stream = seed.stream(Purpose::Candidate, [generation, couple as u64, kind]);
            &root * DVector::from_iterator(self.mean.len(), StandardNormal.sample_iter(stream).take(self.mean.len()))
        };
        let side = |index: usize, kind: u64| {
            let offset = offset(index / 2, kind);
            let mut point = if index.is_multiple_of(2) { &self.mean + offset } else { &self.mean - offset };
            self.hold(&mut point);
            point
        };
        let alone = (0..self.alone).map(|index| {
            let single = index + 1 == self.alone && index.is_multiple_of(2);
            if index < at_centre || single { self.mean.clone() } else { side(index, 0) }
        });
        alone.chain((0..2 * self.couples).map(|index| side(index, 1))).collect()
    }

    /// The number of candidates at the mean, an even one.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn centre_points(&self) -> usize {
        2 * (0.5 * CENTRE * self.alone as f64).round() as usize
    }

    /// Moves the distribution by the costs of what `ask` gives for the same seed and generation.
    ///
    /// The quadratic is fitted to where points were evaluated, inside the box, and the mean stays there.
    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64], space: &Space) {
        let (costs, duels) = costs.split_at(self.alone.min(costs.len()));
        let finite = costs.iter().copied().filter(|cost| cost.is_finite());
        let Some(worst) = finite.reduce(f64::max) else {
            return;
        };
        let age = self.updates as f64;
        self.regression.discount(libm::pow(age / (age + 1.0), AGEING));
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut points = self.ask(seed, generation);
        for point in &mut points {
            space.fold(point);
        }
        let (points, duelling) = points.split_at(costs.len());
        for (point, &cost) in points.iter().zip(costs) {
            // A failed evaluation is as bad as the worst of its generation: left out, it would be no warning.
            let score = -if cost.is_finite() { cost } else { worst };
            let score = score.clamp(-LARGEST_SCORE, LARGEST_SCORE);
            self.regression.add(self.placed(point).as_slice(), score);
            sum += score;
            squares += score * score;
        }
        self.updates = self.updates.saturating_add(1);
        let count = costs.len() as f64;
        let variance = (squares / count - (sum / count) * (sum / count)).max(0.0);
        self.level =
            Some(self.level.map_or(1.0 + sum / count, |level| level + LEVEL_RATE * (1.0 + sum / count - level)));
        let decided = self.add_duels(duelling, duels, self.variance.unwrap_or(variance));
        self.follow(variance, decided > DECIDED);
        space.fold(&mut self.mean);
    }

    /// Adds duels to the regression, each as the difference of two points. Returns how decided they are, from 0 to 1, not a
    /// number without duels.
    ///
    /// A difference of strength shows most where the outcome is open: at a win rate p against others it is 4 p (1 − p) of
    /// what it is in a duel. Duels weigh as their noise has it, so that all points of the regression are of one
    /// variance; the two sides of a couple are twice as far apart as a candidate is from the mean.
    fn add_duels(&mut self, points: &[DVector<f64>], costs: &[f64], variance: f64) -> f64 {
        let level = self.level.unwrap_or(0.5).clamp(LEVELS.0, LEVELS.1);
        let scale = 4.0 * level * (1.0 - level);
        let difference = |costs: &[f64]| {
            let difference = 0.5 * (costs[1] - costs[0]);
            if difference.is_finite() { scale * difference.clamp(-0.5, 0.5) } else { 0.0 }
        };
        let square = costs.chunks_exact(2).map(|duel| difference(duel).powi(2)).sum::<f64>() * 2.0 / costs.len() as f64;
        let decided = 4.0 * square / (scale * scale);
        if square.is_nan() || square <= 0.0 || variance <= 0.0 {
            return decided;
        }
        let weight = variance / square;
        for (couple, costs) in points.chunks_exact(2).zip(costs.chunks_exact(2)) {
            let [first, second] = [self.placed(&couple[0]), self.placed(&couple[1])];
            self.regression.add_difference([first.as_slice(), second.as_slice()], difference(costs), weight);
        }
        decided
    }

    /// Moves mean, shape and step size by the fitted quadratic; the step size shrinks if it is `too_wide`.
    fn follow(&mut self, variance: f64, too_wide: bool) {
        let Some((slope, hessian)) = self.fitted() else {
            return;
        };
        let axes = self.axes();
        let local = self.local(&axes, &slope, &hessian, variance);

        let progress = (self.updates as f64 - 1.0) / self.horizon.max(1) as f64;
        let learning_rate = rate(progress);
        self.outlook = Some(local.outlook(variance / self.regression.weight(), self.degrees(), learning_rate));
        let moved = &self.mean + learning_rate * self.sigma * (&axes.root * local.step(self.radius()));
        if moved.iter().all(|x| x.abs() < FARTHEST) {
            self.mean = self.rescaled(moved);
        }

        self.reshape(&(&axes.inverse * &local.hessian * &axes.inverse));
        let average = self.variance.map_or(variance, |average| average + VARIANCE_RATE * (variance - average));
        self.variance = Some(average);
        self.resize(&hessian, progress, too_wide);
    }

    /// Returns the best point of the fitted quadratic within the trust region, whatever the learning rate.
    pub(super) fn optimum(&self) -> Option<DVector<f64>> {
        let (slope, hessian) = self.fitted()?;
        let axes = self.axes();
        let local = self.local(&axes, &slope, &hessian, self.variance?);
        let point = &self.mean + self.sigma * (&axes.root * local.step(self.radius()));
        point.iter().all(|x| x.abs() < FARTHEST).then(|| self.rescaled(point))
    }

    /// Fits the quadratic; returns its slope at the mean and its Hessian.
    fn fitted(&self) -> Option<(DVector<f64>, DMatrix<f64>)> {
        let weight = self.regression.weight();
        let (square, fourth) = (self.sigma.powi(2), self.sigma.powi(4));
        let penalties = (PENALTY * weight * square, (PENALTY * weight + QUADRATIC_POINTS) * fourth);
        let quadratic = self.regression.fit(penalties.0, penalties.1)?;
        let here = self.placed(&self.mean);
        let mut slope = quadratic.slope(&here);
        let mut hessian = quadratic.hessian;
        if self.origin.is_some() {
            // On the sphere: tangent parts only, and the sphere's curvature.
            let length = here.norm();
            let up = &here / length;
            let tangent = DMatrix::identity(up.len(), up.len()) - &up * up.transpose();
            hessian -= DMatrix::identity(up.len(), up.len()) * (slope.dot(&up) / length);
            hessian = &tangent * hessian * &tangent;
            slope = &tangent * slope;
        }
        self.flatten(&mut slope, &mut hessian);
        Some((slope, hessian))
    }

    /// Returns the root of the covariance and its inverse.
    fn axes(&self) -> Axes {
        let mut covariance = self.covariance.clone();
        let inverse = Basis::of(&mut covariance).inverse_root();
        Axes { root: covariance * &inverse, inverse }
    }

    /// The quadratic as candidates see it, its Hessian drawn towards a round one by as much as it is noise.
    fn local(&self, axes: &Axes, slope: &DVector<f64>, hessian: &DMatrix<f64>, variance: f64) -> Local {
        let Axes { root, inverse } = axes;
        let n = self.mean.len();
        let degrees = self.degrees();
        let idle = self.origin.as_ref().map(|origin| {
            let along = inverse * (origin + &self.mean);
            &along / along.norm()
        });
        let mut gradient = root * slope * self.sigma;
        let mut hessian = root * hessian * root * self.sigma.powi(2);
        // A curvature that is not seen is taken for one far below the noise.
        let curvature = (-hessian.trace() / degrees).max(1e-4 * variance.sqrt()).max(1e-12);
        let noise = SPECTRUM * degrees * variance / self.regression.weight();
        let trusted = curvature * curvature / (curvature * curvature + noise);
        hessian = hessian * trusted - DMatrix::identity(n, n) * ((1.0 - trusted) * curvature);
        if let Some(idle) = &idle {
            let tangent = DMatrix::identity(n, n) - idle * idle.transpose();
            gradient = &tangent * gradient;
            hessian = &tangent * hessian * &tangent - idle * idle.transpose() * curvature;
        }
        hessian = (&hessian + hessian.transpose()) * 0.5;
        Local { gradient, hessian }
    }

    /// Makes variances inverse to curvatures, within limits, with determinant 1.
    fn reshape(&mut self, hessian: &DMatrix<f64>) {
        let curvatures = -(hessian + hessian.transpose()) * 0.5;
        let n = (self.mean.len() - self.fixed.len()) as f64;
        let Some((eigen, average)) = self.free_curvatures(curvatures, n) else { return };
        let variances = eigen.eigenvalues.map(|h| 1.0 / (h / average).max(1.0 / (STRETCH * STRETCH)));
        let volume = variances.iter().map(|v| libm::log(*v)).sum::<f64>() / n;
        let variances = variances / libm::exp(volume);
        let shape = &eigen.eigenvectors * DMatrix::from_diagonal(&variances) * eigen.eigenvectors.transpose();
        if shape.iter().all(|x| x.is_finite()) && shape.diagonal().iter().all(|x| *x > 0.0) {
            self.covariance = (&shape + shape.transpose()) * 0.5;
        }
    }

    /// Brings the step size nearer to where sampling costs what it may, or makes it smaller if it is `too_wide`.
    fn resize(&mut self, hessian: &DMatrix<f64>, progress: f64, too_wide: bool) {
        let loss = -0.5 * (&self.covariance * hessian).trace(); // at step size 1
        let allowed = self.last_loss() * libm::pow(FIRST_LOSS, 1.0 - progress.min(1.0));
        let change = if too_wide {
            -SHRINKING
        } else if loss > 0.0 && allowed > 0.0 {
            (0.5 * libm::log(allowed / loss) - libm::log(self.sigma)).clamp(-SHRINKING, GROWING)
        } else {
            GROWING
        };
        let angle = self.origin.as_ref().map_or(f64::INFINITY, |origin| LARGEST_ANGLE * origin.norm());
        let sigma = (self.sigma * libm::exp(change)).min(angle).min(self.largest).max(1e-9);
        if sigma < self.sigma {
            self.regression.discount(libm::pow(sigma / self.sigma, WIDE_FORGETTING));
        }
        self.sigma = sigma;
    }

    /// What sampling may cost in the last generation.
    fn last_loss(&self) -> f64 {
        let candidates = (self.alone + self.couples) as f64 * self.horizon.max(1) as f64;
        last_loss(self.degrees(), self.variance.unwrap_or_default(), candidates, self.couples > 0)
    }

    /// The radius of the trust region, in standard deviations.
    fn radius(&self) -> f64 {
        TRUST * self.degrees().sqrt()
    }

    /// The number of directions in which something can change.
    fn degrees(&self) -> f64 {
        let n = self.mean.len() - self.fixed.len().min(self.mean.len());
        (if self.origin.is_some() { n.saturating_sub(1) } else { n }).max(1) as f64
    }
}

/// The learning rate: 1 for a while, then falling geometrically, so that the last means average over many generations.
fn rate(progress: f64) -> f64 {
    let falling = ((progress - FULL_RATE) / (1.0 - FULL_RATE)).clamp(0.0, 1.0);
    libm::pow(LAST_RATE, falling)
}

#[cfg(test)]
mod tests;
