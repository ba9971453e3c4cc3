//! The rules that decide about a word or a cell which nothing else explains: each has a name, says what it decides, and
//! shows it in an example. A rule is made in this module's tables and nowhere else, so a name that an explanation shows
//! always stands in `RULES.md`, which is written from them. How a rule decides is not here: that is where it is applied.

/// Makes statics of the rules of one kind, and the table of them. A rule is written as its documentation, which is what it
/// decides, then its name and its example.
macro_rules! rules {
    (
        $(#[doc = $of:literal])+ $table:ident;
        $($(#[doc = $decides:literal])+ $rule:ident $name:literal: $example:literal;)*
    ) => {
        $($(#[doc = $decides])+
        pub static $rule: Rule =
            Rule { name: $name, decides: concat!($($decides),+).trim_ascii_start(), example: $example };)*

        $(#[doc = $of])+
        pub static $table: &[&Rule] = &[$(&$rule),*];
    };
}

pub mod cell;
pub mod value;
pub mod word;

/// What decides about a word or a cell.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    name: &'static str,
    decides: &'static str,
    example: &'static str,
}

impl Rule {
    /// The name that explanations show, in words parted by hyphens.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What becomes of the word or cell, and why, in one sentence.
    pub fn decides(&self) -> &'static str {
        self.decides
    }

    /// Where the rule, and no other, decides.
    pub fn example(&self) -> &'static str {
        self.example
    }
}
