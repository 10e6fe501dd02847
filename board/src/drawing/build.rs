//! What the lines of a drawing say, as a geometry.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::read::{Picture, Sheet, Statement};
use super::{DrawingError, Problem, Spot, shapes};
use crate::geometry::{Cell, Geometry, Position, Region};
use crate::symbols::Alphabet;

/// The largest number of cells of a board.
const MOST_CELLS: usize = 1 << 16;

/// The largest number of cells that all regions have together, and of pairs that are looked at.
const MOST_ENTRIES: usize = 1 << 18;

/// The geometry of a sheet, called `name` unless the sheet says it.
pub(super) fn geometry(sheet: Sheet<'_>, name: &str) -> Result<Geometry, DrawingError> {
    let start = Spot { line: 1, column: 1 };
    let positions: Vec<Position> = positions(&sheet.statements)?.into_iter().collect();
    let Some(&(first, _)) = sheet.statements.first().filter(|_| !positions.is_empty()) else {
        return Err(start.error(Problem::NoCells));
    };
    let alphabet = match sheet.alphabet {
        Some(alphabet) => alphabet,
        None => Alphabet::standard(order(&sheet.statements)).map_err(|error| first.error(error))?,
    };
    let cells = positions.iter().enumerate().map(|(cell, &position)| (position, cell)).collect();
    let is_alone = copies(&sheet.statements) == 1;
    let mut board = Board {
        size: shapes::size(&positions),
        positions,
        cells,
        symbols: alphabet.len(),
        copy: (!is_alone).then_some(0),
        regions: Vec::new(),
        known: HashSet::new(),
        n_known: 0,
        n_entries: 0,
    };
    for (spot, statement) in &sheet.statements {
        board.add(*spot, statement)?;
    }
    // Last, since a pair that shares a region is none.
    for (spot, statement) in &sheet.statements {
        if let Statement::Apart(offsets) = statement {
            board.add_pairs(*spot, offsets)?;
        }
    }
    let Board { positions, regions, .. } = board;
    let name = sheet.name.unwrap_or(name);
    Geometry::new(name, alphabet, positions, regions).map_err(|error| first.error(error))
}

