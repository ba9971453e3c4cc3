//! Lines to rows: the lines of one cell become one row, header lines that span columns keep rows of their own. In doubt
//! lines stay apart, because two rows in one would mix their values.

use hayro_interpret::kurbo::Rect;

use super::columns::{Part, River, at_least, parted};
use super::drawing::Rule;
use super::table::plain;
use super::value::is_value;
use super::words::{Line, Page};

/// Lines further apart than this many type sizes are no lines of one cell.
const PITCH: f64 = 1.7;
/// Gaps inside of one phrase are narrower than this many type sizes, and what stands at the middle is no further from it.
const PHRASE_GAP: f64 = 2.0;
const OFF_CENTRE: f64 = 1.5;

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
pub(super) fn rows(lines: &[Line], rivers: &[River], values: &[bool], rules: &[Rule], page: &Page) -> Vec<Row> {
    let mut parts: Vec<Vec<Part>> = lines.iter().map(|line| parted(line, rivers)).collect();
    widen_titles(&mut parts, lines, rivers.len());
    let body = parts.iter().position(|parts| is_full(parts, values) && !names_years(parts, values)).unwrap_or(0);
    // What stands right above the values of a column is its own header; only lines further up span columns.
    for header in 0..body.saturating_sub(1) {
        let labels = usize::from(values.first() == Some(&false));
        let (above, below) = parts.split_at_mut(header + 1);
        let below = below.get(..body - header - 1).unwrap_or_default();
        if let Some(parts) = above.last_mut() {
            widen(parts, below, labels, lines, header, rivers, rules);
        }
    }
    let sides = sides(lines, rules, page);
    let banded = is_banded(&parts, lines, values, &sides);
    let mut found: Vec<Row> = Vec::new();
    for (index, (line, parts)) in lines.iter().zip(parts).enumerate() {
        let row = Row { top: line.area.y0, bottom: line.area.y1, parts, base: line.base, size: line.size };
        let joins = found.last().is_some_and(|last| {
            let parted = sides.iter().any(|side| *side > last.base && *side < row.base - 0.3 * row.size);
            let closed = index <= body && rules.iter().any(|rule| rule.at > last.base && rule.at < row.base);
            let near = row.base - last.base < PITCH * last.size.max(row.size);
            near && !parted
                && !closed
                && if index < body { continues_header(last, &row) } else { continues(last, &row, values, banded) }
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

/// Widens the titles over all columns: lines of one phrase above the headers that stand at the middle of the table and over
/// no header of their own.
fn widen_titles(parts: &mut [Vec<Part>], lines: &[Line], last: usize) {
    let area = lines.iter().map(|line| line.area).reduce(|all, area| all.union(area)).unwrap_or_default();
    let is_phrase =
        |line: &Line| line.words.windows(2).all(|pair| pair[1].area.x0 - pair[0].area.x1 < PHRASE_GAP * line.size);
    let headers = lines.iter().position(|line| !is_phrase(line)).unwrap_or_default();
    let (titles, rest) = parts.split_at_mut(headers);
    let below = rest.first().map(Vec::as_slice).unwrap_or_default();
    for (title, line) in titles.iter_mut().zip(lines) {
        let at = |other: Rect| (other.center().x - line.area.center().x).abs() < OFF_CENTRE * line.size;
        if at(area) && !below.iter().any(|part| at(part.area)) {
            *title = vec![Part { first: 0, last, text: plain(line), area: line.area }];
        }
    }
}

/// Whether a line holds a label and values, as the rows of the body do.
fn is_full(parts: &[Part], values: &[bool]) -> bool {
    let with_value = parts.iter().filter(|part| values[part.first] && is_value(&part.text)).count();
    let label = parts.iter().any(|part| !values[part.first] && !part.text.is_empty());
    let labelled = values.iter().any(|value| !value);
    let columns = values.iter().filter(|value| **value).count();
    with_value > 0 && at_least(with_value, 0.5, columns) && (label || !labelled)
}

/// Whether all that stands in the columns of values is a year, as over them: `2021`, `FY2021`, `2021年`, `2021财年`.
fn names_years(parts: &[Part], values: &[bool]) -> bool {
    let mut texts = parts.iter().filter(|part| values[part.first]).map(|part| part.text.trim());
    let is_year = |text: &str| {
        let year = text.trim_start_matches("FY").trim_end_matches(['年', '财', '度']).trim();
        year.len() == 4
            && (year.starts_with("19") || year.starts_with("20"))
            && year.bytes().all(|b| b.is_ascii_digit())
    };
    texts.clone().next().is_some() && texts.all(is_year)
}

/// Places of rules and edges of bands that part rows.
fn sides(lines: &[Line], rules: &[Rule], page: &Page) -> Vec<f64> {
    let area = lines.iter().map(|line| line.area).reduce(|all, area| all.union(area)).unwrap_or_default();
    let wide = |start: f64, end: f64| end.min(area.x1) - start.max(area.x0) > 0.5 * area.width();
    let mut found: Vec<f64> = rules.iter().filter(|rule| wide(rule.start, rule.end)).map(|rule| rule.at).collect();
    for fill in &page.fills {
        if fill.area.y1 > area.y0 && fill.area.y0 < area.y1 && wide(fill.area.x0, fill.area.x1) {
            found.extend([fill.area.y0, fill.area.y1]);
        }
    }
    found.sort_by(f64::total_cmp);
    found.dedup();
    found
}

/// Whether rules or bands part most rows from each other, so that what stands between two of them is one row.
fn is_banded(parts: &[Vec<Part>], lines: &[Line], values: &[bool], sides: &[f64]) -> bool {
    let some = values.iter().any(|value| *value);
    let full: Vec<&Line> = lines
        .iter()
        .zip(parts)
        .filter(|(_, parts)| if some { is_full(parts, values) } else { parts.iter().any(|part| part.first == 0) })
        .map(|(line, _)| line)
        .collect();
    let pairs = full.windows(2);
    let parted = |pair: &&[&Line]| sides.iter().any(|side| *side > pair[0].base && *side < pair[1].base);
    let count = pairs.clone().filter(parted).count();
    full.len() > 1 && at_least(count, 0.6, full.len() - 1)
}

/// Whether a header line goes on with the one above it. A line of years or units below another is a row of its own.
fn continues_header(last: &Row, row: &Row) -> bool {
    let single = |row: &Row| row.parts.iter().all(|part| part.first == part.last);
    let stated = |row: &Row| {
        // `Under 18` and `18 years` are words of a header that holds a number.
        let own = |part: &&Part| is_value(&part.text) || holds_year(&part.text) || part.text.contains(is_sign);
        let count = row.parts.iter().filter(own).count();
        count > 1 && at_least(count, 0.6, row.parts.len())
    };
    single(last) && single(row) && !stated(row) && !stated(last)
}

fn holds_year(text: &str) -> bool {
    let mut digits = text.split(|c: char| !c.is_ascii_digit());
    digits.any(|run| run.len() == 4 && (run.starts_with("19") || run.starts_with("20")))
}

fn is_sign(c: char) -> bool {
    "$€£¥￥%".contains(c)
}

/// Whether a line of the body goes on with the row above it.
fn continues(last: &Row, row: &Row, values: &[bool], banded: bool) -> bool {
    let holds = |row: &Row, column: usize| {
        row.parts.iter().any(|part| part.first <= column && column <= part.last && is_value(&part.text))
    };
    let states = |row: &Row| (0..values.len()).any(|column| values[column] && holds(row, column));
    let spans = |row: &Row| row.parts.iter().any(|part| part.first < part.last);
    let twice = (0..values.len()).any(|column| values[column] && holds(last, column) && holds(row, column));
    if twice || spans(last) || spans(row) {
        return false;
    }
    if banded {
        return true;
    }
    // A label that is broken over two lines goes on with a small letter.
    let small = row.parts.first().is_some_and(|part| part.text.starts_with(char::is_lowercase));
    let below = row.parts.iter().all(|part| last.parts.iter().any(|above| above.first == part.first));
    small
        && (!states(last) && last.parts.len() == 1 && last.parts[0].first == row.parts[0].first
            || !states(row) && below)
}

/// Widens header parts over the columns that they are centred above, where the line below has parts for these columns and
/// nothing else in the header's line claims them. A rule below a part says best how far it reaches: under it, headers of
/// one level may stand on several lines, because some of them are longer than others.
fn widen(
    parts: &mut [Part],
    header_lines: &[Vec<Part>],
    labels: usize,
    lines: &[Line],
    header: usize,
    rivers: &[River],
    rules: &[Rule],
) {
    let line = &lines[header];
    let next = lines.get(header + 1).map_or(f64::INFINITY, |line| line.base);
    let count = parts.len();
    for index in 0..count {
        let low = index.checked_sub(1).map_or(labels, |before| parts[before].last + 1);
        let high = parts.get(index + 1).map_or(rivers.len(), |after| after.first.saturating_sub(1));
        let part = &parts[index];
        let middle = part.area.center().x;
        let rule = rules.iter().find(|rule| {
            let under = rule.at > line.base - 0.2 * line.size && rule.at < next;
            under && rule.start <= part.area.x0 + 2.0 && rule.end >= part.area.x1 - 2.0
        });
        let reached = if rule.is_some() { header_lines.len() } else { header_lines.len().min(1) };
        let below = &header_lines.get(..reached).unwrap_or_default().concat();
        // A rule below several parts says of none how far it reaches.
        let is_own = |rule: &&Rule| {
            let under = |part: &&Part| (rule.start..rule.end).contains(&part.area.center().x);
            parts.iter().filter(under).count() == 1
        };
        let underline = rule.filter(is_own);
        let wide = |first: usize, last: usize| -> Option<(f64, f64)> {
            let every =
                (first..=last).all(|column| below.iter().any(|part| part.first <= column && column <= part.last));
            let within = |other: &&Part| other.first >= first && other.last <= last;
            let covered = below.iter().filter(within);
            let area = covered.map(|part| part.area).reduce(|all, area| all.union(area)).filter(|_| every)?;
            Some((area.x0, area.x1))
        };
        let is_centre = |centre: f64| (centre - middle).abs() < 1.2 * line.size;
        let centred = |first: usize, last: usize| {
            wide(first, last).is_some_and(|(start, end)| match underline {
                Some(rule) => {
                    (rule.start - 4.0..=rule.end + 4.0).contains(&f64::midpoint(start, end))
                        && start >= rule.start - 4.0
                        && end <= rule.end + 4.0
                }
                None => is_centre(f64::midpoint(start, end)),
            })
        };
        let aligned = |first: usize, last: usize| {
            let edges = || centre_by_right_edges(below, first, last).is_some_and(is_centre);
            underline.is_none() && wide(first, last).is_some() && edges()
        };
        let widest = |fits: &dyn Fn(usize, usize) -> bool| {
            let spans = (low..=part.first).flat_map(|first| (part.last..=high).map(move |last| (first, last)));
            let wider = spans.filter(|(first, last)| last - first > part.last - part.first && fits(*first, *last));
            wider.reduce(|best, span| if span.1 - span.0 > best.1 - best.0 { span } else { best })
        };
        let best = widest(&centred).or_else(|| widest(&aligned)).unwrap_or((part.first, part.last));
        (parts[index].first, parts[index].last) = best;
    }
}

/// The centre of columns whose parts stand at their right edges, as figures and the years above them do: each column then
/// begins where the one before it ends, and the first is as wide as the others. None where they are not equally wide.
fn centre_by_right_edges(below: &[Part], first: usize, last: usize) -> Option<f64> {
    let edge =
        |column: usize| below.iter().find(|part| part.first == column && part.last == column).map(|part| part.area.x1);
    let edges: Vec<f64> = (first..=last).map(edge).collect::<Option<_>>()?;
    let [left, next, ..] = edges[..] else { return None };
    let width = next - left;
    let even = edges.windows(2).all(|pair| (pair[1] - pair[0] - width).abs() < 0.3 * width);
    let right = edges.last().filter(|_| even)?;
    Some(f64::midpoint(left - width, *right))
}
