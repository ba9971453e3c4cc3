//! Tests of `sentences`.

use super::*;

fn all(text: &str) -> Vec<(Name, String)> {
    clauses(text).filter_map(named).collect()
}

#[test]
fn sentences_name_a_colour_and_what_it_means() {
    for (text, name, words) in [
        ("Figures in yellow are estimates.", Name::Yellow, "estimates"),
        ("Note: cells shaded light grey are forecasts", Name::Grey, "forecasts"),
        ("Blue = budget", Name::Blue, "budget"),
        ("Red figures denote restated values", Name::Red, "restated values"),
        ("Estimates are shown in red font", Name::Red, "estimates"),
        ("* Restated figures are highlighted in green", Name::Green, "restated figures"),
        ("黄色底纹为预测数", Name::Yellow, "预测数"),
        ("注：蓝色字体表示预算", Name::Blue, "预算"),
        ("预测数以黄色标示。", Name::Yellow, "预测数"),
        ("黃色：預測", Name::Yellow, "預測"),
    ] {
        assert_eq!(all(text), [(name, words.to_owned())], "{text}");
    }
    let both = all("Figures in red are forecasts, those in blue are restated.");
    let wanted = [(Name::Red, "forecasts".to_owned()), (Name::Blue, "restated".to_owned())];
    assert_eq!(both, wanted);
    for text in ["Yellow Pages revenue", "The Green Bank", "红利", "Red Sea route", "黄金产量", "绿色债券余额", ""]
    {
        assert_eq!(all(text), [], "{text}");
    }
}

#[test]
fn colours_have_the_names_that_people_give_them() {
    for (color, names) in [
        ("FFFF00", &[Name::Yellow][..]),
        ("FFF2CC", &[Name::Yellow, Name::Orange]),
        ("FFEB9C", &[Name::Yellow]),
        ("FFC000", &[Name::Yellow, Name::Orange]),
        ("F8CBAD", &[Name::Orange]),
        ("FF0000", &[Name::Red, Name::Pink]),
        ("E2EFDA", &[Name::Green]),
        ("00B050", &[Name::Green]),
        ("DDEBF7", &[Name::Blue]),
        ("0000FF", &[Name::Blue]),
        ("7030A0", &[Name::Purple]),
        ("D9D9D9", &[Name::Grey]),
        ("FFFFFF", &[]),
        ("000000", &[]),
    ] {
        let all = NAMES.map(|(name, _)| name);
        let color: Rgb = color.parse().unwrap();
        for name in all {
            assert_eq!(name.fits(color), names.contains(&name), "{color} {name:?}");
        }
    }
}
