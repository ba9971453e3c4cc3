//! Tests: what the offline model says where it cannot judge.

use std::sync::Arc;

use super::MockProvider;
use crate::passage::OpenText;
use crate::retrieval::{ListwiseJudge, ProviderListwiseJudge};

#[test]
fn the_offline_model_leaves_the_order_as_it_is() {
    let texts = [OpenText::question("a"), OpenText::question("b")];
    let judge = ProviderListwiseJudge::new(Arc::new(MockProvider));
    assert_eq!(judge.judge("q", &texts).unwrap(), [0, 1]);
}
