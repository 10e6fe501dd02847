//! The instruction set of a kernel: the best one of the processor, or the one that a row names.

use super::Unsupported;

/// The instruction set of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// 512-bit vectors and ternary logic: AVX-512 with BW, VL, VBMI, BITALG and GFNI, as on Ice
    /// Lake, Zen 4 and their successors. Older processors with AVX-512 use AVX2.
    Avx512,
    /// 256-bit vectors, with instructions that count bits and extract the lowest (BMI1, POPCNT).
    Avx2,
    /// What every processor has.
    Portable,
}

impl Instructions {
    /// All instruction sets, the best first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the name in ids of rows and in the column `instruction_set`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Returns whether this processor has them.
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

    /// Returns the best instruction set of this processor.
    pub fn best() -> Self {
        *Self::ALL.iter().find(|it| it.are_here()).unwrap_or(&Self::Portable)
    }

    /// Returns the instruction set, if this processor has it.
    ///
    /// # Errors
    /// If the processor does not have it.
    pub fn checked(self) -> Result<Self, Unsupported> {
        if self.are_here() {
            return Ok(self);
        }
        let needed = match self {
            Self::Avx512 => "AVX-512 with BW, VL, VBMI, BITALG and GFNI",
            Self::Avx2 => "AVX2 with BMI1 and POPCNT",
            Self::Portable => "nothing",
        };
        Err(Unsupported(format!("this processor lacks some of what it needs: {needed}")))
    }
}

/// The instruction set that a row uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstructionChoice {
    /// The best one of the processor.
    Best,
    /// This one, on any processor that has it.
    Only(Instructions),
}

impl InstructionChoice {
    /// Returns the instruction set that applies on this processor, even if the processor does not
    /// have it.
    pub fn instructions(self) -> Instructions {
        match self {
            Self::Best => Instructions::best(),
            Self::Only(instructions) => instructions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_the_first_that_are_here() {
        let here: Vec<_> = Instructions::ALL.into_iter().filter(|it| it.are_here()).collect();
        assert_eq!(here.first(), Some(&Instructions::best()));
        assert_eq!(here.last(), Some(&Instructions::Portable));
        assert_eq!(InstructionChoice::Best.instructions(), Instructions::best());
    }

    #[test]
    fn missing_instructions_are_refused_with_their_names() {
        for instructions in Instructions::ALL {
            match instructions.checked() {
                Ok(checked) => assert!(checked == instructions && checked.are_here()),
                Err(reason) => assert!(reason.to_string().contains("AVX")),
            }
        }
    }
}
