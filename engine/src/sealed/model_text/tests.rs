//! Tests of `model_text`.

use std::borrow::Borrow;
use std::fmt::Display;
use std::ops::Deref;

use static_assertions::assert_not_impl_any;

use super::ModelText;

assert_not_impl_any!(ModelText: Display, Deref, AsRef<str>, AsRef<[u8]>, Borrow<str>, Into<String>, serde::Serialize);
