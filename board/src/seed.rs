//! Reproducible random numbers: a seed and a stream determine a generator, the same on every machine.
//!
//! A *seed* is chosen by the user and recorded in the rows of results. A *stream* separates the uses of
//! one seed: ChaCha generates 2⁶⁴ independent streams from each key, so that the puzzles generated from
//! seed 7 are independent of the relabellings drawn from seed 7. Each use of random numbers declares a
//! constant with its stream.

pub use chacha20::ChaCha8Rng;
use rand::SeedableRng;

/// Returns the generator of `seed` for one stream.
pub fn seeded(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    generator.set_stream(stream);
    generator
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn a_seed_and_a_stream_determine_the_numbers() {
        let draws = |seed, stream| {
            let mut generator = seeded(seed, stream);
            [generator.next_u64(), generator.next_u64()]
        };
        assert_eq!(draws(1, 0), [0x6709_4cea_8ca4_0db1, 0x1494_06d8_fc0e_8e6b]);
        assert_eq!(draws(1, 2), [0xe05b_5d7e_9132_7536, 0xaec8_1ae7_eb71_10d5]);
        assert_eq!(draws(u64::MAX, u64::MAX), [0x34f5_3d33_8e5c_fc73, 0x5f2b_40b9_1bc1_114b]);
    }

    #[test]
    fn neighbouring_seeds_and_streams_differ() {
        let mut first: Vec<u64> = (0..32)
            .flat_map(|seed| (0..32).map(move |stream| seeded(seed, stream).next_u64()))
            .collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 32 * 32);
    }
}
