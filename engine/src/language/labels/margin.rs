//! Labels at places that are made for them: above a text and below it, in headers and footers of pages, on masters. There a
//! label also stands beside other things (`Board paper – CONFIDENTIAL – March 2025`), or in a sentence about the document.
//! Which places these are is for others to say.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::bare::bare;
use super::people::{are_people, is_for_people};
use super::{BESIDE, CLOSED, PROTECTION, STRONGER, VALUE_BYTES_MAX};
use crate::lang::is_cjk;
use crate::language::lists::word_set;
use crate::text::TextView;

static AROUND: LazyLock<HashSet<String>> = word_set!("labels/around.txt");
static DENIALS: LazyLock<HashSet<String>> = word_set!("narrative/denials.txt");

/// Levels that stand for a label without any other word, as those show that can be made stronger: `secret` and `top secret`.
static STRONG: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let pairs = CLOSED.iter().filter_map(|level| level.split_once(' '));
    pairs.filter(|(first, rest)| STRONGER.contains(first) && CLOSED.contains(*rest)).map(|(_, rest)| rest).collect()
});

/// Most characters of a level, or of a word around one.
static PIECE_CHARS_MAX: LazyLock<usize> = LazyLock::new(|| {
    let pieces = [&*CLOSED, &*BESIDE, &*AROUND].into_iter().flatten();
    pieces.map(|piece| piece.chars().count()).max().unwrap_or_default()
});

/// Signs that part what stands beside each other in a line.
const PARTS: [char; 26] = [
    '|', '｜', '·', '•', '(', ')', '（', '）', '[', ']', '【', '】', '<', '>', '/', '\t', '–', '—', ':', '：', ';',
    '；', '~', '*', '\u{2015}', '\u{3000}',
];
/// Most words of a part that ends in a level, and behind a level and `to` or `until`.
const OWNER_WORDS_MAX: usize = 3;
const READER_WORDS_MAX: usize = 6;

/// Whether a line at such a place is a label or holds one.
pub(crate) fn marks(line: &str) -> bool {
    if line.len() > VALUE_BYTES_MAX || !line.contains(char::is_alphabetic) {
        return false;
    }
    // A level beside other words of a label needs no capital of its own: `Draft – confidential`.
    let is_whole = begins_as_label(line) && is_framed(&words(line));
    bare(line).is_some() || is_edged(line) || is_whole || parts(line).any(|part| is_label(&part))
}

/// Whether a line says of the document itself that it keeps others out: `This report is strictly confidential`, 本文件属机密.
pub(crate) fn is_about_itself(line: &str) -> bool {
    // Asked of every cell of a table, most of which are numbers.
    if !line.contains(char::is_alphabetic) {
        return false;
    }
    line.split(['.', '。', ';', '；', ',', '，', '!', '！']).any(|clause| {
        let clause = clause.trim_start();
        let points = |word: &str| clause.get(..word.len()).is_some_and(|lead| lead.eq_ignore_ascii_case(word));
        // In code: the words with which a text points to itself.
        let words = || words(clause);
        clause.len() <= VALUE_BYTES_MAX
            && (points("this ") || points("please ") || points("本"))
            && (is_framed(&words()) || is_kept_from_others(&words()))
    })
}

/// `This document is restricted to the Board`: framed words, and behind them the people to whom the document is kept.
fn is_kept_from_others(words: &[String]) -> bool {
    let Some(to) = words.iter().position(|word| word == "to") else { return false };
    let (frame, readers) = words.split_at(to);
    is_framed(frame) && are_people(readers.get(1..).unwrap_or_default().join(" ").as_str())
}

/// Whether a line is nothing but levels of which one stands for a label without any other word, and is written as one.
pub(crate) fn is_strong(line: &str) -> bool {
    bare(line).is_some()
        && begins_as_label(line)
        && (words(line).iter().any(|word| STRONG.contains(word.as_str()) || word.ends_with(['密', '秘'])))
}

