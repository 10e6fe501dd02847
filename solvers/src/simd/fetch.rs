//! Prefetching of memory that is used soon.

/// The size of a cache line in bytes.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Prefetches the memory of `thing`, on processors that support it, without waiting for it.
#[inline]
pub(super) fn fetch<T>(thing: &T) {
    #[cfg(target_arch = "x86_64")]
    for line in 0..=size_of::<T>() / LINE {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let at = std::ptr::from_ref(thing).cast::<i8>().wrapping_add(LINE * line);
        // SAFETY: every processor of this kind has it, and no address makes it fail.
        #[expect(unsafe_code, reason = "vendor intrinsics")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(at);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = thing;
}
