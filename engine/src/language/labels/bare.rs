//! Labels that stand alone, with no key, as they are printed above a text and at the edges of its pages: `RESTRICTED`,
//! `- Strictly Confidential -`, 【机密】, 绝密★1年. Whether the place is one for a label is for others to say.

use super::dressed::is_dressed;
use super::{BESIDE, CLOSED, Level, STRONGER, VALUE_BYTES_MAX, level};
use crate::lang::is_cjk;
use crate::text::TextView;

/// How a label is written that stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bare {
    /// As any word: at the top of a text or at the edge of a page it is a label, and elsewhere it may head a column.
    Plain,
    /// As a stamp, in capitals or between brackets: a label wherever it stands alone.
    Stamp,
}

/// How a line is written that is nothing but levels which keep others out; none for any other line.
pub(crate) fn bare(line: &str) -> Option<Bare> {
    if line.len() > VALUE_BYTES_MAX || !line.contains(char::is_alphabetic) {
        return None;
    }
    let line = line.trim();
    // How Chinese authorities print a level and its term (GB/T 9704).
    if let Some((before, _)) = line.split_once(['★', '☆']) {
        return (level(before) == Some(Level::Closed)).then_some(Bare::Stamp);
    }
    let folded = TextView::fold(line);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    if !are_levels(&words) && !is_dressed(line) {
        return None;
    }
    let brackets = ['【', '〖', '［', '[', '〔', '（', '('];
    let is_capital = line.contains(char::is_uppercase) && !line.contains(char::is_lowercase);
    let is_bracketed = line.contains(is_cjk) && line.trim_start_matches(['*', '#', '>', ' ']).starts_with(brackets);
    // What stands before a colon heads what follows, and what stands beside a cell is one.
    let heads = line.ends_with([':', '：']) || line.contains('|');
    Some(if (is_capital || is_bracketed) && !heads { Bare::Stamp } else { Bare::Plain })
}

/// Whether words are levels that keep others out, one after the other, with what makes them stronger or joins them.
fn are_levels(words: &[&str]) -> bool {
    let (mut rest, mut any) = (words, false);
    while let [first, behind @ ..] = rest {
        // The longest level has four words.
        let level = (1..=rest.len().min(4)).rev().find(|length| {
            rest.get(..*length).is_some_and(|words| CLOSED.contains(&words.join(" ")))
                || *length == 1 && is_paper(first)
        });
        rest = match level {
            Some(length) => {
                any = true;
                rest.get(length..).unwrap_or_default()
            }
            None if STRONGER.contains(first) || *first == "and" && any => behind,
            None => return false,
        };
    }
    any
}

/// Whether a Chinese word is a level and what it is the level of, as 机密文件 is.
fn is_paper(word: &str) -> bool {
    word.contains(is_cjk)
        && word.char_indices().any(|(at, _)| {
            let (level, what) = word.split_at(at);
            // 敏感性 is no paper but a property.
            CLOSED.contains(level) && what.chars().nth(1).is_some() && BESIDE.contains(what)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_that_stands_alone_is_known_by_how_it_is_written() {
        for line in [
            "RESTRICTED",
            "** CONFIDENTIAL **",
            "STRICTLY PRIVATE & CONFIDENTIAL",
            "CONFIDENTIAL – DO NOT DISTRIBUTE",
            "=== TOP SECRET ===",
            "【机密】",
            "(绝密)",
            "绝密★1年",
            "机密★启用前",
            "R E S T R I C T E D",
            "R.E.S.T.R.I.C.T.E.D",
            "RESTR-ICTED",
            "\u{202E}DETCIRTSER\u{202C}",
            "\u{421}ONFIDENTIAL",
        ] {
            assert_eq!(bare(line), Some(Bare::Stamp), "{line}");
        }
        for line in [
            "Restricted",
            "- Strictly confidential -",
            "机密",
            "机密文件",
            "— 内部机密 —",
            "RESTRICTED:",
            "RESTRICTED | | ",
            "[strictly][1] confidential",
        ] {
            assert_eq!(bare(line), Some(Bare::Plain), "{line}");
        }
        for line in [
            "UNRESTRICTED",
            "NOT CONFIDENTIAL",
            "Restricted cash",
            "RESTRICTED CASH",
            "STRICTLY",
            "敏感性",
            "敏感性分析",
            "保密工作",
            "公开",
            "PUBLIC",
            "PRIVATE EQUITY",
            "RESTRICTED 12",
            "RESTRICTED 2024",
            "12",
            "",
        ] {
            assert_eq!(bare(line), None, "{line}");
        }
    }
}
