//! The bit sets in a search with multiplicities.

use std::ops::Range;

use super::super::matrix::CoverMatrix;
use super::super::multi_matrix::MultiMatrix;
use super::super::option_counts::OptionCounts;
use super::super::tracer::Tracer;
use super::BitMatrix;

impl MultiMatrix for BitMatrix {
    fn option_counts(&self) -> &OptionCounts {
        &self.counts
    }

    fn push_options(&self, item: usize, options: &mut Vec<u32>) {
        options.extend(self.options_of(item));
    }

    fn entries(&self, option: usize) -> Range<usize> {
        self.entries_of(option)
    }

    #[inline]
    fn item(&self, entry: usize) -> usize {
        self.items[entry] as usize
    }

    fn cover_item<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        self.cover(item, item as u32, tracer);
    }

    fn cover_entry<P: Tracer>(&mut self, entry: usize, tracer: &mut P) {
        self.commit_entry(entry, tracer);
    }

    fn close<P: Tracer>(&mut self, item: usize, tracer: &mut P) {
        tracer.access(2);
        self.counts.cover(item);
    }

    fn remove<P: Tracer>(&mut self, option: usize, tracer: &mut P) {
        self.forbid(option, tracer);
    }

    fn push_state<P: Tracer>(&mut self, tracer: &mut P) {
        tracer.access(2 * self.words());
        self.save();
    }

    fn replace_state<P: Tracer>(&mut self, tracer: &mut P) {
        self.forget();
        self.push_state(tracer);
    }

    fn restore_state<P: Tracer>(&mut self, tracer: &mut P) {
        tracer.access(2 * self.words());
        self.restore();
    }

    fn pop_state<P: Tracer>(&mut self, _: &mut P) {
        self.forget();
    }

    fn reset_all(&mut self) {
        self.reset();
    }
}
