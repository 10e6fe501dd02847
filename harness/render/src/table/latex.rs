//! LaTeX: a float for a plain article with `booktabs` and `graphicx`.
//!
//! A table wider than the text is scaled down, and one with more rows than fit on a page continues in
//! further floats.

use super::{Table, TableCell, TableColumn};

/// The maximum number of rows in a float.
const ROWS: usize = 40;

/// The packages that the floats require.
pub const PREAMBLE: &str = "\\usepackage{booktabs,graphicx}";

impl Table {
    /// Returns the floats, one after the other.
    pub(super) fn latex(&self) -> String {
        let numbers = self.columns.iter().map(|column| if column.right { 'r' } else { 'l' });
        let columns: String = numbers.collect();
        let titles = line(self.columns.iter().map(|TableColumn { title, .. }| in_latex(title)));
        let n_floats = self.rows.len().div_ceil(ROWS).max(1);
        let float = |number: usize| {
            let rows = self.rows.iter().skip(number * ROWS).take(ROWS);
            let rows: String = rows.map(|row| line(row.iter().map(cell))).collect();
            let body = format!("\\toprule\n{titles}\\midrule\n{rows}\\bottomrule\n");
            self.float(number, &format!("\\begin{{tabular}}{{{columns}}}\n{body}\\end{{tabular}}"))
        };
        let floats: Vec<String> = (0..n_floats).map(float).collect();
        format!("% {PREAMBLE} in the preamble\n{}", floats.join("\n"))
    }

    /// Returns a float around a tabular; `number` counts from 0.
    fn float(&self, number: usize, tabular: &str) -> String {
        let (more, suffix) = match number {
            0 => (String::new(), String::new()),
            _ => (" (continued)".into(), format!("-{}", number + 1)),
        };
        let (caption, label) = (in_latex(&self.caption), &self.label);
        format!(
            "\\begin{{table}}[htbp]\n\\centering\n\\small\n\\caption{{{caption}{more}}}\n\
             \\label{{tab:{label}{suffix}}}\n\
             \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n\
             {tabular}}}\n\\end{{table}}\n"
        )
    }
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
}

/// Returns a cell: a number in scientific notation is typeset as a power of ten.
fn cell(cell: &TableCell) -> String {
    let (sign, number) = match cell.text().strip_prefix("< ") {
        Some(number) => ("<", number),
        None => ("", cell.text()),
    };
    match number.split_once('e').map(|(digits, power)| (digits, power.parse::<i32>())) {
        Some(("1", Ok(power))) => format!("${sign}10^{{{power}}}$"),
        Some((digits, Ok(power))) if digits.parse::<f64>().is_ok() => {
            format!("${sign}{digits}\\times10^{{{power}}}$")
        }
        _ => in_latex(cell.text()),
    }
}

/// Escapes text for LaTeX with its default encoding. Characters that its fonts lack are written as their
/// code points.
pub(crate) fn in_latex(text: &str) -> String {
    let mut set = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => set.extend(['\\', c]),
            '\\' => set.push_str("\\textbackslash{}"),
            '~' => set.push_str("\\textasciitilde{}"),
            '^' => set.push_str("\\textasciicircum{}"),
            '`' => set.push_str("\\textasciigrave{}"),
            '"' => set.push_str("''"),
            // Two consecutive ones would become a dash.
            '-' if set.ends_with('-') => set.push_str("{}-"),
            // After the end of a row, they would be read as arguments.
            '[' | '*' => set.extend(['{', c, '}']),
            '<' | '>' | '|' => set.extend(['$', c, '$']),
            _ => match symbol(c) {
                Some(symbol) => set.push_str(symbol),
                None if c.is_ascii_control() => set.push(' '),
                None if is_set(c) => set.push(c),
                None => set.push_str(&format!("{{[}}U+{:04X}]", u32::from(c))),
            },
        }
    }
    set
}

/// Returns the LaTeX command for a symbol.
fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        'µ' | 'μ' => "$\\mu$",
        '∞' => "$\\infty$",
        '−' => "$-$",
        '±' => "$\\pm$",
        '×' => "$\\times$",
        '÷' => "$\\div$",
        '·' => "$\\cdot$",
        '≤' => "$\\le$",
        '≥' => "$\\ge$",
        '≈' => "$\\approx$",
        '→' => "$\\to$",
        'χ' => "$\\chi$",
        '†' => "$\\dagger$",
        '²' => "$^2$",
        '³' => "$^3$",
        '⁰' => "$^0$",
        '¹' => "$^1$",
        '⁴' => "$^4$",
        '⁵' => "$^5$",
        '⁶' => "$^6$",
        '⁷' => "$^7$",
        '⁸' => "$^8$",
        '⁹' => "$^9$",
        '–' => "--",
        '—' => "---",
        '…' => "\\dots{}",
        '‘' => "`",
        '’' => "'",
        '“' => "``",
        '”' => "''",
        '\u{a0}' => "~",
        _ => return None,
    })
}

/// Returns whether the default fonts of LaTeX have a character: ASCII, and the accented letters of
/// Latin-1.
fn is_set(c: char) -> bool {
    c.is_ascii_graphic() || c == ' ' || matches!(c, 'À'..='ÿ' if !"ÐðÞþ".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_mathematics_and_the_rest_is_escaped() {
        assert_eq!(in_latex("5 % of a_b"), "5 \\% of a\\_b");
        assert_eq!(in_latex("< 3 ± 1 µs × 2"), "$<$ 3 $\\pm$ 1 $\\mu$s $\\times$ 2");
        assert_eq!(in_latex("--reps é 数\t\"x\""), "-{}-reps é {[}U+6570] ''x''");
        let in_cell = |text: &str| cell(&TableCell::from(text));
        assert_eq!(in_cell("< 1e-10"), "$<10^{-10}$");
        assert_eq!(in_cell("2.5e-4"), "$2.5\\times10^{-4}$");
        assert_eq!(in_cell("cover/dlx"), "cover/dlx");
        assert_eq!(in_cell("1e2e3"), "1e2e3");
    }

    #[test]
    fn a_long_table_continues_in_another_float() {
        let mut table = Table::default().words("a").captioned("A & B", "x");
        (0..=ROWS).for_each(|row| table.row([row.to_string()]));
        let latex = table.latex();
        assert_eq!(latex.matches("\\toprule").count(), 2);
        assert!(latex.contains("\\caption{A \\& B (continued)}\n\\label{tab:x-2}"), "{latex}");
    }
}
