//! Snapshots of two lanes: what both say is kept once, and a difference between them never comes or goes unseen.

use std::path::Path;

use harness::lane::Lane;
use harness::outcome::Outcome;
use harness::run::{Options, Run, Selection};
use harness::snapshot::{Choice, Folder, Mode, Snapshots, State};
use harness::target::{Target, TargetError};
use jiff::civil::Date;
use tempfile::TempDir;

use super::answers;
use super::evaluation::{HK_2024, suite};

const CASE: &str = "hk-2024";

/// The sample's answers, one of them in other words.
struct Worded(&'static str);

impl Target for Worded {
    fn answer(&self, fixture: &str, question: &str, day: Date) -> Result<Outcome, TargetError> {
        let mut outcome = answers().answer(fixture, question, day)?;
        if question == HK_2024 {
            outcome.answer.push_str(self.0);
        }
        Ok(outcome)
    }

    fn identity(&self) -> String {
        "worded".to_owned()
    }
}

/// Both lanes, each with its words.
fn runs(tool: &'static str, agent: &'static str) -> Vec<Run> {
    [(Lane::Tool, tool), (Lane::Agent, agent)].map(|(lane, words)| run(lane, words)).into()
}

fn run(lane: Lane, words: &'static str) -> Run {
    Run::execute(&suite(), &Selection::default(), lane, &Worded(words), Options::default()).unwrap()
}

/// A folder of snapshots in which the answers of both lanes, without further words, are accepted.
fn settled() -> (TempDir, Folder) {
    let folder = tempfile::tempdir().unwrap();
    let snapshots = Folder::of(folder.path());
    let new = snapshots.check(&runs("", ""), Mode::Record).unwrap();
    assert!(new.findings.iter().all(|found| (found.lane, found.state) == (Lane::Tool, State::New)), "{new:?}");
    assert_eq!(new.matched, 0, "nothing is accepted by being the same as what nobody accepted");
    for found in &new.findings {
        snapshots.decide(Lane::Tool, &found.case, Choice::Accept).unwrap();
    }
    let settled = snapshots.check(&runs("", ""), Mode::Verify).unwrap();
    assert_eq!((settled.findings.len(), settled.matched), (0, 2 * suite().cases.len()));
    (folder, snapshots)
}

fn found(snapshots: &Snapshots) -> Vec<(Lane, State, bool)> {
    snapshots.findings.iter().map(|found| (found.lane, found.state, found.diff.is_some())).collect()
}

fn has(folder: &TempDir, lane: &str, ending: &str) -> bool {
    folder.path().join("snapshots").join(lane).join(format!("{CASE}{ending}")).exists()
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[test]
fn what_both_lanes_say_is_kept_once() {
    let (folder, _) = settled();
    assert_eq!(files(&folder.path().join("snapshots/qa.tool")), suite().cases.len());
    assert_eq!(files(&folder.path().join("snapshots/qa.agent")), 0);
}

#[test]
fn a_word_that_changes_in_both_lanes_is_one_file() {
    let (folder, snapshots) = settled();
    let changed = snapshots.check(&runs("又", "又"), Mode::Record).unwrap();
    assert_eq!(found(&changed), [(Lane::Tool, State::Changed, true)]);
    assert!(has(&folder, "qa.tool", ".snap.new") && !has(&folder, "qa.agent", ".snap.new"));
    assert_eq!(changed.matched, 2 * suite().cases.len() - 2, "the second lane's answer is not accepted either");
    assert_eq!(snapshots.decide(Lane::Tool, CASE, Choice::Accept).unwrap(), []);
    assert_eq!(found(&snapshots.check(&runs("又", "又"), Mode::Verify).unwrap()), []);
}

/// A file that is not there says that the lane answers as the first one does; whoever relies on that is held to it.
#[test]
fn a_difference_that_appears_is_red_until_it_is_accepted() {
    let (folder, snapshots) = settled();
    for (runs, words) in
        [(runs("", "又"), "{+又+}"), (vec![run(Lane::Agent, "又")], "{+又+}"), (runs("又", ""), "[-又-]")]
    {
        for mode in [Mode::Verify, Mode::Record] {
            let seen = snapshots.check(&runs, mode).unwrap();
            let of_agent = seen.findings.iter().find(|found| found.lane == Lane::Agent).unwrap();
            assert_eq!((of_agent.case.as_str(), of_agent.state), (CASE, State::Differs));
            assert_eq!(of_agent.remedy(), format!("cargo xtask snapshots accept {CASE} --lane agent"));
            assert!(of_agent.diff.as_ref().unwrap().wording[0].to_string().contains(words), "{of_agent:?}");
            assert_eq!(has(&folder, "qa.agent", ".snap.new"), mode == Mode::Record);
        }
        assert_eq!(snapshots.pending(Lane::Agent).unwrap()[0].state, State::Differs);
        snapshots.decide(Lane::Agent, CASE, Choice::Reject).unwrap();
        let _ = snapshots.decide(Lane::Tool, CASE, Choice::Reject);
    }
    snapshots.check(&runs("", "又"), Mode::Record).unwrap();
    assert_eq!(snapshots.decide(Lane::Agent, CASE, Choice::Accept).unwrap(), []);
    assert_eq!(found(&snapshots.check(&runs("", "又"), Mode::Verify).unwrap()), []);
    assert_eq!(files(&folder.path().join("snapshots/qa.agent")), 1);
    // From here on it is a snapshot like any other.
    assert_eq!(found(&snapshots.check(&runs("", "再"), Mode::Verify).unwrap()), [(Lane::Agent, State::Changed, true)]);
}

#[test]
fn a_difference_that_goes_away_is_red_until_it_is_accepted() {
    let (folder, snapshots) = settled();
    snapshots.check(&runs("", "又"), Mode::Record).unwrap();
    snapshots.decide(Lane::Agent, CASE, Choice::Accept).unwrap();
    let seen = snapshots.check(&runs("", ""), Mode::Record).unwrap();
    assert_eq!(found(&seen), [(Lane::Agent, State::Agrees, true)]);
    assert_eq!(snapshots.pending(Lane::Agent).unwrap()[0].state, State::Agrees);
    assert_eq!(snapshots.decide(Lane::Agent, CASE, Choice::Accept).unwrap(), [Lane::Agent]);
    assert!(!has(&folder, "qa.agent", ".snap") && !has(&folder, "qa.agent", ".snap.new"));
    assert_eq!(found(&snapshots.check(&runs("", ""), Mode::Verify).unwrap()), []);
}

/// The first lane comes to say what the second one says: the change is the first lane's, and what is left over is told.
#[test]
fn a_difference_that_the_first_lane_ends_is_seen_there() {
    let (folder, snapshots) = settled();
    snapshots.check(&runs("", "又"), Mode::Record).unwrap();
    snapshots.decide(Lane::Agent, CASE, Choice::Accept).unwrap();
    let seen = snapshots.check(&runs("又", "又"), Mode::Record).unwrap();
    assert_eq!(found(&seen), [(Lane::Tool, State::Changed, true)]);
    assert_eq!(snapshots.decide(Lane::Tool, CASE, Choice::Accept).unwrap(), [Lane::Agent]);
    assert!(!has(&folder, "qa.agent", ".snap"));
    assert_eq!(found(&snapshots.check(&runs("又", "又"), Mode::Verify).unwrap()), []);
}

#[test]
fn a_copy_of_the_first_lane_is_red_until_it_is_pruned() {
    let (folder, snapshots) = settled();
    let root = folder.path().join("snapshots");
    std::fs::create_dir(root.join("qa.agent")).unwrap();
    std::fs::copy(root.join("qa.tool/hk-2024.snap"), root.join("qa.agent/hk-2024.snap")).unwrap();
    let seen = snapshots.check(&runs("", ""), Mode::Record).unwrap();
    assert_eq!(found(&seen), [(Lane::Agent, State::Agrees, false)]);
    assert_eq!(seen.findings[0].remedy(), "cargo xtask snapshots prune");
    let cases = suite().cases;
    let ids = cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(snapshots.prune(Lane::Tool, &ids).unwrap(), Vec::<String>::new());
    assert_eq!(snapshots.prune(Lane::Agent, &ids).unwrap(), ["hk-2024.snap"]);
    assert_eq!(found(&snapshots.check(&runs("", ""), Mode::Verify).unwrap()), []);
}
