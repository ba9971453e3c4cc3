//! Tests of `clock`.

use super::*;

fn busy(time: Duration) {
    let work = Work::of_thread();
    while work.so_far() < time {}
}

#[test]
fn sleep_is_no_work() {
    let work = Work::of_thread();
    std::thread::sleep(Duration::from_millis(30));
    busy(Duration::from_millis(5));
    assert!((5..20).contains(&work.so_far().as_millis()), "{:?}", work.so_far());
}

#[test]
fn work_on_other_threads_is_noticed() {
    let elsewhere = || std::thread::spawn(|| busy(Duration::from_millis(50))).join();
    assert!(on_one_thread(|| elsewhere().map_err(|_| anyhow::anyhow!("it failed"))).is_err());
}
