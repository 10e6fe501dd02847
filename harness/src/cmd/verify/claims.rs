//! What a row says about itself: whether its status, its solutions and its verdict fit together, its times, and whether
//! its task and its limit are those of the plan.

use std::time::SystemTime;

use analysis::load::{Columns, Measure, RowField};
use anyhow::Context;
use board::Count;
use csv::ByteRecord;
use race::corpus::effective_task;
use record::manifest::Manifest;
use record::verdict::Claim;
use record::{Certified, Granularity, Status, Task, Verified, problem};
use solvers::ProblemKind;

/// A bound for differences between clocks: their resolution, and what is spent between two readings.
const CLOCK_NS: u64 = 1_000_000;

/// The fields of a row that must fit together.
pub(super) struct RowFacts {
    pub(super) status: Status,
    pub(super) verified: Verified,
    pub(super) solutions: Count,
    pub(super) has_grid: bool,
    pub(super) is_certified: bool,
    kind: ProblemKind,
    pub(super) rep: u32,
    pub(super) invocation: u32,
    pub(super) worker: u32,
    pub(super) wall_ns: Option<u64>,
    is_contradicted: bool,
    granularity: Option<Granularity>,
    is_shared: bool,
    wall_error_ns: u64,
    cpu_ns: Option<u64>,
    parts_ns: u64,
    trip_ns: Option<u64>,
    task: Option<Task>,
    limit_ns: Option<u64>,
}

impl RowFacts {
    /// Reads them.
    ///
    /// # Errors
    /// When a field has a word or a number that no run writes.
    pub(super) fn read(columns: &Columns, record: &ByteRecord) -> anyhow::Result<Self> {
        let measure = |which| columns.measure(record, which);
        let parts = [Measure::Encode, Measure::Solve, Measure::Decode].map(measure);
        let mut parts_ns = 0_u64;
        for part in parts {
            parts_ns = parts_ns.saturating_add(part?.unwrap_or_default());
        }
        for which in Measure::ALL {
            measure(which)?;
        }
        let certified: Option<Certified> = columns.word(record, RowField::Certified)?;
        let geometry = columns.text(record, RowField::Geometry)?;
        Ok(Self {
            status: columns.word(record, RowField::Status)?.context("status: empty")?,
            verified: columns.word(record, RowField::Verified)?.unwrap_or_default(),
            solutions: columns.count(record, RowField::Solutions)?,
            has_grid: !columns.bytes(record, RowField::Solution).is_empty(),
            is_certified: certified == Some(Certified::Yes),
            kind: problem(geometry),
            is_contradicted: !columns.bytes(record, RowField::Contradicts).is_empty(),
            rep: columns.number(record, RowField::Rep, 1)?,
            invocation: columns.number(record, RowField::Invocation, 1)?,
            worker: columns.number(record, RowField::Worker, 0)?,
            wall_ns: measure(Measure::Wall)?,
            wall_error_ns: measure(Measure::WallError)?.unwrap_or_default(),
            cpu_ns: measure(Measure::Cpu)?,
            parts_ns,
            trip_ns: measure(Measure::Trip)?,
            task: columns.word(record, RowField::Task)?,
            limit_ns: measure(Measure::LimitNs)?,
            granularity: columns.word(record, RowField::Granularity)?,
            is_shared: columns.number(record, RowField::TimingGroupSize, 0_u64)? > 0,
        })
    }

    /// Returns whether the problem is no puzzle.
    pub(super) fn is_of_instance(&self) -> bool {
        self.kind != ProblemKind::Puzzle
    }
}

/// Returns how the task or the time limit of a row differs from those of the plan; `None` if they are the same.
pub(super) fn off_plan(row: &RowFacts, task: Task, limit_ns: Option<u64>) -> Option<String> {
    let task = effective_task(row.kind, task);
    if row.task != Some(task) {
        let found = row.task.map_or("none", Task::name);
        return Some(format!("the task {found}, planned {}", task.name()));
    }
    let limit = |ns: Option<u64>| ns.map_or_else(|| "none".into(), |ns| format!("{ns} ns"));
    (row.limit_ns != limit_ns)
        .then(|| format!("the time limit {}, planned {}", limit(row.limit_ns), limit(limit_ns)))
}

