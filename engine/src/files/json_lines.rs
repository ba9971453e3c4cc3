//! JSON lines: one document a line, `{"_id", "title", "text"}` with the keys of front matter beside them or under
//! `"metadata"`. Lines are read one at a time, so that a file of any length needs little memory; a broken line is that
//! line's fault and the rest is read. Other members of a record mean nothing here, except that a label restricts the document
//! wherever it stands, and that all strings are looked through for restricted words.

mod literals;

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::io::{self, BufRead, Read};

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use self::literals::literals;
use crate::document::ParagraphKind;
use crate::files::fault::{MetadataProblem, RecordFault, RecordProblem};
use crate::files::metadata::{Metadata, NAME_CHARS_MAX};
use crate::files::paragraphs::{Paragraphs, is_visible};
use crate::files::{DocumentFault, FileContent, Key};

/// Most bytes of a line.
const LINE_BYTES_MAX: u64 = 16 << 20;

/// A record: its name and what it holds.
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) content: FileContent,
}

/// A record or what is wrong with it, and its 1-based line.
pub(crate) type Numbered = (u64, Result<Record, RecordFault>);

/// The records of a file.
pub(crate) struct Records<R> {
    source: R,
    /// Number of the line that was read last.
    line: u64,
    bytes: Vec<u8>,
    /// Lines by a hash of the name that they took.
    names: HashMap<[u8; 16], u64>,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(source: R) -> Self {
        Self { source, line: 0, bytes: Vec::new(), names: HashMap::new() }
    }

    /// The next record and its line; none at the end of the file.
    pub(crate) fn next(&mut self) -> Result<Option<Numbered>, DocumentFault> {
        while let Some(length) = self.next_line()? {
            let line = self.line;
            let read = match length {
                LineLength::TooLong => Err(RecordProblem::TooLong { bytes_max: LINE_BYTES_MAX }),
                LineLength::Fits if self.bytes.trim_ascii().is_empty() => continue,
                LineLength::Fits => record(&self.bytes).and_then(|record| self.claim(record)),
            };
            return Ok(Some((line, read.map_err(|problem| RecordFault { line, problem }))));
        }
        Ok(None)
    }

    /// Reads the next line into `bytes`; of one that is too long, the rest is skipped.
    fn next_line(&mut self) -> io::Result<Option<LineLength>> {
        self.bytes.clear();
        let read = self.source.by_ref().take(LINE_BYTES_MAX + 1).read_until(b'\n', &mut self.bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.line += 1;
        if self.line == 1 && self.bytes.starts_with(b"\xEF\xBB\xBF") {
            self.bytes.drain(..3);
        }
        if read as u64 <= LINE_BYTES_MAX || self.bytes.ends_with(b"\n") {
            return Ok(Some(LineLength::Fits));
        }
        self.source.skip_until(b'\n')?;
        Ok(Some(LineLength::TooLong))
    }

    /// Takes the record's name for its line.
    fn claim(&mut self, record: Record) -> Result<Record, RecordProblem> {
        let mut key = [0; 16];
        blake3::Hasher::new().update(record.name.as_bytes()).finalize_xof().fill(&mut key);
        match self.names.entry(key) {
            Entry::Vacant(free) => {
                free.insert(self.line);
                Ok(record)
            }
            Entry::Occupied(taken) => Err(RecordProblem::DuplicateId { first_line: *taken.get() }),
        }
    }
}

enum LineLength {
    Fits,
    TooLong,
}

/// The record that a line is.
fn record(bytes: &[u8]) -> Result<Record, RecordProblem> {
    let text = std::str::from_utf8(bytes).map_err(|error| RecordProblem::NotUtf8 { offset: error.valid_up_to() })?;
    let Members(members) =
        serde_json::from_str(text).map_err(|error| RecordProblem::Json { column: error.column().max(1) })?;
    let mut reading = Reading::default();
    for (key, value) in members {
        reading.member(&key, value)?;
    }
    let name = reading.name.ok_or(RecordProblem::Id)?;
    let (aside, is_label_below) = literals(text);
    if is_label_below {
        reading.metadata.label(None);
    }
    let mut paragraphs = Paragraphs::default();
    paragraphs.add_plain(&reading.text.unwrap_or_default());
    if paragraphs.list.is_empty() {
        // A record that is only a title is found by it.
        paragraphs.add(reading.metadata.get(Key::Title).unwrap_or_default().to_owned(), ParagraphKind::Heading(1));
    }
    if paragraphs.list.is_empty() {
        return Err(RecordProblem::NoText);
    }
    Ok(Record {
        name,
        content: FileContent {
            metadata: reading.metadata,
            paragraphs: paragraphs.list,
            aside,
            ..FileContent::default()
        },
    })
}

/// What the members of a record come to.
#[derive(Default)]
struct Reading {
    name: Option<String>,
    text: Option<String>,
    metadata: Metadata,
}

impl Reading {
    fn member(&mut self, key: &str, value: &RawValue) -> Result<(), RecordProblem> {
        match key {
            "_id" | "doc_id" => {
                let name = scalar(value).filter(|name| is_name(name)).ok_or(RecordProblem::Id)?;
                if self.name.as_ref().is_some_and(|known| *known != name) {
                    return Err(RecordProblem::Id);
                }
                self.name = Some(name);
            }
            "text" => match (serde_json::from_str(value.get()), &self.text) {
                (Ok(text), None) => self.text = text,
                _ => return Err(RecordProblem::NoText),
            },
            "metadata" => {
                // A record that keeps something else under this name says nothing about itself here.
                if let Ok(Members(members)) = serde_json::from_str(value.get()) {
                    for (key, value) in members {
                        self.statement(&key, value)?;
                    }
                }
            }
            _ => self.statement(key, value)?,
        }
        Ok(())
    }

