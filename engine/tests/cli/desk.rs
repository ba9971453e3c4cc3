//! A folder with the program in it: what every test begins with.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

/// A profile with a metric in every kind of unit.
pub(crate) const PROFILE: &str = r#"
schema = 1
languages = ["zh", "en"]
fiscal_year_end_month = 12
[home]
company = { zh = "示例集团", en = "Example Group" }
entity = "GROUP"
[metrics.REVENUE]
label = { zh = "营收", en = "Revenue" }
synonyms = ["营业收入", "sales"]
unit = "USD_M"
[metrics.MARGIN]
label = { zh = "利润率", en = "Margin" }
unit = "PCT"
[metrics."P/E"]
label = "price earnings ratio"
unit = "TIMES"
[entities.GROUP]
label = { zh = "集团", en = "Group" }
[entities.HK]
label = { zh = "香港", en = "Hong Kong" }
[channels.AGENCY]
synonyms = ["代理", "agency"]
[competitors.CONTOSO]
label = "Contoso"
aliases = ["contoso"]
[units.USD_M]
label = { zh = "百万美元", en = "US$m" }
[units.PCT]
label = "%"
[units.TIMES]
label = { zh = "倍", en = "times" }
[sensitivity]
restricted_filename_patterns = ["*board-only*"]
"#;

/// The header of a facts file.
pub(crate) const HEADER: &str = "metric,entity,period,channel,value,unit,doc,locator,valid_as_of\n";

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The run, which must have ended with `code`.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "out: {}\nerr: {}", self.out, self.err);
        self
    }

    /// The run, whose messages must contain every one of `parts`.
    #[track_caller]
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.err.contains(part), "`{part}` is missing in: {}", self.err);
        }
        self
    }

    /// The run, whose output must contain every one of `parts`.
    #[track_caller]
    pub(crate) fn prints(self, parts: &[&str]) -> Self {
        for part in parts {
            assert!(self.out.contains(part), "`{part}` is missing in: {}\nerr: {}", self.out, self.err);
        }
        self
    }

    /// The output as JSON lines.
    pub(crate) fn json(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A folder of its own, and the program run in it.
pub(crate) struct Desk {
    folder: TempDir,
}

impl Desk {
    /// An empty folder.
    pub(crate) fn empty() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    /// A folder with the workspace `.engine`, without facts.
    pub(crate) fn new() -> Self {
        let desk = Self::empty();
        desk.file("profile.toml", PROFILE);
        desk.run(&["init", "--profile", "profile.toml"]).exits(0);
        desk
    }

    /// A folder with the workspace `.engine` and the facts of these rows.
    pub(crate) fn with_rows(rows: &str) -> Self {
        let desk = Self::new();
        desk.file("facts.csv", format!("{HEADER}{rows}"));
        desk.run(&["ingest", "facts.csv"]).exits(0);
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// The program in this folder, without settings from outside, its tables as on a terminal of 80 columns.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_engine"));
        command.current_dir(self.folder.path()).timeout(Duration::from_mins(1)).env_remove("CLICOLOR_FORCE");
        command.env("COLUMNS", "80");
        for name in ["WORKSPACE", "PROVIDER", "LANG", "TRACE"] {
            command.env_remove(format!("ENGINE_{name}"));
        }
        command
    }

    /// Runs the program with these arguments.
    #[track_caller]
    pub(crate) fn run(&self, args: &[&str]) -> Run {
        finish(self.command().args(args))
    }

    /// Runs the program with these arguments and this standard input.
    #[track_caller]
    pub(crate) fn feed(&self, args: &[&str], input: impl Into<Vec<u8>>) -> Run {
        finish(self.command().args(args).write_stdin(input))
    }

    /// Runs the program with these arguments and an environment.
    #[track_caller]
    pub(crate) fn run_with(&self, environment: &[(&str, &str)], args: &[&str]) -> Run {
        finish(self.command().envs(environment.iter().copied()).args(args))
    }
}

/// Runs a command to its end. Whatever it was given, it must not panic.
#[track_caller]
pub(crate) fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let run = Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    assert!((0..=4).contains(&run.code), "exit code {}: {}", run.code, run.err);
    run
}
