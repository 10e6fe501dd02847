//! The fenced blocks of a Markdown document.

/// What to do with a block.
pub(super) enum Kind {
    /// A script for the shell.
    Script,
    /// Commands with their output, in which numbers may differ if it was measured.
    Console { measured: bool },
    /// Commands that cannot be run in a test.
    NotRun,
    /// Anything else.
    Other,
}

/// A fenced block.
pub(super) struct Block<'a> {
    pub(super) kind: Kind,
    /// Where it begins: `path:line`.
    pub(super) place: String,
    /// The number of the line of its fence, from 1.
    pub(super) fence: usize,
    pub(super) lines: Vec<&'a str>,
}

/// A command of a `console` block, and what stands below it.
pub(super) struct Quoted<'a> {
    pub(super) command: String,
    /// The number of the first line of the output, from 1.
    pub(super) first: usize,
    pub(super) output: Vec<&'a str>,
}

/// Returns the blocks of a document, in order.
pub(super) fn blocks<'a>(path: &str, text: &'a str) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else { continue };
        let place = format!("{path}:{}", index + 1);
        let inside: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|&line| line != "```").collect();
        blocks.push(Block { kind: kind(info, &place), place, fence: index + 1, lines: inside });
    }
    blocks
}

fn kind(info: &str, place: &str) -> Kind {
    match info.split_once(' ').unwrap_or((info, "")) {
        ("sh", "") => Kind::Script,
        ("console", "") => Kind::Console { measured: false },
        ("console", "measured") => Kind::Console { measured: true },
        ("sh" | "console", more) => {
            let reason = more.strip_prefix("not-run: ");
            assert!(
                reason.is_some(),
                "{place}: `{more}`, expected `measured` or `not-run: REASON`"
            );
            Kind::NotRun
        }
        _ => Kind::Other,
    }
}

impl<'a> Block<'a> {
    /// Returns the commands of a `console` block; a backslash at the end of a line continues a
    /// command.
    pub(super) fn commands(&self) -> Vec<Quoted<'a>> {
        let mut commands: Vec<Quoted<'a>> = Vec::new();
        let mut continues = false;
        for (index, line) in self.lines.iter().enumerate() {
            let first = self.fence + index + 2;
            if let Some(command) = line.strip_prefix("$ ") {
                commands.push(Quoted { command: command.to_owned(), first, output: Vec::new() });
            } else {
                let last = commands.last_mut();
                let last = last.unwrap_or_else(|| panic!("{}: expected `$ COMMAND`", self.place));
                if continues {
                    last.command = format!("{}\n{line}", last.command);
                    last.first = first;
                } else {
                    last.output.push(line);
                    continue;
                }
            }
            continues = line.ends_with('\\');
        }
        commands
    }
}
