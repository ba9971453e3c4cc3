//! Lines to rows: the lines of one cell become one row. In doubt lines stay apart, because two rows in one would mix their
//! values. Which columns a header spans is told by [`super::headers`].

use super::columns::{Part, Parted, at_least, is_half};
use super::headers;
use super::lines::{INTO, Line, united};
use super::shapes::{Fill, Rule};
use super::value::is_value;
use crate::language::periods::{is_period_code, is_period_shape};
use crate::text::half_width;

/// Lines further apart than this many type sizes are no lines of one cell.
/// Measured: 1.27 changes `us-024.pdf`; 2.26 changes nothing.
const PITCH: f64 = 1.7;
/// A rule or a band that runs along this part of the table parts its rows.
/// Measured: nothing changes at 0.375 or 0.665.
const SIDE_LENGTH: f64 = 0.5;
/// Rules or bands that part this many of the full rows part all.
/// Measured: 0.798 changes `AnimalSounds1.pdf`; 0.45 changes nothing.
const BANDED: f64 = 0.6;
/// A header line of which this part is years, units and numbers is a row of its own, when there are two of them.
/// Measured: nothing changes at 0.45 or 0.798.
const STATED: f64 = 0.6;
/// Fewest of them in a line.
/// Measured: nothing changes at 1 or 3, nor at half or twice as much.
const STATED_MIN: usize = 2;

/// A row of a table.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) top: f64,
    pub(super) bottom: f64,
    /// What it holds, from left to right; several lines of a cell are several parts.
    pub(super) parts: Vec<Part>,
    base: f64,
    size: f64,
}

/// The rows of the lines of a table.
pub(super) fn rows(lines: &[Line], table: Parted, rules: &[Rule], fills: &[Fill]) -> Vec<Row> {
    let Parted { rivers, lines: mut parts, values } = table;
    headers::widen_titles(&mut parts, lines, rivers.len());
    let body = parts.iter().position(|parts| is_full(parts, &values) && !names_periods(parts, &values)).unwrap_or(0);
    headers::widen(&mut parts[..body], &headers::Around { lines, rules, columns: &values });
    let sides = sides(lines, rules, fills);
    let banded = is_banded(&parts, lines, &values, &sides);
    let mut found: Vec<Row> = Vec::new();
    for (index, (line, parts)) in lines.iter().zip(parts).enumerate() {
        let row = Row { top: line.area.y0, bottom: line.area.y1, parts, base: line.base, size: line.size };
        let joins = found.last().is_some_and(|last| {
            let between = |at: f64, low: f64| at > last.base && at < low;
            let parted = sides.iter().any(|side| between(*side, row.base - INTO * row.size));
            let closed = index <= body && rules.iter().any(|rule| between(rule.at, row.base));
            let near = row.base - last.base < PITCH * last.size.max(row.size);
            near && !parted
                && !closed
                && if index < body { continues_header(last, &row) } else { continues(last, &row, &values, banded) }
        });
        match found.last_mut() {
            Some(last) if joins => {
                last.bottom = row.bottom;
                last.base = row.base;
                last.parts.extend(row.parts);
            }
            _ => found.push(row),
        }
    }
    found
}

/// Whether a line holds a label and values, as the rows of the body do.
fn is_full(parts: &[Part], values: &[bool]) -> bool {
    let with_value = parts.iter().filter(|part| values[part.first] && is_value(&part.text)).count();
    let label = parts.iter().any(|part| !values[part.first] && !part.text.is_empty());
    let labelled = values.iter().any(|value| !value);
    let columns = values.iter().filter(|value| **value).count();
    with_value > 0 && is_half(with_value, columns) && (label || !labelled)
}

/// Whether all that stands in the columns of values is a period, as over them: `2021`, `FY2021`, `2021年`, `1Q24`.
fn names_periods(parts: &[Part], values: &[bool]) -> bool {
    let mut texts = parts.iter().filter(|part| values[part.first]).map(|part| half_width(part.text.trim()));
    texts.clone().next().is_some() && texts.all(|text| is_period_shape(&text))
}

/// Places of rules and edges of bands that part rows.
fn sides(lines: &[Line], rules: &[Rule], fills: &[Fill]) -> Vec<f64> {
    let area = united(lines.iter().map(|line| line.area)).unwrap_or_default();
    let long = |start: f64, end: f64| end.min(area.x1) - start.max(area.x0) > SIDE_LENGTH * area.width();
    let mut found: Vec<f64> = rules.iter().filter(|rule| long(rule.start, rule.end)).map(|rule| rule.at).collect();
    for Fill { area: band, .. } in fills {
        if band.y1 > area.y0 && band.y0 < area.y1 && long(band.x0, band.x1) {
            found.extend([band.y0, band.y1]);
        }
    }
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

/// Whether rules or bands part most rows from each other, so that what stands between two of them is one row.
fn is_banded(parts: &[Vec<Part>], lines: &[Line], values: &[bool], sides: &[f64]) -> bool {
    let some = values.iter().any(|value| *value);
    let full = |parts: &Vec<Part>| {
        if some { is_full(parts, values) } else { parts.iter().any(|part| part.first == 0) }
    };
    let full: Vec<&Line> = lines.iter().zip(parts).filter(|(_, parts)| full(parts)).map(|(line, _)| line).collect();
    let parted = |pair: &&[&Line]| sides.iter().any(|side| *side > pair[0].base && *side < pair[1].base);
    let count = full.windows(2).filter(parted).count();
    full.len() > 1 && at_least(count, BANDED, full.len() - 1)
}

/// Whether a header line goes on with the one above it. A line of years or units below another is a row of its own.
fn continues_header(last: &Row, row: &Row) -> bool {
    let single = |row: &Row| !row.parts.iter().any(Part::is_wide);
    let stated = |row: &Row| {
        // `Under 18` and `18 years` are words of a header that holds a number.
        let own = |part: &&Part| is_value(&part.text) || states_period(&part.text) || part.text.contains(is_sign);
        let count = row.parts.iter().filter(own).count();
        count >= STATED_MIN && at_least(count, STATED, row.parts.len())
    };
    single(last) && single(row) && !stated(row) && !stated(last)
}

fn states_period(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(is_period_code)
}

fn is_sign(c: char) -> bool {
    "$€£¥￥%".contains(c)
}

/// Whether a line of the body goes on with the row above it.
fn continues(last: &Row, row: &Row, values: &[bool], banded: bool) -> bool {
    let holds = |row: &Row, column: usize| row.parts.iter().any(|part| part.covers(column) && is_value(&part.text));
    let mut columns = (0..values.len()).filter(|column| values[*column]);
    let states = |row: &Row| columns.clone().any(|column| holds(row, column));
    let (of_last, of_row) = (states(last), states(row));
    let twice = columns.any(|column| holds(last, column) && holds(row, column));
    if twice || last.parts.iter().chain(&row.parts).any(Part::is_wide) {
        return false;
    }
    if banded {
        return true;
    }
    // A label that is broken over two lines goes on with a small letter.
    let small = row.parts.first().is_some_and(|part| part.text.starts_with(char::is_lowercase));
    let below = row.parts.iter().all(|part| last.parts.iter().any(|above| above.first == part.first));
    let label = last.parts.len() == 1 && last.parts[0].first == row.parts[0].first;
    small && (!of_last && label || !of_row && below)
}
