//! What kind of thing a question asks for, and whether a sentence has one that the question does not have itself: a sentence
//! without a number answers no "how many", and one without a name no "who", whatever words it shares. A question whose kind
//! shows in no word of a sentence (why, how, which) asks for none.

use std::collections::HashSet;
use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use crate::lang::is_cjk;
use crate::language::lists::{list, meanings};
use crate::language::numbers::stated::Statements;
use crate::language::periods::scan_absolute;
use crate::period::FiscalCalendar;
use crate::text::{Lexicon, LexiconBuilder, TextView};

/// A kind of thing that shows in how it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A person's name, or another one.
    Name,
    /// A number.
    Number,
    /// A year or a day.
    Time,
    /// A place.
    Place,
}

static ASKED: LazyLock<Option<Lexicon<Kind>>> = LazyLock::new(|| {
    let mut builder = LexiconBuilder::default();
    for (kind, term) in meanings(list!("narrative/asked.tsv")) {
        match kind {
            "name" => builder.add(term, Kind::Name),
            "number" => builder.add(term, Kind::Number),
            "time" => builder.add(term, Kind::Time),
            "place" => builder.add(term, Kind::Place),
            _ => {}
        }
    }
    // A list of some dozen words is never too large for a trie.
    builder.build().ok()
});

/// Words before an English interrogative with which the question still begins: "In which city", "And since when".
static LEADS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let all = meanings(list!("narrative/asked.tsv"));
    all.filter(|(kind, _)| *kind == "lead").map(|(_, term)| term).collect()
});
/// Four digits that are a year.
const YEARS: RangeInclusive<u16> = 1000..=2100;
/// What parts the clauses of a question.
const CLAUSE_ENDS: [char; 11] = [',', ';', ':', '?', '!', '，', '；', '：', '？', '。', '、'];
/// Which months a year has matters to no wording of a time.
static CALENDAR: LazyLock<Option<FiscalCalendar>> = LazyLock::new(|| FiscalCalendar::ending_in(12));
/// What names a time without digits.
const TIMES: [&str; 4] = ["century", "centuries", "世纪", "年代"];

impl Kind {
    /// The kind of thing that a question asks for, where it asks for one thing.
    pub(super) fn asked(question: &str) -> Option<Self> {
        let view = TextView::new(question);
        let text = view.text();
        let begins = |at: usize| {
            let before = text.get(..at).unwrap_or_default();
            // What stands behind a clause of its own begins anew.
            let clause = before.rsplit(CLAUSE_ENDS).next().unwrap_or_default();
            clause.split_whitespace().all(|word| LEADS.contains(word))
        };
        let is_chinese = |span: &Range<usize>| text.get(span.clone()).is_some_and(|term| term.contains(is_cjk));
        // With a second clause something else is asked for as well, of which a sentence may tell that has no such thing.
        let is_last = |span: &Range<usize>| {
            let behind = text.get(span.end..).unwrap_or_default();
            !behind.trim_end_matches(|c: char| !c.is_alphanumeric()).contains(CLAUSE_ENDS)
        };
        let found = ASKED.as_ref()?.find(text, &[]).into_iter();
        let mut asking = found.filter(|mention| is_chinese(&mention.span) || begins(mention.span.start));
        asking.next().filter(|mention| is_last(&mention.span)).map(|mention| mention.tag)
    }

    /// Whether a sentence has a thing of the kind that the question does not have. How names are written shows in Latin
    /// letters alone.
    pub(super) fn stands_in(self, sentence: &str, question: &str) -> bool {
        match self {
            Self::Number => {
                let known = Statements::of(question);
                Statements::of(sentence).numbers.iter().any(|number| !known.state(number))
            }
            Self::Time => has_time(sentence, question),
            Self::Name | Self::Place => sentence.contains(is_cjk) || has_name(sentence, question),
        }
    }
}

fn has_time(sentence: &str, question: &str) -> bool {
    let view = TextView::new(sentence);
    let (text, asked) = (view.text(), TextView::fold(question));
    let is_new = |words: &str| !asked.contains(words);
    let mut runs = text.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() == 4);
    runs.any(|run| run.parse().is_ok_and(|year| YEARS.contains(&year)) && is_new(run))
        || CALENDAR.is_some_and(|calendar| {
            scan_absolute(&view, calendar).iter().filter_map(|period| text.get(period.span.clone())).any(is_new)
        })
        || TIMES.iter().any(|word| text.contains(word) && is_new(word))
}

/// Whether a capitalised word stands in a sentence that the question does not have, other than at its beginning: there it is one
/// only before another.
fn has_name(sentence: &str, question: &str) -> bool {
    let asked = TextView::fold(question);
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let is_capital = |word: &str| word.starts_with(char::is_uppercase) && word.chars().nth(1).is_some();
    words.iter().enumerate().any(|(at, word)| {
        is_capital(word)
            && (at > 0 || words.get(1).is_some_and(|next| is_capital(next)))
            && !asked.contains(TextView::fold(word).as_str())
    })
}

#[cfg(test)]
mod tests;
