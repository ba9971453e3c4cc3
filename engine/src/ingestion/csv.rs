//! Facts files in CSV (RFC 4180, UTF-8). One thread reads and understands rows while another stores them, through a short
//! queue, so that a file of any length needs constant memory. By default one bad row rejects its file; the rest of the
//! file is still read, so that every fault is reported at once.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use jiff::Timestamp;

use super::fault::{BadRow, FileFault, RowFault};
use super::header::Header;
use super::row::RowReader;
use super::source::{ROW_BYTES_MAX, Source, hashes};
use super::{FileReport, Outcome, Vocabulary};
use crate::files::{self, ByteSource};
use crate::profile::{RestrictedWords, Sensitivity};
use crate::sqlite::StoreError;
use crate::store::{FactStore, FileWriter, IngestRun, NewFact, Put};

/// Rows that are handed over at once, and batches that may wait. Together they bound what is in memory.
const BATCH_ROWS: usize = 256;
const BATCHES_WAITING: usize = 8;

/// Bytes that are read from the file at once.
const BUFFER_BYTES: usize = 1 << 16;

/// A file to ingest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvFile {
    /// Where its bytes are.
    pub content: CsvContent,
    /// The name under which the store knows it. A file that is ingested again under its name replaces what it stated.
    pub name: String,
}

/// Where the bytes of a file are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsvContent {
    /// On disk.
    Path(PathBuf),
    /// In the program.
    Bytes(&'static [u8]),
}

/// How files are ingested.
#[derive(Clone, Copy)]
pub struct CsvOptions<'a> {
    /// What cells mean.
    pub vocabulary: Vocabulary<'a>,
    /// How confidential a document (or the file itself) is, by its name.
    pub sensitivity: &'a (dyn Fn(&str) -> Sensitivity + Sync),
    /// Words that restrict a file in which they stand, and so all that it states.
    pub restricted: Option<&'a RestrictedWords>,
    /// A fingerprint of everything besides the file that decides what is read, such as the profile. When it changes, files
    /// are read again although their content is known.
    pub fingerprint: &'a str,
    /// Whether a file with bad rows goes in without them.
    pub skip_bad_rows: bool,
}

/// The facts files of a run.
pub struct CsvJob<'a> {
    /// The files.
    pub files: &'a [CsvFile],
    /// How they are read.
    pub options: CsvOptions<'a>,
    /// Is told of each bad row, in the order of the files and lines.
    pub on_bad_row: &'a mut dyn FnMut(&BadRow),
}

/// Ingests files as one run: a document that several of them state holds the union. Bad rows are handed to `on_bad_row` in
/// the order of the files and lines. The reports are in the order of the files; an error means that nothing was stored.
pub fn ingest_csv(
    store: &dyn FactStore,
    files: &[CsvFile],
    options: &CsvOptions<'_>,
    now: Timestamp,
    on_bad_row: &mut dyn FnMut(&BadRow),
) -> Result<Vec<FileReport>, StoreError> {
    let mut reports = Vec::with_capacity(files.len());
    let counts = store.ingest(now, &mut |run| {
        reports = store_csv(run, files, options, on_bad_row)?;
        Ok(())
    })?;
    count(&mut reports, counts);
    Ok(reports)
}

/// Gives each report its counts.
pub(super) fn count(reports: &mut [FileReport], counts: impl IntoIterator<Item = super::FileCounts>) {
    for (report, counts) in reports.iter_mut().zip(counts) {
        report.counts = counts;
    }
}

/// Ingests files into a run that may hold others.
pub(super) fn store_csv(
    run: &mut dyn IngestRun,
    files: &[CsvFile],
    options: &CsvOptions<'_>,
    on_bad_row: &mut dyn FnMut(&BadRow),
) -> Result<Vec<FileReport>, StoreError> {
    files.iter().map(|file| ingest_file(run, file, options, on_bad_row)).collect()
}