/// Where there are cells.
fn positions(statements: &[(Spot, Statement<'_>)]) -> Result<BTreeSet<Position>, DrawingError> {
    let mut positions = BTreeSet::new();
    let mut n_placed = 0;
    for (spot, statement) in statements {
        n_placed += match statement {
            Statement::Board(picture) => picture.marks().count(),
            Statement::Place(geometry, corners) => geometry.cells() * corners.len(),
            _ => 0,
        };
        if n_placed > MOST_CELLS {
            return Err(spot.error(Problem::Large { what: "cells", most: MOST_CELLS }));
        }
        match statement {
            Statement::Board(picture) => {
                let cells = picture.marks().filter(|&(.., mark)| mark != '-');
                positions.extend(cells.map(|(_, position, _)| position));
            }
            Statement::Place(geometry, corners) => {
                let cells = |&corner| (0..geometry.cells()).map(move |cell| (corner, cell));
                let placed = |(corner, cell)| moved(geometry.position(cell), corner);
                positions.extend(corners.iter().flat_map(cells).map(placed));
            }
            _ => {}
        }
    }
    Ok(positions)
}

/// |S|, where nobody says it.
fn order(statements: &[(Spot, Statement<'_>)]) -> usize {
    let order = |(_, statement): &(Spot, Statement<'_>)| match statement {
        Statement::Board(picture) => picture.size().1,
        Statement::Place(geometry, _) => geometry.symbols(),
        _ => 0,
    };
    statements.iter().map(order).max().unwrap_or(0)
}

/// How many geometries are placed.
fn copies(statements: &[(Spot, Statement<'_>)]) -> usize {
    let copies = |(_, statement): &(Spot, Statement<'_>)| match statement {
        Statement::Place(_, corners) => corners.len(),
        _ => 0,
    };
    statements.iter().map(copies).sum()
}

fn moved(position: Position, corner: Position) -> Position {
    Position { row: position.row + corner.row, column: position.column + corner.column }
}

/// Cells, and the regions so far.
struct Board {
    positions: Vec<Position>,
    cells: HashMap<Position, Cell>,
    /// Rows and columns.
    size: (usize, usize),
    symbols: usize,
    /// How many geometries were placed, where there are several.
    copy: Option<usize>,
    regions: Vec<Region>,
    /// The cells of the first `n_known` regions, sorted.
    known: HashSet<Vec<Cell>>,
    n_known: usize,
    /// The number of cells of all regions.
    n_entries: usize,
}

impl Board {
    fn add(&mut self, spot: Spot, statement: &Statement<'_>) -> Result<(), DrawingError> {
        match statement {
            Statement::Apart(_) => Ok(()),
            Statement::Board(picture) => self.add_picture("block", picture),
            Statement::Columns => self.add_all(spot, shapes::columns(&self.positions)),
            Statement::Diagonals => {
                let diagonals = shapes::diagonals(&self.positions);
                let none = || spot.error(Problem::Diagonals(self.size));
                self.add_all(spot, diagonals.ok_or_else(none)?)
            }
            Statement::Place(geometry, corners) => {
                corners.iter().try_for_each(|&corner| self.add_copy(spot, geometry, corner))
            }
            Statement::Region(name, cells) => self.add_region(spot, name, cells),
            Statement::Regions(name, picture) => {
                if picture.size() != self.size {
                    let (found, expected) = (picture.size(), self.size);
                    return Err(spot.error(Problem::Size { found, expected }));
                }
                self.add_picture(name, picture)
            }
            Statement::Rows => self.add_all(spot, shapes::rows(&self.positions)),
        }
    }

    fn add_all(&mut self, spot: Spot, regions: Vec<Region>) -> Result<(), DrawingError> {
        for region in &regions {
            self.check_length(spot, &region.name, region.cells.len())?;
            self.count(spot, region.cells.len())?;
        }
        self.regions.extend(regions);
        Ok(())
    }

    /// Counts so many cells of a region, or pairs.
    fn count(&mut self, spot: Spot, cells: usize) -> Result<(), DrawingError> {
        self.n_entries += cells;
        let is_large = self.n_entries > MOST_ENTRIES;
        let error = || spot.error(Problem::Large { what: "cells in regions", most: MOST_ENTRIES });
        if is_large { Err(error()) } else { Ok(()) }
    }

    /// The regions of a geometry that is placed, without those that are there already.
    fn add_copy(
        &mut self,
        spot: Spot,
        geometry: &Geometry,
        corner: Position,
    ) -> Result<(), DrawingError> {
        if let Some(copy) = &mut self.copy {
            *copy += 1;
        }
        let sorted = |cells: &[Cell]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        let later = self.regions[self.n_known..].iter().map(|it| sorted(&it.cells));
        self.known.extend(later);
        self.n_known = self.regions.len();
        let place = |region: &Region| {
            let name = match self.copy {
                Some(copy) => format!("grid {copy} {}", region.name),
                None => region.name.clone(),
            };
            let cell = |&cell: &Cell| self.cells[&moved(geometry.position(cell), corner)];
            Region { name, cells: region.cells.iter().map(cell).collect() }
        };
        let placed = geometry.regions().iter().map(place);
        let new: Vec<Region> =
            placed.filter(|it| !self.known.contains(&sorted(&it.cells))).collect();
        self.add_all(spot, new)
    }

    fn add_region(
        &mut self,
        spot: Spot,
        name: &str,
        named: &[(Spot, Position)],
    ) -> Result<(), DrawingError> {
        let mut cells = Vec::with_capacity(named.len());
        for &(spot, position) in named {
            let cell = self.cells.get(&position);
            let &cell = cell.ok_or_else(|| spot.error(Problem::Outside(position)))?;
            if cells.contains(&cell) {
                return Err(spot.error(Problem::Repeated { region: name.into(), position }));
            }
            cells.push(cell);
        }
        self.add_all(spot, vec![Region { name: name.into(), cells }])
    }

    /// A region for each letter, numbered by their first cells.
    fn add_picture(&mut self, name: &str, picture: &Picture) -> Result<(), DrawingError> {
        let mut letters: Vec<(char, Vec<Cell>)> = Vec::new();
        for (spot, position, mark) in picture.marks() {
            let cell = match (mark, self.cells.get(&position)) {
                ('-', None) | ('.', Some(_)) => continue,
                ('-', Some(_)) => return Err(spot.error(Problem::Hole(position))),
                (_, None) => return Err(spot.error(Problem::Outside(position))),
                (_, Some(&cell)) => cell,
            };
            let index = letters.iter().position(|(letter, _)| *letter == mark);
            let index = index.unwrap_or_else(|| {
                letters.push((mark, Vec::new()));
                letters.len() - 1
            });
            let cells = &mut letters[index].1;
            cells.push(cell);
            self.check_length(spot, &format!("{name} {mark}"), cells.len())?;
            self.count(spot, 1)?;
        }
        let region = |(index, (_, cells))| Region { name: format!("{name} {}", index + 1), cells };
        self.regions.extend(letters.into_iter().enumerate().map(region));
        Ok(())
    }

    /// A region of two for each pair of cells that lie so far apart and share no region yet.
    fn add_pairs(&mut self, spot: Spot, offsets: &[(usize, usize)]) -> Result<(), DrawingError> {
        self.count(spot, offsets.len() * self.positions.len())?;
        let mut shared: HashSet<(Cell, Cell)> = HashSet::new();
        for region in &self.regions {
            for &first in &region.cells {
                shared.extend(region.cells.iter().map(|&second| (first, second)));
            }
        }
        for first in 0..self.positions.len() {
            let here = self.positions[first];
            let mut apart: Vec<Cell> = offsets
                .iter()
                .flat_map(|&(a, b)| [(a, b), (b, a)])
                .flat_map(|offset| around(here, offset))
                .filter_map(|there| self.cells.get(&there).copied())
                .filter(|&second| second > first)
                .collect();
            apart.sort_unstable();
            for second in apart {
                if shared.insert((first, second)) {
                    let name = format!("{here} and {}", self.positions[second]);
                    self.count(spot, 2)?;
                    self.regions.push(Region { name, cells: vec![first, second] });
                }
            }
        }
        Ok(())
    }

    fn check_length(&self, spot: Spot, region: &str, cells: usize) -> Result<(), DrawingError> {
        let symbols = self.symbols;
        if cells > symbols {
            return Err(spot.error(Problem::Long { region: region.into(), cells, symbols }));
        }
        Ok(())
    }
}

/// The places so many rows and columns away, in any direction.
fn around(here: Position, (rows, columns): (usize, usize)) -> impl Iterator<Item = Position> {
    let row = [here.row.checked_add(rows), here.row.checked_sub(rows)];
    let column = [here.column.checked_add(columns), here.column.checked_sub(columns)];
    row.into_iter().flatten().flat_map(move |row| {
        column.into_iter().flatten().map(move |column| Position { row, column })
    })
}
