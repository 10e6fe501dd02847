//! Backends that misbehave: each leaves the right row, and the run goes on.

use std::time::Duration;

use board::{Geometry, Grid, Puzzle, catalog};
use harness::cmd::End;
use record::{Row, Status, Verified};
use solvers::candidates::mrv::MRV;
use solvers::{
    BACKENDS, Backend, BatchSolver, LimitSupport, Limits, LineResult, LineSolver, Method, Origin,
    Outcome, ProblemKind, Solver, StepSupport, Stop, Takes, Task, Unsupported,
};

use crate::bench::Bench;

/// Two puzzles with one solution, and one with none.
const CORPUS: &str = "\
....1.3.431.2... first
3421............ second
11.............. clash
";

/// Returns a search space that nobody gets through.
fn vast() -> String {
    format!("# geometry: latin25\n{} latin\n", ".".repeat(625))
}

/// A backend whose `solve` is a function.
struct Scripted(fn(&Puzzle, &Limits<'_>) -> Outcome);

impl Solver for Scripted {
    fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
        (self.0)(puzzle, limits)
    }
}

fn row_of(
    id: &'static str,
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
) -> Backend {
    Backend {
        id,
        about: "scripted",
        method: Method { state: "", inference: "", choice: "" },
        tasks: &[Task::First, Task::Unique],
        counts: &[],
        counts_traced: &[],
        steps: StepSupport::SolutionsOnly("a script has no steps"),
        node_limit: LimitSupport::None,
        time_limit: LimitSupport::None,
        assumes_unique: false,
        complete: false,
        stateful: false,
        batch: None,
        lines: None,
        package: None,
        instructions: None,
        origin: Origin { code: "scripted", reads: ProblemKind::Puzzle },
        takes: Takes::puzzles(prepare),
    }
}

fn honest(id: &str) -> Backend {
    *BACKENDS.iter().find(|backend| backend.id == id).expect("a row of that name")
}

fn answer(stop: Stop, solutions: u64, grids: &[Grid]) -> Outcome {
    Outcome {
        solutions,
        first: grids.first().cloned(),
        second: grids.get(1).cloned(),
        ..Outcome::ended(stop)
    }
}

/// Runs the scripted backend beside two honest ones of other families.
fn rows_beside_honest(
    prepare: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported>,
    expected_end: End,
) -> Vec<Row> {
    let backends = [honest("candidates/mrv"), honest("cover/dlx"), row_of("zz/scripted", prepare)];
    let ran = Bench::new(CORPUS).run(&backends, &[]);
    assert_eq!(ran.end, expected_end, "{}", ran.printed);
    assert_eq!(ran.rows.len(), 9, "a row for every trial");
    let (scripted, honest): (Vec<Row>, Vec<Row>) =
        ran.rows.into_iter().partition(|row| row.backend == "zz/scripted");
    assert!(honest.iter().all(|row| row.status.is_answer()));
    assert!(honest.iter().all(|row| row.error.is_none()));
    scripted
}

#[test]
fn a_panic_costs_one_row_and_tells_its_message() {
    let rows = rows_beside_honest(
        |_| {
            Ok(Box::new(Scripted(|puzzle, _| {
                assert!(puzzle.clues() != 6, "six clues\nare too many");
                answer(Stop::Deadline, 0, &[])
            })))
        },
        End::Failed,
    );
    assert_eq!(rows[0].status, Status::Crashed);
    let error = rows[0].error.as_deref().expect("a message");
    assert!(error.contains("six clues are too many"), "{error}");
    assert_eq!(rows[1].status, Status::Timeout, "it goes on with the next puzzle");
}

#[test]
fn a_panic_while_preparing_is_a_row_too() {
    let rows = rows_beside_honest(|_| panic!("no memory"), End::Failed);
    assert!(rows.iter().all(|row| row.status == Status::Crashed));
}

#[test]
fn a_grid_that_is_no_solution_is_wrong() {
    let rows = rows_beside_honest(
        |_| Ok(Box::new(Scripted(|_, _| answer(Stop::Exhausted, 1, &[Grid::new([0; 16])])))),
        End::Failed,
    );
    for row in rows {
        assert_eq!((row.status, row.verified), (Status::Wrong, Verified::No));
        assert!(row.solution.is_none());
    }
}

#[test]
fn a_false_claim_of_impossibility_is_refuted_by_the_grids_of_others() {
    let rows = rows_beside_honest(
        |_| Ok(Box::new(Scripted(|_, _| answer(Stop::Exhausted, 0, &[])))),
        End::Failed,
    );
    let states: Vec<_> = rows.iter().map(|row| (row.status, row.verified)).collect();
    let wrong = (Status::Wrong, Verified::No);
    assert_eq!(states, [wrong, wrong, (Status::Impossible, Verified::Yes)]);
}

#[test]
fn a_false_claim_of_uniqueness_is_refuted() {
    // It solves honestly, but never looks for a second solution.
    let rows = rows_beside_honest(
        |geometry| {
            let mut inner = MRV.prepare::<Puzzle>(geometry)?;
            struct Hasty(Box<dyn Solver>);
            impl Solver for Hasty {
                fn solve(&mut self, puzzle: &Puzzle, _: &Limits<'_>) -> Outcome {
                    let outcome = self.0.solve(puzzle, &Limits::solutions(1));
                    Outcome { stop: Stop::Exhausted, ..outcome }
                }
            }
            inner.solve(
                &Puzzle::empty(std::sync::Arc::new(geometry.clone())),
                &Limits::solutions(1),
            );
            Ok(Box::new(Hasty(inner)))
        },
        End::Failed,
    );
    let states: Vec<_> = rows.iter().map(|row| (row.status, row.verified)).collect();
    assert_eq!(
        states,
        [
            (Status::Unique, Verified::Yes),
            (Status::Wrong, Verified::No),
            (Status::Impossible, Verified::Yes)
        ]
    );
}

#[test]
fn a_solution_that_is_not_shown_or_shown_twice_is_wrong() {
    let hidden: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported> =
        |_| Ok(Box::new(Scripted(|_, _| answer(Stop::SolutionLimit, 2, &[]))));
    assert!(rows_beside_honest(hidden, End::Failed).iter().all(|row| row.status == Status::Wrong));
    let doubled: fn(&Geometry) -> Result<Box<dyn Solver>, Unsupported> = |geometry| {
        struct Doubled(Box<dyn Solver>);
        impl Solver for Doubled {
            fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
                let first = self.0.solve(puzzle, limits).first;
                let grids: Vec<Grid> = first.iter().chain(&first).cloned().collect();
                answer(Stop::SolutionLimit, grids.len() as u64, &grids)
            }
        }
        Ok(Box::new(Doubled(MRV.prepare::<Puzzle>(geometry)?)))
    };
    let rows = rows_beside_honest(doubled, End::Failed);
    assert_eq!(rows[0].status, Status::Wrong);
    assert_eq!(rows[0].error.as_deref(), Some("the second solution equals the first"));
}

