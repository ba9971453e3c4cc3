//! A question as a row of tokens: periods, the profile's terms, ordinary words, and what is left. Every visible character
//! belongs to exactly one token, so nothing that was said can be overlooked. What the tokens mean together is read in
//! [`super::rule`].

use std::ops::Range;
use std::sync::LazyLock;

use crate::code::EntityCode;
use crate::lang::is_cjk;
use crate::language::lists::words;
use crate::language::periods::{PeriodMention, PeriodReading};
use crate::profile::{Glossary, Passed, Term, WordClass};
use crate::text::TextView;

/// One piece of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// Bytes of the view's text.
    pub(crate) span: Range<usize>,
    pub(crate) kind: TokenKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A wording of a period.
    Period(PeriodReading),
    /// A term of the profile, or a place.
    Term(Term),
    /// An ordinary word with a function.
    Word(WordClass),
    /// A word of the language without a function here.
    Ordinary,
    /// What no list and no dictionary knows: a name, as far as the engine can tell.
    Name,
    /// A number that is no period.
    Number,
    /// Punctuation or a symbol.
    Punct,
}

/// The tokens of a question with the texts they lead back to.
pub(crate) struct Row<'a> {
    pub(crate) source: &'a str,
    pub(crate) view: &'a TextView,
    pub(crate) tokens: Vec<Token>,
    /// The entity that is meant where none is named.
    pub(crate) home: &'a EntityCode,
}

impl Row<'_> {
    pub(crate) fn kind(&self, index: usize) -> Option<&TokenKind> {
        self.tokens.get(index).map(|token| &token.kind)
    }

    pub(crate) fn before(&self, index: usize) -> Option<&TokenKind> {
        self.kind(index.checked_sub(1)?)
    }

    /// Whether a token is a word of a class.
    pub(crate) fn is_word(&self, index: usize, class: WordClass) -> bool {
        self.kind(index) == Some(&TokenKind::Word(class))
    }

    /// Whether a token is a word that cannot narrow what is asked.
    pub(crate) fn is_passed(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(TokenKind::Word(WordClass::Passed(_))))
    }

    pub(crate) fn is_metric(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(TokenKind::Term(Term::Metric(_))))
    }

    pub(crate) fn is_entity(&self, index: usize) -> bool {
        matches!(self.kind(index), Some(TokenKind::Term(Term::Entity(_))))
    }

    /// Whether a punctuation mark touches the tokens on both sides.
    pub(crate) fn touching(&self, mark: usize) -> bool {
        let end = |index: usize| self.tokens.get(index).map(|token| token.span.clone());
        match (mark.checked_sub(1).and_then(end), end(mark), end(mark + 1)) {
            (Some(before), Some(mark), Some(after)) => before.end == mark.start && mark.end == after.start,
            _ => false,
        }
    }

    /// Whether nothing, not even a space, stands between two neighbouring tokens; always so in Latin text, whose words
    /// stand apart.
    pub(crate) fn touches(&self, index: usize, next: usize) -> bool {
        match (self.tokens.get(index), self.tokens.get(next)) {
            (Some(token), Some(next)) => token.span.end == next.span.start || self.text(index).is_ascii(),
            _ => false,
        }
    }

    /// The token's text in the view.
    pub(crate) fn text(&self, index: usize) -> &str {
        self.tokens.get(index).and_then(|token| self.view.text().get(token.span.clone())).unwrap_or_default()
    }

    /// The view's text from token `first` to the end of token `last`.
    pub(crate) fn joined(&self, first: usize, last: usize) -> &str {
        match (self.tokens.get(first), self.tokens.get(last)) {
            (Some(first), Some(last)) => self.view.text().get(first.span.start..last.span.end).unwrap_or_default(),
            _ => "",
        }
    }

    /// Bytes of the original question that tokens `first..=last` cover.
    pub(crate) fn source_span(&self, first: usize, last: usize) -> Range<usize> {
        match (self.tokens.get(first), self.tokens.get(last)) {
            (Some(first), Some(last)) => self.view.source_span(first.span.start..last.span.end),
            _ => 0..0,
        }
    }

    /// The question's own words for tokens `first..=last`.
    pub(crate) fn source_text(&self, first: usize, last: usize) -> String {
        self.source.get(self.source_span(first, last)).unwrap_or_default().to_owned()
    }
}

