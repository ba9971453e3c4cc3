//! Rules that belong together: dashes and pieces of one rule, and level rules of the same length below each other. What
//! they enclose is not known here.

use super::shapes::Rule;

/// Rules no further apart than this many points are pieces of one.
/// Measured: nothing changes at 0.75 or 1.33.
const SAME_RULE: f64 = 1.0;
/// Dashes no further apart than this many points are one rule.
/// Measured: nothing changes at 2.62 or 4.66.
const DASH: f64 = 3.5;
/// Rules nearer than this many points are at the same place: double rules, and both edges of a box.
/// Measured: 3.99 changes `argentina_diputados_voting_record.pdf`; 2.25 changes nothing.
pub(super) const SAME_PLACE: f64 = 3.0;
/// Shorter rules, in points, underline a word or a figure and frame no table.
/// Measured: nothing changes at 30 or 53.2, nor at half or twice as much.
const FRAME_SHORT: f64 = 40.0;
/// Fewest rules below each other that frame a table: above its header, below it, and at its end.
/// Measured: 4 changes `argentina_diputados_voting_record.pdf`; 2 changes nothing.
pub(super) const FRAME_RULES: usize = 3;
/// A page with more places of level rules is a drawing.
/// Measured: nothing changes at 450 or 798, nor at half or twice as much.
const GROUPS_MAX: usize = 600;

/// The rules of a page, whole.
#[derive(Debug)]
pub(super) struct Rules {
    /// From top to bottom.
    pub(super) level: Vec<Rule>,
    /// From left to right.
    pub(super) upright: Vec<Rule>,
}

impl Rules {
    /// Makes whole rules of dashes and pieces.
    pub(super) fn new(pieces: &[Rule]) -> Self {
        Self { level: whole(pieces, true), upright: whole(pieces, false) }
    }

    /// Level rules that begin and end at the same places, three or more below each other: the rules of tables that have no
    /// upright ones.
    pub(super) fn level_groups(&self) -> Vec<Vec<Rule>> {
        let mut found: Vec<Vec<Rule>> = Vec::new();
        for rule in self.level.iter().filter(|rule| rule.end - rule.start > FRAME_SHORT) {
            let near = |left: f64, right: f64| (left - right).abs() <= SAME_PLACE;
            let same = |other: &Rule| near(other.start, rule.start) && near(other.end, rule.end);
            match found.iter().position(|group| group.last().is_some_and(same)) {
                Some(group) => found[group].push(*rule),
                None if found.len() < GROUPS_MAX => found.push(vec![*rule]),
                None => {}
            }
        }
        found.retain(|group| group.len() >= FRAME_RULES);
        found
    }
}

/// Dashes and pieces of rules to whole rules, sorted by place.
fn whole(rules: &[Rule], level: bool) -> Vec<Rule> {
    let mut sorted: Vec<Rule> = rules.iter().filter(|rule| rule.level == level).copied().collect();
    sorted.sort_by(|left, right| left.at.total_cmp(&right.at).then(left.start.total_cmp(&right.start)));
    let mut found: Vec<Rule> = Vec::new();
    // Rules at nearly the same place, by where they begin.
    for group in sorted.chunk_by_mut(|left, right| right.at - left.at <= SAME_RULE) {
        group.sort_by(|left, right| left.start.total_cmp(&right.start));
        let mut open: Option<Rule> = None;
        for rule in group {
            match &mut open {
                Some(last) if rule.start - last.end <= DASH => last.end = last.end.max(rule.end),
                _ => found.extend(open.replace(*rule)),
            }
        }
        found.extend(open);
    }
    found
}
