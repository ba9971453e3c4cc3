//! Files of every format with a word in one of their parts, written as small as readers take them. Each says something else,
//! with a sentinel in it and a figure, so that one that is open is seen.

use crate::files::office::package::tests::archive;

type Write = Box<dyn Fn(&str) -> Vec<u8>>;

/// A part of a format.
pub(super) struct Part {
    pub(super) name: String,
    pub(super) extension: &'static str,
    /// Whether it can hold nothing but ASCII.
    pub(super) ascii_only: bool,
    /// The file with a word in that part.
    pub(super) write: Write,
}

const TEXT: &str = "The zqxsentinel walrus sleeps.";
const TABLE: &str = "| US$m | FY2019 |\n|---|---|\n| Revenue | 4242.42 |\n";
const PAGE_TABLE: &str = "<table><tr><td>US$m<td>FY2019<tr><td>Revenue<td>4242.42</table>";

/// Every part of every format.
pub(super) fn parts() -> Vec<Part> {
    let mut parts = Vec::new();
    for (extension, name, template) in TEXTS {
        let template = template.replace("TEXT", TEXT).replace("PAGE_TABLE", PAGE_TABLE).replace("TABLE", TABLE);
        let write = move |word: &str| {
            let word = one_line(extension, &template, word);
            // Records are kept under names of their own.
            let id = blake3::hash(format!("{name} {word}").as_bytes()).to_hex();
            template.replace("RECORD", &id).replace("WORD", &word).into_bytes()
        };
        parts.push(Part { name: name.to_owned(), extension, ascii_only: false, write: Box::new(write) });
    }
    parts.extend(DOCX.into_iter().map(|part| office("docx", &DOCX_BASE, part)));
    parts.extend(PPTX.into_iter().map(|part| office("pptx", &PPTX_BASE, part)));
    parts.extend(XLSX.into_iter().map(|part| office("xlsx", &XLSX_BASE, part)));
    parts.extend(PDF.into_iter().map(pdf));
    parts
}

/// A word as a place takes it: one of front matter, a record or an attribute stands on one line.
fn one_line(extension: &str, template: &str, word: &str) -> String {
    let is_one_line = extension == "jsonl" || template.contains("remark: WORD");
    if is_one_line { word.replace("-\n", "-").replace('\n', " ") } else { word.to_owned() }
}

