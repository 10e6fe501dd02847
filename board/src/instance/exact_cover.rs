//! Exact cover with colours: choose options so that each primary item is covered exactly once.
//!
//! An *option* is a set of items. *Primary* items are covered by exactly one of the chosen options,
//! *secondary* ones by at most one; but where options give a secondary item a *colour*, any number
//! of them may share it as long as they agree (Knuth, *The Art of Computer Programming* 4B,
//! §7.2.2.1: the problems XC and XCC). An option without a primary item is allowed and never chosen.
//!
//! A primary item may have a [`Multiplicity`]: it is then covered by at least *low* and at most *high* of the chosen
//! options, in place of exactly one (Knuth's MCC). A solution is still a set, in which no option occurs twice. Options may
//! have *costs*, on which solutions do not depend; that of a solution is the sum of those of its options.
//!
//! ```
//! use board::instance::{Entry, ExactCover, check_cover};
//!
//! let mut problem = ExactCover::new(vec!["a".into(), "b".into()], Vec::new(), Vec::new());
//! problem.add_option([Entry::plain(0)])?;
//! problem.add_option([Entry::plain(1)])?;
//! problem.add_option([Entry::plain(0), Entry::plain(1)])?;
//! assert_eq!(check_cover(&problem, &[2]), Ok(()));
//! assert!(check_cover(&problem, &[0]).is_err(), "b is not covered");
//! # Ok::<(), board::instance::OptionError>(())
//! ```

/// An item: primary ones are numbered from zero, secondary ones after them.
pub type Item = u32;

/// A colour, numbered from zero.
pub type Colour = u32;

/// An item in an option, with the colour that the option gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The item.
    pub item: Item,
    /// Its colour; primary items have none.
    pub colour: Option<Colour>,
}

impl Entry {
    /// Returns an item without a colour.
    pub const fn plain(item: Item) -> Self {
        Self { item, colour: None }
    }
}

/// How many of the chosen options cover a primary item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Multiplicity {
    /// The smallest number.
    pub low: u32,
    /// The largest number, at least one.
    pub high: u32,
}

impl Multiplicity {
    /// Exactly one, unless another is set.
    pub const ONE: Self = Self { low: 1, high: 1 };
}

/// An exact cover problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCover {
    /// The names of the items, primary ones first.
    names: Vec<String>,
    /// How often each primary item is covered.
    multiplicities: Vec<Multiplicity>,
    /// The names of the colours.
    colours: Vec<String>,
    /// The items of all options, one after the other.
    entries: Vec<Entry>,
    /// The end of each option in `entries`.
    ends: Vec<u32>,
    /// The cost of each option.
    costs: Vec<i64>,
}

/// Why a multiplicity is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MultiplicityError {
    /// There is no such primary item.
    #[error("there is no primary item number {0}")]
    NotPrimary(Item),
    /// The upper bound is zero.
    #[error("the upper bound is 0, expected at least 1")]
    Zero,
    /// The lower bound is greater than the upper bound.
    #[error("the lower bound {low} exceeds the upper bound {high}")]
    Reversed {
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
}

/// Why an option is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no such item.
    #[error("there is no item number {0}")]
    UnknownItem(Item),
    /// There is no such colour.
    #[error("there is no colour number {0}")]
    UnknownColour(Colour),
    /// A primary item with a colour.
    #[error("item number {0} is primary and has a colour, expected one of secondary items only")]
    ColouredPrimary(Item),
    /// An item that is repeated in the option.
    #[error("item number {0} is repeated in the option")]
    Repeated(Item),
}

