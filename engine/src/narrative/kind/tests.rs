//! Tests of `kind`.

use super::*;

#[test]
fn a_question_asks_for_the_kind_with_which_it_begins() {
    for (question, kind) in [
        ("Who led the inquiry?", Some(Kind::Name)),
        ("In which city are the clinics?", Some(Kind::Place)),
        ("When did the line open?", Some(Kind::Time)),
        ("When did the line open, and who paid?", None),
        ("停工的地块何时恢复，居民如何安置？", None),
        ("After the flood, how many houses were left?", Some(Kind::Number)),
        ("该站有多少个出入口？", Some(Kind::Number)),
        ("2019年的火灾是什么时候扑灭的？", Some(Kind::Time)),
        ("What did the man who led the inquiry say?", None),
        ("What happened when the line opened?", None),
        ("Why did sales fall?", None),
        ("为什么投诉上升？", None),
    ] {
        assert_eq!(Kind::asked(question), kind, "{question}");
    }
}

#[test]
fn a_thing_of_the_question_is_no_answer_to_it() {
    for (question, sentence, stands) in [
        ("How many of the 12 lines were closed?", "Of the 12 lines some were closed.", false),
        ("How many of the 12 lines were closed?", "Three of the 12 lines were closed.", true),
        ("多少名员工参加了培训？", "员工参加了培训。", false),
        ("多少名员工参加了培训？", "共有三百名员工参加。", true),
        ("In what year did the bridge of 1901 fall?", "The bridge of 1901 fell in a storm.", false),
        ("In what year did the bridge of 1901 fall?", "It fell in 1934.", true),
        ("When was it sold?", "It was sold on 3 May 2021.", true),
        ("Who designed the Model 12?", "The Model 12 was introduced with few changes.", false),
        ("Who designed the Model 12?", "It was designed by Clara Holloway.", true),
        ("Who designed it?", "Nobody knows.", false),
        ("Where did the granite come from?", "The piers are of granite.", false),
        ("他多少岁开始工作？", "他二十岁开始工作。", true),
    ] {
        let kind = Kind::asked(question);
        assert_eq!(kind.map(|kind| kind.stands_in(sentence, question)), Some(stands), "{question} {sentence}");
    }
}
