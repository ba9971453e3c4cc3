//! What a slide shows around its tables: the title, the text boxes, and where each stands. Shapes inside groups count where
//! the group puts them. Places that a slide leaves to its layout are looked up there.

use hayro_interpret::kurbo::{Affine, Point, Rect, Size, Vec2};

use super::part_tree::{Element, Tree};
use crate::files::captions::{is_label, states_unit_or_period};
use crate::files::paragraphs::Running;

/// A table with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlacedTable<'t> {
    pub(super) table: Element<'t>,
    /// In English metric units (914,400 an inch), as of all shapes here.
    frame: Option<Rect>,
    pub(super) hidden: bool,
}

/// Most lines of a slide beside its tables.
const LINES_BESIDE_MAX: usize = 40;

/// A text box with its place.
#[derive(Debug)]
struct TextBox {
    lines: Vec<String>,
    frame: Option<Rect>,
}

/// The shapes of a slide, as far as they matter to its tables.
#[derive(Debug, Default)]
pub(super) struct Shapes<'t> {
    titles: Vec<String>,
    boxes: Vec<TextBox>,
    /// Footers.
    margins: Vec<String>,
    /// In reading order.
    pub(super) tables: Vec<PlacedTable<'t>>,
}

/// The placeholders of a layout, from which those of its slides take over what they do not say.
#[derive(Debug, Clone, Default)]
pub(super) struct Placeholders {
    list: Vec<Placeholder>,
}

#[derive(Debug, Clone)]
struct Placeholder {
    index: Option<String>,
    kind: Option<String>,
    frame: Option<Rect>,
}

/// What a shape is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Role {
    Title,
    #[default]
    Text,
    /// Date, footer, slide number: the same on every slide.
    Margin,
}

impl Role {
    /// What a placeholder of a type is for. Shapes that are none hold text.
    pub(super) fn of(kind: Option<&str>) -> Self {
        match kind {
            Some("title" | "ctrTitle") => Self::Title,
            Some("dt" | "ftr" | "sldNum" | "hdr" | "sldImg") => Self::Margin,
            _ => Self::Text,
        }
    }
}

impl Placeholders {
    /// The placeholders of a layout.
    pub(super) fn of(layout: &Tree) -> Self {
        let shapes = layout.root().into_iter().flat_map(Element::descendants).filter(|shape| shape.name() == "sp");
        Self { list: shapes.filter_map(Placeholder::of).collect() }
    }

    /// The layout's own of a slide's placeholder: the one of its number, or else of its type.
    fn under(&self, wanted: &Placeholder) -> Option<&Placeholder> {
        let same = |of: fn(&Placeholder) -> Option<&str>| {
            let value = of(wanted)?;
            self.list.iter().find(|known| of(known) == Some(value))
        };
        same(|of| of.index.as_deref()).or_else(|| same(|of| of.kind.as_deref()))
    }
}

impl Placeholder {
    /// The placeholder that a shape is.
    fn of(shape: Element<'_>) -> Option<Self> {
        let mark = shape.path(&["nvSpPr", "nvPr", "ph"])?;
        let text = |name: &str| mark.attribute(name).map(str::to_owned);
        Some(Self { index: text("idx"), kind: text("type"), frame: shape.path(&["spPr", "xfrm"]).and_then(frame) })
    }
}

