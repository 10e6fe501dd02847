//! The fields that state a board.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::square::{self, Numbers};
use super::board::usual_blocks;
use crate::geometry::{Cell, CellRelation, Geometry};
use crate::relation::RelationKind;

/// The fields about a board, and its blocks unless they are the usual ones.
pub(super) type Stated = (Map<String, Value>, Option<Numbers>);

/// The rules about all cells a king's or a knight's move apart, and about all neighbours.
#[derive(Clone, Copy)]
pub(super) struct Everywhere {
    pub(super) antiking: bool,
    pub(super) antiknight: bool,
    pub(super) nonconsecutive: bool,
    pub(super) negative_ratio: bool,
}

/// The fields of a board, as far as they are written.
pub(super) struct Statement<'g> {
    geometry: &'g Geometry,
    size: usize,
    way: Everywhere,
    object: Map<String, Value>,
    /// The sums that are not yet written.
    sums: Vec<&'g CellRelation>,
}

impl<'g> Statement<'g> {
    pub(super) fn new(geometry: &'g Geometry, way: Everywhere) -> Self {
        let is_sum = |it: &&CellRelation| matches!(it.kind, RelationKind::Sum(_));
        let sums = geometry.relations().iter().filter(is_sum).collect();
        let mut object = Map::new();
        object.insert("size".into(), geometry.symbols().into());
        for (key, is_set) in [
            ("antiking", way.antiking),
            ("antiknight", way.antiknight),
            ("nonconsecutive", way.nonconsecutive),
        ] {
            if is_set {
                object.insert(key.into(), true.into());
            }
        }
        if way.negative_ratio {
            object.insert("negative".into(), json!(["ratio"]));
        }
        Self { geometry, size: geometry.symbols(), way, object, sums }
    }

    /// Returns all fields; `None` if a relation has none.
    pub(super) fn all(mut self) -> Option<Stated> {
        let blocks = self.regions();
        for sum in std::mem::take(&mut self.sums) {
            self.sum(sum)?;
        }
        let mut whispers: BTreeMap<&[Cell], Vec<u16>> = BTreeMap::new();
        for relation in self.geometry.relations() {
            if let RelationKind::NotDifference(by) = relation.kind {
                let is_everywhere = by == 1 && self.way.nonconsecutive && relation.cells.len() == 2;
                if !is_everywhere {
                    whispers.entry(&relation.cells).or_default().push(by);
                }
            } else {
                self.relation(relation)?;
            }
        }
        for (cells, mut excluded) in whispers {
            excluded.sort_unstable();
            if !excluded.iter().copied().eq(0..excluded.len() as u16) {
                return None;
            }
            let value = excluded.len().to_string();
            self.push("whispers", json!({ "lines": [self.names(cells)], "value": value }));
        }
        Some((self.object, blocks))
    }

    fn push(&mut self, key: &str, item: Value) {
        let list = self.object.entry(key).or_insert_with(|| json!([]));
        list.as_array_mut().expect("only lists are pushed to").push(item);
    }

    fn name(&self, cell: Cell) -> String {
        format!("R{}C{}", cell / self.size + 1, cell % self.size + 1)
    }

