//! Rules about lines, and about pairs of cells that are marked.

use super::super::site::Field;
use super::super::square::positions;
use super::rules::Rules;
use crate::geometry::Position;
use crate::relation::RelationKind;
use crate::source::{TextError, counted};

impl Rules {
    /// Adds a relation of each cell and the next: as one, unless a cell is repeated.
    pub(super) fn chain(
        &mut self,
        field: &Field<'_>,
        kind: RelationKind,
        cells: &[Position],
    ) -> Result<(), TextError> {
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(field.error(&format!("{} after itself", pair[0]), "another cell"));
        }
        let is_repeated = |at: usize| cells[..at].contains(&cells[at]);
        if (1..cells.len()).any(is_repeated) {
            cells.windows(2).for_each(|pair| self.relation(kind, pair));
        } else if cells.len() > 1 {
            self.relation(kind, cells);
        }
        Ok(())
    }

    /// Returns the lines of all items, with the items.
    pub(super) fn lines<'j>(
        &self,
        field: &Field<'j>,
    ) -> Result<Vec<(Field<'j>, Field<'j>, Vec<Position>)>, TextError> {
        let mut found = Vec::new();
        for item in field.items()? {
            for line in item.get("lines")?.items()? {
                let cells = line.cells(self.size)?;
                found.push((item.clone(), line, cells));
            }
        }
        Ok(found)
    }

    pub(super) fn thermometers(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for (_, line, cells) in self.lines(field)? {
            self.chain(&line, RelationKind::Rising, &cells)?;
        }
        Ok(())
    }

    pub(super) fn whispers(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for (item, line, cells) in self.lines(field)? {
            let value = item.get("value")?;
            let usual = self.size.div_ceil(2) as u16;
            let least = value.number()?.unwrap_or(usual);
            if !(1..self.size).contains(&least.into()) {
                let expected = format!("a difference of 1 to {}", self.size - 1);
                return Err(value.error(&least.to_string(), &expected));
            }
            for less in 0..least {
                self.chain(&line, RelationKind::NotDifference(less), &cells)?;
            }
        }
        Ok(())
    }

    pub(super) fn palindromes(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for (_, _, cells) in self.lines(field)? {
            let opposite = cells.iter().rev();
            let pairs = cells.iter().zip(opposite).take(cells.len() / 2);
            pairs.for_each(|(&first, &second)| self.equal(first, second));
        }
        Ok(())
    }

    pub(super) fn clones(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            let (cells, other) = (item.get("cells")?, item.get("cloneCells")?);
            let (cells, others) = (cells.cells(self.size)?, other.cells(self.size)?);
            if cells.len() != others.len() {
                let expected = format!("{}, as there are in cells", cells.len());
                return Err(other.error(&counted(others.len(), "cell"), &expected));
            }
            cells.into_iter().zip(others).for_each(|(first, second)| self.equal(first, second));
        }
        Ok(())
    }

    pub(super) fn equal(&mut self, first: Position, second: Position) {
        if first != second {
            self.relation(RelationKind::Difference(0), &[first, second]);
        }
    }

    /// Adds that cells are less (greater) than their neighbours.
    pub(super) fn extremes(&mut self, field: &Field<'_>, is_least: bool) -> Result<(), TextError> {
        let items = field.items()?;
        let cells: Vec<Position> =
            items.iter().map(|item| item.get("cell")?.cell(self.size)).collect::<Result<_, _>>()?;
        for &cell in &cells {
            for other in neighbours(cell, self.size).into_iter().filter(|it| !cells.contains(it)) {
                let pair = if is_least { [cell, other] } else { [other, cell] };
                self.relation(RelationKind::Rising, &pair);
            }
        }
        Ok(())
    }

    /// Returns the marked pairs with their values, which are added to those that exclude others.
    pub(super) fn marks(
        &mut self,
        field: &Field<'_>,
        usual: u16,
    ) -> Result<Vec<([Position; 2], u16)>, TextError> {
        let mut found = Vec::new();
        for item in field.items()? {
            let pair = item.get("cells")?.pair(self.size)?;
            found.push((pair, item.get("value")?.number()?.unwrap_or(usual)));
            let mut sorted = pair;
            sorted.sort_unstable();
            self.marked.push(sorted);
        }
        Ok(found)
    }

    pub(super) fn differences(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for (pair, by) in self.marks(field, 1)? {
            self.relation(RelationKind::Difference(by), &pair);
        }
        Ok(())
    }

    pub(super) fn ratios(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for (pair, times) in self.marks(field, 2)? {
            self.ratios.push(times);
            self.relation(RelationKind::Ratio(times), &pair);
        }
        Ok(())
    }

    pub(super) fn nonconsecutive(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        if field.flag()? {
            self.exclude(RelationKind::NotDifference(1));
        }
        Ok(())
    }

    /// Adds a relation to each pair of neighbours without a mark.
    pub(super) fn exclude(&mut self, kind: RelationKind) {
        for cell in positions(self.size) {
            let later = neighbours(cell, self.size).into_iter().filter(|&other| other > cell);
            let pairs: Vec<_> =
                later.map(|other| [cell, other]).filter(|it| !self.marked.contains(it)).collect();
            pairs.iter().for_each(|pair| self.relation(kind, pair));
        }
    }

    pub(super) fn negative(&mut self, field: &Field<'_>) -> Result<(), TextError> {
        for item in field.items()? {
            match item.text()? {
                Some("ratio") => {
                    let mut ratios = self.ratios.clone();
                    ratios.sort_unstable();
                    ratios.dedup();
                    let usual = if ratios.is_empty() { &[2][..] } else { &ratios };
                    usual.iter().for_each(|&times| self.exclude(RelationKind::NotRatio(times)));
                }
                Some("foglight") | None => {}
                Some(other) => {
                    return Err(item.error(&format!("no relation states {other:?}"), "ratio"));
                }
            }
        }
        Ok(())
    }
}

/// Returns the cells beside, above and below a cell, in reading order.
fn neighbours(cell: Position, size: usize) -> Vec<Position> {
    let Position { row, column } = cell;
    let above = row.checked_sub(1).map(|row| Position { row, column });
    let left = column.checked_sub(1).map(|column| Position { row, column });
    let right = Some(column + 1).filter(|&it| it < size).map(|column| Position { row, column });
    let below = Some(row + 1).filter(|&it| it < size).map(|row| Position { row, column });
    [above, left, right, below].into_iter().flatten().collect()
}