impl<'t> Shapes<'t> {
    /// The shapes of a slide.
    pub(super) fn of(slide: &'t Tree, layout: &Placeholders) -> Self {
        let mut shapes = Self::default();
        let Some(root) = slide.find("spTree") else { return shapes };
        // Groups that are open, with where they put what is in them.
        let mut groups: Vec<(usize, Option<Affine>, bool)> = Vec::new();
        let mut skip_to = 0;
        for shape in root.descendants() {
            let range = shape.range();
            if range.start < skip_to {
                continue;
            }
            while groups.last().is_some_and(|(end, ..)| range.start >= *end) {
                groups.pop();
            }
            let (moved, hidden) =
                groups.last().map_or((Some(Affine::IDENTITY), false), |(_, moved, hidden)| (*moved, *hidden));
            match shape.name() {
                "grpSp" => {
                    let own = shape.path(&["grpSpPr", "xfrm"]).map_or(Some(Affine::IDENTITY), moved_by_group);
                    let moved = moved.zip(own).map(|(outer, inner)| outer * inner);
                    groups.push((range.end, moved, hidden || is_hidden(shape)));
                }
                "sp" => {
                    shapes.add_text(shape, layout, moved);
                    skip_to = range.end;
                }
                "graphicFrame" => {
                    let table = shape.path(&["graphic", "graphicData", "tbl"]);
                    let frame = shape.child("xfrm").and_then(frame);
                    let frame = frame.zip(moved).map(|(frame, moved)| placed(frame, moved));
                    let hidden = hidden || is_hidden(shape);
                    shapes.tables.extend(table.map(|table| PlacedTable { table, frame, hidden }));
                    skip_to = range.end;
                }
                _ => {}
            }
        }
        shapes.order_tables();
        shapes
    }

    fn add_text(&mut self, shape: Element<'_>, layout: &Placeholders, moved: Option<Affine>) {
        let lines = lines(shape);
        if lines.is_empty() || is_hidden(shape) {
            return;
        }
        let own = Placeholder::of(shape);
        let inherited = own.as_ref().and_then(|own| layout.under(own));
        let kind = own.as_ref().and_then(|own| own.kind.as_deref());
        match Role::of(kind.or_else(|| inherited?.kind.as_deref())) {
            Role::Title => self.titles.push(one_line(&lines)),
            Role::Margin => self.margins.extend(lines),
            Role::Text => {
                let own =
                    shape.path(&["spPr", "xfrm"]).and_then(frame).zip(moved).map(|(own, moved)| placed(own, moved));
                let frame = own.or_else(|| inherited?.frame);
                self.boxes.push(TextBox { lines, frame });
            }
        }
    }

    /// From top to bottom, and from left to right where tables stand beside each other. Tables without a place come last.
    fn order_tables(&mut self) {
        let top = |table: &PlacedTable<'_>| table.frame.map_or(f64::INFINITY, |frame| frame.y0);
        let left = |table: &PlacedTable<'_>| table.frame.map_or(f64::INFINITY, |frame| frame.x0);
        self.tables.sort_by(|one, other| top(one).total_cmp(&top(other)).then(left(one).total_cmp(&left(other))));
        let mut rest = std::mem::take(&mut self.tables);
        while let Some(first) = rest.first() {
            // What begins above the middle of the topmost table stands beside it.
            let middle = first.frame.map_or(f64::INFINITY, |frame| frame.center().y);
            let beside =
                rest.iter().take_while(|table| table.frame.is_none_or(|_| top(table) <= middle)).count().max(1);
            let mut row: Vec<PlacedTable<'t>> = rest.drain(..beside).collect();
            row.sort_by(|one, other| left(one).total_cmp(&left(other)));
            self.tables.append(&mut row);
        }
    }

    /// How many captions are titles of the slide.
    pub(super) fn titles(&self) -> usize {
        self.titles.len()
    }

    /// What speaks about a table: the slide's titles, then the lines above the table that state a unit or period.
    pub(super) fn captions(&self, table: &PlacedTable<'_>) -> Vec<String> {
        let mut captions = self.titles.clone();
        let Some(frame) = table.frame else { return captions };
        let placed = self.boxes.iter().filter_map(|text| Some((text.frame?, text)));
        let mut above: Vec<(Rect, &TextBox)> = placed.filter(|(at, _)| is_above(*at, frame)).collect();
        above.retain(|(at, _)| {
            // A table between them takes the line for itself.
            let mut others = self.tables.iter().filter_map(|other| other.frame).filter(|other| *other != frame);
            !others.any(|other| is_above(*at, other) && is_above(other, frame))
        });
        above.sort_by(|(one, _), (other, _)| one.y0.total_cmp(&other.y0).then(one.x0.total_cmp(&other.x0)));
        // One line in a box of its own is a label; several are running text.
        let stated = above.into_iter().flat_map(|(_, text)| {
            let is_label = |line: &&String| matches!(&text.lines[..], [only] if is_label(only) && only == *line);
            text.lines.iter().filter(move |line| states_unit_or_period(line) || is_label(line))
        });
        captions.extend(stated.cloned());
        captions
    }
}

