//! `cargo xtask bench office`: what the built engine makes of hostile and of real files, each read by a process of its own
//! with limits of processor time, memory and address space. A refusal is as good as a reading; a crash or a file that takes
//! too long or too much is not. What was read is not judged here. Needs a POSIX shell.

mod hostile;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use crate::screen;

/// Most processor time of a reading process, in seconds as `ulimit -t` has it: the clock's time is that of the machine's
/// other work too.
const PROCESSOR_SECONDS: u32 = 10;
/// Longest that a process may take by the clock, for one that waits for something that never comes.
const CLOCK_MAX: Duration = Duration::from_mins(2);
/// The signal that ends a process beyond its processor time, on every system.
const SIGXCPU: i32 = 24;
/// Ticks of processor time in a second, as `/proc` counts them on every machine.
const TICKS: u64 = 100;
/// Largest address space of a reading process, in KiB as `ulimit -v` has it: 2 GiB.
const ADDRESS_SPACE_KIB: u32 = 2 << 20;
/// Most resident memory of a reading process, where the system tells it: 512 MiB.
const RESIDENT_KIB_MAX: u64 = 512 << 10;
/// How often a running process is looked at; the peak of its memory is as exact as this.
const GLANCE: Duration = Duration::from_millis(5);
/// Files listed as the slowest and as the biggest.
const LISTED: usize = 5;

/// Exit codes of `engine extract`: read, refused, and read with nothing to show.
const READ: i32 = 0;
const REFUSED: i32 = 3;
const NOTHING_SHOWN: i32 = 4;

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Read,
    /// Read, and it holds no table or is restricted.
    Empty,
    /// With the message.
    Refused(String),
    /// With how the process ended.
    Crashed(String),
    TimedOut,
    /// It took more memory than it may.
    TooBig,
}

impl Fate {
    /// Whether no file may end so.
    fn is_failure(&self) -> bool {
        matches!(self, Self::Crashed(_) | Self::TimedOut | Self::TooBig)
    }
}

struct Outcome {
    name: String,
    fate: Fate,
    used: Used,
}

/// What a process used, where the system tells it.
#[derive(Debug, Clone, Copy, Default)]
struct Used {
    /// Processor time in ticks.
    ticks: u64,
    /// Peak memory in KiB.
    peak_kib: u64,
}

/// What reads, and through which profile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) program: &'a Path,
    pub(crate) profile: &'a Path,
}

/// Reads generated hostile files, and all files below `folder`. True when none crashed or took too long or too much.
pub(crate) fn run(reader: Reader<'_>, folder: Option<&Path>) -> Result<bool> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let hostile = scratch.path().join("hostile");
    fs::create_dir(&hostile)?;
    hostile::write(&hostile).context("cannot write the hostile files")?;
    let mut is_sound = read_all("hostile files, generated", reader, &hostile, scratch.path(), true)?;
    match folder {
        Some(folder) if !folder.is_dir() => bail!("{}: no such folder", folder.display()),
        Some(folder) => is_sound &= read_all(&folder.display().to_string(), reader, folder, scratch.path(), false)?,
        None => screen::print("real files: none were read; name a folder of them\n"),
    }
    Ok(is_sound)
}

