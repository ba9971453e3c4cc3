//! Word lists of a profile (`[cues]`, `[qualifiers]`) and the words of `[sensitivity]`. The lists that may be replaced
//! are named once, in [`LIST_NAMES`]; what each list does to a question is decided elsewhere.

use super::Sensitivity;
use super::fault::Findings;
use super::problem::Problem;
use super::value::{Members, Text, Value, choice, key_text, language, table, text, texts, unknown_key};
use super::words::LIST_NAMES;
use crate::text::TextView;

/// One list as written.
#[derive(Debug)]
pub(super) struct RawList<'t> {
    pub(super) name: &'static str,
    pub(super) words: Vec<Text<'t>>,
}

/// The list that `[qualifiers] words` replaces.
const QUALIFIERS: &str = "qualifiers";

/// Reads `[cues]` and `[qualifiers]`: known list names, each a list of words. In `[qualifiers]`, `words` is short for the list of
/// that name.
pub(super) fn read<'t>(top: &mut Members<'t, '_>) -> Vec<RawList<'t>> {
    let mut lists = Vec::new();
    let mut tables: Vec<_> = ["cues", QUALIFIERS].into_iter().filter_map(|name| Some((name, top.get(name)?))).collect();
    // Of two lists of one name the later one is at fault.
    tables.sort_by_key(|(_, value)| value.span().start);
    for (name, value) in tables {
        read_lists(name, value, &mut lists, top.found);
    }
    lists
}

fn read_lists<'t>(name: &str, value: &'t Value<'t>, lists: &mut Vec<RawList<'t>>, found: &mut Findings) {
    let mut keys = LIST_NAMES.to_vec();
    if name == QUALIFIERS {
        keys.insert(0, "words");
    }
    for (key, value) in table(name, value, found).into_iter().flatten() {
        let key = key_text(key);
        let Some(&list) = keys.iter().find(|known| **known == key.text) else {
            unknown_key(key, &format!("[{name}]"), &keys, found);
            continue;
        };
        let list = if list == "words" { QUALIFIERS } else { list };
        let words = words(key.text, value, found);
        if lists.iter().any(|earlier| earlier.name == list) {
            found.add(key.at, Problem::ListTwice { list });
        } else {
            lists.push(RawList { name: list, words });
        }
    }
}

/// The words of a list, which may stand apart by language: `{ zh = ["…"], en = ["…"] }`.
fn words<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Vec<Text<'t>> {
    let Some(by_lang) = value.get_ref().as_table() else {
        return texts(key, value, found);
    };
    let mut words = Vec::new();
    for (lang, value) in by_lang {
        language(key, key_text(lang), found);
        words.extend(texts(key, value, found));
    }
    words
}

/// A sensitivity as documents and profiles write it: case, width and surrounding white space do not matter.
pub(super) fn sensitivity<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<Sensitivity> {
    const NAMES: [(&str, Sensitivity); 3] =
        [("PUBLIC", Sensitivity::Public), ("INTERNAL", Sensitivity::Internal), ("RESTRICTED", Sensitivity::Restricted)];
    let written = text(key, value, found)?;
    let upper = TextView::new(written.text).text().to_uppercase();
    choice(key, Text { text: &upper, at: written.at }, &NAMES, found)
}
