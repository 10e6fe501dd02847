//! The size of the page of `harness report`: 50,000 puzzles × 10 backends must fit into five megabytes, with
//! givens, solutions and all counters. Random rows of 1,000 puzzles give the size of one. (For heavy-tailed counters,
//! which are rounded, see `fit_tests.rs` of the workbench.)

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use board::catalog;
use board::seed::{ChaCha8Rng, seeded};
use rand::RngExt;
use rand::seq::SliceRandom;
use record::hash::PuzzleHasher;
use serde_json::Value;

use crate::browser::Browser;

const GIVENS: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

const PUZZLES: usize = 1_000;
const BACKENDS: usize = 10;

/// The puzzles that have to fit, and the size of the page without their columns: 1,000 puzzles are in the plots.
const MANY: usize = 50_000;
const REST: usize = 600_000;

/// Returns the same puzzle with rows, columns and symbols permuted, and its solution.
fn isomorph(chance: &mut ChaCha8Rng) -> [String; 2] {
    let mut order = || {
        let mut bands: Vec<Vec<usize>> =
            (0..3).map(|band| (3 * band..3 * band + 3).collect()).collect();
        bands.iter_mut().for_each(|band| band.shuffle(chance));
        bands.shuffle(chance);
        bands.concat()
    };
    let (rows, columns) = (order(), order());
    let mut digits: Vec<char> = ('1'..='9').collect();
    digits.shuffle(chance);
    [GIVENS, SOLUTION].map(|text| {
        let cells: Vec<char> = text.chars().collect();
        let symbol = |cell: char| cell.to_digit(10).map_or('.', |it| digits[it as usize - 1]);
        let cell = |at: usize| symbol(cells[9 * rows[at / 9] + columns[at % 9]]);
        (0..81).map(cell).collect()
    })
}

/// Makes a page about a run whose bets are log-uniform up to a maximum, and whose times and other counters follow
/// them, as they do in tree searches.
fn make_page(folder: &Path, most_bets: f64) -> String {
    let mut chance = seeded(1, 1);
    let mut puzzles = String::from(
        "puzzle_hash,corpus,puzzle,iso_class,iso_seed,geometry,cells,clues,level,expect,givens,candidates\n",
    );
    let mut rows = String::from(
        "backend,corpus,puzzle,puzzle_hash,geometry,clues,status,verified,rep,wall_ns,cpu_ns,nodes,bets,\
         conflicts,limit_ns,solution,symbols\n",
    );
    let hasher = PuzzleHasher::new(&catalog::classic(9).expect("nine is an order"));
    for number in 1..=PUZZLES {
        let [givens, solution] = isomorph(&mut chance);
        let line: [u8; 81] = givens.as_bytes().try_into().expect("81 cells");
        let hash = hasher.hash_line(&line).0;
        let _ = writeln!(puzzles, "{hash},c,c:{number},{number},,classic9,81,21,,unique,{givens},");
        let hardness = chance.random_range(0.0..most_bets.ln() - 1.0);
        for backend in 0..BACKENDS {
            let noise: f64 = chance.random_range(0.0..1.0);
            let bets = (f64::exp(hardness + noise) - 1.0).floor();
            let wall = 2_000.0 + 300.0 * bets * (1.0 + noise);
            let wall = wall + chance.random_range(0.0..100.0);
            let cpu = wall * chance.random_range(0.99..1.01) + 300.0;
            let (nodes, conflicts) = (2.0 * bets + 1.0, bets * chance.random_range(0.4..0.6));
            let _ = writeln!(
                rows,
                "made/b{backend},c,c:{number},{hash},classic9,21,unique,yes,1,{wall:.0},{cpu:.0},\
                 {nodes:.0},{bets:.0},{conflicts:.0},1000000000,{solution},123456789"
            );
        }
    }
    fs::write(folder.join("puzzles.csv"), puzzles).expect("a file");
    fs::write(folder.join("rows.csv"), rows).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_harness"))
        .current_dir(folder)
        .args(["report", "rows.csv", "-o", "page.html"])
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::read_to_string(folder.join("page.html")).expect("a page")
}

/// Returns the data of the table.
fn table(page: &str) -> Value {
    let (_, table) = page.split_once("id=\"table\">").expect("the table");
    serde_json::from_str(table.split("</script>").next().expect("its end")).expect("JSON")
}

#[test]
fn fifty_thousand_puzzles_of_ten_backends_fit_into_five_megabytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = make_page(folder.path(), 55.0);
    assert!(!page.contains("the table lacks"));
    let table = table(&page);
    let sections = table["sections"].as_object().expect("sections");
    for name in ["boards", "time", "cpu", "nodes", "bets", "conflicts"] {
        assert!(sections.contains_key(name), "{name}");
    }
    let size = |(name, text): (&String, &Value)| (text.as_str().map_or(0, str::len), name.clone());
    let mut sizes: Vec<(usize, String)> = sections.iter().map(size).collect();
    sizes.sort();
    let columns: usize = sizes.iter().map(|size| size.0).sum();
    assert!(columns * (MANY / PUZZLES) + REST < 5_000_000, "{columns}: {sizes:?}");
}

#[test]
fn a_page_has_all_values_of_heavy_tailed_counters() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = make_page(folder.path(), 1e6);
    let from = table(&page)["differences"].clone();
    for name in ["cpu", "nodes", "bets", "conflicts"] {
        assert!(from[name].is_string(), "{name} is whole: {from}");
    }
    let Some(mut page) = Browser::open(&folder.path().join("page.html"), folder.path()) else {
        return;
    };
    page.wait("document.querySelector('#grid-rows .row')");
    let saved = page.saved(folder.path(), "#bench-csv", "selection.csv");
    let key = |row: &HashMap<String, String>| (row["backend"].clone(), row["puzzle"].clone());
    let shown: HashMap<_, _> = csv(&saved).into_iter().map(|row| (key(&row), row)).collect();
    let rows = csv(&fs::read_to_string(folder.path().join("rows.csv")).expect("rows"));
    assert_eq!((shown.len(), rows.len()), (PUZZLES * BACKENDS, PUZZLES * BACKENDS));
    for row in rows {
        for column in ["wall_ns", "cpu_ns", "nodes", "bets", "conflicts"] {
            let value =
                |row: &HashMap<String, String>| row[column].parse::<f64>().expect("a number");
            let (exact, shown) = (value(&row), value(&shown[&key(&row)]));
            assert!((exact - shown).abs() <= exact * 0.005, "{column}: {exact}, {shown}");
        }
    }
    assert_eq!(page.problems(), [""; 0]);
}

/// Returns the rows of a table by the names of its columns.
fn csv(text: &str) -> Vec<HashMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().collect::<Result<_, _>>().expect("rows")
}
