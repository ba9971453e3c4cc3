//! Citation marks in prose: `[1]`, `[1, 2]`, `[1-3]`, `【1】` and the like. A bracket that holds anything but numbers, commas
//! and dashes is no mark.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::half_width;

/// A mark, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mark {
    /// Bytes of the text.
    pub(super) span: Range<usize>,
    /// Numbers of passages that exist, in the order of the mark, each once.
    pub(super) passages: Vec<usize>,
    /// How many of its parts name no passage.
    pub(super) astray: usize,
}

/// Brackets of three kinds around numbers and ranges. Digits of up to six places are enough to name a passage; a longer
/// number is a mark too, and names none.
#[allow(clippy::unwrap_used)]
static MARK: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?:\[|【|［)\s*\d+\s*(?:[-–—~～至,，、;；]\s*\d+\s*)*(?:\]|】|］)").unwrap());

/// The marks of a text, where passages are numbered from 1 to `passages`.
pub(super) fn marks(text: &str, passages: usize) -> Vec<Mark> {
    MARK.find_iter(text)
        .map(|found| {
            let mut mark = Mark { span: found.range(), passages: Vec::new(), astray: 0 };
            let inner = found.as_str().trim_matches(['[', ']', '【', '】', '［', '］']);
            for part in inner.split([',', '，', '、', ';', '；']) {
                match numbers(part, passages) {
                    Some(range) => {
                        for number in range {
                            if !mark.passages.contains(&number) {
                                mark.passages.push(number);
                            }
                        }
                    }
                    None => mark.astray += 1,
                }
            }
            mark
        })
        .collect()
}

/// The text without marks, and without the white space before them.
pub(crate) fn without_marks(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for found in MARK.find_iter(text) {
        plain.push_str(text[from..found.start()].trim_end_matches([' ', '\t', '\u{3000}']));
        from = found.end();
    }
    plain.push_str(&text[from..]);
    plain
}

/// The passages that one part of a mark names; none when one of its ends is no passage.
fn numbers(part: &str, passages: usize) -> Option<std::ops::RangeInclusive<usize>> {
    let mut ends = part.split(['-', '–', '—', '~', '～', '至']).map(|end| {
        let number: usize = half_width(end.trim()).parse().ok()?;
        (1..=passages).contains(&number).then_some(number)
    });
    let first = ends.next()??;
    let last = match ends.next() {
        Some(last) => last?,
        None => first,
    };
    (ends.next().is_none() && first <= last).then_some(first..=last)
}

#[cfg(test)]
mod tests;
