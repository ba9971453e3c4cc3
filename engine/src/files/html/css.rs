//! The syntax of style sheets and of `style` attributes (CSS Syntax 3): rules with their conditions, and declarations as they
//! are written. What a selector or a declaration means is known elsewhere; whether all of a sheet was read is known here.

use cssparser::{Delimiter, Delimiters, ParseError, Parser, Token};

/// Conditions inside each other that are followed.
const DEPTH_MAX: usize = 8;

/// One declaration. Its property is in small letters, its value too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Declaration {
    pub(super) property: String,
    pub(super) value: String,
    pub(super) is_important: bool,
}

/// The declarations of a rule or an attribute.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) declarations: Vec<Declaration>,
    /// Whether it holds rules of its own, which are not read.
    has_rules: bool,
}

/// The declarations of a `style` attribute.
pub(super) fn declarations(style: &str) -> Vec<Declaration> {
    block(&mut Parser::new(style)).declarations
}

fn block(parser: &mut Parser<'_>) -> Block {
    let mut read = Block::default();
    while !parser.is_exhausted() {
        let one = parser.parse_until_after(Delimiter::Semicolon, |one| -> Result<_, ParseError<()>> {
            let start = one.position();
            let mut has_block = false;
            while let Ok(token) = one.next() {
                has_block |= *token == Token::CurlyBracketBlock;
            }
            Ok((one.slice_from(start), has_block))
        });
        let Ok((text, has_block)) = one else { continue };
        read.has_rules |= has_block;
        read.declarations.extend(declaration(text));
    }
    read
}

/// Reads one declaration; none where it is none, as browsers pass it over.
fn declaration(text: &str) -> Option<Declaration> {
    let mut parser = Parser::new(text);
    let property = parser.expect_ident().ok()?.to_ascii_lowercase();
    parser.expect_colon().ok()?;
    let start = parser.position();
    while parser.next().is_ok() {}
    let value = parser.slice_from(start).to_ascii_lowercase();
    let value = value.trim();
    let important = value.rsplit_once('!').filter(|(_, word)| word.trim() == "important");
    let is_important = important.is_some();
    let value = important.map_or(value, |(value, _)| value).trim_end().to_owned();
    Some(Declaration { property, value, is_important })
}

/// What a sheet is made of.
pub(super) struct Rule<'s> {
    pub(super) selectors: &'s str,
    pub(super) block: Block,
    /// Whether it holds under a condition that is not decided here.
    pub(super) is_conditional: bool,
}

/// Goes through the rules of a sheet; whether nothing in it was left unread.
pub(super) fn rules(sheet: &str, visit: &mut dyn FnMut(Rule<'_>)) -> bool {
    read_rules(&mut Parser::new(sheet), false, 0, visit)
}

fn read_rules(parser: &mut Parser<'_>, is_conditional: bool, depth: usize, visit: &mut dyn FnMut(Rule<'_>)) -> bool {
    let mut is_whole = true;
    loop {
        let state = parser.state();
        let at_rule = match parser.next() {
            Err(_) => return is_whole,
            Ok(Token::CDO | Token::CDC) => continue,
            Ok(Token::AtKeyword(name)) => Some(name.to_ascii_lowercase()),
            Ok(_) => None,
        };
        if let Some(name) = at_rule {
            is_whole &= read_at_rule(&name, parser, is_conditional, depth, visit);
            continue;
        }
        parser.reset(&state);
        let selectors = until(parser, Delimiter::CurlyBracketBlock);
        if parser.next().is_err() {
            return is_whole;
        }
        let read = parser.parse_nested_block(|inner| -> Result<_, ParseError<()>> { Ok(block(inner)) });
        let Ok(block) = read else { return false };
        is_whole &= !block.has_rules;
        visit(Rule { selectors, block, is_conditional });
    }
}

fn read_at_rule(
    name: &str,
    parser: &mut Parser<'_>,
    is_conditional: bool,
    depth: usize,
    visit: &mut dyn FnMut(Rule<'_>),
) -> bool {
    let condition = until(parser, Delimiter::CurlyBracketBlock | Delimiter::Semicolon).to_ascii_lowercase();
    if parser.next() != Ok(&Token::CurlyBracketBlock) {
        // In code: names of rules (CSS). A statement; what it loads is not read.
        return matches!(name, "charset" | "namespace" | "layer");
    }
    let is_conditional = is_conditional || name != "media" || !is_always(&condition);
    let read = parser.parse_nested_block(|inner| -> Result<_, ParseError<()>> {
        Ok(match name.trim_start_matches("-webkit-").trim_start_matches("-moz-") {
            "media" | "supports" | "layer" | "container" | "scope" | "document" if depth < DEPTH_MAX => {
                read_rules(inner, is_conditional, depth + 1, visit)
            }
            // These name what others use, and speak of no element.
            "font-face" | "page" | "counter-style" | "property" | "keyframes" | "font-feature-values" => true,
            _ => false,
        })
    });
    read.unwrap_or(false)
}

/// Whether a condition on media holds wherever people read a page.
fn is_always(condition: &str) -> bool {
    condition.split(',').any(|media| matches!(media.trim(), "" | "all" | "screen" | "only screen"))
}

fn until<'i>(parser: &mut Parser<'i>, end: Delimiters) -> &'i str {
    let read = parser.parse_until_before(end, |inner| -> Result<_, ParseError<()>> {
        let start = inner.position();
        while inner.next().is_ok() {}
        Ok(inner.slice_from(start))
    });
    read.unwrap_or_default()
}

/// Whether a `content` adds something that could be read as part of a text: anything but strings without a letter, a digit
/// or a sign of numbers.
pub(super) fn adds_text(content: &str) -> bool {
    let mut parser = Parser::new(content);
    while let Ok(token) = parser.next() {
        let is_plain = match token {
            Token::QuotedString(text) => !text.contains(|c: char| c.is_alphanumeric() || "$€£¥.,-−–()%~+".contains(c)),
            Token::Ident(word) => {
                ["none", "normal", "initial", "unset"].iter().any(|plain| word.eq_ignore_ascii_case(plain))
            }
            _ => false,
        };
        if !is_plain {
            return true;
        }
    }
    false
}
