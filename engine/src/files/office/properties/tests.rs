//! Tests of `properties`.

use super::*;

#[test]
fn titles_of_programs_are_none() {
    for title in ["Annual results 2025", "2025年中期业绩", "Document management"] {
        assert!(is_title(title), "{title}");
    }
    for title in
        ["", "  ", "PowerPoint Presentation", "Slide 1", "文档1", "report_v3.DOCX", "Microsoft Word - a b", "2025"]
    {
        assert!(!is_title(title), "{title}");
    }
}
