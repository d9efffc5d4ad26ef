//! The weight of one feature.

use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The largest absolute weight accepted, far below where sums of features could overflow.
const LARGEST: f64 = 1e9;

/// The weight of a feature: a number, or two that are interpolated by the phase of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Weight {
    early: f64,
    late: f64,
}

/// Why a number is not a valid weight.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WeightError {
    /// The number is infinite or not a number.
    #[error("a weight must be a finite number, not {0}")]
    NotFinite(f64),
    /// The number is so large that scores might overflow.
    #[error("the weight {0:e} is too large; keep weights within ±1e9; only their ratios matter")]
    TooLarge(f64),
}

impl Weight {
    /// The zero weight, with which a feature is not computed at all.
    pub const ZERO: Self = Self { early: 0.0, late: 0.0 };

    /// Creates a weight that is constant throughout the game.
    ///
    /// # Errors
    /// Returns an error if the number is not finite or too large.
    pub fn constant(weight: f64) -> Result<Self, WeightError> {
        Self::tapered(weight, weight)
    }

    /// Creates a weight that changes from `early` just after the placements to `late` on a full board.
    ///
    /// # Errors
    /// Returns an error if one of the numbers is not finite or too large.
    pub fn tapered(early: f64, late: f64) -> Result<Self, WeightError> {
        for number in [early, late] {
            if !number.is_finite() {
                return Err(WeightError::NotFinite(number));
            }
            if number.abs() > LARGEST {
                return Err(WeightError::TooLarge(number));
            }
        }
        Ok(Self { early, late })
    }

    /// Creates a weight of the catalogue, which is known to be valid.
    pub(super) const fn fixed(weight: f64) -> Self {
        Self { early: weight, late: weight }
    }

    /// Returns the weight just after the placements.
    #[must_use]
    pub const fn early(self) -> f64 {
        self.early
    }

    /// Returns the weight on a full board.
    #[must_use]
    pub const fn late(self) -> f64 {
        self.late
    }

    /// Returns the weight clamped to bounds.
    #[must_use]
    pub fn within(self, (lower, upper): (f64, f64)) -> Self {
        let inside = |number: f64| number.max(lower).min(upper);
        Self { early: inside(self.early), late: inside(self.late) }
    }

    /// Returns the weight rounded to a number of significant decimal digits, at least one.
    #[must_use]
    pub fn rounded(self, digits: usize) -> Self {
        // The decimal notation of that many digits names the nearest number.
        let round = |number: f64| format!("{number:.*e}", digits.saturating_sub(1)).parse().unwrap_or(number);
        Self { early: round(self.early), late: round(self.late) }
    }

    /// Returns the constant weight halfway between early and late.
    #[must_use]
    pub fn averaged(self) -> Self {
        Self::fixed(f64::midpoint(self.early, self.late))
    }

    /// Returns the weight at a phase of the game, from 1 (early) to 0 (late).
    #[inline(always)]
    #[must_use]
    pub fn at(self, phase: f64) -> f64 {
        self.late + phase * self.growth()
    }

    /// Returns the part of the weight in a layer of a compiled heuristic: the late weight in the first, what the phase
    /// adds in the second.
    pub(super) fn layer(self, layer: usize) -> f64 {
        if layer == 0 { self.late } else { self.growth() }
    }

    #[inline(always)]
    fn growth(self) -> f64 {
        self.early - self.late
    }

    /// Returns whether the weight is zero throughout.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::ZERO
    }

    /// Returns whether the weight changes during the game.
    #[must_use]
    pub fn is_tapered(self) -> bool {
        self.early.to_bits() != self.late.to_bits() && !self.is_zero()
    }
}

/// A constant weight is written as a number, a tapered one as `(early: 1.0, late: 0.5)`.
impl Serialize for Weight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Tapered {
            early: f64,
            late: f64,
        }
        if self.is_tapered() {
            Tapered { early: self.early, late: self.late }.serialize(serializer)
        } else {
            self.early.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Weight {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WeightVisitor)
    }
}

struct WeightVisitor;

impl<'de> Visitor<'de> for WeightVisitor {
    type Value = Weight;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number, or (early: number, late: number)")
    }

    fn visit_f64<E: de::Error>(self, weight: f64) -> Result<Weight, E> {
        Weight::constant(weight).map_err(E::custom)
    }

    fn visit_i64<E: de::Error>(self, weight: i64) -> Result<Weight, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_u64<E: de::Error>(self, weight: u64) -> Result<Weight, E> {
        self.visit_f64(weight as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Weight, A::Error> {
        let (early, late) = (pair.next_element()?, pair.next_element()?);
        let [Some(early), Some(late)] = [early, late] else {
            return Err(de::Error::custom("a tapered weight has two numbers: (early: 1.0, late: 0.5)"));
        };
        Weight::tapered(early, late).map_err(de::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Weight, A::Error> {
        let (mut early, mut late) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let slot = match key.as_str() {
                "early" => &mut early,
                "late" => &mut late,
                _ => return Err(de::Error::custom(format!("a tapered weight has 'early' and 'late', not '{key}'"))),
            };
            if slot.replace(map.next_value::<f64>()?).is_some() {
                return Err(de::Error::custom(format!("duplicate field '{key}'")));
            }
        }
        let [Some(early), Some(late)] = [early, late] else {
            return Err(de::Error::custom("a tapered weight needs both: (early: 1.0, late: 0.5)"));
        };
        Weight::tapered(early, late).map_err(de::Error::custom)
    }
}
