//! The points of plots in few bytes. A plot of thousands of puzzles is mostly its points, each an element with
//! a name; in a page the script makes the elements, and the table has the names.

/// A plot whose points, one on each line, are numbers in an attribute: marker, x, y and puzzle of each.
pub(super) fn compact(svg: &str) -> String {
    let mut short = String::new();
    let mut points = Vec::new();
    for line in svg.lines() {
        match point(line) {
            Some(numbers) => points.push(numbers),
            None => {
                flush(&mut short, &mut points);
                short.extend([line, "\n"]);
            }
        }
    }
    flush(&mut short, &mut points);
    short
}

/// Writes the points collected so far.
fn flush(short: &mut String, points: &mut Vec<String>) {
    if !points.is_empty() {
        short.push_str(&format!("<g data-points=\"{}\"></g>\n", points.join(",")));
        points.clear();
    }
}

/// The numbers of a point that stands for a puzzle.
fn point(line: &str) -> Option<String> {
    let (marker, rest) = line.strip_prefix("<use href=\"#marker")?.split_once("\" x=\"")?;
    let (x, rest) = rest.split_once("\" y=\"")?;
    let (y, rest) = rest.split_once("\" data-puzzle=\"")?;
    let (puzzle, _) = rest.split_once('"')?;
    Some(format!("{marker} {x} {y} {puzzle}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_with_puzzles_become_numbers_and_all_else_stays() {
        let svg = "<g>\n\
                   <use href=\"#marker0\" x=\"1.5\" y=\"2\" data-puzzle=\"7\"><title>a</title></use>\n\
                   <use href=\"#marker3\" x=\"4\" y=\"5\" data-puzzle=\"8\"><title>b</title></use>\n\
                   <use href=\"#marker3\" x=\"4\" y=\"5\"/>\n</g>\n";
        let short = "<g>\n<g data-points=\"0 1.5 2 7,3 4 5 8\"></g>\n\
                     <use href=\"#marker3\" x=\"4\" y=\"5\"/>\n</g>\n";
        assert_eq!(compact(svg), short);
    }
}
