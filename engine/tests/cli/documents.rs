//! Documents on their way into a workspace, and a person's decisions about them.

use serde_json::Value;

use crate::desk::{Desk, HEADER, Run};

const REVIEW: &str = "---\ntitle: The year\nentity: HK\nperiod: FY2025\nvalid_as_of: 2026-02-01\n---\n\n# The year\n\nSales rose.\n\nCosts fell to 1,320.50 in all.\n";

/// One JSON line a file, by the file's name.
fn ingest(desk: &Desk, paths: &[&str], code: i32) -> Vec<Value> {
    desk.run(&[&["ingest", "--json"], paths].concat()).exits(code).json()
}

fn names(desk: &Desk) -> Vec<String> {
    let listed = desk.run(&["docs", "list", "--json"]).exits(0).json();
    listed.iter().map(|document| document["doc"].as_str().unwrap().to_owned()).collect()
}

fn show(desk: &Desk, doc: &str) -> String {
    desk.run(&["docs", "show", doc]).exits(0).out
}

#[test]
fn facts_and_documents_go_in_together() {
    let desk = Desk::new();
    desk.file("in/facts.csv", format!("{HEADER}REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n"));
    desk.file("in/review.md", REVIEW);
    desk.file("in/sub/notes.txt", "Plain notes.\n\nIn two paragraphs.\n");
    desk.file("in/sub/page.html", "<title>A page</title><p>Agents were recruited.</p>");
    desk.file("in/corpus.jsonl", "{\"_id\": \"d1\", \"title\": \"One\", \"text\": \"First text.\"}\n{\"_id\": \"d2\", \"title\": \"Two\", \"text\": \"第二篇。\"}\n");
    desk.file("in/picture.png", "x");
    let run = desk.run(&["ingest", "in"]).exits(0);
    let run = run.prints(&["facts.csv", "review.md", "corpus.jsonl", "taken"]).says(&["skipped", "picture.png"]);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
    assert_eq!(names(&desk), ["d1", "d2", "notes.txt", "page.html", "review.md"]);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10 US$m"]);

    let lines = ingest(&desk, &["in"], 0);
    assert!(
        lines.iter().all(|line| ["unchanged", "skipped"].contains(&line["outcome"].as_str().unwrap())),
        "{lines:?}"
    );
    desk.run(&["docs", "list", "--entity", "HK", "--period", "2025"]).exits(0).prints(&[
        "review.md",
        "The year",
        "2026-02-01",
    ]);
    let none = desk.run(&["docs", "list", "--entity", "CN"]).exits(0).says(&["no such documents"]);
    assert_eq!(none.out, "");
    let page = desk.run(&["docs", "list", "--limit", "2", "--offset", "1"]).exits(0).says(&["--offset 3"]);
    assert!(page.out.contains("d2") && page.out.contains("notes.txt") && !page.out.contains("d1"), "{}", page.out);
    desk.run(&["doctor"]).exits(0).prints(&["ok    documents", "5 documents in", "ok    index", "shows the present"]);
    std::fs::remove_dir_all(desk.path(".engine/index")).unwrap();
    desk.run(&["doctor"]).exits(0).prints(&["note  index", "there is none", "All is well"]);
    assert!(!desk.path(".engine/index").exists(), "a check changes nothing");
}

#[test]
fn a_citation_leads_back_to_its_paragraphs() {
    let desk = Desk::new();
    desk.file("review.md", REVIEW);
    ingest(&desk, &["review.md"], 0);
    desk.run(&["docs", "show", "review.md"]).exits(0).prints(&["The year", "HK", "[para1]", "[para3] Costs fell"]);
    for args in [&["review.md", "--locator", "para2-3"][..], &["review.md#para2-3"]] {
        let run = desk.run(&[&["docs", "show"], args].concat()).exits(0);
        assert_eq!(run.out, "[para2] Sales rose.\n[para3] Costs fell to 1,320.50 in all.\n");
    }
    let object = desk.run(&["docs", "show", "--json", "review.md#para2-2"]).exits(0).json().remove(0);
    assert_eq!((&object["doc"], &object["entity"]), (&"review.md".into(), &"HK".into()));
    assert_eq!(object["paragraphs"], serde_json::json!([{"locator": "para2", "text": "Sales rose."}]));
    desk.run(&["docs", "show", "review.md#para2-9"]).exits(2).says(&["no such place", "3 paragraphs"]);
    desk.run(&["docs", "show", "review.md", "--locator", "row=2"]).exits(2).says(&["para3-5"]);
    desk.run(&["docs", "show", "revew.md"]).exits(3).says(&["no document `revew.md`; did you mean `review.md`?"]);
    desk.run(&["docs", "history", "revew.md"]).exits(3).says(&["did you mean `review.md`?"]);

    desk.file("long.txt", "A sentence of some words. ".repeat(60));
    ingest(&desk, &["long.txt"], 0);
    let piece = desk.run(&["docs", "show", "long.txt#para1-1.2"]).exits(0).out;
    assert!(piece.starts_with("[para1-1.2] A sentence") && piece.chars().count() < 500, "{piece}");
}

