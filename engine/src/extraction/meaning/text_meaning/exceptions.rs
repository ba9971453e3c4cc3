//! Exceptions in a text, as far as they leave what it says of all else.

use super::{Context, Standing, read};
use crate::language::units::{exceptions, without_opening};

/// A folded text whose exceptions are blank: "(US$m, except percentages)" speaks of all but what it excepts, and so do its
/// metrics and units. An exception of which a word is unknown, or that names whose figures it means, stays.
pub(super) fn without_exceptions(folded: &str, standing: Standing, context: &Context) -> String {
    let mut text = folded.to_owned();
    if standing == Standing::Sentence || standing == Standing::Name {
        return text;
    }
    for span in exceptions(folded) {
        let words = folded.get(span.clone()).unwrap_or_default();
        let excepted = without_opening(words);
        if !exceptions(excepted).is_empty() {
            continue;
        }
        let said = read(excepted, Standing::Title, context);
        let names = !said.entities.is_empty() || !said.channels.is_empty() || !said.periods.is_empty() || said.home;
        let is_of_units = !said.units.is_empty() || !said.metrics.is_empty();
        if is_of_units && !names && said.unknown.is_empty() && said.tags.is_empty() && !said.ordinary {
            text.replace_range(span.clone(), &" ".repeat(span.len()));
        }
    }
    text
}
