use std::time::Instant;
fn main(){ 
 let t=Instant::now(); let p=engine::profile::Profile::load(std::path::Path::new("fixtures/insurer/profile.toml")).unwrap(); println!("load {:?}",t.elapsed());
 let t=Instant::now(); let g=engine::profile::Glossary::new(&p).unwrap(); println!("glossary {:?}",t.elapsed());
 let t=Instant::now(); let gate=engine::scope::gate::SecurityGate::new(&p); println!("gate {:?}",t.elapsed());
 let t=Instant::now(); println!("{:?}", g.metric("nbv")); println!("{:?}",t.elapsed()); let _=gate;
}
