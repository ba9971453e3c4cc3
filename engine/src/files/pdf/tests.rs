//! Tables of small PDFs, one for each way in which a page shows a table or only seems to.

mod forms;
mod headers;
mod prose;
mod quota;
mod roles;

use std::fmt::Write as _;

use super::*;
use crate::files::grid::{CellAt, Rgb};

/// A PDF of one page, 600 points wide and 800 high, with the fonts `F`, `B` (bold) and `C` (Chinese, not embedded). `entries`
/// go into the page's dictionary.
pub(crate) fn pdf(content: &str, entries: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R{entries}\
             /Resources<</Font<</F 5 0 R/B 6 0 R/C 7 0 R>>>>>>"
        ),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>".to_owned(),
        "<</Type/Font/Subtype/Type0/BaseFont/SimSun/Encoding/UniGB-UCS2-H/DescendantFonts[8 0 R]>>".to_owned(),
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/SimSun/DW 1000\
         /CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 2>>/FontDescriptor 9 0 R>>"
            .to_owned(),
        "<</Type/FontDescriptor/FontName/SimSun/Flags 4>>".to_owned(),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut places = String::new();
    for (number, object) in objects.iter().enumerate() {
        writeln!(places, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", number + 1).unwrap();
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let head = "0000000000 65535 f ";
    write!(file, "xref\n0 {size}\n{head}\n{places}trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n")
        .unwrap();
    file.into_bytes()
}

/// Text in Helvetica, its beginning at a place that counts from the lower left.
fn text(x: u32, y: u32, text: &str) -> String {
    let text = text.replace('(', "\\(").replace(')', "\\)");
    format!("BT /F 10 Tf {x} {y} Td ({text}) Tj ET\n")
}

fn chinese(x: u32, y: u32, text: &str) -> String {
    let codes = text.encode_utf16().fold(String::new(), |mut codes, unit| {
        write!(codes, "{unit:04X}").unwrap();
        codes
    });
    format!("BT /C 10 Tf {x} {y} Td <{codes}> Tj ET\n")
}

fn line(from: (u32, u32), to: (u32, u32)) -> String {
    format!("{} {} m {} {} l S\n", from.0, from.1, to.0, to.1)
}

/// Level and upright rules between all sides.
fn lattice(xs: &[u32], ys: &[u32]) -> String {
    let (left, right, bottom, top) = (xs[0], xs[xs.len() - 1], ys[ys.len() - 1], ys[0]);
    let levels = ys.iter().map(|y| line((left, *y), (right, *y)));
    levels.chain(xs.iter().map(|x| line((*x, bottom), (*x, top)))).collect()
}

/// Rows of text, each cell at its x, from `top` downwards.
fn rows(xs: &[u32], top: u32, pitch: u32, rows: &[&[&str]]) -> String {
    let lines = rows.iter().zip(0..).flat_map(|(cells, row)| {
        let placed = cells.iter().zip(xs).filter(|(cell, _)| !cell.is_empty());
        placed.map(move |(cell, x)| text(*x, top - row * pitch, cell))
    });
    lines.collect()
}

fn tables_of(bytes: Vec<u8>) -> Result<Vec<StyledGrid>, DocumentFault> {
    read(bytes)?.grids
}

fn grids(content: &str) -> Vec<StyledGrid> {
    tables_of(pdf(content, "")).unwrap()
}

fn grid(content: &str) -> StyledGrid {
    let mut grids = grids(content);
    assert_eq!(grids.len(), 1, "{grids:#?}");
    grids.remove(0)
}

/// The text of a grid, a line a row; covered cells are `<`.
fn shown(grid: &StyledGrid) -> Vec<String> {
    let cell = |row, col| {
        let at = CellAt { row, col };
        let covered = grid.merge(at).is_some_and(|span| span.first != at);
        if covered { "<".to_owned() } else { grid.cell(at).map_or(String::new(), |cell| cell.text.to_string()) }
    };
    (0..grid.rows).map(|row| (0..grid.cols).map(|col| cell(row, col)).collect::<Vec<_>>().join("|")).collect()
}

#[test]
fn a_label_in_the_properties_restricts() {
    // A dictionary of properties is one wherever it stands.
    let labelled = |properties: &str| {
        let file = pdf(&text(50, 700, "Plain text."), &format!("/PieceInfo<</Own<<{properties}>>>>"));
        read(file).unwrap().metadata.labelled()
    };
    for properties in [
        "/Keywords(board, confidential)",
        "/Keywords(Sensitivity=Restricted)",
        "/Subject(Strictly Confidential)",
        "/Sensitivity(L4)",
        "/tlp(red)",
    ] {
        assert_eq!(labelled(properties), Some(crate::profile::Sensitivity::Restricted), "{properties}");
    }
    for properties in ["/Keywords(results, public)", "/Subject(Private equity)", "/Contents(Confidential)"] {
        assert_eq!(labelled(properties), None, "{properties}");
    }
}

#[test]
fn rules_make_cells_and_text_above_them_is_the_caption() {
    let content = text(50, 730, "Table 3: Results")
        + &text(50, 712, "(in US$ millions)")
        + &lattice(&[50, 200, 300, 400], &[700, 680, 660, 640])
        + &rows(&[55, 205, 305], 686, 20, &[&["", "2023", "2024"], &["Revenue", "1,234.5", "(12.0)"], &["Costs", "7"]]);
    let grid = grid(&content);
    assert_eq!(shown(&grid), ["|2023|2024", "Revenue|1,234.5|(12.0)", "Costs|7|"]);
    assert_eq!(grid.captions, ["Table 3: Results", "(in US$ millions)"]);
    assert_eq!(grid.locator(CellAt { row: 1, col: 2 }), "page=1,table=1,row=2,col=3");
}

#[test]
fn headings_stand_further_above_a_table_than_text_and_running_heads() {
    let table = lattice(&[50, 200, 300, 400], &[660, 640, 620, 600])
        + &rows(&[55, 205, 305], 646, 20, &[&["", "2023", "2024"], &["Revenue", "1,234.5", "(12.0)"], &["Costs", "7"]]);
    let heading = text(50, 726, "North region") + &text(50, 704, "Losses by voltage level");
    assert_eq!(grid(&(heading + &table)).captions, ["North region", "Losses by voltage level"]);
    let far = text(50, 724, "Losses by voltage level");
    assert!(grid(&(far + &table)).captions.is_empty());
    let note = text(50, 704, "* restated");
    assert!(grid(&(note + &table)).captions.is_empty());
    let prose = text(50, 704, "Losses fell in all regions, as they did in the year before.");
    assert!(grid(&(prose + &table)).captions.is_empty());
    let table = lattice(&[50, 200, 300, 400], &[720, 700, 680])
        + &rows(&[55, 205, 305], 706, 20, &[&["", "2023", "2024"], &["Revenue", "1,234.5", "(12.0)"]]);
    let running = text(50, 765, "Annual report 2021");
    assert!(grid(&(running + &table)).captions.is_empty());
}

#[test]
fn long_texts_here_and_there_part_no_wide_table() {
    let xs = [50, 110, 160, 210, 260, 310];
    let full: &[&str] = &["Ann", "1", "2", "3", "4", "5"];
    let long: &[&str] = &["Bob", "until May 2021", "", "3", "4", "5"];
    let content = rows(&xs, 700, 14, &[full, full, full, &["of the north"], long, long, long, &["of the south"], full]);
    assert_eq!(grids(&content).iter().map(|grid| grid.rows).collect::<Vec<_>>(), [9]);
}

#[test]
fn a_list_in_a_box_is_no_table() {
    let content = lattice(&[50, 400], &[700, 600])
        + &text(55, 686, "Tender evaluation criteria included:")
        + &rows(&[55, 80], 660, 14, &[&["-", "The prices"], &["-", "The people"], &["-", "The methods of work"]]);
    assert_eq!(grids(&content), []);
}

#[test]
fn an_upright_rule_parts_tables_beside_each_other() {
    let content = line((300, 640), (300, 720))
        + &rows(
            &[50, 130, 200, 310, 400, 470],
            706,
            16,
            &[
                &["", "2023", "2024", "", "2023", "2024"],
                &["Present", "217", "210", "In favour", "129", "130"],
                &["Absent", "40", "47", "Against", "65", "60"],
                &["Ill", "3", "4", "Abstained", "22", "23"],
            ],
        );
    let found = grids(&content);
    let found: Vec<Vec<String>> = found.iter().map(shown).collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0][1].as_str(), found[1][1].as_str()), ("Present|217|210", "In favour|129|130"));
}