#[test]
fn a_file_that_changed_replaces_its_document() {
    let desk = Desk::new();
    desk.file("a.md", "Old text.\n");
    assert_eq!(ingest(&desk, &["a.md"], 0)[0]["new"], 1);
    desk.file("a.md", "New text.\n");
    assert_eq!(ingest(&desk, &["a.md"], 0)[0]["changed"], 1);
    assert!(show(&desk, "a.md").contains("New text."));
    desk.run(&["docs", "history", "a.md"]).exits(0).prints(&["replaced by a", "present"]);
    let history = desk.run(&["docs", "history", "--json", "a.md"]).exits(0).json();
    assert_eq!((history.len(), &history[1]["version"], &history[1]["ended"]), (2, &2.into(), &Value::Null));

    let profile = desk.path(".engine/profile.toml");
    let text = std::fs::read_to_string(&profile).unwrap();
    std::fs::write(&profile, text + "\n# changed\n").unwrap();
    let line = &ingest(&desk, &["a.md"], 0)[0];
    assert_eq!((&line["outcome"], &line["same"]), (&"taken".into(), &1.into()), "read again, and found to be the same");
    assert_eq!(desk.run(&["docs", "history", "--json", "a.md"]).json().len(), 2);
}

#[test]
fn records_that_are_gone_from_a_file_stop_answering() {
    let desk = Desk::new();
    let line = |id: &str, text: &str| format!("{{\"_id\":\"{id}\",\"text\":\"{text}\"}}\n");
    desk.file("c.jsonl", line("a", "one") + &line("b", "two") + &line("c", "three"));
    let first = &ingest(&desk, &["c.jsonl"], 0)[0];
    assert_eq!((&first["documents"], &first["new"]), (&3.into(), &3.into()));
    desk.file("c.jsonl", line("a", "one") + &line("c", "drei") + &line("d", "four"));
    let second = &ingest(&desk, &["c.jsonl"], 0)[0];
    let counts = ["new", "changed", "same", "dropped"].map(|name| second[name].as_u64().unwrap());
    assert_eq!(counts, [1, 1, 1, 1], "{second}");
    assert_eq!(names(&desk), ["a", "c", "d"]);
    desk.run(&["docs", "show", "b"]).exits(3).says(&["does not answer any more", "docs history"]);
    desk.run(&["docs", "history", "b"]).exits(0).prints(&["no longer in its source"]);

    // A line that cannot be read may be any of the records that are missing, with another label.
    desk.file("c.jsonl", line("a", "one") + "{broken\n");
    desk.run(&["ingest", "c.jsonl"])
        .exits(4)
        .says(&["c.jsonl: line 2", "1 document left out"])
        .prints(&["taken in part"]);
    assert_eq!(names(&desk), ["a"]);
    desk.run(&["ingest", "c.jsonl"]).exits(4).says(&["line 2"]);
    desk.file("c.jsonl", "");
    desk.run(&["ingest", "c.jsonl"]).exits(4).says(&["no text", "no longer answers"]);
    assert_eq!(names(&desk), Vec::<String>::new());
}

#[test]
fn a_broken_file_is_reported_and_the_rest_goes_in() {
    let desk = Desk::new();
    desk.file("in/good.md", "Good text.\n");
    desk.file("in/binary.md", b"text\0with a NUL");
    desk.file("in/open.md", "---\ntitle: x\nnever closed\n");
    desk.file("in/empty.txt", "");
    desk.file("in/latin.txt", b"caf\xE9 au lait, tr\xE8s bien");
    let run = desk.run(&["ingest", "in"]).exits(3);
    run.says(&["binary.md: ", "open.md: line", "empty.txt: the file holds no text"]).prints(&["unreadable", "no text"]);
    assert_eq!(names(&desk), ["good.md"]);
    desk.file("in/good.md", b"\0");
    desk.run(&["ingest", "in/good.md"]).exits(3);
    assert_eq!(names(&desk), Vec::<String>::new(), "nobody knows how it is labelled now");
    // What cannot be opened says nothing new about itself.
    desk.file("in/deck.pptx", b"no archive");
    desk.run(&["ingest", "in/deck.pptx"]).exits(3).says(&["no office document"]);
    desk.file("none/empty.md", " \n");
    desk.run(&["ingest", "none"]).exits(4).prints(&["no text"]);
}

