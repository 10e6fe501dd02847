//! The fields with rules, as regions, relations and candidates that say the same.
//!
//! | field | what it becomes |
//! |---|---|
//! | `diagonal+`, `diagonal-`, `extraregion`, `disjointgroups` | regions; a disjoint group has the cell with the same number of each block |
//! | `antiknight`, `antiking` | regions of two cells |
//! | `killercage` | a region, and a sum if there is a value |
//! | `littlekillersum`, `xv` | sums |
//! | `thermometer`, `minimum`, `maximum` | rising lines, of a cell and each neighbour for the last two; neighbours that are marked alike are not compared |
//! | `difference`, `ratio` | the same; 1 and 2 without a value |
//! | `nonconsecutive`, `negative: ["ratio"]` | no such difference (1) and ratio (2, or those that occur) of neighbours, except where a difference or a ratio is marked |
//! | `whispers` | along a line no difference that is less than the value, which is half of the size, rounded up, unless it is stated |
//! | `clone`, `palindrome` | differences of 0 |
//! | `sandwichsum` | a sandwich |
//! | `odd`, `even` | candidates |
//!
//! A marked pair, a little killer or a sandwich without a value states nothing.

use std::fmt::Write as _;

use super::super::site::Field;
use super::super::square::Blocks;
use crate::geometry::Position;
use crate::relation::RelationKind;
use crate::source::{TextError, counted};
use crate::symbols::{Symbol, SymbolSet};

/// What the fields of an object state.
pub(super) struct Rules {
    pub(super) size: usize,
    /// The diagonals that are regions: that from the first cell, and the other.
    pub(super) diagonals: [bool; 2],
    /// Statements of a drawing about regions and relations, a line each.
    pub(super) statements: String,
    /// Distances of cells that differ, in words.
    pub(super) apart: Vec<&'static str>,
    /// Whether the cells with the same number in each block differ.
    pub(super) disjoint: bool,
    /// Whether there is a statement other than about a cage with a total.
    pub(super) has_others: bool,
    /// The symbols of each cell.
    pub(super) allowed: Vec<SymbolSet>,
    n_extra: usize,
    n_groups: usize,
    /// Pairs with a difference or a ratio, in reading order each.
    pub(super) marked: Vec<[Position; 2]>,
    /// The ratios that occur.
    pub(super) ratios: Vec<u16>,
}

impl Rules {
    /// No rules on a board of this size.
    pub(super) fn none(size: usize) -> Self {
        Self {
            size,
            diagonals: [false; 2],
            statements: String::new(),
            apart: Vec::new(),
            disjoint: false,
            has_others: false,
            allowed: vec![SymbolSet::all(size); size * size],
            n_extra: 0,
            n_groups: 0,
            marked: Vec::new(),
            ratios: Vec::new(),
        }
    }

    pub(super) fn statement(&mut self, what: &str, cells: &[Position]) {
        let _ = write!(self.statements, "{what}:");
        for cell in cells {
            let _ = write!(self.statements, " {cell}");
        }
        self.statements.push('\n');
    }

    pub(super) fn relation(&mut self, kind: RelationKind, cells: &[Position]) {
        self.has_others = true;
        self.statement(&kind.to_string(), cells);
    }

    /// Returns an error if a region has more cells than there are symbols.
    pub(super) fn check_length(
        &self,
        field: &Field<'_>,
        cells: &[Position],
    ) -> Result<(), TextError> {
        if cells.len() > self.size {
            let expected = format!("at most {}: there are no more symbols", self.size);
            return Err(field.error(&counted(cells.len(), "cell"), &expected));
        }
        Ok(())
    }

    pub(super) fn diagonal(&mut self, field: &Field<'_>, which: usize) -> Result<(), TextError> {
        self.diagonals[which] = field.flag()?;
        Ok(())
    }

    pub(super) fn apart(
        &mut self,
        field: &Field<'_>,
        offset: &'static str,
    ) -> Result<(), TextError> {
        if field.flag()? {
            self.apart.push(offset);
        }
        Ok(())
    }

