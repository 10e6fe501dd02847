//! `--lang`: the language of advice and of pages for students.

use clap::Args;
pub use solvers::Language;

use super::headings::OUTPUT;

/// The choice of a language.
#[derive(Args, Clone, Copy, Debug)]
pub struct LanguageArgs {
    /// Language of advice and pages [default: that of the locale if it is French, else English]
    #[arg(id = "lang", long = "lang", value_name = "LANGUAGE", value_enum, hide_default_value = true, help_heading = OUTPUT)]
    pub language: Option<Language>,
}

impl LanguageArgs {
    /// Returns the chosen language, or else that of the locale.
    pub fn or_locale(self) -> Language {
        self.language.unwrap_or_else(|| {
            let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
            let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
            of_locale(&locale.unwrap_or_default())
        })
    }
}

/// Returns the language of a locale such as `fr_CH.UTF-8`.
fn of_locale(locale: &str) -> Language {
    if locale.starts_with("fr") { Language::Fr } else { Language::En }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_french_locale_is_french_and_any_other_english() {
        for locale in ["fr", "fr_FR.UTF-8", "fr_CH", "fr_BE@euro"] {
            assert_eq!(of_locale(locale), Language::Fr, "{locale}");
        }
        for locale in ["", "C", "C.UTF-8", "POSIX", "de_CH.UTF-8", "en_GB"] {
            assert_eq!(of_locale(locale), Language::En, "{locale}");
        }
    }
}