fn ingest_file(
    run: &mut dyn IngestRun,
    file: &CsvFile,
    options: &CsvOptions<'_>,
    on_bad_row: &mut dyn FnMut(&BadRow),
) -> Result<FileReport, StoreError> {
    let mut report = FileReport { counts: super::FileCounts::default(), rows: 0, bad_rows: 0, outcome: Outcome::Taken };
    if let Some(known) = run.hash_of(&file.name)? {
        // A file that cannot be read is told when it is opened again below.
        let present = open(file).and_then(|mut bytes| Ok(hashes(&mut bytes, &[options.fingerprint])?));
        if present.is_ok_and(|[hash]| hash == known) {
            run.keep_unchanged(&file.name)?;
            report.outcome = Outcome::Unchanged;
            return Ok(report);
        }
    }
    // A file that cannot be read is told when it is opened again below.
    let is_restricted = options.restricted.is_some_and(|words| {
        open(file).and_then(|mut bytes| Ok(words.stand_in_source(&mut bytes)?)).unwrap_or_default()
    });
    let closed = |_: &str| Sensitivity::Restricted;
    let options = &if is_restricted { CsvOptions { sensitivity: &closed, ..*options } } else { *options };
    let mut writer = run.begin_file(&file.name)?;
    let ending = thread::scope(|scope| {
        let (sender, receiver) = sync_channel(BATCHES_WAITING);
        let reader = scope.spawn(move || read_file(file, options, Batches::new(sender)));
        store_rows(&receiver, writer.as_mut(), &file.name, &mut report, on_bad_row)?;
        // A panic of the reader is a fault of this program and goes on as one.
        Ok::<_, StoreError>(reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })?;
    let hash = match ending {
        Ok(hash) => hash,
        Err(fault) => {
            report.outcome = Outcome::Unreadable(fault);
            reject(writer, is_restricted)?;
            return Ok(report);
        }
    };
    report.outcome = match report.bad_rows {
        0 if report.rows == 0 => Outcome::NoFacts,
        0 => Outcome::Taken,
        // A file without a single good row is no facts file, and replaces nothing.
        bad if options.skip_bad_rows && bad < report.rows => Outcome::TakenWithoutBadRows,
        _ => Outcome::RejectedForBadRows,
    };
    match report.outcome {
        Outcome::RejectedForBadRows => reject(writer, is_restricted)?,
        // Without a hash the file is read again next time, and its bad rows are reported again.
        Outcome::TakenWithoutBadRows => writer.accept(None)?,
        _ => writer.accept(Some(&hash))?,
    }
    Ok(report)
}

/// Takes back what was put of a file. One that is restricted now hides what it stated before.
fn reject(writer: Box<dyn FileWriter + '_>, is_restricted: bool) -> Result<(), StoreError> {
    if is_restricted { writer.withhold() } else { writer.reject() }
}

/// Stores what the reading thread sends, until it ends.
fn store_rows(
    receiver: &Receiver<Vec<Row>>,
    writer: &mut dyn FileWriter,
    source: &str,
    report: &mut FileReport,
    on_bad_row: &mut dyn FnMut(&BadRow),
) -> Result<(), StoreError> {
    for row in receiver.iter().flatten() {
        report.rows += 1;
        let bad = match row {
            Row::Bad(bad) => *bad,
            Row::Good(fact) => match writer.put(&fact)? {
                Put::Contradiction(first) => BadRow {
                    source: source.to_owned(),
                    line: fact.line,
                    column: None,
                    cell: String::new(),
                    is_restricted: fact.doc.sensitivity == Sensitivity::Restricted,
                    fault: RowFault::Contradiction(first),
                },
                Put::New | Put::Changed | Put::Same | Put::Duplicate(_) => continue,
            },
        };
        report.bad_rows += 1;
        on_bad_row(&bad);
    }
    Ok(())
}

/// A row on its way to the store.
enum Row {
    Good(NewFact),
    Bad(Box<BadRow>),
}

/// Rows that are gathered before they are handed over.
struct Batches {
    sender: SyncSender<Vec<Row>>,
    rows: Vec<Row>,
}

/// The storing thread has stopped, so that there is nobody to read for.
struct NobodyListens;

impl Batches {
    fn new(sender: SyncSender<Vec<Row>>) -> Self {
        Self { sender, rows: Vec::with_capacity(BATCH_ROWS) }
    }

    fn push(&mut self, row: Row) -> Result<(), NobodyListens> {
        self.rows.push(row);
        if self.rows.len() < BATCH_ROWS {
            return Ok(());
        }
        let rows = std::mem::replace(&mut self.rows, Vec::with_capacity(BATCH_ROWS));
        self.sender.send(rows).map_err(|_| NobodyListens)
    }

    fn flush(self) {
        // When nobody listens any more, the rows are not wanted either.
        let _ = self.sender.send(self.rows);
    }
}

/// Reads a whole file and hands its rows over. Returns the hash of its content.
fn read_file(file: &CsvFile, options: &CsvOptions<'_>, mut batches: Batches) -> Result<String, FileFault> {
    let before = stamp(file);
    let mut lines = Lines::new(Source::new(open(file)?, options.fingerprint));
    let header = match lines.next_row()? {
        None => return Err(FileFault::Empty),
        Some((_, Err(_))) => return Err(FileFault::NotUtf8),
        Some((_, Ok(cells))) => Header::read(cells)?,
    };
    let mut rows = RowReader::new(&file.name, header, options.vocabulary, options.sensitivity);
    while let Some((line, cells)) = lines.next_row()? {
        let row = match cells {
            Ok(cells) => rows.read(cells, line).map_or_else(Row::Bad, Row::Good),
            Err(position) => Row::Bad(Box::new(rows.not_utf8(position, line))),
        };
        if batches.push(row).is_err() {
            return Ok(String::new());
        }
    }
    batches.flush();
    if stamp(file) != before {
        return Err(FileFault::Changed);
    }
    Ok(lines.reader.get_ref().hash())
}

fn stamp(file: &CsvFile) -> Option<(u64, std::time::SystemTime)> {
    match &file.content {
        CsvContent::Bytes(_) => None,
        CsvContent::Path(path) => files::stamp(ByteSource::Path(path)),
    }
}

fn open(file: &CsvFile) -> Result<Box<dyn Read>, FileFault> {
    match &file.content {
        CsvContent::Bytes(bytes) => Ok(Box::new(*bytes)),
        CsvContent::Path(path) => {
            let bytes = File::open(path)?;
            if bytes.metadata()?.is_dir() { Err(FileFault::Folder) } else { Ok(Box::new(bytes)) }
        }
    }
}

/// The rows of a file, each with the line where it begins.
///
/// The csv crate's own line numbers are off by one in files with CRLF line ends and after blank lines. Here a line feed
/// alone ends a row (the carriage return before it is white space, which is trimmed from every cell), and the line of a
/// row is counted back from its end.
struct Lines<R> {
    reader: ::csv::Reader<Source<R>>,
    progress: super::source::Progress,
    row: ::csv::StringRecord,
    /// Lines that were read so far.
    line: u64,
}

/// A row's cells, or the 0-based position of the cell that is no text.
type Cells<'r> = Result<&'r ::csv::StringRecord, usize>;

impl<R: io::Read> Lines<R> {
    fn new(source: Source<R>) -> Self {
        let progress = source.progress();
        let reader = ::csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(::csv::Terminator::Any(b'\n'))
            .buffer_capacity(BUFFER_BYTES)
            .from_reader(source);
        Self { reader, progress, row: ::csv::StringRecord::new(), line: 0 }
    }

    /// The next row that is not blank.
    fn next_row(&mut self) -> Result<Option<(u64, Cells<'_>)>, FileFault> {
        loop {
            let mut bytes = std::mem::take(&mut self.row).into_byte_record();
            match self.reader.read_byte_record(&mut bytes) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(_) if self.progress.is_used_up() => {
                    return Err(FileFault::EndlessRow { line: self.line + 1, bytes_max: ROW_BYTES_MAX });
                }
                Err(error) => return Err(FileFault::Io(error.into())),
            }
            self.progress.renew();
            let end = self.reader.position();
            let inner = bytes.as_slice().split(|byte| *byte == b'\n').count() as u64 - 1;
            let closed = u64::from(!self.progress.ends_without_newline(end.byte()));
            let first = end.line() - inner - closed;
            self.line = end.line() - closed;
            if bytes.len() == 1 && bytes.as_slice().trim_ascii().is_empty() {
                continue;
            }
            return Ok(Some(match ::csv::StringRecord::from_byte_record(bytes) {
                Ok(row) => {
                    self.row = row;
                    (first, Ok(&self.row))
                }
                Err(error) => (first, Err(error.utf8_error().field())),
            }));
        }
    }
}
