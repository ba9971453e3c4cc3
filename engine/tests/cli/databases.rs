//! Databases that are not what they should be. A read never makes one, and never changes one.

use std::fmt::Write;
use std::fs;

use crate::desk::{Desk, HEADER};

const ROWS: &str = "REVENUE,HK,2024,,10,USD_M,deck.pptx,,\n";
const READS: [&[&str]; 4] =
    [&["ask", "Hong Kong revenue in FY2024?"], &["facts", "list"], &["facts", "conflicts"], &["doctor"]];

/// Every command that reads, and one that writes, must end with a fault that says `part`, and leave the file alone.
fn refused_by_all(desk: &Desk, part: &str) {
    let path = desk.path(".engine/facts.db");
    let before = fs::read(&path).ok();
    for args in READS {
        let run = desk.run(args).exits(3);
        assert!(run.err.contains(part) || run.out.contains(part), "{args:?}: {}{}", run.out, run.err);
    }
    desk.run(&["ingest", "facts.csv"]).exits(3).says(&[part]);
    desk.feed(&["batch"], "{\"id\":1,\"question\":\"x\"}\n").exits(3).says(&[part]);
    assert_eq!(fs::read(&path).ok(), before, "the file must stay as it was");
}

#[test]
fn a_missing_database_is_an_error_and_is_not_made() {
    let desk = Desk::with_rows(ROWS);
    fs::remove_file(desk.path(".engine/facts.db")).unwrap();
    refused_by_all(&desk, "no such file");
    assert!(!desk.path(".engine/facts.db").exists());
}

#[test]
fn an_empty_file_is_no_database() {
    let desk = Desk::with_rows(ROWS);
    fs::write(desk.path(".engine/facts.db"), "").unwrap();
    refused_by_all(&desk, "the file is empty");
}

#[test]
fn another_file_is_no_database() {
    let desk = Desk::with_rows(ROWS);
    fs::write(desk.path(".engine/facts.db"), "metric,entity\n".repeat(1000)).unwrap();
    refused_by_all(&desk, "not an SQLite database");
}

#[test]
fn a_folder_is_no_database() {
    let desk = Desk::with_rows(ROWS);
    fs::remove_file(desk.path(".engine/facts.db")).unwrap();
    fs::create_dir(desk.path(".engine/facts.db")).unwrap();
    refused_by_all(&desk, "it is a folder");
}

#[test]
fn a_database_that_is_cut_off_is_told_at_every_length() {
    let desk = Desk::with_rows(ROWS);
    let path = desk.path(".engine/facts.db");
    let whole = fs::read(&path).unwrap();
    for length in [1, 50, 100, 4096, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, whole.get(..length).unwrap()).unwrap();
        refused_by_all(&desk, "facts.db");
    }
}

#[test]
fn a_page_of_noise_is_found_by_the_doctor() {
    let desk = Desk::new();
    let mut facts = HEADER.to_owned();
    for n in 0..3000 {
        writeln!(facts, "REVENUE,HK,{},,{n},USD_M,deck{n}.pptx,,", 1900 + n % 200).unwrap();
    }
    desk.file("facts.csv", facts);
    desk.run(&["ingest", "facts.csv"]).exits(0);
    let path = desk.path(".engine/facts.db");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes.get_mut(middle..middle + 4096).unwrap().fill(0xA5);
    fs::write(&path, bytes).unwrap();
    desk.run(&["doctor"]).exits(3).prints(&["FAIL  database"]);
    for args in READS {
        desk.run(args);
    }
}

#[test]
fn what_may_not_be_written_can_still_be_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let desk = Desk::with_rows(ROWS);
    if fs::metadata(desk.root()).unwrap().uid() == 0 {
        // The administrator may write everywhere, so there is nothing to see.
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    let set = |mode: u32| {
        for name in [".engine/facts.db", ".engine/profile.toml", ".engine"] {
            let bits = if name == ".engine" { mode | 0o111 } else { mode };
            fs::set_permissions(desk.path(name), fs::Permissions::from_mode(bits)).unwrap();
        }
    };
    set(0o444);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["10 US$m"]);
    desk.run(&["facts", "list"]).exits(0);
    desk.run(&["doctor"]).exits(0).prints(&["note  writing"]);
    desk.run(&["ingest", "facts.csv"]).exits(3).says(&["cannot be written"]);
    set(0o644);
}