/// What stands beside each other in a line. Nothing else parts Chinese from what stands before and behind it than a space.
fn parts(line: &str) -> impl Iterator<Item = String> {
    let line = line.replace(" - ", "|").replace("  ", "|");
    let mut parted = String::with_capacity(line.len());
    let mut before = ' ';
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let touches = is_cjk(before) || chars.peek().is_some_and(|next| is_cjk(*next));
        parted.push(if c == ' ' && touches { '|' } else { c });
        before = c;
    }
    let parts: Vec<String> = parted.split(PARTS).map(|part| part.trim().to_owned()).collect();
    parts.into_iter().filter(|part| !part.is_empty())
}

fn is_label(part: &str) -> bool {
    let words = words(part);
    begins_as_label(part)
        && (is_framed(&words)
            || is_kept_for_a_time(&words)
            || is_kept_to_somebody(part, &words)
            || is_somebodys(part, &words)
            || is_for_people(part))
}

/// A label is written as one: it begins with a capital, or has none.
fn begins_as_label(part: &str) -> bool {
    part.chars().find(|c| c.is_alphabetic()).is_some_and(|c| c.is_uppercase() || is_cjk(c))
}

/// Whether words are levels and what is said around them: what is labelled, pages and their numbers.
fn is_framed(words: &[String]) -> bool {
    let (mut rest, mut any) = (words, false);
    while let [first, behind @ ..] = rest {
        if let Some(length) = level_at(rest) {
            (rest, any) = (rest.get(length..).unwrap_or_default(), true);
            continue;
        }
        any |= match made_of_levels(first) {
            _ if is_around(first) => false,
            Some(holds) => holds,
            None => return false,
        };
        rest = behind;
    }
    any
}

/// Whether a Chinese word is made of levels and what is said around them, and whether there is a level in it.
fn made_of_levels(word: &str) -> Option<bool> {
    let (mut rest, mut any) = (word, false);
    while let Some(first) = rest.chars().next().filter(|c| is_cjk(*c)) {
        let ends = || rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(*PIECE_CHARS_MAX);
        let longest =
            |of: &HashSet<String>| ends().filter(|end| rest.get(..*end).is_some_and(|piece| of.contains(piece))).max();
        let (level, around) = (longest(&CLOSED), [&*BESIDE, &*AROUND].into_iter().filter_map(longest).max());
        let length = level.max(around)?;
        any |= level == Some(length);
        rest = rest.get(length.max(first.len_utf8())..).unwrap_or_default();
        // 敏感性 and 敏感度 are properties.
        if rest.starts_with(['性', '度']) {
            return None;
        }
    }
    rest.is_empty().then_some(any)
}

fn is_around(word: &str) -> bool {
    STRONGER.contains(word)
        || [&*BESIDE, &*AROUND, &*PROTECTION].into_iter().any(|words| words.contains(word))
        || word.len() <= 4 && word.contains(|c: char| c.is_ascii_digit())
}

/// Words of the level that words begin with, if they do.
fn level_at(words: &[String]) -> Option<usize> {
    // The longest level has five words.
    (1..=words.len().min(5))
        .rev()
        .find(|length| words.get(..*length).is_some_and(|words| CLOSED.contains(&words.join(" "))))
}

/// `Restricted to the board`, `Strictly confidential to its readers`.
fn is_kept_to_somebody(part: &str, words: &[String]) -> bool {
    let begin = words.iter().take_while(|word| STRONGER.contains(word.as_str())).count();
    let [level, to, readers @ ..] = words.get(begin..).unwrap_or_default() else { return false };
    // What is sensitive to interest rates is no document.
    let are_some = |word: &String| BESIDE.contains(word) || AROUND.contains(word);
    let are_named = part.split_whitespace().nth(begin + 2).is_some_and(|word| word.starts_with(char::is_uppercase));
    STRONG.contains(level.as_str())
        && to == "to"
        && (1..=READER_WORDS_MAX).contains(&readers.len())
        && (are_named || readers.first().is_some_and(are_some))
}

/// `Embargoed until 6 March`, `Confidential until publication`.
fn is_kept_for_a_time(words: &[String]) -> bool {
    let Some(level) = level_at(words) else { return false };
    let behind = words.get(level..).unwrap_or_default();
    // In code: the words that end a time.
    matches!(behind, [until, when @ ..] if matches!(until.as_str(), "until" | "till")
        && (1..=READER_WORDS_MAX).contains(&when.len()))
}

