//! Tests of `number`.

use proptest::prelude::*;

use super::*;

fn number(text: &str) -> Stored {
    Stored::Number(text.parse().unwrap())
}

#[test]
fn the_shortest_decimal_is_what_was_meant() {
    for (text, meant) in [
        ("0.13800000000000001", "0.138"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("1.005", "1.005"),
        (" 42 ", "42"),
        ("1.50", "1.5"),
        ("-12.30", "-12.3"),
        ("1.2E-3", "0.0012"),
        ("1E+5", "100000"),
        ("5.0000000000000001E-2", "0.05"),
        ("123456789012345678", "123456789012345680"),
        ("-0", "0"),
        ("7e27", "7000000000000000000000000000"),
        (".5", "0.5"),
    ] {
        assert_eq!(stored(text), number(meant), "{text}");
    }
}

#[test]
fn what_no_decimal_holds_is_told_apart() {
    for text in ["1e29", "-1e308", "1e400", "NaN", "inf", "1.4210854715202004e-14", "4e-29"] {
        assert_eq!(stored(text), Stored::OutOfRange, "{text}");
    }
    for text in ["", "-", ".", "1,5", "abc", "1.2.3", "0x10", "1_000", "١"] {
        assert_eq!(stored(text), Stored::Other, "{text}");
    }
}

proptest! {
    #[test]
    fn decimals_give_their_double_back(double in -1e12_f64..1e12) {
        let Stored::Number(decimal) = stored(&format!("{double:.17e}")) else { panic!("{double}") };
        prop_assert_eq!(decimal.to_string().parse::<f64>().unwrap().to_bits(), (double + 0.0).to_bits());
    }

    #[test]
    fn the_short_way_and_the_long_way_agree(mantissa in -999_999_999_999_999_i64..=999_999_999_999_999, scale in 0_u32..=12) {
        let text = Decimal::new(mantissa, scale).to_string();
        let Stored::Number(decimal) = stored(&text) else { panic!("{text}") };
        prop_assert_eq!(Some(decimal), shortest(text.parse().unwrap()));
    }
}
