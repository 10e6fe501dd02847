// The two languages. Elements with data-t get the text of that name, and data-label one as their label.
let language = document.documentElement.lang === "fr" ? "fr" : "en";
const TEXTS = {
  title: ["Algorithms at work", "Les algorithmes au travail"], colon: [":", "\u00a0:"],
  first: ["First step", "Première étape"], back: ["Back", "Reculer"], play: ["Play", "Lire"], pause: ["Pause", "Pause"],
  step: ["Step", "Avancer"], last: ["Last step", "Dernière étape"],
  "next-bet": ["Next bet", "Pari suivant"], "next-conflict": ["Next conflict", "Conflit suivant"],
  "next-solution": ["Next solution", "Solution suivante"],
  speed: ["Speed", "Vitesse"], "per-second": ["steps/s", "étapes/s"], together: ["Side by side by", "Côte à côte selon"],
  position: ["Position", "Position"], problem: ["Problem", "Problème"],
  steps: ["steps", "les étapes"], share: ["share of the search", "la part de la recherche"],
  nodes: ["nodes", "nœuds"], bets: ["bets", "paris"], conflicts: ["conflicts", "conflits"],
  deductions: ["deductions", "déductions"], removals: ["removals", "suppressions"],
  propagations: ["propagations", "propagations"], updates: ["updates", "mises à jour"], accesses: ["accesses", "accès"],
  predict: ["Predict the next step", "Prédire l’étape suivante"], print: ["Print a step sheet", "Imprimer une feuille d’étapes"],
  keys: ["Keys", "Touches"], board: ["Board", "Grille"], tree: ["Search tree", "Arbre de recherche"],
  counters: ["Counters", "Compteurs"], code: ["Pseudo-code", "Pseudo-code"], program: ["As a short program", "En un court programme"], essay: ["How this family works", "Le principe de cette famille"],
  matrix: ["Exact cover matrix", "Matrice de couverture exacte"], graph: ["Constraint graph", "Graphe des contraintes"],
  trail: ["Trail of the SAT engine", "Piste du moteur SAT"], implication: ["Implication graph of the conflict", "Graphe d’implication du conflit"],
  other: ["Français", "English"],
  start: ["The start.", "Le début."], "nothing-open": ["No step is recorded.", "Aucune étape n’est enregistrée."],
  question: ["What is the next step?", "Quelle est l’étape suivante\u202f?"], score: ["Score", "Score"],
  right: ["right.", "juste."], wrong: ["no, it was:", "non, c’était\u00a0:"], "at-end": ["This search is over.", "Cette recherche est finie."],
  "no-clauses": ["nothing is assigned", "rien n’est affecté"], learnt: ["Learnt:", "Apprise\u00a0:"], learned: ["learned clauses", "clauses apprises"],
  level: ["level", "niveau"],
};
const t = (name) => TEXTS[name]?.[language === "fr" ? 1 : 0] ?? name;
const KEYS = [
  ["Space", "play, pause", "lire, suspendre", "Espace"], ["→ ←", "step, back", "avancer, reculer"],
  ["⇧→ ⇧←", "ten steps", "dix étapes"], ["Home End", "first, last step", "première, dernière étape", "Début Fin"],
  ["b B", "next, previous bet", "pari suivant, précédent"],
  ["c C", "next, previous conflict", "conflit suivant, précédent"],
  ["s S", "next, previous solution", "solution suivante, précédente"],
  ["+ −", "faster, slower", "plus vite, moins vite"], ["v", "the next search leads the jumps", "la recherche suivante mène les sauts"],
  ["p", "predict the next step", "prédire l’étape suivante"], ["1–4", "answer", "répondre"], ["l", "language", "langue"],
];
const translate = () => {
  document.documentElement.lang = language;
  document.title = t("title");
  all("[data-t]").forEach((it) => { it.textContent = t(it.dataset.t); });
  all("[data-label]").forEach((it) => { it.setAttribute("aria-label", t(it.dataset.label)); it.title = t(it.dataset.label); });
  one("#key-list").replaceChildren();
  KEYS.forEach(([keys, english, french, frenchKeys = keys]) => {
    make("dt", language === "fr" ? frenchKeys : keys, one("#key-list"));
    make("dd", language === "fr" ? french : english, one("#key-list"));
  });
};
