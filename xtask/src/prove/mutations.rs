//! Mutations: one passage of the code in the place of another, so that it still compiles and does something wrong that
//! people would do. They are data, one file an area, and none of them is ever compiled into the program that is used.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

/// Where they stand, from the root of the repository.
pub(super) const FOLDER: &str = "xtask/src/prove/mutations";
/// How many may survive everything, each with its reason. It may only become less.
const SURVIVORS_MAX: usize = 2;
/// A reason of fewer words explains nothing.
const WORDS_MIN: usize = 4;

/// A passage of the code, and what stands in its place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutation {
    /// What it breaks: the name of its file.
    #[serde(skip)]
    pub(super) area: String,
    /// Unique over all areas.
    pub(super) name: String,
    /// From the root of the repository.
    pub(super) file: String,
    /// The right code, which stands in the file once: an expression, or whole statements. Where `«` and `»` stand in it, only
    /// what is between them is replaced, and the rest says where it is.
    pub(super) find: String,
    pub(super) replace: String,
    /// What somebody would suffer from it.
    pub(super) harm: String,
    /// Whether it is no expression and no statements, and must be built by itself.
    #[serde(default)]
    pub(super) alone: bool,
    /// Why nothing sees it, where nothing does.
    pub(super) survives: Option<String>,
}

/// Every mutation, by area and place in its file.
#[derive(Debug, Default)]
pub(super) struct Mutations {
    pub(super) all: Vec<Mutation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaFile {
    mutations: Vec<Mutation>,
}

impl Mutation {
    /// Tells whether what was seen of it is still about it.
    pub(super) fn hash(&self) -> String {
        let text = [self.file.as_str(), &self.find, &self.replace].join("\0");
        short_hash([text.as_bytes()])
    }

    /// Where the right code stands in a text that has it once.
    pub(super) fn place_in(&self, text: &str) -> Option<Range<usize>> {
        let (before, rest) = self.find.split_once('«').unwrap_or(("", &self.find));
        let (right, behind) = rest.split_once('»').unwrap_or((rest, ""));
        let start = text.find(&[before, right, behind].concat())? + before.len();
        Some(start..start + right.len())
    }

    /// How often a text has it.
    fn times_in(&self, text: &str) -> usize {
        text.matches(&self.find.replace(['«', '»'], "")).count()
    }

    /// The text with the wrong code in the place of the right one.
    pub(super) fn applied(&self, text: &str) -> Option<String> {
        let place = self.place_in(text).filter(|_| self.times_in(text) == 1)?;
        Some(format!("{}{}{}", text.get(..place.start)?, self.replace, text.get(place.end..)?))
    }

    /// Whether it breaks what judges, and not what is judged.
    pub(super) fn is_of_gates(&self) -> bool {
        self.file.starts_with("src/")
    }

    /// The module that it stands in, as tests beside it are named: `language::periods` of `engine/src/language/periods/days.rs`.
    pub(super) fn module(&self) -> String {
        let (_, inner) = self.file.split_once("src/").unwrap_or(("", &self.file));
        let inner = inner.strip_suffix(".rs").unwrap_or(inner);
        inner.rsplit_once('/').map_or(inner, |(folder, _)| folder).replace('/', "::")
    }

    /// Whether one of the words of a command line means it; none mean all.
    pub(super) fn is_meant(&self, texts: &[String]) -> bool {
        texts.is_empty() || texts.iter().any(|text| self.area == *text || self.name.contains(text.as_str()))
    }

    fn fault(&self, root: &Path) -> Option<String> {
        let text = fs::read_to_string(root.join(&self.file)).unwrap_or_default();
        let is_sentence = |words: &str| words.split_whitespace().count() >= WORDS_MIN;
        let times = self.times_in(&text);
        Some(match () {
            () if times != 1 => format!("{} has `find` {times} times, not once", self.file),
            () if self.find == self.replace => "it changes nothing".to_owned(),
            () if !is_sentence(&self.harm) => "`harm` does not say what somebody suffers from it".to_owned(),
            () if self.survives.as_deref().is_some_and(|why| !is_sentence(why)) => "`survives` is no reason".to_owned(),
            () => return None,
        })
    }
}

impl Mutations {
    /// Reads all areas.
    pub(super) fn load(root: &Path) -> Result<Self> {
        let folder = root.join(FOLDER);
        let cannot = || format!("cannot read {}", folder.display());
        let entries: std::io::Result<Vec<_>> = fs::read_dir(&folder).with_context(cannot)?.collect();
        let mut paths: Vec<_> = entries.with_context(cannot)?.into_iter().map(|entry| entry.path()).collect();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
        paths.sort();
        let mut all = Vec::new();
        for path in paths {
            let place = || format!("cannot read {}", path.display());
            let area = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).with_context(place)?;
            let file: AreaFile = toml::from_str(&text).with_context(place)?;
            all.extend(file.mutations.into_iter().map(|one| Mutation { area: area.clone(), ..one }));
        }
        Ok(Self { all })
    }

    /// Those that are compiled together, with the number by which each is switched on.
    pub(super) fn together(&self) -> BTreeMap<&str, Vec<(usize, &Mutation)>> {
        let mut files: BTreeMap<&str, Vec<(usize, &Mutation)>> = BTreeMap::new();
        for (number, one) in (1..).zip(&self.all).filter(|(_, one)| !one.alone) {
            files.entry(&one.file).or_default().push((number, one));
        }
        files
    }

    /// The number by which a mutation is switched on.
    pub(super) fn number(&self, mutation: &Mutation) -> usize {
        self.all.iter().position(|one| one == mutation).map_or(0, |at| at + 1)
    }

    /// The mutation of a name.
    pub(super) fn named(&self, name: &str) -> Option<&Mutation> {
        self.all.iter().find(|one| one.name == name)
    }

    /// Everything by which they no longer fit the code.
    pub(super) fn faults(&self, root: &Path) -> Vec<String> {
        let mut faults: Vec<String> =
            self.all.iter().filter_map(|one| Some(format!("{}: {}", one.name, one.fault(root)?))).collect();
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        self.all.iter().for_each(|one| *times.entry(&one.name).or_default() += 1);
        faults.extend(times.iter().filter(|(_, times)| **times > 1).map(|(name, _)| format!("{name} stands twice")));
        let survivors: Vec<&str> =
            self.all.iter().filter(|one| one.survives.is_some()).map(|one| one.name.as_str()).collect();
        if survivors.len() > SURVIVORS_MAX {
            faults.push(format!("more than {SURVIVORS_MAX} are to survive: {}", survivors.join(", ")));
        }
        faults
    }
}

/// The first digits of BLAKE3, in hex: enough to tell what changed.
pub(super) fn short_hash<'b>(parts: impl IntoIterator<Item = &'b [u8]>) -> String {
    const HEX_DIGITS: usize = 12;
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize().to_hex().chars().take(HEX_DIGITS).collect()
}
