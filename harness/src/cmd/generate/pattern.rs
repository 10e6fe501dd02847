//! Interprets `--symmetry`: the name of a symmetry, or a picture of the given cells.
//!
//! A picture has a mark for each cell, in reading order: `.`, `0` or `_` is open, a letter or another
//! digit is given, so a puzzle is a picture of its own pattern. Blanks, lines between blocks (`|`,
//! `-`, `+`), and lines that begin with `#` are ignored.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use board::Geometry;
use generate::Pattern;
use race::corpus;

use crate::cli::symmetry;

/// Returns the pattern of a symmetry or a file.
///
/// # Errors
/// When the geometry lacks the symmetry, or the file is invalid.
pub(super) fn find(text: &str, geometry: &Geometry) -> anyhow::Result<Pattern> {
    if let Some(symmetry) = symmetry(text) {
        let pattern = Pattern::symmetric(geometry, symmetry);
        return pattern.with_context(|| format!("{} and --symmetry {text}", geometry.name()));
    }
    let bytes = match fs::read(Path::new(text)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "{text:?} is neither a symmetry nor a file, expected central, rotational, diagonal, horizontal, \
             vertical, none or a file that draws a pattern"
        ),
        Err(error) => return Err(error).with_context(|| format!("cannot read {text}")),
    };
    match corpus::utf8(&bytes) {
        Ok(picture) => drawn(picture, text, geometry),
        Err((line, column)) => bail!("{text}:{line}:{column}: {}", corpus::NOT_UTF8),
    }
}

fn drawn(picture: &str, file: &str, geometry: &Geometry) -> anyhow::Result<Pattern> {
    let (mut cells, mut next) = (Vec::new(), 0);
    let mut last = (1, 1);
    for (line, text) in (1..).zip(picture.lines()) {
        if text.starts_with('#') {
            continue;
        }
        for (column, mark) in (1..).zip(text.chars()) {
            let is_given = match mark {
                '.' | '0' | '_' => false,
                _ if mark.is_ascii_alphanumeric() => true,
                '|' | '-' | '+' => continue,
                _ if mark.is_whitespace() => continue,
                _ => bail!(
                    "{file}:{line}:{column}: {mark:?} is not a mark, expected `.` for an open cell or \
                     `x` for a given"
                ),
            };
            if next == geometry.cells() {
                bail!(
                    "{file}:{line}:{column}: more marks than {} has cells, expected {next}",
                    geometry.name()
                );
            }
            cells.extend(Some(next).filter(|_| is_given));
            (next, last) = (next + 1, (line, column + 1));
        }
    }
    if next < geometry.cells() {
        let (line, column) = last;
        bail!(
            "{file}:{line}:{column}: the pattern ends after {next} marks, expected {} for {}",
            geometry.cells(),
            geometry.name()
        );
    }
    Ok(Pattern::Cells(cells))
}

#[cfg(test)]
mod tests {
    use board::catalog;

    use super::*;

    #[track_caller]
    fn check(picture: &str, expected: Result<&[usize], &str>) {
        let geometry = catalog::named("classic4").unwrap();
        let found = drawn(picture, "m.txt", &geometry).map_err(|error| error.to_string());
        let cells = expected.map(|cells| Pattern::Cells(cells.to_vec())).map_err(str::to_owned);
        assert_eq!(found, cells);
    }

    #[test]
    fn a_picture_may_be_a_puzzle_a_line_or_have_borders() {
        check("x..x....\n...\n....x", Ok(&[0, 3, 15]));
        check(
            "# corners\nx . | . x\n. . | . .\n----+----\n0 0 | 0 0\n. _ | _ 4\n",
            Ok(&[0, 3, 15]),
        );
    }

    #[test]
    fn a_bad_picture_says_where_and_what_was_expected() {
        check(
            "x..x\n.?",
            Err("m.txt:2:2: '?' is not a mark, expected `.` for an open cell or `x` for a given"),
        );
        check(
            "....\n....\n",
            Err("m.txt:2:5: the pattern ends after 8 marks, expected 16 for classic4"),
        );
        check(
            "................x",
            Err("m.txt:1:17: more marks than classic4 has cells, expected 16"),
        );
        check("", Err("m.txt:1:1: the pattern ends after 0 marks, expected 16 for classic4"));
    }
}
