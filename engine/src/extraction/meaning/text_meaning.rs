//! What one text of a document says: a header, a title, a caption, the name of a sheet, a sentence. Every word is either
//! understood or reported; nothing is concluded from several texts here.
//!
//! - Words that make another quantity (gross, growth, per share, 同比) are unknown unless the profile knows the whole term.
//! - A word such as budget or 预测 is a tag where the profile registers it, else unknown.
//! - Part of a year (Q1, 上半年) waits for its year; a relative period (last year, 本期) is unknown.
//! - Titles may hold words of any report, other companies without a name among them; names in them that nobody knows are
//!   unknown, because they may say whose numbers these are. The name of a sheet may be an abbreviation.

mod exceptions;
mod kinds;
mod names;
mod others;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;

pub(in crate::extraction) use self::names::own_names;
pub(super) use self::names::{Foreign, company_in, foreign_in, is_phrase, is_sentence, is_strange};

use self::exceptions::without_exceptions;
use self::kinds::{SUFFIX, without_kind, without_ordinal};
use super::{Context, Phrase, Spoken};
use crate::code::{ChannelCode, EntityCode, MetricCode};
use crate::files::{Blemish, Cell};
use crate::intent::{Token, TokenKind, tokens};
use crate::language::lists::words;
use crate::language::marks::{Place, is_sum, without_footnotes, without_note_word};
use crate::language::periods::days::{self, Day};
use crate::language::periods::{Shorter, names_whole_year, scan_absolute, shorter_than_years};
use crate::language::units::{Setting, Statement};
use crate::period::Period;
use crate::profile::Term;
use crate::text::TextView;

/// With what a header says that its value is a part of another one.
static PARTS: LazyLock<Vec<&str>> = words!("headings/parts.txt");

/// What a text says, dimension by dimension; each value once, in text order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Each is another thing that is said.
pub(super) struct TextMeaning {
    pub(super) metrics: Vec<MetricCode>,
    pub(super) entities: Vec<EntityCode>,
    pub(super) channels: Vec<ChannelCode>,
    /// Periods with their wording.
    pub(super) periods: Vec<(Period, String)>,
    /// Wordings of a part of a year that is named elsewhere.
    pub(super) parts: Vec<String>,
    /// Times shorter than a year, whether or not any word of them says more.
    pub(super) shorter: Vec<Shorter>,
    /// Whether it names all of a year that is named elsewhere: full year.
    pub(super) whole_year: bool,
    /// The wording of a year that is named elsewhere: 本年.
    pub(super) current: Option<String>,
    /// Days with their wording.
    pub(super) dates: Vec<(Date, String)>,
    pub(super) units: Vec<Statement>,
    pub(super) tags: Vec<String>,
    pub(super) total: Option<Total>,
    /// Whether the home company is named as the document's owner.
    pub(super) home: bool,
    /// Whether it says that its value is a part of another one.
    pub(super) is_part: bool,
    /// What is not understood, in the document's words.
    pub(super) unknown: Vec<String>,
    /// Words beside a name that may make somebody else of it, or narrow it.
    pub(super) ordinary: bool,
    /// Ordinary words of a title that no list explains: they may say which figures stand below.
    pub(super) unexplained: bool,
    /// The name of a company that is none of the profile's own.
    pub(super) company: Option<String>,
    /// What is not understood and written as a name.
    pub(super) names: Vec<String>,
    /// What may be a name, or an ordinary word: of the dictionary, or short, in the name of a file or sheet.
    pub(super) nouns: Vec<String>,
    /// Others without a name, where nothing says that they are only compared: peers, 同业.
    pub(super) others: Option<String>,
    /// Whether the home company is named by a name that is its alone.
    pub(super) own: bool,
}

/// A sum in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Total {
    /// Of all that stands beside it.
    All,
    /// Of a part.
    Part,
}

/// What a text is, which says how strictly it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// The header of a row or column: every word counts.
    Header,
    /// A title or caption around the values.
    Title,
    /// A sentence of the text.
    Sentence,
    /// The name of a sheet.
    Name,
}

/// Reads the text of a cell.
pub(super) fn read_cell(cell: &Cell, standing: Standing, context: &Context) -> TextMeaning {
    read_piece(&cell.text, cell.blemish, standing, context)
}

/// Reads a text as far as it is one statement: of one that was changed nobody knows which words hold.
pub(super) fn read_piece(text: &str, blemish: Option<Blemish>, standing: Standing, context: &Context) -> TextMeaning {
    if blemish == Some(Blemish::Struck) {
        return TextMeaning { unknown: vec![text.to_owned()], ..TextMeaning::default() };
    }
    read(text, standing, context)
}

