//! Whether four digits stand where a year can stand. The surroundings decide: a counter or unit behind (2000 人), a
//! currency or № before, letters and figures that make it part of something longer. It never looks further than a word.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::numerals::plausible_year;
use super::reader::Reader;
use super::token::Kind;
use super::words::Key;
use crate::language::lists::{self, list};

/// The longest Chinese counter, in characters.
const COUNTER_CHARS_MAX: usize = 4;

/// Words that decide by standing beside a number, each from its list in `engine/data/language/periods`.
struct Beside {
    counters: HashSet<&'static str>,
    /// Words that merely begin like a counter.
    no_counters: HashSet<&'static str>,
    /// What makes the number behind it an amount or an identifier.
    labels: Words,
    /// What measures against the number behind it.
    thresholds: Words,
    /// What has a year before it whatever measures against the two.
    planned: Words,
}

/// A short list: its Latin words are whole, its Chinese ones touch the figures.
struct Words {
    latin: Vec<&'static str>,
    chinese: Vec<&'static str>,
}

impl Words {
    fn new(list: &'static str) -> Self {
        let (latin, chinese) = lists::terms(list).partition(|word| word.is_ascii());
        Self { latin, chinese }
    }
}

static BESIDE: LazyLock<Beside> = LazyLock::new(|| {
    let counters = lists::terms(list!("periods/counters.txt"));
    let (exceptions, counters): (Vec<_>, Vec<_>) = counters.partition(|line| line.starts_with('!'));
    Beside {
        counters: counters.into_iter().collect(),
        no_counters: exceptions.into_iter().map(|line| &line[1..]).collect(),
        labels: Words::new(list!("periods/labels.txt")),
        thresholds: Words::new(list!("periods/thresholds.txt")),
        planned: Words::new(list!("periods/planned.txt")),
    }
});