#[test]
fn a_withdrawn_document_stays_withdrawn_until_it_says_something_else() {
    let desk = Desk::new();
    desk.file("a.md", "The text.\n");
    ingest(&desk, &["a.md"], 0);
    desk.run(&["docs", "withdraw", "a.md", "--reason", " "]).exits(2);
    desk.run(&["docs", "withdraw", "a.md"]).exits(2).says(&["--reason"]);
    desk.run(&["docs", "withdraw", "b.md", "--reason", "x"]).exits(3).says(&["did you mean `a.md`?"]);
    desk.run(&["docs", "withdraw", "a.md", "--reason", "a draft"]).exits(0).prints(&["a.md: withdrawn"]);
    assert_eq!(names(&desk), Vec::<String>::new());
    desk.run(&["docs", "history", "a.md"]).exits(0).prints(&["a draft"]);
    std::fs::rename(desk.path("a.md"), desk.path("b")).unwrap();
    std::fs::create_dir(desk.path("moved")).unwrap();
    std::fs::rename(desk.path("b"), desk.path("moved/a.md")).unwrap();
    desk.run(&["ingest", "moved"]).exits(0).says(&["still withdrawn"]);
    assert_eq!(names(&desk), Vec::<String>::new());

    desk.run(&["docs", "withdraw", "a.md", "--undo", "--reason", "it was final"]).exits(0).prints(&["restored"]);
    desk.run(&["docs", "history", "a.md"]).exits(0).prints(&["it was final"]);
    assert!(show(&desk, "a.md").contains("The text."));
    let done = desk.run(&["docs", "withdraw", "--json", "a.md", "--undo", "--reason", "x"]).exits(0).json().remove(0);
    assert_eq!(done["changed"], false);
    desk.run(&["docs", "withdraw", "a.md", "--reason", "wrong"]).exits(0);
    desk.file("moved/a.md", "Corrected text.\n");
    assert_eq!(ingest(&desk, &["moved"], 0)[0]["new"], 1);
    assert!(show(&desk, "a.md").contains("Corrected text."));
    desk.run(&["doctor"]).exits(0).prints(&["ok    index", "shows the present"]);
}

#[test]
fn a_withdrawn_document_takes_its_figures_along_and_brings_them_back() {
    let desk = Desk::new();
    let report =
        |text: &str| format!("# Results FY2024 (US$m)\n\n| | Hong Kong |\n|---|---|\n| Revenue | 17.5 |\n\n{text}\n");
    desk.file("a.md", report("Agents sold more."));
    desk.file("b.csv", "\"Results FY2023 (US$m)\",\n,Hong Kong\nRevenue,99.5\n");
    desk.run(&["ingest", "a.md", "b.csv"]).exits(0);
    let asked = |year: &str| desk.run(&["ask", &format!("Hong Kong revenue in FY{year}?")]).exits(0).out;
    let withdraw = |args: &[&str]| desk.run(&[&["docs", "withdraw", "--reason", "a draft"], args].concat());
    assert!(asked("2024").contains("17.5") && asked("2023").contains("99.5"));
    withdraw(&["a.md"]).exits(0).prints(&["a.md: withdrawn, with 1 fact"]);
    assert!(!asked("2024").contains("17.5"), "{}", asked("2024"));
    withdraw(&["a.md"]).exits(0).prints(&["nothing changed"]);
    // The text is another one, the decision about the figures holds.
    desk.file("a.md", report("Agents sold much more."));
    desk.run(&["ingest", "a.md"]).exits(0).says(&["still withdrawn"]);
    assert!(!asked("2024").contains("17.5"), "{}", asked("2024"));
    withdraw(&["a.md", "--undo"]).exits(0).prints(&["a.md: 1 fact restored"]);
    assert!(asked("2024").contains("17.5"));
    // A document without text is one, too.
    withdraw(&["b.csv", "--json"]).exits(0).prints(&["\"facts\":1"]);
    assert!(!asked("2023").contains("99.5"));
    // What a process that died in between left undone.
    desk.run(&["facts", "withdraw", "--doc", "a.md", "--reason", "a draft"]).exits(0);
    withdraw(&["a.md"]).exits(0).prints(&["a.md: withdrawn"]);
    withdraw(&["a.md", "--undo"]).exits(0).prints(&["a.md: restored, with 1 fact"]);
}