#[test]
fn a_workspace_that_is_none_is_named_with_the_nearest_one() {
    let desk = Desk::new();
    desk.run(&["init", "reports", "--profile", "profile.toml"]).exits(0);
    desk.run(&["ask", "-w", "report", "revenue"]).exits(3).says(&[
        "does not exist; did you mean",
        "reports",
        "engine init report",
    ]);
    desk.file("plain", "x");
    desk.run(&["facts", "list", "-w", "plain"]).exits(3).says(&["is a file"]);
    desk.file("folder/x", "x");
    desk.run(&["ingest", "-w", "folder", "facts.csv"]).exits(3).says(&["has no profile.toml"]);
    assert!(!desk.path("folder/facts.db").exists() && !desk.path("report").exists());
    desk.run(&["ask", "-w", "", "revenue"]).exits(2);
}

#[test]
fn a_profile_that_is_broken_is_shown_with_its_place() {
    let desk = Desk::with_rows(ROWS);
    let path = desk.path(".engine/profile.toml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("unit = \"PCT\"", "unti = \"PCT\"")).unwrap();
    for args in [&["ask", "revenue"][..], &["ingest", "facts.csv"], &["facts", "list"], &["profile", "show"]] {
        desk.run(args).exits(3).says(&["profile.toml:14:1: error: unknown key `unti`"]);
    }
    desk.run(&["doctor"]).exits(3).prints(&["FAIL  profile"]);
}

/// Changes a byte of every page that `is_hit` selects by its content.
fn damage(path: &std::path::Path, is_hit: impl Fn(&[u8]) -> bool) -> usize {
    let mut bytes = fs::read(path).unwrap();
    let mut hit = 0;
    for page in bytes.chunks_mut(4096).skip(1).filter(|page| is_hit(page)) {
        page[4000] ^= 1;
        hit += 1;
    }
    fs::write(path, bytes).unwrap();
    hit
}

