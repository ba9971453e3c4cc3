//! The documents of a segment and what filters ask of them. For each attribute the values stand in order, each with the
//! documents that have it, so that a filter is looked up and never scanned for. Names are the values of the first
//! attribute. Titles and texts stay in the store.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use super::paged::{Damage, Paged, put_varint, take_u32, u32_at, u64_at};
use crate::document::Attributes;
use crate::retrieval::filter::{Attribute, Filter};

/// Sections of the table: first ordinals, ranks, and four for each attribute.
pub(super) const SECTIONS: usize = 2 + 4 * Attribute::ALL.len();

/// A document while a segment is made.
pub(super) struct Record {
    pub(super) name: Arc<str>,
    pub(super) attributes: Attributes,
    pub(super) chunks: u32,
}

/// The sections for `records`, whose chunks follow one another from ordinal 0.
pub(super) fn encode(records: &[Record]) -> [Vec<u8>; SECTIONS] {
    let mut sections = [const { Vec::new() }; SECTIONS];
    let mut first = 0_u32;
    sections[0].extend_from_slice(&first.to_le_bytes());
    for record in records {
        first += record.chunks;
        sections[0].extend_from_slice(&first.to_le_bytes());
    }
    let mut ranks = vec![0_u32; records.len()];
    for (number, attribute) in Attribute::ALL.into_iter().enumerate() {
        let mut pairs: Vec<(&str, u32)> = records
            .iter()
            .zip(0..)
            .filter_map(|(record, document)| Some((attribute.of(&record.name, &record.attributes)?, document)))
            .collect();
        pairs.sort_unstable();
        let [value_offsets, values, list_offsets, lists] = &mut sections[2 + 4 * number..][..4] else { continue };
        for (rank, same) in pairs.chunk_by(|a, b| a.0 == b.0).enumerate() {
            value_offsets.extend_from_slice(&(values.len() as u64).to_le_bytes());
            list_offsets.extend_from_slice(&(lists.len() as u64).to_le_bytes());
            values.extend_from_slice(same[0].0.as_bytes());
            let mut next = 0;
            for (_, document) in same {
                put_varint(lists, u64::from(document - next));
                next = document + 1;
                if attribute == Attribute::Doc {
                    ranks[*document as usize] = rank as u32;
                }
            }
        }
        value_offsets.extend_from_slice(&(values.len() as u64).to_le_bytes());
        list_offsets.extend_from_slice(&(lists.len() as u64).to_le_bytes());
    }
    sections[1] = ranks.into_iter().flat_map(u32::to_le_bytes).collect();
    sections
}

/// The documents of an open segment.
#[derive(Clone, Copy)]
pub(super) struct Documents<'f> {
    pub(super) file: &'f Paged,
    /// Start and length of each section.
    pub(super) sections: &'f [(u64, u64)],
    pub(super) count: u32,
}

impl<'f> Documents<'f> {
    /// The ordinals of a document's chunks.
    pub(super) fn ordinals(self, document: u32) -> Result<Range<u32>, Damage> {
        let range = self.u32(0, document)?..self.u32(0, document + 1)?;
        if range.start <= range.end { Ok(range) } else { Err(self.wrong()) }
    }