    /// A statement about the document. `null` states nothing, except that a label of `null` is one that nobody knows.
    fn statement(&mut self, key: &str, value: &RawValue) -> Result<(), MetadataProblem> {
        match Key::of(key) {
            // The name of a record is its `_id`; a column `doc` of its own may be anything.
            None | Some(Key::Doc) => Ok(()),
            Some(key) if key != Key::Sensitivity && value.get() == "null" => Ok(()),
            Some(key) => match scalar(value) {
                Some(text) => self.metadata.state(key, &text, None),
                None if key == Key::Sensitivity => {
                    self.metadata.label(None);
                    Ok(())
                }
                None => Err(MetadataProblem::NotText(key)),
            },
        }
    }
}

/// A text, or a number as it is written; none for anything else.
fn scalar(value: &RawValue) -> Option<String> {
    match value.get().as_bytes().first()? {
        b'"' => serde_json::from_str(value.get()).ok(),
        b'-' | b'0'..=b'9' => Some(value.get().to_owned()),
        _ => None,
    }
}

/// Whether a document can be kept and cited under `name`.
fn is_name(name: &str) -> bool {
    name.contains(is_visible) && !name.contains(char::is_control) && name.chars().count() <= NAME_CHARS_MAX
}

/// A JSON object's members in order, repeated ones too: of two labels none may get lost.
struct Members<'a>(Vec<(Cow<'a, str>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some((Name(key), value)) = map.next_entry()? {
                    members.push((key, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A member's name, borrowed unless it holds escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::profile::Sensitivity;

    fn all(file: &[u8]) -> Vec<(u64, Result<Record, RecordProblem>)> {
        let mut records = Records::new(file);
        std::iter::from_fn(|| records.next().unwrap())
            .map(|(line, record)| (line, record.map_err(|fault| fault.problem)))
            .collect()
    }

    fn one(line: &str) -> Result<Record, RecordProblem> {
        record(line.as_bytes())
    }

    fn label(members: &str) -> Option<Sensitivity> {
        one(&format!(r#"{{"_id":"a","text":"t",{members}}}"#)).unwrap().content.metadata.labelled()
    }

    #[test]
    fn a_line_is_a_document() {
        let file = "\u{FEFF}{\"_id\": 7, \"title\": \"T\", \"text\": \"a\\n\\nb\", \"url\": [1]}\r\n\n{\"doc_id\":\"8\",\"title\":\"only\"}";
        let found = all(file.as_bytes());
        let lines: Vec<u64> = found.iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 3]);
        let records: Vec<Record> = found.into_iter().map(|(_, record)| record.unwrap()).collect();
        assert_eq!((records[0].name.as_str(), records[0].content.paragraphs.len()), ("7", 2));
        assert_eq!(records[1].content.paragraphs[0].text, "only");
    }

    #[test]
    fn a_broken_line_is_a_fault_and_the_rest_is_read() {
        let file = b"{\"_id\":\"a\",\"text\":\"x\"}\n{broken\n[1]\n{\"text\":\"x\"}\n{\"_id\":\"\",\"text\":\"x\"}\n\
            {\"_id\":\"b\"}\n{\"_id\":\"a\",\"text\":\"y\"}\n\xFF\n{\"_id\":\"c\",\"text\":5}\n{\"_id\":\"d\",\"text\":\"z\"}";
        let problems: Vec<Option<RecordProblem>> = all(file).into_iter().map(|(_, record)| record.err()).collect();
        assert_eq!(
            problems,
            [
                None,
                Some(RecordProblem::Json { column: 2 }),
                Some(RecordProblem::Json { column: 1 }),
                Some(RecordProblem::Id),
                Some(RecordProblem::Id),
                Some(RecordProblem::NoText),
                Some(RecordProblem::DuplicateId { first_line: 1 }),
                Some(RecordProblem::NotUtf8 { offset: 0 }),
                Some(RecordProblem::NoText),
                None,
            ]
        );
        assert!(matches!(one(r#"{"_id":"a","doc_id":"b","text":"x"}"#), Err(RecordProblem::Id)));
        assert!(matches!(
            one(r#"{"_id":"a","text":"x","topic":{}}"#),
            Err(RecordProblem::Metadata(MetadataProblem::NotText(Key::Topic)))
        ));
    }

    #[test]
    fn labels_never_get_lost() {
        assert_eq!(label(r#""x":1"#), None);
        assert_eq!(label(r#""sensitivity":"PUBLIC""#), Some(Sensitivity::Public));
        assert_eq!(label(r#""metadata":{"sensitivity":"INTERNAL"}"#), Some(Sensitivity::Internal));
        for broken in [
            r#""sensitivity":"RESTRICTED","sensitivity":"PUBLIC""#,
            r#""Sensitivity":"PUBLIC","sensitivity":"PUBLIC""#,
            r#""sensitivity":"PUBLIC","metadata":{"sensitivity":"RESTRICTED"}"#,
            r#""metadata":{"sensitivity":"RESTRICTED","sensitivity":"PUBLIC"}"#,
            r#""sensitivity":["PUBLIC"]"#,
            r#""sensitivity":"""#,
            r#""sensitivity":1"#,
            r#""sensitivity":true"#,
            r#""sensitivity":null"#,
            r#""metadata":{"sensitivity":null}"#,
            r#""metadata":{"labels":[{"sensitivity":"PUBLIC"}]}"#,
            r#""more":{"deep":{"er":{"sensitivity":"RESTRICTED"}}}"#,
            r#""confidentiality":"PUBLIC""#,
            r#""audience":"Strictly Confidential""#,
            r#""sens\u0069tivity":"secret""#,
            r#""classification":{"level":4}"#,
            r#""classification" : 7"#,
            r#""interest_rate_sensitivity":"secret""#,
            r#""restricted_cash":null"#,
            r#""board":{"classification of assets":"Confidential (board)"}"#,
            r#""marks":["Strictly Confidential"]"#,
            r#""topic":"confidential""#,
            r#""tags":"confidential, board""#,
            r#""restricted":true"#,
        ] {
            assert_eq!(label(broken), Some(Sensitivity::Restricted), "{broken}");
        }
    }

    #[test]
    fn figures_under_words_of_the_business_are_no_labels() {
        for open in [
            r#""restricted_cash":12.5"#,
            r#""interest_rate_sensitivity":{"up 100bp":-4,"down 100bp":3}"#,
            r#""classification_of_assets":"Financial assets at amortised cost""#,
            r#""tables":[{"restricted cash":[1,2,null]},{"利率敏感性":"-1.2%"}]"#,
            r#""scope":"internal""#,
            r#""restricted":false"#,
            r#""confidential":false,"x":{"is_confidential":"no"}"#,
        ] {
            assert_eq!(label(open), None, "{open}");
        }
    }

    #[test]
    fn every_text_of_a_record_is_seen() {
        let record = one(r#"{"_id":"a","text":"t","x":{"y":["o\"n\u0065",{"two":3}],"z":"}"}}"#).unwrap();
        assert_eq!(record.content.aside, ["_id", "a", "text", "t", "x", "y", "o\"ne", "two", "z", "}"]);
    }

    #[test]
    fn a_line_without_an_end_is_skipped() {
        let length = usize::try_from(LINE_BYTES_MAX).unwrap() + 10;
        let mut file = vec![b' '; length];
        file.extend_from_slice(b"\n{\"_id\":\"a\",\"text\":\"x\"}\n");
        let found = all(&file);
        assert!(matches!(found[0], (1, Err(RecordProblem::TooLong { .. }))));
        assert!(matches!(found[1], (2, Ok(_))));
    }

    #[test]
    fn deep_nesting_is_no_danger() {
        let deep = "[".repeat(500_000) + &"]".repeat(500_000);
        assert!(one(&format!(r#"{{"_id":"a","text":"x","other":{deep}}}"#)).is_ok());
        assert_eq!(label(&format!(r#""sensitivity":{deep}"#)), Some(Sensitivity::Restricted));
    }
}
