//! Labels that come later, and labels that cannot be read: what the workspace said before is gone from all of its files.

use std::path::{Path, PathBuf};

use crate::desk::Desk;

const VALUE: &str = "31337.75";
const WORD: &str = "zqxwalrus";

/// A document that states a value, below a head.
fn document(head: &str) -> String {
    format!(
        "{head}# Results of the year\n\nThe {WORD} swims.\n\n| US$m | FY2023 | FY2024 |\n|---|---|---|\n| Hong Kong | | |\n| Revenue | 9.50 | {VALUE} |\n"
    )
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The names of the workspace's files in which some bytes stand.
fn holding(desk: &Desk, bytes: &[u8]) -> Vec<String> {
    let holds = |path: &PathBuf| std::fs::read(path).unwrap().windows(bytes.len()).any(|some| some == bytes);
    let found = files(&desk.path(".engine")).into_iter().filter(holds);
    found.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

/// A workspace that knows the document, in an older and a newer version, and finds it by vectors too.
fn desk() -> Desk {
    let desk = Desk::new();
    let settings = std::fs::read_to_string(desk.path(".engine/engine.toml")).unwrap_or_default();
    desk.file(".engine/engine.toml", settings + "\n[embeddings]\nbackend = \"hashing\"\n");
    desk.file("in/a.md", document("---\ntopic: zqxtopic\n---\n").replace(VALUE, "41337.75"));
    desk.run(&["ingest", "in"]).exits(0);
    desk.file("in/a.md", document("---\ntopic: zqxtopic\n---\n"));
    desk.run(&["ingest", "in"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&[VALUE]);
    desk.run(&["ask", "Why does the zqxwalrus swim?"]).exits(0).prints(&[WORD]);
    assert_eq!(holding(&desk, VALUE.as_bytes()), ["facts.db", "documents.db"].map(str::to_owned).to_vec().sorted());
    desk
}

/// In whatever order a folder is read.
trait Sorted {
    fn sorted(self) -> Self;
}

impl Sorted for Vec<String> {
    fn sorted(mut self) -> Self {
        self.sort();
        self
    }
}

fn assert_forgotten(desk: &Desk) {
    for bytes in [VALUE, "41337.75", WORD, "zqxtopic"] {
        assert_eq!(holding(desk, bytes.as_bytes()), Vec::<String>::new(), "{bytes}");
    }
    for args in [
        &["ask", "Hong Kong revenue in FY2024?"][..],
        &["ask", "Why does the zqxwalrus swim?"],
        &["retrieve", "zqxwalrus swims"],
        &["facts", "list"],
        &["facts", "list", "--withdrawn"],
        &["facts", "history", "REVENUE/HK/2024"],
        &["review", "list", "--status", "all"],
        &["docs", "list"],
    ] {
        let run = desk.run(args);
        assert!(!run.out.contains(VALUE) && !run.out.contains("walrus swims"), "{args:?}: {}", run.out);
        assert!(!run.out.contains("a.md"), "{args:?}: {}", run.out);
    }
    desk.run(&["doctor", "--full"]).exits(0);
}

#[test]
fn facts_go_with_a_document_that_is_restricted_later() {
    let desk = desk();
    desk.file("in/a.md", document("---\nsensitivity: RESTRICTED\n---\n"));
    desk.run(&["ingest", "in"]).exits(0);
    assert_forgotten(&desk);
    let told = desk.run(&["doctor", "--show-restricted-count"]).exits(0);
    told.prints(&["1 restricted"]);
    // No later label brings it back.
    desk.file("in/a.md", document(""));
    desk.run(&["ingest", "in"]).exits(0);
    assert_forgotten(&desk);
}

#[test]
fn a_document_whose_label_cannot_be_read_answers_nothing_until_it_can() {
    let desk = desk();
    for broken in ["---\nsensitivity: \"RESTRICTED\n", "---\nsensitivity: RESTRICTED\nno pair\n---\n"] {
        desk.file("in/a.md", document(broken));
        let run = desk.run(&["ingest", "in"]).exits(3);
        run.says(&["what it held before was taken out of answers and forgotten"]);
        assert_forgotten(&desk);
        desk.file("in/a.md", document("---\ntopic: zqxtopic\n---\n"));
        desk.run(&["ingest", "in"]).exits(0);
        desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&[VALUE]);
        desk.run(&["ask", "Why does the zqxwalrus swim?"]).exits(0).prints(&[WORD]);
    }
    // Other bytes than text, in which a label would not be seen.
    let chinese = [document("---\ntitle: ").into_bytes(), b"\xC3\xDC\xBC\xB6\n---\n".to_vec()].concat();
    std::fs::write(desk.path("in/a.md"), chinese).unwrap();
    desk.run(&["ingest", "in"]).exits(3);
    assert_forgotten(&desk);
}

#[test]
fn what_a_person_decided_holds_again_when_the_label_can_be_read() {
    let desk = desk();
    desk.run(&["facts", "withdraw", "REVENUE/HK/2024", "--reason", "zqxreason"]).exits(0);
    desk.file("in/a.md", document("---\ntitle: \"a\n---\n"));
    desk.run(&["ingest", "in"]).exits(3);
    let run = desk.run(&["facts", "list", "--withdrawn"]);
    assert!(!run.out.contains(VALUE), "{}", run.out);
    desk.file("in/a.md", document(""));
    desk.run(&["ingest", "in"]).exits(0);
    let run = desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    assert!(!run.out.contains(VALUE), "it was withdrawn: {}", run.out);
    desk.run(&["facts", "list", "--withdrawn"]).exits(0).prints(&[VALUE]);
}

#[test]
fn a_record_that_cannot_be_read_may_be_any_that_is_missing() {
    let desk = Desk::new();
    let record = |id: &str| format!("{{\"_id\": \"{id}\", \"text\": \"The {WORD}{id} swims.\"}}\n");
    desk.file("in/a.jsonl", record("one") + &record("two"));
    desk.run(&["ingest", "in"]).exits(0);
    desk.file("in/a.jsonl", record("one") + "{\"_id\": \"two\", \"sensitivity\": \"RESTRICTED, \"text\": \"x\"}\n");
    desk.run(&["ingest", "in"]).exits(4).says(&["what it held before and does not hold now is out of answers"]);
    assert_eq!(holding(&desk, b"zqxwalrustwo"), Vec::<String>::new());
    desk.run(&["retrieve", "zqxwalrusone"]).exits(0).prints(&["one"]);
    desk.file("in/a.jsonl", record("one") + &record("two"));
    desk.run(&["ingest", "in"]).exits(0);
    desk.run(&["retrieve", "zqxwalrustwo"]).exits(0).prints(&["two"]);
}

#[test]
fn a_facts_file_that_is_restricted_and_broken_hides_what_it_stated() {
    let desk = Desk::new();
    let profile = std::fs::read_to_string(desk.path(".engine/profile.toml")).unwrap();
    let with_word = profile.replace("[sensitivity]", "[sensitivity]\nrestricted_keywords = [\"zqxhush\"]");
    desk.file(".engine/profile.toml", with_word);
    let rows = |last: &str| format!("{}REVENUE,HK,2024,,{VALUE},USD_M,deck.pptx,,\n{last}", crate::desk::HEADER);
    desk.file("facts.csv", rows(""));
    desk.run(&["ingest", "facts.csv"]).exits(0);
    desk.file("facts.csv", rows("REVENUE,HK,2023,,many,USD_M,zqxhush.pptx,,\n"));
    desk.run(&["ingest", "facts.csv"]).exits(3).says(&["what it stated before no longer answers"]);
    assert_eq!(holding(&desk, VALUE.as_bytes()), Vec::<String>::new());
    let run = desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0);
    assert!(!run.out.contains(VALUE), "{}", run.out);
}

#[test]
fn a_label_beside_or_below_its_key_restricts_in_every_table_and_line() {
    let rows = "Metric,FY2024\nRevenue,31337.75\n";
    let page = |table: &str| format!("<html><body><p>Hong Kong, US$m</p><table>{table}</table></body></html>");
    for (name, text) in [
        ("right.csv", format!("Sensitivity,Restricted\n{rows}")),
        ("below.csv", format!("Sensitivity,Owner\nRestricted,Board\n{rows}")),
        ("tlp.csv", format!("TLP,Red\n{rows}")),
        ("right.html", page("<tr><td>Classification</td><td>Secret</td></tr><tr><td>Revenue</td><td>9</td></tr>")),
        ("below.html", page("<tr><td>Classification</td><td>Owner</td></tr><tr><td>Secret</td><td>Board</td></tr>")),
        (
            "meta.html",
            "<html><head><meta name=\"tlp\" content=\"red\"></head><body><p>Text zqx.</p></body></html>".to_owned(),
        ),
        ("topic.md", "---\ntopic: RESTRICTED\n---\nText zqx.\n".to_owned()),
        ("tlp.md", "---\ntlp: red\n---\nText zqx.\n".to_owned()),
        ("line.md", "# Review\n\nTLP: RED\n\nText zqx.\n".to_owned()),
        ("caps.md", "# Review\n\nTopic: RESTRICTED\n\nText zqx.\n".to_owned()),
        ("record.jsonl", "{\"_id\": \"a\", \"title\": \"A\", \"text\": \"Text zqx.\", \"tlp\": \"red\"}\n".to_owned()),
    ] {
        let desk = Desk::new();
        desk.file(name, text);
        let run = desk.run(&["ingest", name]);
        assert!(run.out.contains("(restricted document)"), "{name}: {}{}", run.out, run.err);
        let found = desk.run(&["retrieve", "zqx", "--json"]).out;
        assert!(!found.contains("Text zqx"), "{name}: {found}");
    }
}

#[test]
fn how_many_rows_of_a_restricted_file_are_bad_is_not_told() {
    let told = |rows: &str| {
        let desk = Desk::new();
        desk.file("board-only.csv", format!("{}{rows}", crate::desk::HEADER));
        let run = desk.run(&["ingest", "board-only.csv"]).exits(3);
        let json = desk.run(&["ingest", "board-only.csv", "--json"]).exits(3);
        format!("{}{}{}{}", run.out, run.err, json.out, json.err)
    };
    let row = "REVENUE,HK,2024,,ten,USD_M,a.xlsx,,\n";
    let one = told(row);
    assert!(one.contains("(restricted document): line 2") && one.contains("rejected for bad rows"), "{one}");
    assert_eq!(one, told(&row.repeat(7)));
}

#[test]
fn a_new_version_that_is_restricted_and_cannot_be_read_leaves_no_older_one_behind() {
    // Too many columns for a table: the label above it is read, the table is not.
    let wide = format!("<table><tr>{}</tr></table>", "<td>1</td>".repeat(20_000));
    let page = |head: &str, table: &str| {
        format!("<html><head>{head}<title>Results</title></head><body><p>The {WORD} swims.</p>{table}</body></html>")
    };
    let open = format!(
        "<table><tr><th>US$m</th><th>FY2024</th></tr><tr><td>Hong Kong</td><td></td></tr><tr><td>Revenue</td><td>{VALUE}</td></tr></table>"
    );
    // Not a page that is too wide, but a text that is larger than any that is read.
    let large = format!("---\nsensitivity: RESTRICTED\n---\n{}", "Words of a report. ".repeat(4 << 20));
    for (name, before, after) in [
        ("in/a.html", page("", &open), page("<meta name=\"sensitivity\" content=\"RESTRICTED\">", &wide)),
        ("in/a.md", document(""), large),
    ] {
        let desk = Desk::new();
        desk.file(name, before);
        desk.run(&["ingest", "in"]);
        assert!(!holding(&desk, WORD.as_bytes()).is_empty(), "{name}");
        let stated = !holding(&desk, VALUE.as_bytes()).is_empty();
        assert!(stated, "{name} states a value");
        desk.file(name, after);
        desk.run(&["ingest", "in"]);
        for bytes in [VALUE, WORD] {
            assert_eq!(holding(&desk, bytes.as_bytes()), Vec::<String>::new(), "{name}: {bytes}");
        }
        let run = desk.run(&["ask", "Hong Kong revenue in FY2024?"]);
        assert!(!run.out.contains(VALUE), "{name}: {}", run.out);
    }
}

#[test]
fn a_file_that_was_copied_in_part_leaves_what_was_known() {
    let desk = desk();
    for half in [&b""[..], b"%PDF-1.7\n1 0 obj"] {
        desk.file("in/b.pdf", half);
        desk.run(&["ingest", "in"]);
        desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&[VALUE]);
    }
}
