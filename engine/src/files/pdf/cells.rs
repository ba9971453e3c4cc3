//! A table to a grid: words fall into cells by where their middles are, cells get the fill behind them, and the colour and
//! weight of their words. How the places were found is not known here.

use super::lines::{append, lines, without_leaders};
use super::page::Page;
use super::quarter_turn::QuarterTurn;
use super::rules::Rules;
use super::table::{Table, cell};
use super::words::{OVER_EACH_OTHER, SPACE, Word, differs, of_number};
use crate::files::Blemish;
use crate::files::grid::{Cell, CellAt, GridPlace, Rgb, StyledGrid};

/// Parts of colours up to this are nearly black.
/// Measured: 47 changes `us-020.pdf`; 84 changes nothing.
const NEARLY_BLACK: u8 = 0x3F;

/// The grid of a table, with the words, fills and colours of its page.
pub(super) fn grid(table: &Table, page: &Page, place: GridPlace, captions: Vec<String>) -> StyledGrid {
    let mut words = table.words(&page.words);
    let mut cells = Vec::new();
    for row in 0..table.rows() {
        for col in 0..table.cols() {
            let at = cell(row, col);
            let span = table.span(at);
            if span.first != at {
                continue;
            }
            let words = words.remove(&at).unwrap_or_default();
            let fill = page.ground.behind(table.span_area(span), table.area(), &words);
            if !words.is_empty() || fill.is_some() || span.first != span.last {
                cells.push(styled(at, &words, fill, &page.rules));
            }
        }
    }
    let CellAt { row: rows, col: cols } = cell(table.rows(), table.cols());
    StyledGrid { captions, rows, cols, merges: table.merges.clone(), ..StyledGrid::of(place, cells) }
}

fn styled(at: CellAt, words: &[Word], fill: Option<Rgb>, rules: &Rules) -> Cell {
    let struck = |word: &&Word| word.turn == QuarterTurn::NONE && is_struck(word, rules);
    let blemish = if words.iter().any(|word| struck(&word)) { Some(Blemish::Struck) } else { uneven(words) };
    let color = words.iter().map(|word| word.color).reduce(|all, color| if all == color { all } else { None });
    Cell {
        fill,
        // Black, or nearly black as many houses print it, is what text is without a colour.
        font_color: color.flatten().filter(|color| color.0.iter().any(|part| *part > NEARLY_BLACK)),
        bold: !words.is_empty() && words.iter().all(|word| word.bold),
        blemish,
        ..Cell::of(at, text(words))
    }
}

/// Whether a level rule runs through the middle of a word: between its base line, under which a word is underlined, and the
/// top of its letters.
fn is_struck(word: &Word, rules: &Rules) -> bool {
    const LOWEST: f64 = 0.15;
    const HIGHEST: f64 = 0.5;
    /// A part of the word, or of the size of its type: a line through one digit strikes it out.
    const WIDTH: f64 = 0.6;
    const LENGTH: f64 = 0.4;
    let through = word.base - HIGHEST * word.size..word.base - LOWEST * word.size;
    let first = rules.level.partition_point(|rule| rule.at < through.start);
    let level = rules.level.iter().skip(first).take_while(|rule| rule.at < through.end);
    let length = (WIDTH * word.area.width()).min(LENGTH * word.size);
    level.into_iter().any(|rule| rule.end.min(word.area.x1) - rule.start.max(word.area.x0) > length)
}

/// What keeps the pieces of numbers in some words from being one: pieces that touch and differ, or stand over each other.
/// Raised digits of notes are no pieces; they were written as what they are.
fn uneven(words: &[Word]) -> Option<Blemish> {
    let of_words = words.iter().find_map(|word| word.blemish);
    let lines = lines(words);
    let mut pairs = lines.iter().flat_map(|line| line.words.windows(2));
    of_words.or_else(|| {
        pairs.find_map(|pair| {
            let [left, right] = pair else { return None };
            let gap = (right.area.x0 - left.area.x1) / left.size.max(right.size);
            if !of_number(&left.text) || !of_number(&right.text) || gap >= SPACE || right.spaced {
                return None;
            }
            let is_over = gap < -OVER_EACH_OTHER;
            let is_uneven = differs(left, right.base, right.size) || left.color != right.color;
            is_over.then_some(Blemish::Overprinted).or(is_uneven.then_some(Blemish::Uneven))
        })
    })
}

/// The text of a cell: its lines from top to bottom, then text that is turned.
fn text(words: &[Word]) -> String {
    let mut text = String::new();
    for turn in QuarterTurn::ALL {
        let upright =
            |word: &Word| Word { area: turn.upright_area(word.area), turn: QuarterTurn::NONE, ..word.clone() };
        let turned: Vec<Word> = words.iter().filter(|word| word.turn == turn).map(upright).collect();
        for line in lines(&turned) {
            append(&mut text, &line.text());
        }
    }
    without_leaders(&text).to_owned()
}
