//! The canonical form, held against brute force, published facts, random isomorphs, and (where
//! the environment names them) published collections.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Arc;

use board::symmetry::{Canonical, Symmetries, Symmetry, canonical};
use board::text::line;
use board::{Geometry, Puzzle, SymbolSet, catalog};
use proptest::prelude::*;

/// The first grid of all in the dictionary of canonical grids.
const FIRST_GRID: &str =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
/// The last one; it has 72 automorphisms.
const LAST_GRID: &str =
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543";
/// The grid with the most automorphisms: 648.
const MOST_SYMMETRIC_GRID: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

/// From Royle's list of puzzles with 17 clues: 47,653 of its 49,158 lines are canonical forms.
const SEVENTEENS: [&str; 6] = [
    ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
    "................12..3.45...........4.1.6......2.7.1.......3...7...2......85...4..",
    "..............1..2..3....4.....3......564.....7....1.8...45....18.....9.2........",
    "..............1.23..4.56......2.......1...4...3..........7....14.....6..85.3.....",
    "........1.......23..4..5.........6...1.78.....3..2.........45.......6...32......8",
    "........1.....2.34.56..........4.5....4.1.....7....8.....6....2...8..9..4........",
];

/// One of the lines that are not, and its form.
const NOT_LEAST: [&str; 2] = [
    "........1.......2...3..4...........5.....34..26..........12..6...4.7......8...97.",
    "........1........2..3.45........6.4..1.2.7...8.....9.....17.......8.......4....3.",
];

fn classic(order: usize) -> Arc<Geometry> {
    Arc::new(catalog::classic(order).unwrap())
}

fn puzzle(text: &str) -> Puzzle {
    line::parse(text, &classic(if text.len() == 16 { 4 } else { 9 })).unwrap()
}

fn write(puzzle: &Puzzle) -> String {
    line::write(puzzle.geometry().alphabet(), &puzzle.givens())
}

fn form(text: &str) -> String {
    write(&canonical(&puzzle(text)).unwrap().puzzle)
}

/// Returns the definition, word by word: the first in the dictionary of all isomorphs, found among
/// all permutations of lines; and how many of these make it.
fn brute_force(text: &str) -> (String, u64) {
    let cells = text.as_bytes();
    let size = cells.len().isqrt();
    let lines = orders_of_lines(size.isqrt());
    let (mut least, mut times) = (vec![u8::MAX; cells.len()], 0);
    for turned in [false, true] {
        for rows in &lines {
            for columns in &lines {
                let source = |place: usize| {
                    let (row, column) = (rows[place / size], columns[place % size]);
                    cells[if turned { column * size + row } else { row * size + column }]
                };
                match compare(source, &least) {
                    Some(image) if image < least => (least, times) = (image, 1),
                    Some(_) => times += 1,
                    None => {}
                }
            }
        }
    }
    (String::from_utf8(least).unwrap(), times)
}

/// Returns the image, labelled in the order of appearance; `None` as soon as it is greater than
/// `least`.
fn compare(source: impl Fn(usize) -> u8, least: &[u8]) -> Option<Vec<u8>> {
    let (mut labels, mut next, mut is_less) = ([0; 256], b'1', false);
    let mut image = [0; 81];
    for place in 0..least.len() {
        let given = source(place);
        if given != b'.' && labels[usize::from(given)] == 0 {
            labels[usize::from(given)] = next;
            next += 1;
        }
        image[place] = if given == b'.' { b'.' } else { labels[usize::from(given)] };
        if !is_less && image[place] > least[place] {
            return None;
        }
        is_less |= image[place] < least[place];
    }
    Some(image[..least.len()].to_vec())
}