#[test]
fn a_name_belongs_to_the_file_that_brought_it() {
    let desk = Desk::new();
    desk.file("2024/report.md", "Of 2024.\n");
    desk.file("2025/report.md", "Of 2025.\n");
    let run = desk.run(&["ingest", "2024", "2025"]).exits(3).prints(&["rejected"]);
    run.says(&["2025/report.md: the document `report.md` came from", "2024/report.md", "doc:"]);
    assert!(show(&desk, "report.md").contains("Of 2024."));
    desk.file("2025/report.md", "---\ndoc: report-2025.md\n---\nOf 2025.\n");
    ingest(&desk, &["2024", "2025"], 0);
    assert_eq!(names(&desk), ["report-2025.md", "report.md"]);
    // A file that was moved takes its documents along.
    std::fs::rename(desk.path("2024"), desk.path("old")).unwrap();
    assert_eq!(ingest(&desk, &["old"], 0)[0]["same"], 1);
    desk.file("old/report.md", "Of 2024, restated.\n");
    assert_eq!(ingest(&desk, &["old"], 0)[0]["changed"], 1);
}

/// Nothing of the run may show any of `words`.
fn hides(run: &Run, words: &[&str]) {
    for word in words {
        assert!(!run.out.contains(word) && !run.err.contains(word), "`{word}` in: {}{}", run.out, run.err);
    }
}

#[test]
fn restricted_documents_are_counted_and_never_shown() {
    let desk = Desk::new();
    desk.file("in/open.md", "Open text.\n");
    desk.file(
        "in/a.md",
        "---\ndoc: plan-x.md\nsensitivity: ＲＥＳＴＲＩＣＴＥＤ \nowner: the-owner\n---\nHush text.\n",
    );
    desk.file("in/b.md", "---\ndoc: plan-y.md\nsensitivity: top secret\n---\nHush text.\n");
    desk.file("in/board-only/c.md", "---\ndoc: plan-z.md\nextra: word\n---\nHush text.\n");
    let run = desk.run(&["ingest", "in", "--show-restricted-count"]).exits(0).says(&["3 restricted documents"]);
    hides(&run, &["plan-", "Hush", "the-owner"]);
    assert_eq!(names(&desk), ["open.md"]);
    // How many there are is told to nobody who does not ask for it.
    for args in [
        &["docs", "list"][..],
        &["docs", "list", "--json"],
        &["doctor"],
        &["ingest", "in"],
        &["ingest", "in", "--json"],
    ] {
        let run = desk.run(args).exits(0);
        assert!(
            !run.err.contains("restricted document") && !run.out.contains("restricted\""),
            "{} {}",
            run.out,
            run.err
        );
        assert!(!run.out.contains("3 restricted"), "{}", run.out);
    }
    let listed = desk.run(&["docs", "list", "--show-restricted-count"]).exits(0);
    let listed = listed.says(&["3 restricted documents in this workspace are never shown"]);
    hides(&listed, &["plan-", "Hush"]);
    for args in [&["show", "plan-w.md"][..], &["history", "plan-w.md"], &["withdraw", "plan-w.md", "--reason", "x"]] {
        let run = desk.run(&[&["docs"], args].concat()).exits(3).says(&["no document `plan-w.md`"]);
        hides(&run, &["plan-x", "plan-y", "plan-z", "Hush"]);
    }
    desk.run(&["docs", "show", "plan-x.md"]).exits(3).says(&["no document `plan-x.md`"]);
    desk.run(&["docs", "withdraw", "plan-x.md", "--reason", "x"]).exits(3).says(&["no document `plan-x.md`"]);

    // A reading that restricts a document takes its earlier versions out too; no later one lowers the label.
    desk.file("in/open.md", "---\nsensitivity: restricted\n---\nOpen text, now closed.\n");
    ingest(&desk, &["in"], 0);
    desk.file("in/open.md", "---\nsensitivity: public\n---\nOpen text.\n");
    ingest(&desk, &["in"], 0);
    assert_eq!(names(&desk), Vec::<String>::new());
    hides(&desk.run(&["docs", "history", "open.md"]).exits(3), &["Open text"]);
    // Another file that claims the name of a restricted document learns nothing but that.
    desk.file("other/x.md", "---\ndoc: plan-x.md\n---\nOther text.\n");
    hides(&desk.run(&["ingest", "other"]).exits(3).says(&["another file"]), &["in/a.md", "plan-x"]);
    desk.run(&["doctor", "--show-restricted-count"]).exits(0).prints(&["0 documents in 0 chunks", "4 restricted"]);
}