    fn names(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|&cell| self.name(cell)).collect()
    }

    /// Writes all regions except rows and columns; returns the blocks.
    fn regions(&mut self) -> Option<Numbers> {
        let size = self.size;
        let line = |first: usize, step: usize| (0..size).map(|at| first + at * step).collect();
        let diagonals: [(&str, Vec<Cell>); 2] =
            [("diagonal-", line(0, size + 1)), ("diagonal+", line(size - 1, size - 1))];
        let mut left = square::regions_beside_lines(self.geometry);
        left.retain(|cells| {
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            let diagonal = diagonals.iter().find(|(_, diagonal)| *diagonal == sorted);
            if let Some((key, _)) = diagonal {
                self.object.insert((*key).into(), true.into());
            }
            diagonal.is_none()
        });
        let blocks = blocks(&mut left, size);
        left.iter().for_each(|cells| self.region(cells));
        blocks
    }

    /// Writes a region that is no block.
    fn region(&mut self, cells: &[Cell]) {
        let sum = self.sums.iter().position(|sum| sum.cells == cells);
        if let Some(sum) = sum {
            let RelationKind::Sum(total) = self.sums.remove(sum).kind else { return };
            let cage = json!({ "cells": self.names(cells), "value": total.to_string() });
            self.push("killercage", cage);
        } else if cells.len() == self.size {
            self.push("extraregion", json!({ "cells": self.names(cells) }));
        } else if cells.len() > 1 && !self.is_apart_everywhere(cells) {
            self.push("killercage", json!({ "cells": self.names(cells) }));
        }
    }

    /// Returns whether two cells differ because all cells at their distance do.
    fn is_apart_everywhere(&self, cells: &[Cell]) -> bool {
        let &[first, second] = cells else { return false };
        let [a, b] = [first, second].map(|cell| self.geometry.position(cell));
        match (a.row.abs_diff(b.row), a.column.abs_diff(b.column)) {
            (1, 1) => self.way.antiking,
            (1, 2) | (2, 1) => self.way.antiknight,
            _ => false,
        }
    }

    fn sum(&mut self, sum: &CellRelation) -> Option<()> {
        let RelationKind::Sum(total) = sum.kind else { return None };
        let (cells, value) = (&sum.cells[..], total.to_string());
        let is_apart = |&(at, &cell): &(usize, &Cell)| {
            cells[..at].iter().any(|other| !self.geometry.peers(cell).contains(other))
        };
        if cells.len() == 2 && matches!(total, 5 | 10) {
            let letter = if total == 5 { "V" } else { "X" };
            self.push("xv", json!({ "cells": self.names(cells), "value": letter }));
        } else if let Some((cell, direction)) = self.diagonal(cells) {
            self.push(
                "littlekillersum",
                json!({ "cell": cell, "direction": direction, "value": value }),
            );
        } else if cells.iter().enumerate().any(|it| is_apart(&it)) {
            return None;
        } else {
            self.push("killercage", json!({ "cells": self.names(cells), "value": value }));
        }
        Some(())
    }

    /// Returns the cell beside the board from which these cells are a diagonal, and the direction.
    fn diagonal(&self, cells: &[Cell]) -> Option<(String, &'static str)> {
        let size = self.size;
        let mut sorted = cells.to_vec();
        sorted.sort_unstable();
        let (&first, &last) = (sorted.first()?, sorted.last()?);
        let (row, column) = (first / size, first % size);
        let (end, end_column) = (last / size, last % size);
        if cells.len() < 2 || end + 1 - row != cells.len() {
            return None;
        }
        let is_right = end_column > column;
        let step = if is_right { size + 1 } else { size - 1 };
        let is_diagonal = sorted.windows(2).all(|pair| pair[1] - pair[0] == step);
        let begins = row == 0 || column == if is_right { 0 } else { size - 1 };
        let ends = end + 1 == size || end_column == if is_right { size - 1 } else { 0 };
        // Numbers of cells beside the board start at 0.
        let beside = if is_right { column } else { column + 2 };
        let direction = if is_right { "DR" } else { "DL" };
        (is_diagonal && begins && ends).then(|| (format!("R{row}C{beside}"), direction))
    }

    fn relation(&mut self, relation: &CellRelation) -> Option<()> {
        let cells = &relation.cells[..];
        let pairs = cells.windows(2).map(|pair| (self.names(&pair[..1]), self.names(pair)));
        let pairs: Vec<(Vec<String>, Vec<String>)> = pairs.collect();
        match relation.kind {
            RelationKind::Sum(_) | RelationKind::NotDifference(_) => {}
            RelationKind::Rising if cells.len() < 2 => {}
            RelationKind::Rising => {
                self.push("thermometer", json!({ "lines": [self.names(cells)] }))
            }
            RelationKind::Difference(0) => {
                for (first, pair) in pairs {
                    self.push("clone", json!({ "cells": first, "cloneCells": pair[1..] }));
                }
            }
            RelationKind::Difference(by) => {
                for (_, pair) in pairs {
                    self.push("difference", json!({ "cells": pair, "value": by.to_string() }));
                }
            }
            RelationKind::Ratio(times) => {
                for (_, pair) in pairs {
                    self.push("ratio", json!({ "cells": pair, "value": times.to_string() }));
                }
            }
            RelationKind::NotRatio(_) if self.way.negative_ratio => {}
            RelationKind::NotRatio(_) => return None,
            RelationKind::Sandwich(total) => {
                let (first, last) = (*cells.first()?, *cells.last()?);
                let is_row = first / self.size == last / self.size;
                let beside = match is_row {
                    true => format!("R{}C0", first / self.size + 1),
                    false => format!("R0C{}", first % self.size + 1),
                };
                self.push("sandwichsum", json!({ "cell": beside, "value": total.to_string() }));
            }
        }
        Some(())
    }
}

/// Takes the blocks out of regions; `None` if they are the usual ones.
fn blocks(left: &mut Vec<Vec<Cell>>, size: usize) -> Option<Numbers> {
    let of = square::take_blocks(left, size);
    let usual = usual_blocks(size);
    let is_usual = match of.iter().any(Option::is_some) {
        // If the usual blocks are rows, they say nothing.
        false => usual.iter().enumerate().all(|(cell, &block)| block == cell / size),
        true => of.iter().zip(&usual).all(|(own, &usual)| *own == Some(usual)),
    };
    (!is_usual).then_some(of)
}
