//! The English words of time, as data. Whole lower-case words only; what a word means where it stands is not known here.

use super::words::Key::{
    self, And, Before, Between, Beyond, Calendar, Compare, Complete, Count, Each, End, Ended, Fiscal, From, Full, Fy,
    In, LetterH, LetterM, LetterQ, Of, Open, Ordinal, Past, Same, Slice, Spoils, Step, The, To, Today, Vague,
};
use super::words::Unit;

/// The meaning of a whole lower-case English word.
pub(super) fn word(word: &str) -> Option<Key> {
    Some(match word {
        "year" | "years" | "yr" | "yrs" => Key::Unit(Unit::Year),
        "half" | "halves" => Key::Unit(Unit::Half),
        "quarter" | "quarters" | "qtr" | "qtrs" => Key::Unit(Unit::Quarter),
        "month" | "months" => Key::Unit(Unit::Month),
        "day" | "days" | "week" | "weeks" | "fortnight" | "decade" | "decades" | "century" | "centuries" => {
            Key::Unit(Unit::Other)
        }
        "fy" => Fy,
        "fiscal" | "financial" => Fiscal,
        "calendar" | "cy" => Calendar,
        "h" | "hy" => LetterH,
        "q" => LetterQ,
        "m" => LetterM,
        "first" => Ordinal(1),
        "second" => Ordinal(2),
        "third" => Ordinal(3),
        "fourth" => Ordinal(4),
        "fifth" => Ordinal(5),
        "final" => Key::Final,
        "couple" | "few" | "several" => Vague,
        "this" | "current" => Step(0),
        "last" | "previous" | "prior" | "preceding" => Step(-1),
        "next" | "upcoming" | "coming" => Step(1),
        "past" | "recent" => Past,
        "latest" | "newest" => Key::Latest,
        "ago" => Key::Ago,
        "full" | "whole" | "entire" => Full,
        "complete" | "completed" | "reported" | "closed" => Complete,
        "and" | "or" | "vs" | "versus" | "v" | "plus" | "then" => And,
        "than" | "against" | "over" | "compared" | "compare" | "comparison" => Compare,
        "to" | "through" | "thru" | "till" | "until" => To,
        "from" => From,
        "between" => Between,
        "of" => Of,
        "in" | "for" | "during" | "on" | "throughout" => In,
        "the" => The,
        "each" | "every" | "all" | "both" => Each,
        "since" | "after" | "early" | "mid" | "late" | "beginning" | "start" | "middle" | "interim" => Spoils,
        "onward" | "onwards" => Open,
        "before" => Before,
        "end" => End,
        "ended" | "ending" => Ended,
        "same" | "corresponding" | "comparable" => Same,
        "weekday" | "weekdays" | "weekend" | "weekends" | "mondays" | "tuesdays" | "wednesdays" | "thursdays"
        | "fridays" | "saturdays" | "sundays" => Slice { alone: true },
        "holiday" | "holidays" | "summer" | "winter" | "autumn" => Slice { alone: false },
        "today" => Today,
        "daily" | "weekly" | "fortnightly" | "ytd" | "mtd" | "qtd" | "wtd" | "ttm" | "ltm" | "ntm" | "yesterday"
        | "tomorrow" | "tonight" => Beyond,
        _ => return count(word).map(Count).or_else(|| month(word)),
    })
}

fn count(word: &str) -> Option<u32> {
    const COUNTS: [&str; 12] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    COUNTS.iter().position(|&spelled| spelled == word).and_then(|at| u32::try_from(at + 1).ok())
}

fn month(word: &str) -> Option<Key> {
    let (month, weak) = match word {
        "january" => (1, false),
        "february" => (2, false),
        "july" => (7, false),
        "september" => (9, false),
        "october" => (10, false),
        "november" => (11, false),
        "december" => (12, false),
        "jan" => (1, true),
        "feb" => (2, true),
        "march" | "mar" => (3, true),
        "april" => (4, false),
        "apr" => (4, true),
        "may" => (5, true),
        "june" => (6, false),
        "jun" => (6, true),
        "jul" => (7, true),
        "august" => (8, false),
        "aug" => (8, true),
        "sep" | "sept" => (9, true),
        "oct" => (10, true),
        "nov" => (11, true),
        "dec" => (12, true),
        _ => return None,
    };
    Some(Key::Month { month, weak })
}
