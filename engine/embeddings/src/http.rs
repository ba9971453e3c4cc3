//! Embeddings from a server that speaks the `OpenAI` protocol (`POST {base_url}/embeddings`). It sends the texts it is given
//! and nothing else, writes nothing down, and never shows its key; it keeps no vectors.

mod retry;

use std::fmt;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use ureq::Agent;

use super::{EmbeddingError, Model};

use retry::{Attempt, wait};

/// Environment variable that holds the key.
pub const KEY_VARIABLE: &str = "ENGINE_EMBEDDINGS_KEY";

/// Texts of one request; the protocol's servers take more, but answer a small request sooner.
const BATCH: usize = 64;

/// Longest answer that is read: 64 vectors of 16,384 numbers fit in.
const ANSWER_BYTES_MAX: u64 = 64 << 20;

/// A key that no output shows.
#[derive(Clone)]
pub struct ApiKey(String);

impl ApiKey {
    /// The key in the environment variable [`KEY_VARIABLE`]; none when it is not set or empty. There is no other way to
    /// give one, so that it stands in no file and no command line.
    pub fn from_environment() -> Option<Self> {
        std::env::var(KEY_VARIABLE).ok().map(|key| key.trim().to_owned()).filter(|key| !key.is_empty()).map(Self)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(sealed)")
    }
}

/// Where embeddings come from, and how long is waited for them.
#[derive(Debug, Clone)]
pub struct HttpSettings {
    /// Up to and without `/embeddings`, such as `https://api.openai.com/v1`.
    pub base_url: String,
    /// The model's name on the server.
    pub model: String,
    /// Length of its vectors.
    pub dimension: usize,
    /// None for a server that asks for none.
    pub key: Option<ApiKey>,
    /// How long one attempt may take.
    pub attempt_timeout: Duration,
    /// How long all attempts and pauses of one call may take together.
    pub deadline: Duration,
    /// The first pause between attempts; each further one is twice as long.
    pub first_pause: Duration,
}

impl HttpSettings {
    /// Settings with the key of the environment and the usual times: 30 s an attempt, 2 minutes in all, half a second
    /// before the second attempt.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>, dimension: usize) -> Self {
        Self {
            base_url: base_url.into(),
            model: model.into(),
            dimension,
            key: ApiKey::from_environment(),
            attempt_timeout: Duration::from_secs(30),
            deadline: Duration::from_mins(2),
            first_pause: Duration::from_millis(500),
        }
    }
}

/// A model behind HTTP. Called from many threads; connections are kept and shared.
#[derive(Debug)]
pub struct HttpModel {
    settings: HttpSettings,
    name: String,
    agent: Agent,
}

#[derive(Serialize)]
struct Asked<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
}

#[derive(Deserialize)]
struct Answered {
    data: Vec<Embedded>,
}

#[derive(Deserialize)]
struct Embedded {
    index: usize,
    embedding: Vec<f32>,
}

impl HttpModel {
    /// A model with these settings; nothing is sent yet.
    pub fn new(mut settings: HttpSettings) -> Result<Self, EmbeddingError> {
        settings.base_url = settings.base_url.trim_end_matches('/').to_owned();
        check(&settings)?;
        // A redirection could lead texts to a server that nobody chose, so it is an answer like any other.
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent("engine")
            .build();
        let name = format!("{} at {}", settings.model, settings.base_url);
        Ok(Self { name, agent: config.into(), settings })
    }

