//! The machine words that can hold a set of cells.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// An unsigned integer with one bit for each cell of a board.
///
/// Implemented for `u64` (boards of up to 64 cells) and `u128` (up to 128) only.
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
    /// The word with no bit set.
    const ZERO: Self;
    /// The word with only the lowest bit set.
    const ONE: Self;
    /// The number of bits, and so of cells.
    const BITS: usize;

    /// Returns the number of bits that are set.
    fn count_ones(self) -> u32;
    /// Returns the number of zeros below the lowest set bit.
    fn trailing_zeros(self) -> u32;
    /// Returns the word with the lowest set bit cleared.
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

/// Evaluates an expression in which a name stands for the smallest word that holds the cells of a board of a size:
/// `with_word!(size, W => count::<W>(size))`.
macro_rules! with_word {
    ($size:expr, $word:ident => $result:expr) => {
        if $size.fits::<u64>() {
            type $word = u64;
            $result
        } else {
            type $word = u128;
            $result
        }
    };
}
pub(crate) use with_word;
