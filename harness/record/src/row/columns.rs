//! What each column of `rows.csv` means. A test holds this table to the columns that are written, and
//! to names that need no quotes in SQL and Python.

use Kind::{Boolean, Integer, Number, Word};

use crate::column::{Column, Kind};

const fn column(
    name: &'static str,
    kind: Kind,
    unit: &'static str,
    meaning: &'static str,
) -> Column {
    Column { name, kind, unit, meaning }
}

const fn count(name: &'static str, meaning: &'static str) -> Column {
    column(name, Integer, "", meaning)
}

const fn time(name: &'static str, meaning: &'static str) -> Column {
    column(name, Integer, "ns", meaning)
}

const fn word(name: &'static str, meaning: &'static str) -> Column {
    column(name, Word, "", meaning)
}

/// The columns of `rows.csv`, in their order. An empty field was not measured or not counted.
pub const COLUMNS: &[Column] = &[
    count("schema", "The version of these columns"),
    word("run_id", "The run that the row belongs to"),
    word("corpus", "The corpus: the file without its folder and ending"),
    word("puzzle", "The name of the puzzle, or corpus:line"),
    word("puzzle_hash", "The first 64 bits of the hash of geometry and cells, in hexadecimal"),
    word(
        "iso_class",
        "The hash of the puzzle of which this one is an isomorph; its own if it is none",
    ),
    count("iso_seed", "The seed of the isomorph"),
    word("geometry", "The name of the geometry"),
    count("clues", "Given cells"),
    word("level", "The difficulty that the corpus states"),
    word("backend", "The id of the backend"),
    word(
        "version",
        "The version of the backend: that of the harness, and behind a + the crate that does the work",
    ),
    word("instruction_set", "The instructions that it uses, where it chooses among several"),
    word("task", "What was asked: first, unique or count"),
    count("rep", "The repetition, from 1; 0 is a pilot pass, to be left out of statistics"),
    count("invocation", "The process, from 1, where a run starts several"),
    count("plan_order", "The place of the trial in the plan, from 0"),
    count("worker", "The worker that ran the trial, from 0"),
    count("jobs", "The number of workers"),
    column("isolated", Boolean, "", "Whether the trial ran in a process of its own"),
    word("status", "What the backend claims, or why it gave no answer"),
    word("verified", "What is known of the claim: yes, no, disputed or unchecked"),
    count(
        "solutions",
        "Solutions found: a lower bound unless the status is unique, impossible or counted",
    ),
    time("wall_ns", "Wall time of the solve, less the cost of reading the clock"),
    time("wall_error_ns", "Bound of the error that the clock alone makes in wall_ns"),
    time("cpu_ns", "CPU time of the thread that solved, where it is long enough for its clock"),
    word("granularity", "What the times are the times of: solve, batch or pipe; block in schema 1"),
    count("timing_group", "The plan_order of the first trial with which this one shares its time"),
    count("timing_group_size", "How many trials share the time"),
    time("setup_ns", "Preparing the backend for the geometry, once for each worker"),
    time("encode_ns", "The part of the solve that encodes"),
    time("solve_ns", "The part of the solve that searches"),
    time("decode_ns", "The part of the solve that decodes"),
    time("trip_ns", "From the question to the answer, measured outside of a program of others"),
    count("nodes", "Search states entered"),
    count("bets", "Values tried where at least two were possible: guesses"),
    count(
        "conflicts",
        "Search states abandoned because a cell or a region had no possibility left",
    ),
    count("deductions", "Placements forced by propagation"),
    count("removals", "Candidates removed during the whole search, undone removals included"),
    count(
        "eliminations",
        "Candidates removed by a technique, beyond those that a placement removes",
    ),
    count("propagations", "Literals or cover operations propagated"),
    count("max_depth", "Largest number of bets open at once"),
    count("rounds", "Rounds begun: elimination as long as it leads to something, then deduction"),
    count(
        "passes",
        "Turns of techniques that led to something, or sweeps over all cells or regions",
    ),
    count("filled", "Cells that the backend filled"),
    column("fill_rate", Number, "", "filled / cells empty at the start; 1 when solved"),
    count("candidates_removed", "Initial candidates gone at the end, placements included"),
    column(
        "elimination_rate",
        Number,
        "",
        "candidates_removed / (initial candidates - empty cells)",
    ),
    word("techniques", "How often each technique led to something, as a JSON object"),
    count("variables", "Variables of the formula"),
    count("clauses", "Clauses of the formula"),
    count("updates", "Changes of the lists of an exact cover structure; counted with --memory"),
    count("accesses", "64-bit words of the structure read or written; counted with --memory"),
    count("input_updates", "The part of updates before the search"),
    count("input_accesses", "The part of accesses before the search"),
    count("colours", "Colours used"),
    count("colours_at_least", "No colouring has fewer colours: a claim"),
    word("certified", "Whether a proof of what no grid shows was accepted: yes or no"),
    column(
        "peak_bytes",
        Integer,
        "bytes",
        "Largest amount of memory held, in a pass that is not timed",
    ),
    time("limit_ns", "The time limit; empty without one"),
    count("limit_nodes", "The node limit"),
    count("limit_rounds", "The round limit"),
    word("error", "What went wrong, or a remark, in words"),
    word("solution", "The first solution, in the characters of the geometry"),
    word(
        "symbols",
        "The characters of the symbols of that solution, in order; empty if no puzzle's",
    ),
    word("contradicts", "What the corpus says that the answer contradicts"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::csv_header;

    /// Reserved in PostgreSQL, SQLite or Python, of words that a column could be called.
    const RESERVED: &str = "all and any array as asc assert async await both break case cast check \
        class collate column constraint continue create cross current def default del desc distinct \
        do elif else end except exists false finally for foreign from full global group having if \
        import in index initially inner intersect into is join key lambda leading left like limit \
        natural nonlocal not null offset on only or order outer overlaps pass placing primary raise \
        references return returning right row rows select set similar some symmetric table then to \
        trailing true try union unique update user using values when where while window with yield";

    #[test]
    fn every_column_has_a_meaning_and_a_name_that_needs_no_quotes() {
        let header = String::from_utf8(csv_header().unwrap()).unwrap();
        let written: Vec<&str> = header.trim_end().split(',').collect();
        let told: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(told, written);
        for name in told {
            assert!(!RESERVED.split_whitespace().any(|word| word == name), "{name}");
            assert_eq!(
                name.ends_with("_ns"),
                COLUMNS.iter().any(|c| c.name == name && c.unit == "ns")
            );
        }
    }
}
