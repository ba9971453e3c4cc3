//! What a line beside a table is by its grammar: a name or phrase, a sentence, or how its figures were rounded. What it says of them
//! is read in [`super`].

use super::{Class, Sentence};
use crate::extraction::meaning::Context;
use crate::lang::is_cjk;
use crate::text::TextView;

/// With what a line says how figures were rounded.
const ROUNDED: [&str; 4] = ["rounded", "rounding", "四舍五入", "保留"];

/// Whether a line says how figures were rounded, and nothing else.
pub(in crate::extraction::meaning) fn is_of_rounding(line: &str, context: &Context) -> bool {
    let folded = TextView::fold(line);
    let words = Sentence::new(&folded, context).words;
    let is_plain = |class| !matches!(class, Class::Kind(_) | Class::Known | Class::Actor | Class::Other);
    words.iter().any(|word| ROUNDED.contains(&word.text)) && words.iter().all(|word| is_plain(word.class))
}

/// What a line is by its grammar, whatever ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::extraction::meaning) enum Form {
    /// A name, or a phrase without a verb.
    Phrase,
    /// A sentence about the figures.
    OfFigures,
    /// A sentence about something else.
    Sentence,
}

impl Form {
    pub(in crate::extraction::meaning) fn of(line: &str, context: &Context) -> Self {
        let folded = TextView::fold(line);
        let words = Sentence::new(&folded, context).words;
        let has = |class: &[Class]| words.iter().any(|word| class.contains(&word.class));
        // Chinese needs no verb to say where figures come from.
        let is_verbal = has(&[Class::Verb, Class::Actor]) || folded.contains(is_cjk) && has(&[Class::Presented]);
        match (is_verbal, has(&[Class::Subject])) {
            (false, _) => Self::Phrase,
            (true, true) => Self::OfFigures,
            // A few ideographs with 不 or 仅 may be a label all the same: 仅香港.
            (true, false) if folded.contains(is_cjk) => Self::Phrase,
            (true, false) => Self::Sentence,
        }
    }
}