/// Cuts a question into tokens. Linear in its length; `scan` reads the periods of a view.
pub(crate) fn tokens(
    source: &str,
    view: &TextView,
    glossary: &Glossary,
    scan: impl Fn(&TextView) -> Vec<PeriodMention>,
) -> Vec<Token> {
    let text = view.text();
    let periods = unentangled(view, glossary, scan);
    let period_spans: Vec<Range<usize>> = periods.iter().map(|period| period.span.clone()).collect();
    let terms = glossary.find_terms(text, &period_spans);
    let mut known: Vec<(Range<usize>, TokenKind)> = Vec::with_capacity(terms.len() + periods.len());
    let mut name_spans = terms.iter().map(|term| term.span.clone()).peekable();
    for period in periods {
        while name_spans.next_if(|term| term.end <= period.span.start).is_some() {}
        let inside_a_term =
            name_spans.peek().is_some_and(|term| term.start <= period.span.start && period.span.end <= term.end);
        if !inside_a_term {
            known.push((period.span, TokenKind::Period(period.reading)));
        }
    }
    known.extend(terms.into_iter().map(|term| (term.span, TokenKind::Term(term.tag))));
    known.sort_by_key(|(span, _)| span.start);
    let taken: Vec<Range<usize>> = known.iter().map(|(span, _)| span.clone()).collect();
    known.extend(glossary.find_words(text, &taken).into_iter().map(|word| (word.span, TokenKind::Word(word.tag))));
    known.sort_by_key(|(span, _)| span.start);

    let mut row = Vec::with_capacity(known.len() * 2);
    let mut end = 0;
    for (span, kind) in known {
        residue(source, view, end..span.start, &mut row);
        end = span.end;
        row.push(Token { span, kind });
    }
    residue(source, view, end..text.len(), &mut row);
    for token in row.iter_mut().filter(|token| token.kind == TokenKind::Name) {
        // 人 in 多少人 is the unit of the answer.
        let name = &text[token.span.clone()];
        if name.chars().count() == 1 && glossary.unit(name).is_some() {
            token.kind = TokenKind::Word(WordClass::Passed(Passed::Grammar));
        }
    }
    name_capitals(source, view, &mut row);
    row
}

/// Makes names of the words without a meaning of their own that are written with a capital inside a sentence ("Simple Start"),
/// as long as capitals say something: where most words have one, it is the style of a title.
fn name_capitals(source: &str, view: &TextView, row: &mut [Token]) {
    let is_word = |index: &usize| {
        let token = &row[*index];
        let text = &view.text()[token.span.clone()];
        matches!(token.kind, TokenKind::Word(_) | TokenKind::Ordinary)
            && text.chars().all(|c| c.is_ascii_alphabetic())
            && text != "i"
            && begins_inside_sentence(&row[..*index], view)
    };
    let is_capital = |index: &usize| {
        let written = source.get(view.source_span(row[*index].span.clone())).unwrap_or_default();
        let mut letters = written.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.any(char::is_lowercase)
    };
    let may_be_name = |index: &usize| matches!(row[*index].kind, TokenKind::Word(WordClass::Passed(passed)) if passed != Passed::Formats);
    let words: Vec<usize> = (0..row.len()).filter(is_word).collect();
    let capitals: Vec<usize> = words.iter().copied().filter(is_capital).collect();
    if capitals.len() * 2 < words.len() {
        let names: Vec<usize> = capitals.into_iter().filter(may_be_name).collect();
        for index in names {
            row[index].kind = TokenKind::Name;
        }
    }
}

/// The periods of a question. Where the wording of one runs into a term (2024年内含价值 is no 年内), the term is right, and
/// the periods are read again without it.
fn unentangled(
    view: &TextView,
    glossary: &Glossary,
    scan: impl Fn(&TextView) -> Vec<PeriodMention>,
) -> Vec<PeriodMention> {
    let periods = scan(view);
    let runs_into = |term: &Range<usize>| {
        let touching = periods.partition_point(|period| period.span.end <= term.start);
        periods.get(touching..).unwrap_or_default().iter().take_while(|period| period.span.start < term.end).any(
            |period| {
                let wording = &period.span;
                (wording.start < term.start && wording.end < term.end)
                    || (term.start < wording.start && term.end < wording.end)
            },
        )
    };
    let terms: Vec<Range<usize>> =
        glossary.find_terms(view.text(), &[]).into_iter().map(|term| term.span).filter(runs_into).collect();
    if terms.is_empty() { periods } else { scan(&view.blanking(&terms)) }
}

