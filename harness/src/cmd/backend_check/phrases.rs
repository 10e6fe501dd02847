//! What is said about a check, in English and French: what was seen, what was expected, and why it was
//! skipped. Words of the protocol, such as `solved`, are the same in both. In French, a no-break space stands
//! before a colon and inside quotation marks.

use std::time::Duration;

use crate::cli::Language;
use crate::cmd::advice::Mistake;

/// A phrase in both languages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Phrase {
    english: &'static str,
    french: &'static str,
}

impl Phrase {
    const fn new(english: &'static str, french: &'static str) -> Self {
        Self { english, french }
    }

    /// Returns the phrase in a language.
    pub(super) fn to(self, language: Language) -> &'static str {
        match language {
            Language::En => self.english,
            Language::Fr => self.french,
        }
    }

    /// Returns the phrase in a language, with a text in place of `{}`.
    pub(super) fn with(self, language: Language, text: impl ToString) -> String {
        self.to(language).replace("{}", &text.to_string())
    }
}

// Why a check was skipped.

pub(super) const NO_BOARD: Phrase = Phrase::new(
    "a line does not state its board: only 9×9 is checked",
    "une ligne n'indique pas sa grille\u{a0}: seul 9×9 est vérifié",
);
pub(super) const ASSUMES_UNIQUE: Phrase =
    Phrase::new("it assumes that there is one solution", "il suppose que la solution est unique");
pub(super) const NO_ANSWER_YET: Phrase =
    Phrase::new("it has given no answer", "il n'a donné aucune réponse");
pub(super) const NO_GRAPHS: Phrase =
    Phrase::new("it accepts no graphs", "il n'accepte pas de graphes");
pub(super) const NO_HUGE_PUZZLE: Phrase =
    Phrase::new("no huge puzzle is supported", "il n'accepte aucune grille immense");
pub(super) const STUCK: Phrase =
    Phrase::new("it got stuck before the time limit", "bloqué avant la limite de temps");
pub(super) const GAVE_UP: Phrase =
    Phrase::new("it gave up before the time limit", "abandon avant la limite de temps");
pub(super) const ANSWERED: Phrase =
    Phrase::new("it answered {} before the time limit", "réponse {} avant la limite de temps");
pub(super) const NOT_REACHED: Phrase =
    Phrase::new("the time limit was not reached", "la limite de temps n'a pas été atteinte");
pub(super) const NO_PROTOCOL: Phrase = Phrase::new(
    "only for solvers that speak the protocol",
    "seulement pour les solveurs qui parlent le protocole",
);
pub(super) const MEASURED_HERE: Phrase =
    Phrase::new("measured by the harness", "mesurés par le harnais");
pub(super) const NO_TIMES: Phrase = Phrase::new("none reported", "aucun");
pub(super) const NO_COUNTERS: Phrase =
    Phrase::new("not reported by this backend", "non annoncés par ce solveur");
pub(super) const SKIPPED: Phrase = Phrase::new("skipped {}", "omis {}");

// What was seen in a check that passed.

pub(super) const NO_GRID: Phrase = Phrase::new("no grid", "pas de grille");
pub(super) const ANSWERS_NEXT: Phrase =
    Phrase::new("it answers the next puzzle", "il répond à la grille suivante");
pub(super) const SAME_ANSWER: Phrase = Phrase::new("same answer", "même réponse");
pub(super) const SAME_COUNTERS: Phrase =
    Phrase::new("same answer and counters", "même réponse et mêmes compteurs");
pub(super) const COLOURED: Phrase = Phrase::new("solved, {} colours", "solved, {} couleurs");
pub(super) const IGNORED: Phrase = Phrase::new("ignored: {}", "ignorées\u{a0}: {}");
pub(super) const NO_STRAY_OUTPUT: Phrase = Phrase::new("none", "aucune");
pub(super) const PLAUSIBLE_TIMES: Phrase =
    Phrase::new("consistent with the round trip", "cohérents avec l'aller-retour");
pub(super) const CONSISTENT: Phrase = Phrase::new("consistent", "cohérents");

// What was expected.

pub(super) const HELLO: Phrase = Phrase::new(
    "a line \"hello sudoku-backend/1 …\" as soon as it starts",
    "une ligne «\u{a0}hello sudoku-backend/1 …\u{a0}» dès le démarrage",
);
pub(super) const ONE_RESULT: Phrase = Phrase::new(
    "one result for each line \"solve …\", with its ID",
    "un résultat pour chaque ligne «\u{a0}solve …\u{a0}», avec son ID",
);
pub(super) const PLAUSIBLE_TIME: Phrase = Phrase::new(
    "at most the round trip, at least half of it minus a few milliseconds, and not shorter than one read of a clock",
    "au plus l'aller-retour, au moins sa moitié à quelques millisecondes près, et pas moins qu'une lecture de l'horloge",
);
pub(super) const CONSISTENT_COUNTERS: Phrase =
    Phrase::new("consistent counters", "des compteurs cohérents");
