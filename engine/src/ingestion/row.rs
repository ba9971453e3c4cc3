//! One row of a facts file to one statement. Every cell is understood by the vocabulary or is the row's fault; nothing is
//! converted, filled in or rounded.

use std::sync::Arc;

use strum::VariantArray as _;

use super::column::Column;
use super::fault::{BadRow, RowFault, shown};
use super::header::Header;
use super::vocabulary::{Memory, Vocabulary};
use crate::code::{ChannelCode, EntityCode, MetricCode, UnitCode};
use crate::fact::FactKey;
use crate::files::metadata::iso_date;
use crate::language::numbers::exact;
use crate::period::Period;
use crate::profile::{Glossary, Sensitivity};
use crate::store::{DocumentLabel, NewFact, Review};

/// What a cell came to: a code, or the nearest known name.
type Resolved<T> = Result<T, Option<String>>;

/// Reads the rows of one file.
pub(super) struct RowReader<'a> {
    source: &'a str,
    header: Header,
    vocabulary: Vocabulary<'a>,
    sensitivity: &'a (dyn Fn(&str) -> Sensitivity + Sync),
    percent_unit: Option<UnitCode>,
    metrics: Memory<Resolved<MetricCode>>,
    entities: Memory<Resolved<EntityCode>>,
    periods: Memory<Resolved<Period>>,
    channels: Memory<Resolved<ChannelCode>>,
    units: Memory<Resolved<UnitCode>>,
    documents: Memory<Arc<DocumentLabel>>,
}

/// A fault, and the column it stands in.
type CellFault = (Option<Column>, RowFault);

impl<'a> RowReader<'a> {
    pub(super) fn new(
        source: &'a str,
        header: Header,
        vocabulary: Vocabulary<'a>,
        sensitivity: &'a (dyn Fn(&str) -> Sensitivity + Sync),
    ) -> Self {
        Self {
            source,
            header,
            vocabulary,
            sensitivity,
            percent_unit: vocabulary.glossary.unit("%"),
            metrics: Memory::default(),
            entities: Memory::default(),
            periods: Memory::default(),
            channels: Memory::default(),
            units: Memory::default(),
            documents: Memory::default(),
        }
    }

    /// Reads a row that begins in `line`. The first fault of a row is the one reported.
    pub(super) fn read(&mut self, row: &::csv::StringRecord, line: u64) -> Result<NewFact, Box<BadRow>> {
        self.statement(row, line).map_err(|(column, fault)| {
            let cell = column.map(|column| shown(self.header.cell(row, column))).unwrap_or_default();
            let column = column.and_then(|column| Some((column, self.header.position(column)? + 1)));
            let named = if row.len() == self.header.width { self.header.cell(row, Column::Doc) } else { "" };
            // A row that is not understood may name its document anywhere.
            let is_restricted = named.is_empty() && row.iter().any(|cell| self.restricts(cell))
                || self.restricts(named)
                || self.restricts(self.source);
            Box::new(BadRow { source: self.source.to_owned(), line, column, cell, is_restricted, fault })
        })
    }

    /// A row whose bytes are no text; `position` is that of the cell, 0-based.
    pub(super) fn not_utf8(&self, position: usize, line: u64) -> BadRow {
        let column = Column::VARIANTS.iter().copied().find(|column| self.header.position(*column) == Some(position));
        BadRow {
            source: self.source.to_owned(),
            line,
            column: column.map(|column| (column, position + 1)),
            cell: String::new(),
            is_restricted: self.restricts(self.source),
            fault: RowFault::NotUtf8,
        }
    }

    fn restricts(&self, name: &str) -> bool {
        (self.sensitivity)(name) == Sensitivity::Restricted
    }

