//! The text above a table that speaks about it: its title, a heading, a line that states a unit. Running text above a table
//! is not among it. What the words mean is read elsewhere; only their marks are known here.

use hayro_interpret::kurbo::Rect;

use super::columns::usual_size;
use super::lines::{INTO, Line, append};
use super::prose::SAME_SIZE;
use super::table::SIDE;
use crate::files::captions::labels_below;
use crate::language::units::{is_unit_line, names_unit};
use crate::text::TextView;

/// Paragraphs above a table that are looked at.
/// Measured: 2 changes `argentina_diputados_voting_record.pdf` and 3 more; 4 changes nothing.
const PARAGRAPHS_MAX: usize = 3;
/// Lines of one of them; more are running text.
/// Measured: nothing changes at 4 or 6.
const LINES_MAX: usize = 5;
/// The part of the page at its top where running heads stand: those of one line are no headings of what is far below.
/// Measured: 0.111 changes `Regulator_Filing_FY2021.pdf` and 3 more; 0.0625 changes nothing.
const HEAD: f64 = 1.0 / 12.0;

// Distances in parts of the type size.

/// How far above the table the last line may be.
/// Measured: 2.62 changes `eu-017.pdf`, `spanning_cells.pdf`; 4.66 changes nothing.
const NEAR: f64 = 3.5;
/// The same of a heading of one line, which may stand further off as long as nothing is written between it and the table.
/// Measured: 4.5 changes `Regulator_Filing_FY2021.pdf`, `停电时间报送_2021财年.pdf`, `线损报送_2021财年.pdf`; 7.98 changes nothing.
const HEADING_NEAR: f64 = 6.0;
/// How far lines of one paragraph are apart, and by which part their sizes differ.
/// Measured: 1.2 changes `S2MNCEbirdisland.pdf` and 5 more; 2.13 changes nothing.
const PITCH: f64 = 1.6;
/// Type from this many times the usual size on is a heading's.
/// Measured: 0.825 changes `12s0324.pdf` and 5 more; 1.46 changes `eu-002.pdf`.
const LARGE: f64 = 1.1;

/// A line with fewer characters that is no sentence may be a heading.
/// Measured: 68 changes `eu-017.pdf`; 120 changes `m27.pdf`.
const SHORT: usize = 90;
/// Most lines of what ends like a sentence and is none, and of a heading.
/// Measured: 1 changes `eu-017.pdf`, `us-024.pdf`; 3 changes nothing.
const HEADING_LINES_MAX: usize = 2;
/// Beginnings of titles, in small letters.
// In code: beginnings and no words: a space or a sign belongs to some of them, which a line of a list does not keep.
const TITLES: [&str; 12] =
    ["table", "exhibit", "figure", "schedule", "appendix", "note ", "表", "附表", "图表", "附注", "單位", "单位"];
/// Beginnings of what is a note, most likely to the table above it, in small letters.
// In code: beginnings and no words: a space or a sign belongs to some of them, which a line of a list does not keep.
const NOTES: [&str; 12] =
    ["*", "†", "‡", "※", "source:", "sources:", "note:", "notes:", "注：", "注:", "资料来源", "数据来源"];
/// The captions of a table, outermost first. `tables` are the areas of all tables of the page; their text is not a caption.
pub(super) fn captions(lines: &[Line], page: Rect, table: Rect, tables: &[Rect]) -> Vec<String> {
    let size = usual_size(lines);
    let above: Vec<&Line> = lines
        .iter()
        .rev()
        .filter(|line| {
            line.base <= table.y0 + INTO * line.size
                && line.area.x1 > table.x0
                && line.area.x0 < table.x1
                && !tables.iter().any(|other| other.contains(line.area.center()))
        })
        .collect();
    let mut found: Vec<String> = Vec::new();
    let mut edge = table.y0;
    let goes_on = |lower: &&Line, upper: &&Line| {
        let same = (lower.size - upper.size).abs() < SAME_SIZE * lower.size && lower.is_bold() == upper.is_bold();
        same && lower.base - upper.base < PITCH * lower.size
    };
    for paragraph in above.chunk_by(goes_on).take(PARAGRAPHS_MAX) {
        let [last, ..] = paragraph else {
            break;
        };
        let heading = paragraph.len() == 1 && last.base > page.y0 + HEAD * page.height();
        let far = edge - last.base > if heading { HEADING_NEAR } else { NEAR } * last.size;
        let between = tables.iter().any(|other| {
            let above = other.y1 <= table.y0 + SIDE && other.y1 > last.base;
            above && other.x0 < table.x1 && other.x1 > table.x0
        });
        if far || between || !speaks(paragraph, size) {
            break;
        }
        let mut text = String::new();
        for line in paragraph.iter().rev() {
            append(&mut text, &line.plain());
        }
        found.push(text);
        edge = paragraph.last().map_or(edge, |line| line.area.y0);
    }
    found.reverse();
    found
}

