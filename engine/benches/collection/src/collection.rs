//! Collections in the layout of BEIR (<https://github.com/beir-cellar/beir>): `corpus.jsonl`, `queries.jsonl`, and judgements in
//! `qrels.tsv` or `qrels/test.tsv`. A folder is read as a whole or refused with the first fault: figures over half a
//! collection are figures of another one. Other judgements than those of the test set are not looked for.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Grades of documents, by the documents' names.
pub(crate) type Grades = BTreeMap<String, i32>;
/// Grades of each judged query, by the queries' names.
pub(crate) type Judgements = BTreeMap<String, Grades>;

const CORPUS: &str = "corpus.jsonl";
const QUERIES: &str = "queries.jsonl";
/// Where judgements stand; the first file that is there counts.
const QRELS: [&str; 2] = ["qrels.tsv", "qrels/test.tsv"];

/// Documents, the queries that are judged, and the judgements.
#[derive(Debug)]
pub(crate) struct Collection {
    /// What the folder is called.
    pub(crate) name: String,
    /// The file of documents.
    pub(crate) corpus: PathBuf,
    pub(crate) documents: Vec<Text>,
    pub(crate) queries: Vec<Text>,
    pub(crate) judgements: Judgements,
    /// Judged documents that are not in the corpus.
    absent: usize,
}

/// A document or a query.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) id: String,
    /// Of a document, its title and its text.
    pub(crate) text: String,
}

/// Why a folder is no collection.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Fault {
    /// A file is not there or cannot be read.
    #[error("{}: {cause}; a collection is a folder with {CORPUS}, {QUERIES} and {} or {}", path.display(), QRELS[0], QRELS[1])]
    File { path: PathBuf, cause: io::Error },
    /// A line is not what it must be.
    #[error("{}:{line}: {problem}", path.display())]
    Line { path: PathBuf, line: usize, problem: Problem },
    /// The files do not belong together.
    #[error("{}: {what}; take all three files from one and the same collection", path.display())]
    Apart { path: PathBuf, what: String },
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error(
        "no record in JSON ({0}); write {{\"_id\": \"…\", \"text\": \"…\"}}, in the corpus with a \"title\" if there is one"
    )]
    Json(String),
    #[error("`_id` is empty; give the record a name")]
    NoId,
    #[error("`_id` {0} stands in an earlier line; give each record a name of its own")]
    TwiceNamed(String),
    #[error(
        "no judgement; write the query's `_id`, the document's `_id` and a whole number as grade, with tabs between"
    )]
    NoJudgement,
    #[error("query {0} and document {1} are judged in an earlier line; leave one of the two out")]
    TwiceJudged(String, String),
}

/// A line of `corpus.jsonl` or `queries.jsonl`; other members, such as `metadata`, are the engine's to read.
#[derive(Deserialize)]
struct Record {
    #[serde(rename = "_id")]
    id: String,
    title: Option<String>,
    text: String,
}

impl Collection {
    /// Reads a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, Fault> {
        let corpus = folder.join(CORPUS);
        let documents = records(&corpus)?;
        let all_queries = records(&folder.join(QUERIES))?;
        let qrels = QRELS.map(|name| folder.join(name));
        let path = qrels.iter().find(|path| path.is_file()).unwrap_or(&qrels[0]);
        let judgements = judgements(path)?;
        let apart = |what: String| Fault::Apart { path: path.clone(), what };

        let asked: HashSet<&str> = all_queries.iter().map(|query| query.id.as_str()).collect();
        if let Some(unknown) = judgements.keys().find(|query| !asked.contains(query.as_str())) {
            return Err(apart(format!("query {unknown} is judged, and {QUERIES} has none of this name")));
        }
        let there: HashSet<&str> = documents.iter().map(|document| document.id.as_str()).collect();
        let judged: HashSet<&str> = judgements.values().flat_map(BTreeMap::keys).map(String::as_str).collect();
        let absent = judged.iter().filter(|doc| !there.contains(*doc)).count();
        if absent == judged.len() {
            return Err(apart(format!("{CORPUS} has none of the judged documents")));
        }
        let queries = all_queries.into_iter().filter(|query| judgements.contains_key(&query.id)).collect();
        let name =
            fs::canonicalize(folder).ok().and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let name = name.unwrap_or_else(|| folder.display().to_string());
        Ok(Self { name, corpus, documents, queries, judgements, absent })
    }

    /// What it is called and how large it is.
    pub(crate) fn title(&self) -> String {
        let absent = match self.absent {
            0 => String::new(),
            absent => format!(" ({absent} judged documents are not there and cannot be found)"),
        };
        format!("{}: {} documents{absent}, {} judged queries", self.name, self.documents.len(), self.queries.len())
    }
}

/// The records of a file, each with a name of its own.
fn records(path: &Path) -> Result<Vec<Text>, Fault> {
    let mut records = Vec::new();
    let mut lines = HashSet::new();
    each_line(path, |text| {
        let Record { id, title, text } = json(text)?;
        if id.trim().is_empty() {
            return Err(Problem::NoId);
        }
        if !lines.insert(id.clone()) {
            return Err(Problem::TwiceNamed(id));
        }
        let title = title.filter(|title| !title.is_empty());
        records.push(Text { id, text: title.map_or(text.clone(), |title| format!("{title}\n{text}")) });
        Ok(())
    })?;
    Ok(records)
}

fn json<T: DeserializeOwned>(line: &str) -> Result<T, Problem> {
    serde_json::from_str(line)
        .map_err(|error| Problem::Json(error.to_string().replace(" at line 1 column", ", column")))
}

/// The judgements of a file; its first line may be a heading.
fn judgements(path: &Path) -> Result<Judgements, Fault> {
    let mut judgements = HashMap::<String, Grades>::new();
    let mut is_first = true;
    each_line(path, |line| {
        let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
        let was_first = std::mem::take(&mut is_first);
        let [query, doc, grade] = fields[..] else { return Err(Problem::NoJudgement) };
        let Ok(grade) = grade.parse() else {
            return if was_first { Ok(()) } else { Err(Problem::NoJudgement) };
        };
        if query.is_empty() || doc.is_empty() {
            return Err(Problem::NoJudgement);
        }
        match judgements.entry(query.to_owned()).or_default().insert(doc.to_owned(), grade) {
            None => Ok(()),
            Some(_) => Err(Problem::TwiceJudged(query.to_owned(), doc.to_owned())),
        }
    })?;
    Ok(judgements.into_iter().collect())
}

/// Hands each line of a file that is not blank to `take`. A file without any is at fault.
fn each_line(path: &Path, mut take: impl FnMut(&str) -> Result<(), Problem>) -> Result<(), Fault> {
    let fault = |cause| Fault::File { path: path.to_owned(), cause };
    let mut is_empty = true;
    for (index, line) in BufReader::new(File::open(path).map_err(fault)?).lines().enumerate() {
        let line = line.map_err(fault)?;
        let line = line.strip_prefix('\u{FEFF}').filter(|_| index == 0).unwrap_or(&line);
        if !line.trim().is_empty() {
            is_empty = false;
            take(line).map_err(|problem| Fault::Line { path: path.to_owned(), line: index + 1, problem })?;
        }
    }
    if is_empty {
        return Err(fault(io::Error::new(io::ErrorKind::UnexpectedEof, "the file is empty")));
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
