//! Words of a language are data: an array of eight or more of them stands in code only with its reason, a comment above it
//! that begins "In code:". Tests are left out, by the attribute on their module.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::demand;
use crate::files::ending_with;

/// From here on it is a list, not a handful of cases.
const WORDS_MIN: usize = 8;
/// How the reason begins.
const REASON: &str = "In code: ";

#[test]
fn words_are_data() {
    let sources: Vec<_> = ending_with(".rs").into_iter().filter(|file| is_product(&file.path)).collect();
    let parsed: Vec<_> = sources.iter().map(|file| syn::parse_file(&file.text).unwrap()).collect();
    let mut tests = BTreeSet::new();
    for (file, code) in sources.iter().zip(&parsed) {
        tests.extend(test_modules(code).map(|module| folder_of(&file.path) + &module));
    }
    assert!(tests.len() > 10, "the modules of tests were not found");
    let is_test = |path: &str| {
        tests.iter().any(|module| path.strip_prefix(module.as_str()).is_some_and(|rest| rest.starts_with(['.', '/'])))
    };
    let mut faults = Vec::new();
    for (file, code) in sources.iter().zip(&parsed).filter(|(file, _)| !is_test(&file.path)) {
        faults.extend(without_reason(&file.text, code).into_iter().map(|(line, words)| {
            format!("{}:{line} holds {words} words; move them to a data file, or say above: {REASON}…", file.path)
        }));
    }
    demand("lists of words are data", &faults);
}

/// Code that is handed to people; benches and programs of tests hold no language.
fn is_product(path: &str) -> bool {
    ["engine/src/", "engine/embeddings/src/", "src/", "xtask/src/"].iter().any(|folder| path.starts_with(folder))
}

/// Where the files of a file's modules lie.
fn folder_of(path: &str) -> String {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    match name {
        "mod.rs" | "lib.rs" | "main.rs" => format!("{folder}/"),
        name => format!("{folder}/{}/", name.trim_end_matches(".rs")),
    }
}

/// The modules of a file that only tests compile.
fn test_modules(code: &syn::File) -> impl Iterator<Item = String> {
    code.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.attrs.iter().any(is_for_tests) => Some(module.ident.to_string()),
        _ => None,
    })
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let condition = attribute.meta.require_list().map(|list| list.tokens.to_string()).unwrap_or_default();
    attribute.path().is_ident("cfg") && condition.split(|c: char| !c.is_alphanumeric()).any(|word| word == "test")
}

/// First lines and lengths of the lists of words that no comment above gives a reason for.
fn without_reason(text: &str, code: &syn::File) -> Vec<(usize, usize)> {
    let mut lists = Lists(Vec::new());
    lists.visit_file(code);
    let lines: Vec<&str> = text.lines().collect();
    let has_reason = |line: usize| {
        let above = lines[..line].iter().rev().take_while(|line| !line.trim().is_empty());
        above.into_iter().any(|line| line.trim_start().starts_with("//") && line.contains(REASON))
    };
    lists.0.retain(|(line, _)| !has_reason(*line));
    lists.0
}

/// The lists of words in a file: the line of each, and how many words it holds.
struct Lists(Vec<(usize, usize)>);

impl Lists {
    fn add(&mut self, line: usize, words: usize) {
        if words >= WORDS_MIN {
            self.0.push((line, words));
        }
    }
}

impl<'ast> Visit<'ast> for Lists {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(is_for_tests) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_expr_array(&mut self, array: &'ast syn::ExprArray) {
        let is_word_alone = |element: &&syn::Expr| matches!(element, syn::Expr::Lit(literal) if is_word(&literal.lit));
        self.add(array.bracket_token.span.open().start().line, array.elems.iter().filter(is_word_alone).count());
        visit::visit_expr_array(self, array);
    }

    fn visit_pat_or(&mut self, or: &'ast syn::PatOr) {
        let words = or.cases.iter().filter_map(|case| match case {
            syn::Pat::Lit(literal) if is_word(&literal.lit) => Some(literal.lit.span().start().line),
            _ => None,
        });
        let lines: Vec<usize> = words.collect();
        self.add(lines.first().copied().unwrap_or_default(), lines.len());
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(name) = call.path.segments.last().filter(|name| name.ident == "matches") {
            self.add(name.ident.span().start().line, words_of(call.tokens.clone()));
        }
    }
}

fn words_of(tokens: TokenStream) -> usize {
    let count = |token: TokenTree| match token {
        TokenTree::Literal(literal) => usize::from(is_word(&syn::Lit::new(literal))),
        TokenTree::Group(group) => words_of(group.stream()),
        _ => 0,
    };
    tokens.into_iter().map(count).sum()
}

fn is_word(literal: &syn::Lit) -> bool {
    matches!(literal, syn::Lit::Str(text) if text.value().contains(char::is_alphabetic))
}

#[test]
fn a_list_of_words_needs_its_reason() {
    let found = |text: &str| without_reason(text, &syn::parse_file(text).unwrap());
    let list = r#"const A: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];"#;
    assert_eq!(found(list), [(1, 8)]);
    assert_eq!(found(&format!("// In code: letters of a format.\n{list}")), []);
    assert_eq!(found(&format!("// In code: letters of a format.\n\n{list}")), [(3, 8)]);
    assert_eq!(found(&list.replace(r#", "h""#, "")), []);
    assert_eq!(found(&format!("#[cfg(test)]\nmod tests {{\n{list}\n}}")), []);
    let cases = r#""a" | "b" | "c" | "d" | "e" | "f" | "g" | "h""#;
    assert_eq!(found(&format!("fn f(a: &str) -> bool {{\n    matches!(a, {cases})\n}}")), [(2, 8)]);
    assert_eq!(found(&format!("fn f(a: &str) -> u8 {{\n    match a {{ {cases} => 1, _ => 2 }}\n}}")), [(2, 8)]);
}
