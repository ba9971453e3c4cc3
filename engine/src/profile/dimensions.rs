//! `[dimensions.X]`: what happens when a question leaves a dimension out. Each dimension has few settings that keep the
//! engine's promises, so the reader takes only those and says why another is refused.

use super::WhenMissing;
use super::fault::Findings;
use super::problem::Problem;
use super::value::{Members, Text, Value, choice, switch, table, text};

/// What the file says about dimensions.
#[derive(Debug, Default)]
pub(super) struct RawPolicies<'t> {
    pub(super) entity: Option<WhenMissing>,
    pub(super) period: Option<WhenMissing>,
    pub(super) entity_default: Option<Text<'t>>,
    pub(super) channel_default: Option<Text<'t>>,
}

/// The only default of a period; it moves with the reference date.
const LATEST_YEAR: &str = "latest_complete_fiscal_year";

/// What one dimension may be set to.
struct Rule {
    name: &'static str,
    /// The words `missing` may have.
    missing: &'static [&'static str],
    missing_why: &'static str,
    /// The only value of `required`.
    required: bool,
    required_why: &'static str,
}

const FACT_KEY: &str = "every fact is looked up by it; write `required = true` or leave it out";

const RULES: [Rule; 5] = [
    Rule {
        name: "metric",
        missing: &["ask"],
        missing_why: "a question without a metric is always asked back; write \"ask\" or leave it out",
        required: true,
        required_why: FACT_KEY,
    },
    Rule {
        name: "entity",
        missing: &["ask", "assume"],
        missing_why: "a fact needs an entity; write \"assume\" (the home entity) or \"ask\"",
        required: true,
        required_why: FACT_KEY,
    },
    Rule {
        name: "period",
        missing: &["ask", "assume"],
        missing_why: "a fact needs a period; write \"assume\" (the latest complete fiscal year) or \"ask\"",
        required: true,
        required_why: FACT_KEY,
    },
    Rule {
        name: "channel",
        missing: &["none"],
        missing_why: "a question without a channel means the default channel; write \"none\" or leave it out",
        required: false,
        required_why: "a question may leave the channel out; write `required = false` or leave it out",
    },
    Rule {
        name: "geography",
        missing: &["none"],
        missing_why: "a geography follows from its entity; write \"none\" or leave it out",
        required: false,
        required_why: "a geography follows from its entity; write `required = false` or leave it out",
    },
];

/// Reads `[dimensions]`.
pub(super) fn read<'t>(key: &str, value: &'t Value<'t>, found: &mut Findings) -> RawPolicies<'t> {
    let mut policies = RawPolicies::default();
    let Some(mut dimensions) = Members::of(key, value, found) else { return policies };
    for rule in &RULES {
        dimensions.read(rule.name, |_, value, found| policies.read_dimension(rule, value, found));
    }
    dimensions.close();
    policies
}

impl<'t> RawPolicies<'t> {
    fn read_dimension(&mut self, rule: &Rule, value: &'t Value<'t>, found: &mut Findings) {
        let Some(table) = table(rule.name, value, found) else { return };
        let mut members = Members::new(format!("[dimensions.{}]", rule.name), value.span().into(), table, found);
        members.read("default", |key, value, found| self.read_default(rule, text(key, value, found), found));
        members.read("required", |key, value, found| read_required(rule, key, value, found));
        members.read("missing", |key, value, found| self.read_missing(rule, text(key, value, found), found));
        members.close();
    }

    fn read_missing(&mut self, rule: &Rule, written: Option<Text<'t>>, found: &mut Findings) {
        const WORDS: [(&str, Option<WhenMissing>); 3] =
            [("ask", Some(WhenMissing::Ask)), ("assume", Some(WhenMissing::Assume)), ("none", None)];
        let Some(written) = written else { return };
        let Some(meaning) = choice("missing", written, &WORDS, found) else {
            return;
        };
        if !rule.missing.contains(&written.text) {
            found.add(written.at, refused(rule, "missing", written.text, rule.missing_why));
        }
        match rule.name {
            "entity" => self.entity = meaning,
            "period" => self.period = meaning,
            _ => {}
        }
    }

    fn read_default(&mut self, rule: &Rule, written: Option<Text<'t>>, found: &mut Findings) {
        let Some(written) = written else { return };
        let why = match rule.name {
            "entity" => return self.entity_default = Some(written),
            "channel" => return self.channel_default = Some(written),
            "period" if written.text == LATEST_YEAR => return,
            "period" => format!("the only default is \"{LATEST_YEAR}\", which moves with the reference date"),
            "metric" => "a metric is never assumed; leave it out".to_owned(),
            _ => "a geography follows from its entity; leave it out".to_owned(),
        };
        found.add(written.at, refused(rule, "default", written.text, &why));
    }
}

fn read_required<'t>(rule: &Rule, key: &str, value: &'t Value<'t>, found: &mut Findings) {
    if let Some(required) = switch(key, value, found).filter(|required| *required != rule.required) {
        let why = rule.required_why.to_owned();
        let problem = Problem::Policy { dimension: rule.name, key: "required", found: required.to_string(), why };
        found.add(value.span(), problem);
    }
}

fn refused(rule: &Rule, key: &'static str, found: &str, why: &str) -> Problem {
    Problem::Policy { dimension: rule.name, key, found: format!("\"{found}\""), why: why.to_owned() }
}
