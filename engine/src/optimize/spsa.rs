//! Simultaneous perturbation (SPSA) with duels: two opposite points meet, the mean moves to the
//! winner.
//!
//! J. C. Spall, Implementation of the Simultaneous Perturbation Algorithm, IEEE Transactions on
//! Aerospace and Electronic Systems 34 (1998): the exponents, and the gain from a wanted first
//! move, are his. Gains that are ten times off make the method useless, so they are measured, not
//! guessed: the first generations perturb the start at several radii without leaving it. Costs are
//! those of a duel, 1 − score, so that their difference lies between −1 and 1.

use nalgebra::DVector;
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::plain;
use crate::seed::{Purpose, Seed};

/// The decay of the gain and of the radius.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The radii tried by the calibration, in initial steps.
const RADII: [f64; 5] = [0.0625, 0.25, 1.0, 4.0, 16.0];
/// The radius that is taken when the calibration learns nothing.
const MIDDLE: usize = 2;
/// The share of the planned generations that calibrates.
const CALIBRATION: f64 = 0.1;
/// Spall's A, as a share of the planned generations.
const STABILITY: f64 = 0.1;
/// The length of the slope above which duels say enough: far above it they are decided, below it they are noise.
const ENOUGH_SIGNAL: f64 = 0.35;
/// The first move of every coordinate, as a share of the radius.
const FIRST_MOVE: f64 = 0.2;

/// The current point with its gains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Spsa {
    pub(super) population: usize,
    horizon: u64,
    /// Generations since the start or, later, since the end of the calibration.
    iteration: u64,
    #[serde(with = "plain::vector")]
    pub(super) point: DVector<f64>,
    phase: Phase,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Phase {
    /// What has been seen at each of the radii.
    Calibration(Vec<Rung>),
    /// The gains that came out of it.
    Descent { radius: f64, gain: f64 },
}

/// Sums over the generations at one radius.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Rung {
    generations: u64,
    #[serde(with = "plain::vector")]
    slope: DVector<f64>,
    /// The average absolute component of the slope of one generation, noise included.
    size: f64,
    square: f64,
}

/// What the duels of one generation say on average.
struct Verdict {
    /// Direction times difference of costs.
    slope: DVector<f64>,
    /// The squared difference of costs.
    square: f64,
}

/// The generations that calibrate, of a number of planned ones; the first whole number that is not below it counts.
pub(super) fn calibration(horizon: u64) -> f64 {
    (CALIBRATION * horizon as f64).max(RADII.len() as f64)
}

impl Spsa {
    pub(super) fn new(dimension: usize, population: usize, horizon: u64) -> Self {
        let rung = Rung { generations: 0, slope: DVector::zeros(dimension), size: 0.0, square: 0.0 };
        Self {
            population,
            horizon,
            iteration: 0,
            point: DVector::zeros(dimension),
            phase: Phase::Calibration(vec![rung; RADII.len()]),
        }
    }

    /// Whether every part is of one dimension.
    pub(super) fn is_sound(&self) -> bool {
        match &self.phase {
            Phase::Calibration(rungs) => {
                rungs.len() == RADII.len() && rungs.iter().all(|r| r.slope.len() == self.point.len())
            }
            Phase::Descent { radius, .. } => *radius > 0.0,
        }
    }

    /// The duels of one generation: candidates 2i and 2i + 1 are opponents.
    pub(super) fn ask(&self, seed: Seed, generation: u64) -> Vec<DVector<f64>> {
        let radius = self.radius();
        self.directions(seed, generation)
            .flat_map(|direction| {
                let offset = radius * direction;
                [&self.point + &offset, &self.point - &offset]
            })
            .collect()
    }

    /// Calibrates or moves.
    pub(super) fn tell(&mut self, seed: Seed, generation: u64, costs: &[f64]) {
        let verdict = self.verdict(seed, generation, costs);
        let radius = self.radius();
        let stability = STABILITY * self.horizon as f64;
        self.iteration += 1;
        match &mut self.phase {
            Phase::Calibration(rungs) => {
                let place = least_seen(rungs);
                rungs[place].add(&verdict);
                let calibrated = self.iteration as f64 >= calibration(self.horizon);
                if calibrated && let Some((radius, slope)) = best_radius(rungs, self.population / 2) {
                    let gain = FIRST_MOVE * radius * libm::pow(stability + 1.0, ALPHA) / slope;
                    self.phase = Phase::Descent { radius, gain };
                    self.iteration = 0;
                }
            }
            Phase::Descent { gain, .. } => {
                let rate = *gain / libm::pow(stability + self.iteration as f64, ALPHA);
                self.point -= rate / (2.0 * radius) * &verdict.slope;
            }
        }
    }