    /// The document that a chunk is of.
    pub(super) fn of(self, ordinal: u32) -> Result<u32, Damage> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            if self.u32(0, middle + 1)? <= ordinal { low = middle + 1 } else { high = middle }
        }
        if low < self.count { Ok(low) } else { Err(self.wrong()) }
    }

    /// The position of a document's name among the names.
    pub(super) fn rank(self, document: u32) -> Result<u32, Damage> {
        self.u32(1, document)
    }

    /// A document's name.
    pub(super) fn name(self, document: u32) -> Result<&'f str, Damage> {
        self.value(Attribute::Doc, self.rank(document)?)
    }

    /// The documents of a name. There is one at most, unless a caller added it twice.
    pub(super) fn named(self, name: &str) -> Result<Vec<u32>, Damage> {
        let mut found = Vec::new();
        self.having(Attribute::Doc, name, |document| found.push(document))?;
        Ok(found)
    }

    /// For each document, whether the filter lets it through.
    pub(super) fn admitted(self, filter: &Filter) -> Result<Vec<bool>, Damage> {
        let mut admitted = vec![true; self.count as usize];
        for (attribute, values) in filter.wanted() {
            let has = self.with_any(attribute, values)?;
            admitted.iter_mut().zip(has).for_each(|(admitted, has)| *admitted &= has);
        }
        Ok(admitted)
    }

    fn with_any(self, attribute: Attribute, values: &BTreeSet<String>) -> Result<Vec<bool>, Damage> {
        let mut has = vec![false; self.count as usize];
        for value in values {
            self.having(attribute, value, |document| {
                if let Some(has) = has.get_mut(document as usize) {
                    *has = true;
                }
            })?;
        }
        Ok(has)
    }

    fn having(self, attribute: Attribute, wanted: &str, visit: impl FnMut(u32)) -> Result<(), Damage> {
        let (mut low, mut high) = (0, self.values(attribute)?);
        while low < high {
            let middle = low.midpoint(high);
            if self.value(attribute, middle)? < wanted { low = middle + 1 } else { high = middle }
        }
        if low < self.values(attribute)? && self.value(attribute, low)? == wanted {
            self.list(attribute, low, visit)?;
        }
        Ok(())
    }

    /// Attributes of every document, names among them.
    pub(super) fn records(self) -> Result<Vec<Record>, Damage> {
        let mut records = Vec::with_capacity(self.count as usize);
        for document in 0..self.count {
            let ordinals = self.ordinals(document)?;
            let name = self.name(document)?.into();
            records.push(Record { name, attributes: Attributes::default(), chunks: ordinals.end - ordinals.start });
        }
        for attribute in Attribute::ALL {
            for number in 0..self.values(attribute)? {
                let value = self.value(attribute, number)?;
                self.list(attribute, number, |document| {
                    let Some(Record { attributes, .. }) = records.get_mut(document as usize) else { return };
                    let field = match attribute {
                        Attribute::Doc => return,
                        Attribute::Topic => &mut attributes.topic,
                        Attribute::Entity => &mut attributes.entity,
                        Attribute::Geography => &mut attributes.geography,
                        Attribute::Period => &mut attributes.period,
                        Attribute::Language => &mut attributes.language,
                    };
                    *field = Some(value.to_owned());
                })?;
            }
        }
        Ok(records)
    }

    /// How many values an attribute has.
    fn values(self, attribute: Attribute) -> Result<u32, Damage> {
        let bytes = self.section(attribute, 0).1;
        u32::try_from(bytes / 8).ok().and_then(|offsets| offsets.checked_sub(1)).ok_or_else(|| self.wrong())
    }

    fn value(self, attribute: Attribute, number: u32) -> Result<&'f str, Damage> {
        std::str::from_utf8(self.part(attribute, 0, number)?).map_err(|_| self.wrong())
    }

    fn list(self, attribute: Attribute, number: u32, mut visit: impl FnMut(u32)) -> Result<(), Damage> {
        let mut bytes = self.part(attribute, 2, number)?;
        let mut next = 0_u32;
        while !bytes.is_empty() {
            let document = take_u32(&mut bytes).and_then(|step| next.checked_add(step)).filter(|d| *d < self.count);
            let document = document.ok_or_else(|| self.wrong())?;
            visit(document);
            next = document + 1;
        }
        Ok(())
    }

    /// One of the texts or lists whose offsets stand in section `offsets` and whose bytes stand in the one behind.
    fn part(self, attribute: Attribute, offsets: usize, number: u32) -> Result<&'f [u8], Damage> {
        let bytes = self.file.slice(self.section(attribute, offsets).0 + u64::from(number) * 8, 16)?;
        let ends = u64_at(bytes, 0).zip(u64_at(bytes, 8)).and_then(|(from, to)| Some((from, to.checked_sub(from)?)));
        let (from, len) = ends.ok_or_else(|| self.wrong())?;
        let (start, all) = self.section(attribute, offsets + 1);
        if from.checked_add(len).is_none_or(|end| end > all) {
            return Err(self.wrong());
        }
        self.file.slice(start + from, len)
    }

    fn section(self, attribute: Attribute, part: usize) -> (u64, u64) {
        self.sections.get(2 + 4 * attribute as usize + part).copied().unwrap_or_default()
    }

    fn u32(self, section: usize, at: u32) -> Result<u32, Damage> {
        let (start, len) = self.sections.get(section).copied().unwrap_or_default();
        let at = u64::from(at) * 4;
        if at + 4 > len {
            return Err(self.wrong());
        }
        u32_at(self.file.slice(start + at, 4)?, 0).ok_or_else(|| self.wrong())
    }

    fn wrong(self) -> Damage {
        self.file.damage("its table of documents is wrong")
    }
}
