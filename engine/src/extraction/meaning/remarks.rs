//! What lines beside a table say of its figures as such: that they are a draft or estimates, that one of them is wrong, that they
//! may change. The unit that a line states is read elsewhere.
//!
//! A sentence is a remark where it says of what kind values are and nothing else (* Estimate; 预测数), or where the figures are
//! what it is about and nothing that it says of them is known to leave them as they are (Figures are subject to change). A
//! sentence about the business says nothing of them, whatever words and numbers it holds (We forecast growth of 5%).

mod form;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

pub(super) use form::{Form, is_of_rounding};

use super::beside::{Line, is_legend};
use super::foreign::{is_foreign, is_multiplier};
use super::path::Source;
use super::{Context, Phrase, Spoken};
use crate::code::MetricCode;
use crate::extraction::layout::{Kind, Layout, Table};
use crate::files::grid::{CellAt, StyledGrid};
use crate::lang::is_cjk;
use crate::language::lists::{list, meanings, words};
use crate::language::marks::{explained_mark, marks_behind};
use crate::language::periods::{days, scan_absolute};
use crate::language::units::Setting;
use crate::profile::Term;
use crate::text::TextView;

static STOP_WORDS: LazyLock<HashSet<&str>> = words!("dictionaries/stop_words_en.txt");
/// What a line calls the figures of a table, and what it says with it.
static FIGURES: LazyLock<HashSet<&str>> = words!("units/figure_nouns.txt");
/// What other words are in a sentence about figures.
static CLASSES: LazyLock<HashMap<&str, Class>> = LazyLock::new(|| {
    let class = |class| match class {
        "subject" => Class::Subject,
        "verb" => Class::Verb,
        "actor" => Class::Actor,
        "relation" => Class::Relation,
        "scope" => Class::Scope,
        "presented" => Class::Presented,
        _ => Class::Nothing,
    };
    meanings(list!("marks/remarks.tsv")).map(|(named, word)| (word, class(named))).collect()
});
/// Kinds of values that are as they were settled, and kinds of texts, whatever else these say.
const SETTLED: [&str; 2] = ["actual", "restated"];
const OF_TEXTS: [&str; 4] = ["draft", "preliminary", "illustration", "erratum"];
/// Of the subjects those of which a sentence may say which one it is about: the right figure.
const WHICH: [&str; 4] = ["figure", "figures", "number", "numbers"];
/// Ideographs of the longest word that is looked up.
const IDEOGRAPHS_MAX: usize = 4;
/// Most remarks on the tables of one grid that are kept.
const REMARKS_MAX: usize = 64;

/// A sentence that speaks of figures.
#[derive(Debug, Clone)]
pub(super) struct Remark {
    /// The line that it stands in.
    pub(super) words: String,
    /// The metrics that it names, about which alone it speaks; of none it speaks about all.
    metrics: Vec<MetricCode>,
    /// The footnote that it explains, and where that one is named in the table.
    mark: Option<String>,
    carried: Option<Carried>,
}

/// Where a table names a footnote.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Carried {
    rows: HashSet<u32>,
    cols: HashSet<u32>,
    cells: HashSet<CellAt>,
}

/// The remarks that lines make.
pub(super) fn remarks(lines: &[Line<'_>], grid: &StyledGrid, context: &Context) -> Vec<Remark> {
    let of_line = |line: &Line<'_>| {
        let mark = explained_mark(line.text).map(|(mark, _)| mark);
        let words = line.text.to_owned();
        // Nobody knows of what a line speaks that nobody understands.
        let unread = (is_foreign(line.text, context) || is_multiplier(line.text)).then(Vec::new);
        let of_sentence = |sentence: &str| Sentence::new(&TextView::fold(sentence), context).remark();
        let metrics: Vec<Vec<MetricCode>> =
            unread.into_iter().chain(line.sentences().filter_map(of_sentence)).collect();
        metrics.into_iter().map(move |metrics| Remark {
            words: words.clone(),
            metrics,
            mark: mark.clone(),
            carried: None,
        })
    };
    let is_legend = |line: &&Line<'_>| match line.source {
        Source::Cell(at) => grid.cell(at).is_some_and(|cell| is_legend(cell, context)),
        _ => false,
    };
    lines.iter().filter(|line| !is_legend(line)).flat_map(of_line).take(REMARKS_MAX).collect()
}