#[test]
fn cells_that_no_rule_parts_are_merged() {
    let content = lattice(&[50, 200, 300, 400], &[680, 660, 640])
        + &line((50, 700), (400, 700))
        + &line((50, 640), (50, 700))
        + &line((200, 640), (200, 700))
        + &line((400, 640), (400, 700))
        + &rows(&[55, 280], 686, 20, &[&["", "Group"]])
        + &rows(&[55, 205, 305], 666, 20, &[&["", "2023", "2024"], &["Revenue", "1", "2"]]);
    let grid = grid(&content);
    assert_eq!(shown(&grid), ["|Group|<", "|2023|2024", "Revenue|1|2"]);
    assert_eq!(grid.merges.iter().map(ToString::to_string).collect::<Vec<_>>(), ["B1:C1"]);
}

#[test]
fn thin_rectangles_are_rules() {
    let bars: String = [700, 680, 660].map(|y| format!("50 {y} 250 0.5 re f\n")).concat();
    let sides: String = [50, 200, 300].map(|x| format!("{x} 660 0.5 40 re f\n")).concat();
    let content = bars + &sides + &rows(&[55, 205], 686, 20, &[&["Revenue", "1"], &["Costs", "2"]]);
    assert_eq!(shown(&grid(&content)), ["Revenue|1", "Costs|2"]);
}

