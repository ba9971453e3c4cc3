//! Tests of whole files on their way into a store in memory.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::path::PathBuf;

use jiff::Timestamp;
use tempfile::TempDir;

use super::*;
use crate::fact::FactKey;
use crate::profile::tests::ACME;
use crate::profile::{Glossary, Profile, Sensitivity};
use crate::store::{FactFilter, FactSource, FactStore, SqliteFactStore, StoredFact};

/// A folder with files, and a store.
struct Desk {
    folder: TempDir,
    store: SqliteFactStore,
    profile: Profile,
    glossary: Glossary,
    runs: i64,
}

impl Desk {
    fn new() -> Self {
        let profile = Profile::parse("profile.toml", &ACME.replace("Revenue", "revenue")).unwrap();
        let glossary = Glossary::new(&profile).unwrap();
        let (folder, store) = (TempDir::new().unwrap(), SqliteFactStore::in_memory().unwrap());
        Self { folder, store, profile, glossary, runs: 0 }
    }

    /// Writes a file and ingests it; the report and the bad rows as a person sees them.
    fn ingest_as(&mut self, name: &str, content: &[u8], skip_bad_rows: bool) -> (FileReport, Vec<String>) {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        self.runs += 1;
        let sensitivity =
            |name: &str| if name.contains("secret") { Sensitivity::Restricted } else { Sensitivity::Internal };
        let mut options = self.options(&sensitivity, "profile 1");
        options.skip_bad_rows = skip_bad_rows;
        let mut bad = Vec::new();
        let files = [CsvFile { content: CsvContent::Path(path), name: name.to_owned() }];
        let now = Timestamp::from_second(self.runs).unwrap();
        let mut reports = ingest_csv(&self.store, &files, &options, now, &mut |row| bad.push(row.to_string())).unwrap();
        (reports.remove(0), bad)
    }

    fn options<'a>(
        &'a self,
        sensitivity: &'a (dyn Fn(&str) -> Sensitivity + Sync),
        fingerprint: &'a str,
    ) -> CsvOptions<'a> {
        let vocabulary = Vocabulary::new(&self.profile, &self.glossary);
        CsvOptions { vocabulary, sensitivity, restricted: None, fingerprint, skip_bad_rows: false }
    }

    /// Ingests files in the folder whose documents are public.
    fn ingest_public(&self, files: &[(&str, PathBuf)], fingerprint: &str) -> Vec<FileReport> {
        let file = |(name, path): &(&str, PathBuf)| CsvFile {
            content: CsvContent::Path(path.clone()),
            name: (*name).to_owned(),
        };
        let files: Vec<CsvFile> = files.iter().map(file).collect();
        let options = self.options(&|_| Sensitivity::Public, fingerprint);
        ingest_csv(&self.store, &files, &options, Timestamp::UNIX_EPOCH, &mut |_| {}).unwrap()
    }

    fn ingest(&mut self, content: &str) -> (FileReport, Vec<String>) {
        self.ingest_as("a.csv", content.as_bytes(), false)
    }

    fn facts(&self) -> Vec<StoredFact> {
        let mut facts = Vec::new();
        self.store
            .list(&FactFilter::default(), &mut |fact| {
                facts.push(fact);
                std::ops::ControlFlow::Continue(())
            })
            .unwrap();
        facts
    }
}

const HEADER: &str = "metric,entity,period,channel,value,unit,doc,locator,valid_as_of\n";

#[test]
fn cells_are_understood_through_the_vocabulary() {
    let mut desk = Desk::new();
    let (report, bad) = desk.ingest(
        "\u{FEFF}value,doc,Metric,entity,period,unit\r\n\
         \"1,320.50\",年报.xlsx,营收,香港,2024年上半年,百万美元\r\n\
         14.8%,年报.xlsx,ROE,HK,FY2024,\r\n",
    );
    assert_eq!(bad, Vec::<String>::new());
    assert!(matches!(report.outcome, Outcome::Taken), "{report:?}");
    assert_eq!((report.rows, report.counts.new), (2, 2));
    let key = FactKey::total("REVENUE", "HK", "2024H1".parse().unwrap());
    let fact = desk.store.lookup(&key).unwrap().unwrap().fact;
    assert_eq!((fact.value.to_string().as_str(), fact.unit.as_str()), ("1320.50", "USD_M"));
    assert_eq!((fact.lineage.doc.as_str(), fact.lineage.locator.as_str()), ("年报.xlsx", "row=2"));
    let roe = desk.store.lookup(&FactKey::total("ROE", "HK", "2024".parse().unwrap()));
    let roe = roe.unwrap().unwrap().fact;
    assert_eq!((roe.value.to_string().as_str(), roe.unit.as_str()), ("14.8", "PCT"));
}

