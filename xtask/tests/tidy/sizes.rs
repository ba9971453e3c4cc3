//! How long files and functions may be. A function's end is the closing brace at its own indentation, which holds for
//! formatted code.

use crate::demand;
use crate::files::ending_with;

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;

/// Files that may be longer, each with the reason.
const LONGER_FILES: [(&str, &str); 0] = [];
/// Functions that may be longer, each as `path:name` with the reason.
const LONGER_FUNCTIONS: [(&str, &str); 0] = [];

#[test]
fn files_stay_within_one_sitting() {
    let faults: Vec<String> = ending_with(".rs")
        .iter()
        .map(|file| (&file.path, file.text.lines().count()))
        .filter(|(path, lines)| *lines > FILE_LINES_MAX && !LONGER_FILES.iter().any(|(known, _)| known == path))
        .map(|(path, lines)| format!("{path} has {lines} lines"))
        .collect();
    demand("a file has at most 400 lines", &faults);
}

#[test]
fn functions_stay_within_one_screen() {
    let mut faults = Vec::new();
    for file in ending_with(".rs") {
        for (name, line, length) in functions(&file.text) {
            let key = format!("{}:{name}", file.path);
            if length > FUNCTION_LINES_MAX && !LONGER_FUNCTIONS.iter().any(|(known, _)| *known == key) {
                faults.push(format!("{}:{line} `{name}` has {length} lines", file.path));
            }
        }
    }
    demand("a function has at most 70 lines", &faults);
}

/// Name, first line and length of every function.
fn functions(text: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else { continue };
        let indent = &line[..line.len() - line.trim_start().len()];
        let end = format!("{indent}}}");
        let is_closed_here = line.ends_with('}') || line.ends_with(';');
        let length = if is_closed_here {
            1
        } else {
            lines[index..]
                .iter()
                .position(|line| **line == *end || (line.starts_with(&format!("{indent})")) && line.ends_with(';')))
                .map_or(1, |at| at + 1)
        };
        found.push((name, index + 1, length));
    }
    found
}

fn function_name(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    loop {
        match words.next()? {
            "fn" => break,
            "async" | "const" | "unsafe" | "extern" | "\"C\"" => {}
            word if word.starts_with("pub") => {}
            _ => return None,
        }
    }
    let name: String = words.next()?.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (!name.is_empty()).then_some(name)
}

#[test]
fn a_long_function_is_seen() {
    let body = "    x;\n".repeat(80);
    let text = format!("pub(crate) fn long(\n    a: u8,\n) -> u8 {{\n{body}}}\n\nfn short() {{}}\n");
    assert_eq!(functions(&text), [("long".to_owned(), 1, 84), ("short".to_owned(), 86, 1)]);
}