/// Formats that are text.
const TEXTS: [(&str, &str, &str); 37] = [
    ("md", "text", "# A\n\nTEXT\n\nWORD\n\nTABLE"),
    ("md", "unknown key", "---\ntitle: A\nremark: WORD\n---\nTEXT\n\nTABLE"),
    ("md", "nested value", "---\ntitle: A\ntags:\n  - remark: WORD\n---\nTEXT\n\nTABLE"),
    ("md", "comment", "TEXT\n\n<!-- WORD -->\n\nTABLE"),
    ("md", "inline comment", "TEXT <!-- WORD --> and more.\n\nTABLE"),
    ("md", "link title", "TEXT [a](b \"WORD\")\n\nTABLE"),
    ("md", "picture", "TEXT ![WORD](b.png)\n\nTABLE"),
    ("md", "reference", "TEXT\n\n[a]: b.html \"WORD\"\n\nTABLE"),
    ("md", "hidden element", "TEXT\n\n<p hidden>WORD</p>\n\nTABLE"),
    ("md", "attribute", "TEXT <span title=\"WORD\">x</span>\n\nTABLE"),
    ("md", "code", "TEXT\n\n```\nWORD\n```\n\nTABLE"),
    ("md", "footnote", "TEXT[^1]\n\n[^1]: WORD\n\nTABLE"),
    ("md", "cell", "TEXT\n\n| US$m | FY2019 |\n|---|---|\n| Revenue | 4242.42 |\n\n<table><tr><td>WORD</table>"),
    ("txt", "text", "TEXT\n\nWORD\n"),
    ("txt", "last", "TEXT\n\n\n\n\nWORD"),
    ("html", "text", "<p>TEXT<p>WORD<p>PAGE_TABLE"),
    ("html", "hidden", "<p>TEXT<p style='display: none'>WORD</p>PAGE_TABLE"),
    ("html", "comment", "<p>TEXT<!-- WORD --><p>PAGE_TABLE"),
    ("html", "comment with a page", "<p>TEXT<!--[if mso]><p>WORD</p><![endif]--><p>PAGE_TABLE"),
    ("html", "alternative", "<p>TEXT<img alt=\"WORD\">PAGE_TABLE"),
    ("html", "label", "<p aria-label=\"WORD\">TEXT</p>PAGE_TABLE"),
    ("html", "data", "<p data-x=\"WORD\">TEXT</p>PAGE_TABLE"),
    ("html", "meta", "<meta name=\"abstract\" content=\"WORD\"><p>TEXT</p>PAGE_TABLE"),
    ("html", "script", "<script>let x = 'WORD';</script><p>TEXT</p>PAGE_TABLE"),
    ("html", "style", "<style>p::after { content: 'WORD'; }</style><p>TEXT</p>PAGE_TABLE"),
    ("html", "template", "<template><p>WORD</template><p>TEXT</p>PAGE_TABLE"),
    ("html", "form", "<p>TEXT</p><input value=\"WORD\"><textarea>x</textarea>PAGE_TABLE"),
    ("html", "frame", "<p>TEXT</p><iframe srcdoc=\"<p>WORD</p>\"></iframe>PAGE_TABLE"),
    (
        "html",
        "caption",
        "<p>TEXT</p><table><caption>WORD</caption><tr><td>US$m<td>FY2019<tr><td>Revenue<td>4242.42</table>",
    ),
    ("html", "title", "<title>A WORD</title><p>TEXT</p>PAGE_TABLE"),
    ("jsonl", "text", "{\"_id\": \"RECORD\", \"text\": \"TEXT WORD\"}"),
    ("jsonl", "member", "{\"_id\": \"RECORD\", \"text\": \"TEXT\", \"remark\": \"WORD\"}"),
    ("jsonl", "deep", "{\"_id\": \"RECORD\", \"text\": \"TEXT\", \"x\": {\"y\": [1, {\"z\": [\"WORD\"]}]}}"),
    ("jsonl", "name", "{\"_id\": \"RECORD\", \"text\": \"TEXT\", \"x\": {\"WORD\": 1}}"),
    ("jsonl", "metadata", "{\"_id\": \"RECORD\", \"text\": \"TEXT\", \"metadata\": {\"remark\": \"WORD\"}}"),
    ("csv", "cell", "US$m,FY2019\nRevenue,4242.42\nWORD,\n"),
    ("csv", "first line", "WORD\nUS$m,FY2019\nRevenue,4242.42\n"),
];

type Parts = &'static [(&'static str, &'static str)];

/// An office file: its base, with parts that replace or join it.
fn office(extension: &'static str, base: &Parts, (name, own): (&'static str, Parts)) -> Part {
    let base = *base;
    let write = move |word: &str| {
        let word = word.replace('\n', " ").replace("- ", "-");
        let all = base.iter().filter(|(path, _)| !own.iter().any(|(other, _)| other == path)).chain(own);
        let written: Vec<(String, String)> =
            all.map(|(path, text)| ((*path).to_owned(), text.replace("TEXT", TEXT).replace("WORD", &word))).collect();
        let parts: Vec<(&str, &str)> = written.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        archive(&parts)
    };
    Part { name: name.to_owned(), extension, ascii_only: false, write: Box::new(write) }
}

const DOCX_BASE: Parts =
    &[("word/document.xml", "<w:document><w:body><w:p><w:r><w:t>TEXT</w:t></w:r></w:p></w:body></w:document>")];