/// Returns how a row contradicts itself; `None` if it does not.
pub(super) fn contradiction(row: &RowFacts) -> Option<String> {
    let RowFacts { status, verified, solutions, has_grid, .. } = row;
    let word = status.name();
    if row.status.is_answer() {
        if status.contradicts(solutions, false) {
            return Some(format!("{word} with {}", Claim::Exactly(solutions.clone())));
        }
        if status.contradicts(solutions, *has_grid) {
            return Some(format!("{word} with a grid"));
        }
        if !has_grid && matches!(status, Status::Solved | Status::Unique) {
            return Some(format!("{word} without a grid"));
        }
    }
    match verified {
        Verified::Yes if !status.is_answer() => Some(format!("{word} with verified=yes")),
        Verified::Yes if row.is_contradicted => {
            Some(format!("{word} with verified=yes, and something that it contradicts"))
        }
        Verified::No if status.is_answer() => Some(format!("{word} with verified=no")),
        _ if row.is_certified && *verified != Verified::Yes => {
            Some("certified=yes without verified=yes".into())
        }
        _ => None,
    }
}

/// Returns why a time of a row is impossible; `None` if it may be.
pub(super) fn impossible_time(row: &RowFacts) -> Option<String> {
    let wall = row.wall_ns?;
    let about = wall.saturating_add(row.wall_error_ns).saturating_add(CLOCK_NS);
    if row.status.is_answer() && !row.is_shared && row.limit_ns.is_some_and(|limit| wall > limit) {
        return Some(format!("an answer after {wall} ns, later than its limit"));
    }
    if row.granularity != Some(Granularity::Solve) || row.is_shared {
        return None;
    }
    if row.parts_ns > about {
        return Some(format!("{wall} ns, less than its parts, {} ns", row.parts_ns));
    }
    match (row.trip_ns, row.cpu_ns) {
        // The CPU time of an external program is that of all its threads: the wall time does not bound it.
        (Some(trip), _) if wall > trip.saturating_add(CLOCK_NS) => {
            Some(format!("{wall} ns, more than its round trip, {trip} ns"))
        }
        (None, Some(cpu)) if cpu > about.saturating_add(wall / 4) => {
            Some(format!("{wall} ns, less than its CPU time, {cpu} ns"))
        }
        _ => None,
    }
}