#[test]
fn a_refusal_is_a_row_and_no_failure() {
    let rows = rows_beside_honest(|_| Err(Unsupported("only 9x9".into())), End::Well);
    for row in rows {
        assert_eq!(row.status, Status::Unsupported);
        assert_eq!(row.error.as_deref(), Some("only 9x9"));
    }
}

#[test]
fn a_task_that_a_row_does_not_take_is_a_refusal() {
    let row = row_of("zz/scripted", |_| panic!("not asked"));
    let ran = Bench::new(CORPUS).run(&[row], &["--task", "count"]);
    assert_eq!(ran.end, End::Well);
    assert!(ran.rows.iter().all(|row| row.status == Status::Unsupported));
}

#[test]
fn time_and_node_limits_are_rows_and_no_failures() {
    let backends = ["backtrack/naive", "candidates/mrv", "cover/dlx"].map(honest);
    let limits = ["--node-limit", "50", "--task", "count"];
    let ran = Bench::new(&vast()).run(&backends, &limits);
    assert_eq!(ran.end, End::Well);
    for row in &ran.rows {
        assert_eq!((row.status, row.nodes), (Status::Nodeout, Some(50)), "{}", row.backend);
    }
}

#[test]
fn a_time_out_is_found_by_the_meter() {
    let backends = ["backtrack/naive", "candidates/mrv", "cover/dlx"].map(honest);
    let limits = ["--task", "count", "--max-solutions", "1000000000000", "--timeout", "50ms"];
    let ran = Bench::new(&vast()).run(&backends, &limits);
    assert_eq!(ran.end, End::Well);
    for row in &ran.rows {
        assert_eq!(row.status, Status::Timeout, "{}", row.backend);
        let wall = Duration::from_nanos(row.wall_ns.expect("a time"));
        assert!(wall >= Duration::from_millis(50), "{wall:?}");
    }
}

