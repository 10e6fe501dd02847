//! Command lines without absolute paths, which are meaningless on another machine.

use std::path::Path;

/// Reduces an absolute path to its last component.
pub fn portable(path: &str) -> String {
    let name = Path::new(path).file_name().filter(|_| Path::new(path).is_absolute());
    name.map_or_else(|| path.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Reduces the absolute paths in a word of a command line: the word itself, the value after a `=`, or
/// the words of a quoted command.
pub fn portable_word(word: &str) -> String {
    if let Some((option, value)) = word.split_once('=').filter(|_| word.starts_with('-')) {
        return format!("{option}={}", portable_word(value));
    }
    // A path may contain blanks; a command begins with a program.
    let is_command = |words: &Vec<String>| {
        words.len() > 1 && (!word.starts_with('/') || Path::new(&words[0]).is_file())
    };
    let is_absolute = |word: &String| Path::new(word).is_absolute();
    match shell_words::split(word).ok().filter(is_command) {
        Some(words) if words.iter().any(is_absolute) => {
            shell_words::join(words.iter().map(|word| portable(word)))
        }
        Some(_) => word.to_owned(),
        None => portable(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_of_a_command_has_an_absolute_path() {
        for (word, kept) in [
            ("/home/me/target/debug/harness", "harness"),
            ("target/debug/harness", "target/debug/harness"),
            ("/nowhere/my corpora/a.txt", "a.txt"),
            ("my corpora/a.txt", "my corpora/a.txt"),
            ("--output=/tmp/run", "--output=run"),
            ("python3 -u /home/me/toy.py", "python3 -u toy.py"),
            ("/bin/sh /home/me/toy.sh '/tmp/a b'", "sh toy.sh 'a b'"),
            ("--external=python3 '/home/me/my toy.py'", "--external=python3 'my toy.py'"),
            ("Al 'Escargot'", "Al 'Escargot'"),
            ("simd/.*", "simd/.*"),
            ("/", "/"),
        ] {
            assert_eq!(portable_word(word), kept);
        }
    }
}
