//! Word rectangles: each row is a word across, each column a word down. The squares are secondary
//! items, and their letters are colours, on which a row and a column agree where they cross (Knuth,
//! §7.2.2.1).

use std::collections::BTreeSet;

use board::instance::{Colour, Entry, ExactCover, Item};

/// Returns the problem of a rectangle whose rows are words of `across` and whose columns are words of
/// `down`, those with the right number of letters. A word may occur several times.
pub fn word_rectangles(height: usize, width: usize, across: &[&str], down: &[&str]) -> ExactCover {
    let letters: BTreeSet<char> = across.iter().chain(down).flat_map(|word| word.chars()).collect();
    let letters: Vec<char> = letters.into_iter().collect();
    let numbered = |letter: char, count| (1..=count).map(move |i| format!("{letter}{i}"));
    let lines = numbered('A', height).chain(numbered('D', width)).collect();
    let squares = (0..height * width).map(|i| format!("r{}c{}", i / width + 1, i % width + 1));
    let colours = letters.iter().map(char::to_string).collect();
    let mut problem = ExactCover::new(lines, squares.collect(), colours);
    let mut add = |line: usize, word: &str, square: &dyn Fn(usize) -> usize| {
        let coloured = word.chars().enumerate().map(|(place, letter)| {
            let colour = letters.binary_search(&letter).expect("a letter of the words") as Colour;
            let item = (height + width + square(place)) as Item;
            Entry { item, colour: Some(colour) }
        });
        let entries = std::iter::once(Entry::plain(line as Item)).chain(coloured);
        problem.add_option(entries).expect("a line and its squares");
    };
    for row in 0..height {
        for word in across.iter().filter(|word| word.chars().count() == width) {
            add(row, word, &|place| row * width + place);
        }
    }
    for column in 0..width {
        for word in down.iter().filter(|word| word.chars().count() == height) {
            add(height + column, word, &|place| place * width + column);
        }
    }
    problem
}