/// Most paragraphs of a page above its table and below it, and at its edges, that may speak about it.
const BESIDE_MAX: usize = 8;
const EDGE_MAX: usize = 2;

/// Paragraphs of a page that may speak about a table.
#[derive(Default)]
pub(super) struct Beside {
    /// Those above and below it that are no captions, the nearest first, and those at the edges of the page.
    pub(super) all: Vec<String>,
    /// Those below it that may be labels of it.
    pub(super) labels: Vec<String>,
}

/// The paragraphs of a page that may speak about a table.
pub(super) fn beside(lines: &[Line], table: Rect, tables: &[Rect], captions: &[String]) -> Beside {
    let outside = |line: &&Line| !tables.iter().any(|table| table.contains(line.area.center()));
    let lines: Vec<&Line> = lines.iter().filter(outside).collect();
    let goes_on = |upper: &&Line, lower: &&Line| {
        let same = (lower.size - upper.size).abs() < SAME_SIZE * lower.size && lower.is_bold() == upper.is_bold();
        let parted = tables.iter().any(|table| upper.base <= table.y0 + INTO * upper.size && lower.base > table.y1);
        same && !parted && (0.0..PITCH * lower.size).contains(&(lower.base - upper.base))
    };
    let paragraphs = lines.chunk_by(goes_on).filter_map(|paragraph| {
        let mut text = String::new();
        for line in paragraph {
            append(&mut text, &line.plain());
        }
        Some((*paragraph.first()?, text))
    });
    let paragraphs: Vec<(&Line, String)> = paragraphs.filter(|(_, text)| !captions.contains(text)).collect();
    let split = paragraphs.partition_point(|(first, _)| first.base < table.y1);
    let (above, below) = paragraphs.split_at(split);
    let near = above.iter().rev().take(BESIDE_MAX).chain(below.iter().take(BESIDE_MAX));
    let edges = above.iter().take(EDGE_MAX.min(above.len().saturating_sub(BESIDE_MAX)));
    let feet = below.iter().skip(BESIDE_MAX).rev().take(EDGE_MAX);
    let all = near.chain(edges).chain(feet).map(|(_, text)| text.clone()).collect();
    // What stands below another table is that one's.
    let other = |line: &Line| tables.iter().any(|other| other.y0 >= table.y1 && other.y0 < line.base);
    let under = below.iter().take(BESIDE_MAX).take_while(|(first, _)| !other(first));
    let under: Vec<String> = under
        .filter(|(first, _)| first.area.x0 < table.x1 && first.area.x1 > table.x0)
        .map(|(_, text)| text.clone())
        .collect();
    Beside { all, labels: labels_below(&under).cloned().collect() }
}

/// Whether a paragraph, its last line first, speaks about the table below it.
fn speaks(paragraph: &[&Line], size: f64) -> bool {
    let Some(first) = paragraph.last() else {
        return false;
    };
    let text: String = paragraph.iter().rev().map(|line| line.plain()).collect::<Vec<String>>().join(" ");
    let lower = text.to_lowercase();
    if NOTES.iter().any(|mark| lower.starts_with(mark)) {
        return false;
    }
    let ends = text.ends_with(['.', '。', ':', '：', ';', '；', ',', '，']);
    let sentence = ends && paragraph.len() > HEADING_LINES_MAX;
    let marked = !sentence && TITLES.iter().any(|mark| lower.starts_with(mark))
        || (!ends || is_unit_line(text.trim_end_matches(['.', '。'])))
            && names_unit(&TextView::fold(&text))
            && (paragraph.len() == 1 || lower.starts_with(['(', '[', '（']));
    let large = !sentence && (first.size > LARGE * size || first.is_bold());
    let short = paragraph.len() <= HEADING_LINES_MAX && text.chars().count() <= SHORT && !ends;
    paragraph.len() <= LINES_MAX && (marked || large || short)
}