impl Remark {
    /// The same on one table, which may name the footnote that it explains.
    pub(super) fn in_table(&self, grid: &StyledGrid, layout: &Layout, table: &Table) -> Self {
        let carried = self.mark.as_deref().map(|mark| Carried::of(mark, grid, layout, table));
        Self { carried: carried.filter(|carried| *carried != Carried::default()), ..self.clone() }
    }

    /// Whether it speaks of a value.
    pub(super) fn is_about(&self, at: CellAt, metric: Option<&MetricCode>) -> bool {
        let of_metric = self.metrics.is_empty() || metric.is_none_or(|metric| self.metrics.contains(metric));
        of_metric && self.carried.as_ref().is_none_or(|carried| carried.covers(at))
    }
}

impl Carried {
    /// Whether a value names it, or a header over it does.
    pub(super) fn covers(&self, at: CellAt) -> bool {
        self.rows.contains(&at.row) || self.cols.contains(&at.col) || self.cells.contains(&at)
    }

    /// Where a table names a mark.
    pub(super) fn of(mark: &str, grid: &StyledGrid, layout: &Layout, table: &Table) -> Self {
        let names = |at: CellAt| grid.cell(at).is_some_and(|cell| marks_behind(&cell.text).any(|known| known == mark));
        let rows = table.row_headers.iter().filter(|(_, path)| path.iter().any(|header| names(header.at)));
        let cols = table.col_headers.iter().filter(|(_, path)| path.iter().any(|header| names(header.at)));
        let from = grid.cells.partition_point(|cell| cell.at < table.area.first);
        let cells = grid.cells.iter().zip(&layout.kinds).skip(from);
        let cells = cells.take_while(|(cell, _)| cell.at.row <= table.area.last.row);
        let values = cells.filter(|(cell, kind)| **kind == Kind::Value && table.area.covers(cell.at));
        Self {
            rows: rows.map(|(row, _)| *row).collect(),
            cols: cols.map(|(col, _)| *col).collect(),
            cells: values.map(|(cell, _)| cell.at).filter(|at| names(*at)).collect(),
        }
    }
}

/// What a word is in a sentence about figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Says that values are no settled ones; whether it is what a text is called.
    Kind(bool),
    /// Says that they are, or nothing of it.
    Settled,
    /// Names the figures, as what the sentence is about.
    Subject,
    /// A name of the profile, a period, a unit.
    Known,
    Presented,
    Verb,
    Actor,
    /// Sets a kind behind it beside what is said: % to budget.
    Relation,
    /// The same, or begins when, where or on what basis the figures are.
    Scope,
    Nothing,
    Number,
    /// The end of a clause.
    Break,
    Other,
}

#[derive(Debug)]
struct Word<'a> {
    text: &'a str,
    class: Class,
}

/// A sentence, word by word.
#[derive(Debug)]
struct Sentence<'a> {
    words: Vec<Word<'a>>,
    metrics: Vec<MetricCode>,
}

/// Whether the name of a document names a kind of figures that are no settled ones, and none of settled ones beside it.
pub(super) fn names_kind(name: &str, context: &Context) -> bool {
    let folded = TextView::fold(name);
    let words = Sentence::new(&folded, context).words;
    let says = |class: fn(Class) -> bool| words.iter().any(|word| class(word.class));
    says(|class| matches!(class, Class::Kind(_))) && !says(|class| class == Class::Settled)
}

/// Whether a text says of what kind figures are, and nothing else.
pub(super) fn is_kind(text: &str, context: &Context) -> bool {
    Sentence::new(&TextView::fold(text), context).is_a_kind()
}