/// Returns all orders of the lines that keep bands of `band` lines together.
fn orders_of_lines(band: usize) -> Vec<Vec<usize>> {
    let orders = permutations(band);
    let mut lines: Vec<Vec<usize>> = vec![Vec::new()];
    for place in 0..band {
        lines = lines
            .iter()
            .flat_map(|before| orders.iter().map(move |order| (before, order)))
            .map(|(before, order)| {
                let band = order.iter().map(|line| place * band + line);
                before.iter().copied().chain(band).collect()
            })
            .collect();
    }
    let bands = |lines: &Vec<usize>| {
        let lines = lines.clone();
        orders.iter().map(move |order| {
            order.iter().flat_map(|b| lines[b * band..(b + 1) * band].to_vec()).collect()
        })
    };
    lines.iter().flat_map(|it| bands(it).collect::<Vec<Vec<usize>>>()).collect()
}

fn permutations(size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let insert = |rest: Vec<usize>| {
        (0..size).map(move |place| {
            let mut longer = rest.clone();
            longer.insert(place, size - 1);
            longer
        })
    };
    permutations(size - 1).into_iter().flat_map(insert).collect()
}

#[track_caller]
fn check_against_brute_force(text: &str) {
    let found = canonical(&puzzle(text)).unwrap();
    assert_eq!((write(&found.puzzle), found.automorphisms), brute_force(text), "{text}");
}

#[test]
fn brute_force_knows_the_orders_of_lines() {
    let mut lines = orders_of_lines(3);
    assert_eq!(lines.len(), 6 * 6 * 6 * 6);
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 1296);
    assert!(lines.contains(&vec![6, 8, 7, 1, 0, 2, 5, 4, 3]));
    assert!(!lines.contains(&vec![6, 8, 1, 7, 0, 2, 5, 4, 3]));
}

#[test]
fn brute_force_agrees_on_nine() {
    for text in [SEVENTEENS[2], NOT_LEAST[0], NOT_LEAST[1], LAST_GRID] {
        check_against_brute_force(text);
    }
    // Empty bands and stacks, and symmetric patterns, where much is interchangeable.
    let lone = ".".repeat(40) + "5" + &".".repeat(40);
    let diagonal: String = (0..81)
        .map(|cell| if cell % 10 == 0 { char::from(b'1' + cell / 10) } else { '.' })
        .collect();
    let band = "1234567892.......13.......2".to_string() + &".".repeat(54);
    for text in [".".repeat(81), lone, diagonal, band] {
        check_against_brute_force(&text);
    }
}

#[test]
fn all_grids_of_four_fall_into_two_classes() {
    // 2⁷ permutations of the cells and 4! of the symbols act on 288 grids; an orbit of n grids
    // has 2⁷ · 4! / n automorphisms.
    let rows = permutations(4);
    let mut classes: BTreeMap<String, (usize, u64)> = BTreeMap::new();
    for choice in 0..24 * 24 * 24 * 24 {
        let row = |number: u32| &rows[choice / 24_usize.pow(number) % 24];
        let text: String = (0..4)
            .flat_map(|number| row(number).iter().map(|&symbol| char::from(b'1' + symbol as u8)))
            .collect();
        let puzzle = puzzle(&text);
        if board::referee::standing(puzzle.geometry(), &puzzle.givens()).code() == 1 {
            let found = canonical(&puzzle).unwrap();
            let class = classes.entry(write(&found.puzzle)).or_insert((0, found.automorphisms));
            class.0 += 1;
            assert_eq!(class.1, found.automorphisms);
        }
    }
    let expected = [("1234341221434321", (96, 32)), ("1234341223414123", (192, 16))];
    assert_eq!(classes.into_iter().collect::<Vec<_>>(), expected.map(|(t, n)| (t.to_string(), n)));
}

#[test]
fn published_forms_are_their_own_canonical_forms() {
    for text in SEVENTEENS.iter().chain([&FIRST_GRID, &LAST_GRID, &NOT_LEAST[1]]) {
        assert_eq!(form(text), *text);
    }
    assert_eq!(form(NOT_LEAST[0]), NOT_LEAST[1]);
}

