//! Rules about what becomes of a value: a fact, a review, or nothing. An example is a cell of a table, its lines between
//! `;`: `@` names the sheet, `#` is a title, `&` a label below it, `||` parts labels from values, `---` headers from rows; `=` makes a number,
//! `{…}` is its format, `[…]` its fill, `!` hides it.

use super::Rule;

rules! {
    /// Every rule about a value, in the order in which they are tried; then those about its colour.
    VALUE_RULES;

    /// Where no header of a table names anything that the profile knows, its values are ignored: add names to the
    /// profile.
    NOTHING_KNOWN "nothing-known": "B3 in # Staff canteen; || Meals; ---; Monday || =1";
    /// A mark for an absent value states nothing, and nothing waits.
    NO_VALUE "no-value": "B3 in @ HK; # US$m; || FY2024; ---; NBV || n/a";
    /// A row header with a word that the profile does not know stops the values of its rows.
    UNKNOWN_LABEL "unknown-label": "B3 in @ HK; # US$m; || FY2024; ---; Gross NBV || =1";
    /// A column header with a word that the profile does not know stops the values of its columns.
    UNKNOWN_COLUMN_HEADER "unknown-column-header": "B3 in @ HK; # US$m; || 2024 Pro forma; ---; NBV || =1";
    /// A title or caption with a name that the profile does not know stops all values below it.
    UNKNOWN_TITLE "unknown-title": "B3 in @ HK; # Singapore, US$m; || FY2024; ---; NBV || =1";
    /// A few words below a table or right of it that are no sentence and head nothing say what a title says: with a name or a
    /// word that nobody explains they stop the values, or those that name the footnote which they explain.
    UNKNOWN_BESIDE "unknown-beside": "B3 in @ HK; # US$m; || FY2024; ---; NBV || =1; & Stress scenario";
    /// What names whose figures these are (a title, corner, sheet, caption, the line before the table, the file, its title, a
    /// stated owner) may hold only what lists and the profile know: a name left over is another company, and its values wait.
    /// Names of the home company are its own with any form of company, place in brackets, article or possessive around them.
    SOMEBODY_ELSE "somebody-else": "B3 in @ HK; # Globex Corp, US$m; || FY2024; ---; NBV || =1";
    /// A formula whose result the file does not hold, or an error, states no number.
    FORMULA_WITHOUT_RESULT "formula-without-result": "B3 in @ HK; # US$m; || FY2024; ---; NBV || #ERR";
    /// A number that cannot be kept with all of its digits waits.
    BEYOND_EXACT "beyond-exact": "B3 in @ HK; # US$m; || FY2024; ---; NBV || 123456789012345678901234567890123";
    /// A number whose format shows it on another scale, or with another sign, than the file stores it waits.
    SCALED_BY_FORMAT "scaled-by-format": "B3 in @ HK; # US$m; || FY2024; ---; NBV || =5000000{#,##0.0,,\"m\"}";
    /// A text in the place of a value that is no number waits.
    NOT_A_NUMBER "not-a-number": "B3 in @ HK; # US$m; || FY2024; ---; NBV || see note";
    /// A value of which a part is struck out, inserted, raised or of another size waits: its pieces are no one number.
    MIXED_TEXT "mixed-text": "B3 in @ HK; # US$m; || FY2024; ---; NBV || ~~1~~";
    /// A range, an approximation or an estimate in the place of a value waits.
    NOT_EXACT "not-exact": "B3 in @ HK; # US$m; || FY2024; ---; NBV || 150–160";
    /// A value of which the layout does not say which header is its own waits: a label in the middle of its rows, a header over the
    /// middle of its columns, a row with more cells than headers, a value merged over several.
    HEADER_UNCERTAIN "header-uncertain": "B3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | \"";
    /// Headers, titles, names or labels below a table that say two things about one dimension make nothing of the value.
    HEADERS_DISAGREE "headers-disagree": "B3 in @ Thailand; # Hong Kong, US$m; || FY2024; ---; NBV || =1";
    /// The name of a sheet that names what the profile does not know stops all values of the sheet.
    UNKNOWN_SHEET_NAME "unknown-sheet-name": "B3 in @ North Asia; # US$m; || FY2024; ---; NBV || =1";
    /// A value of which no header, title or name says the metric waits.
    METRIC_MISSING "metric-missing": "B3 in @ HK; # US$m; || FY2024; ---; Agency || =1";
    /// A title with words that nobody explains may say whose figures stand below, or which. Under the word for others (peers, 同业)
    /// all are theirs, unless headers name others beside ours.
    OTHERS_MAY_BE_MEANT "others-may-be-meant": "B3 in @ HK; # Peers, US$m; || FY2024; ---; NBV || =1";
    /// A subtotal, or a total beside anything but channels, does not say of what it is the sum.
    SUM_OF_WHAT "sum-of-what": "B4 in # NBV FY2024, US$m; || Value; ---; Hong Kong || =1; Total || =3";
    /// A value of which no header, title or name says whose it is waits.
    ENTITY_MISSING "entity-missing": "B3 in # NBV, US$m; || FY2024; ---; NBV || =1";
    /// A day alone ends several periods, and does not say which is meant.
    DAY_OF_NO_PERIOD "day-of-no-period": "B3 in @ HK; # US$m; || 31 December 2024; ---; EV || =1";
    /// A value of which no header, title or name says the period waits.
    PERIOD_MISSING "period-missing": "B3 in @ HK; # US$m; || H1; ---; NBV || =1";
    /// The cell, what stands beside it and its headers state two scales or two currencies, or the nearest headers two units.
    UNITS_DISAGREE "units-disagree": "C3 in @ HK; # FY2024; || US$m; ---; NBV | US$k || =1";
    /// Two statements of a currency or of a scale, of which one is not the unit's, contradict each other: in a title, the corner or a
    /// form above as well as in a header, unless the farther one yields to others.
    UNITS_CONTRADICT "units-contradict": "B3 in @ HK; # US$m; || FY2024; ---; NBV || ¥1";
    /// Nothing says in which unit the value is.
    UNIT_MISSING "unit-missing": "B2 in @ HK; || FY2024; ---; NBV || =1";
    /// The unit that is stated is none of the profile's.
    UNIT_UNKNOWN "unit-unknown": "B3 in @ HK; # HK$ million; || FY2024; ---; NBV || =1";
    /// The unit that is stated is not the metric's; nothing is converted.
    ANOTHER_UNIT "another-unit": "B3 in @ HK; # US$ in thousands; || FY2024; ---; NBV || =1";
    /// A line around the table that speaks of its figures as such, and not of their unit, source or making, holds them back: a
    /// draft, an estimate, a correction. So does a number beside the value that makes another of it: a sign, a share, a rate.
    NOTE_SPEAKS "note-speaks": "B2 in ^ US$m; ^ Note: these figures are superseded.; || FY2024; ---; HK NBV || =1";
    /// The profile and the legend of the grid say different things about the value's colour.
    COLOR_CONTRADICTED "color-contradicted":
        "C4 in @ HK; # US$m; # [FFF2CC] Restated; || FY2024 | FY2025; ---; NBV || =1 | [FFF2CC]=2";
    /// A colour sets the value apart, and nothing says what it means.
    COLOR_UNKNOWN "color-unknown": "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [00FF00]=2";
    /// The value carries a tag that the profile keeps from answering.
    TAG_HOLDS_BACK "tag-holds-back": "B3 in @ HK; # US$m; || 2025 Budget; ---; NBV || =1";
    /// The steps of interpretation leave less confidence than the profile demands.
    NOT_SURE "not-sure": "B3 in @ HK; # US$m; || FY2024; ---; NBV || !=5";
    /// Every part is stated and understood: the value is a fact.
    UNDERSTOOD "understood": "B3 in @ HK; # US$m; || FY2024; ---; NBV || =1";
    /// A value that the document states once more joins the first statement, which is surer for it.
    STATED_AGAIN "stated-again": "C3 in @ HK; # US$m; || FY2024 | FY2024; ---; NBV || =1 | =1";
    /// Where a document states two values for one key, in tables or sentences, none of them answers.
    CONTRADICTED "contradicted": "C3 in @ HK; # US$m; || FY2024 | FY2024; ---; NBV || =1 | =2";

    /// The colour is one that the profile registers, or hardly another: it carries the tag.
    COLOR_REGISTERED "color-registered": "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [DEEBF7]=2";
    /// A legend or a sentence of the grid says what the colour means.
    COLOR_EXPLAINED "color-explained":
        "C4 in @ HK; # US$m; # [00FF00] Restated; || FY2024 | FY2025; ---; NBV || =1 | [00FF00]=2";
    /// Colours of several tags are so near to this one that it could be any of them.
    COLOR_AMBIGUOUS "color-ambiguous": "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || =1 | [DDEDF7]=2";
    /// A fill that most values of a table share sets none of them apart.
    COLOR_SHARED "color-shared": "C3 in @ HK; # US$m; || FY2024 | FY2025; ---; NBV || [00FF00]=1 | [00FF00]=2";
    /// Two fills that take turns from row to row are bands.
    COLOR_IN_TURNS "color-in-turns":
        "B3 in @ HK; # US$m; || FY2024; ---; NBV || [EEEEEE]=1; EV || =2; OPAT || [EEEEEE]=3";
}
