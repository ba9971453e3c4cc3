//! The loader as a person meets it: one line a fault, with its place and the essence of its sentence; then what holds
//! for all of them together. Each case is a small edit of one valid profile.

use proptest::prelude::*;

use super::*;

/// A valid profile; line 1 is `schema`.
const VALID: &str = r##"schema = 1
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
"##;

/// `LINE:COLUMN message | help` of every fault.
fn faults(text: &str) -> Vec<String> {
    let line = |fault: &Fault| {
        let Place { line, column } = fault.place;
        format!("{line}:{column} {} | {}", fault.problem, fault.problem.help())
    };
    Profile::check_text("p.toml", text).faults.0.iter().map(line).collect()
}

/// The only fault of the valid profile after one edit starts with `expected`.
#[track_caller]
fn one(from: &str, to: &str, expected: &str) {
    assert!(VALID.contains(from), "the edit has no place: {from}");
    let found = faults(&VALID.replacen(from, to, 1));
    assert!(matches!(found.as_slice(), [only] if only.contains(expected)), "{expected}\n{found:#?}");
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
    one("[retrieval]", "[retreival]", "63:2 unknown key `retreival` in the profile | did you mean `retrieval`?");
    one("synonyms = [\"集团\"]", "synonims = [\"集团\"]", "19:1 unknown key `synonims` in [entities.GROUP] | did you");
    one(
        "default = \"internal\"",
        "level = \"internal\"",
        "46:1 unknown key `level` in [sensitivity] | possible here: default,",
    );
    one("zh = \"香港\"", "fr = \"香港\"", "22:11 `label` cannot be `fr` | possible here: zh, en");
    one("unit = \"PEOPLE\"\n", "unit = \"PEOPLE\"\nlevel = 1\n", "17:1 unknown key `level` in [metrics.STAFF]");
    one("[\"代理\"]", "\"代理\"", "27:12 `synonyms` must be a list of texts, such as [\"a\", \"b\"], not a text");
    one("[\"代理\"]", "[\"代理\", 7]", "27:19 `synonyms` must be a text in double quotes, not a number");
    one("answers = false", "answers = \"no\"", "52:11 `answers` must be true or false, not a text");
    one("= 3", "= 3.0", "3:25 `fiscal_year_end_month` must be a whole number, not a number");
    one("[colors.forecast]", "[[colors.forecast]]", "50:3 `forecast` must be a table, not a list");
}

#[test]
fn absent_parts_are_named_with_an_example() {
    one("schema = 1\n", "", "1:1 the profile has no `schema` | add `schema = 1`");
    one("unit = \"PEOPLE\"", "", "14:10 [metrics.STAFF] has no `unit` | add");
    one("entity = \"GROUP\"", "", "5:2 [home] has no `entity`");
    one("answers = false", "", "50:9 [colors.forecast] has no `answers`");
    one("[\"zh\", \"en\"]", "[]", "2:13 languages is empty | add `languages");
    one("[\"fff2cc\"]", "[]", "51:7 rgb of [colors.forecast] is empty");
    let nothing = faults("").join("\n");
    for key in ["schema", "home", "metrics", "entities"] {
        assert!(nothing.contains(&format!("1:1 the profile has no `{key}`")), "{nothing}");
    }
}

#[test]
fn single_values_are_checked() {
    one("schema = 1", "schema = 2", "1:10 schema 2 is not supported | this engine reads `schema = 1`");
    one("= 3", "= 13", "3:25 fiscal_year_end_month is 13, which is no month | write a number from 1 to 12");
    one("= 3", "= 99999999999999999999", "3:25 fiscal_year_end_month is 99999999999999999999");
    one("[\"zh\", \"en\"]", "[\"zh\", \"en\", \"zh\"]", "2:27 language `zh` is listed twice");
    one("[\"zh\", \"en\"]", "[\"zh\", \"de\"]", "2:20 `languages` cannot be `de` | possible here: zh, en");
    one("\"internal\"", "\"interal\"", "46:11 `default` cannot be `INTERAL` | did you mean `INTERNAL`?");
    one("\"english\"", "\"englisch\"", "64:12 `analyzer` cannot be `englisch` | did you mean `english`?");
    one("fff2cc", "#fff2cc", "51:8 `#fff2cc` is not a colour | write six hexadecimal digits without `#`");
    one("\"fff2cc\"", "\"fff2cc\", \"香港\"", "51:18 `香港` is not a colour");
    one(
        "[cues]",
        "[colors.budget]\nrgb = [\"FFF2CC\"]\nanswers = true\n[cues]",
        "55:8 colour FFF2CC means `budget` here, but already means `forecast`",
    );
    one("[entities.HK]", "[entities.\"H K\"]", "21:11 entity code \"H K\" is empty or holds white space");
    one("[channels.AGENCY]", "[channels.\"\"]", "26:11 channel code \"\" is empty");
    one("narrative =", "narative =", "55:1 unknown key `narative` in [cues] | did you mean `narrative`?");
    one("words = [\"per share\"]", "words = []\nqualifiers = []", "59:1 the word list `qualifiers` is given twice");
}

