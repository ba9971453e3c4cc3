//! Lines that state the unit of the figures around them, where no header and no title is meant to: "All figures in thousands",
//! a note below a table, a page header. No unit is taken from them; they only may not contradict the one that was.

use std::sync::LazyLock;

use super::Context;
use crate::lang::is_cjk;
use crate::language::lists::words;
use crate::language::units::{Setting, Statement, is_unit_line};
use crate::text::TextView;

/// What parts a line's unit from figures of another kind.
static EXCEPTIONS: LazyLock<Vec<&str>> = words!("units/exceptions.txt");
/// With what a line says that its unit yields to one that is stated nearer.
static YIELDS: LazyLock<Vec<&str>> = words!("units/yields.txt");
/// With what a line speaks of a table near it.
static OF_ONE_TABLE: LazyLock<Vec<&str>> = words!("units/of_one_table.txt");
/// What a line opens with that states the unit of all figures.
static OF_ALL: LazyLock<Vec<&str>> = words!("units/of_all.txt");
/// The longest line that states a unit of all figures; longer ones are sentences about something else.
const BYTES_MAX: usize = 160;

/// What a line states about the units of figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Claim {
    units: Vec<Statement>,
    /// The line.
    pub(super) words: String,
    /// Whether it speaks of all figures, so that no nearer statement makes an exception.
    of_all: bool,
    /// Whether it makes exceptions itself.
    excepts: bool,
}

impl Claim {
    /// What a line claims of which the units are known.
    pub(super) fn of(line: &str, units: &[Statement]) -> Option<Self> {
        let folded = TextView::fold(line);
        let says = |list: &[&str]| list.iter().any(|word| folded.contains(word));
        let units: Vec<Statement> =
            units.iter().filter(|unit| unit.is_money() || unit.scale().is_some()).cloned().collect();
        if units.is_empty() || says(&YIELDS) {
            return None;
        }
        let excepts = says(&EXCEPTIONS);
        Some(Self { units, words: line.to_owned(), of_all: !excepts && speaks_of_all(&folded), excepts })
    }

    /// What a line claims that stands beside a table and is nothing but a statement of units: it ends with them and holds no
    /// number. None of any other line.
    pub(super) fn beside(line: &str, context: &Context) -> Option<Self> {
        const IDEOGRAPHS_BEHIND_MAX: usize = 4;
        let folded = TextView::fold(line);
        if folded.len() > BYTES_MAX || !is_unit_line(line) && !speaks_of_all(&folded) {
            return None;
        }
        let mentions = context.units.find(&folded, &[], Setting::Text);
        let behind = folded.get(mentions.last()?.span.end..)?.trim_matches(|c: char| !c.is_alphanumeric());
        let ends = behind.chars().all(is_cjk) && behind.chars().count() <= IDEOGRAPHS_BEHIND_MAX;
        let counts = folded.replace("000", "").contains(|c: char| c.is_ascii_digit());
        let units: Vec<Statement> = mentions.into_iter().map(|mention| mention.statement).collect();
        if ends && !counts { Self::of(line, &units) } else { None }
    }

    /// The same, of a line that speaks of all figures of its document and not of one table.
    pub(super) fn of_document(line: &str, context: &Context) -> Option<Self> {
        let is_local = OF_ONE_TABLE.iter().any(|word| TextView::fold(line).contains(word));
        Self::beside(line, context).filter(|claim| claim.of_all && !is_local)
    }

    /// Whether what it states cannot be the unit of a value. `inherits` says that the value's unit comes from a text around its
    /// table too; what a header states is nearer than any text that does not speak of all figures.
    pub(super) fn contradicts(&self, unit: &Statement, inherits: bool) -> bool {
        if !self.of_all && !inherits {
            return false;
        }
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
