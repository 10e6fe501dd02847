//! Grades one submission: builds it, and runs the parts one after another.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use race::entrant::{Entrant, Isolation, ProcessKind};
use race::program::ExternalProgram;
use record::filter;
use solvers::Backend;

use super::assignment::{Assignment, Kind, Part, Reference, Text};
use super::labels::Labels;
use super::marks::{FailureKind, PartMarks, SubmissionMarks, rounded};
use super::puzzles::Drawer;
use super::reason::Reason;
use super::sandbox::{Access, ProcessLimits, Sandbox};
use super::speed::{Pair, Raced};
use super::submission::{Built, Submission};
use super::texts::{self, OutputCase};
use super::trials::{Examiner, Sitting};
use super::unpack::unpack;
use crate::cli::Language;
use crate::cmd::advice::classify;
use crate::cmd::trial::TrialRunner;

/// The number of the sandbox's cell of reference programs, far from those of submissions.
const REFERENCE_CELL: usize = 3_999;

/// A part that is graded, with what it needs.
pub(super) struct PreparedPart<'a> {
    /// The part.
    pub(super) part: &'a Part,
    /// Where its puzzles come from.
    pub(super) drawer: Option<Drawer<'a>>,
    /// The backend that it is compared with.
    backend: Option<Backend>,
    /// The program that it is compared with.
    program: Option<PathBuf>,
    cases: Vec<OutputCase>,
}

/// What all submissions are graded with.
pub(super) struct Grader<'a> {
    /// The assignment.
    pub(super) assignment: &'a Assignment,
    /// The parts that are graded.
    pub(super) parts: Vec<PreparedPart<'a>>,
    /// The sandbox.
    pub(super) sandbox: Sandbox,
    /// How this program starts processes.
    pub(super) isolation: Isolation,
    /// The language of the messages.
    pub(super) language: Language,
    /// Set by Ctrl-C.
    pub(super) cancel: &'a AtomicBool,
}

impl<'a> PreparedPart<'a> {
    /// Reads what a part needs.
    ///
    /// # Errors
    /// When puzzles, cases or the reference do not exist.
    pub(super) fn new(
        assignment: &'a Assignment,
        part: &'a Part,
        all: &[Backend],
        seed: u64,
    ) -> anyhow::Result<Self> {
        let drawer = Drawer::new(assignment, part, seed)?;
        let cases = match &part.cases {
            Some(folder) => texts::cases(&assignment.folder.join(folder))?,
            None => Vec::new(),
        };
        let (backend, program) = match &part.reference {
            None => (None, None),
            Some(Reference::Backend(id)) => (Some(filter::backend_of_id(id, all)?), None),
            Some(Reference::Program(program)) => {
                let folder = assignment.folder.join(&program.folder);
                let real = folder.canonicalize();
                let missing = || format!("reference: cannot read {}", folder.display());
                (None, Some(real.with_context(missing)?))
            }
        };
        Ok(Self { part, drawer, backend, program, cases })
    }
}

impl<'a> Grader<'a> {
    /// Builds a submission, and grades all parts; with the marks, it returns the folder of what was built. Returns
    /// `None` after Ctrl-C.
    pub(super) fn grade(
        &self,
        number: usize,
        submission: &Submission,
    ) -> Option<(SubmissionMarks, Option<PathBuf>)> {
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let built = submission.build(number, self.assignment, &self.sandbox);
        let (built, reason) = match built {
            Ok(built) => (Some(built), None),
            Err(reason) => (None, Some(reason)),
        };
        let mut marks = SubmissionMarks {
            id: submission.id.clone(),
            language: built.as_ref().map(|built| built.language.id.clone()),
            problem: reason.as_ref().map(|reason| reason.sentence(self.language)),
            build_output: reason.as_ref().and_then(Reason::output).map(str::to_owned),
            parts: Vec::new(),
        };
        for prepared in &self.parts {
            let mut part = self.blank(prepared.part);
            if let Some(built) = &built {
                self.grade_part(prepared, built, &marks, &mut part)?;
            }
            marks.parts.push(part);
        }
        Some((marks, built.map(|built| built.cell.folder)))
    }

    fn blank(&self, part: &Part) -> PartMarks {
        PartMarks {
            id: part.id.clone(),
            title: part.title.of(self.language).to_owned(),
            points: 0.0,
            max_points: part.points,
            visible: part.visible,
            passed: 0,
            total: 0,
            problem: None,
            kind: None,
            failure: None,
            help: None,
            ratio: None,
            hardest: None,
            behaviour: Vec::new(),
            file: None,
        }
    }