#[test]
fn numbers_in_columns_are_a_table_without_any_rule() {
    let content = text(50, 740, "Income statement")
        + &text(240, 720, "Year ended")
        + &rows(
            &[50, 220, 300],
            706,
            14,
            &[
                &["", "2023", "2024"],
                &["Revenue", "1,234", "2,345"],
                &["Cost of sales", "(1,000)", "(2,000)"],
                &["Gross profit", "234", "345"],
            ],
        );
    let grid = grid(&content);
    assert_eq!(
        shown(&grid),
        ["|Year ended|<", "|2023|2024", "Revenue|1,234|2,345", "Cost of sales|(1,000)|(2,000)", "Gross profit|234|345"]
    );
    assert_eq!(grid.captions, ["Income statement"]);
}

#[test]
fn level_rules_alone_make_rows_of_several_lines() {
    let rules: String = [720, 700, 670, 650].map(|y| line((50, y), (400, y))).concat();
    let content = rules
        + &rows(&[55, 200, 300], 706, 16, &[&["Animal", "Action", "Sound"]])
        + &rows(&[55, 200, 300], 690, 12, &[&["Dogs and", "Say", "Bow wow"], &["Wolves"]])
        + &rows(&[55, 200, 300], 656, 12, &[&["Cats", "Say", "Meow"]]);
    assert_eq!(shown(&grid(&content)), ["Animal|Action|Sound", "Dogs and Wolves|Say|Bow wow", "Cats|Say|Meow"]);
}

#[test]
fn running_text_in_columns_is_no_table() {
    let words = "Revenue of the group rose by 12 percent to 1,234 in the";
    let both: String = (0..20).map(|row| text(50, 700 - row * 12, words) + &text(320, 700 - row * 12, words)).collect();
    assert_eq!(grids(&both), []);
    let one: String = (0..20).map(|row| text(50, 700 - row * 12, words)).collect();
    assert_eq!(grids(&one), []);
    let list: String =
        (1..9).map(|row| text(50, 700 - row * 12, &format!("{row}.")) + &text(80, 700 - row * 12, "An item")).collect();
    assert_eq!(grids(&list), [], "a numbered list");
}

#[test]
fn chinese_tables_are_read_without_spaces() {
    let content = chinese(50, 730, "单位：百万元")
        + &lattice(&[50, 200, 300], &[720, 700, 670])
        + &chinese(55, 706, "项目")
        + &chinese(205, 706, "2024年")
        + &chinese(55, 688, "归属于母公司")
        + &chinese(55, 676, "净利润")
        + &chinese(205, 676, "1,234.5");
    let grid = grid(&content);
    assert_eq!(shown(&grid), ["项目|2024年", "归属于母公司净利润|1,234.5"]);
    assert_eq!(grid.captions, ["单位：百万元"]);
}

#[test]
fn cells_have_the_fill_behind_them_and_the_colour_and_weight_of_their_text() {
    let content = "1 0.9 0.6 rg 200 660 100 20 re f 0 g\n".to_owned()
        + &lattice(&[50, 200, 300], &[700, 680, 660])
        + "BT /B 10 Tf 55 686 Td (Revenue) Tj ET\n"
        + &text(205, 686, "1")
        + &text(55, 666, "Costs")
        + "1 0 0 rg "
        + &text(205, 666, "2");
    let grid = grid(&content);
    let cell = |row, col| grid.cell(CellAt { row, col }).unwrap();
    assert_eq!((cell(0, 0).bold, cell(0, 1).bold), (true, false));
    assert_eq!((cell(1, 1).fill, cell(0, 1).fill), (Some(Rgb([255, 230, 153])), None));
    assert_eq!((cell(1, 1).font_color, cell(1, 0).font_color), (Some(Rgb([255, 0, 0])), None));
}

