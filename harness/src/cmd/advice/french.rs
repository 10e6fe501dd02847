//! The sentences in French. A no-break space stands before `:`, `;`, `!`, `?` and inside « ».

use board::Position;

use super::Mistake;

/// Returns the sentence for a mistake.
pub(super) fn sentence(mistake: &Mistake) -> String {
    match mistake {
        Mistake::NotStarted => "la commande ne démarre pas\u{a0}: compilez d'abord votre programme et vérifiez le chemin \
             de la commande depuis le dossier courant"
            .into(),
        Mistake::EndedAtOnce(error) => format!(
            "votre programme s'est terminé avant de dire hello{}\u{a0}: lancez la même commande dans un terminal et \
             corrigez l'erreur affichée",
            quoted(error)
        ),
        Mistake::NotHello(line) => format!(
            "la première ligne doit être {} et non {}\u{a0}: écrivez vos propres messages sur la sortie \
             d'erreur (sys.stderr, System.err, std::cerr, eprintln!)",
            guillemets("hello sudoku-backend/1"),
            guillemets(line)
        ),
        Mistake::OtherVersion(version) => format!(
            "votre programme parle {version}, et ce harnais sudoku-backend/1\u{a0}: affichez {} et tenez-vous-en à cette \
             version",
            guillemets("hello sudoku-backend/1")
        ),
        Mistake::ComputesBeforeHello => format!(
            "votre programme calcule avant de dire hello\u{a0}: affichez d'abord {}, puis faites vos préparatifs",
            guillemets("hello sudoku-backend/1")
        ),
        Mistake::NoHello => format!(
            "votre programme n'a rien dit\u{a0}: affichez la ligne {} au démarrage, avant toute lecture, et videz le \
             tampon",
            guillemets("hello sudoku-backend/1")
        ),
        Mistake::HelloInBuffer => format!(
            "vous n'avez pas vidé le tampon\u{a0}: hello n'est arrivé qu'à la fin du programme\u{a0}; videz le tampon \
             après chaque ligne ({FLUSH})"
        ),
        Mistake::AnswersAtTheEnd => format!(
            "votre programme lit toute son entrée avant de répondre, ou ne vide pas le tampon\u{a0}: lisez une ligne, \
             répondez et videz le tampon ({FLUSH}) avant de lire la suivante"
        ),
        Mistake::LineWithoutEnd => "votre programme affiche une ligne sans retour à la ligne\u{a0}: terminez chaque \
             ligne par un retour à la ligne (\\n) et videz le tampon"
            .into(),
        _ => of_answer(mistake),
    }
}

/// How to flush in the usual languages.
const FLUSH: &str = "print(…, flush=True), System.out.flush(), std::endl, io::stdout().flush()";

fn of_answer(mistake: &Mistake) -> String {
    match mistake {
        Mistake::Endless => "votre programme calculait encore à la limite de temps\u{a0}: cherchez une boucle sans fin \
             sur cette grille, ou élaguez la recherche plus tôt"
            .into(),
        Mistake::Waits => format!(
            "votre programme attend et n'a pas répondu\u{a0}: chaque ligne {} demande une ligne {} avant la lecture de \
             la suivante",
            guillemets("solve …"),
            guillemets("result …")
        ),
        Mistake::Stray(line) => format!(
            "la sortie standard est réservée au protocole, et {} n'en fait pas partie\u{a0}: envoyez l'affichage de \
             mise au point sur la sortie d'erreur (sys.stderr, System.err, std::cerr, eprintln!)",
            guillemets(line)
        ),
        Mistake::Clash(clash) => {
            let [first, second] = clash.cells.map(cell);
            let (region, symbol) = (self::region(&clash.region), clash.symbol);
            format!(
                "les cases {first} et {second} sont en conflit\u{a0}: toutes deux contiennent {symbol} ({region})\u{a0}; \
                 avant de placer une valeur, vérifiez toute la ligne, toute la colonne et tout le bloc"
            )
        }
        Mistake::GivenChanged { at, given } => format!(
            "la valeur donnée {given} de la case {} a été modifiée\u{a0}: ne remplissez que les cases vides ({}) de la \
             grille de départ",
            cell(*at),
            guillemets(".")
        ),
        Mistake::Size { found, expected } => format!(
            "la grille a {found} caractères au lieu de {expected}\u{a0}: affichez toutes les cases dans l'ordre de \
             lecture, sans espaces ni sauts de ligne"
        ),
        Mistake::NotOnly(grid) => format!(
            "une deuxième solution a été oubliée, {grid}\u{a0}: après la première, poursuivez la recherche jusqu'à en \
             trouver une deuxième ou avoir tout essayé"
        ),
        Mistake::NotImpossible(grid) => format!(
            "il existe une solution, {grid}\u{a0}: cherchez une valeur jamais essayée, ou que le retour sur trace ne \
             rétablit pas"
        ),
        Mistake::SameTwice => "les deux solutions sont identiques\u{a0}: copiez une grille au moment de la garder, car \
             la suite de la recherche la modifie"
            .into(),
        Mistake::Miscount { found, expected } => format!(
            "le compte est {found} au lieu de {expected}\u{a0}: poursuivez la recherche après chaque solution, comptez chaque \
             grille complète une seule fois, et ne vous arrêtez qu'à limit_solutions"
        ),
        _ => of_robustness(mistake),
    }
}

