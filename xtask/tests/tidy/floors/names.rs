//! What the items of one module define and name. Paths are taken from the syntax tree; where a macro hides it, from
//! its tokens.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use super::tree::{Binding, Module, Reference, What, is_private};

/// Collects into a module while it walks over the module's items.
pub(crate) struct Names<'m> {
    module: &'m mut Module,
    /// The variables of the functions around: no single name among them is looked for in another module.
    variables: Vec<HashSet<String>>,
}

impl<'m> Names<'m> {
    pub(crate) fn new(module: &'m mut Module) -> Self {
        Names { module, variables: Vec::new() }
    }

    fn bind(&mut self, name: String, private: bool, what: What) {
        self.module.bindings.entry(name).or_default().push(Binding { private, what });
    }

    fn refer(&mut self, line: usize, path: Vec<String>) {
        let variable = path.len() == 1 && self.variables.iter().any(|names| names.contains(&path[0]));
        if !variable && path.first().is_some_and(|first| first != "Self") {
            self.module.references.push(Reference { line, path, import: false });
        }
    }

    fn import(&mut self, prefix: &mut Vec<String>, tree: &syn::UseTree, private: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.import(prefix, &path.tree, private);
                prefix.pop();
            }
            syn::UseTree::Name(name) => self.bring(prefix, &name.ident, &name.ident, private),
            syn::UseTree::Rename(rename) => self.bring(prefix, &rename.ident, &rename.rename, private),
            syn::UseTree::Glob(glob) => {
                let line = glob.star_token.span.start().line;
                self.module.references.push(Reference { line, path: prefix.clone(), import: true });
                self.module.globs.push(Binding { private, what: What::Import(prefix.clone()) });
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(prefix, tree, private);
                }
            }
        }
    }

    fn bring(&mut self, prefix: &[String], last: &syn::Ident, called: &syn::Ident, private: bool) {
        let mut path = prefix.to_vec();
        if last != "self" {
            path.push(last.to_string());
        }
        let name = if called == "self" { path.last().cloned().unwrap_or_default() } else { called.to_string() };
        let line = last.span().start().line;
        self.module.references.push(Reference { line, path: path.clone(), import: true });
        self.bind(name, private, What::Import(path));
    }

    /// Whatever looks like a path in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(first) => {
                    let (path, next) = path_at(&tokens, at);
                    let field = at > 0 && is_punct(&tokens[at - 1], '.');
                    let hidden = at > 0 && is_punct(&tokens[at - 1], '$') && path[0] != "crate";
                    if !field && !hidden {
                        self.refer(first.span().start().line, path);
                    }
                    at = next;
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The names after `struct`, `enum`, `fn` … in an item that a macro makes.
    fn made(&mut self, tokens: TokenStream) {
        const KEYWORDS: [&str; 7] = ["struct", "enum", "fn", "const", "static", "trait", "type"];
        let mut defines = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => self.made(group.stream()),
                TokenTree::Ident(word) if defines => {
                    self.bind(word.to_string(), false, What::Item);
                    defines = false;
                }
                TokenTree::Ident(word) => defines = KEYWORDS.iter().any(|keyword| word == keyword),
                _ => defines = false,
            }
        }
    }

    /// Visits a function with the variables that its patterns bind.
    fn function(&mut self, bound: Variables, visit: impl FnOnce(&mut Self)) {
        self.variables.push(bound.0);
        visit(self);
        self.variables.pop();
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&mut Vec::new(), &item.tree, is_private(&item.vis));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none()
            && let Some(first) = path.segments.first()
        {
            let names = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.refer(first.ident.span().start().line, names);
        }
        visit::visit_path(self, path);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.visit_path(&mac.path);
        self.tokens(mac.tokens.clone());
    }

    fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
        if let Some(name) = &item.ident {
            self.bind(name.to_string(), true, What::Item);
            self.module.macros.push(name.to_string());
        } else {
            self.made(item.mac.tokens.clone());
        }
        visit::visit_item_macro(self, item);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            for (line, path) in quoted(list.tokens.clone()) {
                self.refer(line, path);
            }
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let (None, syn::Type::Path(of)) = (&item.trait_, &*item.self_ty)
            && let Some(first) = of.path.segments.first()
        {
            let path = of.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            self.module.extended.push(Reference { line: first.ident.span().start().line, path, import: false });
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let mut bound = Variables::default();
        bound.visit_item_fn(item);
        self.function(bound, |names| visit::visit_item_fn(names, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let mut bound = Variables::default();
        bound.visit_impl_item_fn(item);
        self.function(bound, |names| visit::visit_impl_item_fn(names, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let mut bound = Variables::default();
        bound.visit_trait_item_fn(item);
        self.function(bound, |names| visit::visit_trait_item_fn(names, item));
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        let defined = match item {
            syn::Item::Struct(item) => Some((&item.ident, &item.vis)),
            syn::Item::Enum(item) => Some((&item.ident, &item.vis)),
            syn::Item::Const(item) => Some((&item.ident, &item.vis)),
            syn::Item::Static(item) => Some((&item.ident, &item.vis)),
            syn::Item::Trait(item) => Some((&item.ident, &item.vis)),
            syn::Item::Type(item) => Some((&item.ident, &item.vis)),
            syn::Item::Fn(item) => Some((&item.sig.ident, &item.vis)),
            _ => None,
        };
        if let Some((name, visibility)) = defined {
            self.bind(name.to_string(), is_private(visibility), What::Item);
        }
        visit::visit_item(self, item);
    }
}

/// The variables that patterns bind.
#[derive(Default)]
struct Variables(HashSet<String>);

impl<'ast> Visit<'ast> for Variables {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.insert(pattern.ident.to_string());
        visit::visit_pat_ident(self, pattern);
    }
}

/// The path that starts with the word at `at`, and where it ends.
fn path_at(tokens: &[TokenTree], mut at: usize) -> (Vec<String>, usize) {
    let mut path = Vec::new();
    while let Some(TokenTree::Ident(word)) = tokens.get(at) {
        path.push(word.to_string());
        at += 1;
        if !(tokens.get(at).is_some_and(|t| is_punct(t, ':')) && tokens.get(at + 1).is_some_and(|t| is_punct(t, ':'))) {
            break;
        }
        at += 2;
    }
    (path, at)
}

fn is_punct(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// Paths in quotes, as `#[serde(with = "a::b")]` has them.
fn quoted(tokens: TokenStream) -> Vec<(usize, Vec<String>)> {
    let mut paths = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => paths.extend(quoted(group.stream())),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let path: Vec<String> = text.trim_matches('"').split("::").map(str::to_owned).collect();
                if path.len() > 1 && path.iter().all(|part| is_name(part)) {
                    paths.push((literal.span().start().line, path));
                }
            }
            _ => {}
        }
    }
    paths
}

fn is_name(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(is_word) && !text.starts_with(|c: char| c.is_ascii_digit())
}
