//! Looks that hide, move or add digits: what is not known to leave them as they stand makes their cell wait, in whatever way
//! a page says it, and what is known to do so does not.

use proptest::prelude::*;

use crate::files::Blemish;
use crate::files::grid::CellAt;

/// What is the matter with the value of a page's only table.
fn blemish(page: &str) -> Option<Blemish> {
    let grids = super::super::tables(page).0.unwrap();
    let cell = grids.first().and_then(|grid| grid.cell(CellAt { row: 0, col: 1 })).unwrap();
    cell.blemish.or(cell.hidden.then_some(Blemish::Faint))
}

fn page(sheet: &str, cell: &str) -> String {
    format!("<style>{sheet}</style><table><tr><td>a</td>{cell}</tr></table>")
}

/// Declarations that hide, move, cover or change a part of a number that has them.
const HARMFUL: [&str; 40] = [
    "font: 1px/1 Arial",
    "font: 0/0 a",
    "color: transparent",
    "color: #fff",
    "color: rgba(0,0,0,.05)",
    "color: var(--x)",
    "clip-path: inset(0 50% 0 0)",
    "zoom: .01",
    "transform: scale(0)",
    "transform: scaleX(-1)",
    "opacity: 0",
    "opacity: 10%",
    "text-indent: -9999px",
    "position: absolute",
    "float: right",
    "direction: rtl",
    "unicode-bidi: bidi-override",
    "font-size: calc(1px - 1px)",
    "font-size: var(--x)",
    "font-size: 0vw",
    "visibility: var(--v)",
    "margin-left: -4em",
    "letter-spacing: -1em",
    "filter: opacity(0)",
    "mask: url(x)",
    "-webkit-text-fill-color: transparent",
    "rotate: 180deg",
    "translate: -99px",
    "order: 2",
    "unheard: of",
    "content-visibility: hidden",
    "padding-left: 3em",
    "font-family: Wingdings",
    "all: unset",
    "display: run-in",
    "writing-mode: vertical-rl",
    "text-decoration: var(--x)",
    "animation: x 1s",
    "background: #000",
    "display: inline-block; width: 0; overflow: hidden",
];

/// Ways to give a declaration to a piece of a number: the sheet, and the piece.
fn dressed(way: usize, declaration: &str, digits: &str) -> (String, String) {
    let rule = |selector: &str| format!("{selector}{{{declaration}}}");
    let marked = format!("<span class='x y' id=i title=abc>{digits}</span>");
    let sheets = [
        rule(".x"),
        rule("#i"),
        rule("td > span.x"),
        rule("table tbody tr td .y"),
        rule("[title^='a']"),
        rule("span:first-of-type"),
        rule("b + i, span:not(.z)"),
        rule(":is(span, b)"),
        format!("@media print {{ {} }}", rule("span")),
        format!("@supports (display: grid) {{ @layer a {{ {} }} }}", rule("span")),
        format!("td {{ span {{ {declaration} }} }}"),
        rule(r"s\70 an"),
        format!(".z {{ content: '}}' }} /* }} */ {}", rule("*|span, .x")),
    ];
    match sheets.get(way) {
        Some(sheet) => (sheet.clone(), marked),
        None if way == sheets.len() => (String::new(), format!("<span style='{declaration}'>{digits}</span>")),
        None => (String::new(), format!("<a><i style='{declaration}'><b>{digits}</b></i></a>")),
    }
}

#[test]
fn a_piece_of_a_number_with_a_harmful_look_is_no_part_of_a_statement() {
    let property = "[a-z]{4,12}(-[a-z]{3,9}){0,2}";
    let unknown = (property, "[a-z]{4,9}|[0-9]{1,3}px").prop_map(|(name, value)| format!("x{name}: {value}"));
    let declaration = prop_oneof![
        4 => proptest::sample::select(&HARMFUL[..]).prop_map(str::to_owned),
        1 => unknown,
    ];
    let case = (declaration, 0_usize..15, 1_usize..5, any::<bool>());
    proptest!(ProptestConfig::with_cases(1_500), |((declaration, way, cut, is_first) in case)| {
        let (one, other) = "150.5".split_at(cut);
        let (sheet, piece) = dressed(way, &declaration, if is_first { one } else { other });
        let cell = if is_first { format!("<td>{piece}{other}</td>") } else { format!("<td>{one}{piece}</td>") };
        for page in [page(&sheet, &cell), format!("{}<style>{sheet}</style>", page("", &cell))] {
            prop_assert!(blemish(&page).is_some(), "{page}");
        }
    });
}

