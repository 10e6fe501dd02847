//! The words of the pages, in English and in French.

use crate::cli::Language;

/// The words of the pages.
#[derive(Debug)]
pub(in crate::cmd) struct Labels {
    /// The code of the language.
    pub(in crate::cmd) code: &'static str,
    /// The total of the points.
    pub(super) total: &'static str,
    /// The points of a part.
    pub(super) points: &'static str,
    pub(super) part: &'static str,
    pub(super) passed: &'static str,
    pub(super) language: &'static str,
    /// What stands between a label and its value, before the space.
    pub(super) colon: &'static str,
    pub(super) student: &'static str,
    /// Before the students of the roster without a submission.
    pub(super) absent: &'static str,
    /// Before the submissions that no row of the roster names.
    pub(super) no_row: &'static str,
    /// Before the submissions whose row of the roster is not theirs alone.
    pub(super) no_own_row: &'static str,
    /// Above a puzzle that failed.
    pub(super) smallest: &'static str,
    pub(super) puzzle: &'static str,
    pub(super) expected: &'static str,
    pub(super) actual: &'static str,
    pub(super) line: &'static str,
    pub(super) advice: &'static str,
    pub(super) hint: &'static str,
    /// That the puzzles of a part are not handed out.
    pub(super) hidden: &'static str,
    pub(super) ratio: &'static str,
    pub(super) build_output: &'static str,
    pub(super) no_submission: &'static str,
    /// That other rows of the roster name the submission of a row, too.
    pub(super) ambiguous: &'static str,
    /// That Ctrl-C ended the grading before it came to a submission.
    pub(super) not_graded: &'static str,
    /// That submissions were not confined, before the reason.
    pub(super) unconfined: &'static str,
    pub(super) timeout: &'static str,
    pub(super) too_much: &'static str,
    pub(super) failed_with: &'static str,
    pub(super) class: &'static str,
    pub(super) distribution: &'static str,
    pub(super) failures: &'static str,
    pub(super) full: &'static str,
    pub(super) some: &'static str,
    pub(super) none: &'static str,
    pub(super) commonest: &'static str,
    /// Before one of several sentences of a kind.
    pub(super) for_instance: &'static str,
    pub(super) similar: &'static str,
    pub(super) similar_note: &'static str,
    pub(super) nothing_similar: &'static str,
    pub(super) same_text: &'static str,
    pub(super) same_behaviour: &'static str,
    pub(super) same_files: &'static str,
    pub(in crate::cmd) leaderboard: &'static str,
    pub(in crate::cmd) place: &'static str,
    pub(in crate::cmd) name: &'static str,
    pub(in crate::cmd) accepted: &'static str,
    pub(in crate::cmd) hardest: &'static str,
    pub(in crate::cmd) ratio_column: &'static str,
    pub(in crate::cmd) points_column: &'static str,
    pub(in crate::cmd) leaderboard_note: &'static str,
    /// The file is missing.
    pub(super) no_file: fn(&str) -> String,
    /// The file, its words, and the words that are expected.
    pub(super) few_words: fn(&str, usize, usize) -> String,
    /// The file and the missing column.
    pub(super) no_column: fn(&str, &str) -> String,
    /// The file, its rows, and the rows that are expected.
    pub(super) few_rows: fn(&str, usize, usize) -> String,
    /// The shares of the empty cells that should have been filled, and that were, in percent.
    pub(super) filled: fn(f64, Option<f64>) -> String,
    /// The same of the candidates that can be removed.
    pub(super) removed: fn(f64, Option<f64>) -> String,
    /// The number of a puzzle in its round, and the round.
    pub(super) wrong_in_race: fn(usize, usize) -> String,
}

impl Labels {
    /// Returns the words of a language.
    pub(in crate::cmd) fn of(language: Language) -> &'static Self {
        match language {
            Language::En => &ENGLISH,
            Language::Fr => &FRENCH,
        }
    }
}

