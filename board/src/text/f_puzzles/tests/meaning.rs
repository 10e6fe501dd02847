//! A law: the grids that a board allows are those which satisfy what its fields mean, said without regions, relations
//! and automata.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::puzzle;
use crate::puzzle::Grid;
use crate::referee;

const SIZE: usize = 4;

/// A grid as rows of numbers.
type Rows = [[i32; SIZE]; SIZE];

/// Returns all Latin squares of order four.
fn squares() -> Vec<Rows> {
    let permutations: Vec<[i32; SIZE]> = (0..256)
        .map(|code| [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3].map(|it| it + 1))
        .filter(|row| (1..=4).all(|number| row.contains(&number)))
        .collect();
    let mut squares: Vec<Vec<[i32; SIZE]>> = vec![Vec::new()];
    for _ in 0..SIZE {
        let longer = squares.iter().flat_map(|square| {
            let fits = |row: &&[i32; SIZE]| {
                square.iter().all(|other| (0..SIZE).all(|at| other[at] != row[at]))
            };
            permutations.iter().filter(fits).map(|row| [&square[..], &[*row]].concat())
        });
        squares = longer.collect();
    }
    squares.into_iter().map(|rows| rows.try_into().expect("four rows")).collect()
}

fn parse(name: &Value) -> (usize, usize) {
    let digits: Vec<usize> = name
        .as_str()
        .unwrap()
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|it| (it - b'0').into())
        .collect();
    (digits[0], digits[1])
}

/// Returns the numbers of a list of cells.
fn numbers(rows: &Rows, cells: &Value) -> Vec<i32> {
    let number = |name: &Value| {
        let (row, column) = parse(name);
        rows[row - 1][column - 1]
    };
    cells.as_array().unwrap().iter().map(number).collect()
}

fn value(item: &Value, usual: i32) -> i32 {
    item["value"].as_str().map_or(usual, |text| text.parse().unwrap())
}

fn neighbours() -> impl Iterator<Item = [(usize, usize); 2]> {
    let cells = (0..SIZE * SIZE).map(|cell| (cell / SIZE, cell % SIZE));
    cells.flat_map(|(row, column)| {
        let later = [(row, column + 1), (row + 1, column)];
        let inside = later.into_iter().filter(|&(row, column)| row < SIZE && column < SIZE);
        inside.map(move |other| [(row, column), other]).collect::<Vec<_>>()
    })
}

/// Returns whether a pair of neighbours has a difference or a ratio.
fn is_marked(object: &Value, pair: [(usize, usize); 2]) -> bool {
    ["difference", "ratio"].iter().flat_map(|key| object[key].as_array()).flatten().any(|item| {
        let cells: Vec<_> = item["cells"].as_array().unwrap().iter().map(parse).collect();
        pair.iter().all(|&(row, column)| cells.contains(&(row + 1, column + 1)))
    })
}

