//! Conditional formats: what they make of the cells in their ranges, and whether their condition may hold. Conditions that
//! compare a number with numbers are decided; formulas are not computed, so that all others may hold.

use quick_xml::events::BytesStart;
use rust_decimal::Decimal;

use super::look::{Dress, Dressing, is_true};
use super::styles::Styles;
use super::{Cell, CellValue, Span, covering};
use crate::files::Blemish;
use crate::files::office::xml::{self, Node};

/// Most rules that are looked at one by one. Of more than these, those that hide or strike anything may hold everywhere.
const RULES_MAX: usize = 256;

/// A rule: what it makes of a cell, and what it compares with.
#[derive(Debug, Default)]
struct Rule {
    dress: Option<usize>,
    own: Option<Dressing>,
    /// Bars and icons that stand in the place of the number.
    is_in_place: bool,
    is_comparison: bool,
    operator: String,
    formulas: Vec<String>,
}

/// Reads `conditionalFormatting` elements, in both forms that workbooks have for them.
#[derive(Default)]
pub(super) struct Conditions {
    /// Ranges of each format, with its rules.
    formats: Vec<(Vec<Span>, Vec<Rule>)>,
    ranges: Vec<Span>,
    rules: Vec<Rule>,
    count: usize,
    formula: Option<String>,
}

impl Conditions {
    /// Takes a node inside of a format.
    pub(super) fn node(&mut self, node: &Node<'_>) {
        match node {
            Node::Start("cfRule", element) => self.begin_rule(element),
            Node::Start("formula" | "f", _) => self.formula = Some(String::new()),
            Node::Text(piece) => self.formula.iter_mut().for_each(|formula| formula.push_str(piece)),
            Node::End("formula" | "f") => {
                if let (Some(formula), Some(rule)) = (self.formula.take(), self.rules.last_mut()) {
                    rule.formulas.push(formula);
                }
            }
            Node::Start(name, element) => {
                let Some(rule) = self.rules.last_mut() else { return };
                match *name {
                    "dxf" => rule.own = Some(Dressing::default()),
                    "dataBar" | "iconSet" => {
                        let shown = xml::attribute(element, "showValue").is_none_or(|value| is_true(&value));
                        rule.is_in_place |= !shown;
                    }
                    name => rule.own.iter_mut().for_each(|own| own.take(name, element)),
                }
            }
            Node::End(_) => {}
        }
    }

    fn begin_rule(&mut self, element: &BytesStart<'_>) {
        let text = |name: &str| xml::attribute(element, name).unwrap_or_default();
        self.rules.push(Rule {
            dress: text("dxfId").parse().ok(),
            is_comparison: text("type") == "cellIs",
            operator: text("operator"),
            ..Rule::default()
        });
        self.count += 1;
    }

    /// Takes a range of the format that is open.
    pub(super) fn range(&mut self, range: Span) {
        self.ranges.push(range);
    }

    /// A format ends.
    pub(super) fn end(&mut self) {
        self.formula = None;
        let (ranges, rules) = (std::mem::take(&mut self.ranges), std::mem::take(&mut self.rules));
        self.formats.push((ranges, rules));
    }

    /// Marks the cells of which a rule that may hold makes something else than they say.
    pub(super) fn mark(&self, cells: &mut [Cell], styles: &Styles) {
        let is_decided = self.count <= RULES_MAX;
        let mut undecided = Vec::new();
        for (ranges, rules) in &self.formats {
            for rule in rules {
                let dress = rule.dress(styles);
                if dress == Dress::default() {
                    continue;
                }
                if is_decided {
                    covering::mark(cells, ranges, &|cell| {
                        if rule.may_hold(cell) {
                            add(cell, dress.blemish_of(cell));
                        }
                    });
                } else {
                    undecided.extend_from_slice(ranges);
                }
            }
        }
        covering::mark(cells, &undecided, &|cell| add(cell, Some(Blemish::Altered)));
    }
}

fn add(cell: &mut Cell, blemish: Option<Blemish>) {
    if cell.value != CellValue::Empty {
        cell.blemish = Blemish::gravest(cell.blemish, blemish);
    }
}

impl Rule {
    fn dress(&self, styles: &Styles) -> Dress {
        let own = self.own.as_ref().map(|own| own.resolve(styles.palette()));
        let dress = own.or_else(|| styles.dress(self.dress?).copied()).unwrap_or_default();
        let blemish = Blemish::gravest(dress.blemish, self.is_in_place.then_some(Blemish::Faint));
        Dress { blemish, ..dress }
    }

    /// Whether its condition may hold for a cell.
    fn may_hold(&self, cell: &Cell) -> bool {
        let limits: Option<Vec<Decimal>> = self.formulas.iter().map(|formula| formula.trim().parse().ok()).collect();
        let (CellValue::Number(value), Some(limits), true) = (&cell.value, limits, self.is_comparison) else {
            return true;
        };
        match (self.operator.as_str(), &limits[..]) {
            ("lessThan", [limit]) => value < limit,
            ("lessThanOrEqual", [limit]) => value <= limit,
            ("equal", [limit]) => value == limit,
            ("notEqual", [limit]) => value != limit,
            ("greaterThanOrEqual", [limit]) => value >= limit,
            ("greaterThan", [limit]) => value > limit,
            ("between", [one, other]) => one.min(other) <= value && value <= one.max(other),
            ("notBetween", [one, other]) => value < one.min(other) || one.max(other) < value,
            _ => true,
        }
    }
}
