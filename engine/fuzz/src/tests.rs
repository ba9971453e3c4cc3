//! Tests of `src`.

use super::*;

/// Bytes of a seed, changed in one of the ways of a fuzzer.
fn changed(seed: &[u8], number: usize) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    let length = bytes.len().max(1);
    let at = number.wrapping_mul(2_654_435_761) % length;
    match number % 4 {
        0 => bytes.truncate(at),
        1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (number % 8)),
        2 => bytes.splice(at..at, seed.iter().copied().skip(at / 2).take(40)).for_each(drop),
        _ => bytes.drain(at..(at + 9).min(seed.len())).for_each(drop),
    }
    bytes
}

#[test]
fn seeds_and_what_is_near_them_break_no_promise() {
    for target in Target::ALL {
        let mut seeds = target.seeds();
        assert!(!seeds.is_empty(), "{}", target.name());
        seeds.sort_by_key(Vec::len);
        for (number, seed) in seeds.iter().take(3).enumerate() {
            target.feed(seed);
            for change in 0..4 {
                target.feed(&changed(seed, 4 * number + change));
            }
        }
    }
}

#[test]
fn a_broken_promise_is_seen() {
    let open = DESK.ingest(Format::Markdown, b"# A\n\nText.\n");
    assert!(std::panic::catch_unwind(|| open.assert_hidden()).is_err());
    let refused = DESK.ask(COMPETITOR);
    assert!(refused.is_some_and(|answer| answer.out_of_scope));
    assert!(DESK.ask("Hong Kong NBV in FY2025?").is_some_and(|answer| !answer.out_of_scope));
}