#[test]
fn published_numbers_of_automorphisms_are_found() {
    let automorphisms = |text: &str| canonical(&puzzle(text)).unwrap().automorphisms;
    assert_eq!(automorphisms(MOST_SYMMETRIC_GRID), 648);
    assert_eq!(automorphisms(LAST_GRID), 72);
    assert_eq!(SEVENTEENS.map(automorphisms), [1; 6]);
    assert_eq!(automorphisms(&".".repeat(81)), 2 * 1296 * 1296);
    // The orders of lines that leave one line where it is are 1296 / 9.
    assert_eq!(automorphisms(&("1".to_string() + &".".repeat(80))), 2 * 144 * 144);
}

#[test]
fn puzzles_that_only_count_alike_are_told_apart() {
    // Givens in the same cells, and digits that occur equally often.
    let alike = [
        ".................1..2..3.4......2.....4...56..7..18....1......8.9.5.....8......3.",
        ".................1..2..3.4......2.....5...67..8..19....1......9.4.6.....9......3.",
    ];
    assert_ne!(form(alike[0]), form(alike[1]));
    // One given of a full grid is missing; the two grids are not isomorphic either.
    assert_ne!(form(&FIRST_GRID.replacen('1', ".", 1)), form(&LAST_GRID.replacen('1', ".", 1)));
    assert_ne!(form("12.............."), form("1.2............."));
    assert_eq!(form("12.............."), form("3...4..........."));
}

#[test]
fn other_puzzles_have_no_form() {
    let mut allowed: Vec<_> = puzzle(SEVENTEENS[0]).allowed().collect();
    allowed[0] = SymbolSet::from_bits(0b11);
    assert_eq!(canonical(&Puzzle::from_allowed(classic(9), allowed.clone())), None);
    allowed[0] = SymbolSet::EMPTY;
    assert_eq!(canonical(&Puzzle::from_allowed(classic(9), allowed)), None);
    for geometry in ["classic6", "classic16", "latin4", "latin9", "windoku", "x", "x4"] {
        let geometry = Arc::new(catalog::named(geometry).unwrap());
        assert_eq!(canonical(&Puzzle::empty(geometry)), None);
    }
}

#[test]
fn names_and_order_of_regions_do_not_matter() {
    let nine = classic(9);
    let positions = (0..81).map(|cell| nine.position(cell)).collect();
    let mut regions = nine.regions().to_vec();
    regions.reverse();
    regions[4].cells.reverse();
    let mine = Geometry::new("mine", nine.alphabet().clone(), positions, regions).unwrap();
    let found = canonical(&line::parse(NOT_LEAST[0], &Arc::new(mine)).unwrap()).unwrap();
    assert_eq!(write(&found.puzzle), NOT_LEAST[1]);
    assert_eq!(found.puzzle.geometry().name(), "mine");
}

/// Everything that holds for a puzzle and one of its isomorphs.
fn check_isomorph(puzzle: &Puzzle, symmetry: &Symmetry) -> Result<(), TestCaseError> {
    let isomorph = symmetry.apply(puzzle);
    let (found, again) = (canonical(puzzle).unwrap(), canonical(&isomorph).unwrap());
    prop_assert_eq!(&found.puzzle, &again.puzzle);
    prop_assert_eq!(found.automorphisms, again.automorphisms);
    prop_assert_eq!(&canonical(&found.puzzle).unwrap().puzzle, &found.puzzle);
    prop_assert!(write(&found.puzzle) <= write(&isomorph), "a lesser isomorph");
    for (puzzle, Canonical { puzzle: form, symmetry, .. }) in [(puzzle, found), (&isomorph, again)]
    {
        prop_assert_eq!(&symmetry.apply(puzzle), &form);
        let (cells, symbols) = (symmetry.cells().to_vec(), symmetry.symbols().to_vec());
        prop_assert_eq!(Symmetry::new(puzzle.geometry(), cells, symbols), Some(symmetry));
    }
    Ok(())
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn isomorphs_have_one_form(
        grid in prop::sample::select(vec![FIRST_GRID, LAST_GRID, MOST_SYMMETRIC_GRID]),
        shown in prop::collection::vec(0..100_u32, 81),
        share in 0..=60_u32,
        seed: u64,
    ) {
        let text: String = grid
            .chars()
            .zip(shown)
            .map(|(digit, chance)| if chance < share { digit } else { '.' })
            .collect();
        check_isomorph(&puzzle(&text), &Symmetry::random(&classic(9), seed))?;
    }

    #[test]
    fn published_puzzles_and_their_isomorphs_have_one_form(
        text in prop::sample::select([SEVENTEENS.as_slice(), &NOT_LEAST].concat()),
        seed: u64,
    ) {
        check_isomorph(&puzzle(text), &Symmetry::random(&classic(9), seed))?;
    }

    #[test]
    fn givens_that_contradict_each_other_have_a_form_too(
        text in "[.1-9]{81}|[.1]{81}|[.12]{81}|[.]{40}[1-9]{9}[.]{32}",
        seed: u64,
    ) {
        check_isomorph(&puzzle(&text), &Symmetry::random(&classic(9), seed))?;
    }

    #[test]
    fn brute_force_agrees_on_four(text in "[.1-4]{16}|[.12]{16}|[.]{8}[.1-4]{8}|[.]{5}[.1-4]{11}") {
        check_against_brute_force(&text);
    }
}

