"""What to do about the typical mistakes of a first solver: one sentence each, in English and French.

The same mistakes have the same advice in `harness backend check` (harness/src/cmd/advice).
"""

import os

FLUSH = "print(…, flush=True), System.out.flush(), std::endl, io::stdout().flush()"
ERRORS = "sys.stderr, System.err, std::cerr, eprintln!"
N = "\u00a0"  # the no-break space before : and inside « »

ENGLISH = {
    "ended": "your program ended before it said hello: correct the error that it printed above",
    "not_hello": 'the first line must be "hello sudoku-backend/1", not "{line}": print messages for '
                 f"people to standard error ({ERRORS})",
    "no_hello": 'your program said nothing: print the line "hello sudoku-backend/1" when it starts, '
                "before it reads anything, and flush",
    "hello_in_buffer": "you did not flush: hello came only when your program ended; flush after each "
                       f"line ({FLUSH})",
    "at_the_end": "your program reads all its input before it answers, or does not flush: read one "
                  f"line, answer it, and flush ({FLUSH}) before you read the next",
    "line_end": "your program prints a line without a line break at its end: print one (\\n) after each "
                "line, and flush",
    "endless": "your program was still computing at the time limit: look for a loop that does not end "
               "on this puzzle, or make the search prune earlier",
    "waits": 'your program waits and has not answered: each line "solve …" needs one line "result …" '
             "before the next line is read",
    "stray": 'standard output is for the protocol, and "{line}" is not of it: send debug output to '
             f"standard error ({ERRORS})",
    "clash": "{first} and {second} clash: both hold {symbol} in one {region}; test a value against "
             "the whole row, column and block before you place it",
    "given": "the given {given} at {cell} was changed: fill only the cells that are empty (\".\") in "
             "the question",
    "size": "the grid has {found} characters instead of {expected}: print every cell in reading "
            "order, without blanks or line ends",
    "not_only": "a second solution was overlooked, {grid}: after the first solution, go on searching "
                "until a second one is found or everything is tried",
    "same": "the two solutions are the same: copy a grid when you keep it, since the search goes on "
            "to change it",
    "crash_empty": "your program ends on a board without givens: an empty list of givens or of filled "
                   "cells is a valid input",
    "crash": "your program ended in the middle of this puzzle: give it the line by hand and correct "
             "the error",
    "large": "it fails from {order}×{order} on: the values are 1–9, then A, B, … (A is 10), blocks "
             "are not 3×3, and a loop over values includes {order}",
    "unknown_line": "your program ends at a line that it does not know: ignore such lines and read "
                    "the next",
}

FRENCH = {
    "ended": f"votre programme s'est terminé avant de dire hello{N}: corrigez l'erreur affichée "
             "ci-dessus",
    "not_hello": f"la première ligne doit être «{N}hello sudoku-backend/1{N}» et non «{N}{{line}}{N}»{N}: "
                 f"écrivez vos propres messages sur la sortie d'erreur ({ERRORS})",
    "no_hello": f"votre programme n'a rien dit{N}: affichez la ligne «{N}hello sudoku-backend/1{N}» au "
                "démarrage, avant toute lecture, et videz le tampon",
    "hello_in_buffer": f"vous n'avez pas vidé le tampon{N}: hello n'est arrivé qu'à la fin du "
                       f"programme{N}; videz le tampon après chaque ligne ({FLUSH})",
    "at_the_end": "votre programme lit toute son entrée avant de répondre, ou ne vide pas le "
                  f"tampon{N}: lisez une ligne, répondez et videz le tampon ({FLUSH}) avant de lire la "
                  "suivante",
    "line_end": f"votre programme affiche une ligne sans retour à la ligne{N}: terminez chaque ligne par un "
                "retour à la ligne (\\n) et videz le tampon",
    "endless": f"votre programme calculait encore à la limite de temps{N}: cherchez une boucle sans "
               "fin sur cette grille, ou élaguez la recherche plus tôt",
    "waits": f"votre programme attend et n'a pas répondu{N}: chaque ligne «{N}solve …{N}» demande une "
             f"ligne «{N}result …{N}» avant la lecture de la suivante",
    "stray": f"la sortie standard est réservée au protocole, et «{N}{{line}}{N}» n'en fait pas "
             f"partie{N}: envoyez l'affichage de mise au point sur la sortie d'erreur ({ERRORS})",
    "clash": f"les cases {{first}} et {{second}} sont en conflit{N}: toutes deux contiennent {{symbol}} "
             f"({{region}}){N}; avant de placer une valeur, vérifiez toute la ligne, toute la colonne "
             "et tout le bloc",
    "given": f"la valeur donnée {{given}} de la case {{cell}} a été modifiée{N}: ne remplissez que les "
             f"cases vides («{N}.{N}») de la grille de départ",
    "size": f"la grille a {{found}} caractères au lieu de {{expected}}{N}: affichez toutes les cases "
            "dans l'ordre de lecture, sans espaces ni sauts de ligne",
    "not_only": f"une deuxième solution a été oubliée, {{grid}}{N}: après la première, poursuivez la "
                "recherche jusqu'à en trouver une deuxième ou avoir tout essayé",
    "same": f"les deux solutions sont identiques{N}: copiez une grille au moment de la garder, car la "
            "suite de la recherche la modifie",
    "crash_empty": f"votre programme s'arrête sur une grille sans valeur donnée{N}: une liste vide de "
                   "cases remplies est une entrée valable",
    "crash": f"votre programme s'est arrêté au milieu de cette grille{N}: donnez-lui la ligne à la "
             "main et corrigez l'erreur",
    "large": f"le programme échoue à partir de {{order}}×{{order}}{N}: les valeurs sont 1–9 puis A, B, "
             "… (A vaut 10), les blocs ne sont pas 3×3, et une boucle sur les valeurs va jusqu'à "
             "{order} inclus",
    "unknown_line": f"votre programme se termine sur une ligne qu'il ne connaît pas{N}: ignorez ces "
                    "lignes et lisez la suivante",
}

REGIONS = {"row": "ligne", "column": "colonne", "block": "bloc", "region": "région"}


class Complaint(str):
    """What is wrong, with the advice on it: a key above and what its sentence needs."""

    def __new__(cls, text, key, **facts):
        complaint = super().__new__(cls, text)
        complaint.key, complaint.facts = key, facts
        return complaint


def language():
    """The language of the locale: French, or else English."""
    locale = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG")
                   if os.environ.get(name)), "")
    return "fr" if locale.startswith("fr") else "en"


def sentence(complaint, lang):
    """The advice on a complaint, or None."""
    if not isinstance(complaint, Complaint):
        return None
    letters, words = ("LC", REGIONS) if lang == "fr" else ("rc", {})
    facts = dict(complaint.facts)
    for name in ("first", "second", "cell"):
        if name in facts:
            row, column = facts[name]
            facts[name] = f"{letters[0]}{row + 1}{letters[1]}{column + 1}"
    if "region" in facts:
        facts["region"] = words.get(facts["region"], facts["region"])
    return (FRENCH if lang == "fr" else ENGLISH)[complaint.key].format(**facts)
