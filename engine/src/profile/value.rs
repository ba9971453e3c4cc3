//! Single values of the TOML tree, read with their place: text, number, switch, list, label. A value of another type
//! becomes a finding and reading goes on. It knows no table of the format; [`super::raw`] does.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Findings, Span};
use super::problem::{Problem, nearest};
use crate::lang::Lang;

/// A key or a value with its place.
pub(super) type Value<'t> = Spanned<DeValue<'t>>;

/// A text of the source with its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) text: &'t str,
    pub(super) at: Span,
}

/// A label as written: one text, or one a language.
#[derive(Debug, Clone, Default)]
pub(super) struct Label<'t> {
    pub(super) plain: Option<Text<'t>>,
    pub(super) by_lang: Vec<(Lang, Text<'t>)>,
}

impl<'t> Label<'t> {
    pub(super) fn texts(&self) -> impl Iterator<Item = Text<'t>> + use<'_, 't> {
        self.plain.into_iter().chain(self.by_lang.iter().map(|&(_, text)| text))
    }
}

/// The languages that the format knows, as written.
pub(super) const LANGUAGES: [(&str, Lang); 2] = [("zh", Lang::Zh), ("en", Lang::En)];

const TEXT: &str = "a text in double quotes";
const TEXTS: &str = "a list of texts, such as [\"a\", \"b\"]";
const TABLE: &str = "a table";

/// The members of a table with their keys, or a finding.
pub(super) fn table<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<&'t DeTable<'t>> {
    match value.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => wrong_type(key, TABLE, value, found),
    }
}

/// A table whose members are read one by one; [`Members::close`] reports those that nothing read, and those that are absent.
pub(super) struct Members<'t, 'f> {
    /// What messages call the table.
    name: String,
    /// Where its absent members are reported.
    at: Span,
    table: &'t DeTable<'t>,
    known: Vec<&'static str>,
    /// Absent members, each with a line that would mend it.
    absent: Vec<(&'static str, &'static str)>,
    pub(super) found: &'f mut Findings,
}

impl<'t, 'f> Members<'t, 'f> {
    pub(super) fn new(name: String, at: Span, table: &'t DeTable<'t>, found: &'f mut Findings) -> Self {
        Self { name, at, table, known: Vec::new(), absent: Vec::new(), found }
    }

    /// The members of a value, which is the table `[key]` of the file; or a finding.
    pub(super) fn of(key: &str, value: &'t Value<'t>, found: &'f mut Findings) -> Option<Self> {
        let table = table(key, value, found)?;
        Some(Self::new(format!("[{key}]"), value.span().into(), table, found))
    }

    /// The members of one of the codes in a table.
    pub(super) fn of_code(of: &str, code: Text<'_>, value: &'t Value<'t>, found: &'f mut Findings) -> Option<Self> {
        let table = table(code.text, value, found)?;
        Some(Self::new(format!("[{of}.{}]", code.text), code.at, table, found))
    }

    /// The value of a key, if it is there.
    pub(super) fn get(&mut self, key: &'static str) -> Option<&'t Value<'t>> {
        self.known.push(key);
        self.table.get(key)
    }

    /// What the value of a key says; the default where there is none.
    pub(super) fn read<T: Default>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&str, &'t Value<'t>, &mut Findings) -> T,
    ) -> T {
        self.get(key).map_or_else(T::default, |value| read(key, value, self.found))
    }

    /// As [`Members::read`], for a key that must be there; `example` is a line that would mend its absence.
    pub(super) fn required<T: Default>(
        &mut self,
        key: &'static str,
        example: &'static str,
        read: impl FnOnce(&str, &'t Value<'t>, &mut Findings) -> T,
    ) -> T {
        if !self.has(key) {
            self.absent.push((key, example));
        }
        self.read(key, read)
    }

    /// Where a key stands; where its absence is reported if it does not.
    pub(super) fn span_of(&self, key: &str) -> Span {
        self.table.get_key_value(key).map_or(self.at, |(key, _)| key.span().into())
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Reports the members that were not read, and the required ones that are absent.
    pub(super) fn close(self) {
        for (key, _) in self.table {
            if !self.known.contains(&&**key.get_ref()) {
                unknown_key(key_text(key), &self.name, &self.known, self.found);
            }
        }
        for (key, example) in self.absent {
            self.found.add(self.at, Problem::MissingKey { key, table: self.name.clone(), example });
        }
    }
}