/// Reads a text.
pub(super) fn read(text: &str, standing: Standing, context: &Context) -> TextMeaning {
    let mut said = TextMeaning::default();
    let text = if standing == Standing::Title { without_note_word(text) } else { text };
    let (text, kind) = without_kind(text);
    if let Some(letter) = kind {
        said.kind(&context.kind_of_letter(letter), || letter.to_owned());
    }
    let (text, _) = without_footnotes(text, Place::Meaning);
    let text = without_ordinal(text)
        .replace('_', if standing == Standing::Name { " " } else { "_" })
        // A footnote's number inside a text would fold into a digit of its word.
        .replace(|c: char| matches!(c, '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' | '①'..='⑳'), "");
    let hits = context.gate.screen(&text).hits;
    if let Some(hit) = hits.first() {
        // A competitor's number is never read, whatever else stands there.
        let name = text.get(hit.span.clone()).unwrap_or_default().to_owned();
        said.company = (standing != Standing::Header).then(|| name.clone());
        said.names.push(name.clone());
        said.unknown.push(name);
        return said;
    }
    let original = TextView::new(&text);
    if standing != Standing::Sentence {
        // The name of a metric counts months of its own: 13个月继续率.
        let terms = context.glossary.find_terms(original.text(), &[]);
        let terms: Vec<_> = terms.into_iter().map(|term| term.span).collect();
        let (rest, calendar) = (original.blanking(&terms), context.profile.calendar);
        said.shorter = shorter_than_years(&text, &rest, calendar);
        said.whole_year = names_whole_year(&rest, calendar);
    }
    let folded = without_exceptions(original.text(), standing, context);
    let words = |span: &Range<usize>| text.get(original.source_span(span.clone())).unwrap_or_default().to_owned();
    let taken = said.notations(&folded, standing, context, words);
    let view = TextView::new(&folded).blanking(&taken);
    let calendar = context.profile.calendar;
    let row = tokens(&folded, &view, &context.glossary, |view| scan_absolute(view, calendar));
    let own = context.own.find(view.text(), &[]).into_iter().map(|mention| mention.span).collect();
    Reader { context, standing, text: view.text(), row: &row, own, words: &words }.read(&mut said);
    said
}

impl TextMeaning {
    /// Takes days, kinds and units, which are no words of the grammar; the spans they cover.
    fn notations(
        &mut self,
        folded: &str,
        standing: Standing,
        context: &Context,
        words: impl Fn(&Range<usize>) -> String,
    ) -> Vec<Range<usize>> {
        let terms = context.glossary.find_terms(folded, &[]);
        self.is_part = PARTS.iter().any(|part| folded.contains(part));
        let names = terms.iter().filter(|term| matches!(term.tag, Term::Entity(_) | Term::HomeCompany));
        let others = names.filter_map(|name| others::of_others(folded, &name.span));
        let others = others.filter(|word| !terms.iter().any(|term| term.span.contains(&word.start)));
        let others: Vec<String> = others.map(|word| words(&word)).collect();
        match standing {
            Standing::Header => self.unknown.extend(others),
            _ => self.ordinary |= standing.is_title() && !others.is_empty(),
        }
        let mut taken: Vec<Range<usize>> = Vec::new();
        for day in days::find(folded, context.profile.calendar) {
            match day.meaning {
                Day::Ends(period) => self.periods.push((period, words(&day.span))),
                Day::On(date) => self.dates.push((date, words(&day.span))),
                Day::Unreadable => self.unknown.push(words(&day.span)),
            }
            taken.push(day.span);
        }
        let known: Vec<Range<usize>> =
            terms.into_iter().filter(|term| !matches!(term.tag, Term::Unit(_))).map(|term| term.span).collect();
        let mut closed = merged(known.iter().chain(&taken).cloned().collect());
        for mention in context.kinds.find(folded, &closed) {
            self.kind(&mention.tag, || words(&mention.span));
            taken.push(mention.span);
        }
        for captures in SUFFIX.iter().flat_map(|suffix| suffix.captures_iter(folded)) {
            let Some(letter) = captures.name("kind") else { continue };
            self.kind(&context.kind_of_letter(letter.as_str()), || words(&letter.range()));
            taken.push(letter.range());
        }
        closed = merged(known.into_iter().chain(taken.iter().cloned()).collect());
        let setting = if standing == Standing::Name { Setting::Name } else { Setting::Text };
        for mention in context.units.find(folded, &closed, setting) {
            let statement = mention.statement.in_words(words(&mention.span));
            self.units.push(statement);
            taken.push(mention.span);
        }
        self.fillers(folded, standing, taken, &closed, context)
    }

    /// Enters what a word says of the kind of the values.
    fn kind(&mut self, spoken: &Spoken, words: impl Fn() -> String) {
        match spoken {
            Spoken::Tag(tag) => push(&mut self.tags, tag.clone()),
            Spoken::Nothing => {}
            Spoken::Unregistered => self.unknown.push(words()),
        }
    }

