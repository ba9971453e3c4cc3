use engine::{
    code::*,
    engine::Engine,
    fact::*,
    intent::period_of,
    profile::{Glossary, Profile, Sensitivity},
    question::Question,
    store::*,
};
use std::{collections::*, path::Path, sync::Arc};
fn clean(v: &str) -> String {
    use icu_normalizer::ComposingNormalizer;
    let v = ComposingNormalizer::new_nfkc().normalize(v).to_string();
    let mut s: String = v.trim().replace(',', "").replace('%', "").replace(' ', "");
    if s.starts_with('(') {
        s = format!("-{}", &s[1..s.len() - 1]);
    }
    s.trim_start_matches('+').to_string()
}
fn engine(name: &str) -> Engine {
    let p = Arc::new(Profile::load(Path::new(&format!("fixtures/{name}/profile.toml"))).unwrap());
    let g = Glossary::new(&p).unwrap();
    let store = SqliteFactStore::in_memory().unwrap();
    let mut seq = 0u64;
    store
        .ingest(jiff::Timestamp::UNIX_EPOCH, &mut |run| {
            let mut fs: Vec<_> =
                std::fs::read_dir(format!("fixtures/{name}/facts")).unwrap().map(|e| e.unwrap().path()).collect();
            fs.sort();
            for f in fs {
                let mut w = run.begin_file(f.to_str().unwrap())?;
                let mut r = csv::Reader::from_path(&f).unwrap();
                let h = r.headers().unwrap().clone();
                for rec in r.records() {
                    let rec = rec.unwrap();
                    let m: HashMap<&str, &str> = h.iter().zip(rec.iter()).collect();
                    seq += 1;
                    let metric = g.metric(m["metric"]).unwrap_or_else(|| panic!("{}", m["metric"]));
                    let unit = p.metrics[&metric].unit.clone();
                    let ch = m
                        .get("channel")
                        .filter(|c| !c.is_empty())
                        .map_or(ChannelCode::total(), |c| g.channel(c).unwrap());
                    let doc = m["doc"];
                    let low = doc.to_lowercase();
                    let pats = &p.sensitivity.restricted_filename_patterns;
                    let res = pats.iter().any(|x| {
                        let x = x.to_lowercase();
                        low.contains(x.trim_matches('*'))
                    });
                    let v = m["value"];
                    let value = rust_decimal::Decimal::from_str_exact(&clean(v)).unwrap_or_else(|e| panic!("{v} {e}"));
                    w.put(&NewFact {
                        key: FactKey {
                            metric,
                            entity: g.entity(m["entity"]).unwrap_or_else(|| panic!("{}", m["entity"])),
                            period: period_of(m["period"], p.calendar, jiff::civil::date(2026, 3, 15))
                                .unwrap_or_else(|| panic!("{}", m["period"])),
                            channel: ch,
                        },
                        value,
                        unit,
                        doc: Arc::new(DocumentLabel {
                            name: doc.into(),
                            sensitivity: if res { Sensitivity::Restricted } else { Sensitivity::Internal },
                        }),
                        locator: m["locator"].into(),
                        valid_as_of: m.get("valid_as_of").filter(|s| !s.is_empty()).map(|s| s.parse().unwrap()),
                        line: seq,
                        review: Review::AutoApproved,
                        confidence: None,
                        tags: vec![],
                    })?;
                }
                w.accept(None)?;
            }
            Ok(())
        })
        .unwrap();
    Engine::new(p, Arc::new(store)).unwrap()
}
fn main() {
    let mut bad = 0;
    let mut n = 0;
    let verbose = std::env::args().nth(1);
    for name in ["insurer", "grid"] {
        let e = engine(name);
        for th in ["numeric", "multi", "clarification", "refusal", "traps"] {
            for line in std::fs::read_to_string(format!("golden/qa/{name}.{th}.jsonl")).unwrap().lines() {
                n += 1;
                let c: serde_json::Value = serde_json::from_str(line).unwrap();
                let x = &c["expected"];
                let q = Question::new(
                    c["question"].as_str().unwrap(),
                    c["reference_date"].as_str().unwrap().parse().unwrap(),
                )
                .unwrap();
                let a = e.ask(&q).unwrap();
                let mut why = vec![];
                if a.clarification.mode.as_str() != x["clarification"].as_str().unwrap() {
                    why.push(format!("mode {} want {}", a.clarification.mode.as_str(), x["clarification"]));
                }
                if a.refused != x["refuse"].as_bool().unwrap() {
                    why.push(format!("refused {} want {}", a.refused, x["refuse"]));
                }
                let got: Vec<String> = a
                    .tool_results
                    .iter()
                    .filter_map(|r| r.found())
                    .map(|f| format!("{} {}", f.value.normalize(), f.source.locator))
                    .collect();
                let mut want = vec![];
                if let Some(v) = x.get("value") {
                    want.push(format!(
                        "{} {}",
                        rust_decimal::Decimal::from_str_exact(&clean(v.as_str().unwrap())).unwrap().normalize(),
                        x["source"]["locator"].as_str().unwrap()
                    ));
                }
                for f in x.get("facts").and_then(|f| f.as_array()).into_iter().flatten() {
                    want.push(format!(
                        "{} {}",
                        rust_decimal::Decimal::from_str_exact(&clean(f["value"].as_str().unwrap()))
                            .unwrap()
                            .normalize(),
                        f["source"]["locator"].as_str().unwrap()
                    ));
                }
                if got != want {
                    why.push(format!("got {got:?} want {want:?}"));
                }
                let ops = a.intent.operation.as_ref().map(|o| o.value.as_str());
                if ops != x.get("operation").and_then(|o| o.as_str()) {
                    why.push(format!("op {ops:?} want {:?}", x.get("operation")));
                }
                if let Some(d) = x.get("difference") {
                    let gd = a
                        .difference
                        .as_ref()
                        .map(|d| format!("{} {:?}", d.value.normalize(), d.percent.map(|p| p.to_string())));
                    let wd = format!(
                        "{} {:?}",
                        rust_decimal::Decimal::from_str_exact(d["value"].as_str().unwrap()).unwrap().normalize(),
                        d["percent"].as_str().map(|s| s.to_string())
                    );
                    if gd.as_deref() != Some(&wd) {
                        why.push(format!("diff {gd:?} want {wd}"));
                    }
                } else if a.difference.is_some() {
                    why.push("extra diff".into());
                }
                if !why.is_empty() {
                    bad += 1;
                    if verbose.is_none() {
                        println!(
                            "{} {}\n   {}\n   unk {:?} qual {:?}",
                            c["id"].as_str().unwrap(),
                            c["question"],
                            why.join("; "),
                            a.intent
                                .unknown
                                .iter()
                                .map(|u| (u.param.as_str(), u.raw.clone(), u.listed))
                                .collect::<Vec<_>>(),
                            a.intent.qualifiers.iter().map(|q| q.value.clone()).collect::<Vec<_>>()
                        );
                    }
                }
            }
        }
    }
    println!("{bad} bad of {n}");
}