impl<'a> Sentence<'a> {
    /// Reads a folded sentence.
    fn new(text: &'a str, context: &Context) -> Self {
        let calendar = context.profile.calendar;
        let mut known: Vec<(Range<usize>, Class)> = Vec::new();
        let (mut metrics, mut names) = (Vec::new(), Vec::new());
        for term in context.glossary.find_terms(text, &[]) {
            if matches!(term.tag, Term::Unit(_)) {
                continue;
            }
            names.push(term.span);
            if let Term::Metric(metric) = term.tag {
                metrics.push(metric);
            }
        }
        let kinds = context.kinds.find(text, &names).into_iter();
        known.extend(kinds.map(|kind| {
            let word = text.get(kind.span.clone()).unwrap_or_default();
            (kind.span, class_of_kind(&kind.tag, word, context))
        }));
        let times = scan_absolute(&TextView::new(text), calendar).into_iter().map(|period| period.span);
        let times = times.chain(days::find(text, calendar).into_iter().map(|day| day.span));
        let units = context.units.find(text, &names, Setting::Text).into_iter().map(|unit| unit.span);
        let understood = names.iter().cloned().chain(times).chain(units);
        known.extend(understood.map(|span| (span, Class::Known)));
        let fillers = context.phrases.find(text, &names).into_iter();
        let fillers = fillers.filter(|filler| matches!(filler.tag, Phrase::Filler | Phrase::OfTitles));
        let fillers: Vec<Range<usize>> = fillers.map(|filler| filler.span).collect();
        Self { words: split(text, &known, &fillers, context), metrics }
    }

    /// The metrics about which it speaks, where it speaks of figures as such.
    fn remark(self) -> Option<Vec<MetricCode>> {
        let speaks = self.is_a_kind() || self.is_called_a_kind() || self.calls_a_kind() || self.is_about_figures();
        speaks.then_some(self.metrics)
    }

    /// Whether it says of what kind values are, and nothing else.
    fn is_a_kind(&self) -> bool {
        let mut before = Class::Nothing;
        let mut is_said = false;
        for word in &self.words {
            match word.class {
                Class::Other | Class::Actor => return false,
                Class::Kind(_) => is_said |= !matches!(before, Class::Relation | Class::Scope),
                _ => {}
            }
            before = word.class;
        }
        is_said
    }

    /// Whether it begins with what it is called, before anything that it says: "Draft, …", 更正：….
    fn is_called_a_kind(&self) -> bool {
        let mut name = self.words.iter().take_while(|word| word.class != Class::Break).map(|word| word.class);
        let is_plain = |class| {
            matches!(class, Class::Kind(true) | Class::Nothing | Class::Relation | Class::Known | Class::Subject)
        };
        name.clone().any(|class| class == Class::Kind(true)) && name.all(is_plain)
    }

    /// Whether it says of something that it is one of those: "The information is preliminary".
    fn calls_a_kind(&self) -> bool {
        let mut said =
            self.words.iter().map(|word| word.class).filter(|class| !matches!(class, Class::Nothing | Class::Relation));
        let mut before = Class::Other;
        said.any(|class| std::mem::replace(&mut before, class) == Class::Verb && class == Class::Kind(true))
    }

    /// Whether the figures are what it is about, and what it says of them is not known to leave them as they are.
    fn is_about_figures(&self) -> bool {
        let Some(at) = self.words.iter().position(|word| word.class == Class::Subject) else { return false };
        let (before, behind) = self.words.split_at(at);
        let clause = before.rsplit(|word| word.class == Class::Break).next().unwrap_or_default();
        let is_which = self.words.get(at).is_some_and(|subject| WHICH.contains(&subject.text));
        let others = clause.iter().filter(|word| matches!(word.class, Class::Other | Class::Presented)).count();
        let is_subject = others <= usize::from(is_which)
            && clause.iter().all(|word| !matches!(word.class, Class::Actor | Class::Verb | Class::Number));
        if !is_subject || behind.get(1).is_some_and(|next| next.text == "of") {
            return false;
        }
        let mut rest = behind.iter();
        let passed =
            |class| !matches!(class, Class::Verb | Class::Other | Class::Break | Class::Kind(_) | Class::Number);
        let Some(first) = rest.by_ref().find(|word| !passed(word.class)) else { return false };
        match first.class {
            Class::Verb => {}
            Class::Kind(_) => return true,
            // "Figures subject to audit"; other nouns go on with a name: data centre.
            Class::Other => {
                return matches!(self.words.get(at).map(|subject| subject.text), Some("figures" | "numbers"));
            }
            _ => return false,
        }
        let said: Vec<Class> = rest.map(|word| word.class).take_while(|class| *class != Class::Break).collect();
        let head = said.iter().position(|class| !matches!(class, Class::Verb | Class::Nothing | Class::Relation));
        let Some(head) = head else { return false };
        // What they are said to be may be a number: "should read 160.5".
        let plain = [Class::Presented, Class::Known, Class::Settled, Class::Subject, Class::Scope];
        let is_plain =
            said.get(head).is_some_and(|head| plain.contains(head)) && said.get(head + 1) != Some(&Class::Number);
        !is_plain || said.iter().any(|class| matches!(class, Class::Kind(_)))
    }
}

