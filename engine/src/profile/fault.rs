//! Where a profile is wrong, and the report a person reads: `file:line:column: error: …`, the source line with a caret,
//! a note on the other place where there is one, and the remedy. What can be wrong is [`Problem`]'s matter.

use std::fmt;
use std::ops::Range;
use std::path::PathBuf;

use super::problem::{Problem, Severity};

/// Why there is no profile.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// There is no such file.
    #[error("{path}: no such file; check the path, or write a profile with `engine init`", path = path.display())]
    NotFound {
        /// As given.
        path: PathBuf,
    },
    /// The path is a directory.
    #[error("{path}: this is a directory; name the profile file in it, such as {example}",
        path = path.display(), example = path.join("profile.toml").display())]
    Directory {
        /// As given.
        path: PathBuf,
    },
    /// The file is beyond any sensible profile.
    #[error("{path}: larger than {limit_mib} MiB, so not a profile; name the TOML file", path = path.display())]
    TooLarge {
        /// As given.
        path: PathBuf,
        /// The limit in MiB.
        limit_mib: u64,
    },
    /// The file cannot be read.
    #[error("{path}: cannot be read; check that it is a file and that you may read it", path = path.display())]
    Unreadable {
        /// As given.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file was read, and is wrong.
    #[error("{0}")]
    Invalid(Faults),
}

/// Everything that is wrong with one profile, in the order of the file. `Display` is the whole report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

/// A place in the file. Lines and columns count from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
}

/// One thing that is wrong, and where. `Display` is its paragraph of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The source's name, usually its path.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
    /// The other place that takes part, such as the first claim of a wording.
    pub other: Option<Place>,
    excerpt: Excerpt,
}

/// The part of the source line around a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Excerpt {
    line: String,
    /// What stands under the line: padding of the same width, and carets.
    marks: String,
}

impl Faults {
    /// How many faults make the profile unusable.
    pub fn errors(&self) -> usize {
        self.count(Severity::Error)
    }

    /// How many faults only leave something without effect.
    pub fn warnings(&self) -> usize {
        self.count(Severity::Warning)
    }

    fn count(&self, severity: Severity) -> usize {
        self.0.iter().filter(|fault| fault.problem.severity() == severity).count()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.0 {
            writeln!(f, "{fault}")?;
        }
        let file = self.0.first().map_or("profile", |fault| &fault.file);
        write!(f, "{file}: {}", counted(self.errors(), "error"))?;
        match self.warnings() {
            0 => Ok(()),
            warnings => write!(f, ", {}", counted(warnings, "warning")),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { line, column } = self.place;
        let severity = match self.problem.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        writeln!(f, "{}:{line}:{column}: {severity}: {}", self.file, self.problem)?;
        if !self.excerpt.line.trim().is_empty() {
            let number = line.to_string();
            writeln!(f, "  {number} | {}", self.excerpt.line)?;
            writeln!(f, "  {:1$} | {2}", "", number.len(), self.excerpt.marks)?;
        }
        if let Some(Place { line, column }) = self.other {
            writeln!(f, "  note: the other one is at {}:{line}:{column}", self.file)?;
        }
        writeln!(f, "  help: {}", self.problem.help())
    }
}

/// `1 error`, `2 errors`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Bytes of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

/// Gathers problems while a source is read, and turns their bytes into lines and columns at the end.
#[derive(Debug, Default)]
pub(super) struct Findings {
    list: Vec<(Span, Problem, Option<Span>)>,
    /// From here on the text was read as a part of something unclosed.
    swallowed_from: Option<usize>,
}

impl Findings {
    pub(super) fn add(&mut self, at: impl Into<Span>, problem: Problem) {
        self.list.push((at.into(), problem, None));
    }

    pub(super) fn add_pair(&mut self, at: Span, problem: Problem, other: Option<Span>) {
        self.list.push((at, problem, other));
    }