#[test]
fn full_grids_and_their_isomorphs_have_one_form() {
    for text in [FIRST_GRID, LAST_GRID, MOST_SYMMETRIC_GRID] {
        let symmetries = Symmetries::of(&classic(9));
        (0..10).for_each(|seed| check_isomorph(&puzzle(text), &symmetries.random(seed)).unwrap());
    }
}

/// Returns the puzzles of a published collection, or a loud word that they are not there.
fn collection(name: &str) -> Option<Vec<Puzzle>> {
    let Some(folder) = std::env::var_os("SUDOKU_CORPORA") else {
        // Not `eprintln`, which the test harness would swallow.
        let word = "set SUDOKU_CORPORA to the folder of the published collections";
        std::io::stderr().write_all(format!("SKIPPED {name}: {word}\n").as_bytes()).unwrap();
        return None;
    };
    let path = std::path::Path::new(&folder).join("nine").join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("SUDOKU_CORPORA is set, but {}: {error}", path.display()));
    let nine = classic(9);
    let lines = text.lines().filter(|text| !line::without_comment(text).trim().is_empty());
    Some(lines.map(|text| line::parse(text, &nine).unwrap()).collect())
}

/// Counts the puzzles and the classes of a collection, by the forms of seeded isomorphs.
fn classes(puzzles: &[Puzzle]) -> (usize, usize) {
    let symmetries = Symmetries::of(&classic(9));
    let mut forms: Vec<String> = puzzles
        .iter()
        .zip(0..)
        .map(|(puzzle, seed)| {
            let isomorph = symmetries.random(seed).apply(puzzle);
            let found = canonical(&isomorph).unwrap();
            assert_eq!(found.symmetry.apply(&isomorph), found.puzzle);
            let form = write(&found.puzzle);
            assert!(form <= write(puzzle), "a lesser isomorph is published");
            form
        })
        .collect();
    forms.sort_unstable();
    forms.dedup();
    (puzzles.len(), forms.len())
}

#[test]
fn the_published_puzzles_with_17_clues_are_all_different() {
    let Some(puzzles) = collection("17_clue.txt") else { return };
    assert_eq!(classes(&puzzles), (49_158, 49_158));
    let is_form = |puzzle: &&Puzzle| canonical(puzzle).unwrap().puzzle == **puzzle;
    assert_eq!(puzzles.iter().filter(is_form).count(), 47_653);
}

#[test]
fn the_hardest_published_puzzles_are_all_different_but_two() {
    let Some(puzzles) = collection("forum_hardest_1106.txt") else { return };
    assert_eq!(classes(&puzzles), (375, 375));
    let Some(puzzles) = collection("magictour_top1465.txt") else { return };
    assert_eq!(classes(&puzzles), (1465, 1464));
}
