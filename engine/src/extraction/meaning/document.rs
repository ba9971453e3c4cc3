//! What a document says of all of its tables: its name and title, which may be those of another company, of an entity or of a kind
//! of figures, what it states about itself, lines that state the unit of all figures, and sheets without figures, as covers and
//! notes are. Nothing is filled in from here; tables may only contradict it.

use super::Context;
use super::beside::Line;
use super::claims::{Claim, Claims};
use super::path::{Source, Stop};
use super::remarks::{Remark, is_kind, names_kind, remarks};
use super::text_meaning::{self, Foreign, Standing};
use super::times::Time;
use crate::code::EntityCode;
use crate::document::Paragraph;
use crate::extraction::layout::{Kind, Layout};
use crate::files::grid::{Cell, GridPlace, StyledGrid};
use crate::lang::is_cjk;
use crate::language::units::Setting;

/// Longest paragraph in which a unit of all figures is looked for, in bytes.
const PARAGRAPH_BYTES_MAX: usize = 2_000;
/// Longest text of a sheet without figures that is looked at, in bytes.
const LINE_BYTES_MAX: usize = 500;

/// What holds for all tables of a document.
#[derive(Debug, Default)]
pub(crate) struct OfDocument {
    /// The company that its name or its title names, where it is none of the profile's own.
    pub(super) somebody_else: Option<Stop>,
    /// A name that they hold and that nobody knows. It counts where nothing around a table names the home company.
    pub(super) bare_name: Option<Stop>,
    /// A word in them that may be a name.
    pub(super) noun: Option<Stop>,
    /// Others without a name whom they are about.
    pub(super) others: Option<Stop>,
    /// Those that state a time shorter than a year.
    pub(super) times: Vec<Time>,
    /// Whether one of them names the home company.
    own: bool,
    /// Lines that state the unit of all figures.
    pub(super) claims: Claims,
    /// What it says that its figures are of a kind that does not answer: its name, its title, a statement about itself.
    pub(super) kind: Option<String>,
    /// Whom its name, its title and its owner name.
    entities: Vec<(Vec<EntityCode>, String)>,
    /// What sheets without figures say of those of others.
    pub(super) remarks: Vec<Remark>,
}

impl OfDocument {
    /// Reads the name and the title of a document, whose it says that it is, and its text.
    pub(crate) fn read(
        name: &str,
        title: &str,
        owners: &[String],
        text: Option<&[Paragraph]>,
        context: &Context,
    ) -> Self {
        let mut of_document = Self::default();
        // A title in one piece is the name of a file (`acme-20250630`).
        let is_coded = title.is_ascii() && !title.contains(' ');
        let titled = if is_coded { spaced(title) } else { title.to_owned() };
        for (text, whole, is_file) in [(spaced(name).as_str(), name, true), (titled.as_str(), title, is_coded)] {
            of_document.times.extend(Time::of_document(text, whole, context));
            let (foreign, own) = text_meaning::foreign_in(text, context);
            of_document.own |= own;
            if is_file {
                of_document.name(text, whole, context);
            }
            let stop = |words: String| Some(Stop { source: Source::File, text: whole.to_owned(), words });
            match foreign {
                Some(Foreign::Company(words)) if !is_file || is_spelled_as_name(&words) || is_long(&words) => {
                    of_document.somebody_else = of_document.somebody_else.or_else(|| stop(words));
                }
                Some(Foreign::Name(words))
                    if !is_file || is_spelled_as_name(&words) && !is_inside(text, &words, context) =>
                {
                    of_document.bare_name = of_document.bare_name.or_else(|| stop(words));
                }
                Some(Foreign::Noun(words)) if words.starts_with(char::is_uppercase) => {
                    of_document.noun = of_document.noun.or_else(|| stop(words));
                }
                Some(Foreign::Others(words)) => of_document.others = of_document.others.or_else(|| stop(words)),
                _ => {}
            }
        }
        for owner in owners {
            of_document.name(owner, owner, context);
        }
        if let Some(owner) = owners.iter().find(|owner| text_meaning::is_strange(owner, context)) {
            of_document.somebody_else = Some(Stop { source: Source::File, text: owner.clone(), words: owner.clone() });
        }
        if of_document.own {
            (of_document.bare_name, of_document.noun) = (None, None);
        }
        let paragraphs = text.into_iter().flatten().filter(|paragraph| paragraph.text.len() <= PARAGRAPH_BYTES_MAX);
        let lines = paragraphs
            .flat_map(|paragraph| paragraph.text.split(['\n', '。', ';', '；']).flat_map(|line| line.split(". ")));
        of_document.claims = lines.filter_map(|line| Claim::of_document(line, context)).collect();
        of_document
    }
}

impl OfDocument {
    /// Takes whom a name of the document names, and of which kind it says that the figures are.
    fn name(&mut self, text: &str, whole: &str, context: &Context) {
        if text_meaning::is_sentence(text) {
            return;
        }
        let said = text_meaning::read(text, Standing::Title, context);
        if !said.entities.is_empty() && said.entities != [context.profile.home.entity.clone()] {
            self.entities.push((said.entities, whole.to_owned()));
        }
        if self.kind.is_none() && names_kind(text, context) {
            self.kind = Some(whole.to_owned());
        }
    }

