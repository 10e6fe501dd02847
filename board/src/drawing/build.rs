//! The geometry that the statements of a drawing define.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::shapes;
use super::statements::{Letters, NamedCells, Statement, Statements, alphabet_error};
use crate::geometry::{Cell, CellRelation, Geometry, Position, Region};
use crate::relation::RelationKind;
use crate::source::{Span, TextError};
use crate::symbols::Alphabet;

/// The largest number of cells of a board.
const MOST_CELLS: usize = 1 << 16;

/// The largest number of cells that all regions and relations have together, and of pairs that are tested.
const MOST_ENTRIES: usize = 1 << 18;

/// Returns the geometry that statements define, called `name` unless they state a name.
pub(super) fn geometry(statements: Statements<'_>, name: &str) -> Result<Geometry, TextError> {
    let positions: Vec<Position> = positions(&statements.list)?.into_iter().collect();
    let Some(&(first, _)) = statements.list.first().filter(|_| !positions.is_empty()) else {
        let expected = "a line `board:` and a picture, or `place: NAME at r1c1`";
        return Err(TextError::new(1, 1, "no cells", expected));
    };
    let alphabet = match statements.alphabet {
        Some(alphabet) => alphabet,
        None => Alphabet::standard(order(&statements.list))
            .map_err(|error| alphabet_error(first, &error))?,
    };
    let mut board = Board::new(positions, alphabet.len(), copies(&statements.list) > 1);
    for (span, statement) in &statements.list {
        board.add(*span, statement)?;
    }
    // Last, since only pairs that share no region are added.
    for (span, statement) in &statements.list {
        if let Statement::Apart(offsets) = statement {
            board.add_pairs(*span, offsets)?;
        }
    }
    let Board { positions, regions, relations, .. } = board;
    let name = statements.name.unwrap_or(name);
    Geometry::new(name, alphabet, positions, regions)
        .and_then(|geometry| geometry.with_relations(relations))
        .map_err(|error| first.error(error.to_string(), "a geometry"))
}

