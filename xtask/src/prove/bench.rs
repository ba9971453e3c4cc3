//! The workbench: the repository as it is in the working folder, copied, with all mutations woven in, built, and judged with one
//! of them on.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::matrix::{Line, Matrix, TESTS};
use super::mutations::{Mutation, Mutations, short_hash};
use super::weave::{self, SWITCH};

/// A broken engine that takes longer than this goes on for ever.
const RUN_SECONDS_MAX: u64 = 600;
/// The suite that plain `eval` leaves out.
const ALTERED: [&str; 2] = ["--suite", "counterfactual"];
/// What is kept of a message.
const FIRST_CHARS_MAX: usize = 120;
/// What a run did that ended without a report.
const UNJUDGED: &str = "unjudged";
/// Crates that mutations stand in: the folder of their code.
const CRATES: [&str; 2] = ["engine/src", "src"];
/// What decides nothing about what turns red.
const IDLE: [&str; 3] = ["golden/snapshots/", "xtask/", Matrix::PATH];

pub(super) struct Bench<'m> {
    mutations: &'m Mutations,
    source: PathBuf,
    build: PathBuf,
    /// The engine's own tests that are red with nothing on, once something needs to know.
    red_already: OnceCell<Vec<String>>,
    /// A hash of everything that decides what turns red.
    pub(super) state: String,
}

/// What an evaluation says with `--json`, as far as it is needed.
#[derive(Deserialize)]
pub(super) struct Report {
    pub(super) exit_code: u8,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    case: String,
    red: Option<RedCase>,
}

#[derive(Deserialize)]
struct RedCase {
    verdicts: Vec<Red>,
}

#[derive(Deserialize)]
struct Red {
    gate: String,
    mark: String,
    failure: Option<Failure>,
}

#[derive(Deserialize)]
struct Failure {
    why: String,
}

/// What turned red, and the first of it.
pub(super) type Seen = (BTreeMap<String, usize>, Option<String>);

impl Report {
    /// The gates with verdicts that were better before.
    pub(super) fn red(&self) -> Seen {
        let (mut gates, mut first) = (BTreeMap::new(), None);
        for case in &self.cases {
            for red in case.red.iter().flat_map(|red| &red.verdicts).filter(|red| red.mark == "regressed") {
                let why = red.failure.as_ref().map_or("no answer", |failure| &failure.why);
                first.get_or_insert_with(|| format!("{} {}: {why}", case.case, red.gate));
                *gates.entry(red.gate.clone()).or_default() += 1;
            }
        }
        (gates, first)
    }
}

/// How a program that was started ended; none where it had to be stopped.
struct Ended {
    code: Option<i32>,
    output: Vec<u8>,
}

