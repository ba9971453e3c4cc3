//! Tests of `queries`.

use super::*;

#[test]
fn each_line_is_a_query() {
    let input =
        "\u{FEFF}{\"_id\": \"1\", \"text\": \"为什么\", \"metadata\": {}}\r\n\n {\"text\": \"\", \"_id\": \"b c\"}";
    let queries = parse(input.as_bytes()).unwrap().unwrap();
    let query = |id: &str, text: &str| Query { id: id.to_owned(), text: text.to_owned() };
    assert_eq!(queries, [query("1", "为什么"), query("b c", "")]);
}

#[test]
fn every_fault_is_told_with_its_line() {
    let input = "{\"_id\":\"1\",\"text\":\"a\"}\n{\"_id\":\"1\",\"text\":\"a\"}\n{\"_id\":2,\"text\":\"a\"}\n\n[]\n{\"_id\":\"\",\"text\":\"\"}\n\u{1}";
    let faults = parse(input.as_bytes()).unwrap().unwrap_err();
    let lines: Vec<&str> = faults.iter().filter_map(|fault| fault.split([':', ',']).next()).collect();
    assert_eq!(lines, ["line 2", "line 3", "line 5", "line 6", "line 7"], "{faults:?}");
}

#[test]
fn an_input_without_an_end_is_not_gathered() {
    use std::io::{BufReader, repeat};
    let faults = parse(BufReader::with_capacity(1 << 16, repeat(b'x'))).unwrap().unwrap_err();
    assert!(faults.len() == 1 && faults[0].contains("line 1: the line is longer"), "{faults:?}");
}
