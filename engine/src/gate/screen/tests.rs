//! Tests: what of a document's text is shown where it speaks of competitors.

use super::*;

fn screen(policy: InDocuments) -> CompetitorScreen {
    let gate = crate::gate::tests::gate(&[("JINGAN", &["竞安", "jingan"]), ("METLIFE", &["MetLife"])]);
    CompetitorScreen { gate, policy }
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
