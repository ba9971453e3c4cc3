//! Facts files and files with tables as one run, so that a document of which both speak holds the union of them, and an
//! interrupted run leaves no trace. It reads nothing itself.

use jiff::Timestamp;

use super::csv::{self, CsvFile, CsvOptions};
use super::table_run::{self, TableFile, TableOptions};
use super::{BadRow, FileReport, TableReport};
use crate::sqlite::StoreError;
use crate::store::FactStore;

/// The facts files of a run.
pub struct CsvJob<'a> {
    /// The files.
    pub files: &'a [CsvFile],
    /// How they are read.
    pub options: CsvOptions<'a>,
    /// Is told of each bad row, in the order of the files and lines.
    pub on_bad_row: &'a mut dyn FnMut(&BadRow),
}

/// The files with tables of a run.
pub struct TableJob<'a> {
    /// The files.
    pub files: &'a [TableFile<'a>],
    /// How they are read.
    pub options: TableOptions<'a>,
    /// Is told how many files with tables are done.
    pub on_file: &'a mut dyn FnMut(usize),
}

/// Ingests the facts files and then the files with tables, all in one run. The reports are in the order of the files; an
/// error means that nothing was stored.
pub fn ingest_structured(
    store: &dyn FactStore,
    csv: &mut CsvJob<'_>,
    tables: &mut TableJob<'_>,
    now: Timestamp,
) -> Result<(Vec<FileReport>, Vec<TableReport>), StoreError> {
    let (mut of_csv, mut of_tables) = (Vec::new(), Vec::new());
    let counts = store.ingest(now, &mut |run| {
        of_csv = csv::store_csv(run, csv.files, &csv.options, csv.on_bad_row)?;
        of_tables = table_run::store_tables(run, tables.files, &tables.options, tables.on_file)?;
        Ok(())
    })?;
    let mut counts = counts.into_iter();
    csv::count(&mut of_csv, counts.by_ref().take(csv.files.len()));
    table_run::count(&mut of_tables, counts);
    Ok((of_csv, of_tables))
}