    /// Adds what the TOML parser found: the first fault of each line, up to where an unclosed list swallows the rest of
    /// the text and every line of it would be a fault of its own.
    pub(super) fn add_syntax(&mut self, text: &str, faults: &[toml::de::Error]) {
        let lines = Lines::of(text);
        let end = Span { start: text.len(), end: text.len() };
        let mut faults: Vec<_> = faults.iter().map(|fault| (fault.span().map_or(end, Span::from), fault)).collect();
        faults.sort_by_key(|&(at, _)| at);
        let mut last = None;
        for (at, fault) in faults {
            let line = lines.number(at.start);
            // The parser's faults carry no kind, only this sentence.
            if fault.message().starts_with("unexpected `=` in array") {
                self.swallowed_from = Some(lines.line(line).0);
                if self.list.len() > 1 && last == Some(line) {
                    self.list.pop();
                }
                return;
            }
            if last.replace(line) != Some(line) {
                self.add(at, Problem::Syntax { message: fault.message().to_owned() });
            }
        }
    }

    /// Faults in the order of the file. Where the text is not TOML, what merely seems absent and what stands on a
    /// broken line is left out: it most likely is there, behind the syntax error.
    pub(super) fn locate(mut self, file: &str, text: &str) -> Faults {
        if self.list.is_empty() {
            return Faults(Vec::new());
        }
        let lines = Lines::of(text);
        // Ascending, as the parser's faults were added.
        let broken: Vec<usize> = self
            .list
            .iter()
            .filter(|(_, problem, _)| matches!(problem, Problem::Syntax { .. }))
            .map(|(at, ..)| lines.number(at.start))
            .collect();
        if !broken.is_empty() {
            let reliable = self.swallowed_from.unwrap_or(usize::MAX);
            self.list.retain(|(at, problem, _)| {
                let doubtful = || problem.is_absence() || broken.binary_search(&lines.number(at.start)).is_ok();
                matches!(problem, Problem::Syntax { .. }) || (at.start < reliable && !doubtful())
            });
        }
        self.list.sort_by_key(|(at, ..)| at.start);
        let located = self.list.into_iter().map(|(at, problem, other)| Fault {
            file: file.to_owned(),
            place: lines.place(at.start),
            problem,
            other: other.map(|other| lines.place(other.start)),
            excerpt: lines.excerpt(at),
        });
        Faults(located.collect())
    }
}

/// The text with the start of each line.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Characters shown before and from the fault on; a list of synonyms may be one very long line.
    const BEFORE_MAX: usize = 60;
    const AFTER_MAX: usize = 60;

    fn of(text: &'t str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The line that a byte stands on, from 1.
    fn number(&self, at: usize) -> usize {
        self.starts.partition_point(|&start| start <= at)
    }

    /// The start of line `number`, and its text without the line end.
    fn line(&self, number: usize) -> (usize, &'t str) {
        let start = self.starts.get(number.saturating_sub(1)).copied().unwrap_or(0);
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        (start, self.text.get(start..end).unwrap_or("").trim_end_matches(['\n', '\r']))
    }

    fn place(&self, at: usize) -> Place {
        let line = self.number(at);
        let (start, _) = self.line(line);
        let before = self.text.get(start..at.min(self.text.len())).unwrap_or("");
        Place { line, column: before.chars().count() + 1 }
    }

    fn excerpt(&self, at: Span) -> Excerpt {
        let (start, line) = self.line(self.number(at.start));
        let split = (at.start - start).min(line.len());
        let (before, from) = line.split_at_checked(split).unwrap_or((line, ""));
        let skipped = before.chars().count().saturating_sub(Self::BEFORE_MAX);
        let shown: String = before.chars().skip(skipped).collect();
        let rest: String = from.chars().take(Self::AFTER_MAX).collect();
        let marked = from.get(..at.end.saturating_sub(at.start).min(from.len())).unwrap_or("");
        let mut marks: String = shown.chars().map(blank_for).collect();
        let width: usize = marked.chars().take(Self::AFTER_MAX).map(|c| if is_wide(c) { 2 } else { 1 }).sum();
        marks.push_str(&"^".repeat(width.max(1)));
        Excerpt { line: shown + &rest, marks }
    }
}

/// White space as wide as `c`, so that carets stand under the right character in either script.
fn blank_for(c: char) -> char {
    match c {
        '\t' => '\t',
        c if is_wide(c) => '\u{3000}',
        _ => ' ',
    }
}

/// Whether terminals draw `c` two columns wide (the wide and full-width blocks of UAX #11).
fn is_wide(c: char) -> bool {
    matches!(c,
        '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}' | '\u{FF01}'..='\u{FF60}' | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{3FFFD}')
}
