//! What Markdown files say and show as tables, and what they overdo.

use super::*;
use crate::document::ParagraphKind;
use crate::files::grid::StyledGrid;

fn grids(text: &str) -> Vec<StyledGrid> {
    read(text).unwrap().grids.unwrap()
}

fn cells(grid: &StyledGrid) -> Vec<String> {
    grid.cells.iter().map(|cell| format!("{}={}", cell.at, cell.text)).collect()
}

#[test]
fn pipe_tables_are_read_with_their_headings() {
    let found = grids(
        "---\ntitle: T\n---\n# 年报\n\n## Results\n\n单位：亿元\n\n| 指标 | FY2024 |\n|---|--:|\n| 营收 | **1,234.5** |\n| a\\|b<br>c | `12%` |\n",
    );
    assert_eq!(found.len(), 1);
    assert_eq!(cells(&found[0]), ["A1=指标", "B1=FY2024", "A2=营收", "B2=1,234.5", "A3=a|b\nc", "B3=12%"]);
    assert_eq!(found[0].captions, ["年报", "Results", "单位：亿元"]);
    assert_eq!(
        found[0].cells.iter().map(|cell| cell.bold).collect::<Vec<_>>(),
        [true, true, false, true, false, false]
    );
}

#[test]
fn html_tables_are_read_too() {
    let text = "# H\n\n| a |\n|---|\n| 1 |\n\n<table>\n<tr><td bgcolor=red>2</td>\n\n<td>3</td></tr>\n</table>\n\n```\n| x |\n|---|\n```\n";
    let found = grids(text);
    assert_eq!(found.iter().map(|grid| cells(grid).join(" ")).collect::<Vec<_>>(), ["A1=a A2=1", "A1=2 B1=3"]);
    assert_eq!(found[1].captions, ["H"]);
}

#[test]
fn cells_beyond_the_header_row_are_kept() {
    for (row, cells) in [
        ("| 1 | 2 | 3 | 4 |", "A2=1 B2=2 C2=3 D2=4"),
        ("1 | 2 | 3", "A2=1 B2=2 C2=3"),
        ("| 1 | 2 |", "A2=1 B2=2"),
        ("| 1 | 2 | a\\|b", "A2=1 B2=2 C2=a\\|b"),
        ("| 1 | 2\\|3 |", "A2=1 B2=2|3"),
        ("| 1", "A2=1"),
    ] {
        let text = format!("| a | b |\n|---|---|\n{row}\n");
        let found: Vec<String> = grids(&text).iter().map(|grid| self::cells(grid).join(" ")).collect();
        assert_eq!(found, [format!("A1=a B1=b {cells}")], "{row}");
    }
    let content = read("| a |\n|---|\n| 1 | secret |\n\nAnd so on.\n").unwrap();
    let texts: Vec<&str> = content.paragraphs.iter().map(|paragraph| &*paragraph.text).collect();
    assert_eq!(texts, ["a", "1 | secret", "And so on."]);
}

#[test]
fn front_matter_that_is_broken_is_a_fault() {
    assert!(matches!(read("---\nsensitivity: x\n"), Err(DocumentFault::FrontMatter { .. })));
}

#[test]
fn hostile_tables_are_read_or_refused() {
    for text in [
        format!("{}\n{}\n{}", "|a".repeat(30_000), "|-".repeat(30_000), "|\n".repeat(30_000)),
        "> ".repeat(20_000) + "|a|\n|-|",
        "<table>".repeat(20_000),
    ] {
        let _ = read(&text);
    }
}

fn paragraphs(text: &str) -> Vec<(u8, String)> {
    read(text)
        .unwrap()
        .paragraphs
        .into_iter()
        .map(|paragraph| match paragraph.kind {
            ParagraphKind::Heading(level) => (level, paragraph.text),
            ParagraphKind::Text => (0, paragraph.text),
        })
        .collect()
}

fn texts(text: &str) -> Vec<String> {
    paragraphs(text).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn headings_have_their_level() {
    let found = paragraphs("# A *b* `c`\n\ntext\nmore\n\nB\n---\n\n###\n\n###### F\n");
    let wanted = [(1, "A b c"), (0, "text more"), (2, "B"), (6, "F")];
    assert_eq!(found, wanted.map(|(level, text)| (level, text.to_owned())));
}

#[test]
fn items_and_rows_are_paragraphs_of_their_own() {
    assert_eq!(
        texts("Intro:\n- one\n  - two\n    wrapped\n- three\n\n1. 四\n   五\n\n   six\n"),
        ["Intro:", "one", "two wrapped", "three", "四五", "six"]
    );
    assert_eq!(texts("| a | b |\n|---|---|\n| 1<br>2 | |\n| **x** | [y](http://z) |\n"), ["a | b", "1 2 | ", "x | y"]);
    assert_eq!(texts("> quoted\n> more\n\n[^1]: note\n\nSee[^1]."), ["quoted more", "note", "See."]);
}

#[test]
fn code_stays_and_comments_go() {
    assert_eq!(texts("```rust\nlet a;\n\nlet b;\n```\n    indented\n"), ["let a;\n\nlet b;", "indented"]);
    assert_eq!(texts("a <!-- b --> c <span>d</span>\n\n<!-- e\n\nf -->\n\n<div>g<p>h</div>\n"), ["a c d", "g", "h"]);
}

#[test]
fn hostile_nesting_takes_no_time() {
    let n = 50_000;
    for text in ["> ".repeat(n), "- ".repeat(n), "[".repeat(n), "*a ".repeat(n), "<".repeat(n), "`".repeat(n) + "a"] {
        let _ = paragraphs(&text);
    }
    assert_eq!(texts(&format!("{}deep", "> ".repeat(n))), ["deep"]);
}