    /// Grades one part. Returns `None` after Ctrl-C.
    fn grade_part(
        &self,
        prepared: &PreparedPart<'_>,
        built: &Built<'_>,
        earlier: &SubmissionMarks,
        marks: &mut PartMarks,
    ) -> Option<()> {
        let part = prepared.part;
        let failed = |it: &&PartMarks| part.needs.contains(&it.id) && it.passed == 0;
        if let Some(needed) = earlier.parts.iter().find(failed) {
            marks.problem = Some(Reason::Needs(needed.title.clone()).sentence(self.language));
            return Some(());
        }
        let share = match part.kind {
            Kind::File => Ok(Some(self.file(part, built, marks))),
            Kind::Output => self.output(prepared, built, marks),
            Kind::Speed => self.speed(prepared, built, &earlier.id, marks),
            _ => self.puzzles(prepared, built, &earlier.id, marks),
        };
        let share = share.unwrap_or_else(|error| {
            marks.problem = Some(Reason::Grader(format!("{error:#}")).sentence(self.language));
            marks.kind = Some(FailureKind::Grader);
            Some(0.0)
        });
        marks.points = rounded(part.points * share?);
        if !marks.is_full() {
            marks.help = part.help.as_ref().map(|text: &Text| text.of(self.language).to_owned());
        }
        Some(())
    }

    fn file(&self, part: &Part, built: &Built<'_>, marks: &mut PartMarks) -> f64 {
        let folder = &built.cell.folder;
        let starter = self.assignment.starter.as_ref().map(|it| self.assignment.folder.join(it));
        marks.total = 1;
        marks.file = texts::own_hash(part, folder, starter.as_deref());
        marks.problem = texts::lack(part, folder, Labels::of(self.language));
        marks.kind = Some(FailureKind::File);
        marks.passed = usize::from(marks.problem.is_none());
        marks.passed as f64
    }

    fn output(
        &self,
        prepared: &PreparedPart<'_>,
        built: &Built<'_>,
        marks: &mut PartMarks,
    ) -> anyhow::Result<Option<f64>> {
        let (part, cases) = (prepared.part, &prepared.cases);
        let words = built.command(&part.arguments);
        let command = (self.isolation.program.as_path(), &words[..]);
        let (folder, limit) = (&built.cell.folder, self.limit(part));
        let how = (self.assignment.limits.timeouts, Labels::of(self.language));
        let is_cancelled = || self.cancel.load(Ordering::Relaxed);
        let ran = texts::run_cases(cases, command, folder, limit, how, is_cancelled)?;
        let Some((passed, failure, behaviour)) = ran else { return Ok(None) };
        (marks.passed, marks.total) = (passed, cases.len());
        (marks.failure, marks.behaviour) = (failure, behaviour);
        Ok(Some(part.share_of_passed(passed as f64 / cases.len() as f64)))
    }

    fn puzzles(
        &self,
        prepared: &PreparedPart<'_>,
        built: &Built<'_>,
        student: &str,
        marks: &mut PartMarks,
    ) -> anyhow::Result<Option<f64>> {
        let part = prepared.part;
        let drawer = prepared.drawer.as_ref().context("it has no puzzles")?;
        let items = drawer.draw(student, 0)?;
        marks.total = items.len();
        let Some(mut program) = self.program(part, built, marks) else {
            return Ok(self.unless_cancelled(0.0));
        };
        let mut reference = prepared.backend.map(|backend| self.backend(backend, part));
        let patience = self.assignment.limits.timeouts;
        let reference = reference.as_mut();
        let (program, language) = (&mut program, self.language);
        let time = self.assignment.limits.part_time;
        let mut examiner = Examiner { part, program, reference, language, patience, time };
        let Some(sitting) = examiner.examine(&items) else {
            examiner.program.check()?;
            examiner.reference.map_or(Ok(()), |reference| reference.check())?;
            return Ok(None);
        };
        marks.failure = sitting.failure();
        let share = self.share(part, &sitting, marks);
        let Sitting { passed, hardest, behaviour, .. } = sitting;
        (marks.passed, marks.hardest, marks.behaviour) = (passed, hardest, behaviour);
        Ok(Some(share))
    }