pub(super) const TWO_GRIDS: Phrase = Phrase::new(
    "{} with two different grids, the second one in second=",
    "{} avec deux grilles différentes, la deuxième dans second=",
);
pub(super) const AS_BEFORE: Phrase = Phrase::new("an answer as before", "une réponse comme avant");
pub(super) const COLOURING: Phrase = Phrase::new(
    "a colour for each vertex, adjacent ones different",
    "une couleur par sommet, différente de celles de ses voisins",
);
pub(super) const REPORTED_TIMEOUT: Phrase = Phrase::new(
    "timeout after {}, reported by the solver",
    "timeout après {}, annoncé par le solveur",
);
pub(super) const SOME_ANSWER: Phrase = Phrase::new(
    "an answer to one of the puzzles above",
    "une réponse à l'une des grilles ci-dessus",
);

// What came instead, and for which puzzle.

pub(super) const NOTHING: Phrase = Phrase::new("nothing", "rien");
pub(super) const NONE_SO_FAR: Phrase = Phrase::new("none so far", "aucune jusqu'ici");
pub(super) const BEFORE: Phrase = Phrase::new("the one before {}", "celle qui précède {}");
pub(super) const ALSO: Phrase = Phrase::new("also {}", "aussi {}");
pub(super) const REFUSALS: Phrase = Phrase::new("refusals only", "seulement des refus");
pub(super) const ALL: Phrase = Phrase::new("all of them", "toutes");
const AFTER: Phrase = Phrase::new("{} after", "{} après");

/// Returns an answer with the time after which it came.
pub(super) fn after(language: Language, answer: &str, took: Duration) -> String {
    format!("{} {took:.1?}", AFTER.with(language, answer))
}

/// Returns the reason of a refusal: that of the harness in the language, that of a program as it is.
pub(super) fn refusal(language: Language, reason: &str) -> String {
    if language == Language::En {
        return reason.into();
    }
    if let Some(what) = reason.strip_prefix("its hello does not list ") {
        return format!("son hello n'annonce pas {what}");
    }
    let only = reason.strip_prefix("it supports ").and_then(|rest| rest.strip_suffix(" only"));
    if let Some(boards) = only {
        return format!("il n'accepte que {boards}");
    }
    match reason {
        "it does not support this task" => "il n'accepte pas cette tâche",
        "it does not support this puzzle" => "il n'accepte pas cette grille",
        "mode `lines` finds solutions only; use --task first" => {
            "le mode `lines` ne trouve que des solutions\u{a0}: --task first"
        }
        _ => reason,
    }
    .into()
}

/// Returns what came in place of hello: in English the `message`, in French a description of the mistake.
pub(super) fn no_hello(language: Language, mistake: &Mistake, message: &str) -> String {
    match (language, mistake) {
        (Language::En, _) => message.into(),
        (Language::Fr, Mistake::NotStarted) => "la commande ne démarre pas".into(),
        (Language::Fr, Mistake::EndedAtOnce(_)) => "fin du programme sans hello".into(),
        (Language::Fr, Mistake::NotHello(line)) => format!("«\u{a0}{line}\u{a0}»"),
        (Language::Fr, _) => "aucun hello à temps".into(),
    }
}

/// Returns how a search was stopped.
pub(super) fn stopped(
    language: Language,
    [limit, took]: [Duration; 2],
    geometry: &str,
    is_killed: bool,
) -> String {
    let [on, after, killed] = match language {
        Language::En => ["on", "stopped after", ", killed"],
        Language::Fr => ["sur", "arrêté après", ", de force"],
    };
    let killed = if is_killed { killed } else { "" };
    format!("{limit:?} {on} {geometry}, {after} {took:.1?}{killed}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stands_in_the_same_place_in_both_languages() {
        assert_eq!(ALSO.with(Language::En, "x"), "also x");
        assert_eq!(
            ANSWERED.with(Language::Fr, "unique"),
            "réponse unique avant la limite de temps"
        );
        let times = [2000, 2050].map(Duration::from_millis);
        assert_eq!(
            stopped(Language::En, times, "classic9", true),
            "2s on classic9, stopped after 2.0s, killed"
        );
        assert_eq!(
            stopped(Language::Fr, times, "classic9", false),
            "2s sur classic9, arrêté après 2.0s"
        );
    }
}