#[test]
fn ordinary_looks_are_read() {
    let sheet = "body{font-family:Arial;margin:0;color:#333;-webkit-font-smoothing:antialiased} *,*::before{box-sizing:border-box}
        table{border-collapse:collapse;width:100%;box-shadow:0 0 3px #ccc;overflow:hidden} td,th{padding:8px;border:1px solid #ddd}
        th{background:#036;color:white} tr:nth-child(even){background:#f2f2f2} tr:nth-child(odd){background:white}
        tr:hover td{background:#ffd;transform:scale(1.1)} td:first-child{font-weight:bold} a:hover{color:red}
        .num{font-variant-numeric:tabular-nums;white-space:nowrap;letter-spacing:-.02em} @font-face{font-family:a;src:url(a)}
        @media print{nav{display:none} *{color:#000!important}} @media (max-width:600px){td{padding:2px;font-size:12px}}
        .wrap{max-width:1200px;margin:0 auto;display:flex;position:relative;transition:all .2s} .wrap::after{content:'';clear:both}";
    for cell in [
        "<td class=num>150.5</td>",
        "<td style='padding:2px 1pt;vertical-align:bottom;background-color:#cef;font:bold 10pt Arial'><span style=\"color:#000;\
         font-family:'Helvetica',sans-serif;font-size:9pt;font-weight:400;line-height:100%\">150.5</span></td>",
        "<td><a href=x style='text-decoration:underline;color:blue'>150.5</a><sup>1</sup></td>",
        "<td><p style='margin:0 3pt 0 0;text-indent:-9pt'>150.5</p></td>",
        "<td bgcolor=#eeeeee align=right><font face=Arial size=2>150.5</font></td>",
        "<td style='color:white;background:navy'>150.5</td>",
        "<td><span style='display:none'>0009</span>150.5</td>",
        "<td style='mso-number-format:0.0;--c:1;overflow:visible;float:none;-sec-extract:x'>150.5</td>",
    ] {
        for sheet in ["", sheet] {
            let page = format!("<div class=wrap>{}</div>", page(sheet, cell));
            assert_eq!(blemish(&page), None, "{page}");
            let elsewhere = format!("<link rel=stylesheet href=a.css>{page}");
            assert_eq!(blemish(&elsewhere), None, "{elsewhere}");
        }
    }
    let pieces = page("", "<td>1<b>50</b>.5</td>");
    assert_eq!(blemish(&pieces), None);
    for unread in ["<link rel=stylesheet href=a.css>", "<script src=a.js></script>", "<style>@import 'a.css';</style>"]
    {
        assert!(blemish(&format!("{unread}{pieces}")).is_some(), "{unread}");
    }
}

#[test]
fn what_stands_beside_a_number_and_around_its_table_counts() {
    for cell in [
        "<td>150.5<input value=2></td>",
        "<td><img src=1.png>50.5</td>",
        "<td>150<ruby>.5<rt>2</rt></ruby></td>",
        "<td><details><summary>1</summary>50.5</details></td>",
        "<td><bdo dir=rtl>150.5</bdo></td>",
        "<td><canvas></canvas>50.5</td>",
        "<td><meter>1</meter>50.5</td>",
        "<td><ol><li>50.5</ol></td>",
        "<td dir=rtl>150.5</td>",
        "<td background=x.png>50.5</td>",
        "<td>1<span style='position:absolute'></span>50.5</td>",
        "<td>1<span style='visibility:hidden'>0</span>5<s></s><i style='content:url(x)'></i></td>",
    ] {
        assert!(blemish(&page("", cell)).is_some(), "{cell}");
    }
    for sheet in [
        "td::before{content:'1'}",
        "td::after{content:attr(title)}",
        "td::after{content:counter(x)}",
        "td::first-letter{font-size:0}",
        "td:nth-child(2){color:white}",
        "td{color:#fff}",
        "tr{color:#fefefe}",
        "table{color:white}",
        "tbody{color:white}",
        "html{color:white}",
        "body{font-size:1px}",
        "table{opacity:0}",
        "td{background:#000}",
        "body{background:#000}",
        "tr:nth-child(1){display:none}",
        "table{clip-path:inset(100%)}",
        "tbody{display:none}",
        "td{text-indent:-9999px}",
        "tr.x{visibility:hidden}",
    ] {
        assert!(
            blemish(&page(sheet, "<td class=x title=9>50.5</td>").replace("<tr>", "<tr class=x>")).is_some(),
            "{sheet}"
        );
    }
    for around in
        ["color:white", "font-size:0", "opacity:0", "transform:scale(0)", "height:0;overflow:hidden", "zoom:0"]
    {
        assert!(blemish(&format!("<div style='{around}'>{}</div>", page("", "<td>5</td>"))).is_some(), "{around}");
    }
}
