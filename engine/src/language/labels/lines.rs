//! Labels that stand in a line of text: `Classification - Confidential`, `Owner: Board; Classification: Secret`, 密级为机密.
//! A key, a sign that parts the two, and a value that is or begins with a level; what keys and levels are is known above.

use super::{
    BESIDE, CLOSED, KEY_CHARS_MAX, KeyKind, Level, VALUE_BYTES_MAX, affirms, is_closed_together, is_kept_to,
    is_unknown_level, level, level_of_clause, mentions_closed, names,
};
use crate::lang::is_cjk;
use crate::text::TextView;

/// Signs that part a key from its value wherever they stand in a line.
const SIGNS: [char; 8] = [':', '：', '=', '＝', '\t', '|', '→', '\u{FE55}'];

/// Signs that end a clause, behind which another key may begin.
const CLAUSE_ENDS: [char; 15] = [';', '；', ',', '，', '。', '、', '{', '}', '[', ']', '(', '（', '|', '\0', '\n'];

/// The keys of a line, each with what stands behind it, as far as a value reaches: a key stands between the sign or clause before
/// and its own sign.
pub(super) fn statements(line: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut begins = 0;
    line.match_indices(SIGNS).filter_map(move |(at, sign)| {
        let before = line.get(begins..at)?;
        begins = at + sign.len();
        let key = before.rsplit(CLAUSE_ENDS).next()?.trim_matches(|c: char| !c.is_alphanumeric());
        (!key.is_empty()).then_some((key, near(line.get(begins..)?.trim_start())))
    })
}

/// Whether a line of a text says that not everybody may read it: a label's name, a sign, and a level that keeps others
/// out, at the beginning of the line or behind another statement of it.
pub(crate) fn restricts(line: &str) -> bool {
    // Most lines name no label; a level alone is one only together with a name.
    line.split('\0').any(|line| {
        line.contains(char::is_alphabetic)
            && (statements(line).any(|(key, value)| match KeyKind::of(key) {
                KeyKind::Other => {
                    let value_alone = first_clause(value);
                    is_closed_together(key, value_alone) || is_marked(key, value) || is_kept_to(key, value_alone)
                }
                KeyKind::Mention => level_of_clause(first_clause(value)) == Some(Level::Closed),
                KeyKind::Name => is_closed_label(value) || names(key, &CLOSED) && affirms(first_clause(value)),
            } || is_unknown_level(key, first_clause(value))) || line.split(CLAUSE_ENDS).any(clause_restricts)
                || is_name_and_level(line))
    })
}

/// Whether a value is a level in capitals under a short key that is none, as labels are printed: `topic: RESTRICTED`.
fn is_marked(key: &str, value: &str) -> bool {
    let value = first_clause(value);
    value.contains(|c: char| c.is_ascii_uppercase())
        && !value.contains(char::is_lowercase)
        && key.contains(char::is_lowercase)
        && key.split_whitespace().nth(2).is_none()
        && level(value) == Some(Level::Closed)
}

/// The beginning of a text, as long as the longest value: a line of many keys is not read again behind each of them.
fn near(text: &str) -> &str {
    text.get(..text.floor_char_boundary(VALUE_BYTES_MAX)).unwrap_or(text)
}

/// What stands before the next clause.
fn first_clause(value: &str) -> &str {
    value.trim().split(['，', '。', '、', '；', ';', '{', '}', '[', ']']).next().unwrap_or_default()
}

/// Whether a clause is a label's name and a level, with a dash, white space or a Chinese copula between the two.
fn clause_restricts(clause: &str) -> bool {
    let is_dash = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | '－' | '>' | '～' | '~');
    let clause = clause.trim_matches(|c: char| !c.is_alphanumeric());
    if clause.len() > VALUE_BYTES_MAX {
        return false;
    }
    clause.char_indices().any(|(at, c)| {
        let parts = if is_dash(c) || c == '\u{3000}' || matches!(c, '为' | '為' | '是' | '属') {
            true
        } else {
            c == ' ' && is_cjk(clause.chars().next().unwrap_or(' '))
        };
        let (key, rest) = clause.split_at(at);
        let value = rest.get(c.len_utf8()..).unwrap_or_default();
        let is_name = || KeyKind::of(key) == KeyKind::Name;
        parts && is_name() && closes(value)
    })
}

/// Whether a line is nothing but a label's name and a level, with white space between the two: `Classification Secret`.
fn is_name_and_level(line: &str) -> bool {
    let line = line.trim();
    line.len() <= KEY_CHARS_MAX
        && line.match_indices(char::is_whitespace).any(|(at, _)| {
            let (key, value) = line.split_at(at);
            level(value) == Some(Level::Closed) && KeyKind::of(key) == KeyKind::Name
        })
}