/// A key with its place.
pub(super) fn key_text<'t>(key: &'t Spanned<toml::de::DeString<'t>>) -> Text<'t> {
    Text { text: key.get_ref(), at: key.span().into() }
}

/// A text, or a finding.
pub(super) fn text<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<Text<'t>> {
    match value.get_ref() {
        DeValue::String(text) => Some(Text { text, at: value.span().into() }),
        _ => wrong_type(key, TEXT, value, found),
    }
}

/// Every text of a list; members of another type are findings.
pub(super) fn texts<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Vec<Text<'t>> {
    match value.get_ref() {
        DeValue::Array(members) => members.iter().filter_map(|member| text(key, member, found)).collect(),
        _ => wrong_type(key, TEXTS, value, found).unwrap_or_default(),
    }
}

/// A whole number beside the digits as written, or a finding.
pub(super) fn whole<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<(Option<i64>, String)> {
    match value.get_ref() {
        DeValue::Integer(number) => {
            Some((i64::from_str_radix(number.as_str(), number.radix()).ok(), number.to_string()))
        }
        _ => wrong_type(key, "a whole number", value, found),
    }
}

/// A switch, or a finding.
pub(super) fn switch<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<bool> {
    match value.get_ref() {
        DeValue::Boolean(on) => Some(*on),
        _ => wrong_type(key, "true or false", value, found),
    }
}

/// A label: a text, or a table with a text a language.
pub(super) fn label<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> Option<Label<'t>> {
    match value.get_ref() {
        DeValue::String(_) => Some(Label { plain: text(key, value, found), by_lang: Vec::new() }),
        DeValue::Table(table) => {
            if table.is_empty() {
                let problem = Problem::Empty { what: format!("`{key}`"), example: "en = \"…\"" };
                found.add(value.span(), problem);
            }
            let mut label = Label::default();
            for (lang, value) in table {
                let lang = language(key, key_text(lang), found);
                let text = text(key, value, found);
                label.by_lang.extend(lang.zip(text));
            }
            Some(label)
        }
        _ => wrong_type(key, "a text, or one a language such as { zh = \"…\", en = \"…\" }", value, found),
    }
}

/// A language by its code, or a finding.
pub(super) fn language(key: &str, written: Text<'_>, found: &mut Findings) -> Option<Lang> {
    choice(key, written, &LANGUAGES, found)
}

/// The meaning of one of a few allowed words, exactly as spelled, or a finding.
pub(super) fn choice<T: Copy>(
    key: &str,
    written: Text<'_>,
    allowed: &[(&'static str, T)],
    found: &mut Findings,
) -> Option<T> {
    let hit = allowed.iter().find(|(word, _)| *word == written.text).map(|&(_, meaning)| meaning);
    if hit.is_none() {
        let words: Vec<&'static str> = allowed.iter().map(|&(word, _)| word).collect();
        let problem = Problem::UnknownChoice {
            key: key.to_owned(),
            found: written.text.to_owned(),
            nearest: nearest(written.text, words.iter().copied()),
            allowed: words,
        };
        found.add(written.at, problem);
    }
    hit
}

/// Reports a key that `table` does not have.
pub(super) fn unknown_key(key: Text<'_>, table: &str, known: &[&'static str], found: &mut Findings) {
    let problem = Problem::UnknownKey {
        key: key.text.to_owned(),
        table: table.to_owned(),
        nearest: nearest(key.text, known.iter().copied()),
        known: known.to_vec(),
    };
    found.add(key.at, problem);
}

pub(super) fn wrong_type<T>(key: &str, expected: &'static str, value: &Value<'_>, found: &mut Findings) -> Option<T> {
    let actual = match value.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    found.add(value.span(), Problem::WrongType { key: key.to_owned(), expected, found: actual });
    None
}