impl Reader<'_> {
    /// Whether the four digits at `at` can be a year, judged by what surrounds them.
    pub(super) fn stands_as_year(&self, at: usize) -> bool {
        let letters_before = self.glued(at) && at > 0 && matches!(self.kind(at - 1), Some(Kind::Word | Kind::Key(_)));
        !self.is_threshold(at)
            && !self.runs_on(at)
            && self.free_before(at)
            && self.free_after(at, letters_before && self.is_ascii(at - 1))
            && !self.counted_range(at)
    }

    /// Above 2000, more than 2000, at least 2000, 超过2000.
    fn is_threshold(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let earlier = before.checked_sub(1).map(|at| self.word(at)).unwrap_or_default();
        let measured = match self.word(before) {
            "than" => matches!(earlier, "more" | "less" | "greater" | "fewer"),
            "least" | "most" => earlier == "at",
            // Growth over 2023 compares with a year; a year long ago is rather a number.
            "over" => {
                let now = i32::from(self.today.year());
                let value = self.number(at).and_then(|number| i32::try_from(number.value).ok());
                value.is_some_and(|value| !(now - 20..=now + 10).contains(&value))
            }
            word => BESIDE.thresholds.latin.contains(&word),
        };
        let text = self.tokens.get(at).and_then(|token| self.text.get(..token.span.start)).unwrap_or_default();
        let text = text.strip_suffix(' ').unwrap_or(text);
        let planned = &BESIDE.planned;
        if planned.latin.contains(&self.word(at + 1))
            || planned.chinese.iter().any(|word| self.rest(at + 1).starts_with(word))
        {
            return false;
        }
        measured || BESIDE.thresholds.chinese.iter().any(|word| text.ends_with(word))
    }

    /// 5550 2023: two numbers in a row are neither of them a year.
    fn runs_on(&self, at: usize) -> bool {
        let long = |at: usize| {
            self.number(at)
                .is_some_and(|number| number.len >= 4 && !number.han && plausible_year(number.value).is_none())
        };
        let before = at.checked_sub(1).is_some_and(|before| long(before) || self.kind(before) == Some(Kind::Figure));
        before || long(at + 1) && !self.counted(at + 2)
    }

    fn free_before(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else { return true };
        if BESIDE.labels.latin.contains(&self.word(before))
            || self.key(before) == Some(Key::Nth)
            || self.word(before) == "号"
        {
            return false;
        }
        let glued = self.glued(at);
        match self.kind(before) {
            Some(Kind::Mark('$' | '¥' | '€' | '£' | '₩' | '₹' | '元' | '#' | '№')) => false,
            Some(Kind::Mark('.')) if glued => {
                let numeric = before > 0 && self.glued(before) && self.is_figure(before - 1);
                !numeric && !self.labelled(before) && before > 0 && self.glued(before)
            }
            Some(Kind::Mark('.')) => !self.labelled(before),
            Some(Kind::Mark('-' | '/' | ':' | ',')) if glued && self.glued(before) && before > 0 => {
                // 12-2024 and 10:2024 are identifiers or times; 2023-2024 and Q3-2024 are not.
                let of_part = before > 1 && self.glued(before - 1) && self.key(before - 2).is_some();
                !self.is_figure(before - 1) || of_part || self.number(before - 1).is_some_and(|number| number.len == 4)
            }
            // v2024 is a version, ROE2024 a metric and a year.
            Some(Kind::Word | Kind::Key(_)) if glued && self.is_ascii(before) => {
                self.word(before).len() > 1 || before > 0 && self.glued(before) && self.is_part_letter(before)
            }
            // 2024+2025 adds two years, +2024 is an amount.
            Some(Kind::Mark('+')) if before > 0 && self.number(before - 1).is_some_and(|number| number.len == 4) => {
                true
            }
            Some(Kind::Figure | Kind::Number(_) | Kind::Mark('+' | '@' | '_' | '*' | '^')) => !glued,
            _ => true,
        }
    }

    fn free_after(&self, at: usize, letters_before: bool) -> bool {
        let after = at + 1;
        if self.counted(after) {
            return false;
        }
        if !self.glued(after) {
            return true;
        }
        let figure_next = self.glued(after + 1) && self.is_figure(after + 1);
        match self.kind(after) {
            Some(Kind::Mark('.' | ':')) => !figure_next,
            Some(Kind::Mark('-' | '/')) if figure_next => self.number(after + 1).is_some_and(|number| {
                number.len == 4 && plausible_year(number.value).is_some() || self.key(after + 2).is_some()
            }),
            Some(Kind::Word | Kind::Key(_)) if self.is_ascii(after) => {
                // 2024e and 2024a mark estimates and actuals; another lone letter makes an identifier.
                let part = self.is_part_letter(after) && figure_next;
                !letters_before
                    && (part || self.word(after).len() > 1 || matches!(self.word(after), "a" | "e" | "f" | "p"))
            }
            // 2022、2023、2024三年 counts the years it has listed.
            // 2024一季度: figures and Chinese numerals never join into one number.
            Some(Kind::Figure | Kind::Number(_)) if !self.is_ascii(after) => {
                self.word(after + 1) == "年" || self.parts(after).is_some()
            }
            Some(Kind::Figure | Kind::Number(_) | Kind::Mark('_' | '@' | '^')) => false,
            Some(Kind::Mark(mark)) => !mark.is_numeric(),
            _ => true,
        }
    }

    /// No. 2024 and the like.
    fn labelled(&self, dot: usize) -> bool {
        dot > 0 && self.glued(dot) && BESIDE.labels.latin.contains(&self.word(dot - 1))
    }

    /// The letter of H1, 1Q or 9M.
    fn is_part_letter(&self, at: usize) -> bool {
        matches!(self.key(at), Some(Key::LetterH | Key::LetterQ | Key::LetterM))
    }

    fn is_figure(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(Kind::Number(_) | Kind::Figure))
    }

    /// Whether a counter, unit or percent sign stands at `at`.
    pub(super) fn counted(&self, at: usize) -> bool {
        if self.is_ascii(at) {
            // 2024 times 2 is a sum on the year, 2024 times a count.
            if matches!(self.word(at), "times" | "x") && self.number(at + 1).is_some() {
                return false;
            }
            return BESIDE.counters.contains(self.word(at));
        }
        let rest = self.rest(at);
        let heads = rest.char_indices().map(|(start, c)| &rest[..start + c.len_utf8()]).take(COUNTER_CHARS_MAX);
        let (mut counter, mut exception) = (0, 0);
        for head in heads {
            counter = if BESIDE.counters.contains(head) { head.len() } else { counter };
            exception = if BESIDE.no_counters.contains(head) { head.len() } else { exception };
        }
        counter > exception
    }

    /// 2000-2030 items: the counter behind the second number counts the first one too.
    fn counted_range(&self, at: usize) -> bool {
        let joined =
            self.key(at + 1) == Some(Key::To) || self.mark(at + 1).is_some_and(|mark| "-–—~〜−".contains(mark));
        joined && self.number(at + 2).is_some() && self.counted(at + 3)
    }
}
