//! How exact cover problems in Knuth's format are recognised, where no extension says what a text is.

use super::exact_cover::Multiplicity;
use super::knuth::{CoverReader, content};

/// Returns whether a text, or its beginning, looks like a problem in Knuth's format: a line of items, and options of these
/// below it.
///
/// A board whose first row is full could look the same, but has a character or a number for each cell. So some item must
/// have a longer name with a letter, or be secondary, or have a multiplicity. Lines of cells and a name could, too, but are
/// longer than names of items, and have points; and so could comments, which start with `#`, and a header of DIMACS above
/// clauses without their zeros.
pub fn looks_like_cover(head: &str) -> bool {
    let mut content = content(head);
    let first = content.next().filter(|(_, line)| !is_header(line));
    let items = first.and_then(|(number, line)| CoverReader::of_items(number, line).ok());
    let Some(mut reader) = items else { return false };
    let is_name = |name: &&str| name.chars().count() < 16 && !name.contains('.') && *name != "#";
    let is_long = |name: &&str| name.chars().count() > 1 && name.contains(char::is_alphabetic);
    let is_marked = reader.items.iter().any(is_long)
        || reader.items.len() > reader.multiplicities.len()
        || reader.multiplicities.iter().any(|&it| it != Multiplicity::ONE);
    // A mistake further below is an error in the format.
    let mut options = content.take(10).peekable();
    let are_names = reader.items.len() > 1 && reader.items.iter().all(is_name);
    is_marked
        && are_names
        && options.peek().is_some()
        && options.all(|(number, line)| reader.option(number, line).is_ok())
}

/// Returns whether a line is a header of DIMACS, such as `p cnf 3 2`: a kind and numbers.
fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.next() == Some("p") && words.nth(1).is_some_and(is_number) && words.all(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_recognised_and_boards_are_not() {
        for text in [
            "r1 r2 c1 c2\nr1 c1\nr1 c2\nr2",
            "| a comment\n\na b | x\na x:red |5\nb x:red\n",
            "2|a b\na\n",
            "p cnf x 1\np cnf\n",
        ] {
            assert!(looks_like_cover(text), "{text}");
        }
        for text in [
            "",
            "r1 r2",
            "r1 r2\n",
            "a b\na b\n",
            "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
            "1 2 | 3 4\n3 4 | 1 2\n",
            "10 11\n11 10\n",
            "level one\n1 2 3 4\n",
            "....1.3.431.2... one\n....1.3.431.2...\n",
            "3421123443122143 one\n3421123443122143\n",
            "1A..\n1A..\n",
            "# one\n# one\n",
            "p cnf 2 1\n1 2\n",
            "p edge 2 1\n1 2\n",
            "one two\none two one\n",
        ] {
            assert!(!looks_like_cover(text), "{text}");
        }
    }
}