    /// The name that names others than an entity.
    pub(super) fn against_entity(&self, entity: &EntityCode) -> Option<&str> {
        let against = self.entities.iter().find(|(named, _)| !named.contains(entity));
        against.map(|(_, words)| words.as_str())
    }

    /// The same of a document that states something about itself under keys that nobody knows: a kind of figures, or a unit.
    pub(crate) fn stating(mut self, stated: &[String], context: &Context) -> Self {
        for text in stated {
            if self.kind.is_none() && is_kind(text, context) {
                self.kind = Some(text.clone());
            }
            let unit = context.units.only(text, Setting::Value);
            self.claims.claims.extend(unit.and_then(|unit| Claim::stated(text, unit)));
        }
        self
    }

    /// The same of a document with a title that stands over no table, as that of a cover does, and with sheets that hold no
    /// figures, as covers and notes are: their lines speak of all figures.
    pub(crate) fn with_cover(mut self, title: &str, grids: &[(Layout, StyledGrid)], context: &Context) -> Self {
        if !grids.iter().any(|(_, grid)| grid.captions.iter().any(|caption| caption == title)) {
            self.name(title, title, context);
        }
        let is_figure = |cell: &Cell| cell.text.contains(|c: char| c.is_ascii_digit());
        let holds_none = |(layout, grid): &&(Layout, StyledGrid)| {
            let is_sheet = matches!(grid.place, GridPlace::Sheet { .. });
            let mut values = grid.cells.iter().zip(&layout.kinds).filter(|(_, kind)| **kind == Kind::Value);
            is_sheet && !grid.hidden && !values.any(|(cell, _)| is_figure(cell))
        };
        for (_, grid) in grids.iter().filter(holds_none) {
            // Beside other cells a text is one of a list.
            let alone = grid.cells.chunk_by(|one, other| one.at.row == other.at.row).filter_map(|row| match row {
                [only] if only.text.len() <= LINE_BYTES_MAX => Some(only),
                _ => None,
            });
            let lines: Vec<Line<'_>> =
                alone.map(|cell| Line { source: Source::Cell(cell.at), text: &cell.text }).collect();
            for line in &lines {
                let words = text_meaning::company_in(line.text, context);
                let stop = words.map(|words| Stop { source: Source::File, text: line.text.to_owned(), words });
                self.somebody_else = self.somebody_else.or(stop);
                self.claims.claims.extend(Claim::of_document(line.text, context));
            }
            self.remarks.extend(remarks(&lines, grid, context));
        }
        self
    }

    /// The same of a document that states of what time it is.
    pub(crate) fn of_time(mut self, period: Option<&str>, context: &Context) -> Self {
        self.times.extend(period.and_then(|period| Time::of_document(period, period, context)));
        self
    }
}

/// The name of a file as words: without its folders and its ending, and parted where its writer did.
fn spaced(name: &str) -> String {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem = stem.rsplit(['/', '\\']).next().unwrap_or(stem);
    let mut words = String::with_capacity(stem.len() + 4);
    let mut before = ' ';
    for c in stem.chars() {
        if before.is_lowercase() && c.is_uppercase() {
            words.push(' ');
        }
        words.push(if matches!(c, '_' | '-' | '.') { ' ' } else { c });
        before = c;
    }
    let said: Vec<&str> = words.split(' ').filter(|word| !names_a_version(word)).collect();
    said.join(" ")
}

/// Whether a word of a file's name tells one copy of it from another, or is what a program calls a new file: v2, rev3, Book1.
fn names_a_version(word: &str) -> bool {
    let folded = word.to_lowercase();
    let numbered = folded.trim_matches(['(', ')']).trim_end_matches(|c: char| c.is_ascii_digit());
    let is_numbered = numbered.len() < folded.trim_matches(['(', ')']).len();
    matches!(&*folded, "final" | "copy" | "latest")
        || is_numbered && matches!(numbered, "" | "v" | "rev" | "book" | "document" | "工作簿") && !is_period(&folded)
}

/// Whether a word of digits may be a year, a month or a day.
fn is_period(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| c.is_ascii_digit())
}

/// Whether words of a file's name are written as a name: programs and hurried people write in small letters.
fn is_spelled_as_name(words: &str) -> bool {
    words.contains(|c: char| c.is_uppercase() || is_cjk(c))
}

/// Whether the first word before a word of companies is longer than the abbreviations of programmers (css media).
fn is_long(words: &str) -> bool {
    const LETTERS_MIN: usize = 5;
    words.split(' ').next().is_some_and(|first| first.len() >= LETTERS_MIN)
}

/// Whether ideographs that nobody knows stand behind other words than an entity's: there they go on with a phrase more often than
/// they name somebody.
fn is_inside(text: &str, words: &str, context: &Context) -> bool {
    let before = text.split(words).next().unwrap_or_default().trim();
    words.starts_with(is_cjk) && !before.is_empty() && context.glossary.entity(before).is_none()
}