/// Returns the time between the start and the end of a run, in nanoseconds, at least; `None` if it did not run in one
/// go.
#[expect(clippy::disallowed_methods, reason = "older runs have no other clock")]
pub(super) fn elapsed_ns(manifest: &Manifest) -> Option<u128> {
    if let Some(elapsed) = manifest.elapsed_ns {
        return Some(elapsed.into());
    }
    // An older run, by a clock that may have been set meanwhile.
    let end = manifest.end.as_ref().filter(|_| manifest.resumed.is_empty())?;
    let [start, end]: [Option<SystemTime>; 2] =
        [&manifest.start, end].map(|time| humantime::parse_rfc3339(time).ok());
    let elapsed = end?.duration_since(start?).ok()?;
    Some(elapsed.as_nanos() + 1_000_000_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(status: Status, solutions: u64, has_grid: bool, verified: Verified) -> RowFacts {
        RowFacts {
            status,
            verified,
            solutions: solutions.into(),
            has_grid,
            is_certified: false,
            kind: ProblemKind::Puzzle,
            rep: 1,
            invocation: 1,
            worker: 0,
            wall_ns: Some(5_000_000),
            is_contradicted: false,
            granularity: Some(Granularity::Solve),
            is_shared: false,
            wall_error_ns: 20,
            cpu_ns: Some(4_000_000),
            parts_ns: 5_000_000,
            trip_ns: None,
            task: Some(Task::Unique),
            limit_ns: Some(10_000_000),
        }
    }

    #[test]
    fn a_row_may_contradict_itself_in_many_ways() {
        use Status as S;
        use Verified as V;
        for (status, solutions, has_grid, verified, holds) in [
            (S::Unique, 1, true, V::Yes, true),
            (S::Unique, 2, true, V::Yes, false),
            (S::Unique, 1, false, V::Yes, false),
            (S::Impossible, 0, false, V::Yes, true),
            (S::Impossible, 1, true, V::Yes, false),
            (S::Impossible, 0, true, V::Yes, false),
            (S::Impossible, 0, false, V::No, false),
            (S::Multiple, 1, true, V::Yes, false),
            (S::Counted, 7, false, V::Unchecked, true),
            (S::Wrong, 1, true, V::No, true),
            (S::Timeout, 0, false, V::Yes, false),
            (S::Solved, 1, true, V::Disputed, true),
        ] {
            let found = contradiction(&row(status, solutions, has_grid, verified));
            assert_eq!(found.is_none(), holds, "{}: {found:?}", status.name());
        }
        let certified = RowFacts { is_certified: true, ..row(S::Unique, 1, true, V::Unchecked) };
        assert!(contradiction(&certified).is_some());
        let contradicted = RowFacts { is_contradicted: true, ..row(S::Unique, 1, true, V::Yes) };
        assert!(contradiction(&contradicted).is_some());
    }

    #[test]
    fn the_task_and_the_limit_are_those_of_the_plan_and_graphs_are_coloured() {
        let honest = || row(Status::Unique, 1, true, Verified::Yes);
        let limit = Some(10_000_000);
        assert_eq!(off_plan(&honest(), Task::Unique, limit), None);
        for (task, limit_ns, expected) in [
            (Task::First, limit, "the task unique, planned first"),
            (Task::Unique, None, "the time limit 10000000 ns, planned none"),
            (Task::Unique, Some(1), "the time limit 10000000 ns, planned 1 ns"),
        ] {
            assert_eq!(off_plan(&honest(), task, limit_ns).as_deref(), Some(expected));
        }
        let without = RowFacts { task: None, ..honest() };
        assert!(off_plan(&without, Task::Unique, limit).is_some());
        let graph = || RowFacts { kind: ProblemKind::Graph, ..honest() };
        assert!(off_plan(&graph(), Task::Unique, limit).is_some());
        let coloured = RowFacts { task: Some(Task::First), ..graph() };
        assert_eq!(off_plan(&coloured, Task::Unique, limit), None);
    }

    #[test]
    fn a_time_is_at_most_the_limit_and_at_least_its_parts() {
        let honest = || row(Status::Unique, 1, true, Verified::Yes);
        assert_eq!(impossible_time(&honest()), None);
        let wrong = [
            RowFacts { wall_ns: Some(10_000_001), parts_ns: 0, ..honest() },
            RowFacts { wall_ns: Some(5_000), ..honest() },
            RowFacts { wall_ns: Some(5_000), parts_ns: 0, ..honest() },
            RowFacts { trip_ns: Some(5_000), ..honest() },
        ];
        for row in wrong {
            assert!(impossible_time(&row).is_some());
            let shared = RowFacts { is_shared: true, ..row };
            assert_eq!(impossible_time(&shared), None);
        }
        let late = RowFacts { status: Status::Timeout, wall_ns: Some(20_000_000), ..honest() };
        assert_eq!(impossible_time(&late), None);
    }

    #[test]
    fn a_program_with_several_threads_may_spend_more_cpu_time_than_wall_time() {
        let threads = RowFacts {
            cpu_ns: Some(40_000_000),
            trip_ns: Some(5_100_000),
            ..row(Status::Unique, 1, true, Verified::Yes)
        };
        assert_eq!(impossible_time(&threads), None);
        assert!(impossible_time(&RowFacts { trip_ns: None, ..threads }).is_some());
    }
}
