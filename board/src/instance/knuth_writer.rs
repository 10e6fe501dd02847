//! The writer of exact cover problems in [Knuth's format](super::knuth).

use super::exact_cover::{Colour, Entry, ExactCover, Item, Multiplicity};

/// Why a problem cannot be written in Knuth's format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverWriteError {
    /// A name that would not read back as one.
    #[error("{0:?} cannot be written, expected a name without blanks, colons and bars")]
    Name(String),
    /// Two items, or two colours, with the same name.
    #[error("two items or two colours are called {0:?}, expected names that differ")]
    Repeated(String),
    /// The line of items would start with a bar, as comments do.
    #[error("there is no primary item, expected one at least")]
    NoPrimary,
    /// An option without items, which would be an empty line. In the text, options are numbered from one.
    #[error("option {} has no items, expected one at least", .0 + 1)]
    EmptyOption(usize),
}

/// Writes a problem; [`read_cover`](super::read_cover) reads the same one back, except that colours are
/// numbered by their first use, and those that no option uses are gone.
///
/// # Errors
/// If the text would not read back as the same problem.
pub fn write_cover(problem: &ExactCover) -> Result<String, CoverWriteError> {
    let items: Vec<&str> = (0..problem.items()).map(|item| problem.name(item as Item)).collect();
    let colours = (0..problem.colours()).map(|colour| problem.colour_name(colour as Colour));
    check_names(&items)?;
    check_names(&colours.collect::<Vec<_>>())?;
    if problem.primary() == 0 {
        return Err(CoverWriteError::NoPrimary);
    }
    let (primary, secondary) = items.split_at(problem.primary());
    let multiplicities = problem.multiplicities().iter();
    let primary: Vec<String> = primary.iter().zip(multiplicities).map(with_bounds).collect();
    let mut text = primary.join(" ");
    if !secondary.is_empty() {
        text += &format!(" | {}", secondary.join(" "));
    }
    text.push('\n');
    for (number, option) in problem.options().enumerate() {
        if option.is_empty() {
            return Err(CoverWriteError::EmptyOption(number));
        }
        let written = |&Entry { item, colour }: &Entry| match colour {
            None => problem.name(item).to_string(),
            Some(colour) => format!("{}:{}", problem.name(item), problem.colour_name(colour)),
        };
        text += &option.iter().map(written).collect::<Vec<_>>().join(" ");
        match problem.costs()[number] {
            0 => {}
            cost => text += &format!(" |{cost}"),
        }
        text.push('\n');
    }
    Ok(text)
}

/// Returns the name of a primary item, after its multiplicity unless that is one.
fn with_bounds((name, multiplicity): (&&str, &Multiplicity)) -> String {
    match *multiplicity {
        Multiplicity::ONE => name.to_string(),
        Multiplicity { low, high } if low == high => format!("{high}|{name}"),
        Multiplicity { low, high } => format!("{low}:{high}|{name}"),
    }
}

fn check_names(names: &[&str]) -> Result<(), CoverWriteError> {
    let breaks = |c: char| c.is_whitespace() || ":|\u{feff}".contains(c);
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    if let Some(name) = names.iter().find(|name| name.is_empty() || name.contains(breaks)) {
        return Err(CoverWriteError::Name(name.to_string()));
    }
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(CoverWriteError::Repeated(pair[0].to_string())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_not_read_back_is_not_written() {
        let words = |text: &str| text.split(' ').map(Into::into).collect::<Vec<String>>();
        let write = |primary, secondary| write_cover(&ExactCover::new(primary, secondary, vec![]));
        assert_eq!(write(vec![], words("a")), Err(CoverWriteError::NoPrimary));
        assert_eq!(write(words("a"), words("a")), Err(CoverWriteError::Repeated("a".into())));
        for name in ["", "a b", "a:b", "|"] {
            let error = CoverWriteError::Name(name.into());
            assert_eq!(write(vec![name.into()], vec![]), Err(error));
        }
        let mut problem = ExactCover::new(words("a"), vec![], vec![]);
        problem.add_option([Entry::plain(0)]).unwrap();
        problem.add_option([]).unwrap();
        let error = write_cover(&problem).unwrap_err();
        assert_eq!(error, CoverWriteError::EmptyOption(1));
        assert_eq!(error.to_string(), "option 2 has no items, expected one at least");
    }
}
