//! Which instructions a kernel uses: the best that the processor has, or those that
//! `HARNESS_SIMD` names.

use crate::solver::Unsupported;

/// The instructions of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// 512 bits, and logic of three operands: AVX-512 with BW, VL, VBMI, BITALG and GFNI, as Ice Lake, Zen 4
    /// and their successors have them. Older processors with AVX-512 are left to AVX2.
    Avx512,
    /// 256 bits, and what counts bits and takes the lowest (BMI1, POPCNT).
    Avx2,
    /// What every processor has.
    Portable,
}

impl Instructions {
    /// All of them, the best first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// The name that `HARNESS_SIMD` takes.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Whether this processor has them.
    pub fn are_here(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let avx2 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt");
        #[cfg(target_arch = "x86_64")]
        let avx512 = avx2
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("gfni");
        #[cfg(not(target_arch = "x86_64"))]
        let (avx512, avx2) = (false, false);
        match self {
            Self::Avx512 => avx512,
            Self::Avx2 => avx2,
            Self::Portable => true,
        }
    }

    /// Those that the environment variable `HARNESS_SIMD` names, or the best that are here.
    ///
    /// # Errors
    /// When it names none, or some that this processor does not have.
    pub fn chosen() -> Result<Self, Unsupported> {
        Self::named(std::env::var("HARNESS_SIMD").ok().as_deref())
    }

    fn named(name: Option<&str>) -> Result<Self, Unsupported> {
        let Some(name) = name else {
            return Ok(*Self::ALL.iter().find(|it| it.are_here()).unwrap_or(&Self::Portable));
        };
        let Some(named) = Self::ALL.into_iter().find(|it| it.name() == name) else {
            let message = format!("HARNESS_SIMD is {name:?}, expected avx512, avx2 or portable");
            return Err(Unsupported(message));
        };
        if !named.are_here() {
            let message = format!("HARNESS_SIMD is {name:?}, which this processor does not have");
            return Err(Unsupported(message));
        }
        Ok(named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_chooses_and_no_name_means_the_best() {
        let best = Instructions::ALL.into_iter().find(|it| it.are_here());
        assert_eq!(Instructions::named(None).ok(), best);
        assert_eq!(Instructions::named(Some("portable")), Ok(Instructions::Portable));
    }

    #[test]
    fn a_name_that_is_none_is_refused_with_those_that_are() {
        let error = Instructions::named(Some("sse2")).unwrap_err().to_string();
        assert_eq!(error, r#"HARNESS_SIMD is "sse2", expected avx512, avx2 or portable"#);
    }
}
