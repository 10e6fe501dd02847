//! The page of the class, for the teacher: all marks, their distribution, the failures of each part, and similar
//! submissions.

use render::svg::{Anchor, Px, Svg};

use super::html::{escaped, page, table, warning};
use super::labels::Labels;
use super::marks::{ClassMarks, FailureKind, PartMarks};
use super::roster::{NoRow, Roster};
use super::similar::SimilarPair;

/// The number of bars of the histogram.
const BARS: usize = 10;

/// Returns the page. The names of the folders of the students are in the order of their marks.
pub(super) fn html(
    class: &ClassMarks,
    roster: &Roster,
    folders: &[String],
    similar: &[SimilarPair],
    labels: &Labels,
) -> String {
    let mut body = warning(Some(labels.unconfined), class.warning.as_ref());
    let ungraded = Some(class.ungraded.join(", ")).filter(|names| !names.is_empty());
    body += &warning(Some(labels.not_graded), ungraded.as_ref());
    body += &format!("<p class=\"note\">--seed {}</p>\n", class.seed);
    body += &format!("<h2>{}</h2>\n{}", labels.distribution, histogram(class).inline());
    body += &format!("<h2>{}</h2>\n{}", labels.failures, parts(class, labels));
    body += &format!("<h2>{}</h2>\n{}", labels.class, students(class, roster, folders, labels));
    body += &without_match(class, roster, labels);
    body += &format!("<h2>{}</h2>\n", labels.similar);
    body += &match similar.is_empty() {
        true => format!("<p>{}</p>\n", labels.nothing_similar),
        false => pairs(similar, labels),
    };
    page(labels.code, &class.title, &body)
}

