//! Rules about what becomes of a value: a fact, a review, or nothing. An example is a cell of a table, its lines between
//! `;`: `@` names the sheet, `#` is a title, `||` parts labels from values, `---` headers from rows; `=` makes a number,
//! `{…}` is its format, `[…]` its fill, `!` hides it.

use super::Rule;

rules! {
    VALUE_RULES, "Every rule about a value, in the order in which they are tried; then those about its colour.";

    NOTHING_KNOWN "nothing-known"
        "Where no header of a table names anything that the profile knows, its values are ignored: add names to the profile.",
        "B3 in # Staff canteen; || Meals; ---; Monday || =1";
    NO_VALUE "no-value"
        "A mark for an absent value states nothing, and nothing waits.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || n/a";
    UNKNOWN_LABEL "unknown-label"
        "A row header with a word that the profile does not know stops the values of its rows.",
        "B3 in @ HK; # US$m; || FY2024; ---; Gross NBV || =1";
    UNKNOWN_COLUMN_HEADER "unknown-column-header"
        "A column header with a word that the profile does not know stops the values of its columns.",
        "B3 in @ HK; # US$m; || 2024 Pro forma; ---; NBV || =1";
    UNKNOWN_TITLE "unknown-title"
        "A title or caption with a name that the profile does not know stops all values below it.",
        "B3 in @ HK; # Singapore, US$m; || FY2024; ---; NBV || =1";
    FORMULA_WITHOUT_RESULT "formula-without-result"
        "A formula whose result the file does not hold, or an error, states no number.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || #ERR";
    BEYOND_EXACT "beyond-exact"
        "A number that cannot be kept with all of its digits waits.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || 123456789012345678901234567890123";
    SCALED_BY_FORMAT "scaled-by-format"
        "A number whose format shows it on another scale than the file stores it waits.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || =5000000{#,##0.0,,\"m\"}";
    NOT_A_NUMBER "not-a-number"
        "A text in the place of a value that is no number waits.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || see note";
    HEADERS_DISAGREE "headers-disagree"
        "Headers, titles or names that say two things about one dimension make nothing of the value.",
        "B3 in @ Thailand; # Hong Kong, US$m; || FY2024; ---; NBV || =1";
    UNKNOWN_SHEET_NAME "unknown-sheet-name"
        "The name of a sheet that names what the profile does not know stops all values of the sheet.",
        "B3 in @ North Asia; # US$m; || FY2024; ---; NBV || =1";
    METRIC_MISSING "metric-missing"
        "A value of which no header, title or name says the metric waits.",
        "B3 in @ HK; # US$m; || FY2024; ---; Agency || =1";
    OTHERS_MAY_BE_MEANT "others-may-be-meant"
        "A title that may name somebody keeps the entity of a text further out from being taken.",
        "B3 in @ HK; # Peers, US$m; || FY2024; ---; NBV || =1";
    SUM_OF_WHAT "sum-of-what"
        "A subtotal, or a total beside anything but channels, does not say of what it is the sum.",
        "B4 in # NBV FY2024, US$m; || Value; ---; Hong Kong || =1; Total || =3";
    ENTITY_MISSING "entity-missing"
        "A value of which no header, title or name says whose it is waits.",
        "B3 in # NBV, US$m; || FY2024; ---; NBV || =1";
    DAY_OF_NO_PERIOD "day-of-no-period"
        "A day alone ends several periods, and does not say which is meant.",
        "B3 in @ HK; # US$m; || 31 December 2024; ---; EV || =1";
    PERIOD_MISSING "period-missing"
        "A value of which no header, title or name says the period waits.",
        "B3 in @ HK; # US$m; || H1; ---; NBV || =1";
    UNITS_DISAGREE "units-disagree"
        "The nearest headers of row and column state different units.",
        "C3 in @ HK; # FY2024; || US$m; ---; NBV | US$k || =1";
    UNIT_MISSING "unit-missing"
        "Nothing says in which unit the value is.",
        "B2 in @ HK; || FY2024; ---; NBV || =1";
    UNIT_UNKNOWN "unit-unknown"
        "The unit that is stated is none of the profile's.",
        "B3 in @ HK; # HK$ million; || FY2024; ---; NBV || =1";
    ANOTHER_UNIT "another-unit"
        "The unit that is stated is not the metric's; nothing is converted.",
        "B3 in @ HK; # US$ in thousands; || FY2024; ---; NBV || =1";
    COLOR_CONTRADICTED "color-contradicted"
        "The profile and the legend of the grid say different things about the value's colour.",
        "C4 in @ HK; # US$m; # [FFF2CC] Restated; || FY2024 | FY2025; ---; NBV || =1 | [FFF2CC]=2";
    COLOR_UNKNOWN "color-unknown"
        "A colour sets the value apart, and nothing says what it means.",
        "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [00FF00]=2";
    TAG_HOLDS_BACK "tag-holds-back"
        "The value carries a tag that the profile keeps from answering.",
        "B3 in @ HK; # US$m; || 2025 Budget; ---; NBV || =1";
    NOT_SURE "not-sure"
        "The steps of interpretation leave less confidence than the profile demands.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || !=5";
    UNDERSTOOD "understood"
        "Every part is stated and understood: the value is a fact.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || =1";
    STATED_AGAIN "stated-again"
        "A value that the document states once more joins the first statement, which is surer for it.",
        "C3 in @ HK; # US$m; || FY2024 | FY2024; ---; NBV || =1 | =1";
    CONTRADICTED "contradicted"
        "Where a document states two values for one key, in tables or sentences, none of them answers.",
        "C3 in @ HK; # US$m; || FY2024 | FY2024; ---; NBV || =1 | =2";

    COLOR_REGISTERED "color-registered"
        "The colour is one that the profile registers, or hardly another: it carries the tag.",
        "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [DEEBF7]=2";
    COLOR_EXPLAINED "color-explained"
        "A legend or a sentence of the grid says what the colour means.",
        "C4 in @ HK; # US$m; # [00FF00] Restated; || FY2024 | FY2025; ---; NBV || =1 | [00FF00]=2";
    COLOR_AMBIGUOUS "color-ambiguous"
        "Colours of several tags are so near to this one that it could be any of them.",
        "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [DDEDF7]=2";
    COLOR_SHARED "color-shared"
        "A fill that most values of a table share sets none of them apart.",
        "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || [00FF00]=1 | [00FF00]=2";
    COLOR_IN_TURNS "color-in-turns"
        "Two fills that take turns from row to row are bands.",
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || [EEEEEE]=1; EV || =2; OPAT || [EEEEEE]=3";
}
