//! The unit that a question wants its answer in: "in US$m", "in millions", 单位为百万美元, 以亿元计. Nothing is converted: a
//! request for the unit in which the figure is stated asks for nothing, and any other one for a conversion.

use std::ops::Range;

use super::token::{Row, TokenKind};
use super::{Intent, Slot};
use crate::code::UnitCode;
use crate::language::units::{Setting, Statement, UnitReader};
use crate::profile::{Operation, Profile};

/// A unit that an answer is to be in.
#[derive(Debug, Clone)]
pub(super) struct UnitRequest {
    statement: Statement,
    /// The tokens of the unit and of the words that announce it.
    pub(super) tokens: Range<usize>,
}

/// What announces a unit to answer in, and what closes it.
const OPENINGS: [&str; 7] = ["in", "as", "以", "按", "用", "单位", "多少"];
const CLOSINGS: [&str; 7] = ["计", "为单位", "单位", "表示", "为", "terms", "please"];

/// Every request for a unit, left to right.
pub(super) fn requests(row: &Row<'_>, units: &UnitReader) -> Vec<UnitRequest> {
    let is_taken = |kind: &TokenKind| {
        matches!(
            kind,
            TokenKind::Period(_) | TokenKind::Term(crate::profile::Term::Metric(_) | crate::profile::Term::Entity(_))
        )
    };
    let taken: Vec<Range<usize>> =
        row.tokens.iter().filter(|token| is_taken(&token.kind)).map(|token| token.span.clone()).collect();
    let mentions = units.find(row.view.text(), &taken, Setting::Value);
    mentions.into_iter().filter_map(|mention| request(row, &mention.span, mention.statement)).collect()
}

/// A mention of a unit with the words that make it a request; none where nothing does.
fn request(row: &Row<'_>, span: &Range<usize>, statement: Statement) -> Option<UnitRequest> {
    let first = row.tokens.iter().position(|token| span.start < token.span.end)?;
    let end = row.tokens.iter().position(|token| span.end <= token.span.start).unwrap_or(row.tokens.len());
    let is_mark = |index: usize| matches!(row.text(index), ":" | "(" | "," | "的" | "是" | "为");
    let opens = |at: &usize| OPENINGS.contains(&row.text(*at)) || row.text(*at).ends_with("多少");
    let before = first.checked_sub(1).filter(opens);
    let earlier = || first.checked_sub(2).filter(|at| is_mark(at + 1) && opens(at));
    let opening = before.or_else(earlier);
    let closing = (end..row.tokens.len()).take_while(|at| CLOSINGS.contains(&row.text(*at))).last();
    let in_brackets = first.checked_sub(1).is_some_and(|at| row.text(at) == "(") && row.text(end) == ")";
    let is_request = opening.is_some()
        || in_brackets
        || closing.is_some_and(|at| row.text(at).starts_with(['计', '为', '单', '表']));
    is_request.then(|| UnitRequest { statement, tokens: opening.unwrap_or(first)..closing.map_or(end, |at| at + 1) })
}

/// A request for a unit in which no asked metric is stated.
pub(super) fn conversion(
    row: &Row<'_>,
    requests: &[UnitRequest],
    units: &UnitReader,
    intent: &Intent,
    profile: &Profile,
) -> Option<Slot<Operation>> {
    let stated: Vec<&UnitCode> =
        intent.metrics.iter().filter_map(|slot| profile.metrics.get(&slot.value)).map(|metric| &metric.unit).collect();
    let is_other = |request: &&UnitRequest| stated.iter().any(|unit| !is_stated(&request.statement, units, unit));
    let other = requests.iter().filter(|_| !stated.is_empty()).find(is_other)?;
    Some(Slot { value: Operation::Conversion, span: row.source_span(other.tokens.start, other.tokens.end - 1) })
}

/// Whether a unit is the one that is asked for; a scale alone is that of the unit's own, a currency alone one of any scale.
fn is_stated(asked: &Statement, units: &UnitReader, unit: &UnitCode) -> bool {
    let is_unit = || units.resolve(&[asked], unit).is_some_and(|resolved| resolved.as_ref() == Ok(unit));
    let is_scale = || {
        let stated = units.money(unit);
        !asked.is_money() && asked.scale().is_some() && stated.and_then(Statement::power) == asked.scale()
    };
    let is_currency = || {
        asked.is_money()
            && asked.scale().is_none()
            && units.money(unit).is_some_and(|stated| !asked.contradicts(stated))
    };
    is_unit() || is_scale() || is_currency()
}
