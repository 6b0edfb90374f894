//! The rules of the layout that neither the compiler nor clippy checks.

use std::path::{Path, PathBuf};

/// Above this, a file holds two ideas.
const LINES: usize = 400;

/// Words that may be used in some places only: a dependency enters through one folder, and the clock through two.
const ONLY_IN: [(&str, &[&str]); 13] = [
    ("#[wasm_bindgen", &["src/js", "src/store/indexed_db"]),
    ("rexie", &["src/store/indexed_db"]),
    ("similar::", &["src/ops/diff"]),
    ("gix_ignore", &["src/ops/rules"]),
    ("structured_zstd", &["codec/src"]),
    ("lz4_flex", &["kernels/src"]),
    ("blake3::", &["kernels/src", "src/model/blob.rs"]),
    ("fastcdc", &["src/pack"]),
    ("Instant::now", &["src/js", "src/ops/diff"]),
    ("SystemTime", &["src/js", "src/ops/diff"]),
    ("Date::now", &["src/js", "src/ops/diff"]),
    ("Date::new_0", &["src/js", "src/ops/diff"]),
    ("Math::random", &["src/js", "src/ops/diff"]),
];

/// Modules that a folder must not name: the map in ARCHITECTURE.md has no arrow there.
const NEVER_NAMES: [(&str, &[&str]); 3] =
    [("src/ops/", &["store"]), ("src/store/", &["ops"]), ("src/model/", &["store", "ops"])];

#[test]
fn each_source_file_keeps_the_rules() {
    let sources: Vec<(String, String)> =
        ["src", "codec/src", "kernels/src"].iter().flat_map(|folder| sources(folder, "rs")).collect();
    assert!(sources.len() > 10, "the crate's sources are found");
    let tests: Vec<String> = sources.iter().flat_map(|(path, text)| declared_tests(path, text)).collect();
    let faults = sources.iter().flat_map(|(path, text)| {
        let is_test = tests.iter().any(|module| path.starts_with(module));
        fault_of_first_line(path, text).into_iter().chain(if is_test { Vec::new() } else { faults_of_code(path, text) })
    });
    report(faults.collect());
}

#[test]
fn no_file_holds_two_ideas() {
    let folders =
        [("src", "rs"), ("codec", "rs"), ("kernels", "rs"), ("xtask", "rs"), ("npm/src", "ts"), ("www/src", "ts")];
    let sources = folders.iter().flat_map(|(folder, extension)| sources(folder, extension));
    report(sources.filter_map(|(path, text)| fault_of_length(&path, &text)).collect());
}

#[test]
fn each_native_test_is_run() {
    let tests = sources("tests/native", "rs");
    let main = tests.iter().find(|(path, _)| path == "tests/native/main.rs").map_or("", |(_, text)| text);
    report(tests.iter().filter_map(|(path, _)| fault_of_test(path, main)).collect());
}

#[test]
fn the_page_imports_the_package_in_one_file() {
    let importing: Vec<String> =
        sources("www/src", "ts").into_iter().filter(|(_, text)| imports_package(text)).map(|(path, _)| path).collect();
    assert!(importing.len() <= 1, "more than one file imports the package: {importing:?}");
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn fault_of_first_line(path: &str, text: &str) -> Option<String> {
    (!text.starts_with("//! ")).then(|| format!("{path}: its first line does not say what it is (`//! …`)"))
}

fn faults_of_code(path: &str, text: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let code = code_of_the_product(text);
    for (word, places) in ONLY_IN {
        if code.contains(word) && !places.iter().any(|place| path.starts_with(place)) {
            faults.push(format!("{path}: `{word}` belongs under {}", places.join(" or ")));
        }
    }
    for (folder, modules) in NEVER_NAMES {
        for module in modules.iter().filter(|module| path.starts_with(folder) && names(&code, module)) {
            faults.push(format!("{path}: {folder} must not name the module `{module}`"));
        }
    }
    if code.contains(".unwrap()") {
        faults.push(format!("{path}: `.unwrap()` outside tests"));
    }
    faults
}

fn fault_of_length(path: &str, text: &str) -> Option<String> {
    let lines = text.lines().count();
    (lines > LINES).then(|| format!("{path}: {lines} lines; split it, {LINES} is the most"))
}

/// `main` declares each file beside it, or cargo does not run its tests.
fn fault_of_test(path: &str, main: &str) -> Option<String> {
    let name = path.strip_prefix("tests/native/")?.strip_suffix(".rs")?;
    let is_declared = |module: &str| main.lines().any(|line| line.trim() == format!("mod {module};"));
    let top = name.split('/').next()?;
    (top != "main" && !is_declared(top)).then(|| format!("{path}: tests/native/main.rs does not declare `mod {top};`"))
}

fn imports_package(text: &str) -> bool {
    ["from \"knowngood", "import \"knowngood", "import(\"knowngood"].iter().any(|import| text.contains(import))
}

/// The modules that `text` declares for tests only, as the start of their files' paths.
fn declared_tests(path: &str, text: &str) -> Vec<String> {
    let is_root_of_folder = ["/mod.rs", "/lib.rs"].iter().any(|name| path.ends_with(name));
    let folder = if is_root_of_folder { path.rsplit_once('/') } else { path.rsplit_once('.') };
    let folder = folder.map_or(path, |(folder, _)| folder);
    let after = text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.lines().next());
    let names = after.filter_map(|line| line.trim().strip_suffix(';')?.rsplit_once("mod ").map(|(_, name)| name));
    names.flat_map(|name| [format!("{folder}/{name}.rs"), format!("{folder}/{name}/")]).collect()
}

