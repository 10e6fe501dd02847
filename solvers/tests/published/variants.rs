//! Puzzles of other geometries: one JSON object per line, from which the geometry is built.
//!
//! There is a cell wherever the solution has no blank. The regions are those of the layout beside
//! the file, which lists every unit; else those of the 9×9 grids at the offsets `grids`; else rows,
//! columns, and blocks of the size `box` or the `regions` that a picture shows.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use board::{Alphabet, Geometry, Grid, Position, Puzzle, Region, Symbol, referee};
use serde_json::Value;

/// A puzzle with the only solution that it has by those who published it.
pub(crate) struct Published {
    pub(crate) id: String,
    pub(crate) puzzle: Puzzle,
    pub(crate) solution: Grid,
}

/// A row and a column.
type Place = (usize, usize);

/// The positions of the cells of a unit.
type Unit = Vec<Place>;

/// Reads the lines of a file, with the layout beside it, if any.
pub(crate) fn read(text: &str, layout: Option<&str>) -> Vec<Published> {
    let layout: Option<Value> = layout.map(|text| serde_json::from_str(text).unwrap());
    let mut known: HashMap<(Vec<Place>, Vec<Unit>), Arc<Geometry>> = HashMap::new();
    text.lines()
        .map(|text| {
            let line: Value = serde_json::from_str(text).unwrap();
            let id = line["id"].as_str().unwrap().to_string();
            let units = layout.as_ref().map_or_else(|| units(&line), listed);
            let solution = cells(&line["solution"]);
            let places: Vec<Place> = solution.iter().map(|&(place, _)| place).collect();
            let geometry = known.entry((places.clone(), units.clone())).or_insert_with(|| {
                let name = line["kind"].as_str().unwrap();
                geometry(name, number(&line["n"]).unwrap_or(9), &places, &units)
            });
            let symbol = |&(_, character): &(Place, char)| geometry.alphabet().symbol(character);
            let (unsolved, solved) = (cells(&line["puzzle"]), solution);
            assert!(unsolved.iter().map(|it| it.0).eq(places), "{id}: the holes differ");
            let givens: Vec<Option<Symbol>> = unsolved.iter().map(symbol).collect();
            let puzzle = Puzzle::from_givens(geometry.clone(), &givens);
            let grid: Vec<Symbol> = solved.iter().map(|cell| symbol(cell).unwrap()).collect();
            assert!(number(&line["clues"]).is_none_or(|clues| clues == puzzle.clues()), "{id}");
            assert!(line["solutions"].as_str().is_none_or(|solutions| solutions == "1"), "{id}");
            let solution = Grid::new(grid);
            assert_eq!(referee::check(&puzzle, &solution), Ok(()), "{id}");
            Published { id, puzzle, solution }
        })
        .collect()
}

/// Returns the geometry of a layout.
pub(crate) fn laid_out(layout: &str) -> Geometry {
    let layout: Value = serde_json::from_str(layout).unwrap();
    let units = listed(&layout);
    let places: BTreeSet<Place> = units.iter().flatten().copied().collect();
    let places: Vec<Place> = places.into_iter().collect();
    let order = number(&layout["n"]).unwrap();
    Arc::unwrap_or_clone(geometry(layout["kind"].as_str().unwrap(), order, &places, &units))
}

/// Returns the cells, and the sets of cells that are regions.
pub(crate) fn shape(geometry: &Geometry) -> (Vec<Position>, BTreeSet<Vec<Position>>) {
    let places = |cells: &[usize]| {
        let mut places: Vec<_> = cells.iter().map(|&cell| geometry.position(cell)).collect();
        places.sort_unstable();
        places
    };
    let all: Vec<usize> = (0..geometry.cells()).collect();
    (places(&all), geometry.regions().iter().map(|region| places(&region.cells)).collect())
}

fn geometry(name: &str, order: usize, places: &[Place], units: &[Unit]) -> Arc<Geometry> {
    let cell_at: HashMap<Place, usize> =
        places.iter().enumerate().map(|(cell, &place)| (place, cell)).collect();
    let positions = places.iter().map(|&(row, column)| Position { row, column }).collect();
    let region = |(number, unit): (usize, &Unit)| Region {
        name: format!("unit {}", number + 1),
        cells: unit.iter().map(|place| cell_at[place]).collect(),
    };
    let regions = units.iter().enumerate().map(region).collect();
    let alphabet = Alphabet::standard(order).unwrap();
    Arc::new(Geometry::new(name, alphabet, positions, regions).unwrap())
}

/// Returns the units of a layout.
fn listed(layout: &Value) -> Vec<Unit> {
    let cell = |cell: &Value| (number(&cell[0]).unwrap(), number(&cell[1]).unwrap());
    let unit = |unit: &Value| list(&unit["cells"]).iter().map(cell).collect();
    list(&layout["units"]).iter().map(unit).collect()
}

/// Returns the units that a puzzle itself defines.
fn units(line: &Value) -> Vec<Unit> {
    if let Some(grids) = line["grids"].as_array() {
        let grids = grids.iter().flat_map(|grid| {
            let (top, left) = (number(&grid[0]).unwrap(), number(&grid[1]).unwrap());
            let inside = [lines(9), blocks(9, 3, 3)].concat();
            inside.into_iter().map(move |unit| {
                unit.into_iter().map(|(row, column)| (top + row, left + column)).collect()
            })
        });
        // Grids share whole blocks.
        return grids.collect::<BTreeSet<Unit>>().into_iter().collect();
    }
    let order = number(&line["n"]).unwrap();
    let areas = match &line["regions"] {
        Value::Null => {
            let [height, width] = [0, 1].map(|side| number(&line["box"][side]).unwrap());
            blocks(order, height, width)
        }
        picture => drawn(picture),
    };
    let diagonals = match line["kind"].as_str().unwrap() {
        "classic" | "jigsaw" => Vec::new(),
        "jigsaw+diagonals" => vec![
            (0..order).map(|i| (i, i)).collect(),
            (0..order).map(|i| (i, order - 1 - i)).collect(),
        ],
        kind => panic!("{kind} is not known"),
    };
    [lines(order), areas, diagonals].concat()
}

/// Returns rows and columns.
fn lines(order: usize) -> Vec<Unit> {
    let rows = (0..order).map(|row| (0..order).map(|column| (row, column)).collect());
    let columns = (0..order).map(|column| (0..order).map(|row| (row, column)).collect());
    rows.chain(columns).collect()
}

fn blocks(order: usize, height: usize, width: usize) -> Vec<Unit> {
    let mut blocks: BTreeMap<Place, Unit> = BTreeMap::new();
    for (row, column) in lines(order)[..order].concat() {
        blocks.entry((row / height, column / width)).or_default().push((row, column));
    }
    blocks.into_values().collect()
}

/// Returns the areas of a picture that gives each a letter.
fn drawn(picture: &Value) -> Vec<Unit> {
    let mut areas: BTreeMap<char, Unit> = BTreeMap::new();
    for (place, letter) in cells(picture) {
        areas.entry(letter).or_default().push(place);
    }
    areas.into_values().collect()
}

/// Returns the characters of a picture and their positions; a blank is a hole.
fn cells(picture: &Value) -> Vec<(Place, char)> {
    let rows = list(picture).iter().enumerate();
    rows.flat_map(|(row, text)| {
        let characters = text.as_str().unwrap().chars().enumerate();
        characters.map(move |(column, character)| ((row, column), character))
    })
    .filter(|&(_, character)| character != ' ')
    .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn number(value: &Value) -> Option<usize> {
    value.as_u64().map(|number| number as usize)
}
