//! Sentences in two languages. Both are written side by side, so that none is forgotten.

/// A language of sentences for readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Language {
    /// English
    En,
    /// French
    Fr,
}

/// A text in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bilingual {
    /// The text in English.
    pub en: &'static str,
    /// The text in French.
    pub fr: &'static str,
}

/// Returns a text in English and in French.
pub const fn both(en: &'static str, fr: &'static str) -> Bilingual {
    Bilingual { en, fr }
}

impl Bilingual {
    /// Returns the text in a language.
    pub const fn of(self, language: Language) -> &'static str {
        match language {
            Language::En => self.en,
            Language::Fr => self.fr,
        }
    }
}
