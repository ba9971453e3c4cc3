//! Channels that the profile does not know. A channel that is named and not known must never be read as the total, so
//! whatever stands beside "channel", "via" or 渠道 is one, however ordinary the word is elsewhere.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::token::{Row, TokenKind};
use crate::language::lists::word_set;
use crate::profile::{Term, WordClass};
use crate::rule::{Rule, word as rules};

/// How far a run of words is read for the channel behind it.
const WORDS_MAX: usize = 6;

/// The last token of the unknown channel that begins at `first`, if one does, and the rule that makes it one.
pub(super) fn unknown_channel(row: &Row<'_>, first: usize) -> Option<(usize, &'static Rule)> {
    match row.kind(first)? {
        TokenKind::Word(WordClass::Channel) => {
            Some((marked(row, first).map_or(first, |(last, _)| last), &rules::CHANNEL_WORD))
        }
        TokenKind::Name | TokenKind::Ordinary => {
            modifies_channel(row, first).map(|last| (last, &rules::NAME_BEFORE_CHANNEL)).or_else(|| marked(row, first))
        }
        TokenKind::Word(_) => marked(row, first),
        _ => None,
    }
}

/// A name of a few words that makes another channel of a known one: "ultra-high voltage", 特高压.
fn modifies_channel(row: &Row<'_>, first: usize) -> Option<usize> {
    let mut next = first;
    for _ in 0..WORDS_MAX {
        let is_part = row.kind(next) == Some(&TokenKind::Name)
            || (row.kind(next) == Some(&TokenKind::Ordinary) && row.text(next).is_ascii());
        if !is_part {
            return None;
        }
        next += if row.text(next + 1) == "-" { 2 } else { 1 };
        if matches!(row.kind(next), Some(TokenKind::Term(Term::Channel(code))) if !code.is_total()) {
            return Some(next);
        }
    }
    None
}

/// Words beside a marker that only point at channels: "which channel", 所有渠道, "by channel".
static POINTERS: LazyLock<HashSet<String>> = word_set!("questions/channel_pointers.txt");

/// A word in front of "channel" or 渠道, or behind "via", "through" or "channel:".
fn marked(row: &Row<'_>, first: usize) -> Option<(usize, &'static Rule)> {
    let is_word = |index: usize| match row.kind(index) {
        Some(TokenKind::Word(class)) => {
            let says_something = matches!(
                class,
                WordClass::Passed(_)
                    | WordClass::Home
                    | WordClass::NumericWeak
                    | WordClass::Channel
                    | WordClass::Company
                    | WordClass::Segment
            );
            says_something && row.text(index).chars().count() > 1 && !POINTERS.contains(row.text(index))
        }
        Some(TokenKind::Name | TokenKind::Ordinary) => true,
        _ => false,
    };
    if !is_word(first) {
        return None;
    }
    // A dictionary cuts single characters out of unknown words: 电话 comes as 电 and 话.
    let is_fragment = |index: usize| index > first && row.is_passed(index) && row.touches(index - 1, index);
    let last = (first..first + WORDS_MAX).take_while(|index| is_word(*index) || is_fragment(*index)).last()?;
    if is_noun(row, last + 1) && row.touches(last, last + 1) {
        return Some((last, &rules::BEFORE_CHANNEL_NOUN));
    }
    announced(row, first).then_some((last, &rules::CHANNEL_ANNOUNCED))
}

/// The noun itself: "channel", 渠道.
fn is_noun(row: &Row<'_>, index: usize) -> bool {
    row.is_word(index, WordClass::ChannelMarker) && matches!(row.text(index), "channel" | "channels" | "渠道" | "通路")
}

/// Whether "via", "through" (with an article or not), or "channel:" stands before a token.
fn announced(row: &Row<'_>, first: usize) -> bool {
    let Some(before) = first.checked_sub(1) else { return false };
    if POINTERS.contains(row.text(before)) || matches!(row.text(before), ":" | "(") {
        let Some(earlier) = before.checked_sub(1) else { return false };
        return row.is_word(earlier, WordClass::ChannelMarker) && (row.text(before) != ":" || is_noun(row, earlier));
    }
    row.is_word(before, WordClass::ChannelMarker) && row.text(before).is_ascii() && !is_noun(row, before)
}
