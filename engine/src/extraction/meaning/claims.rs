//! Units that texts around a table state for its figures: "All figures in thousands", a note below a table, a page header. No
//! unit is taken from lines beside it; they only may not contradict the one that was.
//!
//! A line beside a table is about its figures until it is understood not to be. A unit in it is one of the figures unless it
//! belongs to an amount of its own (US$3.2bn), stands in an exception (except per share data in US$), or is a word among
//! others (the renminbi rose).

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::Context;
use crate::code::{MetricCode, UnitCode};
use crate::lang::is_cjk;
use crate::language::lists::words;
use crate::language::numbers::numeric_content::speaks_of_numbers;
use crate::language::periods::days;
use crate::language::periods::scan_absolute;
use crate::language::units::{Setting, Statement, UnitMention, exceptions, is_unit_line};
use crate::profile::Term;
use crate::text::TextView;

/// With what a line says that its unit yields to one that is stated nearer.
static YIELDS: LazyLock<Vec<&str>> = words!("units/yields.txt");
/// With what a line speaks of a table near it.
static OF_ONE_TABLE: LazyLock<Vec<&str>> = words!("units/of_one_table.txt");
/// What a line opens with that states the unit of all figures.
static OF_ALL: LazyLock<Vec<&str>> = words!("units/of_all.txt");
/// What a line calls the figures of a table.
static FIGURES: LazyLock<Vec<&str>> = words!("units/figure_nouns.txt");
/// What stands before the unit of figures, and what behind it.
static INTRODUCTIONS: LazyLock<Vec<&str>> = words!("units/introductions.txt");
static CLOSINGS: LazyLock<Vec<&str>> = words!("units/closings.txt");
/// The longest line that states a unit of all figures of a document; longer ones are sentences about something else.
const BYTES_MAX: usize = 160;

/// What a line states about the units of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    units: Vec<Statement>,
    /// The line.
    pub(super) words: String,
    /// The metrics that it names, about which alone it speaks; of none it speaks about all.
    metrics: Vec<MetricCode>,
    /// Whether it speaks of all figures, so that no nearer statement makes an exception.
    of_all: bool,
    /// Whether it makes exceptions itself.
    excepts: bool,
    /// Whether it stands over one table, or in its corner.
    of_table: bool,
}

/// Where the unit of a value is stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum UnitIn {
    /// In its cell or a header, nearer than any text.
    Header,
    /// In the corner of its table.
    Corner,
    /// In a text around the table.
    Text,
}

/// What a value asks its claims: its unit, its metric, and where the unit stands.
type Asked = (UnitCode, Option<MetricCode>, UnitIn);

/// The claims of one place, and what was found among them: many values ask the same, and a text may hold a claim a line.
#[derive(Debug, Default)]
pub(super) struct Claims {
    pub(super) claims: Vec<Claim>,
    known: Mutex<HashMap<Asked, Option<usize>>>,
}

impl FromIterator<Claim> for Claims {
    fn from_iter<C: IntoIterator<Item = Claim>>(claims: C) -> Self {
        Self { claims: claims.into_iter().collect(), known: Mutex::default() }
    }
}

impl Claims {
    /// The first claim that contradicts a unit, of which the statement is given, as that of a metric's value.
    pub(super) fn against(
        &self,
        unit: &UnitCode,
        stated: &Statement,
        metric: Option<&MetricCode>,
        stands_in: UnitIn,
    ) -> Option<&Claim> {
        if self.claims.is_empty() {
            return None;
        }
        let question = (unit.clone(), metric.cloned(), stands_in);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known
            .entry(question)
            .or_insert_with(|| self.claims.iter().position(|claim| claim.contradicts(stated, metric, stands_in)));
        found.and_then(|index| self.claims.get(index))
    }
}