impl ExactCover {
    /// Creates a problem without options, with these names of items and colours. Solutions do not depend on names; a
    /// search may prefer items by them (`cover/dlx.sharp`).
    pub fn new(primary: Vec<String>, secondary: Vec<String>, colours: Vec<String>) -> Self {
        let multiplicities = vec![Multiplicity::ONE; primary.len()];
        let names = primary.into_iter().chain(secondary).collect();
        Self {
            names,
            multiplicities,
            colours,
            entries: Vec::new(),
            ends: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// Returns a problem with the same items, multiplicities and colours, and without options.
    pub fn without_options(&self) -> Self {
        Self { entries: Vec::new(), ends: Vec::new(), costs: Vec::new(), ..self.clone() }
    }

    /// Sets how often a primary item is covered.
    ///
    /// # Errors
    /// If the item is not primary, or no number is allowed but zero. The problem is unchanged then.
    pub fn set_multiplicity(
        &mut self,
        item: Item,
        multiplicity: Multiplicity,
    ) -> Result<(), MultiplicityError> {
        let Multiplicity { low, high } = multiplicity;
        let place = self.multiplicities.get_mut(item as usize);
        let place = place.ok_or(MultiplicityError::NotPrimary(item))?;
        if high == 0 {
            return Err(MultiplicityError::Zero);
        }
        if low > high {
            return Err(MultiplicityError::Reversed { low, high });
        }
        *place = multiplicity;
        Ok(())
    }

    /// Sets the cost of an option, which is zero otherwise.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn set_cost(&mut self, option: usize, cost: i64) {
        self.costs[option] = cost;
    }

    /// Returns the cost of each option.
    pub fn costs(&self) -> &[i64] {
        &self.costs
    }

    /// Returns whether an option has a cost other than zero.
    pub fn has_costs(&self) -> bool {
        self.costs.iter().any(|&cost| cost != 0)
    }

    /// Returns how often each primary item is covered.
    pub fn multiplicities(&self) -> &[Multiplicity] {
        &self.multiplicities
    }

    /// Returns whether a primary item has another multiplicity than exactly one.
    pub fn has_multiplicities(&self) -> bool {
        self.multiplicities.iter().any(|&it| it != Multiplicity::ONE)
    }

    /// Appends an option, and returns its number.
    ///
    /// # Errors
    /// If an item or a colour does not exist, an item is repeated, or a primary item has a colour. The
    /// problem is unchanged then.
    pub fn add_option(
        &mut self,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<usize, OptionError> {
        let start = self.entries.len();
        self.entries.extend(entries);
        if let Some(error) = self.fault(start) {
            self.entries.truncate(start);
            return Err(error);
        }
        self.ends.push(self.entries.len() as u32);
        self.costs.push(0);
        Ok(self.ends.len() - 1)
    }

    /// Returns the number of items.
    pub fn items(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of primary items, which come first.
    pub fn primary(&self) -> usize {
        self.multiplicities.len()
    }

    /// Returns the name of an item.
    pub fn name(&self, item: Item) -> &str {
        &self.names[item as usize]
    }

    /// Returns the number of colours.
    pub fn colours(&self) -> usize {
        self.colours.len()
    }

    /// Returns the name of a colour.
    pub fn colour_name(&self, colour: Colour) -> &str {
        &self.colours[colour as usize]
    }

    /// Returns the number of options.
    #[inline]
    pub fn option_count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the items of an option, in the order in which they were given.
    #[inline]
    pub fn option(&self, option: usize) -> &[Entry] {
        let start = option.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.entries[start..self.ends[option] as usize]
    }

    /// Returns all options, in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[Entry]> {
        (0..self.option_count()).map(|option| self.option(option))
    }

    /// Returns the total number of items in all options.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the first error in the entries from `start` on.
    fn fault(&self, start: usize) -> Option<OptionError> {
        let entries = &self.entries[start..];
        let mut items: Vec<Item> = entries.iter().map(|entry| entry.item).collect();
        items.sort_unstable();
        let repeated = items.windows(2).find(|pair| pair[0] == pair[1]);
        let fault_of = |&Entry { item, colour }: &Entry| match colour {
            _ if item as usize >= self.items() => Some(OptionError::UnknownItem(item)),
            Some(_) if (item as usize) < self.primary() => Some(OptionError::ColouredPrimary(item)),
            Some(colour) if colour as usize >= self.colours.len() => {
                Some(OptionError::UnknownColour(colour))
            }
            _ => None,
        };
        let fault = entries.iter().find_map(fault_of);
        fault.or(repeated.map(|pair| OptionError::Repeated(pair[0])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(Into::into).collect()
    }

    #[test]
    fn options_come_back_as_they_went_in() {
        let mut problem = ExactCover::new(words("a b"), words("x"), words("red blue"));
        let red = Entry { item: 2, colour: Some(0) };
        assert_eq!(problem.add_option([Entry::plain(1), red]), Ok(0));
        assert_eq!(problem.add_option([]), Ok(1));
        assert_eq!(problem.add_option([Entry::plain(0)]), Ok(2));
        let options: Vec<&[Entry]> = problem.options().collect();
        assert_eq!(options, [&[Entry::plain(1), red][..], &[], &[Entry::plain(0)]]);
        assert_eq!((problem.items(), problem.primary(), problem.entry_count()), (3, 2, 3));
        assert_eq!((problem.name(2), problem.colour_name(1)), ("x", "blue"));
    }

    #[test]
    fn an_invalid_option_is_refused_and_changes_nothing() {
        let mut problem = ExactCover::new(words("a"), words("x"), words("red"));
        let coloured = |item, colour| Entry { item, colour: Some(colour) };
        let faults = [
            (vec![Entry::plain(2)], OptionError::UnknownItem(2)),
            (vec![coloured(1, 1)], OptionError::UnknownColour(1)),
            (vec![coloured(0, 0)], OptionError::ColouredPrimary(0)),
            (vec![Entry::plain(1), coloured(1, 0)], OptionError::Repeated(1)),
        ];
        for (entries, fault) in faults {
            assert_eq!(problem.add_option(entries), Err(fault));
        }
        assert_eq!((problem.option_count(), problem.entry_count()), (0, 0));
    }

    #[test]
    fn an_invalid_multiplicity_is_refused_and_changes_nothing() {
        let mut problem = ExactCover::new(words("a b"), words("x"), Vec::new());
        let unchanged = problem.clone();
        let faults = [
            (2, (1, 2), MultiplicityError::NotPrimary(2)),
            (0, (0, 0), MultiplicityError::Zero),
            (0, (3, 2), MultiplicityError::Reversed { low: 3, high: 2 }),
        ];
        for (item, (low, high), fault) in faults {
            assert_eq!(problem.set_multiplicity(item, Multiplicity { low, high }), Err(fault));
        }
        assert_eq!(problem, unchanged);
        let several = Multiplicity { low: 0, high: 3 };
        problem.set_multiplicity(1, several).unwrap();
        assert_eq!(problem.multiplicities(), [Multiplicity::ONE, several]);
        problem.add_option([Entry::plain(1)]).unwrap();
        assert_eq!(problem.without_options().multiplicities(), problem.multiplicities());
        assert!(problem.has_multiplicities() && !unchanged.has_multiplicities());
    }
}