    pub(super) fn extra_regions(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let cells = item.get("cells")?.distinct_cells(self.size)?;
            self.check_length(&item, &cells)?;
            if cells.len() > 1 {
                (self.n_extra, self.has_others) = (self.n_extra + 1, true);
                self.statement(&format!("region extra {}", self.n_extra), &cells);
            }
        }
        Ok(())
    }

    pub(super) fn disjoint_groups(&mut self, blocks: &Blocks) {
        for number in 0..self.size {
            let cells: Vec<Position> =
                blocks.iter().filter_map(|cells| cells.get(number).copied()).collect();
            if cells.len() > 1 {
                self.has_others = true;
                self.statement(&format!("region disjoint {}", number + 1), &cells);
            }
        }
    }

    pub(super) fn cages(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let cells = item.get("cells")?.distinct_cells(self.size)?;
            let value = item.get("value")?;
            self.check_length(&item, &cells)?;
            match value.number()? {
                Some(total) if cells.is_empty() => {
                    return Err(item.error(&format!("no cell for the total {total}"), "some"));
                }
                Some(total) => self.statement(&format!("cage {total}"), &cells),
                None if cells.len() < 2 => {}
                None => {
                    (self.n_groups, self.has_others) = (self.n_groups + 1, true);
                    self.statement(&format!("region group {}", self.n_groups), &cells);
                }
            }
        }
        Ok(())
    }

    pub(super) fn little_killers(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let Some(total) = item.get("value")?.number()? else { continue };
            let (start, direction) = (item.get("cell")?, item.get("direction")?);
            let (down, right) = match direction.text()?.unwrap_or_default() {
                "UL" => (false, false),
                "UR" => (false, true),
                "DL" => (true, false),
                "DR" => (true, true),
                _ => return Err(direction.error("no direction", "UL, UR, DL or DR")),
            };
            let step = |at: usize, forward| if forward { Some(at + 1) } else { at.checked_sub(1) };
            let is_inside = |at: usize| (1..=self.size).contains(&at);
            let next =
                |&(row, column): &(usize, usize)| Some((step(row, down)?, step(column, right)?));
            let place = start.place_of()?;
            let cells: Vec<Position> = std::iter::successors(Some(place), next)
                .take(2 * self.size + 2)
                .skip(usize::from(!is_inside(place.0) || !is_inside(place.1)))
                .take_while(|&(row, column)| is_inside(row) && is_inside(column))
                .map(|(row, column)| Position { row: row - 1, column: column - 1 })
                .collect();
            if cells.is_empty() {
                return Err(start.error("a diagonal without cells", "a cell beside the board"));
            }
            self.relation(RelationKind::Sum(total), &cells);
        }
        Ok(())
    }

    pub(super) fn xv(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let value = item.get("value")?;
            let total = match value.text()? {
                None => continue,
                Some("x" | "X") => 10,
                Some("v" | "V") => 5,
                Some(other) => return Err(value.error(&format!("{other:?}"), "X or V")),
            };
            let pair = item.get("cells")?.pair(self.size)?;
            self.relation(RelationKind::Sum(total), &pair);
        }
        Ok(())
    }

    pub(super) fn sandwiches(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let Some(total) = item.get("value")?.number()? else { continue };
            let place = item.get("cell")?;
            let (row, column) = place.place_of()?;
            let is_inside = |at: usize| (1..=self.size).contains(&at);
            let cell = |at: usize| match is_inside(row) {
                true => Position { row: row - 1, column: at },
                false => Position { row: at, column: column - 1 },
            };
            if is_inside(row) == is_inside(column) {
                return Err(place.error("no row or column", "a cell beside one"));
            }
            let cells: Vec<Position> = (0..self.size).map(cell).collect();
            self.relation(RelationKind::Sandwich(total), &cells);
        }
        Ok(())
    }

    pub(super) fn parity(&mut self, field: &Field<'_>, rest: usize) -> Result<(), TextError> {
        let numbers = 1..=self.size;
        let kept = numbers.filter(|number| number % 2 == rest).map(|it| (it - 1) as Symbol);
        let kept: SymbolSet = kept.collect();
        for item in field.items()? {
            let cell = item.get("cell")?.cell(self.size)?;
            let allowed = &mut self.allowed[cell.row * self.size + cell.column];
            *allowed &= kept;
        }
        Ok(())
    }
}
