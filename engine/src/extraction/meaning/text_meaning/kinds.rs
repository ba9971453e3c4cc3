//! Signs around the words of a text: letters behind a period that say of what kind its values are (2024A, FY2025 (E)), whose
//! meaning the profile knows, and the number of a line in a list of headers.

use std::sync::LazyLock;

use regex::Regex;

/// The letter behind a year that says of what kind its values are: 2024A, FY25E.
pub(super) static SUFFIX: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:^|[^a-z0-9])(?:fy ?\d{2,4}|(?:19|20)\d{2}(?:[hq]\d)?|[1-4][hq]\d{2,4})(?P<kind>[aefb])(?:$|[^a-z0-9])",
    )
    .ok()
});
/// A text without the letter of a kind in brackets behind its period, and the letter: FY2025 (E).
pub(super) fn without_kind(text: &str) -> (&str, Option<&'static str>) {
    const KINDS: [(&str, &str); 7] =
        [("(A)", "a"), ("(E)", "e"), ("(e)", "e"), ("(F)", "f"), ("(f)", "f"), ("(B)", "b"), ("(P)", "p")];
    let narrow = |c: char| matches!(c, '（' | '）' | '[' | ']' | '［' | '］');
    let bare = text.trim_end();
    let Some(start) = bare.rfind(['(', '（', '[', '［']) else { return (text, None) };
    let (head, bracketed) = bare.split_at(start);
    let bracketed = format!("({})", bracketed.replace(narrow, "").trim_matches(['(', ')']).trim());
    let is_period = head.trim_end().ends_with(|c: char| c.is_ascii_digit() || matches!(c, '年' | '度' | 'H' | 'Q'));
    let kind = KINDS.into_iter().find(|(written, _)| *written == bracketed && is_period);
    kind.map_or((text, None), |(_, letter)| (head.trim_end(), Some(letter)))
}

/// The number of a line in a list of headers: "1. ", "一、".
static ORDINAL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\(?\d{1,2}[.)、]\s*|[（(]?[一二三四五六七八九十]{1,2}[、)）.]\s*)(?P<rest>\D.*)$").ok()
});

/// A text without the number that it has in a list.
pub(super) fn without_ordinal(text: &str) -> &str {
    let captures = ORDINAL.as_ref().and_then(|ordinal| ordinal.captures(text));
    captures.and_then(|captures| captures.name("rest")).map_or(text, |rest| rest.as_str())
}
