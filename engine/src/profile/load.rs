//! The way in: bytes or text to a valid [`Profile`], or to everything that is wrong with it. The only place of the
//! profile that touches a file.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

use toml::de::DeTable;

use super::fault::{Findings, Span, counted};
use super::problem::Problem;
use super::raw::Raw;
use super::{Faults, Profile, ProfileError, build, check};

/// The largest file that is read as a profile. A hundred thousand entities take about a tenth of it.
const SIZE_MAX_MIB: u64 = 128;

/// What there is to say about a profile text.
#[derive(Debug)]
pub struct Checked {
    /// The profile, unless a fault is an error.
    pub profile: Option<Profile>,
    /// Errors and warnings in the order of the text.
    pub faults: Faults,
    source_name: String,
}

impl Profile {
    /// Reads and validates a file. Every fault is reported at once; warnings alone do not stop a load.
    pub fn load(path: &Path) -> Result<Self, ProfileError> {
        Self::check(path)?.into_profile()
    }

    /// Validates `text`; `source_name` is what messages call it.
    ///
    /// ```
    /// use engine::lang::Lang;
    /// use engine::profile::Profile;
    ///
    /// let text = r#"
    ///     schema = 1
    ///     [home]
    ///     company = { zh = "示例电网", en = "Example Grid" }
    ///     entity = "NORTH"
    ///     [metrics.LOAD]
    ///     label = { zh = "负荷", en = "Load" }
    ///     unit = "MW"
    ///     [entities.NORTH]
    ///     synonyms = ["northern area"]
    ///     [units.MW]
    /// "#;
    /// let profile = Profile::parse("grid.toml", text)?;
    /// assert_eq!(profile.metrics[0].label.get(Lang::Zh), "负荷");
    ///
    /// let faults = Profile::parse("grid.toml", &text.replace("unit =", "unti =")).unwrap_err().to_string();
    /// assert!(faults.contains("grid.toml:8:5: error: unknown key `unti` in [metrics.LOAD]"), "{faults}");
    /// assert!(faults.contains("help: did you mean `unit`?"), "{faults}");
    /// # Ok::<(), engine::profile::ProfileError>(())
    /// ```
    pub fn parse(source_name: &str, text: &str) -> Result<Self, ProfileError> {
        Self::check_text(source_name, text).into_profile()
    }

    /// Reads a file and says everything about it, warnings included. An error means that it could not be read.
    pub fn check(path: &Path) -> Result<Checked, ProfileError> {
        let bytes = read(path)?;
        let name = path.display().to_string();
        Ok(match String::from_utf8(bytes) {
            Ok(text) => Self::check_text(&name, &text),
            Err(fault) => {
                let at = fault.utf8_error().valid_up_to();
                // The bytes before the fault are text, which is all that its place needs.
                let text = String::from_utf8_lossy(fault.as_bytes().get(..at).unwrap_or_default());
                Checked::unreadable(&name, &text, at, Problem::NotUtf8)
            }
        })
    }

    /// Says everything about `text`, warnings included.
    pub fn check_text(source_name: &str, text: &str) -> Checked {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        if let Some(at) = text.find('\0') {
            return Checked::unreadable(source_name, text.get(..at).unwrap_or_default(), at, Problem::NulByte);
        }
        let (tree, syntax) = DeTable::parse_recoverable(text);
        let mut found = Findings::default();
        if !syntax.is_empty() {
            found.add_syntax(text, &syntax);
        }
        let raw = Raw::read(tree.get_ref(), &mut found);
        check::check(&raw, &mut found);
        let faults = found.locate(source_name, text);
        let profile = if faults.errors() == 0 { build::build(raw) } else { None };
        Checked { profile, faults, source_name: source_name.to_owned() }
    }
}

impl Checked {
    fn unreadable(source_name: &str, before: &str, at: usize, problem: Problem) -> Self {
        let mut found = Findings::default();
        found.add(Span { start: at, end: at }, problem);
        Self { profile: None, faults: found.locate(source_name, before), source_name: source_name.to_owned() }
    }

    /// The profile, or its faults as an error. Warnings are dropped with a profile that is valid.
    pub fn into_profile(self) -> Result<Profile, ProfileError> {
        self.profile.ok_or(ProfileError::Invalid(self.faults))
    }

    /// The text of `engine profile check`: every fault, then one line of verdict.
    pub fn report(&self) -> String {
        let faults = if self.faults.0.is_empty() { String::new() } else { format!("{}\n", self.faults) };
        let Some(profile) = &self.profile else {
            return faults;
        };
        let entities = profile.entities.len();
        format!(
            "{faults}{}: valid: {}, {}, {}, {}, {}\n",
            self.source_name,
            counted(profile.metrics.len(), "metric"),
            if entities == 1 { "1 entity".to_owned() } else { format!("{entities} entities") },
            counted(profile.channels.len(), "channel"),
            counted(profile.units.len(), "unit"),
            counted(profile.competitors.len(), "competitor"),
        )
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ProfileError> {
    let unreadable = |source: std::io::Error| match source.kind() {
        ErrorKind::NotFound => ProfileError::NotFound { path: path.to_owned() },
        ErrorKind::IsADirectory => ProfileError::Directory { path: path.to_owned() },
        _ => ProfileError::Unreadable { path: path.to_owned(), source },
    };
    let mut bytes = Vec::new();
    // A device or a pipe has no length to ask for, so the limit is kept while reading.
    let limit = SIZE_MAX_MIB << 20;
    File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > limit {
        return Err(ProfileError::TooLarge { path: path.to_owned(), limit_mib: SIZE_MAX_MIB });
    }
    Ok(bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