/// Returns whether each item of a field holds.
fn holds(object: &Value, key: &str, rows: &Rows) -> bool {
    let at = |(row, column): (usize, usize)| rows[row][column];
    let differ =
        |numbers: &[i32]| (1..numbers.len()).all(|it| !numbers[..it].contains(&numbers[it]));
    let far = |offsets: &[(i32, i32)]| {
        (0..16).all(|cell| {
            let (row, column) = (cell / 4, cell % 4);
            offsets.iter().all(|(down, right)| {
                let (r, c) = (row + down, column + right);
                !(0..4).contains(&r)
                    || !(0..4).contains(&c)
                    || at((row as usize, column as usize)) != at((r as usize, c as usize))
            })
        })
    };
    let field = &object[key];
    match key {
        "diagonal-" => return differ(&[0, 1, 2, 3].map(|it| rows[it][it])),
        "diagonal+" => return differ(&[0, 1, 2, 3].map(|it| rows[it][3 - it])),
        "antiking" => return far(&[(1, 1), (1, -1)]),
        "antiknight" => return far(&[(1, 2), (1, -2), (2, 1), (2, -1)]),
        "disjointgroups" => {
            let group = |row: usize, column: usize| {
                [(0, 0), (0, 2), (2, 0), (2, 2)].map(|(r, c)| rows[row + r][column + c])
            };
            return (0..4).all(|it| differ(&group(it / 2, it % 2)));
        }
        "nonconsecutive" => {
            let free = |pair: &[(usize, usize); 2]| !is_marked(object, *pair);
            return neighbours().filter(free).all(|[a, b]| at(a).abs_diff(at(b)) != 1);
        }
        "negative" => {
            let free = |pair: &[(usize, usize); 2]| !is_marked(object, *pair);
            return neighbours()
                .filter(free)
                .all(|[a, b]| at(a) != 2 * at(b) && at(b) != 2 * at(a));
        }
        _ => {}
    }
    let marked: Vec<_> = field.as_array().unwrap().iter().map(|it| it["cell"].clone()).collect();
    field.as_array().unwrap().iter().all(|item| {
        let own = |key: &str| numbers(rows, &item[key]);
        let line = || numbers(rows, &item["lines"][0]);
        match key {
            "extraregion" => differ(&own("cells")),
            "killercage" => {
                let cells = own("cells");
                differ(&cells) && value(item, cells.iter().sum()) == cells.iter().sum::<i32>()
            }
            "xv" => own("cells").iter().sum::<i32>() == if item["value"] == "V" { 5 } else { 10 },
            "thermometer" => line().is_sorted_by(|a, b| a < b),
            "whispers" => line().windows(2).all(|it| (it[0] - it[1]).abs() >= value(item, 2)),
            "palindrome" => line().iter().eq(line().iter().rev()),
            "clone" => own("cells") == own("cloneCells"),
            "difference" => (own("cells")[0] - own("cells")[1]).abs() == value(item, 1),
            "ratio" => {
                let (cells, by) = (own("cells"), value(item, 2));
                cells[0] == by * cells[1] || cells[1] == by * cells[0]
            }
            "odd" => numbers(rows, &json!([item["cell"]]))[0] % 2 == 1,
            "even" => numbers(rows, &json!([item["cell"]]))[0] % 2 == 0,
            "minimum" | "maximum" => {
                let (row, column) = parse(&item["cell"]);
                let cell = (row - 1, column - 1);
                let sign = if key == "minimum" { 1 } else { -1 };
                let is_marked = |(row, column): (usize, usize)| {
                    marked.contains(&json!(format!("R{}C{}", row + 1, column + 1)))
                };
                neighbours().filter(|pair| pair.contains(&cell)).all(|[a, b]| {
                    let other = if a == cell { b } else { a };
                    is_marked(other) || sign * at(cell) < sign * at(other)
                })
            }
            "sandwichsum" => {
                let (row, column) = parse(&item["cell"]);
                let cells = match row {
                    0 => [0, 1, 2, 3].map(|it| rows[it][column - 1]),
                    _ => rows[row - 1],
                };
                let place = |number| cells.iter().position(|&it| it == number).unwrap();
                let (a, b) = (place(1).min(place(4)), place(1).max(place(4)));
                cells[a + 1..b].iter().sum::<i32>() == value(item, 0)
            }
            "littlekillersum" => {
                let (_, column) = parse(&item["cell"]);
                let cells = (0..4).filter_map(|row| rows[row].get(column + row));
                cells.sum::<i32>() == value(item, 0)
            }
            _ => panic!("no meaning of {key}"),
        }
    })
}

