//! What the program says about itself, and what it says to a slip of the keyboard.

use crate::desk::Desk;

const COMMANDS: [&[&str]; 23] = [
    &["retrieve"],
    &["topology"],
    &[],
    &["init"],
    &["ingest"],
    &["extract"],
    &["ask"],
    &["batch"],
    &["facts"],
    &["facts", "list"],
    &["facts", "show"],
    &["facts", "conflicts"],
    &["facts", "history"],
    &["facts", "withdraw"],
    &["docs"],
    &["docs", "list"],
    &["docs", "show"],
    &["docs", "history"],
    &["docs", "withdraw"],
    &["profile", "check"],
    &["profile", "show"],
    &["doctor"],
    &["completions"],
];

#[test]
fn every_help_fits_80_columns_and_shows_an_example() {
    let desk = Desk::empty();
    for command in COMMANDS {
        let help = desk.run(&[command, &["--help"]].concat()).exits(0).out;
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{command:?}: {line}");
        }
        let is_group = help.contains("<COMMAND>");
        assert!(is_group || help.contains("Example"), "{command:?} has no example");
        assert!(!help.contains('`') || !help.contains("$`"), "{command:?}: {help}");
    }
    desk.run(&["--help"]).prints(&[
        "Exit codes:",
        "0  answered",
        "1  refused",
        "2  the command line",
        "3  the env",
        "4  done",
    ]);
    desk.run(&["--version"]).exits(0).prints(&[env!("CARGO_PKG_VERSION")]);
}

#[test]
fn a_slip_is_answered_with_the_nearest_right_word() {
    let desk = Desk::empty();
    desk.run(&["ingst"]).exits(2).says(&["'ingest'"]);
    desk.run(&["ask", "--explian", "x"]).exits(2).says(&["--explain"]);
    desk.run(&["facts", "lst"]).exits(2).says(&["'list'"]);
    desk.run(&["ask", "--provider", "mok", "x"]).exits(2).says(&["'mock'"]);
    desk.run(&["completions", "bsh"]).exits(2).says(&["bash"]);
    desk.run(&[]).exits(2).says(&["Usage"]);
    desk.run(&["facts"]).exits(2);
}

#[test]
fn shells_get_completions() {
    let desk = Desk::empty();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        desk.run(&["completions", shell]).exits(0).prints(&["withdraw", "skip-bad-rows"]);
    }
    desk.run(&["completions", "bash", "-w", "x"]).exits(2);
}
