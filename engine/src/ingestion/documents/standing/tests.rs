//! Tests of `standing`.

use std::io::Cursor;

use super::*;
use crate::document::ParagraphKind;
use crate::files::office::package::tests::archive;
use crate::files::{self, Format};

fn text(lines: &str) -> Vec<Paragraph> {
    lines
        .lines()
        .map(|line| Paragraph { text: line.to_owned(), kind: ParagraphKind::Text, breaks: Vec::new() })
        .collect()
}

const DOCX: [(&str, &str); 2] = [
    ("_rels/.rels", r#"<R><Relationship Id="r" Type="http://x/officeDocument" Target="word/document.xml"/></R>"#),
    ("word/document.xml", "<w:document><w:body><w:p><w:r><w:t>Results rose.</w:t></w:r></w:p></w:body></w:document>"),
];
const PPTX: [(&str, &str); 4] = [
    ("_rels/.rels", r#"<R><Relationship Id="r" Type="http://x/officeDocument" Target="ppt/p.xml"/></R>"#),
    ("ppt/p.xml", r#"<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>"#),
    ("ppt/_rels/p.xml.rels", r#"<R><Relationship Id="r1" Type="http://x/slide" Target="slides/slide1.xml"/></R>"#),
    (
        "ppt/slides/slide1.xml",
        "<p:sld><p:sp><p:txBody><a:p><a:r><a:t>Results rose.</a:t></a:r></a:p></p:txBody></p:sp></p:sld>",
    ),
];

fn is_labelled(format: Format, bytes: Vec<u8>) -> bool {
    files::read(format, &mut Cursor::new(bytes)).unwrap().metadata.labelled().is_some()
}

#[test]
fn a_label_at_the_edge_of_an_office_file_restricts() {
    let text = |element: &str, text: &str| format!("<{element}><a:p><a:r><a:t>{text}</a:t></a:r></a:p></{element}>");
    for (format, base, path, part) in [
        (Format::Docx, &DOCX[..], "word/header1.xml", text("w:hdr", "Board paper – Confidential – March")),
        (Format::Docx, &DOCX, "word/footer3.xml", text("w:ftr", "RESTRICTED | Page 1")),
        (Format::Docx, &DOCX, "word/header1.xml", r#"<w:hdr><v:textpath string="Confidential"/></w:hdr>"#.to_owned()),
        (Format::Docx, &DOCX, "word/x.xml", r#"<w:x><wp:docPr descr="Confidential stamp"/></w:x>"#.to_owned()),
        (
            Format::Docx,
            &DOCX,
            "xl/workbook.xml",
            r#"<x><definedName name="RESTRICTED">A!$A$1</definedName></x>"#.to_owned(),
        ),
        (
            Format::Docx,
            &DOCX,
            "xl/workbook.xml",
            r#"<x><definedName name="Classification">"C3"</definedName></x>"#.to_owned(),
        ),
        (
            Format::Docx,
            &DOCX,
            "xl/styles.xml",
            r#"<x><numFmt formatCode="&quot;RESTRICTED &quot;0;[Red]-0"/></x>"#.to_owned(),
        ),
        (Format::Docx, &DOCX, "xl/styles.xml", r#"<x><numFmt formatCode="0\ \(\S\e\c\r\e\t\)"/></x>"#.to_owned()),
        (Format::Docx, &DOCX, "word/comments.xml", text("w:comments", "Strictly confidential")),
        (Format::Docx, &DOCX, "docMetadata/LabelInfo.xml", r#"<l><label name="Confidential"/></l>"#.to_owned()),
        (Format::Pptx, &PPTX, "ppt/slideMasters/slideMaster1.xml", text("p:sldMaster", "机密")),
        (Format::Pptx, &PPTX, "ppt/slideLayouts/slideLayout2.xml", text("p:sldLayout", "Restricted to the board")),
    ] {
        assert!(!is_labelled(format, archive(base)), "{path}");
        assert!(is_labelled(format, archive(&[base, &[(path, &*part)]].concat())), "{path}: {part}");
        let others = r#"<x><definedName name="Restricted_cash">A!$A$1</definedName><definedName name="Sensitivity">A!$B$1
            </definedName><definedName name="Sensitivity">0.05</definedName><numFmt formatCode="&quot;Restricted cash &quot;0"/>
            <docPr descr="Restricted cash by year"/></x>"#;
        assert!(!is_labelled(format, archive(&[base, &[("x/others.xml", others)]].concat())));
        let open = archive(&[base, &[(path, &*text("x", "Cash that is restricted"))]].concat());
        assert!(!is_labelled(format, open), "{path}");
    }
}

#[test]
fn a_label_that_a_page_shows_without_its_text_restricts() {
    for shown in [
        "<img alt='RESTRICTED' src=banner.png>",
        "<img alt='Confidential stamp' src=stamp.png>",
        "<img alt='Stamp: RESTRICTED' src=stamp.png>",
        "<svg><text>Confidential</text></svg>",
        "<style>body::before { content: '机密' }</style>",
        "<!-- RESTRICTED -->",
        "<select name=sensitivity><option>Public<option selected>Restricted</select>",
        "<input name=sensitivity value=restricted>",
    ] {
        let page = format!("<h1>Results</h1>{shown}<p>Results rose.</p>");
        assert!(is_labelled(Format::Html, page.into_bytes()), "{shown}");
    }
    for open in [
        "<img alt='Cash, restricted and free' src=chart.png>",
        "<img alt='Restricted cash by year' src=chart.png>",
        "<img alt='Private equity' src=chart.png>",
        "<svg><text>Restricted cash</text></svg>",
        "<select name=fund><option>Public<option selected>Restricted</select>",
        "<div class=private>",
    ] {
        let page = format!("<h1>Results</h1>{open}<p>Results rose.</p>");
        assert!(!is_labelled(Format::Html, page.into_bytes()), "{open}");
    }
    assert!(is_labelled(Format::Markdown, b"<!-- RESTRICTED -->\n\n# Results\n\nThey rose.\n".to_vec()));
}

fn restricted(format: Format, bytes: &str) -> bool {
    let content = files::read(format, &mut Cursor::new(bytes.as_bytes().to_vec())).unwrap();
    in_text(&content.paragraphs) || in_grids(&content.grids.unwrap())
}

#[test]
fn a_line_that_is_nothing_but_a_level_restricts_at_the_top_at_the_end_and_as_a_stamp() {
    for stands in [
        "RESTRICTED\nResults of 2024",
        "Results\nby the board\nConfidential",
        "Results\nof 2024\nand\nof\n2023\nare good\nStrictly confidential",
        "Results\nof 2024\nand\nof\n2023\nare good\nCONFIDENTIAL\nand so on",
        "Results\nof 2024\nand\nof\n2023\nare good\n【机密】\nand so on",
        "机密\n2024年业绩",
        "Board paper – CONFIDENTIAL – March 2025\nResults",
        "Embargoed until 6 March 2025\nResults",
        "Results\nEmbargoed\nrose",
        "Inside information\nResults",
        "内幕信息\n业绩",
        "Results of 2024 (RESTRICTED)\nrose",
        "R E S T R I C T E D\nResults",
        "Results\nof 2024\nand\nof\n2023\nare good\nPage 3 of 3 Confidential",
        "Results\nof 2024\nand\nof\n2023\nare good. This report is strictly confidential.\nSo keep it",
    ] {
        assert!(in_text(&text(stands)), "{stands}");
    }
    for open in [
        "Results of 2024\nthe cash is restricted",
        "PUBLIC\nResults",
        "Embargoed countries\nand goods",
        "Disclosure of inside information\nto the market",
        "Balance sheet\nof\n2024\nCash\nFree\nRestricted\n12\n30",
        "Results\nof\n2024\nin\nmillions\nRESTRICTED | 12\nmore",
        "Restricted | 2024\nCash | 12",
    ] {
        assert!(!in_text(&text(open)), "{open}");
    }
}

#[test]
fn a_line_is_what_a_person_sees_as_one() {
    for (format, labelled) in [
        (
            Format::Markdown,
            "# Review of 2022\n\nReview of the year\nConfidential\n\n| US$m | FY2022 |\n|---|---|\n| Sales | 1 |\n",
        ),
        (Format::Markdown, "Confidential\nReview of the year\n\nIt was good\n"),
        (Format::Text, "Restricted\nChengyan Life Group\n\nIt was good\n"),
        (Format::Text, "机密\n董事会文件\n\n业绩\n"),
        (Format::Text, "Results\n\nwere\n\nas\n\ngood\n\nas\n\never\n\nand so on\nConfidential\n"),
        (Format::Html, "<p>Confidential<br>Board paper<p>Results"),
        (Format::Csv, "\"Board paper\nConfidential\",\nMetric,2024\nRevenue,12\n"),
    ] {
        assert!(restricted(format, labelled), "{labelled}");
    }
    for (format, open) in [
        (Format::Text, "Our cash is\nrestricted cash, which\nis confidential to nobody\n"),
        (Format::Markdown, "The agreement is a\nConfidentiality agreement\nwith all\n"),
    ] {
        assert!(!restricted(format, open), "{open}");
    }
    let docx = [
        DOCX[0],
        (
            DOCX[1].0,
            "<w:document><w:body><w:p><w:r><w:t>Confidential</w:t><w:br/><w:t>Review</w:t></w:r></w:p></w:body></w:document>",
        ),
    ];
    let content = files::read(Format::Docx, &mut Cursor::new(archive(&docx))).unwrap();
    assert!(in_text(&content.paragraphs));
}

#[test]
fn a_table_is_labelled_below_and_by_a_row_of_its_own() {
    for last in [
        "This report is confidential.",
        "This workbook is confidential.",
        "本报告为机密文件",
        "This document is restricted to the Board.",
        "Classification,C3",
        "密级,三级",
        "Sensitivity,High",
    ] {
        assert!(restricted(Format::Csv, &format!("Metric,2024\nRevenue,12\n{last}\nCosts,2\n")), "{last}");
    }
    for open in ["Sensitivity,Interest +50bp", "Classification,FVTPL", "竞争安排,无", "This cash is restricted."] {
        assert!(!restricted(Format::Csv, &format!("Metric,2024\nRevenue,12\n{open}\nCosts,2\n")), "{open}");
    }
}

#[test]
fn a_table_is_labelled_above_its_header_and_in_its_corner() {
    for (format, labelled) in [
        (Format::Csv, "RESTRICTED\nMetric,2024\nRevenue,12\n"),
        (Format::Csv, "Confidential,,\nMetric,2024,2023\nRevenue,12,11\n"),
        (Format::Csv, "Results,,\nCONFIDENTIAL,,\nMetric,2024,2023\nRevenue,12,11\n"),
        (Format::Csv, "Metric,2024\nRevenue,12\nConfidential\n"),
        (Format::Csv, "Confidential,2024\nRevenue,12\n"),
        (Format::Csv, "Strictly confidential,2024\nRevenue,12\n"),
        (Format::Csv, "绝密,2024\n收入,12\n"),
        (Format::Csv, "Results 2024,RESTRICTED\nMetric,2024\nRevenue,12\n"),
        (Format::Markdown, "# T\n\n| RESTRICTED | 2024 |\n|---|---|\n| Revenue | 12 |\n"),
        (Format::Markdown, "# RESTRICTED\n\n| Metric | 2024 |\n|---|---|\n| Revenue | 12 |\n"),
        (Format::Html, "<div class=banner>RESTRICTED</div><table><tr><td>Metric<td>2024<tr><td>Revenue<td>12</table>"),
    ] {
        assert!(restricted(format, labelled), "{labelled}");
    }
    for (format, open) in [
        (Format::Csv, "Cash,2024\nRestricted,12\nFree,3\n"),
        (Format::Csv, "Cash,Restricted,Free\n2024,12,3\n"),
        (Format::Csv, "Restricted,Unrestricted,Total\n12,3,15\n"),
        (Format::Csv, "Restricted,2024\nCash,12\nUnrestricted,\nCash,3\n"),
        (Format::Csv, "Private,2024\nEquity,12\n"),
        (Format::Csv, "限制,2024\n现金,12\n"),
        (Format::Csv, "CASH,RESTRICTED,FREE\n2024,12,3\n"),
        (Format::Csv, "Metric,2024\nCash,\nFree,1\nRESTRICTED,\nAt banks,2\n"),
        (Format::Markdown, "# Cash\n\n| | Restricted | Free |\n|---|---|---|\n| 2024 | 12 | 3 |\n"),
    ] {
        assert!(!restricted(format, open), "{open}");
    }
}

#[test]
fn a_sheet_that_is_called_as_a_label_restricts() {
    let sheets = |names: &[&str]| -> Vec<StyledGrid> {
        let place = |name: &&str| GridPlace::Sheet { name: (*name).to_owned() };
        names.iter().map(|name| StyledGrid::of(place(name), Vec::new())).collect()
    };
    for names in [&["Results", "Confidential"][..], &["RESTRICTED"], &["Strictly confidential"], &["Secret", "Public"]]
    {
        assert!(in_grids(&sheets(names)), "{names:?}");
    }
    for names in
        [&["Sensitivity", "Private"][..], &["Restricted", "Unrestricted"], &["Restricted cash"], &["confidential_x"]]
    {
        assert!(!in_grids(&sheets(names)), "{names:?}");
    }
}
