//! The words around the checks, in English and French.

use crate::cli::Language;
use crate::cmd::advice;

/// The words of a language. A no-break space stands before the French colon.
pub(super) struct Labels {
    pub(super) failed: &'static str,
    pub(super) skipped: &'static str,
    pub(super) puzzle: &'static str,
    pub(super) expected: &'static str,
    pub(super) actual: &'static str,
    pub(super) line: &'static str,
    pub(super) step: &'static str,
    pub(super) advice: &'static str,
    pub(super) colon: &'static str,
    /// That the rest of the suite was not run.
    pub(super) ended_early: &'static str,
    /// That a file has to be saved for the next run.
    pub(super) waiting: &'static str,
    /// The name of a check.
    pub(super) name: fn(&str) -> String,
    /// The words for the numbers of checks that failed and were skipped.
    totals: [&'static str; 2],
}

impl Labels {
    pub(super) fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &ENGLISH,
            Language::Fr => &FRENCH,
        }
    }

    /// Returns the last line of a report.
    pub(super) fn totals(&self, ok: usize, failed: usize, skipped: usize) -> String {
        let [failed_word, skipped_word] = self.totals;
        format!("{ok} ok, {failed} {failed_word}, {skipped} {skipped_word}")
    }
}

const ENGLISH: Labels = Labels {
    failed: "FAILED",
    skipped: "skipped",
    puzzle: "puzzle",
    expected: "expected",
    actual: "actual",
    line: "line",
    step: "last step",
    advice: "advice",
    colon: ":",
    ended_early: "the other checks depend on this one and were not run",
    waiting: "waiting until a file is saved; Ctrl-C ends",
    name: str::to_owned,
    totals: ["failed", "skipped"],
};

const FRENCH: Labels = Labels {
    failed: "ÉCHEC",
    skipped: "omis",
    puzzle: "grille",
    expected: "attendu",
    actual: "obtenu",
    line: "ligne",
    step: "étape",
    advice: "conseil",
    colon: "\u{a0}:",
    ended_early: "les autres vérifications dépendent de celle-ci et n'ont pas été faites",
    waiting: "en attente de l'enregistrement d'un fichier\u{a0}; Ctrl-C pour finir",
    name: advice::check_name,
    totals: ["en échec", "omises"],
};
