//! Measurement.
use super::*;
#[test]
fn dump() {
    let Ok(path) = std::env::var("PDF_DUMP") else { return };
    let mut files: Vec<_> =
        std::fs::read_dir(&path).map(|d| d.map(|e| e.unwrap().path()).collect()).unwrap_or_else(|_| vec![path.into()]);
    files.sort();
    for file in files {
        let begin = std::time::Instant::now();
        let grids = read(std::fs::read(&file).unwrap());
        println!("=== {} {:?}", file.file_name().unwrap().to_string_lossy(), begin.elapsed());
        match grids {
            Err(e) => println!("ERROR {e}"),
            Ok(grids) => {
                for grid in grids {
                    println!(
                        "--- {} {}x{} captions {:?} merges {}",
                        grid.place,
                        grid.rows,
                        grid.cols,
                        grid.captions,
                        grid.merges.iter().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
                    );
                    for row in 0..grid.rows {
                        let mut line = String::new();
                        for col in 0..grid.cols {
                            let at = crate::extraction::CellAt { row, col };
                            let cell = grid.cell(at);
                            let covered = grid.merge(at).is_some_and(|s| s.first != at);
                            let text = if covered {
                                "<".into()
                            } else {
                                cell.map_or(String::new(), |c| {
                                    format!(
                                        "{}{}{}{}",
                                        c.text,
                                        if c.bold { "*" } else { "" },
                                        c.fill.map_or(String::new(), |f| format!("#{f}")),
                                        c.font_color.map_or(String::new(), |f| format!("~{f}"))
                                    )
                                })
                            };
                            line.push_str(&format!("{text} | "));
                        }
                        println!("{line}");
                    }
                }
            }
        }
    }
}