    fn verdict(&self, seed: Seed, generation: u64, costs: &[f64]) -> Verdict {
        let mut slope = DVector::zeros(self.point.len());
        let mut square = 0.0;
        for (direction, duel) in self.directions(seed, generation).zip(costs.chunks_exact(2)) {
            // A side that failed has lost; when both did, nobody has.
            let difference = match (duel[0].is_finite(), duel[1].is_finite()) {
                (true, true) => (duel[0] - duel[1]).clamp(-1.0, 1.0),
                (true, false) => -1.0,
                (false, true) => 1.0,
                (false, false) => 0.0,
            };
            slope += direction * difference;
            square += difference * difference;
        }
        let duels = (self.population / 2) as f64;
        Verdict { slope: slope / duels, square: square / duels }
    }

    fn radius(&self) -> f64 {
        match &self.phase {
            Phase::Calibration(rungs) => RADII[least_seen(rungs)],
            Phase::Descent { radius, .. } => radius / libm::pow(self.iteration as f64 + 1.0, GAMMA),
        }
    }

    /// One direction of ±1 per duel.
    fn directions(&self, seed: Seed, generation: u64) -> impl Iterator<Item = DVector<f64>> + use<> {
        let dimension = self.point.len();
        (0..(self.population / 2) as u64).map(move |duel| {
            let mut stream = seed.stream(Purpose::Candidate, [generation, duel, 0]);
            let sign = |_, _| {
                if stream.next_u32() & 1 == 0 { -1.0 } else { 1.0 }
            };
            DVector::from_fn(dimension, sign)
        })
    }
}

impl Rung {
    fn add(&mut self, verdict: &Verdict) {
        self.generations = self.generations.saturating_add(1);
        self.size += verdict.slope.lp_norm(1) / verdict.slope.len() as f64;
        self.slope += &verdict.slope;
        self.square += verdict.square;
    }

    /// The length of the slope, where it is four standard deviations longer than noise alone makes
    /// it.
    fn signal(&self, duels: usize) -> Option<f64> {
        let dimension = self.slope.len() as f64;
        let noise = dimension * self.square / duels as f64;
        let excess = self.slope.norm_squared() - noise;
        let heard = excess > 4.0 * noise * (2.0 / dimension).sqrt();
        heard.then(|| excess.sqrt() / self.generations as f64)
    }
}

/// The place, among the radii, of the next generation of the calibration.
fn least_seen(rungs: &[Rung]) -> usize {
    let least = rungs.iter().enumerate().min_by_key(|(_, rung)| rung.generations);
    least.map_or(0, |(place, _)| place)
}

/// The radius at which duels say most, with the size of a slope component there; none if all were as good as drawn.
///
/// It is the smallest at which they say enough, so that they are not yet decided, provided that the next larger one
/// is heard as well: a single rung may have been lucky. Where none says enough it is the loudest.
fn best_radius(rungs: &[Rung], duels: usize) -> Option<(f64, f64)> {
    let signals: Vec<Option<f64>> = rungs.iter().map(|rung| rung.signal(duels)).collect();
    let clear = |place: &usize| {
        let borne_out = signals.get(place + 1).is_none_or(Option::is_some);
        borne_out && signals[*place].is_some_and(|signal| signal >= ENOUGH_SIGNAL)
    };
    let loudness = |place: &usize| signals[*place].unwrap_or(0.0);
    let loudest = (0..rungs.len()).max_by(|a, b| loudness(a).total_cmp(&loudness(b)));
    let place = (0..rungs.len()).find(clear).or(loudest.filter(|place| signals[*place].is_some())).unwrap_or(MIDDLE);
    let (radius, rung) = (RADII[place], &rungs[place]);
    let slope = rung.size / rung.generations as f64 / (2.0 * radius);
    (slope > 1e-9).then_some((radius, slope))
}
