//! How a backend works, in French: the phrases of [`Method`], which are few.

use solvers::Method;

/// Phrases in English and in French.
const PHRASES: &[(&str, &str)] = &[
    ("none", "—"),
    // What a search state consists of.
    ("a bit plane for each candidate", "un plan de bits par candidat"),
    (
        "a vector of nine boxes for each place in a box",
        "un vecteur de neuf blocs par place d’un bloc",
    ),
    ("assigned literals", "littéraux affectés"),
    (
        "assigned literals, counts of components",
        "littéraux affectés, nombres de modèles des composantes",
    ),
    ("assigned literals, learnt clauses", "littéraux affectés, clauses apprises"),
    (
        "assigned literals, learnt clauses, matchings",
        "littéraux affectés, clauses apprises, couplages",
    ),
    ("blocks as permutations", "blocs comme permutations"),
    ("candidate bits", "candidats en bits"),
    ("candidate bits, places of each symbol", "candidats en bits, places de chaque symbole"),
    ("candidate bits, saved whole", "candidats en bits, sauvegardés en entier"),
    ("candidate lists", "candidats en listes"),
    ("candidate truth values", "candidats en valeurs de vérité"),
    ("colours of neighbours, counted", "couleurs des voisins, comptées"),
    ("filled cells", "cases remplies"),
    ("grid, values of each region", "grille, valeurs de chaque région"),
    ("items and options, as bits", "éléments et options en bits"),
    ("items and options, as sparse sets", "éléments et options en ensembles creux"),
    ("items and options, linked", "éléments et options en listes chaînées"),
    ("open items, and colours", "éléments libres et couleurs"),
    ("options left, as bits", "options restantes en bits"),
    ("options left, up to symmetry", "options restantes, à une symétrie près"),
    ("the cells of each symbol, as bits", "cases de chaque symbole en bits"),
    // What is deduced without a bet.
    ("all", "toutes les techniques"),
    ("all without uniqueness", "toutes les techniques sauf celles d’unicité"),
    (
        "all without uniqueness, and rare ones",
        "toutes les techniques, rares comprises, sauf celles d’unicité",
    ),
    ("all, and rare ones", "toutes les techniques, rares comprises"),
    ("binary failed literals", "littéraux échoués deux à deux"),
    ("failed literals", "littéraux échoués"),
    ("forced items", "éléments forcés"),
    ("hyper-binary resolution", "résolution hyperbinaire"),
    ("naked and hidden singles", "singletons nus et cachés"),
    ("naked and hidden singles, in sweeps", "singletons nus et cachés, par balayages"),
    ("naked tuples", "ensembles nus"),
    ("naked tuples of any size", "ensembles nus de toute taille"),
    ("singles", "singletons"),
    ("singles, locked candidates", "singletons, candidats verrouillés"),
    (
        "singles, locked candidates, triples in a line of a box",
        "singletons, candidats verrouillés, triplets d’une ligne d’un bloc",
    ),
    ("singles, pairs", "singletons, paires"),
    ("unit propagation", "propagation unitaire"),
    (
        "unit propagation, Hall sets, clause learning",
        "propagation unitaire, ensembles de Hall, clauses apprises",
    ),
    ("unit propagation, clause learning", "propagation unitaire, clauses apprises"),
    // How the next bet is chosen.
    ("cell with fewest candidates", "case qui a le moins de candidats"),
    (
        "digit with two ways through the band that has the fewest ways",
        "chiffre à deux chemins dans la bande qui en a le moins",
    ),
    ("first cell with fewest values", "première case qui a le moins de valeurs"),
    ("first empty cell", "première case vide"),
    ("first item", "premier élément"),
    ("first item of a Cuthill-McKee order", "premier élément d’un ordre de Cuthill-McKee"),
    ("item marked # with fewest options", "élément marqué # qui a le moins d’options"),
    ("item with few options that failed often", "élément à peu d’options qui a souvent échoué"),
    ("item with fewest options", "élément qui a le moins d’options"),
    ("largest degree", "plus grand degré"),
    ("most active variable", "variable la plus active"),
    ("most impossible colours", "plus de couleurs impossibles"),
    (
        "most impossible colours, most open neighbours",
        "plus de couleurs impossibles, puis plus de voisins libres",
    ),
    ("random swap, Metropolis criterion", "échange au hasard, critère de Metropolis"),
    ("shortest open clause", "plus courte clause ouverte"),
    (
        "shortest open clause of positive literals",
        "plus courte clause ouverte de littéraux positifs",
    ),
];

/// Returns a method in French: one sentence. A list of chosen techniques is kept, since it consists of their ids.
pub(super) fn in_french(method: &Method) -> String {
    let french = |phrase: &'static str| match translated(phrase) {
        Some(french) => french.to_owned(),
        None => phrase.replace(" without ", " sans "),
    };
    let Method { state, inference, choice } = *method;
    format!(
        "État\u{a0}: {}\u{202f}; inférence\u{a0}: {}\u{202f}; choix\u{a0}: {}.",
        french(state),
        french(inference),
        french(choice)
    )
}

fn translated(phrase: &str) -> Option<&'static str> {
    PHRASES.iter().find(|(english, _)| *english == phrase).map(|&(_, french)| french)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_a_method_in_french() {
        for row in solvers::BACKENDS {
            let Method { state, inference, choice } = row.method;
            for phrase in [state, inference, choice] {
                assert!(translated(phrase).is_some(), "{}: {phrase}", row.id);
            }
        }
    }
}
