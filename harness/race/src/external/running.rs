//! A running program in protocol mode: which problems it accepts according to its `hello`, and which geometries it was
//! sent.

use std::collections::HashMap;

use super::protocol::{Hello, Request, kind_of_relation};
use super::session::Session;
use crate::corpus::CorpusItem;
use crate::description;
use crate::executor::PassContext;
use crate::external::wire;
use crate::problem::AnyProblem;

/// The number of geometries and graphs that are known by their numbers. When there are more, all are forgotten, and sent
/// again under other numbers if they are needed: each puzzle of a collection may have a board of its own.
const MOST_KNOWN: usize = 1_024;

/// A program that has sent its `hello`.
pub(super) struct Running {
    pub(super) session: Session,
    hello: Hello,
    /// The geometries and graphs that it was sent, with their numbers, as long as they are known here.
    geometries: HashMap<usize, (u64, AnyProblem)>,
    /// The number of geometries and graphs that were sent.
    n_geometries: u64,
    pub(super) has_answered: bool,
}

impl Running {
    /// Creates a program that was sent no geometry.
    pub(super) fn new(session: Session, hello: Hello) -> Self {
        Self { session, hello, geometries: HashMap::new(), n_geometries: 0, has_answered: false }
    }

    /// Returns why the program does not accept a problem, according to its `hello`.
    pub(super) fn refusal(&self, item: &CorpusItem, context: &PassContext<'_>) -> Option<String> {
        let (problem, Hello { tasks, geometries, .. }) = (&item.problem, &self.hello);
        let task = item.effective_task(context.plan.task);
        if tasks.as_ref().is_some_and(|tasks| !tasks.contains(&task)) {
            return Some("it does not support this task".into());
        }
        if let Some(relation) = self.relation_it_does_not_take(problem) {
            return Some(format!("its hello does not list relations={relation}"));
        }
        if problem.has_marks() && !self.hello.marks {
            return Some(
                "the puzzle has pencil marks, and its hello does not say marks=yes".into(),
            );
        }
        let takes = |name: &String| name == problem.geometry_name();
        if geometries.iter().any(takes) {
            return None;
        }
        if !geometries.is_empty() {
            return Some(format!("it supports {} only", geometries.join(", ")));
        }
        // A program that names nothing takes any board, since it may not know that there is anything else.
        let what = problem.kind().name();
        problem.puzzle().is_none().then(|| format!("its hello does not list geometries={what}"))
    }

    /// Returns the first kind of relations of a board that the program does not take. One that ignored relations would
    /// solve another puzzle.
    fn relation_it_does_not_take(&self, problem: &AnyProblem) -> Option<String> {
        let relations = problem.puzzle()?.geometry().relations();
        let mut kinds = relations.iter().map(|relation| kind_of_relation(relation.kind));
        kinds.find(|kind| !self.hello.relations.contains(kind))
    }

    /// Returns the lines that request an item, and whether they introduce its geometry.
    pub(super) fn lines(
        &mut self,
        id: u64,
        item: &CorpusItem,
        context: &PassContext<'_>,
    ) -> (String, bool) {
        let mut lines = String::new();
        let key = item.problem.key();
        if !self.geometries.contains_key(&key) && self.geometries.len() == MOST_KNOWN {
            self.geometries.clear();
        }
        let known = self.geometries.entry(key).or_insert_with(|| {
            self.n_geometries += 1;
            let description = description::write_frame(&item.problem);
            lines = format!("{}\n", Request::Geometry(self.n_geometries, description));
            (self.n_geometries, item.problem.clone())
        });
        let solve = Request::Solve(wire::solve(id, item, known.0, context.plan, false));
        (format!("{lines}{solve}\n"), !lines.is_empty())
    }
}