#[test]
fn lines_are_those_of_the_file_whatever_ends_them() {
    for newline in ["\n", "\r\n"] {
        let mut desk = Desk::new();
        let text = format!(
            "{HEADER}\nrevenue,HK,2024,,1,,a.xlsx,\"\n\",\n\n\nrevenue,HK,2023,,2,,a.xlsx,,\nrevenue,HK,2022,,x,,a.xlsx,,\nrevenue,HK,2021,,y,,a.xlsx,,"
        );
        let (report, bad) = desk.ingest_as("a.csv", text.replace('\n', newline).as_bytes(), true);
        assert_eq!(report.rows, 4);
        let locators: Vec<String> = desk.facts().iter().map(|fact| fact.fact.lineage.locator.clone()).collect();
        assert_eq!(locators, ["row=7", "row=3"], "{newline:?}");
        assert!(bad[0].starts_with("a.csv:8: column 5 (value) `x`: not a number"), "{bad:?}");
        assert!(bad[1].starts_with("a.csv:9: "), "{bad:?}");
    }
}

#[test]
fn each_bad_row_says_where_and_why_and_the_file_writes_nothing() {
    let mut desk = Desk::new();
    let (report, bad) = desk.ingest(&format!(
        "{HEADER}revenue,HK,2024,,1,,a.xlsx,,\n\
         revnue,HK,2024,,1,,a.xlsx,,\n\
         revenue,,2024,,1,,a.xlsx,,\n\
         revenue,HK,soon,,1,,a.xlsx,,\n\
         revenue,HK,2024,BANK,1,,a.xlsx,,\n\
         revenue,HK,2024,,1e3,,a.xlsx,,\n\
         revenue,HK,2024,,1,EUR,a.xlsx,,\n\
         revenue,HK,2024,,1,%,a.xlsx,,\n\
         revenue,HK,2024,,1%,,a.xlsx,,\n\
         revenue,HK,2024,,1,,,,\n\
         revenue,HK,2024,,1,,a.xlsx,,31/12/2024\n\
         revenue,HK,2024,,1,,a\0.xlsx,,\n\
         revenue,HK,2024,,1\n\
         revenue,HK,2024,,2,,a.xlsx,,\n\
         revenue,HK,2024,,1.0,,a.xlsx,,\n"
    ));
    let wanted = [
        "a.csv:3: column 1 (metric) `revnue`: the profile does not know it; did you mean `revenue`?",
        "a.csv:4: column 2 (entity): the cell is empty",
        "a.csv:5: column 3 (period) `soon`: not a period; write 2024, 2024H1, 2024Q3 or 2024-03",
        "a.csv:6: column 4 (channel) `BANK`: the profile does not know it",
        "a.csv:7: column 5 (value) `1e3`: an exponent may hide lost digits; write the digits out",
        "a.csv:8: column 6 (unit) `EUR`: the profile does not know it",
        "a.csv:9: column 6 (unit) `%`: the unit is PCT, and REVENUE is stated in USD_M; values are never converted",
        "a.csv:10: column 5 (value) `1%`: a percent sign, but the unit is USD_M",
        "a.csv:11: column 7 (doc): the cell is empty",
        "a.csv:12: column 9 (valid_as_of) `31/12/2024`: not a date; write YYYY-MM-DD, for example 2024-12-31",
        "a.csv:13: column 7 (doc) `a\u{FFFD}.xlsx`: the cell holds a control character or a line break",
        "a.csv:14: the row has 5 cells, and the header has 9 columns; a quote or a comma may be missing",
        "a.csv:15: the same document states 1 USD_M for the same key in a.csv, line 2",
    ];
    assert_eq!(bad, wanted);
    assert!(matches!(report.outcome, Outcome::RejectedForBadRows));
    assert_eq!((report.rows, report.bad_rows, report.counts.new), (15, 13, 0));
    assert!(desk.facts().is_empty());
}

