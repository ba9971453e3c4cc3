//! Texts beside a figure that leave it what it is: they refer to another place, name a source or explain a change. Which texts are
//! looked at is decided where they stand.

use unicode_segmentation::UnicodeSegmentation;

use super::Context;
use super::text_meaning::{self, Standing};
use crate::language::asides::{Aside, aside};
use crate::text::TextView;

/// Whether each sentence of a text refers to another place, or names where the figure was found or how it came about, and none
/// speaks of others.
pub(super) fn leaves_the_figure(text: &str, header: Option<&str>, context: &Context) -> bool {
    let is_aside = |sentence: &str| {
        let (words, is_source) = match aside(header, sentence) {
            Aside::Reference => return true,
            Aside::Source(source) => (source, true),
            Aside::Explanation(cause) => (cause, false),
            Aside::None => return false,
        };
        let said = text_meaning::read(&words, Standing::Title, context);
        let is_of_a_kind = !context.kinds.find(&TextView::fold(&words), &[]).is_empty();
        let names_somebody = is_source && !said.names.is_empty();
        said.company.is_none() && said.others.is_none() && !is_of_a_kind && !names_somebody
    };
    let mut sentences = text.split([';', '；', '。', '\n']).flat_map(|part| part.split_sentence_bounds());
    let is_one = || aside(header, text) == Aside::Reference;
    is_one() || sentences.all(|sentence| sentence.trim().is_empty() || is_aside(sentence))
}