fn of_robustness(mistake: &Mistake) -> String {
    match mistake {
        Mistake::StrayResult => format!(
            "votre programme a affiché un résultat qui ne répond à aucune question\u{a0}: affichez exactement une ligne {} \
             pour chaque ligne {}, avec son ID, après l'avoir lue",
            guillemets("result ID …"),
            guillemets("solve ID …")
        ),
        Mistake::EndsOnEmpty(error) => format!(
            "votre programme s'arrête sur une grille sans valeur donnée{}\u{a0}: une liste vide de cases remplies est \
             une entrée valable",
            quoted(error)
        ),
        Mistake::Ends(error) => format!(
            "votre programme s'est arrêté au milieu d'une grille{}\u{a0}: lancez-le à la main sur la grille qu'indique le \
             rapport, et corrigez l'erreur",
            quoted(error)
        ),
        Mistake::Large(order) => format!(
            "le programme échoue à partir de {order}×{order}\u{a0}: les valeurs sont 1–9 puis A, B, … (A vaut 10), les \
             blocs ne sont pas 3×3, et une boucle sur les valeurs va jusqu'à {order} inclus"
        ),
        Mistake::Unreadable(error) => format!(
            "la ligne de résultat est illisible ({error})\u{a0}: affichez {}, avec - pour ce que vous n'avez pas",
            guillemets("result NUMÉRO STATUT NANOSECONDES GRILLE")
        ),
        Mistake::NoTimeLimit => "votre programme ne s'arrête pas à limit_ms\u{a0}: consultez l'horloge pendant la \
             recherche et répondez timeout quand le temps est écoulé"
            .into(),
        Mistake::EndsAtUnknownLine => "votre programme se termine sur une ligne qu'il ne connaît pas\u{a0}: ignorez ces \
             lignes et lisez la suivante"
            .into(),
        Mistake::Remembers => "la réponse dépend des grilles précédentes\u{a0}: recréez la grille, les compteurs et les \
             limites pour chaque grille"
            .into(),
        Mistake::Colouring => "deux sommets voisins ont la même couleur\u{a0}: examinez tous les voisins avant de \
             choisir une couleur"
            .into(),
        // The others have a sentence above.
        _ => String::new(),
    }
}

/// Returns the French name of a check of the suite, or its name if there is none.
pub fn check_name(name: &str) -> String {
    let (name, task) = (without_task(name), name.strip_prefix(without_task(name)));
    let french = match name {
        "easy" => "facile",
        "easy 4x4" => "facile 4x4",
        "hard" => "difficile",
        "17 clues" => "17 cases connues",
        "two givens clash" => "deux valeurs données en conflit",
        "no solution, no clash" => "sans solution ni conflit",
        "several solutions" => "plusieurs solutions",
        "full grid" => "grille pleine",
        "4x4 without clues" => "4x4 vide",
        "two diagonals" => "deux diagonales",
        "colouring" => "coloration",
        "count up to 10" => "compter jusqu'à 10",
        "the same puzzle again" => "la même grille encore une fois",
        "time limit" => "limite de temps",
        "after the time limit" => "après la limite de temps",
        "a malformed line" => "une ligne mal formée",
        "stray output" => "lignes parasites",
        "own times" => "temps annoncés",
        "counters" => "compteurs",
        "answers" => "réponses",
        other => other,
    };
    format!("{french}{}", task.unwrap_or_default())
}

/// Returns the name of a check of the suite, in either language, without the task behind it.
pub fn without_task(name: &str) -> &str {
    match name.rsplit_once(", ") {
        Some((name, "first" | "unique" | "count")) => name,
        _ => name,
    }
}

/// Returns the French name of a region.
fn region(name: &str) -> String {
    let words =
        [("row", "ligne"), ("column", "colonne"), ("block", "bloc"), ("diagonal", "diagonale")];
    let (word, rest) = name.split_once(' ').unwrap_or((name, ""));
    let french = words.iter().find(|(english, _)| *english == word).map(|(_, french)| *french);
    french.map_or_else(|| name.into(), |french| format!("{french} {rest}").trim_end().into())
}

/// Returns a cell in the notation of Falissard.
fn cell(position: Position) -> String {
    format!("L{}C{}", position.row + 1, position.column + 1)
}

fn guillemets(text: &str) -> String {
    format!("«\u{a0}{text}\u{a0}»")
}

fn quoted(error: &str) -> String {
    if error.is_empty() { String::new() } else { format!(" ({error})") }
}
