//! The machine words that can hold a set of cells.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// An unsigned integer with one bit for each cell of a board.
///
/// Implemented for `u64` (boards of up to 64 cells) and `u128` (up to 128), and for nothing else.
pub trait Word:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The word without any bit.
    const ZERO: Self;
    /// The word whose lowest bit alone is set.
    const ONE: Self;
    /// The number of bits, and so of cells, a word can hold.
    const BITS: usize;

    /// Counts the bits that are set.
    fn count_ones(self) -> u32;
    /// Counts the zeros below the lowest set bit.
    fn trailing_zeros(self) -> u32;
    /// Clears the lowest set bit.
    #[must_use]
    fn without_lowest(self) -> Self;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! implement_word {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: usize = <$word>::BITS as usize;

            #[inline(always)]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

implement_word!(u64, u128);
