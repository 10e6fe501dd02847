//! The names of the columns that are read, each of which is one that [`record`] writes, and their names in schema 1.

use super::Measure;

/// A column that is read as a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of `record::Row` have the same names")]
pub enum RowField {
    Backend,
    Puzzle,
    Status,
    Schema,
    RunId,
    Corpus,
    PuzzleHash,
    Class,
    IsoSeed,
    Geometry,
    Clues,
    Level,
    Version,
    InstructionSet,
    Task,
    Rep,
    Invocation,
    Order,
    Worker,
    Isolated,
    Verified,
    Solutions,
    Granularity,
    TimingGroup,
    TimingGroupSize,
    Solution,
    Symbols,
    Certified,
    Contradicts,
}

impl RowField {
    /// All fields, the required ones first.
    pub const ALL: [Self; 29] = [
        Self::Backend,
        Self::Puzzle,
        Self::Status,
        Self::Schema,
        Self::RunId,
        Self::Corpus,
        Self::PuzzleHash,
        Self::Class,
        Self::IsoSeed,
        Self::Geometry,
        Self::Clues,
        Self::Level,
        Self::Version,
        Self::InstructionSet,
        Self::Task,
        Self::Rep,
        Self::Invocation,
        Self::Order,
        Self::Worker,
        Self::Isolated,
        Self::Verified,
        Self::Solutions,
        Self::Granularity,
        Self::TimingGroup,
        Self::TimingGroupSize,
        Self::Solution,
        Self::Symbols,
        Self::Certified,
        Self::Contradicts,
    ];

    /// The fields whose columns a file must have.
    pub(super) const REQUIRED: &[Self] = &[Self::Backend, Self::Puzzle, Self::Status];

    /// Returns the name of the column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Backend => "backend",
            Self::Puzzle => "puzzle",
            Self::Status => "status",
            Self::Schema => "schema",
            Self::RunId => "run_id",
            Self::Corpus => "corpus",
            Self::PuzzleHash => "puzzle_hash",
            Self::Class => "iso_class",
            Self::IsoSeed => "iso_seed",
            Self::Geometry => "geometry",
            Self::Clues => "clues",
            Self::Level => "level",
            Self::Version => "version",
            Self::InstructionSet => "instruction_set",
            Self::Task => "task",
            Self::Rep => "rep",
            Self::Invocation => "invocation",
            Self::Order => "plan_order",
            Self::Worker => "worker",
            Self::Isolated => "isolated",
            Self::Verified => "verified",
            Self::Solutions => "solutions",
            Self::Granularity => "granularity",
            Self::TimingGroup => "timing_group",
            Self::TimingGroupSize => "timing_group_size",
            Self::Solution => "solution",
            Self::Symbols => "symbols",
            Self::Certified => "certified",
            Self::Contradicts => "contradicts",
        }
    }
}

impl Measure {
    /// Returns the name of the column.
    pub fn column(self) -> &'static str {
        match self {
            Self::Wall => "wall_ns",
            Self::WallError => "wall_error_ns",
            Self::Cpu => "cpu_ns",
            Self::Setup => "setup_ns",
            Self::Encode => "encode_ns",
            Self::Solve => "solve_ns",
            Self::Decode => "decode_ns",
            Self::Trip => "trip_ns",
            Self::Nodes => "nodes",
            Self::Bets => "bets",
            Self::Conflicts => "conflicts",
            Self::Deductions => "deductions",
            Self::Removals => "removals",
            Self::Eliminations => "eliminations",
            Self::Propagations => "propagations",
            Self::MaxDepth => "max_depth",
            Self::Fill => "fill_rate",
            Self::Elimination => "elimination_rate",
            Self::Updates => "updates",
            Self::Accesses => "accesses",
            Self::Memory => "peak_bytes",
            Self::LimitNs => "limit_ns",
            Self::LimitNodes => "limit_nodes",
            Self::LimitRounds => "limit_rounds",
        }
    }
}

/// Columns that had another name in schema 1: the present name, the former one, and the suffix that
/// converts their numbers to the present unit.
pub const FORMER: [(&str, &str, &str); 4] = [
    ("iso_class", "class", ""),
    ("plan_order", "order", ""),
    ("removals", "strikes", ""),
    // Milliseconds.
    ("limit_ns", "limit_ms", "000000"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_that_is_read_is_one_that_is_written() {
        let header = String::from_utf8(record::csv_header().unwrap()).unwrap();
        let written: Vec<&str> = header.trim_end().split(',').collect();
        let measures = Measure::ALL.iter().map(|measure| measure.column());
        let former = FORMER.iter().map(|(today, ..)| *today);
        for name in RowField::ALL.iter().map(|field| field.name()).chain(measures).chain(former) {
            assert!(written.contains(&name), "{name}");
        }
    }
}
