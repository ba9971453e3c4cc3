//! How people write how confidential something is, beside the one key and the three words that this program has for it: a
//! key that states a label, and a value that is one. Key and value are asked together: `classification: 7` is a label that
//! nobody knows, `interest_rate_sensitivity: 7` is a figure, and `interest_rate_sensitivity: secret` is a label. What follows
//! from that is decided elsewhere.

mod bare;
mod dressed;
mod grades;
mod lines;
mod margin;
mod people;

use std::collections::HashSet;
use std::sync::LazyLock;

pub(crate) use self::bare::{Bare, bare};
pub(crate) use self::grades::is_unknown_level;
use self::lines::statements;
pub(crate) use self::lines::{is_closed_label, restricts};
pub(crate) use self::margin::{is_about_itself, is_strong, marks};
use super::lists::{word_set, words};
use crate::lang::is_cjk;
use crate::text::TextView;

static KEYS: LazyLock<Vec<&str>> = words!("labels/keys.txt");
static BESIDE: LazyLock<HashSet<String>> = word_set!("labels/beside.txt");
static PROTECTION: LazyLock<HashSet<String>> = word_set!("labels/protection.txt");
static READERS: LazyLock<HashSet<String>> = word_set!("labels/readers.txt");
static READERS_BESIDE: LazyLock<HashSet<String>> = word_set!("labels/readers_beside.txt");
static EVERYONE: LazyLock<HashSet<String>> = word_set!("labels/everyone.txt");
static OPEN: LazyLock<HashSet<String>> = word_set!("labels/open.txt");
static CLOSED: LazyLock<HashSet<String>> = word_set!("labels/closed.txt");

/// Words that stand before a level and make it stronger, as two words of a level show: `strictly` of `strictly confidential`.
static STRONGER: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let pairs = CLOSED.iter().filter_map(|level| level.split_once(' '));
    pairs.filter(|(_, rest)| CLOSED.contains(*rest)).map(|(first, _)| first).collect()
});

/// The words with which levels begin that keep others out.
static FIRST: LazyLock<HashSet<&str>> =
    LazyLock::new(|| CLOSED.iter().filter_map(|level| level.split(' ').next()).collect());

/// Characters of the longest key of a label.
const KEY_CHARS_MAX: usize = 60;

/// Bytes of the longest value of a label, with what may stand around it.
const VALUE_BYTES_MAX: usize = 200;

/// How far a label lets others read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    /// Everybody, or everybody within the company.
    Open,
    /// Not everybody.
    Closed,
}

/// What a key says about its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyKind {
    /// It is the name of a label and nothing else: `classification`, `data-sensitivity`, 密级.
    Name,
    /// It holds the name of a label beside words of the business: `restricted_cash`, 利率敏感性.
    Mention,
    /// Neither.
    Other,
}

impl KeyKind {
    fn of(written: &str) -> Self {
        if written.chars().nth(KEY_CHARS_MAX).is_some() {
            return Self::Other;
        }
        let words = words_of(written);
        // In code: what formats call the list of those who may read.
        if words.iter().any(|word| word == "acl") {
            return if words.iter().all(|word| word == "acl" || is_of_a_label(word)) {
                Self::Name
            } else {
                Self::Mention
            };
        }
        let joined = words.concat();
        if !KEYS.iter().any(|key| joined.contains(key)) {
            return Self::Other;
        }
        if words.iter().all(|word| is_of_a_label(word)) { Self::Name } else { Self::Mention }
    }
}

