//! Settings and where each came from: flag, then environment, then the workspace's `engine.toml`, then the default.
//! `engine doctor` prints the very values that the other commands use.

use std::fmt;
use std::path::{Path, PathBuf};

use engine::lang::Lang;
use engine::sealed::UnsupportedNumbers;
use serde::Deserialize;

use super::embeddings::Embeddings;
use super::exit::Failure;

/// Folder that holds the workspace when nothing names one.
pub(super) const DEFAULT_WORKSPACE: &str = ".engine";
/// The settings' file name in a workspace.
pub(super) const SETTINGS_FILE: &str = "engine.toml";

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Flag,
    Environment(&'static str),
    File,
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment {name}"),
            Self::File => f.write_str(SETTINGS_FILE),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A value with its origin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setting<T> {
    pub(super) value: T,
    pub(super) origin: Origin,
}

/// Which model works on a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ProviderName {
    /// The built-in one, which is offline.
    Mock,
    /// No model: every fact is looked up directly.
    None,
}

impl fmt::Display for ProviderName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mock => "mock",
            Self::None => "none",
        })
    }
}

/// What flags may set; each wins over everything else.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags {
    pub(super) workspace: Option<PathBuf>,
    /// The built-in company answers: no workspace and no settings file counts.
    pub(super) demo: bool,
    pub(super) provider: Option<ProviderName>,
    pub(super) lang: Option<Lang>,
    pub(super) trace: Option<PathBuf>,
    pub(super) unsupported_numbers: Option<UnsupportedNumbers>,
}

/// The settings in force.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) workspace: Setting<PathBuf>,
    pub(super) provider: Setting<ProviderName>,
    pub(super) lang: Setting<Option<Lang>>,
    pub(super) trace: Setting<Option<PathBuf>>,
    pub(super) unsupported_numbers: Setting<UnsupportedNumbers>,
    pub(super) embeddings: Setting<Option<Embeddings>>,
}

/// What the settings file may hold.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    provider: Option<ProviderName>,
    lang: Option<Lang>,
    trace: Option<PathBuf>,
    unsupported_numbers: Option<UnsupportedNumbers>,
    embeddings: Option<Embeddings>,
}

impl Settings {
    /// Every setting as a line of name, value and origin.
    pub(super) fn lines(&self) -> Vec<[String; 3]> {
        let lang = self.lang.value.map_or("the question's", Lang::into);
        let trace = self.trace.value.as_ref().map_or_else(|| "off".to_owned(), |path| path.display().to_string());
        let embeddings = self.embeddings.value.as_ref().map_or_else(|| "off".to_owned(), Embeddings::to_string);
        let line = |name: &str, value: String, origin: Origin| [name.to_owned(), value, origin.to_string()];
        vec![
            line("workspace", self.workspace.value.display().to_string(), self.workspace.origin),
            line("provider", self.provider.value.to_string(), self.provider.origin),
            line("lang", lang.to_owned(), self.lang.origin),
            line("trace", trace, self.trace.origin),
            line("unsupported_numbers", self.unsupported_numbers.value.to_string(), self.unsupported_numbers.origin),
            line("embeddings", embeddings, self.embeddings.origin),
        ]
    }

    /// Resolves every setting.
    pub(super) fn resolve(flags: Flags) -> Result<Self, Failure> {
        let workspace = pick(
            flags.workspace,
            std::env::var_os("ENGINE_WORKSPACE").filter(|dir| !dir.is_empty()).map(PathBuf::from),
            "ENGINE_WORKSPACE",
            None,
            PathBuf::from(DEFAULT_WORKSPACE),
        );
        let file = if flags.demo { SettingsFile::default() } else { read_file(&workspace.value)? };
        let provider =
            environment("ENGINE_PROVIDER", |text| <ProviderName as clap::ValueEnum>::from_str(text, true).ok())?;
        let lang = environment("ENGINE_LANG", lang_of)?;
        let trace = environment("ENGINE_TRACE", |text| Some(PathBuf::from(text)))?;
        let numbers = environment("ENGINE_UNSUPPORTED_NUMBERS", policy_of)?;
        // A trace path in the file is relative to the workspace, wherever the command is called from.
        let file_trace = file.trace.map(|path| workspace.value.join(path));
        Ok(Self {
            provider: pick(flags.provider, provider, "ENGINE_PROVIDER", file.provider, ProviderName::Mock),
            lang: pick(flags.lang.map(Some), lang.map(Some), "ENGINE_LANG", file.lang.map(Some), None),
            trace: pick(flags.trace.map(Some), trace.map(Some), "ENGINE_TRACE", file_trace.map(Some), None),
            unsupported_numbers: pick(
                flags.unsupported_numbers,
                numbers,
                "ENGINE_UNSUPPORTED_NUMBERS",
                file.unsupported_numbers,
                UnsupportedNumbers::default(),
            ),
            embeddings: pick(None, None, "", file.embeddings.map(Some), None),
            workspace,
        })
    }
}

fn pick<T>(flag: Option<T>, environment: Option<T>, name: &'static str, file: Option<T>, default: T) -> Setting<T> {
    let with = |value, origin| Setting { value, origin };
    if let Some(value) = flag {
        return with(value, Origin::Flag);
    }
    if let Some(value) = environment {
        return with(value, Origin::Environment(name));
    }
    file.map_or(with(default, Origin::Default), |value| with(value, Origin::File))
}

/// What to do about a value of the environment that is no good.
const NEXT: &str = "`engine --help` names the settings, and the help of a command their values; correct it or unset it";

/// A value of the environment; one that cannot be read is an error, not a default.
fn environment<T>(name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Failure> {
    match std::env::var(name) {
        Ok(text) if text.is_empty() => Ok(None),
        Ok(text) => read(&text)
            .map(Some)
            .ok_or_else(|| Failure::usage(format!("environment {name}: `{text}` is not a valid value; {NEXT}"))),
        Err(std::env::VarError::NotPresent) => Ok(None),
        Err(std::env::VarError::NotUnicode(_)) => {
            Err(Failure::usage(format!("environment {name} is not valid text; {NEXT}")))
        }
    }
}

/// The language with this two-letter code.
pub(super) fn lang_of(text: &str) -> Option<Lang> {
    text.parse().ok()
}

/// What happens to unsupported numbers under this word.
pub(super) fn policy_of(text: &str) -> Option<UnsupportedNumbers> {
    text.parse().ok()
}

/// What is wrong in the settings file, where, and what to do; the parser's own text shows the line in a drawing.
fn explained(path: &Path, text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let what = error.message().trim().replace('\n', "; ");
    let place = crate::cli::pasted(path);
    format!("{place}:{line}:{column}: {what}\n  correct that line, or take it out: its default holds then")
}

fn read_file(workspace: &Path) -> Result<SettingsFile, Failure> {
    let path = workspace.join(SETTINGS_FILE);
    match std::fs::read_to_string(&path) {
        Ok(text) => toml::from_str(&text).map_err(|error| Failure::fault(explained(&path, &text, &error))),
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            Ok(SettingsFile::default())
        }
        Err(error) => Err(Failure::fault(format!("{}: {error}", path.display()))),
    }
}