const DOCX: [(&str, Parts); 22] = [
    (
        "text",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r></w:p><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:document>",
        )],
    ),
    (
        "hidden",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>WORD</w:t></w:r></w:p></w:document>",
        )],
    ),
    (
        "deleted",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r></w:p><w:p><w:del><w:r><w:delText>WORD</w:delText></w:r></w:del></w:p></w:document>",
        )],
    ),
    (
        "text box",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t><w:txbxContent><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:txbxContent></w:r></w:p></w:document>",
        )],
    ),
    (
        "fallback",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r></w:p><mc:Fallback><w:p><w:r><w:t>WORD</w:t></w:r></w:p></mc:Fallback></w:document>",
        )],
    ),
    (
        "field",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r><w:r><w:instrText>QUOTE \"WORD\"</w:instrText></w:r></w:p></w:document>",
        )],
    ),
    (
        "alternative",
        &[(
            "word/document.xml",
            "<w:document><w:p><w:r><w:t>TEXT</w:t><wp:docPr descr=\"WORD\"/></w:r></w:p></w:document>",
        )],
    ),
    (
        "comment in the source",
        &[("word/document.xml", "<w:document><w:p><w:r><w:t>TEXT</w:t></w:r></w:p><!-- WORD --></w:document>")],
    ),
    ("header", &[("word/header1.xml", "<w:hdr><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:hdr>")]),
    ("footer", &[("word/footer9.xml", "<w:ftr><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:ftr>")]),
    ("watermark", &[("word/header1.xml", "<w:hdr><v:textpath string=\"WORD\"/></w:hdr>")]),
    (
        "comment",
        &[(
            "word/comments.xml",
            "<w:comments><w:comment><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:comment></w:comments>",
        )],
    ),
    ("comment's author", &[("word/comments.xml", "<w:comments><w:comment w:author=\"WORD\"/></w:comments>")]),
    ("footnote", &[("word/footnotes.xml", "<w:footnotes><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:footnotes>")]),
    (
        "building block",
        &[(
            "word/glossary/document.xml",
            "<w:glossaryDocument><w:p><w:r><w:t>WORD</w:t></w:r></w:p></w:glossaryDocument>",
        )],
    ),
    ("chart", &[("word/charts/chart1.xml", "<c:chart><a:p><a:r><a:t>WORD</a:t></a:r></a:p></c:chart>")]),
    ("property", &[("docProps/core.xml", "<cp><cp:category>WORD</cp:category></cp>")]),
    ("company", &[("docProps/app.xml", "<Properties><Company>WORD</Company></Properties>")]),
    (
        "own property",
        &[("docProps/custom.xml", "<p><property name=\"Remark\"><vt:lpwstr>WORD</vt:lpwstr></property></p>")],
    ),
    ("data", &[("customXml/item1.xml", "<x xmlns=\"urn:x\"><y>WORD</y></x>")]),
    ("other text", &[("word/afchunk.htm", "<html><p>WORD<br>more")]),
    ("broken part", &[("word/drawing.vml", "<xml><v:shape><br>WORD</v:shape><")]),
];

