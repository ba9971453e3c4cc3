//! What speaks against a value that every header would make a fact: the name of another company, and a second unit.

use super::readings::check;
use super::{CONTEXT, OfDocument, said};
use crate::document::{Paragraph, ParagraphKind};

#[test]
fn figures_of_another_company_wait_wherever_it_is_named() {
    check(&[
        ("@ China\nGlobex Corp (US$m) || FY2024\n---\nNBV || =1", "A1 ! somebody_else `Globex Corp`"),
        ("@ Globex\n# US$m\n || FY2024\n---\nGroup NBV || =1", "B3 ! somebody_else `Globex`"),
        ("@ GLOBEX\n# US$m\n || FY2024\n---\nGroup NBV || =1", "B3 ! somebody_else `GLOBEX`"),
        ("@ Tabelle1\n# US$m\n || FY2024\n---\nGroup NBV || =1", "B3 NBV GROUP FY2024 = 1 USD_M"),
        ("@ China\n# Apple Inc, US$m\n || FY2024\n---\nNBV || =1", "A1 ! somebody_else `Apple Inc`"),
        (
            "@ 香港\n# 环球鑫达有限公司（百万美元）\n || 2024年\n---\n新业务价值 || =1",
            "A1 ! somebody_else `环球鑫达有限公司`",
        ),
        ("@ HK\n# Chengyan Life Group Ltd, US$m\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ Summary\n# HK, US$m\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
    ]);
}

#[test]
fn two_statements_of_a_unit_contradict() {
    let conflict = "B3 ! conflicting_units";
    check(&[
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || ¥150.5", conflict),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || 150.5元", conflict),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =1{[$¥-411]#,##0.0}", conflict),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =1{0.0\"元\"}", conflict),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =1{[$-409]#,##0.0}", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || $1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n^ All figures in thousands\n# US$m\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n^ All figures in thousands\n || FY2024\n---\nNBV (US$m) || =1", "B2 ! conflicting_units"),
        (
            "@ HK\n^ In thousands, unless otherwise stated\n# US$m\n || FY2024\n---\nNBV || =1",
            "B3 NBV HK FY2024 = 1 USD_M",
        ),
        // A cell that holds nothing but a unit speaks of the values below it, or of that right above it.
        ("@ HK\n# US$m\n || FY2024\n---\n || HK$m\nNBV || =1", "B3 ! not_a_number; B4 ! conflicting_units"),
        ("@ HK\n# US$m\n || FY2024\n---\nNBV || =1\n || bn", "B3 ! unknown_unit `bn`; B4 ! not_a_number"),
        ("@ HK\n# US$m / HK$m\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# US$m, in thousands\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# FY2024 (US$m), in thousands\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# Figures, FY2024 (US$m) (US$k)\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# FY2024 US$m / US$k\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# 2024财年（百万美元，千美元）\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# US$m / US$k\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# US$k / US$m\n || FY2024\n---\nNBV || =1", conflict),
        ("@ HK\n# US$m, in millions\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n# US$m, %\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n# US$m / US$k\n || FY2024\n---\nNBV (US$m) || =1", "B3 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n# US$m, except per share data in US$\n || FY2024\n---\nNBV || =1", "B3 NBV HK FY2024 = 1 USD_M"),
    ]);
}

#[test]
fn two_headers_with_different_units_contradict_however_near_they_stand() {
    check(&[
        ("@ HK\n || FY2024 (US$k)\n---\nNBV (US$m) || =1", "B2 ! conflicting_headers"),
        ("@ HK\n || FY2024 (US$m)\n---\nNBV (US$m) || =1", "B2 NBV HK FY2024 = 1 USD_M"),
    ]);
}

#[test]
fn a_unit_speaks_against_another_wherever_both_stand() {
    let (near, far) = ("B2 ! conflicting_headers", "B2 ! conflicting_units");
    check(&[
        ("@ HK\n || FY2024 (US$k)\n---\nNBV || US$1m", near),
        ("@ HK\n || FY2024 (US$k)\n---\nNBV || 1m", near),
        ("@ HK\n || FY2024 (US$m)\n---\nNBV || US$1m", "B2 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n || FY2024 | Unit\n---\nNBV (US$k) || =1 | US$m", "B2 ! conflicting_headers; C2 ! not_a_number"),
        ("@ HK\nUS$k || FY2024\n---\nNBV (US$m) || =1", far),
        ("@ HK\nUS$m || FY2024\n---\nNBV (US$m) || =1", "B2 NBV HK FY2024 = 1 USD_M"),
        ("@ HK\n^ Results in US$ thousands\n || FY2024\n---\nNBV (US$m) || =1", far),
        ("@ HK\n^ Results (US$k)\n || FY2024\n---\nNBV || US$1m", far),
        ("@ HK\n^ Results (HK$m)\n || FY2024\n---\nNBV (US$m) || =1", far),
        ("@ HK\n^ 业绩（千美元）\n || 2024财年\n---\n新业务价值（百万美元） || =1", far),
        // What yields leaves the header its unit.
        (
            "@ HK\n^ In US$ thousands unless otherwise stated\n || FY2024\n---\nNBV (US$m) || =1",
            "B2 NBV HK FY2024 = 1 USD_M",
        ),
    ]);
}

#[test]
fn a_number_beside_a_value_that_makes_another_of_it_holds_it_back() {
    let noted = |at: &str| format!("{at} ! noted");
    for (header, number, waits) in [
        ("Sign", "=-1", true),
        ("Sign", "=1", false),
        ("Ownership", "49%", true),
        ("Effective equity interest (%)", "=49", true),
        ("Ownership", "100%", false),
        ("Scale", "=1000", true),
        ("FX rate", "=7.8", true),
        ("持股比例", "49%", true),
        ("符号", "=-1", true),
        ("Weight", "=0.5", true),
        ("折算系数", "=0.13", true),
        ("Our share of the venture", "51%", true),
        ("% held in the venture", "51%", true),
        ("Change", "8%", false),
        ("Rank", "=2", false),
        ("行次", "=2", false),
    ] {
        let left = said(&format!("# HK, US$m\n || {header} | FY2024\n---\nNBV || {number} | =1"));
        let right = said(&format!("# HK, US$m\n || FY2024 | {header}\n---\nNBV || =1 | {number}"));
        assert_eq!(left.contains(&noted("C3")), waits, "{header} {number}: {left}");
        assert_eq!(right.contains(&noted("B3")), waits, "{header} {number}: {right}");
        let fact = |at: &str| format!("{at} NBV HK FY2024 = 1 USD_M");
        assert_eq!(
            left.contains(&fact("C3")) && right.contains(&fact("B3")),
            !waits,
            "{header} {number}: {left} {right}"
        );
    }
    // A quantity beside the values is no part of theirs.
    let share = said("# HK, US$m\n || FY2024 | Share of total\n---\nNBV || =1 | 12%");
    assert!(share.contains("B3 NBV HK FY2024 = 1 USD_M"), "{share}");
}

fn of(name: &str, title: &str, text: &str) -> OfDocument {
    let paragraph = Paragraph { text: text.to_owned(), kind: ParagraphKind::Text, breaks: Vec::new() };
    OfDocument::read(name, title, &[], Some(&[paragraph]), &CONTEXT)
}

#[test]
fn a_document_of_another_company_says_so_in_its_name_or_title() {
    for (name, title, company) in [
        ("Globex Corp_results.xlsx", "", Some("Globex Corp")),
        ("board/竞安2024.pdf", "", Some("竞安")),
        ("results.pdf", "Results of Globex Corp", Some("Globex Corp")),
        ("环球鑫达有限公司.xlsx", "", Some("环球鑫达有限公司")),
        ("Chengyan Life Group Ltd.xlsx", "Chengyan Life Group Ltd", None),
        ("2024年报_v2.xlsx", "Annual report", None),
        // A sentence that stands in for a title names others for many reasons.
        ("notes.md", "Globex Corp closed its office in Hong Kong.", None),
    ] {
        let found = of(name, title, "").somebody_else.map(|stop| stop.words);
        assert_eq!(found.as_deref(), company, "{name} {title}");
    }
}

#[test]
fn lines_about_all_figures_are_claims_of_the_document() {
    for (text, claims) in [
        ("All figures in thousands", 1),
        ("A year of growth. All amounts are in HK$ million; see note 3", 1),
        ("Note: figures are in thousands of US dollars.", 1),
        ("本报告所有金额均以千港元列示", 1),
        ("All figures in thousands, unless otherwise stated", 0),
        ("All figures are unaudited", 0),
        ("All amounts due in RMB are settled in Hong Kong", 0),
        ("全部奖金为500万港元", 0),
        ("Amounts in the table are stated in thousands", 0),
        ("Share amounts are in thousands", 0),
        ("In thousands", 0),
        ("The office in Hong Kong sent thousands of letters to all", 0),
    ] {
        assert_eq!(of("a.md", "", text).claims.claims.len(), claims, "{text}");
    }
}

#[test]
fn a_number_that_nobody_knows_between_labels_and_values_holds_them_back() {
    check(&[
        ("# HK, US$m\n || Haircut | FY2024\n---\nNBV || =0.4 | =1", "B2 ! unknown_header `Haircut`; C3 ! noted"),
        (
            "# HK, US$m\n || FY2024 | Haircut\n---\nNBV || =1 | =0.4",
            "C2 ! unknown_header `Haircut`; B3 NBV HK FY2024 = 1 USD_M",
        ),
        // Quantities beside each other.
        (
            "# FY2024, US$m\n || Offices | NBV\n---\nHK || =4 | =1",
            "B2 ! unknown_header `Offices`; C3 NBV HK FY2024 = 1 USD_M",
        ),
    ]);
}
