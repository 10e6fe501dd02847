//! The meaning of each column of `rows.csv`. A test keeps this table equal to the columns that are
//! written, and their names free of words that need quotes in SQL or Python.

use ColumnType::{Boolean, Integer, Number, Text};

use crate::column::{Column, ColumnType};

const fn column(
    name: &'static str,
    kind: ColumnType,
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

const fn text(name: &'static str, meaning: &'static str) -> Column {
    column(name, Text, "", meaning)
}

/// The columns of `rows.csv`, in their order. An empty field was not measured or not counted.
pub const COLUMNS: &[Column] = &[
    count("schema", "The version of these columns"),
    text("run_id", "The run that the row belongs to"),
    text("corpus", "The corpus: the file without its folder and ending"),
    text("puzzle", "The name of the puzzle, or corpus:line"),
    text("puzzle_hash", "The first 64 bits of the hash of geometry and cells, in hexadecimal"),
    text("iso_class", "The hash of the puzzle that this one is an isomorph of, or its own"),
    count("iso_seed", "The seed of the isomorph"),
    text("geometry", "The name of the geometry"),
    count("clues", "Given cells"),
    text("level", "The difficulty that the corpus states"),
    text("backend", "The id of the backend"),
    text(
        "version",
        "The version of the backend: that of the harness, then + and the crate that does the work",
    ),
    text("instruction_set", "The instruction set in use, if the backend selects one at run time"),
    text("task", "The question: first, unique or count"),
    count("rep", "The repetition, from 1; 0 is a pilot pass, to be excluded from statistics"),
    count("invocation", "The process, from 1, if a run starts several"),
    count("plan_order", "The position of the trial in the plan, from 0"),
    count("worker", "The worker that ran the trial, from 0"),
    count("jobs", "The number of workers"),
    column("isolated", Boolean, "", "Whether the trial ran in a child process"),
    text("status", "What the backend claims, or why it gave no answer"),
    text("verified", "The verdict on the claim: yes, no, disputed or unchecked"),
    count(
        "solutions",
        "Solutions found: a lower bound unless the status is unique, impossible or counted; may exceed 64 \
         bits",
    ),
    time("wall_ns", "Wall time of the solve, minus the cost of reading the clock"),
    time("wall_error_ns", "Bound of the error of wall_ns due to the clock alone"),
    time(
        "cpu_ns",
        "Thread CPU time of the solve, if it is long enough for its clock; of an external solver that of \
         all its processes",
    ),
    text("granularity", "What the times cover: solve, batch or pipe; block in schema 1"),
    count("timing_group", "The plan_order of the first trial that shares the time of this one"),
    count("timing_group_size", "The number of trials that share the time"),
    time("setup_ns", "Time to prepare the backend for the geometry, once per worker"),
    time("encode_ns", "The encoding part of the solve"),
    time("solve_ns", "The search part of the solve"),
    time("decode_ns", "The decoding part of the solve"),
    time("trip_ns", "Round trip to an external solver, measured by the harness"),
    count("nodes", "Search states entered"),
    count("bets", "Values tried with at least two candidates: guesses"),
    count("conflicts", "Search states abandoned because a cell or region had no candidate left"),
    count("deductions", "Placements forced by propagation"),
    count("removals", "Candidates removed during the whole search, including undone removals"),
    count("eliminations", "Candidates removed by techniques, other than by placements"),
    count("propagations", "Literals or cover operations propagated"),
    count("max_depth", "Maximum number of open bets"),
    count("rounds", "Rounds begun: elimination until it makes no progress, then deduction"),
    count(
        "passes",
        "Applications of techniques that made progress, or sweeps over all cells or regions",
    ),
    count("filled", "Cells that the backend filled"),
    column("fill_rate", Number, "", "filled / cells empty at the start; 1 when solved"),
    count("candidates_removed", "Initial candidates removed at the end, including by placements"),
    column(
        "elimination_rate",
        Number,
        "",
        "candidates_removed / (initial candidates - empty cells)",
    ),
    text("techniques", "The number of times each technique made progress, as a JSON object"),
    count("variables", "Variables of the formula"),
    count("clauses", "Clauses of the formula"),
    count("updates", "Updates of the links of an exact cover matrix; counted with --memory"),
    count("accesses", "64-bit words of the matrix read or written; counted with --memory"),
    count("input_updates", "The part of updates before the search"),
    count("input_accesses", "The part of accesses before the search"),
    count("colours", "Colours used"),
    count("colours_at_least", "Claimed lower bound of the number of colours"),
    text("certified", "Whether a proof of the claim beyond the grids was accepted: yes or no"),
    column(
        "peak_bytes",
        Integer,
        "bytes",
        "Peak memory, in a separate untimed pass; of an external solver its resident memory in the trial",
    ),
    time("limit_ns", "The time limit; empty without one"),
    count("limit_nodes", "The node limit"),
    count("limit_rounds", "The round limit"),
    text("error", "An error message or a remark"),
    text("solution", "The first solution, in the characters of the geometry"),
    text(
        "symbols",
        "The characters of the symbols of that solution, in order; empty for other instances",
    ),
    text(
        "contradicts",
        "What the answer contradicts: a statement of the corpus, or claims of other backends",
    ),
    count("right_bets", "Bets that are part of the first solution"),
    count("wrong_bets", "Bets undone before the first solution, or all undone without one"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::csv_header;

    /// Words reserved in PostgreSQL, SQLite or Python that could be names of columns.
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
        let documented: Vec<&str> = COLUMNS.iter().map(|column| column.name).collect();
        assert_eq!(documented, written);
        for name in documented {
            assert!(!RESERVED.split_whitespace().any(|word| word == name), "{name}");
            assert_eq!(
                name.ends_with("_ns"),
                COLUMNS.iter().any(|c| c.name == name && c.unit == "ns")
            );
        }
    }
}