impl Claim {
    /// What a title claims of which the units are known.
    pub(super) fn of(line: &str, units: &[Statement]) -> Option<Self> {
        let folded = TextView::fold(line);
        let units: Vec<Statement> = units.iter().filter(|unit| says_what_money_is(unit)).cloned().collect();
        if units.is_empty() || yields(&folded) {
            return None;
        }
        let excepts = !exceptions(&folded).is_empty();
        let of_all = !excepts && speaks_of_all(&folded);
        Some(Self { units, words: line.to_owned(), metrics: Vec::new(), of_all, excepts, of_table: false })
    }

    /// The same of a line that stands over its table, or in its corner.
    pub(super) fn over_table(self) -> Self {
        Self { of_table: true, ..self }
    }

    /// What a document claims that states a unit about itself.
    pub(super) fn stated(words: &str, unit: Statement) -> Option<Self> {
        let (units, metrics) = (vec![unit], Vec::new());
        let claims = says_what_money_is(units.first()?);
        claims.then(|| Self { units, words: words.to_owned(), metrics, of_all: true, excepts: false, of_table: false })
    }

    /// What a sentence claims that stands beside a table.
    pub(super) fn beside(sentence: &str, context: &Context) -> Option<Self> {
        let folded = TextView::fold(sentence);
        let line = Line::new(&folded, context);
        let units = line.units();
        if units.is_empty() {
            return None;
        }
        let excepts = !line.excepted.is_empty();
        // What holds nothing but a unit speaks of all that stands there.
        let of_all = (line.names_figures || is_unit_line(sentence)) && !excepts && !yields(&folded);
        let metrics = line.metrics.into_iter().map(|(_, metric)| metric).collect();
        Some(Self { units, words: sentence.to_owned(), metrics, of_all, excepts, of_table: false })
    }

    /// What a line claims that speaks of all figures of its document and not of one table: it ends with the unit and holds no
    /// number. None of any other line.
    pub(super) fn of_document(line: &str, context: &Context) -> Option<Self> {
        const IDEOGRAPHS_BEHIND_MAX: usize = 4;
        let folded = TextView::fold(line);
        if folded.len() > BYTES_MAX || !is_unit_line(line) && !speaks_of_all(&folded) {
            return None;
        }
        let mentions = context.units.find(&folded, &[], Setting::Text);
        let behind = folded.get(mentions.last()?.span.end..)?.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = behind.chars().all(is_cjk) && behind.chars().count() <= IDEOGRAPHS_BEHIND_MAX;
        let counts = folded.replace("000", "").contains(|c: char| c.is_ascii_digit());
        let is_local = OF_ONE_TABLE.iter().any(|word| folded.contains(word));
        let units: Vec<Statement> = mentions.into_iter().map(|mention| mention.statement).collect();
        let claim = if ends && !counts && !is_local { Self::of(line, &units) } else { None };
        claim.filter(|claim| claim.of_all)
    }

    /// Whether what it states cannot be the unit of a value of a metric. What a header states is nearer than any text that
    /// speaks neither of all figures nor of its table.
    fn contradicts(&self, unit: &Statement, metric: Option<&MetricCode>, stands_in: UnitIn) -> bool {
        let is_about = self.metrics.is_empty() || metric.is_none_or(|metric| self.metrics.contains(metric));
        if !is_about {
            return false;
        }
        match stands_in {
            UnitIn::Header if !self.of_all => self.of_table && !self.excepts && self.is_another_than(unit),
            UnitIn::Corner if !self.of_all && !self.of_table => false,
            _ => self.allows_another_than(unit),
        }
    }

    /// Whether none of the units that it lists can be one that a header states. A header without a scale is in ones, whatever
    /// the rest of its table is in: amounts per share.
    fn is_another_than(&self, unit: &Statement) -> bool {
        let all = |differs: &dyn Fn(&Statement) -> Option<bool>| {
            let mut differences = self.units.iter().filter_map(differs).peekable();
            differences.peek().is_some() && differences.all(|differs| differs)
        };
        all(&|stated| stated.scale().zip(unit.scale()).map(|(one, other)| one != other))
            || all(&|stated| stated.is_money().then(|| unit.contradicts(stated)))
    }