/// `ACME CONFIDENTIAL`, `For Board eyes only`: a short part that ends in a level, whatever the words before it are.
fn is_somebodys(part: &str, words: &[String]) -> bool {
    let Some(begin) =
        (0..words.len()).find(|at| words.get(*at..).is_some_and(|rest| level_at(rest) == Some(rest.len())))
    else {
        return false;
    };
    let (before, level) = words.split_at(begin);
    let last = part.split_whitespace().last().unwrap_or_default();
    let is_written_so =
        level.len() > 1 || last.starts_with(char::is_uppercase) && STRONG.contains(level.concat().as_str());
    // In code: words that make a topic of what follows them.
    let is_topic = before.last().is_some_and(|word| matches!(word.as_str(), "of" | "on" | "about" | "with"));
    before.len() <= OWNER_WORDS_MAX && is_written_so && !is_topic && !before.iter().any(|word| DENIALS.contains(word))
}

/// Whether a level in capitals begins or ends a line that is not written in capitals.
fn is_edged(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_stamp = |word: &str| word.chars().all(char::is_uppercase) && STRONG.contains(TextView::fold(word).as_str());
    let edges = [words.next(), words.next_back()];
    line.contains(char::is_lowercase) && edges.into_iter().flatten().any(is_stamp)
}

fn words(text: &str) -> Vec<String> {
    let folded = TextView::fold(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_seen_beside_other_things_at_a_place_for_labels() {
        for line in [
            "Confidential - Board",
            "Board paper – Confidential – March 2025",
            "RESTRICTED | Board paper | March 2025",
            "Page 1 of 3 Confidential",
            "Confidential | 3",
            "Korbel plan (RESTRICTED)",
            "Confidential: Korbel plan",
            "RESTRICTED Korbel merger.",
            "Level 3: Confidential",
            "C3 - Confidential",
            "Status: Confidential",
            "CONFIDENTIAL COPY",
            "ACME CONFIDENTIAL",
            "For Board eyes only",
            "Restricted access",
            "Confidential to the board",
            "This document is confidential.",
            "SECRET//NOFORN",
            "机密 · 请勿外传",
            "内部资料 注意保密",
            "本文件属机密",
            "机密 Korbel",
            "Do not forward",
            "Draft – confidential",
            "Draft (confidential)",
            "公司机密",
            "Please treat as confidential.",
            "Board paper | For directors only",
            "Embargoed until 6 March 2026",
            "EMBARGOED: 00:01, 6 MARCH",
            "Confidential until publication",
            "Inside information",
            "Confidential stamp",
            "Stamp: RESTRICTED",
            "仅供董事会审阅",
        ] {
            assert!(marks(line), "{line}");
        }
        for line in [
            "Restricted cash was 12 at the year end.",
            "Confidentiality agreement",
            "We keep customer data confidential.",
            "Cash: restricted",
            "NOT CONFIDENTIAL",
            "Public and private equity",
            "Going Private",
            "Restricted shares",
            "Sensitivity to interest rates",
            "Internal use only",
            "敏感性分析",
            "限制性股票",
            "保密协议已经签署。",
            "竞争安排",
            "机密性、完整性和可用性",
            "For reference only",
            "Embargoed countries",
            "Disclosure of inside information",
            "Inside information policy",
            "Restricted until",
            "Price sensitivity",
        ] {
            assert!(!marks(line), "{line}");
        }
    }

    #[test]
    fn a_sentence_about_the_document_itself_is_a_label_wherever_it_stands() {
        for line in [
            "Dear board, this report is strictly confidential.",
            "本文件属机密，请勿外传",
            "This paper is RESTRICTED",
            "This presentation contains confidential information.",
            "This workbook is confidential.",
            "本报告为机密文件",
            "This document is restricted to the Board.",
            "Please treat as confidential.",
        ] {
            assert!(is_about_itself(line), "{line}");
        }
        for line in [
            "This agreement is confidential to the parties",
            "This cash is restricted",
            "This data is restricted to policies in force",
            "本行保密工作为重点",
            "The report is not confidential",
        ] {
            assert!(!is_about_itself(line), "{line}");
        }
    }
}