#[test]
fn references_lead_to_codes_that_exist() {
    one("entity = \"GROUP\"", "entity = \"GRUOP\"", "7:10 home.entity names the entity `GRUOP`");
    one("unit = \"PEOPLE\"", "unit = \"TONNES\"", "16:8 metrics.STAFF.unit names the unit `TONNES`");
    one("default = \"AGENCY\"", "default = \"agency\"", "72:11 dimensions.channel.default names the channel `agency`");
}

#[test]
fn a_wording_has_one_meaning() {
    one("[\"集团\"]", "[\"香港\"]", "");
    let twice = VALID.replace("[\"中国香港\"]", "[\"集团\", \"ＨＫ\"]");
    let report = Profile::check_text("p.toml", &twice).report();
    assert!(
        report.contains("p.toml:23:13: error: `集团` means entity HK here, but already means entity GROUP"),
        "{report}"
    );
    assert!(report.contains("note: the other one is at p.toml:19:13"), "{report}");
    assert!(!report.contains("ＨＫ` means"), "a code repeats in its own synonyms: {report}");
    one(
        "[\"代理\"]",
        "[\"营收\"]",
        "27:13 `营收` means channel AGENCY here, but already means metric REVENUE | a question could",
    );
    one("[\"代理\"]", "[\"REVENUE\u{200B}\"]", "27:13 `REVENUE\u{200B}` means channel AGENCY here");
    one("[\"代理\"]", "[\"合计\"]", "27:13 `合计` means channel AGENCY here, but already means channel TOTAL");
    one("en = \"people\"", "en = \"us$M\"", "42:23 `us$M` means unit PEOPLE here, but already means unit USD_M");
    one(
        "[units.USD_M]",
        "[competitors.OTHER]\naliases = [\"Jingan\"]\n[units.USD_M]",
        "34:12 `Jingan` means competitor OTHER here, but already means competitor JINGAN",
    );
    one("[\"代理\"]", "[\" \\u200b\"]", "27:13 channel AGENCY has a blank wording");
    one("[\"绝密\"]", "[\"\"]", "48:24 restricted_keywords has a blank wording");
    one("[\"per share\"]", "[\"per share\", \"\"]", "59:23 the word list `qualifiers` has a blank wording");
}

#[test]
fn a_wording_is_not_hidden_by_a_competitor() {
    one(
        "[\"中国香港\"]",
        "[\"竞安香港\"]",
        "23:13 `竞安香港` of entity HK is hidden by `竞安`, a name of competitor JINGAN",
    );
    one("[\"代理\"]", "[\"JINGAN agents\"]", "27:13 `JINGAN agents` of channel AGENCY is hidden by");
    one("[\"代理\"]", "[\"jingans\"]", "");
    one("Example Group", "Jingan Group", "6:35 `Jingan Group` of home company is hidden by `jingan`");
    one("\"竞安\", ", "\"竞安\", \"总\", ", "31:18 `总` of competitor JINGAN is too short");
    one("[competitors.JINGAN]", "[competitors.J]", "29:14 `J` of competitor J is too short");
}

#[test]
fn a_wording_does_not_read_as_a_period() {
    one("\"营业收入\"", "\"2024\"", "11:24 `2024` of metric REVENUE reads as a period or a number");
    one("[entities.HK]", "[entities.FY24]", "21:11 `FY24` of entity FY24 reads as a period");
    one("\"营业收入\"", "\"去年\"", "11:24 `去年` of metric REVENUE reads as a period");
}