impl<'m> Bench<'m> {
    /// Copies what git knows of and what is new, and weaves the mutations in. A file that is as it was is not written, so that
    /// cargo builds only what changed.
    pub(super) fn set_up(root: &Path, folder: &Path, mutations: &'m Mutations) -> Result<Self> {
        let (source, build) = (folder.join("source"), folder.join("build"));
        let mut list = Command::new("git");
        list.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).current_dir(root);
        let output = list.output().context("cannot run git")?;
        if !output.status.success() {
            bail!("git lists no files: {}", String::from_utf8_lossy(&output.stderr).trim_end());
        }
        let mut files = BTreeMap::new();
        for name in String::from_utf8_lossy(&output.stdout).split_terminator('\0') {
            // A file that was deleted and not committed is listed too.
            if root.join(name).is_file() && !name.starts_with("golden/snapshots/") {
                files
                    .insert(name.to_owned(), fs::read(root.join(name)).with_context(|| format!("cannot read {name}"))?);
            }
        }
        let decides = |name: &str| {
            !IDLE.iter().any(|idle| name.starts_with(idle))
                && Path::new(name).extension().is_none_or(|ending| ending != "md")
        };
        let deciding = files.iter().filter(|(name, _)| decides(name));
        let state = short_hash(deciding.flat_map(|(name, content)| [name.as_bytes(), content]));
        for (file, here) in mutations.together() {
            let Some(content) = files.get_mut(file) else { continue };
            *content = weave::woven(&String::from_utf8_lossy(content), &here).into_bytes();
        }
        for code in CRATES {
            files.insert(format!("{code}/mutation.rs"), weave::switch().into_bytes());
            if let Some(content) = files.get_mut(&format!("{code}/lib.rs")) {
                content.extend(b"\nmod mutation;\n");
            }
        }
        let bench = Self { mutations, source, build, red_already: OnceCell::new(), state };
        remove_others(&bench.source, &files.keys().map(|name| bench.source.join(name)).collect())?;
        for (name, content) in files {
            write(&bench.source.join(&name), &content)?;
        }
        Ok(bench)
    }

    /// Builds what is in the copy, with the tests of the harness where they are needed.
    pub(super) fn build(&self, with_tests: bool) -> Result<()> {
        self.cargo(&["build", "--quiet", "--package", "xtask"])?;
        if with_tests {
            self.cargo(&["test", "--quiet", "--package", "harness", "--lib", "--no-run"])?;
        }
        Ok(())
    }

    /// Runs cargo. The engine is compiled once and asked hundreds of times, so that optimising it is worth the while.
    fn cargo(&self, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(arguments).args(["--config", "profile.dev.package.engine.opt-level=1"]);
        command.current_dir(&self.source);
        command.env("CARGO_TARGET_DIR", &self.build).env("CARGO_INCREMENTAL", "1").env_remove("CARGO_MANIFEST_DIR");
        let output = command.output().context("cannot run cargo")?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let errors: Vec<&str> = said.split("\n\n").filter(|message| message.contains("error")).collect();
            bail!("the copy in {} does not build:\n{}", self.source.display(), errors.join("\n\n"));
        }
        Ok(())
    }

    /// Judges the copy with nothing on; what is red, if anything. The copy's scorer is another one with mutations in it, which
    /// its baseline agrees to.
    pub(super) fn control(&self, missing: &[&Mutation]) -> Result<Option<String>> {
        let claim = ["--ratchet", "--reason", "the sources are those of the mutations"];
        for suite in [&[][..], &ALTERED] {
            let (red, first) = self.evaluated(0, &[suite, &claim].concat())?;
            if !red.is_empty() {
                return Ok(Some(first.unwrap_or_else(|| "it is not judged".to_owned())));
            }
        }
        let (red, first) = self.lied_to(0)?;
        if !red.is_empty() {
            return Ok(first);
        }
        if missing.iter().any(|one| one.is_of_gates()) {
            return Ok(self.tested(0, true)?.1);
        }
        Ok(None)
    }

    /// What turns red when a mutation is on.
    pub(super) fn judge(&self, mutation: &Mutation) -> Result<Line> {
        let number = if mutation.alone { 0 } else { self.mutations.number(mutation) };
        let judge = || if mutation.is_of_gates() { self.tested(number, false) } else { self.asked(mutation, number) };
        if mutation.alone && !mutation.is_of_gates() {
            // Once it stands in the copy, nothing tells what is red without it.
            self.red_already()?;
        }
        let (red, first) = if mutation.alone { self.with(mutation, judge)? } else { judge()? };
        let (hash, state) = (mutation.hash(), self.state.clone());
        let first = first.map(|text| text.chars().take(FIRST_CHARS_MAX).collect());
        Ok(Line { mutation: mutation.name.clone(), area: mutation.area.clone(), hash, state, red, first })
    }

    /// Judges while a mutation stands in the copy by itself, and takes it out again whatever comes of it.
    fn with(&self, mutation: &Mutation, judge: impl FnOnce() -> Result<Seen>) -> Result<Seen> {
        let path = self.source.join(&mutation.file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", mutation.file))?;
        let Some(wrong) = mutation.applied(&text) else {
            bail!("{}: its passage is no more the same where others are woven in", mutation.name);
        };
        fs::write(&path, wrong)?;
        let seen = self.build(mutation.is_of_gates()).and_then(|()| judge());
        fs::write(&path, text).with_context(|| format!("cannot restore {}", mutation.file))?;
        seen
    }

    /// What sees a mutation of the engine: the suites; where they see nothing, lying models, for honest ones do not show what
    /// the guard is for; then altered sources; last, and no gate, the engine's own tests.
    fn asked(&self, mutation: &Mutation, number: usize) -> Result<Seen> {
        let looks: [&dyn Fn() -> Result<Seen>; 4] =
            [&|| self.evaluated(number, &[]), &|| self.lied_to(number), &|| self.evaluated(number, &ALTERED), &|| {
                self.tested_alone(mutation, number)
            }];
        for look in looks {
            let seen = look()?;
            if !seen.0.is_empty() {
                return Ok(seen);
            }
        }
        Ok((BTreeMap::new(), None))
    }

    /// What the suites find worse than before.
    fn evaluated(&self, number: usize, more: &[&str]) -> Result<Seen> {
        let mut arguments = vec!["eval", "--no-snapshots", "--json", "--reports", "reports"];
        arguments.extend(more);
        let ended = self.started(&self.build.join("debug/xtask"), &arguments, number)?;
        let Ok(report) = serde_json::from_slice::<Report>(&ended.output) else {
            let how = ended.code.map_or_else(|| "it goes on for ever".to_owned(), |code| format!("exit {code}"));
            return Ok((BTreeMap::from([(UNJUDGED.to_owned(), 1)]), Some(format!("nothing was judged: {how}"))));
        };
        let (mut red, mut first) = report.red();
        if red.is_empty() && report.exit_code != 0 {
            red.insert(UNJUDGED.to_owned(), 1);
            first = Some(format!("exit {}", report.exit_code));
        }
        Ok((red, first))
    }

    /// What the engine's own tests see of a mutation that every gate passes: those beside the broken code first, for they are few,
    /// then all of them, then those of its promises.
    fn tested_alone(&self, mutation: &Mutation, number: usize) -> Result<Seen> {
        let red_already = self.red_already()?;
        let [beside, promises] = self.engine_tests()?;
        let module = mutation.module();
        let skipped: Vec<&str> = red_already.iter().flat_map(|name| ["--skip", name]).collect();
        for (program, filter) in [(&beside, Some(module.as_str())), (&beside, None), (&promises, None)] {
            let filter: Vec<&str> = filter.into_iter().chain(skipped.iter().copied()).collect();
            let failed = self.failed(program, &filter, number)?;
            if !failed.is_empty() {
                return Ok((BTreeMap::from([(TESTS.to_owned(), failed.len())]), failed.into_iter().next()));
            }
        }
        Ok(Seen::default())
    }

    /// The engine's tests that are red without any mutation on: they judge the text of the code, which is another one with mutations
    /// in it.
    fn red_already(&self) -> Result<&[String]> {
        if self.red_already.get().is_none() {
            let mut failed = Vec::new();
            for program in self.engine_tests()? {
                failed.extend(self.failed(&program, &[], 0)?);
            }
            // It was empty above.
            let _ = self.red_already.set(failed);
        }
        Ok(self.red_already.get().map_or(&[], Vec::as_slice))
    }

    /// The programs of the engine's own tests, of what stands in the copy now: those beside the code, and those of its promises.
    fn engine_tests(&self) -> Result<[PathBuf; 2]> {
        // In code: arguments of cargo.
        self.cargo(&["test", "--quiet", "--package", "engine", "--lib", "--test", "promises", "--no-run"])?;
        Ok([self.tests("engine")?, self.tests("promises")?])
    }

    /// The tests of a program that fail; one without a name where it does not end well and names none.
    fn failed(&self, program: &Path, arguments: &[&str], number: usize) -> Result<Vec<String>> {
        let ended = self.started(program, &[&["--quiet"], arguments].concat(), number)?;
        let said = String::from_utf8_lossy(&ended.output).into_owned();
        let named = said.lines().filter_map(|line| Some(line.strip_prefix("---- ")?.trim_end_matches(" stdout ----")));
        let mut failed: Vec<String> = named.map(str::to_owned).collect();
        if ended.code != Some(0) && failed.is_empty() {
            failed.push("it does not end well".to_owned());
        }
        Ok(failed)
    }

    /// What a lying model changes that it must not.
    fn lied_to(&self, number: usize) -> Result<Seen> {
        let ended = self.started(&self.build.join("debug/xtask"), &["selftest", "--lies"], number)?;
        let said = String::from_utf8_lossy(&ended.output).into_owned();
        let (mut red, mut first) = (BTreeMap::new(), None);
        for lost in said.lines().filter_map(|line| line.strip_prefix("LOST ")) {
            let gate = lost.split(' ').nth(1).unwrap_or(UNJUDGED).to_owned();
            *red.entry(gate).or_default() += 1;
            first.get_or_insert_with(|| format!("{lost} (a lying model)"));
        }
        if red.is_empty() && ended.code != Some(0) {
            red.insert(UNJUDGED.to_owned(), 1);
            first = Some("nothing was judged of a lying model".to_owned());
        }
        Ok((red, first))
    }

    /// What the tests of the harness and the spoiled answers find wrong with the gates.
    fn tested(&self, number: usize, is_control: bool) -> Result<Seen> {
        let failed = self.failed(&self.tests("harness")?, &[], number)?;
        let (mut red, mut first) = (BTreeMap::new(), failed.first().cloned());
        if !failed.is_empty() {
            red.insert(TESTS.to_owned(), failed.len());
        }
        // What the tests see needs no spoiled answers, which take a hundred times as long.
        if !red.is_empty() || is_control {
            return Ok((red, first));
        }
        let spoiled = self.started(&self.build.join("debug/xtask"), &["selftest"], number)?;
        let said = String::from_utf8_lossy(&spoiled.output).into_owned();
        let missed: Vec<&str> = said.lines().filter_map(|line| Some(line.split_once("MISSED ")?.1)).collect();
        if spoiled.code != Some(0) {
            red.insert("corruptions".to_owned(), missed.len().max(1));
            first = first.or_else(|| missed.first().map(|name| (*name).to_owned()));
        }
        let is_red = !red.is_empty();
        Ok((red, first.or_else(|| is_red.then(|| "it does not end well".to_owned()))))
    }

    /// The program of a crate's own tests: the newest of its name.
    fn tests(&self, package: &str) -> Result<PathBuf> {
        let folder = self.build.join("debug/deps");
        let is_program = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.strip_prefix(package).is_some_and(|rest| rest.starts_with('-')) && !name.contains('.')
        };
        let programs = fs::read_dir(&folder)?.filter_map(|entry| Some(entry.ok()?.path())).filter(is_program);
        let newest = programs.max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok());
        newest.with_context(|| format!("no tests were built in {}", folder.display()))
    }

    /// Runs a program in the copy with a mutation on, and stops it when it takes too long.
    fn started(&self, program: &Path, arguments: &[&str], number: usize) -> Result<Ended> {
        let said = self.build.join("said");
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&self.source).env(SWITCH, number.to_string());
        command.env("CARGO_MANIFEST_DIR", &self.source).env("INSTA_UPDATE", "no");
        command.env_remove("GITHUB_STEP_SUMMARY").env_remove("CI");
        // What fails under one mutation must not be tried first under the next.
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1");
        command.stdin(Stdio::null()).stdout(fs::File::create(&said)?).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("cannot run {}", program.display()))?;
        let started = Instant::now();
        let code = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status.code().unwrap_or(1));
            }
            if started.elapsed() > Duration::from_secs(RUN_SECONDS_MAX) {
                child.kill()?;
                child.wait()?;
                break None;
            }
            sleep(Duration::from_millis(20));
        };
        Ok(Ended { code, output: fs::read(&said)? })
    }
}

/// Removes what is in the copy and no longer in the repository.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry?.path();
        if path.is_dir() {
            remove_others(&path, kept)?;
        } else if !kept.contains(&path) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    Ok(())
}

/// Writes a file that is not as it is to be.
fn write(path: &Path, content: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|known| known == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    fs::write(path, content).with_context(|| format!("cannot write {}", path.display()))
}
