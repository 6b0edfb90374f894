//! What a tree promises.

use super::*;
use crate::model::sorted::Sorted;

fn path(text: &str) -> FilePath {
    FilePath::new(text).unwrap()
}

fn entry(content: &str) -> FileEntry {
    FileEntry { blob: BlobId::of(content.as_bytes()), size: content.len() as u64, mode: FileMode::Regular }
}

fn numbered(count: usize) -> Vec<(FilePath, FileEntry)> {
    (0..count).map(|n| (path(&format!("src/folder{}/file{n}.ts", n % 7)), entry(&n.to_string()))).collect()
}

#[test]
fn the_same_files_give_the_same_id_in_any_order() {
    let files = numbered(1000);
    let mut reversed = files.clone();
    reversed.reverse();
    assert_eq!(Tree::new(files.clone()).id(), Tree::new(reversed).id());
    assert_ne!(Tree::new(files).id(), Tree::new(numbered(999)).id());
}

#[test]
fn an_edited_tree_is_the_tree_of_the_edited_files() {
    let tree = Tree::new(numbered(1000));
    let mut files: Sorted<FilePath, FileEntry> = numbered(1000).into_iter().collect();
    let mut edits = Sorted::new();
    for n in (0..1000).step_by(37) {
        let name = path(&format!("src/folder{}/file{n}.ts", n % 7));
        edits.insert(name.clone(), Edit::Remove);
        files.remove(&name);
    }
    for n in 0..40 {
        let name = path(&format!("{n}/new.ts"));
        edits.insert(name.clone(), Edit::Put(entry("new")));
        files.insert(name, entry("new"));
    }
    edits.insert(path("absent"), Edit::Remove);
    let edited = tree.edit(&edits);
    assert_eq!(edited, Tree::new(files));
}

#[test]
fn an_edit_rewrites_only_what_it_touches() {
    let tree = Tree::new(numbered(5000));
    let edited = tree.edit(&Sorted::from([(path("src/folder0/file0.ts"), Edit::Put(entry("changed")))]));
    let kept = edited.segments().iter().filter(|segment| tree.segments().contains(segment)).count();
    assert_eq!(kept + 1, edited.segments().len());
}

#[test]
fn removing_every_file_gives_the_empty_tree() {
    let files = numbered(200);
    let edits = files.iter().map(|(path, _)| (path.clone(), Edit::Remove)).collect();
    assert_eq!(Tree::new(files).edit(&edits).id(), TreeId::empty());
}

#[test]
fn changes_name_each_path_that_differs() {
    let before = Tree::new(numbered(1000));
    let edits = Sorted::from([
        (path("a"), Edit::Put(entry("added"))),
        (path("src/folder0/file0.ts"), Edit::Remove),
        (path("src/folder1/file1.ts"), Edit::Put(entry("changed"))),
        (path("zzz"), Edit::Put(entry("added"))),
    ]);
    let after = before.edit(&edits);
    let names: Vec<String> = after.changes_since(&before).iter().map(|change| change.path.to_string()).collect();
    assert_eq!(names, ["a", "src/folder0/file0.ts", "src/folder1/file1.ts", "zzz"]);
    assert_eq!(before.changes_since(&before), []);
    assert_eq!(after.changes_since(&Tree::default()).len(), after.len());
}

#[test]
fn nodes_read_back_as_they_were_written() {
    let tree = Tree::new(numbered(500));
    let root = TreeRoot::decode(tree.id(), tree.root_blob().bytes()).unwrap();
    let segments = tree.segments().iter().map(|segment| Segment::from_blob(&segment.to_blob()).unwrap()).collect();
    assert_eq!(Tree::assemble(&root, segments).unwrap(), tree);
}

#[test]
fn i5_a_stored_name_that_leaves_the_draft_is_not_read() {
    let mut bytes = code::encode_segment(&[(path("xx/a"), entry(""))]);
    let at = bytes.windows(2).position(|pair| pair == b"xx").unwrap();
    bytes[at..at + 2].copy_from_slice(b"..");
    assert_eq!(Segment::from_blob(&Blob::new(bytes)), Err(UnreadableTree));
}

#[test]
fn any_bytes_are_refused_and_never_panic() {
    for length in 0..200 {
        let bytes: Vec<u8> = (0..length).map(|n: u32| (n * 151 + length) as u8).collect();
        for tag in [1, 2] {
            let bytes = [&[tag], bytes.as_slice()].concat();
            let _ = Segment::from_blob(&Blob::new(bytes.clone()));
            let _ = TreeRoot::decode(TreeId::empty(), &bytes);
        }
    }
}

#[test]
fn a_folder_is_there_when_a_file_is_in_it() {
    let tree = Tree::new([(path("a-b"), entry("")), (path("a/b/c"), entry("")), (path("ab"), entry(""))]);
    assert!(tree.has_folder("a"));
    assert!(tree.has_folder("a/b"));
    assert!(!tree.has_folder("ab"));
    assert!(!tree.has_folder("a-b"));
    assert!(!tree.has_folder("z"));
    assert!(!Tree::default().has_folder("a"));
}
