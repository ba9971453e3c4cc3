//! A build without a back end says how to get one with it.

#[test]
#[cfg(not(feature = "http"))]
fn a_build_without_servers_names_the_feature() {
    let error = crate::http("https://host/v1", "m", 2).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("--features http-embeddings")));
}

#[test]
#[cfg(not(feature = "local"))]
fn a_build_without_local_models_names_the_feature() {
    let error = crate::local(std::path::Path::new("model")).err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("--features local-embeddings")));
}
