//! Tests of `xml`.

use std::fmt::Write;

use super::*;

fn text_of(xml: &str) -> Result<String, DocumentFault> {
    let mut text = String::new();
    walk("part.xml", xml, &["skip"], &mut |_| {}, &mut |node| match node {
        Node::Start(name, element) => {
            write!(text, "<{name}{}>", attribute(element, "v").unwrap_or_default()).unwrap();
        }
        Node::End(name) => write!(text, "</{name}>").unwrap(),
        Node::Text(piece) => text.push_str(piece),
    })?;
    Ok(text)
}

#[test]
fn names_lose_their_prefix_and_skipped_elements_their_content() {
    let xml = "<w:a w:v='1&amp;2'>x &lt;&#x4E2D;<![CDATA[<y>]]><skip><b/>no<skip/>no</skip><c/></w:a>";
    assert_eq!(text_of(xml).unwrap(), "<a1&2>x <中<y><c></c></a>");
}

#[test]
fn entities_are_not_expanded() {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'bbbb'><!ENTITY c SYSTEM 'file:///etc/passwd'>]><a>&b;&c;</a>";
    assert!(matches!(text_of(bomb), Err(DocumentFault::DocumentType { .. })));
    assert_eq!(text_of("<a>&b;x</a>").unwrap(), "<a>x</a>");
}

#[test]
fn damage_is_a_fault_with_its_place() {
    for broken in ["<a><b></a>", "<a", "<a>", "<a></a></b>", "<a>&#xFFFFFFFF</a>"] {
        assert!(matches!(text_of(broken), Err(DocumentFault::Xml { .. })), "{broken}");
    }
}

#[test]
fn deep_nesting_is_no_danger() {
    let n = 500_000;
    let deep = format!("{}x{}", "<a>".repeat(n), "</a>".repeat(n));
    let mut starts = 0;
    walk("part.xml", &deep, &[], &mut |_| {}, &mut |node| starts += usize::from(matches!(node, Node::Start(..))))
        .unwrap();
    assert_eq!(starts, n);
}