impl Shapes<'_> {
    /// Lines of the slide that may speak about any of its tables: those of its text boxes that are no captions, and its footer.
    pub(super) fn beside(&self, captions: &[String]) -> Vec<String> {
        let lines = self.boxes.iter().flat_map(|text| &text.lines).chain(&self.margins);
        lines.filter(|line| !captions.contains(line)).take(LINES_BESIDE_MAX).cloned().collect()
    }
}

impl Shapes<'_> {
    /// What may be labels of a table: lines in boxes of their own that stand neither above it nor above another.
    pub(super) fn labels(&self, table: &PlacedTable<'_>, captions: &[String]) -> Vec<String> {
        let is_over = |text: &TextBox| {
            let frames = text.frame.zip(table.frame);
            frames.is_some_and(|(at, table)| at.center().y <= table.y0)
        };
        let alone = self.boxes.iter().filter(|text| !is_over(text)).filter_map(|text| match &text.lines[..] {
            [only] => Some(only),
            _ => None,
        });
        let lines = alone.filter(|line| line.contains(char::is_alphabetic) && !captions.contains(line));
        lines.take(LINES_BESIDE_MAX).cloned().collect()
    }
}

/// Whether a shape stands above another one, with some of its width over it. Text boxes reach a little into what is below.
fn is_above(shape: Rect, other: Rect) -> bool {
    let over = shape.x0 < other.x1 && other.x0 < shape.x1;
    over && shape.center().y <= other.y0
}

/// How a group scales and moves what is in it (ECMA-376 part 1, 20.1.7.5); none for one without extent.
fn moved_by_group(transform: Element<'_>) -> Option<Affine> {
    let outer = frame(transform)?;
    let inner = between(transform, "chOff", "chExt").filter(|inner| inner.width() > 0.0 && inner.height() > 0.0)?;
    let (across, down) = (outer.width() / inner.width(), outer.height() / inner.height());
    let by = Vec2::new(outer.x0 - inner.x0 * across, outer.y0 - inner.y0 * down);
    Some(Affine::translate(by) * Affine::scale_non_uniform(across, down))
}

/// The largest coordinate (ECMA-376 part 1, 20.1.10.16).
const COORDINATE_MAX: i64 = 27_273_042_316_900;

/// Where groups put a shape, in whole units.
fn placed(frame: Rect, moved: Affine) -> Rect {
    moved.transform_rect_bbox(frame).trunc()
}

fn frame(transform: Element<'_>) -> Option<Rect> {
    between(transform, "off", "ext")
}

fn between(transform: Element<'_>, offset: &str, extent: &str) -> Option<Rect> {
    #[allow(clippy::cast_precision_loss)] // Coordinates stay far below 2^53.
    let number = |name: &str, axis: &str| {
        Some(transform.child(name)?.number(axis)?.clamp(-COORDINATE_MAX, COORDINATE_MAX) as f64)
    };
    let origin = Point::new(number(offset, "x")?, number(offset, "y")?);
    let size = Size::new(number(extent, "cx")?.max(0.0), number(extent, "cy")?.max(0.0));
    Some(Rect::from_origin_size(origin, size))
}

fn is_hidden(shape: Element<'_>) -> bool {
    let properties = shape.children().find(|child| child.name().starts_with("nv"));
    properties.and_then(|properties| properties.child("cNvPr")?.flag("hidden")) == Some(true)
}

/// The lines of a shape's text.
fn lines(shape: Element<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = Running::default();
    for paragraph in shape.child("txBody").into_iter().flat_map(Element::children) {
        for piece in paragraph.descendants() {
            match piece.name() {
                "t" => line.push(piece.text()),
                "br" => lines.push(line.take()),
                "tab" => line.push(" "),
                _ => {}
            }
        }
        lines.push(line.take());
    }
    lines.retain(|line| !line.is_empty());
    lines
}

fn one_line(lines: &[String]) -> String {
    let mut whole = Running::default();
    for line in lines {
        whole.push(line);
        whole.push_break();
    }
    whole.take()
}
