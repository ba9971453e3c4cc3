//! What a remark beside a figure does. It may refer to another place, name where the figure was found, or explain how it came
//! about: then it leaves the figure what it is. Any other remark may say what the figure is, and is read like a label.

use std::sync::LazyLock;

use super::lists::{WordList, words};
use crate::lang::is_cjk;
use crate::text::half_width;

static CAUSES: LazyLock<WordList> = words!("headings/causes.txt");
static BEFORE_CAUSES: LazyLock<WordList> = words!("headings/before_causes.txt");
static REFERENCES: LazyLock<WordList> = words!("headings/references.txt");
static REFERENCE_LEADS: LazyLock<WordList> = words!("headings/reference_leads.txt");
static SOURCES: LazyLock<WordList> = words!("headings/sources.txt");
static MAKERS: LazyLock<WordList> = words!("headings/makers.txt");

/// What a remark does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Aside {
    /// Refers to another place.
    Reference,
    /// Names where the figure was found or who wrote it down, in these words.
    Source(String),
    /// Explains the figure, by this cause.
    Explanation(String),
    /// Nothing of that: it may say what the figure is.
    None,
}

/// What a remark does that stands under a header, which may be the word that announces it: Source.
pub(crate) fn aside(header: Option<&str>, text: &str) -> Aside {
    let narrow = half_width(text);
    let text = narrow.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '.' | '。'));
    let is_of_sources = header.is_some_and(|header| SOURCES.contains(half_width(header).trim()));
    let announced = |rest: &'_ str| rest.trim_start().starts_with(':');
    let source = SOURCES.strip_start(text).filter(|rest| announced(rest));
    // "Prepared by" announces by itself.
    let by = |rest: &str| text.get(..text.len() - rest.len()).is_some_and(|words| words.ends_with("by"));
    let maker = strip_word(&MAKERS, text).filter(|rest| announced(rest) || by(rest));
    let source = source.or(maker).map(|rest| rest.trim_start_matches([' ', ':']));
    if is_reference(text) {
        Aside::Reference
    } else if let Some(source) = source.or_else(|| is_of_sources.then_some(text)) {
        Aside::Source(source.trim().to_owned())
    } else if let Some(cause) = cause(text) {
        Aside::Explanation(cause.to_owned())
    } else {
        Aside::None
    }
}

/// Whether a text is a part of a document with its number, and nothing else.
fn is_reference(text: &str) -> bool {
    let rest = strip_word(&REFERENCE_LEADS, text).map_or(text, str::trim_start);
    let Some(number) = strip_word(&REFERENCES, rest) else { return false };
    let is_number = |word: &str| {
        word.len() == 1
            || word.chars().all(|c| c.is_ascii_digit() || "一二三四五六七八九十页".contains(c))
            || word.chars().all(|c| matches!(c, 'i' | 'v' | 'x'))
    };
    let mut words = number.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(is_number)
}

/// The cause that a text states of a figure: nothing stands before it but that the figure changed, by how much, and how far the
/// cause explains it.
fn cause(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(behind) = strip_word(&BEFORE_CAUSES, rest).or_else(|| strip_change(rest)) {
        rest = behind.trim_start();
    }
    strip_word(&CAUSES, rest).filter(|cause| !cause.trim().is_empty())
}

/// The rest of a text behind a number of percent.
fn strip_change(text: &str) -> Option<&str> {
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '%' | ' '));
    text.get(..text.len() - behind.len()).filter(|number| number.contains('%')).map(|_| behind)
}

/// The rest of a text behind the longest of these words that it begins with. Latin words end where a letter does not follow.
fn strip_word<'t>(words: &WordList, text: &'t str) -> Option<&'t str> {
    let rest = words.strip_start(text)?;
    let is_ideograph = text.starts_with(is_cjk);
    (is_ideograph || !rest.starts_with(char::is_alphabetic)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_that_refers_or_explains_leaves_the_figure_what_it_is() {
        for text in
            ["see note 3", "Note 5", "(note a)", "p. 12", "pp. 3-4", "Appendix B", "见附注三", "附注5", "Tables 1"]
        {
            let is_reference = aside(None, text) == Aside::Reference;
            assert_eq!(is_reference, text != "Tables 1", "{text}");
        }
        for text in [
            "driven by agency growth",
            "Mainly due to rates",
            "Up 5% on the back of new products",
            "主要由于代理渠道增长",
        ] {
            assert!(matches!(aside(None, text), Aside::Explanation(_)), "{text}");
        }
        assert_eq!(aside(None, "Source: Finance"), Aside::Source("Finance".to_owned()));
        assert_eq!(aside(Some("来源"), "财务部"), Aside::Source("财务部".to_owned()));
        assert_eq!(aside(None, "Prepared by Group Finance"), Aside::Source("Group Finance".to_owned()));
        assert_eq!(aside(None, "编制：集团财务部"), Aside::Source("集团财务部".to_owned()));
        for text in
            ["plan", "in HK$ thousands", "wrong do not use", "notes receivable", "note", "causeway", "duet", "Jingan"]
        {
            assert_eq!(aside(None, text), Aside::None, "{text}");
        }
    }
}