/// Returns the positions of the cells.
fn positions(statements: &[(Span<'_>, Statement<'_>)]) -> Result<BTreeSet<Position>, TextError> {
    let mut positions = BTreeSet::new();
    let mut n_placed = 0;
    for (span, statement) in statements {
        n_placed += match statement {
            Statement::Board(letters) => letters.marks().count(),
            Statement::Place(geometry, corners) => geometry.cells() * corners.len(),
            _ => 0,
        };
        if n_placed > MOST_CELLS {
            return Err(too_large(*span, "cells", MOST_CELLS));
        }
        match statement {
            Statement::Board(letters) => {
                let cells = letters.marks().filter(|&(.., mark)| mark != '-');
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

fn too_large(span: Span<'_>, what: &str, most: usize) -> TextError {
    span.error(format!("more than {most} {what}"), "a smaller board")
}

/// Returns the error for a cell that is not on the board.
fn outside(span: Span<'_>, position: Position) -> TextError {
    span.error(format!("{position} is no cell of the board"), "one of its cells")
}

/// Rows and columns, in words.
fn in_words((rows, columns): (usize, usize)) -> String {
    format!("{rows} rows and {columns} columns")
}

/// |S|, if no statement states it.
fn order(statements: &[(Span<'_>, Statement<'_>)]) -> usize {
    let order = |(_, statement): &(Span<'_>, Statement<'_>)| match statement {
        Statement::Board(letters) => letters.size().1,
        Statement::Place(geometry, _) => geometry.symbols(),
        _ => 0,
    };
    statements.iter().map(order).max().unwrap_or(0)
}

/// Returns the number of geometries that are placed.
fn copies(statements: &[(Span<'_>, Statement<'_>)]) -> usize {
    let copies = |(_, statement): &(Span<'_>, Statement<'_>)| match statement {
        Statement::Place(_, corners) => corners.len(),
        _ => 0,
    };
    statements.iter().map(copies).sum()
}

fn moved(position: Position, corner: Position) -> Position {
    Position { row: position.row + corner.row, column: position.column + corner.column }
}

/// Cells, and the regions and relations so far.
struct Board {
    positions: Vec<Position>,
    cells: HashMap<Position, Cell>,
    /// Rows and columns.
    size: (usize, usize),
    symbols: usize,
    /// The number of geometries placed so far, if there are several.
    copy: Option<usize>,
    regions: Vec<Region>,
    relations: Vec<CellRelation>,
    n_cages: usize,
    /// The cells of the first `n_known` regions, sorted.
    known: HashSet<Vec<Cell>>,
    n_known: usize,
    /// The number of cells of all regions.
    n_entries: usize,
}

impl Board {
    fn new(positions: Vec<Position>, symbols: usize, has_copies: bool) -> Self {
        Self {
            size: shapes::size(&positions),
            cells: positions.iter().enumerate().map(|(cell, &it)| (it, cell)).collect(),
            positions,
            symbols,
            copy: has_copies.then_some(0),
            regions: Vec::new(),
            relations: Vec::new(),
            n_cages: 0,
            known: HashSet::new(),
            n_known: 0,
            n_entries: 0,
        }
    }

    fn add(&mut self, span: Span<'_>, statement: &Statement<'_>) -> Result<(), TextError> {
        match statement {
            Statement::Apart(_) => Ok(()),
            Statement::Board(letters) => self.add_letters("block", letters),
            Statement::Cage(total, cells) => self.add_cage(span, *total, cells),
            Statement::Columns => self.add_all(span, shapes::columns(&self.positions)),
            Statement::Diagonals => {
                let Some(diagonals) = shapes::diagonals(&self.positions) else {
                    let found = format!("diagonals of a board of {}", in_words(self.size));
                    return Err(span.error(found, "a square without a hole on them"));
                };
                self.add_all(span, diagonals)
            }
            Statement::Place(geometry, corners) => {
                corners.iter().try_for_each(|&corner| self.add_copy(span, geometry, corner))
            }
            Statement::Region(name, cells) => self.add_region(span, name, cells),
            Statement::Regions(name, letters) => {
                if letters.size() != self.size {
                    let found = format!("a picture of {}", in_words(letters.size()));
                    let expected = format!("{} as the board has", in_words(self.size));
                    return Err(span.error(found, expected));
                }
                self.add_letters(name, letters)
            }
            Statement::Relation(kind, cells) => self.add_relation(span, *kind, cells),
            Statement::Rows => self.add_all(span, shapes::rows(&self.positions)),
        }
    }

    fn add_all(&mut self, span: Span<'_>, regions: Vec<Region>) -> Result<(), TextError> {
        for region in &regions {
            self.check_length(span, &region.name, region.cells.len())?;
            self.count(span, region.cells.len())?;
        }
        self.regions.extend(regions);
        Ok(())
    }

    /// Adds to the number of cells in regions, or of pairs.
    fn count(&mut self, span: Span<'_>, cells: usize) -> Result<(), TextError> {
        self.n_entries += cells;
        if self.n_entries > MOST_ENTRIES {
            return Err(too_large(span, "cells in regions", MOST_ENTRIES));
        }
        Ok(())
    }

    /// Adds the regions of a geometry that is placed, except those that exist already.
    fn add_copy(
        &mut self,
        span: Span<'_>,
        geometry: &Geometry,
        corner: Position,
    ) -> Result<(), TextError> {
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
        for relation in geometry.relations() {
            let cell = |&cell: &Cell| self.cells[&moved(geometry.position(cell), corner)];
            let cells = relation.cells.iter().map(cell).collect();
            self.count(span, relation.cells.len())?;
            self.relations.push(CellRelation { kind: relation.kind, cells });
        }
        self.add_all(span, new)
    }

    /// Adds a region, called by its number, and a sum.
    fn add_cage(
        &mut self,
        span: Span<'_>,
        total: u16,
        named: &NamedCells<'_>,
    ) -> Result<(), TextError> {
        self.n_cages += 1;
        self.add_region(span, &format!("cage {}", self.n_cages), named)?;
        self.add_relation(span, RelationKind::Sum(total), named)
    }

    fn add_relation(
        &mut self,
        span: Span<'_>,
        kind: RelationKind,
        named: &NamedCells<'_>,
    ) -> Result<(), TextError> {
        let cells = self.named_cells(&kind.to_string(), named)?;
        self.count(span, cells.len())?;
        self.relations.push(CellRelation { kind, cells });
        Ok(())
    }

    fn add_region(
        &mut self,
        span: Span<'_>,
        name: &str,
        named: &NamedCells<'_>,
    ) -> Result<(), TextError> {
        let cells = self.named_cells(name, named)?;
        self.add_all(span, vec![Region { name: name.into(), cells }])
    }

    /// Returns the cells that a statement about `name` names.
    fn named_cells(&self, name: &str, named: &NamedCells<'_>) -> Result<Vec<Cell>, TextError> {
        let mut cells = Vec::with_capacity(named.len());
        let mut seen = HashSet::new();
        for &(span, position) in named {
            let cell = self.cells.get(&position);
            let &cell = cell.ok_or_else(|| outside(span, position))?;
            if !seen.insert(cell) {
                return Err(span.error(format!("{name} names {position} twice"), "each cell once"));
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Adds a region for each letter, numbered by their first cells.
    fn add_letters(&mut self, name: &str, picture: &Letters<'_>) -> Result<(), TextError> {
        let mut letters: Vec<(char, Vec<Cell>)> = Vec::new();
        for (span, position, mark) in picture.marks() {
            let cell = match (mark, self.cells.get(&position)) {
                ('-', None) | ('.', Some(_)) => continue,
                ('-', Some(_)) => {
                    let found = format!("a hole at {position}, where the board has a cell");
                    return Err(span.error(found, "`.` or a letter"));
                }
                (_, None) => return Err(outside(span, position)),
                (_, Some(&cell)) => cell,
            };
            let index = letters.iter().position(|(letter, _)| *letter == mark);
            let index = index.unwrap_or_else(|| {
                letters.push((mark, Vec::new()));
                letters.len() - 1
            });
            let cells = &mut letters[index].1;
            cells.push(cell);
            self.check_length(span, &format!("{name} {mark}"), cells.len())?;
            self.count(span, 1)?;
        }
        let region = |(index, (_, cells))| Region { name: format!("{name} {}", index + 1), cells };
        self.regions.extend(letters.into_iter().enumerate().map(region));
        Ok(())
    }

    /// Adds a region of two for each pair of cells at one of these distances that share no region yet.
    fn add_pairs(&mut self, span: Span<'_>, offsets: &[(usize, usize)]) -> Result<(), TextError> {
        self.count(span, offsets.len() * self.positions.len())?;
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
                    self.count(span, 2)?;
                    self.regions.push(Region { name, cells: vec![first, second] });
                }
            }
        }
        Ok(())
    }

    fn check_length(&self, span: Span<'_>, region: &str, cells: usize) -> Result<(), TextError> {
        let symbols = self.symbols;
        if cells > symbols {
            let found = format!("{region} has {cells} cells");
            let expected = format!("at most {symbols}: there are no more symbols");
            return Err(span.error(found, expected));
        }
        Ok(())
    }
}

/// Returns the positions this number of rows and columns away, in any direction.
fn around(here: Position, (rows, columns): (usize, usize)) -> impl Iterator<Item = Position> {
    let row = [here.row.checked_add(rows), here.row.checked_sub(rows)];
    let column = [here.column.checked_add(columns), here.column.checked_sub(columns)];
    row.into_iter().flatten().flat_map(move |row| {
        column.into_iter().flatten().map(move |column| Position { row, column })
    })
}
