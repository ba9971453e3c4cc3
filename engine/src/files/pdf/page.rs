//! A page as its tables are looked for: upright, with the words that people see, their lines, whole rules, and the fills
//! behind them. It knows no table.

use hayro_interpret::kurbo::{Point, Rect};

use super::glyphs::{Glyph, PageEnd};
use super::ground::Ground;
use super::lines::{Line, lines};
use super::quarter_turn::QuarterTurn;
use super::rules::Rules;
use super::shapes::{Fill, Rule};
use super::words::{Word, drop_leaders, usual_turn, words};

/// A page with words, made upright.
#[derive(Debug)]
pub(super) struct Page {
    /// All of it, as it is read.
    pub(super) area: Rect,
    pub(super) words: Vec<Word>,
    /// The lines of its upright words.
    pub(super) lines: Vec<Line>,
    pub(super) rules: Rules,
    pub(super) ground: Ground,
}

impl Page {
    /// The page that was drawn. Where most text is turned, as on a landscape table in a portrait page, it is turned back.
    pub(super) fn of(glyphs: &[Glyph], end: PageEnd) -> Self {
        let turn = usual_turn(glyphs);
        let upright = |fill: Fill| Fill { area: turn.upright_area(fill.area), ..fill };
        let ground = Ground::new(end.shapes.fills.into_iter().map(upright).collect());
        let rules: Vec<Rule> = end.shapes.rules.into_iter().map(|rule| turned(rule, turn)).collect();
        let mut words = words(glyphs, turn);
        words.retain(|word| !ground.hides(word));
        drop_leaders(&mut words);
        Self { area: turn.upright_area(end.area), lines: lines(&words), words, rules: Rules::new(&rules), ground }
    }
}

fn turned(rule: Rule, turn: QuarterTurn) -> Rule {
    let point = |along: f64| if rule.level { Point::new(along, rule.at) } else { Point::new(rule.at, along) };
    let (from, to) = (turn.upright(point(rule.start)), turn.upright(point(rule.end)));
    if (from.y - to.y).abs() <= (from.x - to.x).abs() {
        Rule { level: true, at: from.y, start: from.x.min(to.x), end: from.x.max(to.x) }
    } else {
        Rule { level: false, at: from.x, start: from.y.min(to.y), end: from.y.max(to.y) }
    }
}
