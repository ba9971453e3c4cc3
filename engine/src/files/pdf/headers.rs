//! Which columns the header lines of a table span that no rules part: a header stands at the middle of its columns, or over
//! their right edges, and a rule below it says best how far it reaches. It makes no rows.

use hayro_interpret::kurbo::Rect;

use super::columns::{Part, segments};
use super::lines::{INTO, Line, united};
use super::shapes::Rule;
use super::table::{SIDE, Table, cell};
use super::words::{DESCENT, Word};
use crate::files::grid::Span;

// Distances in parts of the type size.

/// Gaps inside of one phrase are narrower than this.
/// Measured: 2.66 changes `cs-en-us-pbms.pdf`; 1.5 changes nothing.
const PHRASE_GAP: f64 = 2.0;
/// How far from the middle of the table the middle of its title is.
/// Measured: nothing changes at 1.12 or 2.
const TITLE_CENTRE: f64 = 1.5;
/// How far from the middle of its columns the middle of a header is.
/// Measured: 0.9 changes `S2MNCEbirdisland.pdf`; 1.6 changes `12s0324.pdf`.
const HEADER_CENTRE: f64 = 1.2;

/// How far, in points, columns reach beyond the rule below their header.
/// Measured: nothing changes at 3 or 5.32.
const BEYOND_RULE: f64 = 4.0;
/// By which part of their width columns differ that are equally wide.
/// Measured: nothing changes at 0.225 or 0.399.
const EVEN: f64 = 0.3;

/// How far above a table its header stands, and how far its letters may reach into it, in type sizes.
/// Measured: nothing changes at 1.35 or 2.39.
const HEADER_ABOVE: f64 = 1.8;
/// Most columns of labels, over which a header above the table does not stand.
/// Measured: 1 changes `puertos1.pdf`; 3 changes nothing.
const LABELS_MAX: usize = 2;

/// What stands around the header lines.
pub(super) struct Around<'a> {
    /// All lines of the table, those of its header first.
    pub(super) lines: &'a [Line],
    pub(super) rules: &'a [Rule],
    /// Which columns hold values.
    pub(super) columns: &'a [bool],
}

/// Widens the titles over all columns: lines of one phrase above the headers that stand at the middle of the table and over
/// no header of their own.
pub(super) fn widen_titles(parts: &mut [Vec<Part>], lines: &[Line], last: usize) {
    let area = united(lines.iter().map(|line| line.area)).unwrap_or_default();
    let is_phrase =
        |line: &Line| line.words.windows(2).all(|pair| pair[1].area.x0 - pair[0].area.x1 < PHRASE_GAP * line.size);
    let headers = lines.iter().position(|line| !is_phrase(line)).unwrap_or_default();
    let (titles, rest) = parts.split_at_mut(headers);
    let below = rest.first().map(Vec::as_slice).unwrap_or_default();
    for (title, line) in titles.iter_mut().zip(lines) {
        let at = |other: Rect| (other.center().x - line.area.center().x).abs() < TITLE_CENTRE * line.size;
        if at(area) && !below.iter().any(|part| at(part.area)) {
            *title = vec![Part { first: 0, last, text: line.plain(), area: line.area }];
        }
    }
}

/// Widens the parts of header lines over the columns that they span. What stands right above the values of a column is its
/// own header; only lines further up span columns.
pub(super) fn widen(headers: &mut [Vec<Part>], around: &Around<'_>) {
    let labels = usize::from(around.columns.first() == Some(&false));
    for index in 0..headers.len().saturating_sub(1) {
        let (above, below) = headers.split_at_mut(index + 1);
        if let Some(parts) = above.last_mut() {
            let line = &around.lines[index];
            let next = around.lines.get(index + 1).map_or(f64::INFINITY, |line| line.base);
            for part in 0..parts.len() {
                let low = part.checked_sub(1).map_or(labels, |before| parts[before].last + 1);
                let after = parts.get(part + 1).map(|after| after.first.saturating_sub(1));
                let high = after.unwrap_or(around.columns.len() - 1);
                let reach = Reach::of(parts, part, below, line, around.rules, next);
                (parts[part].first, parts[part].last) = reach.widest(&parts[part], low..=high);
            }
        }
    }
}

/// How far one part of a header line may reach.
struct Reach<'a> {
    line: &'a Line,
    /// The middle of its text.
    middle: f64,
    /// The rule below it, when it is below no other part: a rule below several says of none how far it reaches.
    underline: Option<Rule>,
    /// The parts of the header lines below it: of the next one, or, where a rule lies below it, of all of them, because
    /// under a rule headers of one level may stand on several lines, some of them being longer than others.
    below: Vec<&'a Part>,
}

