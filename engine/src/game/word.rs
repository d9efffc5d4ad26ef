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
    /// Calls a function that was compiled for the word in this package.
    #[doc(hidden)]
    fn call<F: PerWord>(input: F::Input<Self>) -> F::Output<Self>;
}

/// A function that is compiled for every word in this package.
///
/// A generic function is compiled by the package that calls it, and optimized as that package is. The functions of this
/// trait are not generic, so they are compiled here, with everything they call. See [`compiled_here!`].
#[doc(hidden)]
pub trait PerWord {
    /// The arguments.
    type Input<W: Word>;
    /// The result.
    type Output<W: Word>;

    /// The function for small boards.
    fn on_u64(input: Self::Input<u64>) -> Self::Output<u64>;
    /// The function for large boards.
    fn on_u128(input: Self::Input<u128>) -> Self::Output<u128>;
}

/// Calls a generic function, such as `choose::<W>(searcher: &'a Searcher<W>) -> Option<Cell>`, by way of [`PerWord`].
///
/// The word is `W`, and all lifetimes are `'a`.
macro_rules! compiled_here {
    ($function:ident($($argument:ident: $type:ty),*) -> $output:ty) => {{
        struct Call<'a>(std::marker::PhantomData<&'a ()>);

        impl<'a> $crate::game::PerWord for Call<'a> {
            type Input<W: $crate::game::Word> = ($($type,)*);
            type Output<W: $crate::game::Word> = $output;

            #[inline(never)]
            fn on_u64(($($argument,)*): Self::Input<u64>) -> Self::Output<u64> {
                $function($($argument),*)
            }

            #[inline(never)]
            fn on_u128(($($argument,)*): Self::Input<u128>) -> Self::Output<u128> {
                $function($($argument),*)
            }
        }

        <W as $crate::game::Word>::call::<Call>(($($argument,)*))
    }};
}
pub(crate) use compiled_here;

mod sealed {
    pub trait Sealed {}
    impl Sealed for u64 {}
    impl Sealed for u128 {}
}

macro_rules! implement_word {
    ($($word:ty, $function:ident;)*) => {$(
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

            #[inline(always)]
            fn call<F: PerWord>(input: F::Input<Self>) -> F::Output<Self> {
                F::$function(input)
            }
        }
    )*};
}

implement_word! {
    u64, on_u64;
    u128, on_u128;
}

/// Evaluates an expression in which a name stands for the smallest word that holds the cells of a board of a size:
/// `with_word!(size, W => count::<W>(size))`.
#[doc(hidden)]
#[macro_export]
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
pub use with_word;
