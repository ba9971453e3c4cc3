//! Databases of which more is lost than one page: what was withdrawn does not answer again without a person's consent.

use std::fs;

use crate::databases::decided;
use crate::desk::Desk;

#[test]
fn what_was_withdrawn_never_answers_after_both_databases_were_cut_off() {
    let desk = decided();
    let paths = ["facts.db", "documents.db"].map(|name| desk.path(&format!(".engine/{name}")));
    let sound = paths.each_ref().map(|path| fs::read(path).unwrap());
    let pages = sound.each_ref().map(|bytes| bytes.len() / 4096).into_iter().min().unwrap();
    let mut refused = 0;
    for kept in (4..pages).step_by(pages / 8) {
        for (path, sound) in paths.iter().zip(&sound) {
            fs::write(path, &sound[..kept * 4096]).unwrap();
        }
        let run = desk.run(&["repair"]);
        assert!(matches!(run.code, 3 | 4), "{kept} of {pages} pages: {}{}", run.out, run.err);
        refused += u32::from(run.code == 3);
        let asked = desk.run(&["ask", "Hong Kong revenue in FY2024?"]);
        assert!(!asked.out.contains("17.5"), "{kept} of {pages} pages: {}", asked.out);
    }
    assert!(refused > 0, "nobody knows what was withdrawn when most is gone");
}

#[test]
fn what_a_document_was_withdrawn_for_is_learned_from_the_other_store() {
    let desk = Desk::with_rows("REVENUE,HK,2024,,17.5,USD_M,a.md,,\n");
    desk.file("a.md", "# Hong Kong\n\nRevenue in Hong Kong rose because zebras danced.\n");
    desk.run(&["ingest", "a.md"]).exits(0);
    desk.run(&["docs", "withdraw", "a.md", "--reason", "a draft"]).exits(0);
    let path = desk.path(".engine/facts.db");
    fs::write(&path, [0; 4096]).unwrap();
    desk.run(&["repair"]).exits(3).says(&["--accept-loss"]);
    desk.run(&["repair", "--accept-loss"]).exits(4);
    desk.run(&["ingest", "facts.csv"]).exits(0);
    assert!(!desk.run(&["ask", "Hong Kong revenue in FY2024?"]).exits(0).out.contains("17.5"));
}