/// `text` without its comments and its own tests.
fn code_of_the_product(text: &str) -> String {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or("");
    product.lines().map(|line| line.split("//").next().unwrap_or("")).collect::<Vec<_>>().join("\n")
}

/// Whether `code` has a path through `module`: `crate::store`, `store::…`.
fn names(code: &str, module: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    code.match_indices(module).any(|(start, _)| {
        let (before, after) = (&code[..start], &code[start + module.len()..]);
        let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        is_whole && (before.ends_with("crate::") || before.ends_with("super::") || after.starts_with("::"))
    })
}

/// Every file with `extension` under `folder`, named from the repository's root, with its text.
fn sources(folder: &str, extension: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository");
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        // A part that does not exist has no file to keep the rules.
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|its| its == extension) {
                found.push((name_from(root, &path), std::fs::read_to_string(&path).expect("sources are UTF-8")));
            }
        }
    }
    found.sort();
    found
}

fn name_from(root: &Path, path: &Path) -> String {
    let relative: PathBuf = path.strip_prefix(root).expect("it was found under the root").into();
    relative.to_string_lossy().replace('\\', "/")
}

/// The rules themselves, on files that break them.
mod rules {
    use super::*;

    fn check(path: &str, code: &str, expected: &str) {
        let faults = faults_of_code(path, code).join("\n");
        assert!(if expected.is_empty() { faults.is_empty() } else { faults.contains(expected) }, "{path}: {faults}");
    }

    #[test]
    fn a_file_without_a_first_line_is_found() {
        assert!(fault_of_first_line("src/a.rs", "use std::rc::Rc;").is_some());
        assert_eq!(fault_of_first_line("src/a.rs", "//! Says what it is.\n"), None);
    }

    #[test]
    fn a_dependency_in_the_wrong_place_is_found() {
        check("src/history.rs", "use similar::TextDiff;", "belongs under src/ops/diff");
        check("src/ops/diff/lines.rs", "use similar::TextDiff;", "");
        check("src/ops/rules.rs", "use gix_ignore::Search;", "");
        check("src/ops/capture.rs", "#[wasm_bindgen(js_name = a)]", "belongs under src/js or");
    }

    #[test]
    fn a_clock_in_the_core_is_found() {
        check("src/ops/stamp.rs", "let now = Instant::now();", "`Instant::now`");
        check("src/js/time.rs", "let now = Date::now();", "");
    }

    #[test]
    fn a_wrong_arrow_is_found() {
        check("src/ops/capture.rs", "use crate::store::Store;", "must not name the module `store`");
        check("src/ops/capture.rs", "use crate::{model::Blob, store::Store};", "must not name the module `store`");
        check("src/store/mod.rs", "use crate::ops;", "must not name the module `ops`");
        check("src/model/path.rs", "fn a(b: crate::ops::Plan) {}", "must not name the module `ops`");
        check("src/history.rs", "use crate::{ops::capture, store::Store};", "");
    }

    #[test]
    fn a_word_that_only_looks_alike_is_not_a_module() {
        check("src/ops/restore.rs", "use crate::ops::restore::plan; let store = 1; restore(store);", "");
    }

    #[test]
    fn an_unwrap_is_found_outside_tests_only() {
        check("src/a.rs", "let a = b.unwrap();", "`.unwrap()`");
        check("src/a.rs", "#[cfg(test)]\nmod tests {\n    b.unwrap();\n}", "");
        check("src/a.rs", "// Not b.unwrap(), since …", "");
    }

    #[test]
    fn a_module_for_tests_is_known_from_where_it_is_declared() {
        let text = "mod product;\n#[cfg(test)]\nmod scene;\n";
        assert_eq!(declared_tests("src/ops/mod.rs", text), ["src/ops/scene.rs", "src/ops/scene/"]);
        assert_eq!(declared_tests("src/ops/diff.rs", text)[0], "src/ops/diff/scene.rs");
    }

    #[test]
    fn a_long_file_is_found() {
        assert_eq!(fault_of_length("a", &"line\n".repeat(LINES)), None);
        assert!(fault_of_length("a", &"line\n".repeat(LINES + 1)).is_some());
    }

    #[test]
    fn a_test_that_is_not_declared_is_found() {
        let main = "//! Tests.\n\nmod undo;\n";
        assert_eq!(fault_of_test("tests/native/undo.rs", main), None);
        assert_eq!(fault_of_test("tests/native/main.rs", main), None);
        assert!(fault_of_test("tests/native/redo.rs", main).is_some());
    }

    #[test]
    fn an_import_of_the_package_is_found() {
        assert!(imports_package("import { openHistory } from \"knowngood\";"));
        assert!(!imports_package("import { show } from \"./knowngood-list.js\";"));
    }
}
