//! `engine retrieve` and `engine topology`: what they find, what they write, and what they refuse.

use std::collections::BTreeSet;

use crate::desk::Desk;

/// Documents in both languages, two of them restricted.
const CORPUS: &str = r#"{"_id": "hk 2024.md", "title": "Hong Kong", "text": "Sales in Hong Kong fell because visitors stayed away.", "entity": "HK", "period": "2024", "language": "en"}
{"_id": "hk-2023.md", "title": "香港回顾", "text": "香港营收上升，访客增加。", "entity": "HK", "period": "2023", "language": "zh"}
{"_id": "group.md", "title": "Group", "text": "The Group opened offices.", "entity": "GROUP", "period": "2024", "language": "en"}
{"_id": "zqx-secret.md", "title": "zqx plan", "text": "Sales in Hong Kong: zqx is to be sold.", "entity": "HK", "period": "2024", "sensitivity": " ＲＥＳＴＲＩＣＴＥＤ "}
{"_id": "odd.md", "title": "Odd", "text": "Sales in Hong Kong zqx.", "sensitivity": "top-zqx"}
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.file("corpus.jsonl", CORPUS);
    let read = desk.run(&["ingest", "corpus.jsonl"]);
    assert!([0, 4].contains(&read.code), "{read:?}");
    desk
}

/// Ids of the third column of a run, query by query.
fn ranked(desk: &Desk, run: &str, query: &str) -> Vec<String> {
    let text = std::fs::read_to_string(desk.path(run)).unwrap();
    let of_query = text.lines().map(|line| line.split(' ').collect::<Vec<_>>()).filter(|fields| fields[0] == query);
    of_query.map(|fields| fields[2].to_owned()).collect()
}

