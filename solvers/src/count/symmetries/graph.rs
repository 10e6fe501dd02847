//! A problem as a graph of options and bits of states, and the proof of a symmetry.
//!
//! A permutation of bits is a symmetry if it maps primary items to primary items, and what each option requires and
//! clears to what another one does.

use std::collections::HashMap;

use board::instance::ExactCover;

use super::super::states::{self, Effect};

/// The options of a problem that contain a primary item, and what they do to the bits of a state. Other options are
/// never chosen; they have no effects here.
#[derive(Clone, Debug)]
pub(super) struct BitGraph {
    primary: usize,
    /// For each option, the bits that it requires or clears, in ascending order.
    of_option: Links,
    /// For each bit, the options that require or clear it.
    of_bit: Links,
    /// The options that do the same, in ascending order, for each thing to do.
    alike: HashMap<Vec<Link>, Vec<u32>>,
}

/// For each of many things, those that it is linked to.
#[derive(Clone, Debug, Default)]
struct Links {
    ends: Vec<u32>,
    links: Vec<Link>,
}

/// The number of what is linked, and how: an option requires a bit, clears it, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Link {
    pub(super) to: u32,
    pub(super) kind: u8,
}

impl Links {
    fn of(lists: impl IntoIterator<Item = Vec<Link>>) -> Self {
        let mut all = Self::default();
        for list in lists {
            all.links.extend(list);
            all.ends.push(all.links.len() as u32);
        }
        all
    }

    #[inline]
    fn get(&self, of: usize) -> &[Link] {
        let start = of.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.links[start..self.ends[of] as usize]
    }
}

impl BitGraph {
    /// Returns the graph of a problem. The bits are those of its items in the given order, and then those of the
    /// colours of secondary items.
    pub(super) fn new(problem: &ExactCover) -> Self {
        let order: Vec<u32> = (0..problem.primary() as u32).collect();
        let (bits, n_bits) = states::item_bits(problem, &order);
        let mut of_bit = vec![Vec::new(); n_bits];
        let mut of_option = vec![Vec::new(); problem.option_count()];
        for (option, entries) in problem.options().enumerate() {
            if entries.iter().all(|entry| entry.item as usize >= problem.primary()) {
                continue;
            }
            for Effect { bit, requires, clears } in states::effects(entries, &bits) {
                let kind = 2 * u8::from(requires) + u8::from(clears);
                of_option[option].push(Link { to: bit as u32, kind });
                of_bit[bit].push(Link { to: option as u32, kind });
            }
            of_option[option].sort_unstable();
        }
        let mut alike: HashMap<Vec<Link>, Vec<u32>> = HashMap::new();
        for (effects, option) in of_option.iter().zip(0..) {
            alike.entry(effects.clone()).or_default().push(option);
        }
        let primary = problem.primary();
        Self { primary, of_option: Links::of(of_option), of_bit: Links::of(of_bit), alike }
    }

    /// Returns the number of bits.
    pub(super) fn bits(&self) -> usize {
        self.of_bit.ends.len()
    }

    /// Returns the number of options.
    pub(super) fn options(&self) -> usize {
        self.of_option.ends.len()
    }

    /// Returns the bits that an option requires.
    pub(super) fn required(&self, option: usize) -> impl Iterator<Item = usize> {
        let links = self.of_option.get(option).iter();
        links.filter(|link| link.kind & 2 != 0).map(|link| link.to as usize)
    }

    /// Returns whether a bit is that of a primary item.
    pub(super) fn is_primary(&self, bit: usize) -> bool {
        bit < self.primary
    }

    /// Returns what an option does to bits.
    pub(super) fn effects(&self, option: usize) -> &[Link] {
        self.of_option.get(option)
    }

    /// Returns the options that require or clear a bit.
    pub(super) fn on_bit(&self, bit: usize) -> &[Link] {
        self.of_bit.get(bit)
    }

    /// Returns the option that each option becomes by a permutation of bits, which maps each bit to `images`, for the
    /// options that it changes. Returns `None` unless the permutation is a symmetry: it maps primary items to primary
    /// items, and options that occur several times to options that occur as often.
    pub(super) fn image(&self, images: &[u32]) -> Option<Vec<(u32, u32)>> {
        let moved = || images.iter().enumerate().filter(|&(bit, &image)| bit != image as usize);
        if moved().any(|(bit, &image)| self.is_primary(bit) != self.is_primary(image as usize)) {
            return None;
        }
        let on_moved = moved().flat_map(|(bit, _)| self.of_bit.get(bit));
        let mut options: Vec<u32> = on_moved.map(|link| link.to).collect();
        options.sort_unstable();
        options.dedup();
        let image_of = |option: u32| {
            let effects = self.effects(option as usize);
            let image = effects.iter().map(|link| Link { to: images[link.to as usize], ..*link });
            let mut image: Vec<Link> = image.collect();
            image.sort_unstable();
            // The third of several options that do the same becomes the third of those that do what it becomes.
            let (alike, alike_image) = (&self.alike[effects], self.alike.get(&image)?);
            let place = alike.binary_search(&option).ok()?;
            (alike.len() == alike_image.len()).then(|| (option, alike_image[place]))
        };
        let images: Option<Vec<_>> = options.into_iter().map(image_of).collect();
        Some(images?.into_iter().filter(|(option, image)| option != image).collect())
    }
}
