//! Runs in the form of TREC, and the order that a tool reads out of them. Scores mean nothing beyond their order.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::collection::Judgements;

/// Scored documents of each query.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Run {
    queries: BTreeMap<String, Vec<(String, f32)>>,
}

/// A line that is none of a run.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of the run is no `query Q0 document rank score tag`: {text}")]
pub(crate) struct NoRun {
    line: usize,
    text: String,
}

impl Run {
    /// Adds a document to a query's ranking.
    pub(crate) fn add(&mut self, query: &str, doc: &str, score: f32) {
        self.queries.entry(query.to_owned()).or_default().push((doc.to_owned(), score));
    }

    /// Reads a run that the engine wrote.
    pub(crate) fn parse(text: &str) -> Result<Self, NoRun> {
        let mut run = Self::default();
        for (index, line) in text.lines().enumerate() {
            let fields: Vec<&str> = line.split(' ').collect();
            let parsed = match fields[..] {
                [query, _, doc, _, score, _] => {
                    score.parse().ok().map(|score| (unescaped(query), unescaped(doc), score))
                }
                _ => None,
            };
            let Some((query, doc, score)) = parsed else {
                return Err(NoRun { line: index + 1, text: line.to_owned() });
            };
            run.add(&query, &doc, score);
        }
        Ok(run)
    }

    /// The documents of a query in the order of `trec_eval`, which looks at neither ranks nor lines: by falling score in
    /// single precision, and where that is the same by falling name.
    pub(crate) fn ranking(&self, query: &str) -> Vec<&str> {
        let mut documents: Vec<&(String, f32)> = self.queries.get(query).into_iter().flatten().collect();
        documents.sort_by(|(doc_a, a), (doc_b, b)| b.total_cmp(a).then_with(|| doc_b.cmp(doc_a)));
        documents.into_iter().map(|(doc, _)| doc.as_str()).collect()
    }

    /// The lines of a run file.
    pub(crate) fn lines(&self, tag: &str) -> String {
        let mut text = String::new();
        for (query, documents) in &self.queries {
            for (rank, (doc, score)) in (1..).zip(documents) {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{} Q0 {} {rank} {score} {tag}", escaped(query), escaped(doc));
            }
        }
        text
    }
}

#[cfg(test)]
impl<'a> FromIterator<(&'a str, &'a str, f32)> for Run {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str, f32)>>(scored: I) -> Self {
        let mut run = Self::default();
        for (query, doc, score) in scored {
            run.add(query, doc, score);
        }
        run
    }
}

/// The lines of a file of judgements.
pub(crate) fn judgements(judgements: &Judgements) -> String {
    let mut text = String::new();
    for (query, grades) in judgements {
        for (doc, grade) in grades {
            let _ = writeln!(text, "{} 0 {} {grade}", escaped(query), escaped(doc));
        }
    }
    text
}

/// A name as one field of a line, as the engine writes it: white space, control characters and the percent sign as `%XX` of
/// their bytes.
fn escaped(name: &str) -> String {
    let mut field = String::with_capacity(name.len());
    for c in name.chars() {
        if c == '%' || c.is_whitespace() || c.is_control() {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(field, "%{byte:02X}");
            }
        } else {
            field.push(c);
        }
    }
    field
}

/// The name that a field stands for.
fn unescaped(field: &str) -> String {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field.as_bytes();
    while let [first, tail @ ..] = rest {
        let digits = tail.first_chunk::<2>().filter(|_| *first == b'%');
        if let Some(byte) = digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()) {
            bytes.push(byte);
            rest = tail.get(2..).unwrap_or_default();
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
