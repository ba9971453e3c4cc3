//! Tests of `serving`.

use super::*;

#[test]
fn anonymous_memory_is_read_in_kibibytes() {
    let status = "VmRSS:\t    9000 kB\nRssAnon:\t    1234 kB\nRssFile:\t 7766 kB\n";
    assert_eq!(anonymous_bytes(status), Some(1234 * 1024));
    assert_eq!(anonymous_bytes("VmRSS:\t 1 kB\n"), None);
}
