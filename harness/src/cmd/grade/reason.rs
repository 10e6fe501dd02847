//! Why a submission or a part was not run, in the words of the student's language.

use crate::cli::Language;

/// Why a submission or a part was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// A path of the archive leads out of its folder.
    Escapes(String),
    /// It is too large, or has too many files.
    TooLarge,
    /// It cannot be read.
    NotRead(String),
    /// No language fits; the files that would show one.
    NoLanguage(Vec<String>),
    /// `language.txt` names an unknown one.
    UnknownLanguage(String),
    /// The build failed, with this output.
    Build(String),
    /// The build took too long.
    BuildTimeout,
    /// The build wrote too much.
    BuildTooMuch,
    /// The program did not start; the advice.
    Start(String),
    /// A part that is needed was not passed: its title.
    Needs(String),
    /// The machine of the grader lacks a compiler or an interpreter.
    NoTool(String),
    /// The grader could not run it.
    Grader(String),
}

/// Returns the message that a program does not build, and why: the first line of the output that speaks of an error, or
/// else the first.
fn does_not_build(sentence: &str, colon: &str, output: &str) -> String {
    let is_of_error = |line: &&str| {
        let line = line.to_lowercase();
        line.contains("error") || line.contains("erreur")
    };
    let mut lines = output.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().next();
    match lines.find(is_of_error).or(first) {
        Some(line) => format!("{sentence}{colon} {line}"),
        None => sentence.into(),
    }
}

impl Reason {
    /// Returns the sentence.
    pub(super) fn sentence(&self, language: Language) -> String {
        match language {
            Language::En => self.english(),
            Language::Fr => self.french(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Escapes(path) => {
                format!(
                    "the archive was refused: its path {path:?} leads out of its folder or is there twice"
                )
            }
            Self::TooLarge => "the submission is too large: hand in source files only".into(),
            Self::NotRead(error) => {
                format!("the submission cannot be read ({error}): hand in a ZIP archive")
            }
            Self::NoLanguage(files) => format!(
                "no program was found: name the main file as the hand-out says, one of {}",
                files.join(", ")
            ),
            Self::UnknownLanguage(id) => {
                format!("language.txt names {id:?}, which is not a language of this assignment")
            }
            Self::Build(output) => does_not_build("the program does not build", ":", output),
            Self::BuildTimeout => "the build did not end in time".into(),
            Self::BuildTooMuch => "the build was stopped because it wrote too much".into(),
            Self::Start(advice) => advice.clone(),
            Self::Needs(part) => format!("not run, because nothing was passed in “{part}”"),
            Self::NoTool(tool) => {
                format!("not graded: {tool} is not installed below /usr on the grader's machine")
            }
            Self::Grader(error) => format!("the grader could not run it: {error}"),
        }
    }

    fn french(&self) -> String {
        match self {
            Self::Escapes(path) => format!(
                "l'archive a été refusée\u{a0}: son chemin {path:?} sort de son dossier ou s'y trouve deux fois"
            ),
            Self::TooLarge => {
                "le rendu est trop volumineux\u{a0}: ne rendez que les fichiers sources".into()
            }
            Self::NotRead(error) => {
                format!("le rendu est illisible ({error})\u{a0}: rendez une archive ZIP")
            }
            Self::NoLanguage(files) => format!(
                "aucun programme n'a été trouvé\u{a0}: nommez le fichier principal comme l'indique l'énoncé, l'un de {}",
                files.join(", ")
            ),
            Self::UnknownLanguage(id) => {
                format!("language.txt nomme {id:?}, qui n'est pas un langage de ce devoir")
            }
            Self::Build(output) => does_not_build("le programme ne compile pas", "\u{a0}:", output),
            Self::BuildTimeout => "la compilation ne s'est pas terminée à temps".into(),
            Self::BuildTooMuch => "la compilation a été arrêtée, car elle écrivait trop".into(),
            Self::Start(advice) => advice.clone(),
            Self::Needs(part) => {
                format!("non exécuté, car rien n'a été réussi dans «\u{a0}{part}\u{a0}»")
            }
            Self::NoTool(tool) => format!(
                "non corrigé\u{a0}: {tool} n'est pas installé sous /usr sur la machine du correcteur"
            ),
            Self::Grader(error) => format!("le correcteur n'a pas pu l'exécuter\u{a0}: {error}"),
        }
    }

    /// Returns the output of a failed build.
    pub(super) fn output(&self) -> Option<&str> {
        match self {
            Self::Build(output) => Some(output),
            _ => None,
        }
    }
}
