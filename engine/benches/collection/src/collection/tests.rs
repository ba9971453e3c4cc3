//! Tests of `collection`.

use super::*;

const DOCUMENTS: &str = "\u{FEFF}{\"_id\": \"d1\", \"title\": \"Wings\", \"text\": \"a wing\"}\n\n{\"_id\": \"d2\", \"text\": \"flow\", \"metadata\": {}}\n";
const ASKED: &str = "{\"_id\": \"q1\", \"text\": \"wing\"}\n{\"_id\": \"q2\", \"text\": \"flow\"}\n";
const JUDGED: &str = "query-id\tcorpus-id\tscore\nq2\td2\t2\nq2\td1\t0\n";

/// A folder with these files; one without text is left out.
fn read(files: &[(&str, &str)]) -> Result<Collection, String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let root = format!("{}/", folder.path().display());
    Collection::read(folder.path()).map_err(|fault| fault.to_string().replace(&root, ""))
}

fn fault(documents: &str, queries: &str, judged: &str) -> String {
    read(&[("corpus.jsonl", documents), ("queries.jsonl", queries), ("qrels.tsv", judged)]).unwrap_err()
}

#[test]
fn a_folder_is_read_with_its_judged_queries_alone() {
    for qrels in QRELS {
        let collection = read(&[("corpus.jsonl", DOCUMENTS), ("queries.jsonl", ASKED), (qrels, JUDGED)]).unwrap();
        let text = |id: &str, text: &str| Text { id: id.to_owned(), text: text.to_owned() };
        assert_eq!(collection.documents, [text("d1", "Wings\na wing"), text("d2", "flow")]);
        assert_eq!(collection.queries, [text("q2", "flow")]);
        let grades = Grades::from([("d1".to_owned(), 0), ("d2".to_owned(), 2)]);
        assert_eq!(collection.judgements, Judgements::from([("q2".to_owned(), grades)]));
    }
}

#[test]
fn a_heading_is_not_needed() {
    let files = [("corpus.jsonl", DOCUMENTS), ("queries.jsonl", ASKED), ("qrels.tsv", "q1\td1\t1\nq1\td9\t1\r\n")];
    let collection = read(&files).unwrap();
    assert_eq!(collection.judgements["q1"]["d1"], 1);
    assert!(
        collection
            .title()
            .ends_with(": 2 documents (1 judged documents are not there and cannot be found), 1 judged queries")
    );
}

#[test]
fn a_file_that_lacks_is_named_with_all_that_a_collection_has() {
    let layout = "; a collection is a folder with corpus.jsonl, queries.jsonl and qrels.tsv or qrels/test.tsv";
    for name in ["corpus.jsonl", "queries.jsonl", "qrels.tsv"] {
        let files = [("corpus.jsonl", DOCUMENTS), ("queries.jsonl", ASKED), ("qrels.tsv", JUDGED)];
        let fault = read(&files.into_iter().filter(|(file, _)| *file != name).collect::<Vec<_>>()).unwrap_err();
        assert!(fault.starts_with(&format!("{name}: ")) && fault.ends_with(layout), "{fault}");
    }
    assert_eq!(fault("\n", ASKED, JUDGED), format!("corpus.jsonl: the file is empty{layout}"));
}

#[test]
fn a_broken_line_is_told_with_its_number_and_what_to_write() {
    let json = fault("{\"_id\": \"d1\", \"text\": \"a\"}\n{\"text\": \"a\"}\n", ASKED, JUDGED);
    assert!(json.starts_with("corpus.jsonl:2: no record in JSON (missing field `_id`, column 13); write "), "{json}");
    let twice = fault(DOCUMENTS, &format!("{ASKED}{ASKED}"), JUDGED);
    assert!(twice.starts_with("queries.jsonl:3: `_id` q1 stands in an earlier line; "), "{twice}");
    assert!(fault("{\"_id\": \" \", \"text\": \"a\"}", ASKED, JUDGED).starts_with("corpus.jsonl:1: `_id` is empty; "));
    let no_judgement = ["q1\td1\t1\nq1\td2\tyes\n", "q1 d1 1\n", "q1\td1\t1\nq1\t\t1\n", "q1\td1\t1\nq1\td2\n"];
    for (line, judged) in [2, 1, 2, 2].into_iter().zip(no_judgement) {
        let fault = fault(DOCUMENTS, ASKED, judged);
        assert!(fault.starts_with(&format!("qrels.tsv:{line}: no judgement; write ")), "{fault}");
    }
    let twice = fault(DOCUMENTS, ASKED, "q1\td1\t1\nq1\td1\t2\n");
    assert!(twice.starts_with("qrels.tsv:2: query q1 and document d1 are judged in an earlier line; "), "{twice}");
}

#[test]
fn files_of_different_collections_are_refused() {
    let query = fault(DOCUMENTS, ASKED, "q7\td1\t1\n");
    assert!(query.starts_with("qrels.tsv: query q7 is judged, and queries.jsonl has none of this name; "), "{query}");
    let document = fault(DOCUMENTS, ASKED, "q1\tx\t1\n");
    assert!(document.starts_with("qrels.tsv: corpus.jsonl has none of the judged documents; "), "{document}");
    assert!(fault(DOCUMENTS, ASKED, "query-id\tcorpus-id\tscore\n").contains("none of the judged documents"));
}
