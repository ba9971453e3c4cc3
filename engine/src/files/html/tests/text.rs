//! What pages say, and what they hide.

use crate::document::ParagraphKind;
use crate::files::Key;
use crate::files::html::{paragraphs, read};
use crate::profile::Sensitivity;

fn texts(html: &str) -> Vec<String> {
    paragraphs(html).into_iter().map(|paragraph| paragraph.text).collect()
}

#[test]
fn blocks_are_paragraphs_and_inline_elements_are_not() {
    let page = paragraphs(
        "<h2>A <b>b</b></h2>x<p>one&nbsp;t<i>w</i>o &amp; 三<br>四<ul><li>i<li>j</ul>tail<pre>\n a\n\n  b</pre>",
    );
    assert_eq!(page[0].kind, ParagraphKind::Heading(2));
    let texts: Vec<&str> = page.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["A b", "x", "one two & 三四", "i", "j", "tail", "a\n\n  b"]);
}

#[test]
fn a_table_row_is_a_paragraph() {
    assert_eq!(
        texts(
            "<table><caption>T</caption><tr><th>a<th>b<tr><td><p>1</p><p>2</p></td><td></td><td>3</td></tr></table>after"
        ),
        ["T", "a | b", "1 2 |  | 3", "after"]
    );
    assert_eq!(texts("<table><tr><td>x<table><tr><td>y</td></tr></table></td></tr></table>"), ["x", "y"]);
}

#[test]
fn what_is_not_shown_is_not_read() {
    for html in [
        "a<script>if (x < '<p>') y</script> b",
        "a<style>p{}</style> b",
        "a<nav><ul><li>x<nav>y</nav></ul></nav> b",
        "a<div hidden>x<div>y</div>z</div>b",
        "a<span style='DISPLAY : none'>x</span> b",
        "a<!-- x --> b",
        "a<p hidden>x<p>b",
        "a<ul><li hidden>x<ul><li>y</ul><li>b</ul>",
        "a<template><p>x</template> b",
        "<input hidden>a b",
    ] {
        assert_eq!(texts(html).join(" "), "a b", "{html}");
    }
}

#[test]
fn a_page_states_what_it_is() {
    let page = read(
        "<html lang=zh-CN><head><title>营收 &lt;2025&gt;</title><meta name=Entity content=HK><meta charset=utf-8>\
         <meta name=sensitivity content=PUBLIC></head><body>x",
    );
    let draft = page.unwrap();
    let stated = [Key::Title, Key::Language, Key::Entity].map(|key| draft.metadata.get(key));
    assert_eq!(stated, [Some("营收 <2025>"), Some("zh-CN"), Some("HK")]);
    assert_eq!(draft.metadata.labelled(), Some(Sensitivity::Public));
    let label = |html: &str| read(html).unwrap().metadata.labelled();
    assert_eq!(label("<meta name=sensitivity>"), Some(Sensitivity::Restricted));
    let twice = "<meta name=sensitivity content=PUBLIC>";
    assert_eq!(label(&twice.repeat(2)), Some(Sensitivity::Restricted));
    assert!(read("<meta name=valid_as_of content=soon>x").is_err());
}

#[test]
fn nesting_of_any_depth_is_read_in_linear_time() {
    let n = 60_000;
    for (open, close) in
        [("<div>", "</div>"), ("<b>", ""), ("<table><tr><td>", ""), ("<p hidden><ul>", ""), ("<a x=", "")]
    {
        let html = format!("{}deep{}", open.repeat(n), close.repeat(n));
        let _ = texts(&html);
    }
    assert_eq!(texts(&format!("{}deep", "<div><b>".repeat(n))), ["deep"]);
}
