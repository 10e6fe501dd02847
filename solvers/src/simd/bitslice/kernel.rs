//! The kernels: one generic implementation, compiled for each vector type and the instructions that
//! it needs.

use super::choose::{Scratch, choose};
use super::planes::{PLANES, transpose};
use super::propagate::propagate;
use super::triads::count_triads;
use crate::contract::Instructions;
use crate::simd::lanes::Lanes;
use crate::simd::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::simd::x86::{Avx2, Avx512};

/// A bank of lanes, and the operations that apply to all of them at once.
pub(super) trait Kernel {
    /// Returns the number of lanes, in words of 64.
    fn words(&self) -> usize;

    /// Runs `passes` passes of propagation over the planes.
    fn propagate(&mut self, passes: usize);

    /// Removes what counting triads excludes, for lanes that would otherwise have to bet.
    fn count_triads(&mut self);

    /// Chooses a bet for each lane, in planes.
    fn choose(&mut self);

    /// Transposes planes into rows, or rows into planes.
    fn transpose(&mut self);

    /// Returns the bits of a plane.
    fn plane(&self, plane: usize) -> &[u64];

    /// Returns the words of all rows, [placed](super::planes) as transposition leaves them.
    fn rows(&mut self) -> &mut [u64];
}

/// Implements a kernel over a vector. Each loop is a function of its own, so that it can enable the
/// instructions of a processor.
macro_rules! kernel {
    ($vector:ident, $new:ident $(, $feature:literal)?) => {
        $(#[target_feature(enable = $feature)])?
        fn $new() -> Box<dyn Kernel> {
            Box::new(Bank::<$vector>::new())
        }

        impl Kernel for Bank<$vector> {
            fn words(&self) -> usize {
                <$vector as Lanes>::WORDS
            }

            fn propagate(&mut self, passes: usize) {
                $(#[target_feature(enable = $feature)])?
                fn run(planes: &mut [$vector; PLANES], passes: usize) {
                    propagate(planes, passes);
                }
                kernel!(call run(&mut self.planes, passes) $(, $feature)?)
            }

            fn count_triads(&mut self) {
                $(#[target_feature(enable = $feature)])?
                fn run(planes: &mut [$vector; PLANES]) {
                    count_triads(planes);
                }
                kernel!(call run(&mut self.planes) $(, $feature)?)
            }

            fn choose(&mut self) {
                $(#[target_feature(enable = $feature)])?
                fn run(planes: &mut [$vector; PLANES], scratch: &mut Scratch<$vector>) {
                    choose(planes, scratch);
                }
                kernel!(call run(&mut self.planes, &mut self.scratch) $(, $feature)?)
            }

            fn transpose(&mut self) {
                $(#[target_feature(enable = $feature)])?
                fn run(planes: &mut [$vector; PLANES], square: &mut [$vector; 64]) {
                    transpose(planes, square);
                }
                kernel!(call run(&mut self.planes, &mut self.square) $(, $feature)?)
            }

            fn plane(&self, plane: usize) -> &[u64] {
                Lanes::words(&self.planes[plane..=plane])
            }

            fn rows(&mut self) -> &mut [u64] {
                Lanes::words_mut(&mut self.planes[..])
            }
        }
    };
    (call $call:expr) => {
        $call
    };
    (call $call:expr, $feature:literal) => {{
        // SAFETY: the bank exists, and `prepare` makes one only where the processor has the feature.
        #[expect(unsafe_code, reason = "the processor was asked")]
        unsafe {
            $call
        }
    }};
}

/// Returns a kernel for `instructions`, which this processor must have.
///
/// # Panics
/// If the processor does not have them.
pub(super) fn kernel(instructions: Instructions) -> Box<dyn Kernel> {
    assert!(instructions.are_here(), "no processor for {}", instructions.name());
    match instructions {
        Instructions::Portable => portable(),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => kernel!(call avx2(), "avx2"),
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx512 => kernel!(call avx512(), "avx512f,avx512bw,gfni"),
        #[cfg(not(target_arch = "x86_64"))]
        Instructions::Avx2 | Instructions::Avx512 => unreachable!("they are not here"),
    }
}

/// Planes or rows, and scratch memory.
struct Bank<L> {
    planes: Box<[L; PLANES]>,
    square: Box<[L; 64]>,
    scratch: Box<Scratch<L>>,
}

impl<L: Lanes> Bank<L> {
    #[inline(always)]
    fn new() -> Self {
        let (planes, square) = ([L::splat(0); PLANES], [L::splat(0); 64]);
        let scratch = Box::new(Scratch::new());
        Self { planes: Box::new(planes), square: Box::new(square), scratch }
    }
}

kernel!(Portable, portable);
#[cfg(target_arch = "x86_64")]
kernel!(Avx2, avx2, "avx2");
#[cfg(target_arch = "x86_64")]
kernel!(Avx512, avx512, "avx512f,avx512bw,gfni");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simd::bitslice::planes::tests::random;

    #[test]
    fn kernels_agree_on_transposition_which_is_its_own_inverse() {
        for instructions in Instructions::ALL.into_iter().filter(|it| it.are_here()) {
            let mut kernel = kernel(instructions);
            let words = kernel.words();
            // Two words of each vector at a time, beside what the others hold.
            for first in (0..words).step_by(2) {
                let before = random(first as u64);
                let mut expected = before;
                transpose(&mut expected, &mut [Portable::splat(0); 64]);
                for (vector, planes) in kernel.rows().chunks_mut(words).zip(&before) {
                    vector[first..first + 2].copy_from_slice(Portable::words(&[*planes]));
                }
                for planes in [expected, before] {
                    kernel.transpose();
                    for (vector, planes) in kernel.rows().chunks(words).zip(&planes) {
                        let actual = &vector[first..first + 2];
                        assert_eq!(actual, Portable::words(&[*planes]), "{instructions:?}");
                    }
                }
            }
        }
    }
}