    /// Whether one of the units that it states is not that of a value which is not nearer to another.
    fn allows_another_than(&self, unit: &Statement) -> bool {
        let scales = || self.units.iter().filter_map(Statement::scale);
        let differs = |scale: u8| Some(scale) != unit.power();
        // Of two scales without an exception, nobody can tell which one is meant.
        let of_scale =
            if self.excepts { scales().next().is_some() && scales().all(differs) } else { scales().any(differs) };
        let money: Vec<&Statement> = self.units.iter().filter(|stated| stated.is_money()).collect();
        let others: Vec<&&Statement> = money.iter().filter(|stated| unit.contradicts(stated)).collect();
        // Chinese counts any currency in 元, beside the currency's name.
        let another = others.iter().any(|stated| stated.names_currency());
        of_scale || !money.is_empty() && others.len() == money.len() || another && !self.excepts
    }
}

/// Whether a unit can speak for or against one of money.
fn says_what_money_is(unit: &Statement) -> bool {
    unit.is_money() || unit.scale().is_some()
}

fn yields(folded: &str) -> bool {
    YIELDS.iter().any(|word| folded.contains(word))
}

/// Whether a folded line states the unit of all figures. Latin words open it, behind nothing but a word such as "note:".
fn speaks_of_all(folded: &str) -> bool {
    let opening = folded
        .rsplit([':', '：', '(', '（'])
        .next()
        .unwrap_or(folded)
        .trim_start_matches(|c: char| !c.is_alphanumeric());
    folded.len() <= BYTES_MAX
        && OF_ALL.iter().any(|word| {
            if word.is_ascii() { folded.starts_with(word) || opening.starts_with(word) } else { folded.contains(word) }
        })
}

