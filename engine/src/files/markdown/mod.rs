//! Tables of Markdown files: GitHub's pipe tables and those in embedded HTML, as the page shows that a Markdown program makes
//! of them. Front matter is no text; it is understood by whoever reads the document as one.

mod text;

use pulldown_cmark::{Options, Parser};

use super::html;
use crate::files::grid::StyledGrid;
use crate::files::{DocumentFault, FileContent, front_matter};

/// Most bytes of a Markdown file whose tables are read. The page that is made of it can be several times as long.
const TABLES_BYTES_MAX: u64 = 16 << 20;

/// Reads a file.
pub(super) fn read(text: &str) -> Result<FileContent, DocumentFault> {
    let (metadata, body) = front_matter::split(text)?;
    Ok(FileContent {
        metadata,
        paragraphs: text::paragraphs(body),
        grids: tables(text, body),
        ..FileContent::default()
    })
}

fn tables(text: &str, body: &str) -> Result<Vec<StyledGrid>, DocumentFault> {
    if text.len() as u64 > TABLES_BYTES_MAX {
        return Err(DocumentFault::TooLarge { bytes_max: TABLES_BYTES_MAX });
    }
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    let mut page = String::new();
    pulldown_cmark::html::push_html(&mut page, Parser::new_ext(body, options));
    html::tables(&page)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

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
}