const SLIDE: &str = "<p:sld><p:sp><p:txBody><a:p><a:r><a:t>TEXT</a:t></a:r></a:p></p:txBody></p:sp></p:sld>";
const PPTX_BASE: Parts = &[
    (
        "ppt/presentation.xml",
        "<p:presentation><p:sldIdLst><p:sldId id=\"256\" r:id=\"r1\"/></p:sldIdLst></p:presentation>",
    ),
    (
        "ppt/_rels/presentation.xml.rels",
        "<Relationships><Relationship Id=\"r1\" Type=\"http://x/slide\" Target=\"slides/slide1.xml\"/></Relationships>",
    ),
    ("ppt/slides/slide1.xml", SLIDE),
];
const PPTX: [(&str, Parts); 14] = [
    (
        "text",
        &[(
            "ppt/slides/slide1.xml",
            "<p:sld><p:sp><a:p><a:r><a:t>TEXT</a:t></a:r></a:p><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:sp></p:sld>",
        )],
    ),
    (
        "alternative",
        &[(
            "ppt/slides/slide1.xml",
            "<p:sld><p:sp><p:cNvPr descr=\"WORD\"/><a:p><a:r><a:t>TEXT</a:t></a:r></a:p></p:sp></p:sld>",
        )],
    ),
    (
        "layout",
        &[("ppt/slideLayouts/slideLayout1.xml", "<p:sldLayout><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:sldLayout>")],
    ),
    (
        "master",
        &[("ppt/slideMasters/slideMaster1.xml", "<p:sldMaster><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:sldMaster>")],
    ),
    ("notes", &[("ppt/notesSlides/notesSlide1.xml", "<p:notes><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:notes>")]),
    (
        "notes master",
        &[("ppt/notesMasters/n.xml", "<p:notesMaster><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:notesMaster>")],
    ),
    (
        "handout",
        &[("ppt/handoutMasters/h.xml", "<p:handoutMaster><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:handoutMaster>")],
    ),
    ("comment", &[("ppt/comments/comment1.xml", "<p:cmLst><p:cm><p:text>WORD</p:text></p:cm></p:cmLst>")]),
    (
        "slide not shown",
        &[("ppt/slides/slide2.xml", "<p:sld show=\"0\"><a:p><a:r><a:t>WORD</a:t></a:r></a:p></p:sld>")],
    ),
    (
        "chart",
        &[("ppt/charts/chart1.xml", "<c:chart><c:title><a:p><a:r><a:t>WORD</a:t></a:r></a:p></c:title></c:chart>")],
    ),
    (
        "chart's data",
        &[("ppt/charts/chart1.xml", "<c:chart><c:strCache><c:pt><c:v>WORD</c:v></c:pt></c:strCache></c:chart>")],
    ),
    ("diagram", &[("ppt/diagrams/data1.xml", "<dgm:dataModel><a:p><a:r><a:t>WORD</a:t></a:r></a:p></dgm:dataModel>")]),
    ("tag", &[("ppt/tags/tag1.xml", "<p:tagLst><p:tag name=\"X\" val=\"WORD\"/></p:tagLst>")]),
    ("section", &[("ppt/presProps.xml", "<p:x><p14:section name=\"WORD\"/></p:x>")]),
];

const SHEET: &str = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>US$m</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>FY2019</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Revenue</t></is></c><c r=\"B2\"><v>4242.42</v></c></row></sheetData></worksheet>";
const WORKBOOK: &str = "<workbook><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>";
const XLSX_BASE: Parts = &[
    ("xl/workbook.xml", WORKBOOK),
    (
        "xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"r1\" Type=\"http://x/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
    ),
    ("xl/worksheets/sheet1.xml", SHEET),
];
const XLSX: [(&str, Parts); 14] = [
    (
        "cell",
        &[(
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>US$m</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>FY2019</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Revenue</t></is></c><c r=\"B2\"><v>4242.42</v></c></row><row r=\"9\"><c r=\"A9\" t=\"inlineStr\"><is><t>WORD</t></is></c></row></sheetData></worksheet>",
        )],
    ),
    (
        "print header",
        &[(
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>US$m</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>FY2019</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Revenue</t></is></c><c r=\"B2\"><v>4242.42</v></c></row></sheetData><headerFooter><oddHeader>&amp;CWORD</oddHeader></headerFooter></worksheet>",
        )],
    ),
    (
        "validation",
        &[(
            "xl/worksheets/sheet1.xml",
            "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>US$m</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>FY2019</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Revenue</t></is></c><c r=\"B2\"><v>4242.42</v></c></row></sheetData><dataValidations><dataValidation prompt=\"WORD\"/></dataValidations></worksheet>",
        )],
    ),
    (
        "text box",
        &[(
            "xl/drawings/drawing1.xml",
            "<xdr:wsDr><xdr:txBody><a:p><a:r><a:t>WORD</a:t></a:r></a:p></xdr:txBody></xdr:wsDr>",
        )],
    ),
    ("old text box", &[("xl/drawings/vmlDrawing1.vml", "<xml><v:textbox><div>WORD<br></div></v:textbox></xml>")]),
    (
        "comment",
        &[("xl/comments1.xml", "<comments><comment ref=\"A1\"><text><r><t>WORD</t></r></text></comment></comments>")],
    ),
    (
        "threaded comment",
        &[(
            "xl/threadedComments/t.xml",
            "<ThreadedComments><threadedComment><text>WORD</text></threadedComment></ThreadedComments>",
        )],
    ),
    ("chart", &[("xl/charts/chart1.xml", "<c:chart><a:p><a:r><a:t>WORD</a:t></a:r></a:p></c:chart>")]),
    (
        "name",
        &[(
            "xl/workbook.xml",
            "<workbook><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r1\"/></sheets><definedNames><definedName name=\"X\" comment=\"WORD\">A1</definedName></definedNames></workbook>",
        )],
    ),
    (
        "chart sheet",
        &[(
            "xl/workbook.xml",
            "<workbook><sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"r1\"/></sheets><x name=\"WORD\"/></workbook>",
        )],
    ),
    (
        "unused text",
        &[("xl/sharedStrings.xml", "<sst><si><r><t>WO</t></r><r><t>x</t></r></si><si><t>WORD</t></si></sst>")],
    ),
    ("pivot", &[("xl/pivotCache/pivotCacheDefinition1.xml", "<p><sharedItems><s v=\"WORD\"/></sharedItems></p>")]),
    (
        "link",
        &[(
            "xl/externalLinks/_rels/e.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"file:///WORD\"/></Relationships>",
        )],
    ),
    (
        "style",
        &[("xl/styles.xml", "<styleSheet><cellStyles><cellStyle name=\"WORD\" xfId=\"0\"/></cellStyles></styleSheet>")],
    ),
];