    fn share(&self, part: &Part, sitting: &Sitting, marks: &mut PartMarks) -> f64 {
        let Sitting { passed, total, .. } = *sitting;
        if part.kind != Kind::Counters {
            return part.share_of_passed(passed as f64 / total.max(1) as f64);
        }
        if passed < total {
            return 0.0;
        }
        let ratio = sitting.ratio();
        marks.ratio = Some(ratio);
        part.share_of_ratio(ratio.ratio)
    }

    fn speed(
        &self,
        prepared: &PreparedPart<'_>,
        built: &Built<'_>,
        student: &str,
        marks: &mut PartMarks,
    ) -> anyhow::Result<Option<f64>> {
        let part = prepared.part;
        let drawer = prepared.drawer.as_ref().context("it has no puzzles")?;
        marks.total = 1;
        let Some(mut program) = self.program(part, built, marks) else {
            return Ok(self.unless_cancelled(0.0));
        };
        let mut reference = match (prepared.backend, &prepared.program) {
            (Some(backend), _) => self.backend(backend, part),
            (None, Some(folder)) => self.reference_program(part, folder)?,
            (None, None) => anyhow::bail!("it has no reference"),
        };
        let (program, reference) = (&mut program, &mut reference);
        match (Pair { part, program, reference }).race(|round| drawer.draw(student, round))? {
            Raced::Interrupted => Ok(None),
            Raced::Wrong(at, round) => {
                marks.problem = Some((Labels::of(self.language).wrong_in_race)(at + 1, round + 1));
                marks.kind = Some(FailureKind::Race);
                Ok(Some(0.0))
            }
            Raced::Ratio(ratio) => {
                marks.ratio = Some(ratio);
                // A threshold within the interval counts as met.
                let share = part.share_of_ratio(ratio.low);
                marks.passed = usize::from(share > 0.0);
                Ok(Some(share))
            }
        }
    }

    fn unless_cancelled(&self, share: f64) -> Option<f64> {
        (!self.cancel.load(Ordering::Relaxed)).then_some(share)
    }

    fn limit(&self, part: &Part) -> Duration {
        part.time.unwrap_or(self.assignment.limits.time)
    }

    /// Returns the program of a submission, after its hello. Without one, `marks` say why.
    fn program(
        &self,
        part: &Part,
        built: &Built<'_>,
        marks: &mut PartMarks,
    ) -> Option<TrialRunner<'a>> {
        let words = built.command(&part.arguments);
        let mut runner = self.external("external/submission", words, &built.cell.folder, part);
        if let Err(failed) = runner.greet()? {
            let mistake = classify::start(&failed);
            let advice = mistake.sentence(self.language);
            marks.problem = Some(Reason::Start(advice).sentence(self.language));
            marks.kind = Some(FailureKind::Mistake(mistake.kind()));
            return None;
        }
        Some(runner)
    }

    fn backend(&self, backend: Backend, part: &Part) -> TrialRunner<'a> {
        let entrant = Entrant { backend, process: ProcessKind::Own };
        TrialRunner::new(entrant, self.isolation.clone(), self.limit(part), self.cancel)
    }

    fn external(
        &self,
        id: &str,
        words: Vec<String>,
        folder: &Path,
        part: &Part,
    ) -> TrialRunner<'a> {
        let mut program = ExternalProgram::new(id.into(), words);
        program.cwd = Some(folder.to_owned());
        let (backend, process) = (program.backend(), ProcessKind::External(Arc::new(program)));
        let (entrant, limit) = (Entrant { backend, process }, self.limit(part));
        TrialRunner::new(entrant, self.isolation.clone(), limit, self.cancel)
    }

    /// Returns the program of the assignment, which runs in the sandbox with the limits of
    /// submissions.
    fn reference_program(&self, part: &Part, folder: &Path) -> anyhow::Result<TrialRunner<'a>> {
        let Some(Reference::Program(program)) = &part.reference else {
            anyhow::bail!("it has no program as its reference")
        };
        let copy = tempfile::tempdir_in(&self.sandbox.scratch)?.keep();
        unpack(folder, &copy).map_err(|reason| anyhow::anyhow!(reason.sentence(self.language)))?;
        let cell = self.sandbox.cell(copy.clone(), REFERENCE_CELL)?;
        let all = &self.assignment.limits;
        let memory = self.assignment.language.iter().filter_map(|it| it.memory).max();
        let limits = ProcessLimits {
            memory: memory.unwrap_or(all.memory).max(all.memory),
            processes: all.processes,
            file_size: all.files,
        };
        let words = self.sandbox.command(&cell, Access::Read, limits, &program.run);
        Ok(self.external("external/reference", words, &copy, part))
    }
}
