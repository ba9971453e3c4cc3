//! Lines of cargo and of test programs as they are today, and a program that stands in for a slow one.

use std::os::unix::fs::PermissionsExt;

use super::*;

#[test]
fn lines_of_a_test_program_are_told_apart() {
    assert_eq!(result("test a::b ... ok"), Some(("a::b", true)));
    assert_eq!(result("test a::b - should panic ... FAILED"), Some(("a::b - should panic", false)));
    assert_eq!(result("test a::b ... ignored"), None);
    assert_eq!(result("test result: ok. 1 passed; 0 failed"), None);
}

#[test]
fn a_program_that_holds_no_tests_is_passed_over() {
    let message = |is_test: bool| {
        serde_json::json!({"reason": "compiler-artifact", "manifest_path": "/x/Cargo.toml", "executable": "/t/x-1",
            "target": {"name": "x", "kind": ["lib"]}, "profile": {"test": is_test}})
    };
    let found = Program { folder: "/x".into(), path: "/t/x-1".into(), name: "x (lib)".to_owned() };
    assert_eq!(program(&message(true)), Some(found));
    assert_eq!(program(&message(false)), None);
    assert_eq!(program(&serde_json::json!({"reason": "build-finished", "success": true})), None);
}

#[test]
fn a_test_takes_the_time_since_the_line_before() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tests");
    let script =
        "#!/bin/sh\necho running 2 tests\necho test quick ... ok\nsleep 0.3\necho test slow ... FAILED\nexit 101\n";
    std::fs::write(&path, script).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    let program = Program { folder: folder.path().to_owned(), path, name: "x (lib)".to_owned() };
    let tests = time(&program).expect("times");
    assert_eq!(
        tests.iter().map(|test| (test.name.as_str(), test.is_passed)).collect::<Vec<_>>(),
        [("quick", true), ("slow", false)]
    );
    assert!(tests[1].took >= Duration::from_millis(250), "{tests:?}");
}

#[test]
fn what_takes_long_is_listed_and_what_failed_is_red() {
    let program = Program { folder: "/x".into(), path: "/t/x".into(), name: "x (lib)".to_owned() };
    let timed =
        |name: &str, is_passed, seconds| Timed { name: name.to_owned(), is_passed, took: Duration::from_secs(seconds) };
    let (text, is_good) = report(&[(&program, vec![timed("a", true, 3), timed("b", true, 12), timed("c", false, 30)])]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "   30.0 s  x (lib) c");
    assert_eq!(lines[1], "   12.0 s  x (lib) b");
    assert_eq!(lines[3], "2 of 3 tests take longer than 10 s, 1 failed");
    assert!(!is_good);
    assert!(!report(&[(&program, Vec::new())]).1, "no test was run");
}