#[test]
fn a_dimension_takes_only_settings_that_keep_the_promises() {
    let with = |name: &str, line: &str| format!("[dimensions.{name}]\n{line}\n\n[dimensions.entity]");
    let refused = |name: &str, line: &str, expected: &str| one("[dimensions.entity]", &with(name, line), expected);
    refused(
        "metric",
        "missing = \"assume\"",
        "67:11 [dimensions.metric] cannot have `missing = \"assume\"` | a question without a metric is always asked back",
    );
    refused("metric", "default = \"REVENUE\"", "67:11 [dimensions.metric] cannot have `default = \"REVENUE\"`");
    refused("metric", "required = false", "67:12 [dimensions.metric] cannot have `required = false`");
    refused("period", "missing = \"none\"", "67:11 [dimensions.period] cannot have `missing = \"none\"`");
    refused("period", "default = \"2024\"", "the only default is \"latest_complete_fiscal_year\"");
    refused("geography", "missing = \"ask\"", "a geography follows from its entity");
    refused("periods", "missing = \"ask\"", "66:13 unknown key `periods` in [dimensions] | did you mean `period`?");
    one("missing = \"none\"", "missing = \"ask\"", "73:11 [dimensions.channel] cannot have `missing = \"ask\"`");
    one("missing = \"ask\"", "missing = \"aks\"", "69:11 `missing` cannot be `aks` | did you mean `ask`?");
    one(
        "default = \"GROUP\"",
        "default = \"HK\"",
        "67:11 [dimensions.entity] cannot have `default = \"HK\"` | home.entity already says",
    );
}

#[test]
fn broken_toml_hides_no_other_fault_and_invents_none() {
    let text = VALID.replace("= 3", "=").replace("unit = \"USD_M\"", "unit = USD_M").replace("[retr", "[rter");
    let found = faults(&text);
    let places: Vec<&str> = found.iter().filter_map(|fault| fault.split(' ').next()).collect();
    assert_eq!(places, ["3:24", "12:8", "63:2"], "{found:#?}");
    assert!(found[0].contains("not valid TOML"), "{found:#?}");
    one("[entities.HK]", "[entities.HK]\nlabel = \"x\"", "23:1 not valid TOML: duplicate key");
    one("[entities.HK]", "[entities.香港]", "21:11 not valid TOML");
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
    assert_eq!(places, [(1, 10), (3, 25), (16, 8), (19, 13), (19, 17), (19, 25), (27, 12), (41, 8), (51, 8), (54, 2)]);
}

#[test]
fn an_unused_unit_warns_and_loads() {
    let text = VALID.replace("[sensitivity]", "[units.TONNES]\n\n[sensitivity]");
    let checked = Profile::check_text("p.toml", &text);
    assert_eq!((checked.faults.errors(), checked.faults.warnings()), (0, 1));
    let report = checked.report();
    assert!(report.contains("p.toml:45:8: warning: no metric is stated in unit TONNES"), "{report}");
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

#[test]
fn files_that_are_no_profile_say_so() {
    let dir = tempfile::tempdir().unwrap();
    let load = |name: &str, bytes: &[u8]| {
        let path = dir.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        Profile::load(&path).map_err(|fault| fault.to_string())
    };
    let with_mark = [b"\xEF\xBB\xBF", VALID.as_bytes()].concat();
    assert!(load("mark.toml", &with_mark).is_ok());
    assert!(load("windows.toml", VALID.replace('\n', "\r\n").as_bytes()).is_ok());
    let utf16 = load("utf16.toml", b"\xFF\xFEs\0c\0").unwrap_err();
    assert!(utf16.contains("utf16.toml:1:1: error: the file is not UTF-8 text"), "{utf16}");
    let latin =
        load("latin.toml", "schema = 1\n# 香港 ".bytes().chain([0xE9]).collect::<Vec<_>>().as_slice()).unwrap_err();
    assert!(latin.contains("latin.toml:2:6: error: the file is not UTF-8"), "{latin}");
    let nul = load("nul.toml", b"schema = 1\nx\0").unwrap_err();
    assert!(nul.contains("nul.toml:2:2: error: the file holds a NUL byte"), "{nul}");
    assert!(matches!(Profile::load(dir.path()), Err(ProfileError::Directory { .. })));
    assert!(matches!(Profile::load(&dir.path().join("none.toml")), Err(ProfileError::NotFound { .. })));
}

#[test]
fn the_tables_show_every_code_within_80_columns() {
    let shown = Profile::parse("p.toml", VALID).unwrap().show();
    for part in ["REVENUE", "营收 / Revenue", "USD_M", "合计 / Total", "竞安", "FFF2CC", "assume the latest", "english"]
    {
        assert!(shown.contains(part), "{part}\n{shown}");
    }
    let width = |line: &str| line.chars().map(|c| if crate::lang::is_cjk(c) { 2 } else { 1 }).sum::<usize>();
    assert!(shown.lines().all(|line| width(line) <= 80), "{shown}");
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