#[test]
fn what_the_corpus_expects_is_held_against_what_is_found() {
    let corpus = "# expect: unique\n....1.3.431.2... first\n# expect: 7\n3421............ second\n\
                  # expect: multiple\n11.............. clash\n";
    let ran = Bench::new(corpus).run(&[honest("cover/dlx")], &[]);
    assert_eq!(
        ran.end,
        End::Failed,
        "nothing but one backend says that the corpus is wrong about the clash"
    );
    let verified: Vec<_> = ran.rows.iter().map(|row| row.verified).collect();
    assert_eq!(verified, [Verified::Yes, Verified::Yes, Verified::Disputed]);
    assert!(ran.printed.starts_with("disputed: cover/dlx on clash: the corpus says more than one"));
}

#[test]
fn alone_a_claim_is_unchecked_and_beside_another_family_it_is_verified() {
    let alone = Bench::new(CORPUS).run(&[honest("cover/dlx")], &[]);
    let verified: Vec<_> = alone.rows.iter().map(|row| row.verified).collect();
    assert_eq!(verified, [Verified::Unchecked, Verified::Yes, Verified::Unchecked]);
    let both = Bench::new(CORPUS).run(&["candidates/mrv", "cover/dlx"].map(honest), &[]);
    assert!(both.rows.iter().all(|row| row.verified == Verified::Yes));
}

#[test]
fn counters_that_a_row_does_not_claim_stay_empty() {
    let ran = Bench::new(CORPUS).run(&[honest("backtrack/naive"), honest("candidates/mrv")], &[]);
    for row in &ran.rows {
        assert!(row.nodes.is_some() && row.bets.is_some() && row.conflicts.is_some());
        assert_eq!(row.removals.is_some(), row.backend == "candidates/mrv");
        assert!(row.eliminations.is_none() && row.rounds.is_none() && row.propagations.is_none());
    }
}

#[test]
fn a_batch_is_timed_as_one_and_a_lost_puzzle_costs_one_row() {
    struct Kernel(Box<dyn Solver>);
    impl Solver for Kernel {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }
    }
    impl BatchSolver for Kernel {
        fn solve_batch(
            &mut self,
            puzzles: &[&Puzzle],
            limits: &Limits<'_>,
            outcomes: &mut Vec<Outcome>,
        ) {
            let is_lost = |puzzle: &&&Puzzle| puzzle.clues() == 4;
            for puzzle in puzzles.iter().take_while(|puzzle| !is_lost(puzzle)) {
                outcomes.push(self.0.solve(puzzle, limits));
            }
        }
    }
    let kernel = Backend {
        batch: Some(|geometry| Ok(Box::new(Kernel(MRV.prepare::<Puzzle>(geometry)?)))),
        ..row_of("zz/kernel", |geometry| MRV.prepare::<Puzzle>(geometry))
    };
    let ran = Bench::new(CORPUS).run(&[kernel], &["--jobs", "1"]);
    assert_eq!(ran.end, End::Failed);
    let statuses: Vec<Status> = ran.rows.iter().map(|row| row.status).collect();
    assert_eq!(statuses, [Status::Unique, Status::Crashed, Status::Impossible]);
    let batch = Some(record::Granularity::Batch);
    assert!(ran.rows.iter().all(|row| row.granularity == batch));
    assert_eq!(ran.rows[1].error.as_deref(), Some("1 outcomes for 3 puzzles"));
}

