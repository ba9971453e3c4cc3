//! Word lists of a profile (`[cues]`, `[qualifiers]`) and the words of `[sensitivity]`. The lists that may be replaced
//! are named once, in [`LIST_NAMES`]; what each list does to a question is decided elsewhere.

use super::Sensitivity;
use super::fault::Findings;
use super::problem::Problem;
use super::value::{Text, Value, choice, key_text, language, table, texts, unknown_key};
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

/// Reads `[cues]`: known list names, each a list of words.
pub(super) fn read_cues<'t>(value: &'t Value<'t>, lists: &mut Vec<RawList<'t>>, found: &mut Findings) {
    read_lists("cues", LIST_NAMES, value, lists, found);
}

/// Reads `[qualifiers]`: as `[cues]`, and `words` is short for the list of that name.
pub(super) fn read_qualifiers<'t>(value: &'t Value<'t>, lists: &mut Vec<RawList<'t>>, found: &mut Findings) {
    let mut keys = vec!["words"];
    keys.extend(LIST_NAMES);
    read_lists(QUALIFIERS, &keys, value, lists, found);
}

fn read_lists<'t>(
    name: &str,
    keys: &[&'static str],
    value: &'t Value<'t>,
    lists: &mut Vec<RawList<'t>>,
    found: &mut Findings,
) {
    for (key, value) in table(name, value, found).into_iter().flatten() {
        let key = key_text(key);
        let Some(&list) = keys.iter().find(|known| **known == key.text) else {
            unknown_key(key, &format!("[{name}]"), keys, found);
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
pub(super) fn sensitivity(written: Text<'_>, found: &mut Findings) -> Option<Sensitivity> {
    const NAMES: [(&str, Sensitivity); 3] =
        [("PUBLIC", Sensitivity::Public), ("INTERNAL", Sensitivity::Internal), ("RESTRICTED", Sensitivity::Restricted)];
    let upper = TextView::new(written.text).text().to_uppercase();
    choice("default", Text { text: &upper, at: written.at }, &NAMES, found)
}
