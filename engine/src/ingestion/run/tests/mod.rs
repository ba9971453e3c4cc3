//! Whole files on their way into stores in memory: their text, their tables, and both at once.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod both;
mod restricted;
mod tables;
mod texts;

use super::*;
use crate::profile::tests::acme;
use crate::profile::{Glossary, Profile};

/// What restricts what lies in a vault, and what an executive committee wrote.
const SENSITIVITY: &str = r#"
[sensitivity]
restricted_filename_patterns = ["*/vault/*", "*exco*"]
restricted_keywords = ["top secret"]
"#;

/// Files in memory, of names and contents.
fn in_memory<'a>(files: &[(&'a str, &'a str)]) -> Vec<SourceFile<'a>> {
    let file = |(name, text): &(&'a str, &'a str)| SourceFile {
        format: Format::of_name(name).unwrap(),
        content: ByteSource::Memory(text.as_bytes()),
        file_name: name.rsplit('/').next().unwrap(),
        name,
    };
    files.iter().map(file).collect()
}

/// A profile with what its documents are read with.
struct Wordings {
    profile: Profile,
    glossary: Glossary,
}

impl Wordings {
    fn new() -> Self {
        let profile = acme(SENSITIVITY);
        let glossary = Glossary::new(&profile).unwrap();
        Self { profile, glossary }
    }

    fn context(&self) -> ReadContext<'_> {
        ReadContext::new(&self.profile, &self.glossary).unwrap()
    }
}
