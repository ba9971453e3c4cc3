//! A copy of a fixture in which some sources are altered, as a folder that any system can read: the profile, a file of open
//! facts and one of restricted ones, and the documents. Figures of office documents stand there as rows with the names and
//! places of those documents, since the harness reads no such format; whether they are read rightly is for the extraction
//! suite to say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::Change;
use super::prose::{self, Shift};
use super::rows::Rows;
use crate::golden::{Fact, Fixture};
use crate::key::{FactKey, Part};

/// A copy with what is altered in it.
#[derive(Debug)]
pub struct Copy {
    /// The fixture as it is.
    pub fixture: Arc<Fixture>,
    /// What is done to every source in question.
    pub change: Change,
    pub(super) rows: Arc<Rows>,
    pub(super) keys: BTreeSet<FactKey>,
    pub(super) documents: BTreeMap<String, Shift>,
    pub(super) texts: BTreeSet<String>,
}

impl Copy {
    /// Writes the copy to a folder of the fixture's name in `folder`.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let folder = folder.join(&self.fixture.name);
        let (facts, docs) = (folder.join("facts"), folder.join("docs"));
        fs::create_dir_all(&facts)?;
        fs::create_dir_all(&docs)?;
        fs::write(folder.join("profile.toml"), &self.fixture.profile_text)?;
        let altered = self.rows.altered(&self.fixture, self.change, &self.keys);
        // A word that restricts a facts file restricts all of its rows.
        let (closed, open): (Vec<Fact>, Vec<Fact>) = altered.into_iter().partition(|fact| fact.restricted);
        fs::write(facts.join("facts.csv"), rows(&open)?)?;
        fs::write(facts.join("restricted.csv"), rows(&closed)?)?;
        for (file, text) in prose::altered(&self.fixture, self.change, &self.documents, &self.texts)? {
            fs::write(docs.join(file), text)?;
        }
        Ok(())
    }
}

/// Facts as a file.
fn rows(facts: &[Fact]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // In code: the columns of a facts file.
    writer.write_record(["metric", "entity", "period", "channel", "value", "unit", "doc", "locator", "valid_as_of"])?;
    for Fact { key, value, unit, source, valid_as_of, .. } in facts {
        let period = match key.period.part {
            Part::Year => format!("FY{}", key.period.year),
            Part::Half(_) | Part::Quarter(_) | Part::Month(_) => key.period.to_string(),
        };
        let day = valid_as_of.map(|day| day.to_string()).unwrap_or_default();
        let value = value.to_string();
        let cells = [&key.metric, &key.entity, &period, &key.channel, &value, unit, &source.doc, &source.locator, &day];
        writer.write_record(cells)?;
    }
    writer.into_inner().map_err(|fault| io::Error::other(fault.to_string()))
}