impl<'a> Reach<'a> {
    fn of(parts: &[Part], index: usize, headers: &'a [Vec<Part>], line: &'a Line, rules: &[Rule], next: f64) -> Self {
        let area = parts[index].area;
        let rule = rules.iter().find(|rule| {
            let under = rule.at > line.base - DESCENT * line.size && rule.at < next;
            under && rule.start <= area.x0 + BEYOND_RULE && rule.end >= area.x1 - BEYOND_RULE
        });
        let is_own = |rule: &&Rule| {
            let under = |part: &&Part| (rule.start..rule.end).contains(&part.area.center().x);
            parts.iter().filter(under).count() == 1
        };
        let levels = if rule.is_some() { headers.len() } else { headers.len().min(1) };
        let below = headers[..levels].iter().flatten().collect();
        Self { line, middle: area.center().x, underline: rule.filter(is_own).copied(), below }
    }

    /// The widest columns between `low` and `high` over which a part stands: nothing else in its line claims them.
    fn widest(&self, part: &Part, within: std::ops::RangeInclusive<usize>) -> (usize, usize) {
        let (low, high) = within.into_inner();
        let widest = |fits: &dyn Fn(usize, usize) -> bool| {
            let spans = (low..=part.first).flat_map(|first| (part.last..=high).map(move |last| (first, last)));
            let wider = spans.filter(|(first, last)| last - first > part.last - part.first && fits(*first, *last));
            wider.reduce(|best, span| if span.1 - span.0 > best.1 - best.0 { span } else { best })
        };
        let centred = widest(&|first, last| self.is_centred(first, last));
        centred
            .or_else(|| widest(&|first, last| self.is_over_right_edges(first, last)))
            .unwrap_or((part.first, part.last))
    }

    /// Where some columns begin and end; none where one of them has no header.
    fn columns(&self, first: usize, last: usize) -> Option<(f64, f64)> {
        let every = (first..=last).all(|column| self.below.iter().any(|part| part.covers(column)));
        let within = self.below.iter().filter(|other| other.first >= first && other.last <= last);
        let area = united(within.map(|part| part.area)).filter(|_| every)?;
        Some((area.x0, area.x1))
    }

    fn is_centre(&self, centre: f64) -> bool {
        (centre - self.middle).abs() < HEADER_CENTRE * self.line.size
    }

    fn is_centred(&self, first: usize, last: usize) -> bool {
        self.columns(first, last).is_some_and(|(start, end)| match self.underline {
            Some(rule) => {
                let (low, high) = (rule.start - BEYOND_RULE, rule.end + BEYOND_RULE);
                (low..=high).contains(&f64::midpoint(start, end)) && start >= low && end <= high
            }
            None => self.is_centre(f64::midpoint(start, end)),
        })
    }

    /// Whether columns whose parts stand at their right edges, as figures and the years above them do, have their middle
    /// here: each column begins where the one before it ends, and the first is as wide as the others.
    fn is_over_right_edges(&self, first: usize, last: usize) -> bool {
        let edge = |column: usize| {
            let mut own = self.below.iter().filter(|part| part.first == column && part.last == column);
            own.next().map(|part| part.area.x1)
        };
        let edges: Option<Vec<f64>> = (first..=last).map(edge).collect();
        let edges = edges.unwrap_or_default();
        let ([left, next, ..], Some(right)) = (&edges[..], edges.last()) else {
            return false;
        };
        let width = next - left;
        let even = edges.windows(2).all(|pair| (pair[1] - pair[0] - width).abs() < EVEN * width);
        self.underline.is_none()
            && even
            && self.columns(first, last).is_some()
            && self.is_centre(f64::midpoint(left - width, *right))
    }
}

/// The same table with the line right above it as its first row, when the parts of that line stand evenly over its
/// columns: the years over pairs of columns, where no rule encloses them.
pub(super) fn with_header(mut table: Table, lines: &[Line]) -> Table {
    let top = table.area().y0;
    let above = lines.iter().rev().find(|line| line.base < top + INTO * line.size);
    let Some(line) = above.filter(|line| top - line.base < HEADER_ABOVE * line.size) else {
        return table;
    };
    let middle = |words: &[Word]| Some(united(words.iter().map(|word| word.area))?.center().x);
    let parts: Vec<f64> = segments(line).into_iter().filter_map(middle).collect();
    let labels = (0..=LABELS_MAX).find_map(|labels| {
        let columns = table.cols().checked_sub(labels)?;
        let width = columns.checked_div(parts.len()).filter(|width| *width > 0 && columns % parts.len() == 0)?;
        let over = parts.iter().enumerate().all(|(index, x)| {
            let first = labels + index * width;
            (table.xs[first]..table.xs[first + width]).contains(x)
        });
        over.then_some((labels, width))
    });
    let Some((labels, width)) = labels.filter(|_| parts.len() > 1) else {
        return table;
    };
    let mut merges: Vec<Span> = table.merges_below(1).collect();
    if width > 1 {
        let spans = (0..parts.len()).map(|index| labels + index * width);
        merges.extend(spans.map(|first| Span { first: cell(0, first), last: cell(0, first + width - 1) }));
    }
    merges.sort_unstable();
    table.merges = merges;
    table.ys.insert(0, line.area.y0 - SIDE);
    table
}
