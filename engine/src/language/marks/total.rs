//! Labels of sums: `Total assets`, 流动资产合计, `Subtotal`.

use std::sync::LazyLock;

use crate::language::lists::{WordList, list, meanings, strip_start};

/// The words, by where they make a label that of a sum.
struct Words {
    /// In front of what is summed.
    front: WordList,
    /// Behind what is summed.
    back: WordList,
    /// All of the label.
    alone: WordList,
    /// All of the label, and of all that stands beside it rather than a part.
    all: WordList,
    /// A word for the sum of a part.
    part: WordList,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let of = |place: &str| -> WordList {
        let listed = meanings(list!("marks/totals.tsv"));
        listed.filter(|(_, places)| places.split(' ').any(|listed| listed == place)).map(|(word, _)| word).collect()
    };
    Words { front: of("front"), back: of("back"), alone: of("alone"), all: of("all"), part: of("part") }
});

/// The words for the sum of a part, whatever stands beside it.
pub(crate) fn subtotals() -> impl Iterator<Item = &'static str> {
    WORDS.part.words()
}

/// Whether a label is that of a sum.
pub(crate) fn is_total(label: &str) -> bool {
    of_total(label).is_some()
}

/// Whether a folded text is nothing but the word for the sum of all that stands beside it.
pub(crate) fn is_sum(text: &str) -> bool {
    WORDS.all.contains(text)
}

/// What a sum's label says it is the sum of: `Total assets` is one of `assets`; none for other labels.
pub(crate) fn of_total(label: &str) -> Option<&str> {
    let label = label.trim();
    if let Some(rest) = WORDS.front.strip_start(label)
        && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
    {
        let rest = rest.trim_start_matches([' ', ':', '：', '-']);
        return Some(strip_start(rest, "of ").unwrap_or(rest));
    }
    let latin = label.ends_with(|c: char| c.is_ascii_alphabetic());
    let behind = WORDS.back.strip_end(label);
    // A Latin word behind its label is a word of its own.
    let behind = if latin { behind.and_then(|rest| rest.strip_suffix(' ')) } else { behind };
    behind.or_else(|| WORDS.alone.contains(label).then_some(""))
}