fn read_all(title: &str, reader: Reader<'_>, folder: &Path, scratch: &Path, is_detailed: bool) -> Result<bool> {
    let mut files = Vec::new();
    find(folder, &mut files)?;
    files.sort();
    let number = AtomicUsize::new(0);
    let read = |path: &PathBuf| {
        let messages = scratch.join(number.fetch_add(1, Ordering::Relaxed).to_string());
        let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        extract(reader, path, &messages).map(|(fate, used)| Outcome { name, fate, used })
    };
    // Generated files are measured one by one, for others the cores are there.
    let outcomes: Vec<Outcome> = if is_detailed {
        files.iter().map(read).collect::<Result<_>>()?
    } else {
        files.par_iter().map(read).collect::<Result<_>>()?
    };
    screen::print(&report(title, &outcomes, is_detailed));
    Ok(!outcomes.iter().any(|outcome| outcome.fate.is_failure()))
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            find(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Reads one file in a process of its own.
fn extract(reader: Reader<'_>, path: &Path, messages: &Path) -> Result<(Fate, Used)> {
    let mut command = Command::new("sh");
    let limits = format!("ulimit -v {ADDRESS_SPACE_KIB} && ulimit -t {PROCESSOR_SECONDS} && ulimit -c 0");
    command.args(["-c", &format!("{limits} && exec \"$0\" extract \"$1\" --profile \"$2\" --json")]);
    command.arg(reader.program).arg(path).arg(reader.profile);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(messages)?);
    let start = Instant::now();
    let mut child = command.spawn().context("cannot run sh")?;
    let mut used = Used::default();
    let status = loop {
        used.ticks = ticks(&child).unwrap_or(used.ticks);
        used.peak_kib = peak_memory_kib(&child).unwrap_or(used.peak_kib);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > CLOCK_MAX {
            child.kill()?;
            child.wait()?;
            return Ok((Fate::TimedOut, used));
        }
        std::thread::sleep(GLANCE);
    };
    let message = String::from_utf8_lossy(&fs::read(messages)?).into_owned();
    let fate = fate(status, &message, &path.display().to_string());
    Ok((if used.peak_kib > RESIDENT_KIB_MAX && !fate.is_failure() { Fate::TooBig } else { fate }, used))
}

fn fate(status: ExitStatus, message: &str, path: &str) -> Fate {
    match status.code() {
        Some(READ) => Fate::Read,
        Some(NOTHING_SHOWN) => Fate::Empty,
        Some(REFUSED) => {
            let last = message.lines().last().unwrap_or_default();
            Fate::Refused(last.replace(&format!("{path}: "), "").trim_start_matches("error: ").to_owned())
        }
        None if status.to_string().starts_with(&format!("signal: {SIGXCPU} ")) => Fate::TimedOut,
        _ => Fate::Crashed(format!("{status}: {}", message.lines().next().unwrap_or_default())),
    }
}

fn ticks(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
    // The name in brackets may hold anything; after it follow the 3rd field and on. Fields 14 and 15 are user and system.
    let fields: Vec<&str> = status.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

fn peak_memory_kib(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.split_whitespace().next()?.parse().ok()
}

fn report(title: &str, outcomes: &[Outcome], is_detailed: bool) -> String {
    let count = |is: fn(&Fate) -> bool| outcomes.iter().filter(|outcome| is(&outcome.fate)).count();
    let mut text = format!(
        "{title}: {} files, {} read, {} without a table or not shown, {} refused, {} crashed, {} timed out, {} took \
         too much memory\n",
        outcomes.len(),
        count(|fate| *fate == Fate::Read),
        count(|fate| *fate == Fate::Empty),
        count(|fate| matches!(fate, Fate::Refused(_))),
        count(|fate| matches!(fate, Fate::Crashed(_))),
        count(|fate| *fate == Fate::TimedOut),
        count(|fate| *fate == Fate::TooBig),
    );
    let listed: Vec<&Outcome> = outcomes.iter().collect();
    if is_detailed {
        lines(&mut text, "each", &listed);
        return text;
    }
    let failed = outcomes.iter().filter(|outcome| outcome.fate.is_failure());
    lines(&mut text, "failed", &failed.collect::<Vec<_>>());
    let mut refusals: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for outcome in outcomes {
        if let Fate::Refused(message) = &outcome.fate {
            refusals.entry(message).or_default().push(&outcome.name);
        }
    }
    for (message, names) in refusals {
        let _ = writeln!(text, "  refused: {message}\n    {}", names.join(", "));
    }
    let mut by_time = listed.clone();
    by_time.sort_by_key(|outcome| std::cmp::Reverse(outcome.used.ticks));
    by_time.truncate(LISTED);
    lines(&mut text, "slowest", &by_time);
    let mut by_memory = listed;
    by_memory.sort_by_key(|outcome| std::cmp::Reverse(outcome.used.peak_kib));
    by_memory.truncate(LISTED);
    lines(&mut text, "biggest", &by_memory);
    text
}

fn lines(text: &mut String, title: &str, outcomes: &[&Outcome]) {
    if !outcomes.is_empty() {
        let _ = writeln!(text, "  {title}:");
    }
    for Outcome { name, fate, used } in outcomes {
        let fate = match fate {
            Fate::Read => "read".to_owned(),
            Fate::Empty => "nothing to show".to_owned(),
            Fate::Refused(message) => format!("refused: {message}"),
            Fate::Crashed(how) => format!("CRASHED, {how}"),
            Fate::TimedOut => "TIMED OUT".to_owned(),
            Fate::TooBig => "TOOK TOO MUCH MEMORY".to_owned(),
        };
        let (seconds, hundredths, mebibytes) = (used.ticks / TICKS, used.ticks % TICKS, used.peak_kib / 1024);
        let _ = writeln!(text, "    {seconds:>3}.{hundredths:02} s {mebibytes:>5} MB  {name}  {fate}");
    }
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests;
