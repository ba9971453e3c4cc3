//! Tests: what of a document's text is shown where it speaks of competitors.

use super::*;

fn screen(policy: InDocuments) -> CompetitorScreen {
    let gate = crate::gate::tests::gate(&[("JINGAN", &["竞安", "jingan"]), ("METLIFE", &["MetLife"])]);
    CompetitorScreen::with(gate, policy)
}

#[test]
fn what_could_be_about_a_competitor_is_dropped() {
    let screen = screen(InDocuments::Drop);
    for (text, kept) in [
        ("We sold more. Prices rose.", "We sold more. Prices rose."),
        ("We sold more. Jingan closed an office. It fell by 31.5 %.", "We sold more."),
        ("We sold more.\n\nJingan closed. It fell.\n\nPrices rose.", "We sold more.\n\nPrices rose."),
        ("Jingan\n\nThe company closed.\n\nIt fell by 31.5 %.", ""),
        ("Our markets\n\nPrices rose.\n\nJingan\n\nIt closed.", "Our markets\n\nPrices rose."),
        ("Jingan\n\nIt closed.\n\nDetails\n\nFerry sales fell.", ""),
        ("Jingan\n\nName | Jingan\n\nNBV | 210.4\n\nFerry sales fell.", ""),
        ("We grew.\n\nJingan:\n\nFerry sales rose because of fuel\n\nBoats:\n\nYawls fell.", "We grew."),
        ("Name | NBV\n\nJingan | 210.4\n\nOurs | 150.5", "Name | NBV\n\nOurs | 150.5"),
        ("Metric | Ours | MetLife\n\nNBV | 150.5 | 210.4\n\nPrices rose.", "Prices rose."),
        ("业务增长。竞安关闭了办公室，下降31.5%。另外其保费下降。", "业务增长。"),
        ("J.I.N.G.A.N closed.", ""),
        ("Both grew, said JINGANFY2025 and we.", ""),
    ] {
        assert_eq!(screen.text(text), kept, "{text:?}");
    }
    assert_eq!(screen.name("Review of Jingan.md"), None);
    assert_eq!(screen.name("Review.md").as_deref(), Some("Review.md"));
    assert_eq!(screen.source("Jingan and we.xlsx"), "███ and we.xlsx");
}

/// Paragraphs of which `# ` and `## ` begin headings, cut into pieces of so many, as they are shown.
fn shown(document: &str, piece: usize) -> String {
    let screen = screen(InDocuments::Drop);
    let paragraphs = document.split(" / ").map(|text| match text.trim_start_matches('#') {
        rest if rest.len() < text.len() => (rest.trim(), u8::try_from(text.len() - rest.len()).ok()),
        rest => (rest, None),
    });
    let paragraphs: Vec<(&str, Option<u8>)> = paragraphs.collect();
    let mut outliner = crate::gate::Outliner::default();
    let mut pieces = Vec::new();
    for piece in paragraphs.chunks(piece) {
        let outline = outliner.piece(piece.iter().map(|(_, level)| *level));
        let text: Vec<&str> = piece.iter().map(|(text, _)| *text).collect();
        pieces.push(screen.piece(&text.join("\n\n"), &outline).replace("\n\n", " / "));
        for (text, level) in piece {
            outliner.pass(text, *level);
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces.join(" / ")
}

#[test]
fn a_section_is_dropped_to_its_end_and_no_further_however_the_document_is_cut() {
    for (document, kept) in [
        (
            "# Us / We grew. / ## Jingan / It fell. / ### Details / It closed. / ## Us again / We won.",
            "Us / We grew. / Us again / We won.",
        ),
        ("# Us / ## Jingan / It fell. / # Outlook / We win.", "Us / Outlook / We win."),
        ("# Peers and Jingan / It fell. / ## Ours / So they say. / ### Notes / 31.5.", ""),
        ("## Peers / Jingan: / It fell. / Boats: / Yawls fell. / ## Ours / We won.", "Peers / Ours / We won."),
        ("Jingan / It fell. / It closed. / It left. / It fell.", ""),
        ("# Us / Metric | Ours | MetLife / NBV | 1 | 210.4 / EV | 2 | 31.5 / We won.", "Us / We won."),
        ("# Us / Name | NBV / Jingan | 210.4 / Ours | 150.5 / We won.", "Us / Name | NBV / Ours | 150.5 / We won."),
        ("# Us / We grew. Jingan closed. It fell. / We won.", "Us / We grew. / We won."),
    ] {
        for piece in 1..=5 {
            assert_eq!(shown(document, piece), kept, "{document}, in pieces of {piece}");
        }
    }
}

#[test]
fn names_are_looked_through_once_and_stay_as_they_are() {
    let screen = screen(InDocuments::Drop);
    for _ in 0..2 {
        assert_eq!(screen.source("Jingan and we.xlsx"), "███ and we.xlsx");
        assert_eq!(screen.source("ours.xlsx"), "ours.xlsx");
    }
    assert_eq!(screen.seen.read().unwrap().len(), 2);
    for number in 0..5000 {
        screen.source(&format!("row {number}"));
    }
    assert!(screen.seen.read().unwrap().len() <= NAMES_MAX);
}

#[test]
fn a_name_is_masked_and_the_rest_stays_where_the_profile_says_so() {
    let screen = screen(InDocuments::Mask);
    assert_eq!(screen.text("Jingan closed. MetLife's fell."), "███ closed. ███'s fell.");
    assert_eq!(screen.name("竞安回顾").as_deref(), Some("███回顾"));
}

#[test]
fn everything_stays_where_the_profile_allows_it() {
    let screen = screen(InDocuments::Allow);
    assert_eq!(screen.text("Jingan closed."), "Jingan closed.");
    assert_eq!(screen.source("Jingan.md"), "Jingan.md");
    assert_eq!(CompetitorScreen::of_nobody().text("Jingan closed."), "Jingan closed.");
}