/// Returns a field with random items.
fn field() -> impl Strategy<Value = (&'static str, Value)> {
    let flags =
        ["diagonal-", "diagonal+", "antiking", "antiknight", "disjointgroups", "nonconsecutive"];
    let lists = [
        "extraregion",
        "killercage",
        "xv",
        "thermometer",
        "whispers",
        "palindrome",
        "clone",
        "difference",
        "ratio",
        "odd",
        "even",
        "minimum",
        "maximum",
        "sandwichsum",
        "littlekillersum",
    ];
    let cells = Just((0..SIZE * SIZE).collect::<Vec<_>>()).prop_shuffle();
    let item =
        (cells, 2..5_usize, prop::option::of(1..7_u8)).prop_map(|(cells, length, number)| {
            let name = |&cell: &usize| format!("R{}C{}", cell / SIZE + 1, cell % SIZE + 1);
            (cells.iter().map(name).collect::<Vec<_>>(), length, number)
        });
    let list = (prop::sample::select(lists.to_vec()), prop::collection::vec(item, 1..3));
    let list = list.prop_map(|(key, items)| {
        let items = items.into_iter().map(|(cells, length, number)| {
            let text = number.map(|number| number.to_string());
            match key {
                "extraregion" => json!({ "cells": cells[..length] }),
                "killercage" => json!({ "cells": cells[..length], "value": text.map(|it| format!("1{it}").replace("11", "3")) }),
                "xv" => json!({ "cells": cells[..2], "value": if length % 2 == 0 { "X" } else { "V" } }),
                "thermometer" | "palindrome" => json!({ "lines": [cells[..length.min(3)]] }),
                "whispers" => json!({ "lines": [cells[..length.min(3)]], "value": (length - 1).to_string() }),
                "clone" => json!({ "cells": cells[..1], "cloneCells": cells[1..2] }),
                "difference" | "ratio" => json!({ "cells": cells[..2], "value": (length > 2).then(|| (length - 1).to_string()) }),
                "sandwichsum" => json!({ "cell": if length == 2 { "R0C2" } else { "R3C0" }, "value": text.unwrap_or("0".into()) }),
                "littlekillersum" => json!({ "cell": format!("R0C{}", length - 2), "direction": "DR", "value": text.unwrap_or("8".into()) }),
                _ => json!({ "cell": cells[0] }),
            }
        });
        (key, items.collect::<Value>())
    });
    prop_oneof![
        1 => prop::sample::select(flags.to_vec()).prop_map(|key| (key, json!(true))),
        1 => Just(("negative", json!(["ratio"]))),
        5 => list,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn a_board_allows_the_grids_that_its_fields_mean(
        fields in prop::collection::vec(field(), 0..3), has_blocks in any::<bool>(),
    ) {
        let cell = if has_blocks { json!({}) } else { json!({ "region": null }) };
        let mut object = json!({ "grid": vec![vec![cell; SIZE]; SIZE] });
        for (key, field) in fields {
            // Groups and ratios depend on other fields; one of a kind is enough.
            if (key != "disjointgroups" || has_blocks) && object[key].is_null() {
                object[key] = field;
            }
        }
        let excludes = object["ratio"].as_array().is_some_and(|it| it.iter().any(|it| value(it, 2) != 2));
        prop_assume!(!excludes || object["negative"].is_null());
        let puzzle = puzzle(&object.to_string());
        let keys: Vec<String> = object.as_object().unwrap().keys().filter(|it| *it != "grid").cloned().collect();
        let blocks = |rows: &Rows| [0, 2].iter().all(|&row| [0, 2].iter().all(|&column| {
            let mut numbers: Vec<i32> = (0..4).map(|it| rows[row + it / 2][column + it % 2]).collect();
            numbers.sort_unstable();
            numbers == [1, 2, 3, 4]
        }));
        for rows in squares() {
            let wanted = keys.iter().all(|key| holds(&object, key, &rows)) && (!has_blocks || blocks(&rows));
            let grid = Grid::new(rows.concat().iter().map(|&it| it as u8 - 1).collect::<Vec<_>>());
            prop_assert_eq!(referee::check(&puzzle, &grid).is_ok(), wanted, "{:?} {}", rows, object);
        }
    }
}