fn class_of_kind(spoken: &Spoken, word: &str, context: &Context) -> Class {
    let is_of_text = |tag: &str| OF_TEXTS.contains(&tag);
    match spoken {
        Spoken::Nothing => Class::Settled,
        Spoken::Tag(tag) if context.answers(tag) => Class::Settled,
        Spoken::Tag(tag) => Class::Kind(is_of_text(tag)),
        Spoken::Unregistered => {
            let listed = meanings(list!("headings/scenarios.tsv")).find(|(_, listed)| *listed == word);
            match listed {
                Some((tag, _)) if SETTLED.contains(&tag) => Class::Settled,
                listed => Class::Kind(listed.is_some_and(|(tag, _)| is_of_text(tag))),
            }
        }
    }
}

/// The words of a folded sentence. `known` are spans that are known, the gravest first, `fillers` those that say nothing.
fn split<'a>(
    text: &'a str,
    known: &[(Range<usize>, Class)],
    fillers: &[Range<usize>],
    context: &Context,
) -> Vec<Word<'a>> {
    let mut words: Vec<Word<'a>> = Vec::new();
    let mut at = 0;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let length = if let Some((span, class)) = known.iter().find(|(span, _)| span.start == at) {
            words.push(Word { text: text.get(span.clone()).unwrap_or_default(), class: *class });
            span.len()
        } else if is_cjk(c) {
            let word = han_word(rest, at, fillers);
            let length = word.text.len();
            words.push(word);
            length
        } else if c.is_alphanumeric() {
            let end = rest.find(|c: char| is_cjk(c) || !c.is_alphanumeric() && !matches!(c, '.' | ',' | '\'' | '-'));
            let word = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
            let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            words.push(Word { text: word, class: class_of(word, context) });
            word.len().max(c.len_utf8())
        } else {
            if matches!(c, ',' | ':' | ';' | '(' | ')' | '–' | '—' | '，' | '：' | '；' | '、') {
                words.push(Word { text: "", class: Class::Break });
            }
            c.len_utf8()
        };
        at += length.max(1);
    }
    words
}

/// The longest word of ideographs with which a text begins.
fn han_word<'a>(rest: &'a str, at: usize, fillers: &[Range<usize>]) -> Word<'a> {
    let ends: Vec<usize> =
        rest.char_indices().skip(1).map(|(end, _)| end).chain([rest.len()]).take(IDEOGRAPHS_MAX).collect();
    let listed = ends.iter().rev().find_map(|end| {
        let text = rest.get(..*end)?;
        let class = CLASSES.get(text).copied().or(FIGURES.contains(text).then_some(Class::Nothing))?;
        Some(Word { text, class })
    });
    let filler = || fillers.iter().find(|span| span.start == at).and_then(|span| rest.get(..span.len()));
    let single =
        || Word { text: ends.first().and_then(|end| rest.get(..*end)).unwrap_or_default(), class: Class::Other };
    listed.or_else(|| Some(Word { text: filler()?, class: Class::Nothing })).unwrap_or_else(single)
}

fn class_of(word: &str, context: &Context) -> Class {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    let says_nothing = || {
        FIGURES.contains(word)
            || STOP_WORDS.contains(word)
            || context.fillers.contains(word)
            || context.title_words.contains(word)
    };
    match CLASSES.get(word) {
        Some(class) => *class,
        None if is_number => Class::Number,
        None if says_nothing() => Class::Nothing,
        None => Class::Other,
    }
}