/// Cuts the text between two known tokens.
fn residue(source: &str, view: &TextView, range: Range<usize>, row: &mut Vec<Token>) {
    let text = view.text();
    let mut rest = range.start;
    while let Some(first) = text[rest..range.end].chars().next() {
        let class = CharClass::of(first);
        let run = match class {
            CharClass::Space | CharClass::Punct => first.len_utf8(),
            CharClass::Cjk | CharClass::Word => run_length(&text[rest..range.end], class),
        };
        let span = rest..rest + run;
        match class {
            CharClass::Space => {}
            CharClass::Punct => row.push(Token { span, kind: TokenKind::Punct }),
            CharClass::Word => push_word(source, view, Token { span, kind: TokenKind::Name }, row),
            CharClass::Cjk => push_cjk(text, span, row),
        }
        rest += run;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CharClass {
    Space,
    Punct,
    Cjk,
    Word,
}

impl CharClass {
    fn of(c: char) -> Self {
        if c == ' ' {
            Self::Space
        } else if is_cjk(c) {
            Self::Cjk
        } else if c.is_alphanumeric() || c == '_' {
            Self::Word
        } else {
            Self::Punct
        }
    }
}

/// Bytes of the run of one class at the start of `text`; a dot or comma inside a number belongs to the number.
fn run_length(text: &str, class: CharClass) -> usize {
    let mut chars = text.char_indices().peekable();
    let mut after_digit = false;
    while let Some((offset, c)) = chars.next() {
        let inside_number =
            after_digit && matches!(c, '.' | ',') && chars.peek().is_some_and(|(_, next)| next.is_ascii_digit());
        if CharClass::of(c) != class && !inside_number {
            return offset;
        }
        after_digit = c.is_ascii_digit();
    }
    text.len()
}

/// A run of letters and digits: a number, a word of the language, or a name. A capital inside a sentence makes a name.
fn push_word(source: &str, view: &TextView, mut token: Token, row: &mut Vec<Token>) {
    let text = &view.text()[token.span.clone()];
    if matches!(text, "s" | "t" | "re" | "ve" | "ll" | "d" | "m") && row.last().is_some_and(is_apostrophe(view)) {
        token.kind = TokenKind::Word(WordClass::Passed(Passed::Grammar));
    } else if text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',')) {
        token.kind = TokenKind::Number;
    } else {
        let original = source.get(view.source_span(token.span.clone())).unwrap_or_default();
        let capital = original.chars().next().is_some_and(char::is_uppercase) && begins_inside_sentence(row, view);
        if !capital && ENGLISH.binary_search(&text).is_ok() {
            token.kind = TokenKind::Ordinary;
        }
    }
    row.push(token);
}

fn is_apostrophe(view: &TextView) -> impl Fn(&Token) -> bool {
    |token| token.kind == TokenKind::Punct && matches!(&view.text()[token.span.clone()], "'" | "’" | "ʼ")
}

/// Whether a token after `row` stands inside a sentence, not at its start.
fn begins_inside_sentence(row: &[Token], view: &TextView) -> bool {
    row.last().is_some_and(|token| {
        token.kind != TokenKind::Punct
            || !matches!(&view.text()[token.span.clone()], "." | "!" | "?" | "。" | ":" | "\"" | "“")
    })
}

/// A run of ideographs: dictionary words are cut out greedily, what lies between them is a name.
fn push_cjk(text: &str, span: Range<usize>, row: &mut Vec<Token>) {
    let mut name_start = span.start;
    let mut at = span.start;
    let mut push = |span: Range<usize>, kind: TokenKind| {
        if !span.is_empty() {
            row.push(Token { span, kind });
        }
    };
    while at < span.end {
        if let Some(length) = chinese_word(&text[at..span.end]) {
            push(name_start..at, TokenKind::Name);
            push(at..at + length, TokenKind::Ordinary);
            at += length;
            name_start = at;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    push(name_start..span.end, TokenKind::Name);
}

/// Bytes of the longest dictionary word at the start of `text`.
fn chinese_word(text: &str) -> Option<usize> {
    const LONGEST_CHARS: usize = 4;
    let ends = text.char_indices().map(|(offset, c)| offset + c.len_utf8()).take(LONGEST_CHARS);
    ends.filter(|end| CHINESE.binary_search(&&text[..*end]).is_ok()).last()
}

static ENGLISH: LazyLock<Vec<&'static str>> = words!("dictionaries/english_words.txt");
static CHINESE: LazyLock<Vec<&'static str>> = words!("dictionaries/chinese_words.txt");

#[cfg(test)]
mod tests;