#[test]
fn turned_pages_and_turned_text_are_read_upright() {
    let content =
        lattice(&[50, 200, 300], &[700, 680, 660]) + &rows(&[55, 205], 686, 20, &[&["Revenue", "1"], &["Costs", "2"]]);
    for turn in [90, 180, 270] {
        // The page is drawn turned and its statement turns it back; or only the drawing is turned.
        let matrix = match turn {
            90 => "0 1 -1 0 800 0 cm\n",
            180 => "-1 0 0 -1 600 800 cm\n",
            _ => "0 -1 1 0 -100 700 cm\n",
        };
        let turned = format!("{matrix}{content}");
        for entries in [format!("/Rotate {turn}"), String::new()] {
            let grids = tables_of(pdf(&turned, &entries)).unwrap();
            assert_eq!(grids.len(), 1, "{turn} {entries}");
            assert_eq!(shown(&grids[0]), ["Revenue|1", "Costs|2"], "{turn} {entries}");
        }
    }
}

#[test]
fn what_nobody_sees_is_left_out() {
    let content = lattice(&[50, 200, 300], &[700, 680, 660])
        + &rows(&[55, 205], 686, 20, &[&["Revenue", "1"], &["Costs", "2"]])
        + "BT 3 Tr /F 10 Tf 220 686 Td (99) Tj 0 Tr ET\n"
        + "1 g "
        + &text(230, 666, "98")
        + "0 g "
        + &text(240, 686, "97")
        + "238 684 30 10 re f\n"
        + "q 205 660 60 20 re W n "
        + &text(266, 666, "6 5")
        + "Q "
        + "BT /F 10 Tf 0.7 0.7 -0.7 0.7 250 666 Tm (96) Tj ET\n"
        + &text(700, 666, "95");
    assert_eq!(shown(&grid(&content)), ["Revenue|1", "Costs|2"]);
}

#[test]
fn what_nobody_sees_is_running_text_all_the_same() {
    let content = text(55, 686, "Revenue rose")
        + "BT 3 Tr /F 10 Tf 55 660 Td (secret plan) Tj 0 Tr ET\n"
        + "BT /F 10 Tf 0.7 0.7 -0.7 0.7 55 600 Tm (draft) Tj ET\n"
        + "q 0 0 10 10 re W n "
        + &text(55, 560, "clipped")
        + "Q 1 g "
        + &text(55, 520, "white");
    let read = read(pdf(&content, "")).unwrap();
    let texts: Vec<&str> = read.paragraphs.iter().map(|paragraph| paragraph.text.as_str()).collect();
    assert_eq!(texts, ["Revenue rose", "secret plan", "draft", "clipped", "white"]);
    assert_eq!(read.grids.unwrap(), []);
}

#[test]
fn a_footnote_mark_makes_no_number_longer() {
    let content = lattice(&[50, 200, 300], &[700, 680, 660])
        + &rows(&[55, 205], 686, 20, &[&["Revenue", "2.3"], &["Costs", "2"]])
        + "BT /F 6 Tf 219.5 690 Td (1) Tj ET\n";
    assert_eq!(shown(&grid(&content)), ["Revenue|2.3¹", "Costs|2"]);
}

#[test]
fn leading_dots_go_and_decimal_points_stay() {
    let pieces: String = [205, 235, 265].map(|x| text(x, 666, "1")).concat()
        + &[211, 241, 271].map(|x| text(x, 666, ".")).concat()
        + &[214, 244, 274].map(|x| text(x, 666, "5")).concat();
    let content = lattice(&[50, 200, 230, 260, 300], &[700, 680, 660])
        + &rows(&[55, 205, 235, 265], 686, 20, &[&["Revenue . . . . . .", "1", "2", "3"], &["Costs ........"]])
        + &pieces;
    assert_eq!(shown(&grid(&content)), ["Revenue|1|2|3", "Costs|1.5|1.5|1.5"]);
}

#[test]
fn groups_of_digits_stay_one_number() {
    let content = rows(
        &[50, 200, 300],
        700,
        14,
        &[
            &["Revenue", "12 345", "23 456"],
            &["Costs", "11 111", "22 222"],
            &["Profit", "10 234", "10 456"],
            &["Cash", "10 234", "10 456"],
        ],
    );
    assert_eq!(shown(&grid(&content))[0], "Revenue|12 345|23 456");
}

#[test]
fn broken_and_hostile_files_are_faults_or_hold_no_grid() {
    assert!(matches!(tables_of(b"not a pdf".to_vec()), Err(DocumentFault::Pdf)));
    assert_eq!(grids(&"0 0 m 5 0 l 5 5 l S 9 9 5 5 re f ".repeat(60_000)), [], "a drawing");
    assert_eq!(grids(&"[".repeat(100_000)), []);
    assert_eq!(grids(&"q ".repeat(100_000)), []);
    let whole = pdf(&lattice(&[50, 200, 300], &[700, 680, 660]), "");
    for end in (0..whole.len()).step_by(97) {
        let cut = tables_of(whole[..end].to_vec());
        assert!(end < 5 || matches!(cut, Err(DocumentFault::CutOff)), "{end}: {cut:?}");
    }
}
