//! Whether what is printed may have colours, by the conventions that other programs share.

use std::env;
use std::io::{self, IsTerminal};

/// Returns whether standard output shows colours: it is a terminal, and nothing asks for none.
pub(crate) fn are_shown() -> bool {
    io::stdout().is_terminal() && may_be_shown()
}

/// Returns whether a terminal may be given colours: it is not `dumb`, and neither `NO_COLOR`
/// (<https://no-color.org>) nor `CLICOLOR=0` asks for none.
pub(crate) fn may_be_shown() -> bool {
    may_be_shown_with(|name| env::var(name).ok())
}

fn may_be_shown_with(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is = |name, value: &str| variable(name).is_some_and(|it| it == value);
    let has_no_color = variable("NO_COLOR").is_some_and(|it| !it.is_empty());
    !has_no_color && !is("CLICOLOR", "0") && !is("TERM", "dumb")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_convention_is_heeded() {
        let wanted = |name: &str, value: &str| {
            may_be_shown_with(|it| (it == name).then(|| value.to_owned()))
        };
        assert!(wanted("TERM", "xterm"));
        assert!(wanted("NO_COLOR", ""), "an empty value means nothing");
        assert!(!wanted("NO_COLOR", "1"));
        assert!(!wanted("CLICOLOR", "0"));
        assert!(wanted("CLICOLOR", "1"));
        assert!(!wanted("TERM", "dumb"));
    }
}