#[test]
fn what_is_said_of_bare_lines_is_believed_no_more_than_anything_else() {
    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const GRID: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    type Says = fn(&mut Vec<LineResult>) -> bool;
    struct Liar(Box<dyn Solver>, Says);
    impl Solver for Liar {
        fn solve(&mut self, puzzle: &Puzzle, limits: &Limits<'_>) -> Outcome {
            self.0.solve(puzzle, limits)
        }
    }
    impl BatchSolver for Liar {
        fn solve_batch(
            &mut self,
            puzzles: &[&Puzzle],
            limits: &Limits<'_>,
            outcomes: &mut Vec<Outcome>,
        ) {
            outcomes.extend(puzzles.iter().map(|puzzle| self.solve(puzzle, limits)));
        }
    }
    impl LineSolver for Liar {
        fn solve_lines(
            &mut self,
            text: &[u8],
            _: &Limits<'_>,
            solved: &mut Vec<LineResult>,
        ) -> bool {
            *solved = vec![
                LineResult { solutions: 1, is_all: true, bets: 0, grid: *GRID };
                text.len() / 82
            ];
            (self.1)(solved)
        }
    }
    fn liar(says: Says) -> Result<Box<Liar>, Unsupported> {
        let solver = MRV.prepare::<Puzzle>(&catalog::classic(9).expect("it is there"))?;
        Ok(Box::new(Liar(solver, says)))
    }
    type Lines = fn(&Geometry) -> Result<Box<dyn LineSolver>, Unsupported>;
    let row_of = |id, lines: Lines| {
        let row = row_of(id, |geometry| MRV.prepare::<Puzzle>(geometry));
        // A backend of batches is timed for all together, as lines are.
        Backend { batch: Some(|_| Ok(liar(|_| true)?)), lines: Some(lines), ..row }
    };
    let corpus = format!("{LINE}\n").repeat(10);
    let check = |row: Backend, expected: Option<&str>| {
        let bench = Bench::new(&corpus);
        let ran = bench.run(&[row], &["--summary-only", "--jobs", "1"]);
        let errors: Vec<Option<&str>> = ran.rows.iter().map(|row| row.error.as_deref()).collect();
        match expected {
            // The first is the sample.
            None => assert_eq!((ran.end, &errors[..]), (End::Well, &[None][..])),
            Some(expected) => {
                assert_eq!((ran.end, errors.len()), (End::Failed, 2));
                assert!(errors[1].is_some_and(|error| error.contains(expected)), "{errors:?}");
                assert_eq!((ran.rows[1].status, ran.rows[1].plan_order), (Status::Wrong, 4));
            }
        }
        let manifest =
            std::fs::read_to_string(bench.path("run/manifest.json")).expect("it is there");
        let n_unique = if expected.is_some() { "9" } else { "10" };
        assert!(manifest.contains(&format!("\"unique\": {n_unique}")), "{manifest}");
    };
    check(row_of("zz/honest", |_| Ok(liar(|_| true)?)), None);
    check(row_of("zz/silent", |_| Ok(liar(|_| false)?)), None);
    check(row_of("zz/panics", |_| Ok(liar(|_| panic!("no lines, please"))?)), None);
    check(row_of("zz/short", |_| Ok(liar(|solved| solved.pop().is_some())?)), None);
    let wrong = row_of("zz/wrong", |_| {
        Ok(liar(|solved| {
            // The first line is read as a puzzle.
            solved[3].grid.swap(0, 1);
            true
        })?)
    });
    check(wrong, Some("not a solution"));
    let gives_up = row_of("zz/impossible", |_| {
        Ok(liar(|solved| {
            solved[3].solutions = 0;
            true
        })?)
    });
    check(gives_up, Some("0 solutions found among other lines, but 1 alone"));
    let sees_more = row_of("zz/several", |_| {
        Ok(liar(|solved| {
            (solved[3].solutions, solved[3].is_all) = (2, false);
            true
        })?)
    });
    check(sees_more, Some("2 solutions found among other lines, but 1 alone"));
}
