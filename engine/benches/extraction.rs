//! How fast a workbook of styled cells becomes facts, from the file to the last check, against openpyxl reading the same
//! file's values and fills in the same run, each in processes of their own. Exit code 1 when a target is missed, and 3 when
//! there is no Python with openpyxl to compare with; `EXTRACTION_CELLS` and `EXTRACTION_ROUNDS` change the size.

#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a benchmark")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "numbers of this file are small")]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::extraction::Context;
use engine::files::{self, ByteSource};
use engine::ingestion::documents::ReadContext;
use engine::ingestion::{ExtractContext, extract};
use engine::profile::{Glossary, Profile};
use rust_xlsxwriter::{Color, Format, FormatAlign, Workbook, Worksheet, XlsxError};

/// What gives the headers their meaning.
const PROFILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/insurer/profile.toml");
/// A sheet each, and the entity of all that is in it.
const SHEETS: [&str; 10] = [
    "集团",
    "中国内地",
    "Hong Kong",
    "大中华区",
    "Thailand",
    "Malaysia",
    "Vietnam",
    "Indonesia",
    "India",
    "Philippines",
];
/// Headers over the columns of all channels, with the unit that stands behind them and the cells' number format.
const METRICS: [(&str, &str, &str); 15] = [
    ("New business value", "US$m", "#,##0.0"),
    ("新业务价值率", "%", "0.0%"),
    ("Premium income", "US$m", "#,##0.0"),
    ("首年保费", "百万美元", "#,##0.0_);[Red](#,##0.0)"),
    ("Operating profit after tax", "US$m", "#,##0.0_);[Red](#,##0.0)"),
    ("净利润", "百万美元", "#,##0.0_);[Red](#,##0.0)"),
    ("Return on equity", "%", "0.0%"),
    ("Embedded value", "US$m", "#,##0.0"),
    ("活跃人力", "千人", "#,##0.0"),
    ("13-month persistency", "%", "0.0%"),
    ("Solvency ratio", "%", "0%"),
    ("Dividend per share", "US cents", "0.00"),
    ("投资回报差异", "百万美元", "#,##0.0;(#,##0.0)"),
    ("Assets under management", "US$k", "#,##0"),
    ("Sum assured", "US$", "#,##0"),
];
const CHANNELS: [&str; 5] = ["All channels", "Agency", "银保", "Broker", "直销"];
/// Columns of a sheet, the row's header included.
const COLUMNS: u32 = 1 + (METRICS.len() * CHANNELS.len()) as u32;
/// Part of the values that must become facts, so that the time is that of the whole way.
const FACTS_MIN: f64 = 0.9;
/// How many times as fast as openpyxl.
const RATIO_MIN: f64 = 5.0;
/// Most memory of the process that reads.
const PEAK_MB_MAX: f64 = 300.0;

/// The exit code when a target is missed, and when nothing was compared.
const MISSED: u8 = 1;
const NOT_COMPARED: u8 = 3;

/// What openpyxl has to do: every cell's value and fill.
const PEER: &str = "
import sys, time, openpyxl
start = time.perf_counter()
book = openpyxl.load_workbook(sys.argv[1], data_only=True)
cells = 0
for sheet in book.worksheets:
    for row in sheet.iter_rows():
        for cell in row:
            if cell.value is not None and cell.fill.fgColor.rgb is not None:
                cells += 1
print(time.perf_counter() - start, cells, openpyxl.__version__)
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [mode, path] = &arguments[..]
        && mode == "read"
    {
        return read_once(Path::new(path));
    }
    let is_quick = arguments.iter().any(|argument| argument == "--test");
    let number = |name: &str, usual: u32| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(if is_quick {
            usual / 100
        } else {
            usual
        })
    };
    let (cells, rounds) = (number("EXTRACTION_CELLS", 200_000), number("EXTRACTION_ROUNDS", 5).max(1));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("styled.xlsx");
    write(&path, cells / COLUMNS / SHEETS.len() as u32).unwrap();
    println!("{cells} styled cells, {:.1} MB of workbook", fs::metadata(&path).unwrap().len() as f64 / 1e6);

    let (mut ours, mut peer, mut peak_kib) = (Duration::MAX, None::<(Duration, String)>, 0);
    for round in 0..rounds {
        let measured = measure_ours(&path);
        (ours, peak_kib) = (ours.min(measured.took), peak_kib.max(measured.peak_kib));
        if round == 0 {
            println!("{} values, {} facts, {} reviews", measured.values, measured.facts, measured.reviews);
            assert!(measured.facts as f64 >= measured.values as f64 * FACTS_MIN, "too few facts");
        }
        let Some((took, version)) = measure_peer(&path) else { continue };
        peer = Some(match peer {
            Some((best, version)) => (best.min(took), version),
            None => (took, version),
        });
    }
    let peak_mb = peak_kib as f64 * 1024.0 / 1e6;
    println!("file to facts: {:.3} s, fastest of {rounds}", ours.as_secs_f64());
    println!("peak memory: {peak_mb:.1} MB (target: at most {PEAK_MB_MAX:.0} MB)");
    let is_small = peak_mb <= PEAK_MB_MAX;
    let Some((peer, version)) = peer else {
        println!("not compared: no python3 with openpyxl; install it with `pip install openpyxl`");
        return ExitCode::from(if is_small { NOT_COMPARED } else { MISSED });
    };
    let ratio = peer.as_secs_f64() / ours.as_secs_f64();
    println!("openpyxl {version}, values and fills: {:.3} s", peer.as_secs_f64());
    println!("ratio: {ratio:.1} (target: at least {RATIO_MIN:.0})");
    // Few cells measure how long programs take to start.
    ExitCode::from(if is_quick || is_small && ratio >= RATIO_MIN { 0 } else { MISSED })
}

