//! Figures in what benches print: numbers with a unit that tells which way is better. Lines are matched by their words, so
//! that a bench needs no second form of output. A number without such a unit is none of these figures.

/// Which way a figure is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Better {
    Less,
    More,
}

/// Units by their spellings: the factor to the base of their kind, and which way is better.
const UNITS: [(&str, f64, Better); 10] = [
    ("ns", 1e-9, Better::Less),
    ("µs", 1e-6, Better::Less),
    ("ms", 1e-3, Better::Less),
    ("s", 1.0, Better::Less),
    ("KiB", 1.024e-3, Better::Less),
    ("MB", 1.0, Better::Less),
    ("rows/s", 1.0, Better::More),
    ("pages/s", 1.0, Better::More),
    ("cells/s", 1.0, Better::More),
    ("MB/s", 1.0, Better::More),
];

/// Words of figures that are not ours: what a bench measures beside us, in the same run.
const PEERS: [&str; 4] = ["bare", "openpyxl", "point query", "tantivy"];

/// A figure, with the words that stand before it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Figure {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) better: Better,
}

/// All figures of an output, in its order.
pub(super) fn figures(output: &str) -> Vec<Figure> {
    output.lines().flat_map(of_line).collect()
}

fn of_line(line: &str) -> Vec<Figure> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut found = Vec::new();
    // The clause of the line that the figure belongs to, and the name of the line for a figure that has no other.
    let mut clause: Vec<&str> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let next = words.get(at + 1).copied().unwrap_or_default();
        let mut was_measured = false;
        if let Some((number, attached)) = number(word) {
            let unit = unit(attached)
                .or_else(|| unit(next))
                .or_else(|| at.checked_sub(1).and_then(|before| unit(words[before])));
            let label = clause.join(" ");
            let is_ratio = next.starts_with('×');
            was_measured = unit.is_some() || is_ratio;
            if let Some((factor, better)) = unit.filter(|_| !is_ratio)
                && !PEERS.iter().any(|peer| label.contains(peer))
            {
                found.push(Figure { label, value: number * factor, better });
            }
        }
        // What was measured is another number in each run, and no part of a name.
        if !was_measured {
            clause.push(word);
        }
        if word.ends_with([',', ';']) && unit(word).is_some() {
            clause.clear();
        }
    }
    found
}

/// The number at the start of a word, and what is attached behind it.
fn number(word: &str) -> Option<(f64, &str)> {
    let word = word.trim_start_matches(['[', '(']);
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let (digits, rest) = word.split_at(end);
    Some((digits.trim_end_matches('.').parse().ok()?, rest))
}

fn unit(word: &str) -> Option<(f64, Better)> {
    let word = word.trim_end_matches([',', ';', ':', ']', ')']);
    UNITS.iter().find(|(spelling, ..)| *spelling == word).map(|(_, factor, better)| (*factor, *better))
}

#[cfg(test)]
mod tests;
