//! A repository of the real git in a temporary folder.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};

use knowngood::model::FileMode;

use super::trees::{File, Files, Pair};

pub struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    pub fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "--quiet"], b"").unwrap();
        repository
    }

    /// Runs git as on a machine where nothing is configured; what it prints, or what it complains of.
    fn git(&self, arguments: &[&str], input: &[u8]) -> Result<Vec<u8>, String> {
        let mut child = Command::new("git")
            .args(["-c", "core.autocrlf=false", "-c", "apply.whitespace=nowarn", "-c", "core.fileMode=true"])
            .args(arguments)
            .current_dir(self.folder.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            // A git that stops early closes its input; its status says why.
            scope.spawn(move || drop(stdin.write_all(input)));
            child.wait_with_output().unwrap()
        });
        if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into()) }
    }

    pub fn apply(&self, option: &str, patch: &[u8]) -> Result<(), String> {
        self.git(&["apply", "--unidiff-zero", option, "-"], patch).map(drop)
    }

    /// Added and removed lines of each file in `patch`.
    pub fn numstat(&self, patch: &[u8]) -> Result<Vec<(String, String)>, String> {
        let printed = self.git(&["apply", "--unidiff-zero", "--numstat", "-z", "-"], patch)?;
        let printed = String::from_utf8_lossy(&printed).into_owned();
        // With `-z` an entry is `added TAB removed TAB path NUL`.
        let numbers = printed.split_terminator('\0').map(|entry| {
            let mut fields = entry.splitn(3, '\t').map(str::to_owned);
            (fields.next().unwrap(), fields.next().unwrap())
        });
        Ok(numbers.collect())
    }

    /// What git itself shows between the two trees.
    pub fn diff(&self, pair: &Pair, options: &[&str]) -> Vec<u8> {
        let trees = [&pair.before, &pair.after].map(|files| {
            self.write(files);
            self.git(&["add", "--all", "--force"], b"").unwrap();
            String::from_utf8(self.git(&["write-tree"], b"").unwrap()).unwrap()
        });
        let mut arguments = vec!["diff-tree", "-r", "--diff-algorithm=histogram"];
        arguments.extend(options);
        arguments.extend(trees.iter().map(|tree| tree.trim()));
        self.git(&arguments, b"").unwrap()
    }

    /// Makes the work tree hold exactly `files`.
    pub fn write(&self, files: &Files) {
        for entry in fs::read_dir(self.folder.path()).unwrap() {
            let entry = entry.unwrap();
            match (entry.file_name() == ".git", entry.file_type().unwrap().is_dir()) {
                (true, _) => {}
                (false, true) => fs::remove_dir_all(entry.path()).unwrap(),
                (false, false) => fs::remove_file(entry.path()).unwrap(),
            }
        }
        for (path, file) in files {
            let path = self.folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &file.bytes).unwrap();
            let bits = if file.mode == FileMode::Executable { 0o755 } else { 0o644 };
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
        }
    }

    /// The files of the work tree.
    pub fn read(&self) -> Files {
        let mut files = Files::new();
        let mut folders = BTreeSet::from([self.folder.path().to_owned()]);
        while let Some(folder) = folders.pop_first() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    if path != self.folder.path().join(".git") {
                        folders.insert(path);
                    }
                    continue;
                }
                files.insert(self.name(&path), read_file(&path));
            }
        }
        files
    }

    fn name(&self, path: &Path) -> String {
        path.strip_prefix(self.folder.path()).unwrap().to_str().unwrap().to_owned()
    }
}

fn read_file(path: &Path) -> File {
    let runs = fs::metadata(path).unwrap().permissions().mode() & 0o100 != 0;
    let mode = if runs { FileMode::Executable } else { FileMode::Regular };
    File { bytes: fs::read(path).unwrap(), mode }
}

/// A patch without what names content, since git's hash is not ours. Modes at the end of the line are kept.
pub fn without_ids(patch: &[u8]) -> Vec<u8> {
    let mut kept = Vec::new();
    for line in patch.split_inclusive(|byte| *byte == b'\n') {
        match line.strip_prefix(b"index ") {
            Some(ids) => {
                kept.extend_from_slice(b"index");
                kept.extend(ids.iter().skip_while(|byte| !byte.is_ascii_whitespace()));
            }
            None => kept.extend_from_slice(line),
        }
    }
    kept
}