/// Every file below a folder.
fn files(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn a_document_that_is_restricted_later_leaves_no_word_behind() {
    let desk = Desk::new();
    let sentinels = ["zqxwalrus", "zqxmanatee", "zqxdugong", "zqxnarwhal"];
    let long = "zqxwalrus swims. ".repeat(3_000);
    desk.file("in/a.md", format!("---\ntitle: zqxdugong\ntopic: zqxnarwhal\n---\n# zqxmanatee\n\n{long}\n"));
    desk.file("in/b.md", "# Others\n\nSeals swim as well.\n");
    let engine_toml = std::fs::read_to_string(desk.path(".engine/engine.toml")).unwrap_or_default();
    desk.file(".engine/engine.toml", engine_toml + "\n[embeddings]\nbackend = \"hashing\"\n");
    ingest(&desk, &["in"], 0);
    desk.run(&["ask", "Why does the zqxwalrus swim?"]);
    let holds = |word: &str| {
        let holds = |path: &std::path::PathBuf| {
            std::fs::read(path).unwrap().windows(word.len()).any(|bytes| bytes.eq_ignore_ascii_case(word.as_bytes()))
        };
        files(&desk.path(".engine")).into_iter().filter(holds).collect::<Vec<_>>()
    };
    assert!(sentinels.iter().all(|word| !holds(word).is_empty()), "the words are found while the document is open");
    // A second version, and then the label.
    desk.file(
        "in/a.md",
        format!("---\ntitle: zqxdugong\ntopic: zqxnarwhal\n---\n# zqxmanatee\n\n{long} Now it sleeps.\n"),
    );
    ingest(&desk, &["in"], 0);
    desk.file("in/a.md", format!("---\ntitle: zqxdugong\nsensitivity: RESTRICTED\n---\n# zqxmanatee\n\n{long}\n"));
    ingest(&desk, &["in"], 0);
    for word in sentinels {
        assert_eq!(holds(word), Vec::<std::path::PathBuf>::new(), "{word}");
    }
    let other = desk.run(&["retrieve", "Seals swim"]).exits(0);
    assert!(other.out.contains("b.md"), "{}", other.out);
}

#[test]
fn a_workspace_without_documents_says_what_to_do() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n");
    let path = desk.path(".engine/documents.db");
    std::fs::remove_file(&path).unwrap();
    desk.file("a.md", "Text.\n");
    desk.file("more.csv", format!("{HEADER}REVENUE,HK,2023,,9,USD_M,deck2.pptx,,\n"));
    for args in [&["docs", "list"][..], &["docs", "show", "a.md"], &["ingest", "more.csv", "a.md"]] {
        desk.run(args).exits(3).says(&["no document store", "engine init"]);
    }
    assert_eq!(desk.run(&["facts", "list", "--json"]).json().len(), 1, "the facts file must not be half of a run");
    assert!(!path.exists(), "only init makes a store");
    desk.run(&["doctor"]).exits(3).prints(&["FAIL  documents", "engine init"]);
    desk.run(&["ingest", "more.csv"]).exits(0);
    let profile = std::fs::read(desk.path(".engine/profile.toml")).unwrap();
    desk.run(&["init", "--profile", "profile.toml"]).exits(3).says(&["already exists"]);
    desk.run(&["init"]).exits(0).prints(&["Added documents.db"]);
    assert_eq!(std::fs::read(desk.path(".engine/profile.toml")).unwrap(), profile);
    assert_eq!(desk.run(&["facts", "list", "--json"]).json().len(), 2);
    desk.run(&["ingest", "a.md"]).exits(0);
    desk.run(&["init"]).exits(3).says(&["already exists"]);
    std::fs::write(&path, "not a database at all, but a text").unwrap();
    desk.run(&["docs", "list"]).exits(3).says(&["cannot open the document store", "not an SQLite database"]);
    std::fs::copy(desk.path(".engine/facts.db"), &path).unwrap();
    desk.run(&["docs", "list"]).exits(3).says(&["not a document store"]);
}