/// Reads the workbook, and prints the microseconds it took, the peak memory in KiB, and values, facts and reviews.
fn read_once(path: &Path) -> ExitCode {
    let start = Instant::now();
    let profile = Arc::new(Profile::load(Path::new(PROFILE)).unwrap());
    let glossary = Arc::new(Glossary::new(&profile).unwrap());
    let documents = ReadContext::new(&profile, &glossary).unwrap();
    let meanings = Context::new(Arc::clone(&profile), Arc::clone(&glossary)).unwrap();
    let context = ExtractContext { documents: &documents, meanings: &meanings };
    let extraction = extract(files::Format::Xlsx, "styled.xlsx", ByteSource::Path(path), Some(context)).unwrap();
    let took = start.elapsed();
    let peak = peak_memory_kib().unwrap_or_default();
    let counts = std::hint::black_box(extraction).counts;
    println!("{} {peak} {} {} {}", took.as_micros(), counts.values, counts.facts, counts.reviews);
    ExitCode::SUCCESS
}

/// One reading of the workbook.
struct Measured {
    took: Duration,
    peak_kib: u64,
    values: u64,
    facts: u64,
    reviews: u64,
}

fn measure_ours(path: &Path) -> Measured {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).arg("read").arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<u64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let [micros, peak_kib, values, facts, reviews] = numbers[..] else { panic!("{text}") };
    Measured { took: Duration::from_micros(micros), peak_kib, values, facts, reviews }
}

/// None when there is no Python or no openpyxl.
fn measure_peer(path: &Path) -> Option<(Duration, String)> {
    let output = Command::new("python3").args(["-c", PEER]).arg(path).output().ok()?;
    if !output.status.success() {
        return None;
    }
    let text = String::from_utf8(output.stdout).ok()?;
    let [seconds, _, version] = text.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    Some((Duration::from_secs_f64(seconds.parse().ok()?), version.to_owned()))
}

/// Monthly reports, an entity a sheet: metrics over channels in merged and coloured headers, months below each other,
/// restated values in their colour.
fn write(path: &Path, months: u32) -> Result<(), XlsxError> {
    let mut book = Workbook::new();
    let header = Format::new().set_bold().set_background_color(Color::RGB(0x00D9_E1F2)).set_align(FormatAlign::Center);
    for (number, entity) in (0..).zip(SHEETS) {
        let sheet = book.add_worksheet();
        sheet.set_name(entity)?;
        sheet.write(0, 0, "Results by channel")?;
        write_headers(sheet, &header)?;
        for month in 0..months {
            write_month(sheet, number, month, &header)?;
        }
    }
    book.save(path)
}

fn write_headers(sheet: &mut Worksheet, header: &Format) -> Result<(), XlsxError> {
    let width = CHANNELS.len() as u16;
    for (first, (metric, unit, _)) in (1..).step_by(CHANNELS.len()).zip(METRICS) {
        sheet.merge_range(2, first, 2, first + width - 1, &format!("{metric} ({unit})"), header)?;
        for (col, channel) in (first..).zip(CHANNELS) {
            sheet.write_with_format(3, col, channel, header)?;
        }
    }
    Ok(())
}

fn write_month(sheet: &mut Worksheet, number: u32, month: u32, header: &Format) -> Result<(), XlsxError> {
    let row = 4 + month;
    sheet.write_with_format(row, 0, format!("{}-{:02}", 2000 + month / 12, month % 12 + 1), header)?;
    for (first, (_, _, code)) in (1..).step_by(CHANNELS.len()).zip(METRICS) {
        for col in first..first + CHANNELS.len() as u16 {
            let n = (number * 1_000 + month) * COLUMNS + u32::from(col);
            let color = if n.is_multiple_of(17) { 0x00DD_EBF7 } else { 0x00FF_FFFF };
            let format = Format::new().set_num_format(code).set_background_color(Color::RGB(color));
            let scale = if code.ends_with('%') { 1e-6 } else { 1.0 };
            sheet.write_with_format(row, col, f64::from(n) * 1.37 / 7.0 * scale, &format)?;
        }
    }
    Ok(())
}

/// The process's peak resident memory, where the system tells it.
fn peak_memory_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}