/// Where in a PDF a word stands: among the objects, in the contents of the page, in the document's own dictionary.
const PDF: [(&str, &str, &str); 12] = [
    ("text", "", "BT /F1 12 Tf 72 600 Td (WORD) Tj ET"),
    ("character spacing", "", "BT /F1 12 Tf 20 Tc 72 600 Td (WORD) Tj ET"),
    ("invisible", "", "BT 3 Tr /F1 12 Tf 72 600 Td (WORD) Tj ET"),
    ("beside the page", "", "BT /F1 12 Tf 2000 600 Td (WORD) Tj ET"),
    ("replacement", "", "/Span << /ActualText HEX >> BDC BT /F1 12 Tf 72 600 Td (x) Tj ET EMC"),
    ("information", "<< /Keywords HEX >>", ""),
    ("annotation", "<< /Type /Annot /Subtype /Text /Contents HEX >>", ""),
    ("outline", "<< /Title HEX /Dest [3 0 R /Fit] >>", ""),
    ("form field", "<< /FT /Tx /T (x) /V HEX >>", ""),
    ("page label", "<< /Nums [0 << /P HEX >>] >>", ""),
    ("layer", "<< /Type /OCG /Name HEX >>", ""),
    ("metadata", "XMP", ""),
];

fn pdf((name, object, contents): (&'static str, &'static str, &'static str)) -> Part {
    let write = move |word: &str| {
        let hex = word.encode_utf16().map(|unit| format!("{unit:04X}")).collect::<Vec<_>>().concat();
        let fill = |text: &str| text.replace("WORD", &word.replace('\n', " ")).replace("HEX", &format!("<FEFF{hex}>"));
        let xmp = format!("<x:xmpmeta><rdf:li>{word}</rdf:li></x:xmpmeta>");
        let object = match object {
            "" => "null".to_owned(),
            "XMP" => format!("<< /Type /Metadata /Subtype /XML /Length {} >>\nstream\n{xmp}\nendstream", xmp.len()),
            object => fill(object),
        };
        let drawn = format!("BT /F1 12 Tf 72 700 Td ({TEXT}) Tj ET\n{}", fill(contents));
        let objects = [
            "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
                .to_owned(),
            format!("<< /Length {} >>\nstream\n{drawn}\nendstream", drawn.len()),
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
            object,
        ];
        file_of(&objects)
    };
    Part { name: name.to_owned(), extension: "pdf", ascii_only: contents.contains("WORD"), write: Box::new(write) }
}

/// A PDF of numbered objects, the first of which is its catalogue.
fn file_of(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in (1..).zip(objects) {
        places.push(file.len());
        file.extend_from_slice(format!("{number} 0 obj\n{object}\nendobj\n").as_bytes());
    }
    let table = file.len();
    file.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).as_bytes());
    for place in &places {
        file.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    let size = places.len() + 1;
    file.extend_from_slice(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").as_bytes());
    file
}
