//! The loader as a person meets it: one line a fault, with its place and the essence of its sentence; then what holds
//! for all of them together. Each case is a small edit of one valid profile.

use proptest::prelude::*;

use super::*;

/// The small company of the tests of other modules.
pub(crate) fn company() -> Profile {
    Profile::parse("company.toml", include_str!("../../tests/company.toml")).unwrap()
}

/// The profile of another one, to which tests may add what they need.
pub(crate) const ACME: &str = include_str!("../../tests/acme.toml");

/// That company, with more tables at the end of its file.
pub(crate) fn acme(more: &str) -> Profile {
    Profile::parse("profile.toml", &format!("{ACME}{more}")).unwrap()
}

/// A valid profile; line 1 is `schema`.
pub(super) const VALID: &str = r#"schema = 1
languages = ["zh", "en"]
fiscal_year_end_month = 3

[home]
company = { zh = "示例集团", en = "Example Group" }
entity = "GROUP"

[metrics.REVENUE]
label = { zh = "营收", en = "Revenue" }
synonyms = ["revenue", "营业收入"]
unit = "USD_M"

[metrics.STAFF]
label = "Head count"
unit = "PEOPLE"

[entities.GROUP]
synonyms = ["集团"]

[entities.HK]
label = { zh = "香港", en = "Hong Kong" }
synonyms = ["中国香港"]
geography = "HK"

[channels.AGENCY]
synonyms = ["代理"]

[competitors.JINGAN]
label = "竞安(Jingan)"
aliases = ["竞安", "jingan"]

[units.USD_M]
label = { zh = "百万美元", en = "US$m" }
aliases = ["US$m"]

[units.PEOPLE]
label = { zh = "人", en = "people" }

[sensitivity]
default = "internal"
restricted_filename_patterns = ["*exco*"]
restricted_keywords = ["绝密"]

[colors.forecast]
rgb = ["fff2cc"]
answers = false

[cues]
narrative = { zh = ["为什么"], en = ["why"] }

[qualifiers]
words = ["per share"]

[retrieval]
analyzer = "english"

[dimensions.entity]
default = "GROUP"
required = true
missing = "ask"

[dimensions.channel]
default = "AGENCY"
missing = "none"
"#;

/// `LINE:COLUMN message | help` of every fault.
pub(super) fn faults(text: &str) -> Vec<String> {
    let line = |fault: &Fault| {
        let Place { line, column } = fault.place;
        format!("{line}:{column} {} | {}", fault.problem, fault.problem.help())
    };
    Profile::check_text("p.toml", text).faults.0.iter().map(line).collect()
}