/// The words of a key, folded: parted by whatever is no letter, where small letters become capitals, and where the script
/// changes.
fn words_of(key: &str) -> Vec<String> {
    let mut parted = String::with_capacity(key.len() + 8);
    let mut before: Option<char> = None;
    for c in key.chars() {
        let begins = before.is_some_and(|before| {
            before.is_lowercase() && c.is_uppercase() || before.is_alphanumeric() && is_cjk(before) != is_cjk(c)
        });
        if begins {
            parted.push(' ');
        }
        parted.push(c);
        before = Some(c);
    }
    let folded = TextView::fold(&parted);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Whether a word of a key says nothing but that its value is a label. Chinese words are looked at piece by piece, because
/// nothing parts them.
fn is_of_a_label(word: &str) -> bool {
    if !word.chars().any(is_cjk) {
        return BESIDE.contains(word) || word.parse::<u64>().is_ok() || KEYS.iter().any(|key| word.contains(key));
    }
    let mut rest = word;
    while let Some(first) = rest.chars().next() {
        let piece =
            KEYS.iter().copied().chain(BESIDE.iter().map(String::as_str)).filter(|piece| rest.starts_with(piece));
        let Some(longest) = piece.max_by_key(|piece| piece.len()) else { return false };
        rest = rest.get(longest.len().max(first.len_utf8())..).unwrap_or_default();
    }
    true
}

/// What stands under a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stated<'v> {
    /// A text or a number, as it is written.
    Text(&'v str),
    /// Nothing, or an empty text.
    Nothing,
    /// A list, a table, yes or no: what stands in it is asked for itself.
    Other,
}

/// Whether a statement under a key that this program does not know is a label, or may be one. Under the name of a label it
/// is one, whatever it is, unless it says of a level that it is not the document's (`restricted: false`). Under a key that
/// names a label among other words it is one when it is a word of a scale, or nothing. Under any other key it may be one
/// when it keeps others out: words such as `public` are in use under all kinds of keys.
pub(crate) fn may_label(key: &str, value: Stated<'_>) -> bool {
    if names_readers(key) && value != Stated::Nothing {
        return !lets_everybody_in(key, value);
    }
    if let Stated::Text(text) = value
        && (is_closed_together(key, text) || is_kept_to(key, text) || denies_any_way(text) && names(key, &OPEN))
    {
        return true;
    }
    match (KeyKind::of(key), value) {
        (KeyKind::Name, Stated::Text(text)) => !(denies(text) && names(key, &CLOSED)),
        (KeyKind::Name, _) | (KeyKind::Mention, Stated::Nothing) => true,
        (KeyKind::Mention, Stated::Text(text)) => text.trim().is_empty() || level_of_clause(text).is_some(),
        (KeyKind::Other, Stated::Text(text)) => lists_closed(text),
        (KeyKind::Mention, Stated::Other) | (KeyKind::Other, Stated::Nothing | Stated::Other) => false,
    }
}

/// Whether a statement under a key of a key is a label by the two together, as `security.level` is.
pub(crate) fn may_label_under(parent: &str, key: &str, value: Stated<'_>) -> bool {
    let together = format!("{parent} {key}");
    KeyKind::of(&together) == KeyKind::Name && may_label(&together, value)
}

/// Whether a value says no.
fn denies(value: &str) -> bool {
    let folded = TextView::fold(value);
    // In code: how formats write a truth value, and a person.
    matches!(folded.trim_matches(|c: char| !c.is_alphanumeric()), "false" | "no" | "否")
}

/// Whether a value may be a no, in whatever way. What lets nobody in is taken at its word; what keeps nobody out is not.
fn denies_any_way(value: &str) -> bool {
    denies(value) || matches!(TextView::fold(value).trim(), "n" | "off" | "0" | "none" | "never" | "nobody")
}

/// Whether a key asks for one of these levels, as `restricted`, `is_confidential` and `public` do; `sensitivity` asks how much.
fn names(key: &str, levels: &HashSet<String>) -> bool {
    let words = words_of(key);
    let is_level = |word: &String| levels.contains(word);
    words.iter().any(is_level) && words.iter().all(|word| is_level(word) || BESIDE.contains(word))
}

/// Whether a key tells who may read a document, and nothing else.
fn names_readers(key: &str) -> bool {
    // Most keys are told at a glance: words are parted, never spelled otherwise, in plain letters.
    let lower = key.to_ascii_lowercase();
    if key.len() > KEY_CHARS_MAX || key.is_ascii() && !READERS.iter().any(|own| lower.contains(own.as_str())) {
        return false;
    }
    let words = words_of(key);
    let is_beside = |word: &String| BESIDE.contains(word) || is_made_of(word, &READERS_BESIDE);
    let is_of_it = |word: &String| {
        is_made_of(word, &READERS)
            || word.contains(is_cjk)
                && READERS
                    .iter()
                    .any(|own| word.strip_prefix(own.as_str()).is_some_and(|rest| is_made_of(rest, &READERS_BESIDE)))
    };
    words.iter().any(is_of_it) && words.iter().all(|word| is_of_it(word) || is_beside(word))
}

/// Whether what stands under such a key lets everybody in, or nothing tells whom. A number is none of readers, unless the key
/// asks for a level.
fn lets_everybody_in(key: &str, value: Stated<'_>) -> bool {
    let text = match value {
        Stated::Text(text) => text,
        Stated::Nothing | Stated::Other => return false,
    };
    if denies_any_way(text) {
        return false;
    }
    if !text.contains(char::is_alphabetic) {
        return words_of(key).len() == 1;
    }
    let folded = TextView::fold(text);
    let mut readers = folded.split([',', '，', '、', ';', '；', '|', '[', ']', '{', '}', '"', '\'']).map(str::trim);
    readers.all(|who| who.is_empty() || EVERYONE.contains(who) || affirms(who) || level(who) == Some(Level::Open))
}

/// Whether a value says yes.
fn affirms(value: &str) -> bool {
    let folded = TextView::fold(value);
    // In code: how formats write a truth value, and a person.
    matches!(folded.trim_matches(|c: char| !c.is_alphanumeric()), "true" | "yes" | "y" | "on" | "x" | "是")
}

/// Whether a key tells whom a document is kept to, and the value is a level that keeps others out or somebody alone: `Handling:
/// Eyes only`, `Distribution: Board only`.
fn is_kept_to(key: &str, value: &str) -> bool {
    if key.len() > VALUE_BYTES_MAX || value.len() > VALUE_BYTES_MAX {
        return false;
    }
    let keys = words_of(key);
    let is_of_it = |word: &String| is_made_of(word, &PROTECTION);
    if !keys.iter().any(is_of_it) || !keys.iter().all(|word| is_of_it(word) || BESIDE.contains(word)) {
        return false;
    }
    let folded = TextView::fold(value);
    let is_alone =
        folded.trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with(" only") || folded.starts_with('仅');
    level_of_clause(value) == Some(Level::Closed)
        || people::are_people(value)
        || is_alone && level_of_clause(value) != Some(Level::Open)
}

/// Whether a word is one of these, or several of them in Chinese, where nothing parts them.
fn is_made_of(word: &str, words: &HashSet<String>) -> bool {
    let mut rest = word;
    while rest.contains(is_cjk) {
        let Some(piece) = words.iter().find_map(|piece| rest.strip_prefix(piece.as_str())) else { return false };
        rest = piece;
    }
    rest.is_empty() || words.contains(rest)
}

/// Whether one of the things that a short value lists keeps others out, as in `confidential, board`.
pub(crate) fn lists_closed(value: &str) -> bool {
    value.len() <= VALUE_BYTES_MAX
        && value
            .split([',', '，', '、', ';', '；', '|', '[', ']', '{', '}', '"', '\'', '\n'])
            .any(|item| level(item) == Some(Level::Closed))
}

/// Whether a value holds a statement that is a label or may be one, in whatever notation: `{sensitivity: X}`, `[a=b]`.
/// Prose is no notation: a label that a sentence states is told by [`restricts`].
pub(crate) fn holds_label(value: &str) -> bool {
    holds_label_under("", value)
}

/// The same of a value under a key, which names a label together with a key in the value: `security: {level: 3}`.
pub(crate) fn holds_label_under(parent: &str, value: &str) -> bool {
    let is_notation = value.contains(['{', '[', '=', '＝']);
    is_notation
        && statements(value).any(|(key, value)| {
            let end = value.find([',', '，', ';', '；', '}', ']', '\n']).unwrap_or(value.len());
            let value = Stated::Text(value.get(..end).unwrap_or(value).trim());
            may_label(key, value) || !parent.is_empty() && may_label_under(parent, key, value)
        })
        || lists_closed(value)
        || restricts(value)
}

/// Whether a level that keeps others out stands anywhere in what somebody remarks about a label, however it is put. A remark that
/// is longer than any label may say anything.
pub(crate) fn mentions_closed(remark: &str) -> bool {
    if remark.len() > VALUE_BYTES_MAX {
        return true;
    }
    let folded = TextView::fold(remark);
    let plain: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let texts = [plain.join(" "), words_of(remark).join(" ")].map(|words| format!(" {words} "));
    CLOSED.iter().any(|level| {
        // Nothing parts Chinese words.
        let word = if level.contains(is_cjk) { level.clone() } else { format!(" {level} ") };
        texts.iter().any(|text| text.contains(&word))
    })
}

/// Whether people state a label under this key, perhaps among other things.
pub(crate) fn is_label_key(written: &str) -> bool {
    KeyKind::of(written) != KeyKind::Other
}

/// Whether a text is nothing but the name of a label: what stands beside or below it is the label.
pub(crate) fn is_label_name(written: &str) -> bool {
    written.len() <= VALUE_BYTES_MAX && KeyKind::of(written) == KeyKind::Name
}

/// How far a value lets others read that begins with a label, as `Confidential (board only)` does.
pub(crate) fn level_of_clause(written: &str) -> Option<Level> {
    let clause = || written.split(['(', '（', ',', '，', ';', '；', '/', '\\', '—', '–', '|', '#']).next();
    level(written).or_else(|| level(clause()?)).or_else(|| level(written.split(" - ").next()?))
}

/// How far a value that is a label lets others read; none for a value that is none.
pub(crate) fn level(written: &str) -> Option<Level> {
    // Most values of a table are numbers, and none of them is a label.
    if written.len() > VALUE_BYTES_MAX || !written.contains(char::is_alphabetic) {
        return None;
    }
    let folded = TextView::fold(written);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let word = words.join(" ");
    if CLOSED.contains(&word) { Some(Level::Closed) } else { OPEN.contains(&word).then_some(Level::Open) }
}

/// Whether key and value are a level together, as `tlp: red` is.
pub(crate) fn is_closed_together(key: &str, value: &str) -> bool {
    FIRST.contains(key.trim().to_ascii_lowercase().as_str())
        && level_of_clause(&format!("{key} {}", value.trim())) == Some(Level::Closed)
}

/// Key and value of a line that states something, parted by the first colon, equals sign or tab, also a full-width one, with
/// which Chinese keyboards begin.
pub(crate) fn pair(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once([':', '：', '=', '＝', '\t'])?;
    let is_quote = |c: char| matches!(c, '"' | '\'' | '“' | '”' | '{' | ',') || c.is_whitespace();
    let key = key.trim_matches(is_quote);
    (!key.is_empty()).then_some((key, value.trim()))
}

#[cfg(test)]
mod tests;