    /// The vectors of one batch, with as many attempts as the deadline allows.
    fn batch(&self, texts: &[String], until: Instant) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        let asked = Asked { model: &self.settings.model, input: texts, encoding_format: "float" };
        let Ok(body) = serde_json::to_vec(&asked) else {
            return Err(EmbeddingError::Malformed { what: "the request cannot be written" });
        };
        let mut pause = self.settings.first_pause;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let (error, asked_pause) = match self.attempt(&body, left) {
                Attempt::Answered(answer) => return read(&answer, texts.len(), &self.settings),
                Attempt::Failed(error) => return Err(error),
                Attempt::Again { error, after } => (error, after),
            };
            let left = until.saturating_duration_since(Instant::now());
            let Some(pause_now) = wait(pause, asked_pause, left) else { return Err(error) };
            std::thread::sleep(pause_now);
            pause *= 2;
        }
    }

    fn attempt(&self, body: &[u8], left: Duration) -> Attempt {
        let after = self.settings.deadline;
        if left.is_zero() {
            return Attempt::Failed(EmbeddingError::Timeout { after });
        }
        let url = format!("{}/embeddings", self.settings.base_url);
        let mut request = self.agent.post(url).header("content-type", "application/json");
        if let Some(ApiKey(key)) = &self.settings.key {
            request = request.header("authorization", format!("Bearer {key}"));
        }
        let timeout = self.settings.attempt_timeout.min(left);
        let sent = request.config().timeout_global(Some(timeout)).build().send(body);
        let answer = sent.and_then(|mut response| {
            let status = response.status().as_u16();
            if status == 200 {
                return response.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec().map(Ok);
            }
            let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
            Ok(Err((status, after.and_then(retry::after))))
        });
        match answer {
            Ok(Ok(body)) => Attempt::Answered(body),
            Ok(Err((status @ (408 | 429 | 500..), after))) => {
                Attempt::Again { error: EmbeddingError::Status { status }, after }
            }
            Ok(Err((status, _))) => Attempt::Failed(EmbeddingError::Status { status }),
            Err(ureq::Error::Timeout(_)) => Attempt::Again { error: EmbeddingError::Timeout { after }, after: None },
            Err(ureq::Error::BodyExceedsLimit(_)) => {
                Attempt::Failed(EmbeddingError::Malformed { what: "it is too long" })
            }
            // What the transport says could repeat the address with its query; which address it was is known.
            Err(_) => {
                let base_url = self.settings.base_url.clone();
                Attempt::Again { error: EmbeddingError::Unreachable { base_url }, after: None }
            }
        }
    }
}

impl Model for HttpModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        self.settings.dimension
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        let until = Instant::now() + self.settings.deadline;
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            vectors.extend(self.batch(batch, until)?);
        }
        Ok(vectors)
    }
}

/// Refuses settings that cannot work, and credentials in an address, which would be shown with it.
fn check(settings: &HttpSettings) -> Result<(), EmbeddingError> {
    let wrong = |what: &str| Err(EmbeddingError::Settings { what: what.to_owned() });
    let address = ["https://", "http://"].iter().find_map(|scheme| settings.base_url.strip_prefix(scheme));
    let host = address.map(|address| address.split('/').next().unwrap_or_default());
    match host {
        None | Some("") => return wrong("the base URL of the embedding service must begin with https:// or http://"),
        Some(host) if host.contains('@') => {
            return wrong(
                "the base URL of the embedding service must hold no credentials; the key comes from the environment",
            );
        }
        Some(_) => {}
    }
    if settings.base_url.contains(['?', '#']) || settings.base_url.contains(char::is_whitespace) {
        return wrong(
            "the base URL of the embedding service must end with its path, such as https://api.openai.com/v1",
        );
    }
    if settings.model.trim().is_empty() || settings.dimension == 0 {
        return wrong("embeddings over HTTP need the model's name and the dimension of its vectors in the settings");
    }
    Ok(())
}

/// The vectors of an answer, in the order of the texts.
fn read(answer: &[u8], texts: usize, settings: &HttpSettings) -> Result<Vec<Vec<f32>>, EmbeddingError> {
    let Ok(Answered { data }) = serde_json::from_slice(answer) else {
        return Err(EmbeddingError::Malformed { what: "it is not a list of embeddings" });
    };
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; texts];
    for Embedded { index, embedding } in data {
        if embedding.len() != settings.dimension {
            let (model, expected, found) = (settings.model.clone(), settings.dimension, embedding.len());
            return Err(EmbeddingError::Dimension { model, expected, found });
        }
        match vectors.get_mut(index) {
            Some(place @ None) => *place = Some(embedding),
            _ => return Err(EmbeddingError::Malformed { what: "it numbers the embeddings wrongly" }),
        }
    }
    let complete: Option<Vec<Vec<f32>>> = vectors.into_iter().collect();
    complete.ok_or(EmbeddingError::Malformed { what: "it leaves embeddings out" })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests;