#[test]
fn passages_are_found_in_either_language_and_restricted_ones_are_not() {
    let desk = desk();
    for query in ["why did sales in Hong Kong fall", "为什么香港营收下滑"] {
        let found = desk.run(&["retrieve", "--json", query]).exits(0);
        let docs: BTreeSet<String> = found.json()[0]["passages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|passage| passage["doc"].as_str().unwrap().to_owned())
            .collect();
        assert!(docs.contains("hk 2024.md") && docs.contains("hk-2023.md"), "{docs:?}");
        for form in [&["retrieve", query][..], &["retrieve", query, "--explain"], &["retrieve", query, "--json"]] {
            let run = desk.run(form).exits(0);
            assert!(!format!("{}{}", run.out, run.err).to_lowercase().contains("zqx"), "{run:?}");
            assert!(form.contains(&"--json") || run.out.lines().all(|line| line.chars().count() <= 80), "{}", run.out);
        }
    }
    let explained = desk.run(&["retrieve", "sales", "--explain", "--top-k", "2"]).exits(0);
    explained.prints(&["searched 3 chunks", "query    sales", "vectors  off", "judge    none", "hk 2024.md"]);
    let both = desk.run(&["retrieve", "sales", "--json", "--explain"]).exits(0);
    assert!(both.json()[0]["steps"].is_object() && both.json()[0]["passages"][0]["scores"].is_object());
}

#[test]
fn a_filter_is_kept_or_its_loss_is_said() {
    let desk = desk();
    let docs = |args: &[&str]| {
        let run = desk.run(&[&["retrieve", "sales visitors 香港", "--json"], args].concat()).exits(0);
        let found = run.json().remove(0);
        let docs: Vec<String> = found["passages"].as_array().unwrap().iter().map(|p| p["doc"].to_string()).collect();
        (docs.join(" "), found["relaxed"].to_string())
    };
    assert_eq!(docs(&["--filter", "entity=香港", "--filter", "period=FY2023"]).0, "\"hk-2023.md\"");
    let (found, relaxed) = docs(&["--filter", "entity=HK", "--filter", "period=2019", "--top-k", "9"]);
    assert!(found.contains("hk 2024") && !found.contains("group"), "{found}");
    assert_eq!(relaxed, "[\"period\"]");
    desk.run(&["retrieve", "sales", "--filter", "period=2019"]).exits(0).says(&["without its period"]);
    desk.run(&["retrieve", "sales", "--filter", "perod=2019"]).exits(2).says(&["did you mean period?"]);
    desk.run(&["retrieve", "sales", "--filter", "period"]).exits(2).says(&["write ATTRIBUTE=VALUE"]);
}

#[test]
fn a_run_holds_every_query_in_the_form_of_trec() {
    let desk = desk();
    desk.file("q.jsonl", "{\"_id\":\"q 1\",\"text\":\"sales in Hong Kong\"}\n{\"_id\":\"2\",\"text\":\"opened offices\"}\n{\"_id\":\"3\",\"text\":\"!?\"}\n");
    desk.run(&["retrieve", "--queries", "q.jsonl", "--run", "out.run"])
        .exits(0)
        .says(&["3 queries", "1 without a hit"]);
    assert_eq!(ranked(&desk, "out.run", "q%201")[0], "hk%202024.md");
    assert_eq!(ranked(&desk, "out.run", "2"), ["group.md"]);
    let text = std::fs::read_to_string(desk.path("out.run")).unwrap();
    assert!(!text.contains("zqx"));
    for (line, fields) in text.lines().map(|line| (line, line.split(' ').collect::<Vec<_>>())) {
        assert!(fields.len() == 6 && fields[1] == "Q0" && fields[5] == "engine", "{line}");
    }
    desk.run(&["retrieve", "--queries", "q.jsonl", "--run", "chunk.run", "--by", "chunk", "--top-k", "1"]).exits(0);
    assert_eq!(ranked(&desk, "chunk.run", "2"), ["group.md#para1-1"]);
    desk.run(&["retrieve", "--queries", "q.jsonl", "--run", "none.run", "--filter", "period=1999"]).exits(0);
    assert_eq!(std::fs::read(desk.path("none.run")).unwrap(), b"", "a run never gives up its filter");
    desk.run(&["retrieve", "--queries", "q.jsonl", "--run", "again.run"]).exits(0);
    assert_eq!(std::fs::read_to_string(desk.path("again.run")).unwrap(), text);
}

#[test]
fn a_file_of_queries_is_used_whole_or_not_at_all() {
    let desk = desk();
    desk.file("q.jsonl", "{\"_id\":\"1\",\"text\":\"sales\"}\n{\"_id\":\"1\",\"text\":\"sales\"}\nsales\n");
    desk.file("out.run", "1 Q0 kept 1 1 engine\n");
    let run = desk.run(&["retrieve", "--queries", "q.jsonl", "--run", "out.run"]).exits(3);
    run.says(&["line 2", "line 3", "nothing was written"]);
    assert_eq!(std::fs::read(desk.path("out.run")).unwrap(), b"1 Q0 kept 1 1 engine\n");
    desk.run(&["retrieve", "--queries", "none.jsonl", "--run", "out.run"]).exits(3).says(&["none.jsonl"]);
    desk.run(&["retrieve", "--queries", "q.jsonl"]).exits(2);
    desk.run(&["retrieve", "sales", "--run", "out.run"]).exits(2);
    desk.run(&["retrieve", "sales", "--by", "chunk"]).exits(2);
    desk.run(&["retrieve", "sales", "--queries", "q.jsonl", "--run", "out.run"]).exits(2);
    desk.run(&["retrieve", "--queries", "q.jsonl", "--run", ".engine"]).exits(2).says(&["not a file"]);
}

#[test]
fn odd_queries_are_searched_like_any_other() {
    let desk = desk();
    let long = "香港营收 sales ".repeat(5_000);
    assert!(long.len() > 90_000);
    desk.run(&["retrieve", &long]).exits(0).prints(&["hk"]);
    desk.run(&["retrieve", "  "]).exits(2).says(&["the query is empty"]);
    desk.run(&["retrieve", "nothing-has-this"]).exits(0).says(&["nothing found"]);
    Desk::new().run(&["retrieve", "sales"]).exits(0).says(&["no documents to search"]);
    Desk::empty().run(&["retrieve", "sales"]).exits(3).says(&["does not exist"]);
}

#[test]
fn the_pipeline_is_drawn_as_the_settings_wire_it() {
    let desk = Desk::new();
    desk.run(&["topology"]).exits(0).prints(&["flowchart TD", "Okapi BM25, k1 1.5, b 0.75, standard analyzer"]);
    desk.run(&["topology", "--format", "dot"]).exits(0).prints(&["digraph retrieval {"]);
    desk.file(".engine/engine.toml", "[embeddings]\nbackend = \"hashing\"\ndimension = 64\n");
    let drawn = desk.run(&["topology", "--format", "json"]).exits(0).json().remove(0);
    let labels = drawn["stages"].to_string();
    assert!(labels.contains("hashing/64, 64 numbers, local"), "{labels}");
    desk.run(&["doctor"]).prints(&["hashing, 64 numbers  (engine.toml)"]);
}

#[test]
fn vectors_are_kept_beside_the_documents_and_hold_nothing_restricted() {
    let desk = desk();
    desk.file(".engine/engine.toml", "[embeddings]\nbackend = \"hashing\"\n");
    let found = desk.run(&["retrieve", "sales in Hong Kong", "--json"]).exits(0).json().remove(0);
    assert_eq!(found["steps"]["vectors"], true);
    assert!(found["passages"][0]["scores"]["vector"].as_f64().is_some());
    for entry in std::fs::read_dir(desk.path(".engine")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("vectors") {
            let bytes = std::fs::read(&path).unwrap();
            assert!(!bytes.windows(3).any(|window| window.eq_ignore_ascii_case(b"zqx")), "{}", path.display());
        }
    }
    desk.file(".engine/engine.toml", "[embeddings]\nbackend = \"magic\"\n");
    desk.run(&["retrieve", "sales"]).exits(3).says(&["magic"]);
}