    fn statement(&mut self, row: &::csv::StringRecord, line: u64) -> Result<NewFact, CellFault> {
        if row.len() != self.header.width {
            return Err((None, RowFault::Cells { expected: self.header.width, found: row.len() }));
        }
        self.no_control_characters(row)?;
        let (header, vocabulary) = (&self.header, self.vocabulary);
        let filled = |column| match header.cell(row, column) {
            "" => Err((Some(column), RowFault::Empty)),
            cell => Ok(cell),
        };
        let metric = known(&mut self.metrics, filled(Column::Metric)?, Column::Metric, vocabulary, Glossary::metric)?;
        let entity = known(&mut self.entities, filled(Column::Entity)?, Column::Entity, vocabulary, Glossary::entity)?;
        let period = self
            .periods
            .get(filled(Column::Period)?, |cell| {
                let period = canonical_period(cell).or_else(|| vocabulary.period(cell));
                period.ok_or_else(|| vocabulary.nearest(Column::Period, cell))
            })
            .map_err(|nearest| (Some(Column::Period), RowFault::Period { nearest }))?;
        let channel = match header.cell(row, Column::Channel) {
            "" => ChannelCode::total(),
            cell => known(&mut self.channels, cell, Column::Channel, vocabulary, Glossary::channel)?,
        };
        let number = exact::exact_number(header.cell(row, Column::Value))
            .map_err(|fault| (Some(Column::Value), fault.into()))?;
        let given = match header.cell(row, Column::Unit) {
            "" => None,
            cell => Some(known(&mut self.units, cell, Column::Unit, vocabulary, Glossary::unit)?),
        };
        let unit = unit_of_row(given, &metric, vocabulary).map_err(|fault| (Some(Column::Unit), fault))?;
        if number.percent && self.percent_unit.as_ref() != Some(&unit) {
            return Err((Some(Column::Value), RowFault::Percent { unit }));
        }
        let doc = self.documents.get(filled(Column::Doc)?, |name| {
            // What a restricted file holds is restricted, whatever the documents it names are called.
            let sensitivity = (self.sensitivity)(name).max((self.sensitivity)(self.source));
            Arc::new(DocumentLabel { name: name.to_owned(), sensitivity })
        });
        let locator = match header.cell(row, Column::Locator) {
            "" => format!("row={line}"),
            locator => locator.to_owned(),
        };
        let valid_as_of = match header.cell(row, Column::ValidAsOf) {
            "" => None,
            date => Some(iso_date(date).ok_or((Some(Column::ValidAsOf), RowFault::Date))?),
        };
        Ok(NewFact {
            key: FactKey { metric, entity, period, channel },
            value: number.value,
            shown: None,
            unit,
            doc,
            locator,
            valid_as_of,
            line,
            review: Review::AutoApproved,
            confidence: None,
            tags: Vec::new(),
        })
    }

    /// Control characters (NUL, line breaks) would break the single line that an answer gives a source.
    fn no_control_characters(&self, row: &::csv::StringRecord) -> Result<(), CellFault> {
        if !row.as_slice().contains(char::is_control) {
            return Ok(());
        }
        let at_fault =
            Column::VARIANTS.iter().copied().find(|column| self.header.cell(row, *column).contains(char::is_control));
        // White space around a cell is trimmed, line breaks too: without a column, no cell is at fault.
        at_fault.map_or(Ok(()), |column| Err((Some(column), RowFault::ControlCharacter)))
    }
}

/// The row's unit, which must be the metric's. An empty cell means the metric's unit.
fn unit_of_row(given: Option<UnitCode>, metric: &MetricCode, vocabulary: Vocabulary<'_>) -> Result<UnitCode, RowFault> {
    match (given, vocabulary.unit_of(metric)) {
        (Some(given), Some(expected)) if given != expected => {
            Err(RowFault::Unit { metric: metric.clone(), given, expected })
        }
        (Some(unit), _) | (None, Some(unit)) => Ok(unit),
        (None, None) => Err(RowFault::Empty),
    }
}

/// A cell's code, from memory or from the vocabulary.
fn known<T: Clone>(
    memory: &mut Memory<Resolved<T>>,
    cell: &str,
    column: Column,
    vocabulary: Vocabulary<'_>,
    resolve: fn(&Glossary, &str) -> Option<T>,
) -> Result<T, CellFault> {
    memory
        .get(cell, |cell| resolve(vocabulary.glossary, cell).ok_or_else(|| vocabulary.nearest(column, cell)))
        .map_err(|nearest| (Some(column), RowFault::Unknown { nearest }))
}

/// `2024`, `FY2024`, `2024H1`, `2024Q1`, `2024-03`.
pub(super) fn canonical_period(cell: &str) -> Option<Period> {
    cell.parse().ok().or_else(|| match cell.strip_prefix("FY")?.parse() {
        Ok(year @ Period::Year { .. }) => Some(year),
        _ => None,
    })
}
