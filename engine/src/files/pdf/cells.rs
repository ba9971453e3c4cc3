//! A table to a grid: words fall into cells by where their middles are, cells get the fill behind them, and the colour and
//! weight of their words. How the places were found is not known here.

use super::lines::{append, lines, without_leaders};
use super::page::Page;
use super::quarter_turn::QuarterTurn;
use super::table::{Table, cell};
use super::words::Word;
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
                cells.push(styled(at, &words, fill));
            }
        }
    }
    let CellAt { row: rows, col: cols } = cell(table.rows(), table.cols());
    StyledGrid { place, captions, hidden: false, rows, cols, cells, merges: table.merges.clone() }
}

fn styled(at: CellAt, words: &[Word], fill: Option<Rgb>) -> Cell {
    let color = words.iter().map(|word| word.color).reduce(|all, color| if all == color { all } else { None });
    Cell {
        fill,
        // Black, or nearly black as many houses print it, is what text is without a colour.
        font_color: color.flatten().filter(|color| color.0.iter().any(|part| *part > NEARLY_BLACK)),
        bold: !words.is_empty() && words.iter().all(|word| word.bold),
        ..Cell::of(at, text(words))
    }
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