/// The only fault of the valid profile after one edit stands at the edit's `§` and reads `expected`.
#[track_caller]
fn one(from: &str, to: &str, expected: &str) {
    assert!(VALID.contains(from), "the edit has no place: {from}");
    let marked = VALID.replacen(from, to, 1);
    let (before, _) = marked.split_once('§').unwrap();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let expected = format!("{line}:{column} {expected}");
    let found = faults(&marked.replacen('§', "", 1));
    assert!(
        matches!(found.as_slice(), [only] if only.starts_with(&expected)),
        "{expected}
{found:#?}"
    );
}

#[test]
fn a_valid_profile_loads_with_its_defaults() {
    assert_eq!(faults(VALID), Vec::<String>::new());
    let profile = Profile::parse("p.toml", VALID).unwrap();
    assert_eq!(profile.languages, [Lang::Zh, Lang::En]);
    assert_eq!(profile.calendar.year_end_month(), 3);
    assert_eq!(profile.home.company.get(Lang::En), "Example Group");
    assert_eq!(profile.metrics[0].label.get(Lang::Zh), "营收");
    assert_eq!(profile.metrics[1].label.get(Lang::Zh), "Head count");
    assert_eq!(profile.metrics[1].unit.as_str(), "PEOPLE");
    assert_eq!(profile.entities[0].label.get(Lang::Zh), "GROUP");
    assert_eq!(profile.entities[1].geography.as_deref(), Some("HK"));
    let channels: Vec<&str> = profile.channels.keys().map(ChannelCode::as_str).collect();
    assert_eq!(channels, ["TOTAL", "AGENCY"]);
    assert_eq!(profile.channels[0].label.get(Lang::Zh), "合计");
    assert_eq!(profile.channels[0].label.get(Lang::En), "Total");
    assert_eq!(profile.competitors[0].aliases, ["竞安", "jingan", "竞安(Jingan)"]);
    assert_eq!(profile.sensitivity.default, Sensitivity::Internal);
    assert_eq!(profile.colors["forecast"].rgb, ["FFF2CC"]);
    assert!(!profile.colors["forecast"].answers);
    assert_eq!(profile.words.lists["narrative"], ["为什么", "why"]);
    assert_eq!(profile.words.lists["qualifiers"], ["per share"]);
    assert_eq!(profile.analyzer, Analyzer::English);
    assert_eq!(profile.missing.entity, WhenMissing::Ask);
    assert_eq!(profile.missing.period, WhenMissing::Assume);
    assert_eq!(profile.default_channel.as_str(), "AGENCY");
}

#[test]
fn a_written_total_keeps_its_place_and_its_own_label() {
    let own = VALID.replace("[competitors", "[channels.TOTAL]\nlabel = \"All\"\n\n[competitors");
    let profile = Profile::parse("p.toml", &own).unwrap();
    assert_eq!(profile.channels.keys().map(ChannelCode::as_str).collect::<Vec<_>>(), ["AGENCY", "TOTAL"]);
    assert_eq!(profile.channels[1].label.get(Lang::Zh), "All");
    let bare = VALID.replace("[competitors", "[channels.TOTAL]\n\n[competitors");
    assert_eq!(Profile::parse("p.toml", &bare).unwrap().channels[1].label.get(Lang::Zh), "合计");
}

#[test]
fn the_first_language_stands_in_for_a_missing_one() {
    let text = VALID.replace("[\"zh\", \"en\"]", "[\"en\", \"zh\"]").replace("zh = \"香港\", ", "");
    let profile = Profile::parse("p.toml", &text).unwrap();
    assert_eq!(profile.entities[1].label.get(Lang::Zh), "Hong Kong");
    assert_eq!(profile.metrics[0].label.fallback, "Revenue");
}

#[test]
fn wrong_shapes_are_found_where_they_stand() {
    one("[retrieval]", "[§retreival]", "unknown key `retreival` in the profile | did you mean `retrieval`?");
    one(
        "synonyms = [\"集团\"]",
        "§synonims = [\"集团\"]",
        "unknown key `synonims` in [entities.GROUP] | did you mean `synonyms`?",
    );
    one("default = \"internal\"", "§level = 1", "unknown key `level` in [sensitivity] | possible here: default,");
    one("{ zh = \"香港\"", "{ §fr = \"香港\"", "`label` cannot be `fr` | possible here: zh, en");
    one("[\"代理\"]", "§\"代理\"", "`synonyms` must be a list of texts, such as [\"a\", \"b\"], not a text");
    one("[\"代理\"]", "[\"代理\", §7]", "`synonyms` must be a text in double quotes, not a number");
    one("answers = false", "answers = §\"no\"", "`answers` must be true or false, not a text");
    one("= 3", "= §3.0", "`fiscal_year_end_month` must be a whole number, not a fraction");
}

#[test]
fn absent_parts_are_named_with_an_example() {
    one("schema = 1\n", "§", "the profile has no `schema` | add `schema = 1`");
    one("[metrics.STAFF]", "[metrics.§CO2]\n[metrics.STAFF]", "[metrics.CO2] has no `unit` | add");
    one("[colors.forecast]\nrgb = [\"fff2cc\"]", "[colors.§forecast]", "[colors.forecast] has no `rgb`");
    one("[\"zh\", \"en\"]", "§[]", "languages is empty | add `languages");
    one("[\"fff2cc\"]", "§[]", "rgb of [colors.forecast] is empty");
    one("label = \"Head count\"", "label = §{}", "`label` is empty");
    let nothing = faults("").join("\n");
    for key in ["schema", "home", "metrics", "entities"] {
        assert!(nothing.contains(&format!("1:1 the profile has no `{key}`")), "{nothing}");
    }
    let empty = faults("schema = 1\nmetrics = {}\n[entities]\n[home]\n").join("\n");
    for expected in
        ["2:11 [metrics] is empty", "[entities] is empty", "4:2 [home] has no `company`", "4:2 [home] has no `entity`"]
    {
        assert!(empty.contains(expected), "{expected}: {empty}");
    }
}

#[test]
fn single_values_are_checked() {
    one("schema = 1", "schema = §2", "schema 2 is not supported | this engine reads `schema = 1`");
    one("= 3", "= §13", "fiscal_year_end_month is 13, which is no month | write a number from 1 to 12");
    one("= 3", "= §0", "fiscal_year_end_month is 0");
    one("= 3", "= §99999999999999999999", "fiscal_year_end_month is 99999999999999999999");
    one("[\"zh\", \"en\"]", "[\"zh\", \"en\", §\"zh\"]", "language `zh` is listed twice");
    one("[\"zh\", \"en\"]", "[\"zh\", §\"de\"]", "`languages` cannot be `de` | possible here: zh, en");
    one("\"internal\"", "§\"interal\"", "`default` cannot be `INTERAL` | did you mean `INTERNAL`?");
    one("\"english\"", "§\"englisch\"", "`analyzer` cannot be `englisch` | did you mean `english`?");
    one("\"fff2cc\"", "§\"#fff2cc\"", "`#fff2cc` is not a colour | write six hexadecimal digits without `#`");
    one("\"fff2cc\"", "\"fff2cc\", §\"香港\"", "`香港` is not a colour");
    one(
        "[cues]",
        "[colors.budget]\nrgb = [§\"FFF2CC\"]\nanswers = true\n[cues]",
        "colour FFF2CC means `budget` here, but already means `forecast`",
    );
    one("[entities.HK]", "[entities.§\"H K\"]", "entity code \"H K\" is empty or holds white space");
    one("[channels.AGENCY]", "[channels.§\"\"]\n[channels.AGENCY]", "channel code \"\" is empty");
    one("narrative =", "§narative =", "unknown key `narative` in [cues] | did you mean `narrative`?");
    one("words = [\"per share\"]", "words = []\n§qualifiers = []", "the word list `qualifiers` is given twice");
}

#[test]
fn references_lead_to_codes_that_exist() {
    one(
        "entity = \"GROUP\"",
        "entity = §\"GRUOP\"",
        "home.entity names the entity `GRUOP`, which the profile does not define | did you mean `GROUP`?",
    );
    one(
        "unit = \"PEOPLE\"",
        "unit = \"PEOPLE\"\n[metrics.CO2]\nunit = §\"TONNES\"",
        "metrics.CO2.unit names the unit `TONNES`, which the profile does not define | add [units.TONNES]",
    );
    one("default = \"AGENCY\"", "default = §\"agency\"", "dimensions.channel.default names the channel `agency`");
}

#[test]
fn a_wording_has_one_meaning() {
    one(
        "[\"中国香港\"]",
        "[\"hk\", §\"集团\"]",
        "`集团` means entity HK here, but already means entity GROUP | leave it to one of GROUP and HK",
    );
    one(
        "[\"代理\"]",
        "[§\"营收\"]",
        "`营收` means channel AGENCY here, but already means metric REVENUE | a question could not tell",
    );
    one("[\"代理\"]", "[§\"ＲEVENUE\\u200B\"]", "`ＲEVENUE\u{200B}` means channel AGENCY here");
    one("[\"代理\"]", "[§\"合计\"]", "`合计` means channel AGENCY here, but already means channel TOTAL");
    one("en = \"people\"", "en = §\"us$M\"", "`us$M` means unit PEOPLE here, but already means unit USD_M");
    one(
        "[units.USD_M]",
        "[competitors.OTHER]\naliases = [§\"Jingan\"]\n[units.USD_M]",
        "`Jingan` means competitor OTHER here, but already means competitor JINGAN",
    );
    let report = Profile::check_text("p.toml", &VALID.replace("[\"中国香港\"]", "[\"集团\"]")).report();
    assert!(report.contains("note: the other one is at p.toml:19:13"), "{report}");
}

#[test]
fn a_wording_can_be_seen() {
    one("[\"代理\"]", "[§\" \\u200b\"]", "channel AGENCY has a blank wording");
    one("\"Head count\"", "§\"\"", "metric STAFF has a blank wording");
    one("en = \"Example Group\"", "en = §\"\"", "home company has a blank wording");
    one("[\"绝密\"]", "[§\"\"]", "restricted_keywords has a blank wording");
    one("[\"*exco*\"]", "[\"*exco*\", §\" \"]", "restricted_filename_patterns has a blank wording");
    one("geography = \"HK\"", "geography = §\"\"", "geography has a blank wording");
    one("[\"per share\"]", "[\"per share\", §\"\"]", "the word list `qualifiers` has a blank wording");
}

#[test]
fn a_wording_is_not_hidden_by_a_competitor() {
    one(
        "[\"中国香港\"]",
        "[§\"竞安香港\"]",
        "`竞安香港` of entity HK is hidden by `竞安`, a name of competitor JINGAN",
    );
    one("[\"代理\"]", "[§\"JINGAN agents\"]", "`JINGAN agents` of channel AGENCY is hidden by `JINGAN`");
    one("\"Example Group\"", "§\"Jingan Group\"", "`Jingan Group` of home company is hidden by `JINGAN`");
    one("\"竞安\", ", "\"竞安\", §\"总\", ", "`总` of competitor JINGAN is too short");
    one("[competitors.JINGAN]", "[competitors.§J]", "`J` of competitor J is too short");
    one("[\"竞安\", \"jingan\"]", "[\"竞安\", §\"合计\"]", "`合计` of channel TOTAL is hidden by `合计`");
    assert!(faults(&VALID.replace("[\"代理\"]", "[\"jingans\"]")).is_empty(), "a longer Latin word is another word");
}

#[test]
fn a_wording_does_not_read_as_a_period() {
    one("\"营业收入\"", "§\"2024\"", "`2024` of metric REVENUE reads as a period or a number | add a word");
    one("[entities.HK]", "[entities.§FY24]", "`FY24` of entity FY24 reads as a period");
    one("\"营业收入\"", "§\"去年\"", "`去年` of metric REVENUE reads as a period");
}

#[test]
fn a_dimension_takes_only_settings_that_keep_the_promises() {
    let refused = |name: &str, line: &str, expected: &str| {
        let edit = format!("[dimensions.{name}]\n{line}\n\n[dimensions.entity]");
        one("[dimensions.entity]", &edit, expected);
    };
    refused(
        "metric",
        "missing = §\"assume\"",
        "[dimensions.metric] cannot have `missing = \"assume\"` | a question without a metric is always asked back",
    );
    refused("metric", "default = §\"REVENUE\"", "[dimensions.metric] cannot have `default = \"REVENUE\"`");
    refused("metric", "required = §false", "[dimensions.metric] cannot have `required = false`");
    refused("period", "missing = §\"none\"", "[dimensions.period] cannot have `missing = \"none\"` | a fact needs");
    refused("period", "default = §\"2024\"", "[dimensions.period] cannot have `default = \"2024\"` | the only default");
    refused("geography", "missing = §\"ask\"", "[dimensions.geography] cannot have `missing = \"ask\"`");
    refused("geography", "default = §\"HK\"", "[dimensions.geography] cannot have `default = \"HK\"`");
    one("missing = \"none\"", "missing = §\"ask\"", "[dimensions.channel] cannot have `missing = \"ask\"`");
    one("missing = \"ask\"", "missing = §\"aks\"", "`missing` cannot be `aks` | did you mean `ask`?");
    one(
        "[dimensions.channel]\ndefault = \"AGENCY\"",
        "[dimensions.§channels]",
        "unknown key `channels` in [dimensions]",
    );
    one(
        "default = \"GROUP\"",
        "default = §\"HK\"",
        "[dimensions.entity] cannot have `default = \"HK\"` | home.entity already says \"GROUP\"",
    );
}

#[test]
fn broken_toml_hides_no_other_fault_and_invents_none() {
    let text = VALID.replace("= 3", "=").replace("unit = \"USD_M\"", "unit = USD_M").replace("[retr", "[rter");
    let found = faults(&text);
    let places: Vec<&str> = found.iter().filter_map(|fault| fault.split(' ').next()).collect();
    assert_eq!(places, ["3:24", "12:8", "55:2"], "{found:#?}");
    assert!(found[0].contains("not valid TOML"), "{found:#?}");
    one("geography = \"HK\"", "geography = \"HK\"\n§label = \"x\"", "not valid TOML: duplicate key");
    one("[entities.HK]", "[entities.§香港]", "not valid TOML");
    one("[\"中国香港\"]", "[\"中国香港§", "not valid TOML");
}

#[test]
fn every_fault_is_reported_at_once_and_in_order() {
    let text = VALID
        .replace("schema = 1", "schema = 9")
        .replace("= 3", "= 0")
        .replace("unit = \"PEOPLE\"", "unit = 5")
        .replace("[\"集团\"]", "[\"\", \"2024\", \"revenue\"]")
        .replace("[\"代理\"]", "\"代理\"")
        .replace("fff2cc", "red")
        .replace("[cues]", "[cue]");
    let places: Vec<(usize, usize)> =
        Profile::check_text("p.toml", &text).faults.0.iter().map(|f| (f.place.line, f.place.column)).collect();
    assert_eq!(places, [(1, 10), (3, 25), (16, 8), (19, 13), (19, 17), (19, 25), (27, 12), (37, 8), (46, 8), (49, 2)]);
}

#[test]
fn an_unused_unit_warns_and_loads() {
    let text = VALID.replace("[sensitivity]", "[units.TONNES]\n\n[sensitivity]");
    let checked = Profile::check_text("p.toml", &text);
    assert_eq!((checked.faults.errors(), checked.faults.warnings()), (0, 1));
    let report = checked.report();
    assert!(report.contains("p.toml:40:8: warning: no metric is stated in unit TONNES"), "{report}");
    assert!(report.ends_with("p.toml: valid: 2 metrics, 2 entities, 2 channels, 3 units, 1 competitor\n"), "{report}");
    assert!(checked.into_profile().is_ok());
}

#[test]
fn the_report_shows_the_line_with_a_caret_under_wide_characters() {
    let report = Profile::check_text("p.toml", &VALID.replace("[\"中国香港\"]", "[\"中国香港\", \"竞安\"]")).report();
    let expected = "p.toml:23:21: error: `竞安` of entity HK is hidden by `竞安`, a name of competitor JINGAN\n  \
                    23 | synonyms = [\"中国香港\", \"竞安\"]\n     \
                    |              \u{3000}\u{3000}\u{3000}\u{3000}   ^^^^^^\n  \
                    note: the other one is at p.toml:31:12\n  \
                    help: questions with a competitor's name are refused: change one of the two\n\n\
                    p.toml: 1 error\n";
    assert_eq!(report, expected);
}

proptest! {
    #[test]
    fn no_text_makes_the_loader_panic(text in any::<String>()) {
        let _ = Profile::check_text("p.toml", &text).report();
    }

    #[test]
    fn no_edit_of_a_profile_makes_the_loader_panic(
        at in 0..VALID.chars().count(),
        length in 0_usize..40,
        insert in r#"[\[\]{}="',.#\n\\a-z0香\u{0}\u{200B}\u{FEFF}]{0,6}"#,
    ) {
        let edited: String =
            VALID.chars().take(at).chain(insert.chars()).chain(VALID.chars().skip(at + length)).collect();
        let checked = Profile::check_text("p.toml", &edited);
        prop_assert_eq!(checked.profile.is_none(), checked.faults.errors() > 0);
        let _ = checked.report();
    }
}
