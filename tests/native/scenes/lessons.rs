//! tests/native/scenes/LESSONS.md names a test for each fault of other systems: each of them exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::Path;

/// How many threads of each kind were found.
const THREADS: [(&str, usize); 6] = [("A", 28), ("D", 19), ("F", 13), ("L", 8), ("M", 8), ("O", 2)];

/// The text of a file, by its path from the folder of the scenes.
fn text_of(path: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native/scenes");
    read_to_string(folder.join(path)).ok()
}

/// Whether `text` has a test called `name`: a function of Rust, or a call of `test`.
fn has_test(text: &str, name: &str) -> bool {
    let is_marked = |before: &str| {
        let lines = before.trim_end_matches("fn ").trim_end_matches("async ").lines().rev();
        lines.map(str::trim).take_while(|line| line.starts_with("#[") || line.is_empty()).any(is_test_mark)
    };
    let rust = format!("fn {name}(");
    let function = text.match_indices(&rust).any(|(at, _)| is_marked(&text[..at + 3]));
    let calls = [format!("test(\"{name}\""), format!("test(`{name}`"), format!("test('{name}'")];
    function || calls.iter().any(|call| text.contains(call.as_str()))
}

fn is_test_mark(line: &str) -> bool {
    ["#[test]", "#[wasm_bindgen_test]"].contains(&line)
}

/// One row of the table.
struct Row {
    kind: String,
    thread: String,
    /// The file and the name of each test.
    tests: Vec<(String, String)>,
}

fn rows(table: &str) -> Vec<Row> {
    let mut kind = String::new();
    let mut rows = Vec::new();
    for line in table.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            kind = heading.chars().take(1).collect();
        }
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [thread, _, tests] = cells[..] else { continue };
        if !thread.contains('#') {
            continue;
        }
        let named = tests.split('`').skip(1).step_by(2).map(|test| {
            let (path, name) = test.split_once(": ").unwrap_or_else(|| panic!("{thread}: `{test}` is no `path: name`"));
            (path.to_owned(), name.to_owned())
        });
        rows.push(Row { kind: kind.clone(), thread: thread.to_owned(), tests: named.collect() });
    }
    rows
}

#[test]
fn each_thread_names_a_test_that_exists() {
    let table = text_of("LESSONS.md").expect("the table lies beside the scenes");
    let rows = rows(&table);
    let mut files: BTreeMap<&str, String> = BTreeMap::new();
    let mut faults = Vec::new();
    for Row { thread, tests, .. } in &rows {
        if tests.is_empty() {
            faults.push(format!("{thread} names no test"));
        }
        for (path, name) in tests {
            let text = files.entry(path).or_insert_with(|| text_of(path).unwrap_or_default());
            if !has_test(text, name) {
                faults.push(format!("{thread}: {path} has no test called {name}"));
            }
        }
    }
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
    for (kind, count) in THREADS {
        assert_eq!(rows.iter().filter(|row| row.kind == kind).count(), count, "threads of kind {kind}");
    }
    let threads: BTreeSet<&String> = rows.iter().map(|row| &row.thread).collect();
    assert_eq!(threads.len(), rows.len(), "a thread stands there twice");
}

#[test]
fn a_test_is_told_from_what_only_looks_like_one() {
    let text = "/// Why.\n#[test]\nfn a1_done() {}\n\nfn helper() {}\n\n#[wasm_bindgen_test]\nasync fn s6_waits() {}\n";
    assert!(has_test(text, "a1_done") && has_test(text, "s6_waits"));
    assert!(!has_test(text, "helper") && !has_test(text, "a1_do") && !has_test(text, "1_done"));
    assert!(has_test("test(\"D2: it is the same\", () => {", "D2: it is the same"));
    assert!(!has_test("// D2: it is the same", "D2: it is the same"));
}