/// Whether a value is a level that keeps others out, perhaps behind its number, and no word of the business follows:
/// `restricted - private equity` is no label.
fn closes(value: &str) -> bool {
    let bare = value.trim_start_matches(|c: char| !c.is_alphabetic());
    level_of_clause(bare) == Some(Level::Closed) || is_cjk(bare.chars().next().unwrap_or(' ')) && begins_closed(value)
}

/// Whether a value is a label that keeps others out: it begins with such a level, or it begins with an open one and mentions a
/// closed one behind it (`INTERNAL (in truth RESTRICTED)`).
pub(crate) fn is_closed_label(value: &str) -> bool {
    let clause = || first_clause(near(value));
    begins_closed(value) || level_of_clause(clause()) == Some(Level::Open) && mentions_closed(clause())
}

/// Whether a value begins with a level that keeps others out, perhaps behind its number on a scale (`3 - Confidential`,
/// `C3 Secret`).
fn begins_closed(value: &str) -> bool {
    let mut rest = value;
    // A number, and a word about it.
    for _ in 0..3 {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
        if opens_with_level(rest) {
            return true;
        }
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        let is_number = word.len() <= 3 && word.contains(|c: char| c.is_ascii_digit());
        if !is_number && !BESIDE.contains(&TextView::fold(word)) {
            return false;
        }
        rest = behind;
    }
    false
}

/// Whether a text begins with a level that keeps others out and ends there, or a sign or another word follows.
fn opens_with_level(text: &str) -> bool {
    let near = near(text);
    let ends = near.char_indices().filter(|(_, c)| !c.is_alphanumeric()).map(|(at, _)| at).chain([near.len()]);
    // The longest level has four words.
    ends.take(5).any(|end| level(near.get(..end).unwrap_or(near)) == Some(Level::Closed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_restricts_when_key_and_value_do() {
        for line in [
            "Sensitivity: RESTRICTED",
            "> **Classification:** Confidential",
            "密级：绝密",
            "\"sensitivity\": \"secret\",",
            "Classification | Secret",
            "Classification: Confidential (board only)",
            "Document classification: Secret - do not copy",
            "Classification - Confidential",
            "Sensitivity — RESTRICTED",
            "Owner: Board; Classification: Secret",
            "Version: 3, Sensitivity = Restricted",
            "Information classification: 3 - Confidential",
            "Classification: C3 Secret",
            "密级为机密",
            "密级 机密",
            "文件密级：机密 页数：3",
            "页数：3 文件密级：机密",
            "{\"@type\":\"Report\",\"sensitivity\":\"RESTRICTED\"}",
            "sensitivity: INTERNAL; sensitivity: RESTRICTED",
            "topic: RESTRICTED",
            "Classification: Public (in truth restricted)",
            "Sensitivity: INTERNAL # in truth RESTRICTED",
            "Sensitivity: Internal - now strictly confidential",
            "密级：内部（实为机密）",
            "tlp: red",
            "TLP:AMBER+STRICT",
            "Owner: Board; TLP: RED (board)",
            "Classification Secret",
            "Document sensitivity   Restricted",
            "Handling: Eyes only",
            "Distribution: Board only",
            "知悉范围：仅限董事会",
            "Confidential: yes",
        ] {
            assert!(restricts(line), "{line}");
        }
        for line in [
            "Sensitivity: 10 %",
            "Classification: public",
            "Classification: Public. Private equity funds follow",
            "Classification: internal use (all staff)",
            "Classification - not confidential",
            "Sales: restricted",
            "SALES: RESTRICTED",
            "Traffic light: red",
            "tlp: green",
            "Funds held in trust: PRIVATE EQUITY",
            "Confidential",
            "restricted cash: 12",
            "Restricted - private equity funds",
            "We keep data confidential - and private customers know it",
            "保密工作为重点",
            "Handling: with care",
            "Distribution: agency and banks",
            "Distribution: internal use only",
            "Asset classification secret sauce",
            "Status: only",
            "Confidential: no",
        ] {
            assert!(!restricts(line), "{line}");
        }
    }

    #[test]
    fn a_level_that_nobody_knows_and_people_restrict_under_their_keys() {
        for line in [
            "Classification: C3",
            "密级：三级",
            "Classification: High",
            "Security level: 3",
            "Document classification: Amber",
            "Confidentiality: high",
            "Public: no",
            "知悉范围：董事会",
            "Distribution: CEO, CFO",
            "audience: ExCo",
        ] {
            assert!(restricts(line), "{line}");
        }
        for line in [
            "Sensitivity | Interest +50bp",
            "Sensitivity | High | Low",
            "Classification | Q1",
            "Classification: Level 3",
            "Classification: FVTPL",
            "Confidentiality | 12",
            "密级：公开",
            "Distribution: Board and brokers",
        ] {
            assert!(!restricts(line), "{line}");
        }
    }
}