#[test]
fn bad_rows_can_be_left_out_and_are_reported_each_time() {
    let mut desk = Desk::new();
    let text = format!("{HEADER}revenue,HK,2024,,1,,a.xlsx,,\nrevenue,HK,2023,,-,,a.xlsx,,\n");
    for n in 0..2 {
        let (report, bad) = desk.ingest_as("a.csv", text.as_bytes(), true);
        assert!(matches!(report.outcome, Outcome::TakenWithoutBadRows));
        assert_eq!((bad.len(), report.counts.new, report.counts.same), (1, 1 - n, n));
    }
    let (report, _) = desk.ingest_as("a.csv", format!("{HEADER}x,HK,2024,,1,,a.xlsx,,\n").as_bytes(), true);
    assert!(matches!(report.outcome, Outcome::RejectedForBadRows), "a file without a good row replaces nothing");
    assert_eq!(desk.facts().len(), 1);
}

#[test]
fn text_that_is_not_utf8_is_a_bad_row_of_its_column() {
    let mut desk = Desk::new();
    let mut text = format!("{HEADER}revenue,HK,2024,,1,,").into_bytes();
    text.extend(b"\xC4\xEA\xB1\xA8.xlsx,,\nrevenue,HK,2023,,1,,a.xlsx,,\n");
    let (_, bad) = desk.ingest_as("a.csv", &text, false);
    assert_eq!(bad, ["a.csv:2: column 7 (doc): the text is not UTF-8; save the file as \"CSV UTF-8\""]);
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain(HEADER.bytes().flat_map(|b| [b, 0])).collect();
    let (report, _) = desk.ingest_as("b.csv", &utf16, false);
    assert!(matches!(report.outcome, Outcome::Unreadable(FileFault::NotUtf8)), "{report:?}");
}

#[test]
fn files_that_are_no_facts_files_are_told_apart() {
    let mut desk = Desk::new();
    let fault = |report: FileReport| match report.outcome {
        Outcome::Unreadable(fault) => fault.to_string(),
        other => format!("{other:?}"),
    };
    assert!(fault(desk.ingest("").0).contains("the file is empty"));
    assert!(fault(desk.ingest("metric;entity;period;value;unit;doc\n").0).contains("';'"));
    assert!(fault(desk.ingest("metric,entity\n").0).contains("missing columns: period, value, unit, doc"));
    let endless = format!("{HEADER}revenue,HK,2024,,1,,a.xlsx,,\nrevenue,HK,2023,,\"{}", "1\n".repeat(2_000_000));
    assert!(fault(desk.ingest(&endless).0).contains("the row that begins in line 3 is longer"));
    assert!(matches!(desk.ingest(HEADER).0.outcome, Outcome::NoFacts));
    assert!(desk.facts().is_empty());

    let folder = desk.folder.path();
    let reports = desk.ingest_public(&[("none.csv", folder.join("none.csv")), ("folder", folder.to_owned())], "");
    assert!(matches!(reports[0].outcome, Outcome::Unreadable(FileFault::Io(_))));
    assert!(matches!(reports[1].outcome, Outcome::Unreadable(FileFault::Folder)));
}

#[test]
fn the_same_content_is_known_until_the_profile_changes() {
    let mut desk = Desk::new();
    let text = format!("{HEADER}revenue,HK,2024,,1,,a.xlsx,,\n");
    desk.ingest(&text);
    assert!(matches!(desk.ingest(&text).0.outcome, Outcome::Unchanged));
    let reports = desk.ingest_public(&[("a.csv", desk.folder.path().join("a.csv"))], "profile 2");
    assert_eq!((reports[0].counts.same, reports[0].counts.unchanged), (1, false));
}

#[test]
fn what_a_restricted_file_states_is_restricted() {
    let mut desk = Desk::new();
    let text = format!("{HEADER}revenue,HK,2024,,1,,a.xlsx,,\nrevenue,HK,2024,,1,,secret.xlsx,,\n");
    desk.ingest(&text);
    assert_eq!(desk.facts().len(), 1);
    desk.ingest_as("secret.csv", text.as_bytes(), false);
    assert!(desk.facts().is_empty(), "the file's own name restricts the documents in it");
    assert_eq!(desk.store.stats().unwrap().restricted, 2);
}