/// Returns the number of submissions in each tenth of the points.
fn histogram(class: &ClassMarks) -> Svg {
    let mut counts = [0_usize; BARS];
    for marks in &class.submissions {
        let share = marks.points() / marks.max_points().max(f64::MIN_POSITIVE);
        counts[((share * BARS as f64) as usize).min(BARS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let (width, height, foot, step) = (480.0, 160.0, 130.0, 44.0);
    let mut svg = Svg::new(width, height);
    for (at, &count) in counts.iter().enumerate() {
        let (left, tall) = (20.0 + step * at as f64, 100.0 * count as f64 / most);
        svg.put(format_args!(
            "<rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            Px(left),
            Px(foot - tall),
            Px(step - 6.0),
            Px(tall)
        ));
        let middle = left + (step - 6.0) / 2.0;
        svg.text("", (middle, foot - tall - 4.0), Anchor::Middle, &count.to_string());
        let label = format!("{}–{}", 100 / BARS * at, 100 / BARS * (at + 1));
        svg.text("", (middle, foot + 14.0), Anchor::Middle, &label);
    }
    svg
}

/// Returns how many submissions passed each part, and what most were told.
fn parts(class: &ClassMarks, labels: &Labels) -> String {
    let n_parts = class.submissions.first().map_or(0, |marks| marks.parts.len());
    let row = |at: usize| {
        let all: Vec<&PartMarks> = class.submissions.iter().map(|it| &it.parts[at]).collect();
        let full = all.iter().filter(|part| part.is_full()).count();
        let none = all.iter().filter(|part| part.points == 0.0 && !part.is_full()).count();
        vec![
            escaped(&all[0].title),
            full.to_string(),
            (all.len() - full - none).to_string(),
            none.to_string(),
            escaped(&commonest(&all, labels).unwrap_or_default()),
        ]
    };
    let rows: Vec<Vec<String>> = (0..n_parts).map(row).collect();
    let [full, some, none] = [labels.full, labels.some, labels.none].map(|it| format!("#{it}"));
    table(&[labels.part, &full, &some, &none, labels.commonest], &rows)
}

/// Returns what most students were told about a part, and how many. Sentences of one kind count together, whatever they
/// say of each program; the first of them stands for all.
fn commonest(parts: &[&PartMarks], labels: &Labels) -> Option<String> {
    let mut groups: Vec<Vec<(Option<FailureKind>, &str)>> = Vec::new();
    for advice in parts.iter().filter_map(|part| part.advice()) {
        let is_alike = |group: &&mut Vec<(Option<FailureKind>, &str)>| match advice.0 {
            None => group[0] == advice,
            kind => group[0].0 == kind,
        };
        match groups.iter_mut().find(is_alike) {
            Some(group) => group.push(advice),
            None => groups.push(vec![advice]),
        }
    }
    // Of several, the last is the greatest.
    let group = groups.iter().rev().max_by_key(|group| group.len())?;
    let (count, said) = (group.len(), group[0].1);
    Some(match group.iter().all(|it| *it == group[0]) {
        true => format!("{count} × {said}"),
        false => format!("{count} × {}{} {said}", labels.for_instance, labels.colon),
    })
}

/// Returns the students without a submission, and the submissions without a row of the roster.
fn without_match(class: &ClassMarks, roster: &Roster, labels: &Labels) -> String {
    let strangers = roster.strangers(class);
    let (missing, others): (Vec<_>, Vec<_>) =
        strangers.into_iter().partition(|(_, why)| *why == NoRow::Missing);
    let ids = |list: Vec<(&'_ str, NoRow)>| list.into_iter().map(|(id, _)| id.to_owned()).collect();
    let absent = roster.absent(class).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let lists: [(&str, Vec<String>); 3] =
        [(labels.absent, absent), (labels.no_row, ids(missing)), (labels.no_own_row, ids(others))];
    let lists = lists.iter().filter(|(_, names)| !names.is_empty());
    let line = |(title, names): &(&str, Vec<String>)| {
        format!("<p>{title}{} {}</p>\n", labels.colon, escaped(&names.join(", ")))
    };
    lists.map(line).collect()
}

fn students(class: &ClassMarks, roster: &Roster, folders: &[String], labels: &Labels) -> String {
    let ids = class.submissions.first().map(|it| &it.parts[..]).unwrap_or_default();
    let ids: Vec<String> = ids.iter().map(|part| format!("#{}", part.id)).collect();
    let total = format!("#{}", labels.total);
    let mut titles = vec![labels.student, labels.language, &total];
    titles.extend(ids.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = class
        .submissions
        .iter()
        .zip(folders)
        .zip(roster.full_names(class))
        .map(|((marks, folder), full_name)| {
            let language = marks.language.clone().unwrap_or_default();
            let folder = escaped(folder);
            let id = full_name.map_or(marks.id.clone(), |name| format!("{name} ({})", marks.id));
            let link = format!("<a href=\"students/{folder}/index.html\">{}</a>", escaped(&id));
            let mut row = vec![link, escaped(&language), marks.points().to_string()];
            row.extend(marks.parts.iter().map(|part| part.points.to_string()));
            row
        })
        .collect();
    table(&titles, &rows)
}

fn pairs(similar: &[SimilarPair], labels: &Labels) -> String {
    let share = |share: Option<f64>| share.map(|it| format!("{:.0} %", 100.0 * it));
    let row = |pair: &SimilarPair| {
        let [first, second] = pair.ids.each_ref().map(|id| escaped(id));
        let [text, behaviour] = [pair.text, pair.behaviour].map(|it| share(it).unwrap_or_default());
        vec![first, second, text, behaviour, escaped(&pair.files.join(", "))]
    };
    let rows: Vec<Vec<String>> = similar.iter().map(row).collect();
    let [text, behaviour] = [labels.same_text, labels.same_behaviour].map(|it| format!("#{it}"));
    let titles = [labels.student, labels.student, &text, &behaviour, labels.same_files];
    let pairs = table(&titles, &rows);
    format!("<p class=\"note\">{}</p>\n{pairs}", labels.similar_note)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Language;
    use crate::cmd::advice::Mistake;

    #[test]
    fn crashes_count_together_whatever_their_errors_say() {
        let part = |mistake: Mistake| {
            let part = serde_json::json!({
                "id": "one", "title": "One", "points": 0.0, "max_points": 1.0, "visible": true, "passed": 0, "total": 1,
                "failure": { "puzzle": "", "expected": "", "actual": "", "advice": mistake.sentence(Language::En) },
            });
            let mut part: PartMarks = serde_json::from_value(part).expect("marks");
            let kind = FailureKind::Mistake(mistake.kind());
            part.failure.as_mut().expect("a failure").kind = Some(kind);
            part
        };
        let ends = |error: &str| part(Mistake::Ends(error.into()));
        let endless = || part(Mistake::Endless);
        let parts =
            [endless(), ends("KeyError: 3"), endless(), ends("IndexError"), ends("KeyError: 7")];
        let told = |parts: &[PartMarks], language| {
            let parts: Vec<&PartMarks> = parts.iter().collect();
            commonest(&parts, Labels::of(language)).expect("advice")
        };
        let crashes = told(&parts, Language::En);
        let start = "3 × for instance: your program ended in the middle of a puzzle (KeyError: 3)";
        assert!(crashes.starts_with(start), "{crashes}");
        let endless = told(&parts[..3], Language::Fr);
        assert!(endless.starts_with("2 × your program was still computing"), "{endless}");
        assert!(told(&parts, Language::Fr).starts_with("3 × par exemple\u{a0}: "));
    }
}