    /// Takes the words that say nothing, and subtotals; periods keep the words they are made of.
    fn fillers(
        &mut self,
        folded: &str,
        standing: Standing,
        mut taken: Vec<Range<usize>>,
        closed: &[Range<usize>],
        context: &Context,
    ) -> Vec<Range<usize>> {
        let view = TextView::new(folded).blanking(&merged(taken.clone()));
        let periods = scan_absolute(&view, context.profile.calendar).into_iter().map(|mention| mention.span);
        let closed = merged(periods.chain(closed.iter().cloned()).chain(taken.iter().cloned()).collect());
        for mention in context.phrases.find(folded, &closed) {
            match mention.tag {
                Phrase::Filler => {}
                Phrase::OfTitles if standing.is_title() => {}
                Phrase::OfTitles => continue,
                Phrase::Subtotal => self.total = Some(Total::Part),
            }
            taken.push(mention.span);
        }
        merged(taken)
    }

    /// Whether it says anything that the profile knows.
    pub(super) fn knows(&self) -> bool {
        !self.entities.is_empty() || !self.channels.is_empty() || !self.tags.is_empty()
    }
}

impl Standing {
    /// Whether it is written over all values together.
    fn is_title(self) -> bool {
        matches!(self, Self::Title | Self::Name)
    }
}

/// Spans in order, overlapping ones as one.
fn merged(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_by_key(|span| span.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// Adds a value that is not among them.
pub(super) fn push<T: PartialEq>(values: &mut Vec<T>, value: T) {
    if !values.contains(&value) {
        values.push(value);
    }
}

struct Reader<'a> {
    context: &'a Context,
    standing: Standing,
    /// The folded text, notations blanked.
    text: &'a str,
    row: &'a [Token],
    /// Where the home company's own names stand.
    own: Vec<Range<usize>>,
    /// The document's words for a span of the folded text.
    words: &'a dyn Fn(&Range<usize>) -> String,
}

impl Reader<'_> {
    fn read(&self, said: &mut TextMeaning) {
        let mut strangers: Vec<(Range<usize>, Option<bool>)> = Vec::new();
        said.own = !self.own.is_empty();
        for (index, token) in self.row.iter().enumerate() {
            if self.is_own(index, token, said) {
                continue;
            }
            if self.standing.is_title() && said.company.is_none() {
                said.company = self.company(index, token);
            }
            if self.holds_against(index, token) {
                said.unknown.push((self.words)(&token.span));
                continue;
            }
            if self.token(index, token, said) {
                continue;
            }
            // Whether it may be a name, and whether it can be nothing else.
            let is_name = self.is_stranger(index).then_some(token.kind == TokenKind::Name);
            match strangers.last_mut() {
                Some((last, named)) if self.adjoins(last.end, token.span.start) => {
                    (last.end, *named) = (token.span.end, is_name.max(*named));
                }
                _ => strangers.push((token.span.clone(), is_name)),
            }
        }
        let spelled = |(span, _): &(Range<usize>, Option<bool>)| (self.words)(span);
        said.unknown.extend(strangers.iter().map(spelled));
        said.names.extend(strangers.iter().filter(|(_, named)| *named == Some(true)).map(spelled));
        said.nouns.extend(strangers.iter().filter(|(_, named)| *named == Some(false)).map(spelled));
        if let Some(company) = &mut said.company
            && let Some(whole) = said.unknown.iter().find(|unknown| unknown.contains(company.as_str()))
        {
            company.clone_from(whole);
        }
    }

    /// Enters what a token says; false when it is not understood.
    fn token(&self, index: usize, token: &Token, said: &mut TextMeaning) -> bool {
        let text = self.text.get(token.span.clone()).unwrap_or_default();
        match &token.kind {
            TokenKind::Punct => true,
            TokenKind::Period(reading) => self.period(token, text, reading, said),
            TokenKind::Term(Term::Metric(code)) => {
                push(&mut said.metrics, code.clone());
                true
            }
            TokenKind::Term(Term::Entity(code)) => {
                if *code == self.context.profile.home.entity && self.owns(index, text) {
                    said.home = true;
                } else {
                    push(&mut said.entities, code.clone());
                }
                true
            }
            TokenKind::Term(Term::HomeCompany) => {
                said.home = true;
                true
            }
            TokenKind::Term(Term::Channel(code)) => {
                if code.is_total() && is_sum(text) {
                    said.total = said.total.or(Some(Total::All));
                } else {
                    push(&mut said.channels, code.clone());
                }
                true
            }
            TokenKind::Term(Term::Place) => false,
            TokenKind::Term(Term::Unit(_))
            | TokenKind::Ordinary
            | TokenKind::Name
            | TokenKind::Number
            | TokenKind::Word(_)
                if self.says_nothing(text) =>
            {
                true
            }
            TokenKind::Ordinary | TokenKind::Name | TokenKind::Word(_) if self.are_others(index, text, said) => true,
            TokenKind::Term(Term::Unit(_)) | TokenKind::Number => self.standing != Standing::Header,
            TokenKind::Word(class) => self.word(*class, text, said),
            TokenKind::Ordinary => {
                said.ordinary |= self.standing == Standing::Title;
                said.unexplained |= self.standing == Standing::Title;
                let stranger = self.standing.is_title() && self.is_stranger(index);
                self.standing != Standing::Header && !stranger || self.may_be_name(index, said)
            }
            TokenKind::Name => self.name(index, text, said),
        }
    }
}
