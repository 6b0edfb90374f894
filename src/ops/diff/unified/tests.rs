//! One scene for each kind of header. `tests/native` shows each to git.

use super::super::scene::Scene;
use super::*;

/// The text, with our ids shortened to `…` but for the one of no file, which stays `0…`.
fn shown(scene: &Scene) -> String {
    let text = unified(&scene.paired(), &scene.content(), UnifiedOptions::default());
    let mut shown = String::new();
    for line in String::from_utf8(text).unwrap().split_inclusive('\n') {
        match line.strip_prefix("index ") {
            Some(ids) => {
                let short = |id: &str| if id.bytes().all(|byte| byte == b'0') { "0…" } else { "…" };
                shown.push_str(&format!("index {}..{}{}", short(&ids[..64]), short(&ids[66..130]), &ids[130..]));
            }
            None => shown.push_str(line),
        }
    }
    shown
}

#[test]
fn a_changed_file() {
    assert_eq!(
        shown(&Scene::new(&[("src/a.ts", "1\n2\n")], &[("src/a.ts", "1\ntwo\n")])),
        "diff --git a/src/a.ts b/src/a.ts\n\
         index …..… 100644\n\
         --- a/src/a.ts\n\
         +++ b/src/a.ts\n\
         @@ -1,2 +1,2 @@\n \
         1\n\
         -2\n\
         +two\n"
    );
}

#[test]
fn an_added_file() {
    assert_eq!(
        shown(&Scene::new(&[], &[("*run.sh", "go\n")])),
        "diff --git a/run.sh b/run.sh\n\
         new file mode 100755\n\
         index 0…..…\n\
         --- /dev/null\n\
         +++ b/run.sh\n\
         @@ -0,0 +1 @@\n\
         +go\n"
    );
}

#[test]
fn a_removed_file() {
    assert_eq!(
        shown(&Scene::new(&[("a", "1\n2")], &[])),
        "diff --git a/a b/a\n\
         deleted file mode 100644\n\
         index …..0…\n\
         --- a/a\n\
         +++ /dev/null\n\
         @@ -1,2 +0,0 @@\n\
         -1\n\
         -2\n\
         \\ No newline at end of file\n"
    );
}

#[test]
fn empty_files_have_no_hunks() {
    assert_eq!(
        shown(&Scene::new(&[], &[("a", "")])),
        "diff --git a/a b/a\n\
         new file mode 100644\n\
         index 0…..…\n"
    );
}

#[test]
fn a_moved_file_without_edits() {
    assert_eq!(
        shown(&Scene::new(&[("a", "1\n")], &[("b", "1\n")])),
        "diff --git a/a b/b\n\
         similarity index 100%\n\
         rename from a\n\
         rename to b\n"
    );
}

#[test]
fn a_moved_file_with_an_edit_and_another_mode() {
    assert_eq!(
        shown(&Scene::new(&[("a", "1\n2\n3\n4\n")], &[("*b", "1\n2\n3\nfour\n")])),
        "diff --git a/a b/b\n\
         old mode 100644\n\
         new mode 100755\n\
         similarity index 54%\n\
         rename from a\n\
         rename to b\n\
         index …..…\n\
         --- a/a\n\
         +++ b/b\n\
         @@ -1,4 +1,4 @@\n \
         1\n \
         2\n \
         3\n\
         -4\n\
         +four\n"
    );
}

#[test]
fn a_mode_alone() {
    assert_eq!(
        shown(&Scene::new(&[("*a", "1\n")], &[("a", "1\n")])),
        "diff --git a/a b/a\n\
         old mode 100755\n\
         new mode 100644\n"
    );
}

#[test]
fn a_name_with_a_space_is_ended_and_one_with_other_letters_is_quoted() {
    let text = shown(&Scene::new(&[("a b", "1\n"), ("é", "1\n")], &[("a b", "2\n"), ("é", "2\n")]));
    assert!(text.contains("diff --git a/a b b/a b\n"));
    assert!(text.contains("--- a/a b\t\n+++ b/a b\t\n"));
    assert!(text.contains("--- \"a/\\303\\251\"\n+++ \"b/\\303\\251\"\n"));
}

#[test]
fn binary_and_damaged_files_are_named() {
    let scene = Scene::new(&[("a", "\0one"), ("b", "1\n")], &[("a", "\0two"), ("b", "2\n"), ("c", "\0")]).damage("2\n");
    assert_eq!(
        shown(&scene),
        "diff --git a/a b/a\n\
         index …..… 100644\n\
         Binary files a/a and b/a differ\n\
         diff --git a/b b/b\n\
         index …..… 100644\n\
         Files a/b and b/b cannot be read and may differ\n\
         diff --git a/c b/c\n\
         new file mode 100644\n\
         index 0…..…\n\
         Binary files /dev/null and b/c differ\n"
    );
}

#[test]
fn bytes_that_are_no_utf8_are_kept() {
    let file = |bytes: &[u8]| vec![("a".to_owned(), bytes.to_vec())];
    let scene = Scene::of_bytes(&file(b"\xff\r\n"), &file(b"\xfe\r\n"));
    let text = unified(&scene.paired(), &scene.content(), UnifiedOptions::default());
    assert!(text.ends_with(b"@@ -1 +1 @@\n-\xff\r\n+\xfe\r\n"));
}