/// A folded sentence beside a table, as far as units matter.
struct Line<'a> {
    text: &'a str,
    mentions: Vec<UnitMention>,
    metrics: Vec<(Range<usize>, MetricCode)>,
    /// Periods and days, whose numbers are no amounts.
    times: Vec<Range<usize>>,
    excepted: Vec<Range<usize>>,
    /// Whether it calls the figures by a word for figures.
    names_figures: bool,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, context: &Context) -> Self {
        let calendar = context.profile.calendar;
        let mut times: Vec<Range<usize>> = days::find(text, calendar).into_iter().map(|day| day.span).collect();
        times.extend(scan_absolute(&TextView::new(text), calendar).into_iter().map(|period| period.span));
        let terms = context.glossary.find_terms(text, &[]);
        let known: Vec<Range<usize>> =
            terms.iter().filter(|term| !matches!(term.tag, Term::Unit(_))).map(|term| term.span.clone()).collect();
        let metrics = terms.into_iter().filter_map(|term| match term.tag {
            Term::Metric(metric) => Some((term.span, metric)),
            _ => None,
        });
        let excepted = exceptions(text);
        let is_free = |span: &Range<usize>| !excepted.iter().any(|part| part.contains(&span.start));
        let metrics: Vec<(Range<usize>, MetricCode)> = metrics.filter(|(span, _)| is_free(span)).collect();
        let mentions = context.units.find(text, &known, Setting::Value);
        let mentions = mentions.into_iter().filter(|mention| is_free(&mention.span)).collect();
        let names_figures = words_of(text).any(|word| FIGURES.contains(&word)) || has_ideographs_of(text, &FIGURES);
        Self { text, mentions, metrics, times, excepted, names_figures }
    }

    /// The units that are those of figures.
    fn units(&self) -> Vec<Statement> {
        let of_figures = |mention: &&UnitMention| says_what_money_is(&mention.statement) && self.is_of_figures(mention);
        let stated = self.mentions.iter().filter(of_figures).map(|mention| {
            // What figures are rounded to is no scale of theirs.
            let is_rounded = self.before(mention).ends_with("nearest") || self.before(mention).ends_with(['至', '到']);
            if is_rounded { mention.statement.clone().without_scale() } else { mention.statement.clone() }
        });
        stated.filter(says_what_money_is).collect()
    }

    fn before(&self, mention: &UnitMention) -> &'a str {
        let before = self.text.get(..mention.span.start).unwrap_or_default().trim_end();
        before.strip_suffix(" the").unwrap_or(before)
    }

    fn after(&self, mention: &UnitMention) -> &'a str {
        self.text.get(mention.span.end..).unwrap_or_default().trim_start()
    }

    fn is_of_figures(&self, mention: &UnitMention) -> bool {
        if self.is_of_an_amount(mention) {
            return false;
        }
        let (introduced, closed) = (self.is_introduced(mention), self.is_closed(mention));
        let is_whole = mention.statement.is_money() && mention.statement.scale().is_some();
        if mention.statement.is_money() {
            let turned = || words_of(self.before(mention)).next_back() == Some("to");
            return is_whole || introduced && closed || self.names_figures && (introduced || turned());
        }
        // A scale alone may count anything: it is that of figures where they are named, or where nothing else is.
        let is_counted = self.after(mention).starts_with("of ");
        let named = self.names_figures || !self.metrics.is_empty();
        let opens = || {
            let before = self.before(mention);
            let lead = words_of(before).next_back().filter(|word| INTRODUCTIONS.contains(word)).unwrap_or_default();
            let rest = before.strip_suffix(lead).unwrap_or(before).trim_end();
            // "Reported in thousands", "shown in millions".
            let is_participle =
                words_of(rest).next_back().is_some_and(|word| word.ends_with("ed") || word.ends_with("wn"));
            !rest.ends_with(|c: char| c.is_alphanumeric()) || is_participle
        };
        introduced && !is_counted && (named || closed && opens())
    }

    /// Whether it belongs to an amount: digits or words of a number stand right before it, or digits right behind a currency.
    fn is_of_an_amount(&self, mention: &UnitMention) -> bool {
        let is_amount = |at: usize| !self.times.iter().any(|time| time.contains(&at));
        let before = self.text.get(..mention.span.start).unwrap_or_default().trim_end();
        let after_start = self.text.len() - self.after(mention).len();
        let last = before.chars().next_back();
        if last.is_some_and(char::is_numeric) {
            return is_amount(before.len() - last.map_or(0, char::len_utf8));
        }
        if self.after(mention).starts_with(|c: char| c.is_numeric()) && mention.statement.scale().is_none() {
            return is_amount(after_start);
        }
        let counted = before.strip_suffix(" of").unwrap_or(before);
        let word = words_of(counted).next_back().filter(|word| counted.ends_with(word));
        match last {
            Some(c) if is_cjk(c) => c == '数' || c == '几' || speaks_of_numbers(&c.to_string()),
            _ => word.is_some_and(|word| word.is_ascii() && speaks_of_numbers(word)),
        }
    }

    /// Whether what stands before it lets it be that in which something is stated.
    fn is_introduced(&self, mention: &UnitMention) -> bool {
        let before = self.before(mention);
        let Some(last) = before.chars().next_back().filter(|c| c.is_alphanumeric()) else { return true };
        if self.mentions.iter().any(|other| other.span.end == before.len()) {
            return true;
        }
        let ends = |list: &[&str]| {
            if is_cjk(last) {
                list.iter().any(|word| !word.is_ascii() && before.ends_with(word))
            } else {
                words_of(before).next_back().is_some_and(|word| list.contains(&word))
            }
        };
        ends(&INTRODUCTIONS) || ends(&FIGURES)
    }

    /// Whether nothing behind it goes on with the sentence.
    fn is_closed(&self, mention: &UnitMention) -> bool {
        let after = self.after(mention);
        !after.starts_with(|c: char| c.is_alphanumeric())
            || self.mentions.iter().any(|other| other.span.start == self.text.len() - after.len())
            || CLOSINGS.iter().any(|word| after.starts_with(word))
            || yields(after.split([',', '.']).next().unwrap_or_default())
    }
}

/// Latin words and numbers of a folded text.
fn words_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() || is_cjk(c)).filter(|word| !word.is_empty())
}

fn has_ideographs_of(text: &str, list: &[&str]) -> bool {
    list.iter().any(|word| !word.is_ascii() && text.contains(word))
}
