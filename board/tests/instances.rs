//! Readers of instances: no text makes them panic, and what they write they read back.

use board::Graph;
use board::instance::{
    Entry, ExactCover, Formula, Literal, Multiplicity, read_cover, read_formula, read_graph,
    write_cover, write_formula, write_graph,
};
use proptest::prelude::*;

/// Returns a problem with a primary item and names that say their numbers.
fn problems() -> impl Strategy<Value = ExactCover> {
    let option = prop::collection::btree_map(0_u32..8, prop::option::of(0_u32..3), 1..5);
    let bounds = prop::collection::vec((0_u32..3, 0_u32..3), 8);
    (1_usize..8, prop::collection::vec(option, 0..12), bounds).prop_map(
        |(primary, options, bounds)| {
            let names = |letter: char, n: usize| (0..n).map(|i| format!("{letter}{i}")).collect();
            let mut problem = ExactCover::new(names('p', primary), names('s', 8 - primary), {
                // Colours are numbered as they come, and so are they read.
                let mut seen: Vec<u32> = Vec::new();
                let entries = options.iter().flatten();
                entries.filter(|entry| *entry.0 as usize >= primary).for_each(|(_, colour)| {
                    seen.extend(colour.filter(|colour| !seen.contains(colour)));
                });
                seen.iter().map(u32::to_string).collect()
            });
            for (item, &(low, more)) in (0..primary as u32).zip(&bounds) {
                let multiplicity = Multiplicity { low, high: (low + more).max(1) };
                problem
                    .set_multiplicity(item, multiplicity)
                    .expect("a primary item and bounds in order");
            }
            for option in options {
                let entries = option.into_iter().map(|(item, colour)| {
                    let colour = colour.filter(|_| item as usize >= primary);
                    let named = |colour: u32| {
                        let is_it =
                            |&number: &u32| problem.colour_name(number) == colour.to_string();
                        (0..problem.colours() as u32).find(is_it).expect("a colour that was seen")
                    };
                    Entry { item, colour: colour.map(named) }
                });
                let entries: Vec<Entry> = entries.collect();
                let option = problem.add_option(entries).expect("items and colours that exist");
                problem.set_cost(option, bounds[option % 8].0 as i64 - 1);
            }
            problem
        },
    )
}

fn formulas() -> impl Strategy<Value = Formula> {
    let clause = prop::collection::vec((0_u32..9, any::<bool>()), 0..5);
    prop::collection::vec(clause, 0..12).prop_map(|clauses| {
        let mut formula = Formula::new(9);
        for clause in clauses {
            let make = |(variable, sign)| Literal::new(variable, sign);
            formula.add_clause(clause.into_iter().map(make));
        }
        formula
    })
}

fn graphs() -> impl Strategy<Value = Graph> {
    let edge = (0_usize..9, 1_usize..9).prop_map(|(a, step)| (a, (a + step) % 9));
    prop::collection::vec(edge, 0..30)
        .prop_map(|edges| Graph::new(9, edges).expect("ends that exist and differ"))
}

proptest! {
    #[test]
    fn a_problem_that_was_written_reads_back(problem in problems()) {
        prop_assert_eq!(read_cover(&write_cover(&problem).unwrap()), Ok(problem));
    }

    #[test]
    fn a_formula_that_was_written_reads_back(formula in formulas()) {
        prop_assert_eq!(read_formula(&write_formula(&formula)), Ok(formula));
    }

    #[test]
    fn a_graph_that_was_written_reads_back(graph in graphs()) {
        prop_assert_eq!(read_graph(&write_graph(&graph)).map(|it| it.graph), Ok(graph));
    }

    #[test]
    fn a_text_is_read_as_what_it_is_written_or_refused_in_a_place_of_it(
        text in r"(a|b|c|x|\||:| | |:1|\n|\t|ü|\u{feff}|\r\n){0,40}",
    ) {
        match read_cover(&text) {
            Ok(problem) => {
                // A line of items may have none before its bar, and then it is a comment.
                if let Ok(written) = write_cover(&problem) {
                    prop_assert_eq!(read_cover(&written), Ok(problem));
                }
            }
            Err(error) => prop_assert!(has_place(&text, error.line, error.column), "{}", error),
        }
    }

    #[test]
    fn a_formula_is_read_or_refused_in_a_place_of_it(
        text in r"(p cnf 3 2\n){0,2}(p|cnf|c |%|1|2|-3|0|-|99999999999999999999| | |\n|\t|ü|\r\n){0,40}",
    ) {
        if let Err(error) = read_formula(&text) {
            prop_assert!(has_place(&text, error.line, error.column), "{}", error);
        }
    }

    #[test]
    fn a_graph_is_read_or_refused_in_a_place_of_it(
        text in r"(p (edge|col) 3 2\n){0,2}(p|edge|e |c|n |1|2|3|-1|0|99999999999999999999| | |\n|\t|ü|\r\n){0,40}",
    ) {
        match read_graph(&text) {
            Ok(read) => {
                let again = read_graph(&write_graph(&read.graph));
                prop_assert_eq!(again.map(|it| it.graph), Ok(read.graph));
            }
            Err(error) => prop_assert!(has_place(&text, error.line, error.column), "{}", error),
        }
    }
}

/// Returns whether a line and a column are inside of a text, or just after a line of it.
fn has_place(text: &str, line: usize, column: usize) -> bool {
    let found = text.lines().nth(line - 1).unwrap_or_default();
    line <= text.lines().count().max(1) && column <= found.chars().count() + 1
}
