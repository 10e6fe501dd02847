//! Lists in braces, as C, C++ and Java write them, as lists in brackets.

/// Returns the text with brackets in place of braces, and without the declarations before them; `None` if no brace
/// opens a list. An object of JSON begins with a name in quotes and a colon.
pub(super) fn as_brackets(text: &str) -> Option<String> {
    let start = text.find('{')?;
    let before = text[..start].rsplit('\n').next().unwrap_or_default().trim();
    let inside = text[start + 1..].trim_start();
    let starts_with_value =
        inside.starts_with(|c: char| matches!(c, '{' | '\'') || c.is_ascii_digit());
    let is_list = starts_with_value || (inside.starts_with('"') && !text.contains(':'));
    let is_declared = before.is_empty() || before.ends_with('=') || before.ends_with(']');
    (is_list && is_declared).then(|| text.split_inclusive('\n').map(line).collect())
}

/// Returns a line with blanks for what precedes an equals sign, and for semicolons.
fn line(line: &str) -> String {
    let declared = line.find('=').filter(|&at| line[..at].contains(char::is_alphabetic));
    let opened = line.find('{').filter(|&at| line[..at].contains(char::is_alphabetic));
    let start = declared.or(opened).unwrap_or(0);
    let character = |(at, c): (usize, char)| match c {
        '\n' | '\r' => c,
        _ if at < start => ' ',
        '{' => '[',
        '}' => ']',
        ';' | '=' => ' ',
        _ => c,
    };
    line.char_indices().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_c_are_lists_in_brackets() {
        let text = "int grid[2][2] = {{1, 0},\n  {0, 2}};\n";
        assert_eq!(as_brackets(text).unwrap(), "                 [[1, 0],\n  [0, 2]] \n");
        assert_eq!(
            as_brackets("int[][] a = new int[][]{{1}};").unwrap().trim(),
            "new int[][][[1]]"
        );
        assert_eq!(as_brackets("{\"53..\", \"6...\"}").unwrap(), "[\"53..\", \"6...\"]");
    }

    #[test]
    fn objects_and_sentences_are_not_lists() {
        for text in ["{\"puzzle\": \"53..\"}", "{a}", "see {1}", "53..", "{\\rtf1 5}"] {
            assert_eq!(as_brackets(text), None, "{text}");
        }
    }
}
