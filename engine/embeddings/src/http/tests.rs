//! The client against a server of its own on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::*;

/// A request as it came in: header lines, then the body.
type Seen = (Vec<String>, String);

/// Answers one connection with each of `replies`, in turn; a reply is everything after the status line's version.
fn serve(replies: Vec<String>) -> (String, Receiver<Seen>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1/", listener.local_addr().unwrap());
    let (send, seen) = channel();
    thread::spawn(move || {
        for reply in replies {
            let (mut stream, _) = listener.accept().unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut lines: Vec<String> = Vec::new();
            loop {
                let mut line = String::new();
                reader.read_line(&mut line).unwrap();
                match line.trim_end() {
                    "" => break,
                    line => lines.push(line.to_lowercase()),
                }
            }
            let length = lines.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap();
            let mut body = vec![0; length];
            reader.read_exact(&mut body).unwrap();
            send.send((lines, String::from_utf8(body).unwrap())).unwrap();
            // A silent server keeps the connection open.
            if reply.is_empty() {
                thread::sleep(Duration::from_secs(2));
            } else {
                stream.write_all(format!("HTTP/1.1 {reply}").as_bytes()).unwrap();
            }
        }
    });
    (url, seen)
}

fn ok(body: &str) -> String {
    format!("200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

fn status(line: &str) -> String {
    format!("{line}\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret")
}

const TWO: &str = r#"{"data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1.5,-2e-1]}],"model":"m"}"#;

fn settings(url: &str) -> HttpSettings {
    HttpSettings {
        key: Some(ApiKey("sk-very-secret".to_owned())),
        attempt_timeout: Duration::from_millis(400),
        deadline: Duration::from_secs(3),
        first_pause: Duration::from_millis(5),
        ..HttpSettings::new(url, "m", 2)
    }
}

fn embed(replies: Vec<String>) -> (Result<Vec<Vec<f32>>, EmbeddingError>, Vec<Seen>) {
    let (url, seen) = serve(replies);
    let model = HttpModel::new(settings(&url)).unwrap();
    let vectors = model.embed(&["a".to_owned(), "b".to_owned()]);
    (vectors, seen.try_iter().collect())
}

#[test]
fn vectors_come_in_the_order_of_the_texts() {
    let (vectors, seen) = embed(vec![ok(TWO)]);
    assert_eq!(vectors.unwrap(), [[1.5, -0.2], [0.0, 1.0]]);
    let (headers, body) = &seen[0];
    assert_eq!(headers[0], "post /v1/embeddings http/1.1");
    assert!(headers.contains(&"authorization: bearer sk-very-secret".to_owned()), "{headers:?}");
    assert_eq!(body, r#"{"model":"m","input":["a","b"],"encoding_format":"float"}"#);
}

#[test]
fn a_service_that_is_busy_is_asked_again_when_it_says() {
    let busy = "429 Too Many Requests\r\nretry-after: 1\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_owned();
    let begun = Instant::now();
    let (vectors, seen) = embed(vec![status("503 Service Unavailable"), busy, ok(TWO)]);
    assert_eq!((vectors.unwrap().len(), seen.len()), (2, 3));
    assert!(begun.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_pause_beyond_the_deadline_is_not_waited_for() {
    let busy = "429 Too Many Requests\r\nretry-after: 3600\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
    let begun = Instant::now();
    let (vectors, seen) = embed(vec![busy.to_owned()]);
    assert!(matches!(vectors, Err(EmbeddingError::Status { status: 429 })), "{vectors:?}");
    assert!(seen.len() == 1 && begun.elapsed() < Duration::from_secs(1));
}

#[test]
fn what_will_not_get_better_is_not_tried_again() {
    for (line, code) in [("401 Unauthorized", 401), ("400 Bad Request", 400), ("302 Found", 302)] {
        let (vectors, seen) = embed(vec![status(line), ok(TWO)]);
        let error = vectors.unwrap_err();
        assert!(matches!(error, EmbeddingError::Status { status } if status == code), "{error}");
        assert!(!format!("{error} {error:?}").contains("secret"));
        assert_eq!(seen.len(), 1);
    }
}

#[test]
fn an_answer_that_is_not_as_agreed_is_refused() {
    for body in [
        "",
        "{}",
        "[]",
        r#"{"data":[]}"#,
        r#"{"data":[{"index":0,"embedding":[1,2]}]}"#,
        r#"{"data":[{"index":0,"embedding":[1,2]},{"index":0,"embedding":[1,2]}]}"#,
        r#"{"data":[{"index":0,"embedding":[1,2]},{"index":2,"embedding":[1,2]}]}"#,
    ] {
        let vectors = embed(vec![ok(body)]).0;
        assert!(matches!(vectors, Err(EmbeddingError::Malformed { .. })), "{body}");
    }
    let wrong = r#"{"data":[{"index":0,"embedding":[1,2,3]},{"index":1,"embedding":[1,2,3]}]}"#;
    let vectors = embed(vec![ok(wrong)]).0;
    assert!(matches!(vectors, Err(EmbeddingError::Dimension { expected: 2, found: 3, .. })));
}

#[test]
fn a_silent_service_times_out_and_is_tried_again() {
    let (url, seen) = serve(vec![String::new()]);
    let hasty = HttpSettings { deadline: Duration::from_millis(900), ..settings(&url) };
    let vectors = HttpModel::new(hasty).unwrap().embed(&["a".to_owned()]);
    assert!(matches!(vectors, Err(EmbeddingError::Timeout { .. })), "{vectors:?}");
    assert_eq!(seen.try_iter().count(), 1, "the second attempt waits for a server that still keeps the first");
}

#[test]
fn a_service_that_is_not_there_is_named() {
    // A pause that the deadline does not allow, so that there is one attempt however slow the machine is.
    let once = HttpSettings { first_pause: Duration::from_mins(1), ..settings("http://127.0.0.1:9") };
    let vectors = HttpModel::new(once).unwrap().embed(&["a".to_owned()]);
    assert!(
        matches!(&vectors, Err(EmbeddingError::Unreachable { base_url }) if base_url == "http://127.0.0.1:9"),
        "{vectors:?}"
    );
}

#[test]
fn many_texts_go_in_several_requests() {
    let answer = |count: usize| {
        let one = |index| format!(r#"{{"index":{index},"embedding":[{index},1]}}"#);
        ok(&format!(r#"{{"data":[{}]}}"#, (0..count).map(one).collect::<Vec<_>>().join(",")))
    };
    let (url, seen) = serve(vec![answer(BATCH), answer(3)]);
    let texts = vec!["x".to_owned(); BATCH + 3];
    let vectors = HttpModel::new(settings(&url)).unwrap().embed(&texts).unwrap();
    assert_eq!((vectors.len(), vectors[BATCH + 2][0], seen.try_iter().count()), (BATCH + 3, 2.0, 2));
}

#[test]
fn settings_that_cannot_work_are_refused() {
    for base_url in ["", "api.openai.com/v1", "https://", "https://key@host/v1", "https://host/v1?key=1", "http://a b"]
    {
        let refused = HttpModel::new(settings(base_url));
        assert!(matches!(refused, Err(EmbeddingError::Settings { .. })), "{base_url}");
    }
    assert!(HttpModel::new(HttpSettings { dimension: 0, ..settings("https://host") }).is_err());
    assert!(HttpModel::new(HttpSettings { model: " ".to_owned(), ..settings("https://host") }).is_err());
    let model = HttpModel::new(settings("https://host/v1/")).unwrap();
    assert_eq!((model.name(), model.is_remote()), ("m at https://host/v1", true));
    assert!(!format!("{model:?}").contains("secret"));
}
