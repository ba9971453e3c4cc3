//! How fast a workbook of styled cells is read and its layout found, against openpyxl reading the same file's values and
//! fills in the same run, each in processes of their own. Exit code 1 when a target is missed, and 3 when there is no Python
//! with openpyxl to compare with; `EXTRACTION_CELLS` and `EXTRACTION_ROUNDS` change the size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::cast_precision_loss, missing_docs, reason = "a benchmark")]

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use engine::extraction::layout;
use engine::extraction::read::{TableFormat, read};
use rust_xlsxwriter::{Color, Format, Workbook};

/// Columns of the generated sheet, the row's header included.
const COLUMNS: u16 = 20;
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
    write(&path, cells / u32::from(COLUMNS));
    println!("{cells} styled cells, {:.1} MB of workbook", fs::metadata(&path).unwrap().len() as f64 / 1e6);

    let (mut ours, mut peer, mut peak_kib) = (Duration::MAX, None::<(Duration, String)>, 0);
    for _ in 0..rounds {
        let (took, peak) = measure_ours(&path);
        (ours, peak_kib) = (ours.min(took), peak_kib.max(peak));
        let Some((took, version)) = measure_peer(&path) else { continue };
        peer = Some(match peer {
            Some((best, version)) => (best.min(took), version),
            None => (took, version),
        });
    }
    let peak_mb = peak_kib as f64 * 1024.0 / 1e6;
    println!("read and laid out: {:.3} s, fastest of {rounds}", ours.as_secs_f64());
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

/// Reads the workbook, and prints the microseconds it took, the cells and the peak memory in KiB.
fn read_once(path: &Path) -> ExitCode {
    let start = Instant::now();
    let grids = read(TableFormat::Xlsx, fs::read(path).unwrap()).unwrap();
    for grid in &grids {
        std::hint::black_box(layout::analyse(grid));
    }
    let took = start.elapsed();
    let cells: usize = grids.iter().map(|grid| grid.cells.len()).sum();
    println!("{} {cells} {}", took.as_micros(), peak_memory_kib().unwrap_or_default());
    ExitCode::SUCCESS
}

fn measure_ours(path: &Path) -> (Duration, u64) {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program).arg("read").arg(path).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let numbers: Vec<u64> = text.split_whitespace().map(|number| number.parse().unwrap()).collect();
    let [micros, _, peak_kib] = numbers[..] else { panic!("{text}") };
    (Duration::from_micros(micros), peak_kib)
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

/// A report of many rows: texts, numbers and percentages, each in one of a few colours and formats.
fn write(path: &Path, rows: u32) {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    let header = Format::new().set_bold().set_background_color(Color::RGB(0x00D9_E1F2));
    let values = [0x00FF_FFFF, 0x00FF_F2CC, 0x00E2_EFDA].map(|color| {
        ["#,##0.0", "0.0%", "#,##0_);[Red](#,##0)"]
            .map(|code| Format::new().set_background_color(Color::RGB(color)).set_num_format(code))
    });
    for row in 0..rows {
        for col in 0..COLUMNS {
            let n = row * u32::from(COLUMNS) + u32::from(col);
            match (row, col) {
                (0, _) => sheet.write_with_format(row, col, format!("FY{}", 2000 + col), &header),
                (_, 0) => sheet.write_with_format(row, col, format!("Line item {row} 项目"), &header),
                _ => {
                    let format = &values[(n % 3) as usize][usize::from(col % 3)];
                    sheet.write_with_format(row, col, f64::from(n) * 1.37 / 7.0, format)
                }
            }
            .unwrap();
        }
    }
    book.save(path).unwrap();
}

/// The process's peak resident memory, where the system tells it.
fn peak_memory_kib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}