fn holds(page: &[u8], text: &str) -> bool {
    page.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_damaged_workspace_is_mended_from_its_files_and_keeps_what_persons_decided() {
    let desk = Desk::new();
    let mut facts = HEADER.to_owned();
    for n in 0..400 {
        writeln!(facts, "REVENUE,HK,{},,{n}.25,USD_M,deck{n}.pptx,,", 1900 + n % 130).unwrap();
    }
    desk.file("facts.csv", facts + "REVENUE,HK,2041,,7.5,USD_M,odd.pptx,,\n");
    desk.file("notes/story.md", "# Story\n\nRevenue in Hong Kong rose because agents sold more.\n");
    desk.file("notes/other.md", "# Other\n\nRevenue in Hong Kong fell because agents left.\n");
    desk.run(&["ingest", "facts.csv", "notes"]).exits(0);
    desk.run(&["facts", "withdraw", "REVENUE/HK/2041", "--reason", "typing error"]).exits(0);
    desk.run(&["docs", "withdraw", "other.md", "--reason", "a draft"]).exits(0);
    let (facts_db, documents_db) = (desk.path(".engine/facts.db"), desk.path(".engine/documents.db"));
    desk.run(&["doctor", "--full"]).exits(0).prints(&["every page of facts.db"]);
    desk.run(&["repair"]).exits(0).prints(&["facts.db: sound", "documents.db: sound"]);

    assert!(damage(&facts_db, |page| holds(page, "REVENUE") && holds(page, ".25")) > 0);
    assert!(damage(&documents_db, |page| holds(page, "agents sold more")) > 0);
    let asked = desk.run(&["ask", "Hong Kong revenue in FY1950?"]).exits(3);
    assert!(asked.err.contains("damaged") && !asked.out.contains("50.25"), "{}{}", asked.out, asked.err);
    desk.run(&["doctor", "--full"]).exits(3).prints(&["FAIL  database", "FAIL  documents"]);
    desk.run(&["repair"]).exits(4).prints(&["made anew"]).says(&["rows could not be read"]);
    desk.run(&["doctor", "--full"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY1950?"]).exits(0).prints(&["50.25"]);
    let withdrawn = desk.run(&["ask", "Hong Kong revenue in FY2041?"]).exits(0);
    assert!(!withdrawn.out.contains("7.5"), "{}", withdrawn.out);
    let listed = desk.run(&["docs", "list", "--json"]).exits(0);
    assert!(listed.out.contains("story.md"), "{}", listed.out);

    fs::remove_file(desk.path("notes/story.md")).unwrap();
    assert!(damage(&documents_db, |page| holds(page, "agents sold more")) > 0);
    desk.run(&["repair"]).exits(4).says(&["missing: ", "story.md"]);
}

/// A table of one figure in a report with a label.
fn report(label: &str, year: u16, figure: &str) -> String {
    format!(
        "---\nsensitivity: {label}\n---\n# Results, FY{year} (US$m)\n\n| | Hong Kong |\n|---|---|\n| Revenue | {figure} |\n"
    )
}

/// A workspace with what a repair must not lose, and the questions that must not be answered.
pub(crate) fn decided() -> Desk {
    let desk = Desk::with_rows("REVENUE,HK,2024,,17.5,USD_M,deck.pptx,,\n");
    desk.file("secret.md", report("RESTRICTED", 2023, "150.5"));
    desk.file("open.md", report("INTERNAL", 2022, "99.5"));
    desk.file("draft.md", "# Hong Kong\n\nRevenue in Hong Kong rose in FY2021 because zebras danced.\n");
    desk.file("story.md", "# Hong Kong\n\nRevenue in Hong Kong rose in FY2020 because agents sold more.\n");
    desk.run(&["ingest", "secret.md", "open.md", "draft.md", "story.md"]);
    // The label was stricter once, and stays so.
    desk.file("secret.md", report("INTERNAL", 2023, "150.5"));
    desk.run(&["ingest", "secret.md"]);
    desk.run(&["facts", "withdraw", "REVENUE/HK/2024", "--reason", "typing error"]).exits(0);
    desk.run(&["docs", "withdraw", "draft.md", "--reason", "a draft"]).exits(0);
    assert_decided(&desk, "before");
    desk
}

fn assert_decided(desk: &Desk, when: &str) {
    let ask = |year: u16| format!("{{\"id\":{year},\"question\":\"Hong Kong revenue in FY{year}?\"}}\n");
    let asked = desk.feed(&["batch"], [2022, 2023, 2024].map(ask).concat()).out;
    assert!(!asked.contains("150.5"), "{when}: what was restricted answers: {asked}");
    assert!(!asked.contains("17.5"), "{when}: what was withdrawn answers: {asked}");
    assert!(asked.contains("99.5"), "{when}: what was open does not answer: {asked}");
    let found = desk.run(&["retrieve", "--json", "--top-k", "50", "Hong Kong revenue zebras agents"]).out;
    assert!(!found.contains("secret.md"), "{when}: what was restricted is found: {found}");
    assert!(!found.contains("draft.md"), "{when}: what was withdrawn is found: {found}");
    assert!(found.contains("story.md"), "{when}: what was open is not found: {found}");
}

/// The pages of which a repair needs something: those with names, labels and decisions, SQLite's own, and the last one.
fn pages_that_count(sound: &[u8]) -> Vec<usize> {
    let last = sound.len() / 4096 - 1;
    let counts = |page: &[u8]| ["secret.md", "draft.md", "withdrawn", "CREATE "].iter().any(|text| holds(page, text));
    let pages = sound.chunks(4096).enumerate();
    pages.filter(|(at, page)| [0, last].contains(at) || counts(page)).map(|(at, _)| at).collect()
}

/// Damages a database in one place after the other, a byte of a page or all of it, and its end, and repairs it.
fn repaired_everywhere(database: &str) {
    let desk = decided();
    let path = desk.path(&format!(".engine/{database}"));
    let sound = fs::read(&path).unwrap();
    let pages = sound.len() / 4096;
    for page in pages_that_count(&sound).into_iter().chain([pages]) {
        let mut bytes = sound.clone();
        let when = format!("{database}, page {} of {pages}", page + 1);
        match bytes.chunks_mut(4096).nth(page) {
            None => bytes.truncate(sound.len() - 4096),
            Some(page_bytes) if page % 2 == 0 => page_bytes.fill(0xA5),
            Some(page_bytes) => page_bytes[2000] ^= 1,
        }
        fs::write(&path, &bytes).unwrap();
        let run = desk.run(&["repair"]);
        assert!(matches!(run.code, 0 | 4), "{when}: {}{}", run.out, run.err);
        assert!(run.out.contains("made anew"), "{when}: {}{}", run.out, run.err);
        assert_decided(&desk, &when);
        assert!(!desk.path(&format!(".engine/{database}.grafting")).exists(), "{when}");
    }
    desk.run(&["doctor", "--full"]).exits(0);
}

#[test]
fn no_damage_of_a_page_of_the_facts_makes_a_repair_open_or_bring_back_what_was_closed() {
    repaired_everywhere("facts.db");
}

#[test]
fn no_damage_of_a_page_of_the_documents_makes_a_repair_open_or_bring_back_what_was_closed() {
    repaired_everywhere("documents.db");
}

#[test]
fn what_neither_copy_has_is_refused_until_the_loss_is_accepted() {
    for database in ["facts.db", "documents.db"] {
        let desk = decided();
        let path = desk.path(&format!(".engine/{database}"));
        let mut bytes = fs::read(&path).unwrap();
        let from = bytes.len() / 4096 / 8 * 4096;
        bytes[from..].fill(0);
        fs::write(&path, &bytes).unwrap();
        desk.run(&["repair"]).exits(3).says(&["nothing was replaced", "engine ingest", "--accept-loss"]);
        assert!(fs::read(&path).unwrap() == bytes, "{database}: the file must stay as it was");
        assert!(!desk.path(&format!(".engine/{database}.repairing")).exists(), "{database}");
        desk.run(&["doctor", "--full"]).exits(3);

        desk.run(&["repair", "--accept-loss"]).exits(4).prints(&["made anew"]).says(&["warning", "engine ingest"]);
        assert!(desk.path(&format!(".engine/{database}.damaged-1")).exists());
        desk.run(&["doctor", "--full"]).exits(0);
        // The other store knows the label.
        assert!(!desk.run(&["ask", "Hong Kong revenue in FY2023?"]).out.contains("150.5"), "{database}");
        let found = desk.run(&["retrieve", "--json", "Hong Kong revenue results FY2023"]).out;
        assert!(!found.contains("secret.md"), "{database}: {found}");
    }
}

/// Two documents that were withdrawn, the first of which its file restricts now.
fn two_withdrawn() -> Desk {
    let desk = Desk::with_rows("REVENUE,HK,2024,,17.5,USD_M,deck.pptx,,\n");
    desk.file("d01.md", "# Hong Kong\n\nRevenue in Hong Kong rose because zebras danced.\n");
    desk.file("d02.md", "# Hong Kong\n\nRevenue in Hong Kong rose because walruses sang.\n");
    desk.run(&["ingest", "d01.md", "d02.md"]).exits(0);
    for doc in ["d01.md", "d02.md"] {
        desk.run(&["docs", "withdraw", doc, "--reason", "a draft"]).exits(0);
    }
    desk.file("d01.md", "---\nsensitivity: RESTRICTED\n---\n# Hong Kong\n\nRevenue rose because zebras danced.\n");
    desk
}

fn assert_withdrawn(desk: &Desk, when: &str) {
    let found = desk.run(&["retrieve", "--json", "--top-k", "50", "Hong Kong revenue zebras walruses"]).out;
    assert!(!found.contains("d01.md") && !found.contains("d02.md"), "{when}: what was withdrawn is found: {found}");
}

#[test]
fn a_repair_that_cannot_read_the_files_again_replaces_nothing_and_opens_nothing() {
    let desk = two_withdrawn();
    let database = desk.path(".engine/documents.db");
    assert!(damage(&database, |page| holds(page, "walruses sang")) > 0);
    let profile = fs::read_to_string(desk.path(".engine/profile.toml")).unwrap();
    desk.file(".engine/profile.toml", profile.replace("unit = \"PCT\"", "unti = \"PCT\""));
    desk.run(&["repair"]).exits(3).says(&["unknown key `unti`"]);
    assert!(!desk.path(".engine/documents.db.damaged-1").exists(), "nothing is replaced before all is there to go on");
    desk.file(".engine/profile.toml", profile);
    let run = desk.run(&["repair"]).exits(4).prints(&["made anew"]);
    assert!(!format!("{}{}", run.out, run.err).contains("d01.md"), "{}{}", run.out, run.err);
    assert_withdrawn(&desk, "after the repair");
    desk.run(&["ingest", "d01.md", "d02.md"]);
    assert_withdrawn(&desk, "after another ingestion");
}

#[test]
fn a_repair_that_is_killed_before_the_files_are_read_again_brings_nothing_back() {
    use engine::retrieval::store::SqliteChunkStore;
    use engine::store::SqliteFactStore;
    let desk = two_withdrawn();
    desk.run(&["facts", "withdraw", "REVENUE/HK/2024", "--reason", "typing error"]).exits(0);
    desk.file("facts.csv", format!("{HEADER}REVENUE,HK,2024,,27.5,USD_M,deck.pptx,,\n"));
    desk.run(&["ingest", "facts.csv"]).exits(0);
    let (facts, documents) = (desk.path(".engine/facts.db"), desk.path(".engine/documents.db"));
    assert!(damage(&facts, |page| holds(page, "27.5")) > 0);
    assert!(damage(&documents, |page| holds(page, "walruses sang")) > 0);
    SqliteFactStore::salvage(&facts).unwrap().replace().unwrap();
    SqliteChunkStore::salvage(&documents).unwrap().replace().unwrap();
    desk.run(&["repair"]).exits(0).prints(&["facts.db: sound", "documents.db: sound", "facts.db: 3 files were"]);
    desk.run(&["ingest", "facts.csv", "d01.md", "d02.md"]);
    assert_withdrawn(&desk, "after the next ingestion");
    let asked = desk.run(&["ask", "Hong Kong revenue in FY2024?"]);
    assert!(!asked.out.contains("27.5") && !asked.out.contains("17.5"), "{}", asked.out);
}

#[test]
fn a_withdrawn_fact_that_was_read_again_since_stays_withdrawn_when_its_page_is_lost() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,100.5,USD_M,deck.pptx,,\n");
    desk.run(&["facts", "withdraw", "REVENUE/HK/2024", "--reason", "typing error"]).exits(0);
    desk.file("facts.csv", format!("{HEADER}REVENUE,HK,2024,,200.5,USD_M,deck.pptx,,\n"));
    desk.run(&["ingest", "facts.csv"]).exits(0);
    let asked = |when: &str| {
        let asked = desk.run(&["ask", "Hong Kong revenue in FY2024?"]).out;
        assert!(!asked.contains("200.5") && !asked.contains("100.5"), "{when}: {asked}");
    };
    asked("before");
    // The present state stands in the table of facts alone, the former ones in the history.
    assert!(damage(&desk.path(".engine/facts.db"), |page| holds(page, "200.5")) > 0);
    desk.run(&["repair"]).exits(4).prints(&["made anew"]);
    asked("after the repair");
    desk.run(&["facts", "list", "--withdrawn"]).exits(0).prints(&["200.5"]);
    // A person's word brings it back as the file has it now.
    desk.run(&["facts", "withdraw", "--undo", "REVENUE/HK/2024", "--reason", "it was right"]).exits(0);
    desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).prints(&["200.5"]);
}

#[test]
fn a_file_whose_label_cannot_be_read_is_neither_counted_nor_named_by_a_repair() {
    for database in ["facts.db", "documents.db"] {
        let desk = Desk::new();
        desk.file("open.md", report("INTERNAL", 2022, "99.5"));
        desk.file("hush.md", report("INTERNAL", 2023, "150.5"));
        desk.run(&["ingest", "open.md", "hush.md"]).exits(0);
        desk.file("hush.md", report("INTERNAL\nno pair", 2023, "150.5"));
        desk.run(&["ingest", "hush.md"]).exits(3);
        let doctor = desk.run(&["doctor"]).exits(0).out;
        assert!(!doctor.contains("read in part"), "{database}: {doctor}");
        fs::remove_file(desk.path("hush.md")).unwrap();
        fs::remove_file(desk.path("open.md")).unwrap();
        assert!(damage(&desk.path(&format!(".engine/{database}")), |page| holds(page, "99.5")) > 0, "{database}");
        let run = desk.run(&["repair"]).exits(4).says(&["missing: ", "1 file that may be restricted"]);
        assert!(!format!("{}{}", run.out, run.err).contains("hush.md"), "{database}: {}{}", run.out, run.err);
    }
}
