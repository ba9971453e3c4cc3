//! How generated text compares with real text: the figures that decide what an index has to do. Both sides are cut into
//! chunks of the same length and as many of them.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::peer::tokenizer;

/// Characters of a real chunk, about the middle of the generated ones.
const CHUNK_CHARACTERS: usize = 440;

/// Figures of some chunks.
#[derive(Debug, Default)]
pub(crate) struct Statistics {
    chunks: usize,
    tokens: u64,
    /// Distinct terms of a chunk, over all chunks: of one character (or word), and of two.
    distinct: [u64; 2],
    repeated: u64,
    /// In how many chunks, and how often.
    terms: HashMap<String, (u64, u64)>,
}

impl Statistics {
    pub(crate) fn of<'c>(chunks: impl IntoIterator<Item = &'c str>) -> Self {
        let mut statistics = Self::default();
        for chunk in chunks {
            statistics.add(chunk);
        }
        statistics
    }

    fn add(&mut self, chunk: &str) {
        let mut counts = HashMap::<String, u64>::new();
        tokenizer().each(chunk, |token| *counts.entry(token.to_owned()).or_default() += 1);
        self.chunks += 1;
        for (term, count) in counts {
            let is_pair = !term.is_ascii() && term.chars().count() == 2;
            self.distinct[usize::from(is_pair)] += 1;
            self.tokens += count;
            self.repeated += u64::from(count > 1);
            let (chunks, times) = self.terms.entry(term).or_default();
            *chunks += 1;
            *times += count;
        }
    }

    /// The figures, each with its name.
    #[allow(clippy::cast_precision_loss, reason = "figures for people")]
    pub(crate) fn figures(&self) -> Vec<(&'static str, String)> {
        let chunks = self.chunks as f64;
        let mut shares: Vec<f64> = self.terms.values().map(|(df, _)| *df as f64 / chunks).collect();
        shares.sort_by(|a, b| b.total_cmp(a));
        let share = |rank: usize| shares.get(rank).map_or_else(String::new, |share| format!("{:.1} %", share * 100.0));
        let hapax = self.terms.values().filter(|(_, times)| *times == 1).count() as f64 / self.terms.len() as f64;
        let postings = (self.distinct[0] + self.distinct[1]) as f64;
        let visited: f64 = self.terms.values().map(|(df, times)| *times as f64 * *df as f64).sum();
        vec![
            ("chunks", self.chunks.to_string()),
            ("tokens a chunk", format!("{:.0}", self.tokens as f64 / chunks)),
            ("distinct words or characters a chunk", format!("{:.0}", self.distinct[0] as f64 / chunks)),
            ("distinct pairs a chunk", format!("{:.0}", self.distinct[1] as f64 / chunks)),
            ("terms that come again in their chunk", format!("{:.1} %", self.repeated as f64 / postings * 100.0)),
            ("terms", self.terms.len().to_string()),
            ("terms that come once", format!("{:.1} %", hapax * 100.0)),
            ("chunks with the most common term", share(0)),
            ("… with the 10th", share(9)),
            ("… with the 100th", share(99)),
            ("… with the 1,000th", share(999)),
            ("chunks that a word of the text is in", format!("{:.2} %", visited / self.tokens as f64 / chunks * 100.0)),
        ]
    }
}

/// Figures of real and of generated text, side by side.
pub(crate) fn table([real, generated]: &[Vec<(&'static str, String)>; 2]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "real", "generated"]);
    for ((name, real), (_, generated)) in real.iter().zip(generated) {
        let right = |text: &str| Cell::new(text).set_alignment(CellAlignment::Right);
        table.add_row([Cell::new(name), right(real), right(generated)]);
    }
    table.trim_fmt()
}

/// Chunks of real text: the field `text` of JSON lines, one document a line, without what is left over at its end.
pub(crate) fn real_chunks(path: &Path) -> Result<Vec<String>> {
    let failed = || format!("cannot read {}", path.display());
    let mut chunks = Vec::new();
    for line in fs::read_to_string(path).with_context(failed)?.lines() {
        let document: serde_json::Value = serde_json::from_str(line).with_context(failed)?;
        let text: Vec<char> = document["text"].as_str().unwrap_or_default().chars().collect();
        chunks.extend(text.chunks_exact(CHUNK_CHARACTERS).map(|chunk| chunk.iter().collect::<String>()));
    }
    Ok(chunks)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