const ENGLISH: Labels = Labels {
    code: "en",
    colon: ":",
    total: "Total",
    points: "points",
    part: "part",
    passed: "passed",
    language: "language",
    student: "student",
    smallest: "The smallest test that failed",
    puzzle: "puzzle",
    expected: "expected",
    actual: "actual",
    line: "line",
    advice: "advice",
    hint: "hint",
    hidden: "hidden tests",
    ratio: "ratio to the reference",
    build_output: "Output of the build",
    no_submission: "no submission",
    ambiguous: "ambiguous: several rows of the roster name this submission",
    not_graded: "not graded: the grading was interrupted",
    unconfined: "Warning: submissions were NOT confined to a sandbox. They could read files of the grader and use the network.",
    timeout: "the program did not end in time",
    too_much: "the program printed too much",
    failed_with: "the program ended with an error:",
    class: "Class",
    absent: "Without a submission",
    no_row: "In no row of the roster",
    no_own_row: "Without a row of their own in the roster",
    distribution: "Distribution of points, in %",
    failures: "Results per part",
    full: "all points",
    some: "some",
    none: "none",
    commonest: "most frequent advice",
    for_instance: "for instance",
    similar: "Similar submissions",
    similar_note: "A reason to look, and no proof: two implementations of one textbook algorithm can behave alike. Text: the share of the fingerprints of the shorter program that the other has too, without those of the starter code. Behaviour: the share of equal answers and counters among the tests that both were given and that tell programs apart. Equal files: reports and tables that are equal, but for blanks at ends of lines.",
    nothing_similar: "No two submissions are similar.",
    same_text: "text",
    same_behaviour: "behaviour",
    same_files: "equal files",
    leaderboard: "Leaderboard",
    place: "place",
    name: "name",
    accepted: "accepted",
    hardest: "hardest puzzle solved",
    ratio_column: "ratio to the reference",
    points_column: "points",
    leaderboard_note: "Names are drawn at random. Accepted: parts in which all tests were passed. A ratio is that of times, with a 95 % confidence interval; intervals that overlap leave the order open. Difficulty: search nodes of candidates/mrv.",
    no_file: |path| format!("the file {path} is missing"),
    few_words: |path, n, least| format!("{path} has {n} words, expected at least {least}"),
    no_column: |path, column| format!("{path} has no column {column:?}"),
    few_rows: |path, n, least| {
        format!("{path} has {n} rows with values, expected at least {least}")
    },
    filled: |share, actual| {
        let actual = actual.map(|it| format!(", not {it:.1} %")).unwrap_or_default();
        format!("{share:.1} % of the empty cells filled{actual}")
    },
    removed: |share, actual| {
        let actual = actual.map(|it| format!(", not {it:.1} %")).unwrap_or_default();
        format!("{share:.1} % of the candidates removed{actual}")
    },
    wrong_in_race: |at, round| {
        format!(
            "no right answer to puzzle {at} of round {round}: a ratio needs right answers to all"
        )
    },
};

const FRENCH: Labels = Labels {
    code: "fr",
    colon: "\u{a0}:",
    total: "Total",
    points: "points",
    part: "partie",
    passed: "réussis",
    language: "langage",
    student: "étudiant",
    smallest: "Le plus petit test en échec",
    puzzle: "grille",
    expected: "attendu",
    actual: "obtenu",
    line: "ligne",
    advice: "conseil",
    hint: "indication",
    hidden: "tests cachés",
    ratio: "rapport à la référence",
    build_output: "Messages de la compilation",
    no_submission: "aucun rendu",
    ambiguous: "ambigu\u{a0}: plusieurs lignes de la liste désignent ce rendu",
    not_graded: "non corrigé\u{a0}: la correction a été interrompue",
    unconfined: "Attention\u{a0}: les rendus n'ont PAS été confinés dans un bac à sable. Ils pouvaient lire les fichiers du correcteur et utiliser le réseau.",
    timeout: "le programme ne s'est pas terminé à temps",
    too_much: "le programme a trop écrit",
    failed_with: "le programme s'est terminé par une erreur\u{a0}:",
    class: "Classe",
    absent: "Sans rendu",
    no_row: "Dans aucune ligne de la liste",
    no_own_row: "Sans ligne propre dans la liste",
    distribution: "Répartition des points, en\u{a0}%",
    failures: "Résultats par partie",
    full: "tous les points",
    some: "une partie",
    none: "aucun",
    commonest: "conseil le plus fréquent",
    for_instance: "par exemple",
    similar: "Rendus semblables",
    similar_note: "Une raison de regarder, pas une preuve\u{a0}: deux réalisations d'un même algorithme du cours peuvent se comporter de la même façon. Texte\u{a0}: part des empreintes du programme le plus court que l'autre possède aussi, sans celles du code de départ. Comportement\u{a0}: part des réponses et compteurs égaux parmi les tests que les deux ont reçus et qui distinguent les programmes. Fichiers égaux\u{a0}: rapports et tables égaux, aux blancs de fin de ligne près.",
    nothing_similar: "Aucun rendu ne ressemble à un autre.",
    same_text: "texte",
    same_behaviour: "comportement",
    same_files: "fichiers égaux",
    leaderboard: "Classement",
    place: "rang",
    name: "nom",
    accepted: "acceptées",
    hardest: "grille la plus difficile résolue",
    ratio_column: "rapport à la référence",
    points_column: "points",
    leaderboard_note: "Les noms sont tirés au sort. Acceptées\u{a0}: les parties dont tous les tests sont réussis. Un rapport est celui des temps, avec un intervalle de confiance à 95\u{a0}%\u{a0}; des intervalles qui se chevauchent laissent l'ordre ouvert. Difficulté\u{a0}: nœuds de recherche de candidates/mrv.",
    no_file: |path| format!("le fichier {path} manque"),
    few_words: |path, n, least| format!("{path} a {n} mots, il en faut au moins {least}"),
    no_column: |path, column| format!("{path} n'a pas de colonne {column:?}"),
    few_rows: |path, n, least| format!("{path} a {n} lignes remplies, il en faut au moins {least}"),
    filled: |share, actual| {
        let actual = actual.map(|it| format!(", et non {it:.1}\u{a0}%")).unwrap_or_default();
        format!("{share:.1}\u{a0}% des cases vides remplies{actual}").replace('.', ",")
    },
    removed: |share, actual| {
        let actual = actual.map(|it| format!(", et non {it:.1}\u{a0}%")).unwrap_or_default();
        format!("{share:.1}\u{a0}% des candidats éliminés{actual}").replace('.', ",")
    },
    wrong_in_race: |at, round| {
        format!(
            "pas de réponse juste à la grille {at} du tour {round}\u{a0}: un rapport demande des réponses justes à toutes"
        )
    },
};
