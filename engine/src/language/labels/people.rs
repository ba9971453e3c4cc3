//! Whom a document is kept to when people are named: `For Board members only`, 仅供董事会审阅, `Distribution: CEO, CFO`. Those who
//! run a company and oversee it are some; whose figures or business a text is about (`For Hong Kong only`) is no matter of
//! readers.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{VALUE_BYTES_MAX, is_made_of};
use crate::language::lists::word_set;
use crate::text::TextView;

static PEOPLE: LazyLock<HashSet<String>> = word_set!("labels/people.txt");
static AND: LazyLock<HashSet<String>> = word_set!("labels/people_beside.txt");

/// Whether a part of a line keeps its document to people.
pub(super) fn is_for_people(part: &str) -> bool {
    if part.len() > VALUE_BYTES_MAX {
        return false;
    }
    let folded = TextView::fold(part.trim_matches(|c: char| !c.is_alphanumeric()));
    // In code: the words that keep a thing to somebody.
    let alone = folded.strip_suffix(" only").or_else(|| folded.strip_prefix("intended for "));
    let kept = ["仅供", "仅限", "只供", "只限"].iter().find_map(|word| folded.strip_prefix(word));
    alone.or(kept).is_some_and(are_people)
}

/// Whether a text names people and nothing else.
pub(super) fn are_people(text: &str) -> bool {
    let folded = TextView::fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_one = |word: &str| {
        PEOPLE.contains(word)
            || PEOPLE.iter().any(|own| {
                word.strip_prefix(own.as_str()).is_some_and(|rest| !word.is_ascii() && is_made_of(rest, &AND))
            })
    };
    text.len() <= VALUE_BYTES_MAX
        && words().any(is_one)
        && words().all(|word| is_one(word) || AND.contains(word) || is_made_of(word, &PEOPLE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_are_some_and_not_everybody() {
        for part in [
            "For Board members only",
            "For Board use only",
            "For directors only",
            "Intended for the Board of Directors",
            "Management only",
            "仅供董事会审阅",
            "仅限管理层阅读",
        ] {
            assert!(is_for_people(part), "{part}");
        }
        for part in [
            "For reference only",
            "For internal use only",
            "For Hong Kong only",
            "For professional investors only",
            "For 2024 only",
            "Group only",
            "仅供参考",
            "仅供内部使用",
            "仅限香港",
            "Management expenses only",
        ] {
            assert!(!is_for_people(part), "{part}");
        }
        assert!(are_people("CEO, CFO") && are_people("ExCo") && are_people("董事会、监事会"));
        assert!(!are_people("Agency and banks") && !are_people("the") && !are_people("Board and brokers"));
    }
}
