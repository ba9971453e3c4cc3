//! Many mutations in one program: each right passage becomes a choice between itself and what stands in its place, by a number
//! that the program is started with. So all of them are compiled once, where each by itself would take a build of its own.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use super::mutations::{Mutation, Mutations};

/// The variable that holds the number of the mutation that is switched on.
pub(super) const SWITCH: &str = "XTASK_MUTATION";

/// What each crate with mutations is given: the question which one is on.
pub(super) fn switch() -> String {
    format!(
        r#"//! Which mutation is switched on.

/// Whether it is this one.
pub(crate) fn is(number: usize) -> bool {{
    static ON: std::sync::LazyLock<usize> =
        std::sync::LazyLock::new(|| std::env::var("{SWITCH}").ok().and_then(|on| on.parse().ok()).unwrap_or(0));
    *ON == number
}}
"#
    )
}

/// A place of a text, with the mutations of it and their numbers.
type Passage<'m> = (Range<usize>, Vec<(usize, &'m Mutation)>);

/// The text of a file with its mutations in it, each as a choice. A passage with several of them chooses among all.
pub(super) fn woven(text: &str, mutations: &[(usize, &Mutation)]) -> String {
    let mut woven = String::with_capacity(text.len() * 2);
    let mut from = 0;
    for (place, here) in places(text, mutations) {
        let right = text.get(place.clone()).unwrap_or_default();
        woven.push_str(text.get(from..place.start).unwrap_or_default());
        let is_statements = right.trim_end().ends_with([';', '}']);
        woven.push_str(if is_statements { "" } else { "(" });
        for (number, mutation) in here {
            // Writing to a String cannot fail.
            let _ = write!(woven, "if crate::mutation::is({number}) {{ {} }} else ", mutation.replace);
        }
        let _ = write!(woven, "{{ {right} }}");
        woven.push_str(if is_statements { "" } else { ")" });
        from = place.end;
    }
    woven.push_str(text.get(from..).unwrap_or_default());
    woven
}

/// Everything by which mutations cannot be woven into the code.
pub(super) fn faults(mutations: &Mutations, root: &Path) -> Vec<String> {
    let of_file = |(file, here): (&str, Vec<(usize, &Mutation)>)| {
        let text = fs::read_to_string(root.join(file)).unwrap_or_default();
        overlaps(&text, &here)
    };
    mutations.together().into_iter().flat_map(of_file).collect()
}

/// Passages of which one begins inside another.
pub(super) fn overlaps(text: &str, mutations: &[(usize, &Mutation)]) -> Vec<String> {
    let places = places(text, mutations);
    let pairs = places.iter().zip(places.iter().skip(1));
    let name = |here: &[(usize, &Mutation)]| here.first().map_or_else(String::new, |(_, one)| one.name.clone());
    pairs
        .filter(|((one, _), (next, _))| next.start < one.end)
        .map(|((_, one), (_, next))| format!("{} and {} overlap; build one of them alone", name(one), name(next)))
        .collect()
}

/// The passages in the order of the text, each with the mutations of it.
fn places<'m>(text: &str, mutations: &[(usize, &'m Mutation)]) -> Vec<Passage<'m>> {
    let mut places: Vec<Passage<'_>> = Vec::new();
    for (number, mutation) in mutations {
        let Some(place) = mutation.place_in(text) else { continue };
        match places.iter_mut().find(|(known, _)| *known == place) {
            Some((_, here)) => here.push((*number, mutation)),
            None => places.push((place, vec![(*number, mutation)])),
        }
    }
    places.sort_by_key(|(place, _)| place.start);
    places
}
