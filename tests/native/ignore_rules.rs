//! Compares the ignore rules with `git check-ignore`, on generated repositories that exist on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::{fs, thread};

use knowngood::model::{FilePath, LeftOutReason};
use knowngood::ops::rules::{Exclusion, Rules};

/// Repositories that are made; each seed always makes the same one.
const SEEDS: std::ops::Range<u64> = 0..160;
/// What a run must at least compare, so that a broken generator cannot pass.
const CHECKS: usize = 8_000;

/// Names of files and folders.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "a", "b", "c", "ab", "bc", "bx", "A", "Foo", "foo", "foo.js", "a.ts", "x.{js,ts}", "{js,ts}", "build",
    "build.log", "bar baz", "foo ", " foo", "foo  ", "!x", "#h", "日本", "語.txt", "😀", "é", "e\u{301}", "-", "]", "[",
    "[a", "[a-c]", "a]b", "x\\y", "foo\\", "\t", "foo\r", "a^", "^", ":", "x*", "**", "?q", "$p", "~", ".hidden",
    "...", "\u{feff}foo",
];

/// Patterns for which git has a rule of its own.
#[rustfmt::skip]
const TRICKY: &[&str] = &[
    "**", "**/", "/**", "/**/", "**/**", "***", "*", "/*", "*/", "*/*", "a/**", "a/**/b", "a/**/", "**/a", "**/a/**",
    "a/***/b", "a**/b", "a/b**/c", "a/b**", "foo**", "**foo", "a/*/c", "*/b", "*.{js,ts}", "x.{js,ts}", "{js,ts}",
    "[a-c]", "[!a]", "[^a]", "[[:alpha:]]", "[[:alpha:]]*", "[![:alpha:]]", "[[:digit:][:upper:]]", "[[:foo:]]",
    "[[:alpha]", "[a\\]b]", "[]]", "[]-a]", "[!]a]", "[a-", "[a", "[", "[]", "[!", "[\\", "a[", "[c-a]", "[a-a]",
    "[--0]", "[\\a-\\c]", "[a-c-e]", "[/]", "a[/]b", "a?b", "?", "??", "?oo", "foo\\", "\\foo", "\\", "\\\\",
    "x\\\\y", "foo\\\\", "\\#h", "#h", "\\!x", "!x", "!!x", "!\\!x", "! x", "!", "/", "//", "!/", "foo ", "foo\\ ",
    "foo\\  ", "foo\\ \\ ", "foo  ", " foo", "foo\\\\ ", " ", "\\ ", "\t", "\\\t", "foo\t", "foo\r", "foo\\\r", "\r",
    "bar baz", "bar\\ baz", "日本/", "語.*", "😀", "[日語]*", "?????", "????", "é", "e\u{301}", "*é", "A", "FOO", "[A-Z]*",
    "./a", "../a", "a/./b", "a//b", "//a", "a//", ".*", "!.gitignore", ".gitignore", "*.*", "*o*o*", "*a*/**/*b*",
    "\\*\\*", "x\\*", "$p", "\\$p", "!$p", "-", "\\-", "build/", "/build", "/build/", "!build/", "build/*",
    "!build/build.log", "\u{feff}foo",
];

/// splitmix64: small, and the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// One generated repository.
struct Repository {
    seed: u64,
    files: BTreeMap<String, Vec<u8>>,
    folders: BTreeSet<String>,
    draft: Vec<Rc<str>>,
}

impl Repository {
    fn generate(seed: u64) -> Self {
        let random = &mut Random(seed);
        let mut folders = BTreeSet::new();
        let mut files = BTreeMap::new();
        // A few names per repository, so that patterns and paths meet.
        let names: Vec<&str> = (0..14).map(|_| random.pick(NAMES)).collect();
        while files.len() < 40 {
            let mut path = random.pick(&names).to_owned();
            for _ in 0..random.below(4) {
                if files.contains_key(&path) {
                    break;
                }
                folders.insert(path.clone());
                path = format!("{path}/{}", random.pick(&names));
            }
            if !files.contains_key(&path) && !folders.contains(&path) {
                files.insert(path, Vec::new());
            } else if random.one_in(50) {
                break;
            }
        }
        let paths: Vec<String> = files.keys().cloned().collect();
        let draft = (0..random.below(4)).map(|_| Rc::from(pattern(random, &paths))).collect();
        let homes: Vec<String> =
            std::iter::once(String::new()).chain(folders.iter().map(|folder| format!("{folder}/"))).collect();
        for home in &homes {
            if home.is_empty() || random.one_in(4) {
                files.insert(format!("{home}.gitignore"), rule_file(random, home, &paths));
            }
        }
        Self { seed, files, folders, draft }
    }

    fn write(&self, root: &Path) {
        for folder in &self.folders {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        for (path, bytes) in &self.files {
            fs::write(root.join(path), bytes).unwrap();
        }
    }

    fn rules(&self, name: &str) -> Rules {
        let files = self.files.iter().filter_map(|(path, bytes)| {
            let home = path.strip_suffix(".gitignore").filter(|home| home.is_empty() || home.ends_with('/'))?;
            Some((FilePath::new(&format!("{home}{name}")).unwrap(), Rc::new(bytes.clone())))
        });
        Rules::new(&self.draft, files)
    }

    /// Everything that a person needs to see what went wrong.
    fn described(&self) -> String {
        let mut text = format!("seed {}\ndraft patterns {:?}\n", self.seed, self.draft);
        for (path, bytes) in self.files.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            writeln!(text, "{path}: {:?}", String::from_utf8_lossy(bytes)).unwrap();
        }
        text
    }
}

fn rule_file(random: &mut Random, home: &str, paths: &[String]) -> Vec<u8> {
    let below: Vec<String> = paths.iter().filter_map(|path| path.strip_prefix(home)).map(str::to_owned).collect();
    let mut bytes = Vec::new();
    if random.one_in(8) {
        bytes.extend_from_slice("\u{feff}".as_bytes());
    }
    let lines = 1 + random.below(6);
    for line in 0..lines {
        bytes.extend_from_slice(pattern(random, &below).as_bytes());
        let is_last = line + 1 == lines;
        match random.below(8) {
            0 if is_last => {}
            1 if is_last => bytes.push(b'\r'),
            2 => bytes.extend_from_slice(b"\r\n"),
            3 => bytes.extend_from_slice(b"   \n"),
            4 => bytes.extend_from_slice(b"\n\n# a comment\n"),
            _ => bytes.push(b'\n'),
        }
    }
    bytes
}

/// A tricky pattern, or one made from a path that is there.
fn pattern(random: &mut Random, paths: &[String]) -> String {
    if random.one_in(3) || paths.is_empty() {
        return random.pick(TRICKY).to_owned();
    }
    let path = &paths[random.below(paths.len())];
    let mut parts: Vec<String> = path.split('/').map(str::to_owned).collect();
    parts.drain(..random.below(parts.len()));
    parts.truncate(1 + random.below(parts.len()));
    let turned = random.below(parts.len());
    parts[turned] = turned_part(random, &parts[turned]);
    let body = parts.join("/");
    let start = random.pick(&["", "", "", "/", "!", "!", "!/", "**/", "*/"]);
    let end = random.pick(&["", "", "", "/", "/**", "/*", "*", "**", " "]);
    format!("{start}{body}{end}")
}

/// A part of a path, with something in it made a wildcard.
fn turned_part(random: &mut Random, part: &str) -> String {
    let letters: Vec<char> = part.chars().collect();
    let at = random.below(letters.len());
    let (before, letter): (String, char) = (letters[..at].iter().collect(), letters[at]);
    let after: String = letters[at + 1..].iter().collect();
    match random.below(12) {
        0 => "*".into(),
        1 => "**".into(),
        2 => format!("{before}*"),
        3 => format!("*{after}"),
        4 => format!("{before}?{after}"),
        5 => format!("{before}\\{letter}{after}"),
        6 => format!("{before}[{letter}]{after}"),
        7 => format!("{before}[!{letter}]{after}"),
        8 => format!("{before}[a-{letter}[:punct:]]{after}"),
        9 => format!("{before}**{after}"),
        10 => part.to_uppercase(),
        _ => part.to_owned(),
    }
}

/// What git says of one path: nothing fits it, or the rule file (empty: the draft) and the line.
type Answer = Option<(String, String)>;

/// Asks git about every file and folder of the repository at `root`.
fn ask_git(repository: &Repository, root: &Path) -> BTreeMap<String, Answer> {
    let patterns = root.join(".git/draft-patterns");
    fs::write(&patterns, repository.draft.join("\n")).unwrap();
    let excludes = format!("core.excludesFile={}", patterns.display());
    let mut child = git(root)
        .args(["-c", &excludes, "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("git must be installed: it is what the ignore rules are compared with");
    let mut stdin = child.stdin.take().unwrap();
    // `./` before a path keeps a `:` at its start from being read as a pathspec's magic.
    let asked: String = repository.files.keys().chain(&repository.folders).map(|path| format!("./{path}\0")).collect();
    let writer = thread::spawn(move || stdin.write_all(asked.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    // 1 says only that nothing is ignored.
    assert!(matches!(output.status.code(), Some(0 | 1)), "git check-ignore failed\n{}", repository.described());

    let text = String::from_utf8(output.stdout).unwrap();
    let fields: Vec<&str> = text.split_terminator('\0').collect();
    let draft = patterns.display().to_string();
    let answers = fields.chunks(4).map(|field| {
        let &[source, _line, pattern, path] = field else { panic!("git said {field:?}") };
        let source = if source == draft { "" } else { source };
        (path[2..].to_owned(), (!pattern.is_empty()).then(|| (source.to_owned(), pattern.to_owned())))
    });
    answers.collect()
}

/// A git that reads no configuration of the machine.
fn git(root: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).env("HOME", root).env("XDG_CONFIG_HOME", root);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1").env("LC_ALL", "C");
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"] {
        command.env_remove(name);
    }
    command
}

/// What the rules must say of a file, going by git's answers about it and the folders above it.
fn expected(path: &FilePath, answers: &BTreeMap<String, Answer>) -> Option<Exclusion> {
    let excluded = |entry: &str| answers[entry].clone().filter(|(_, pattern)| !pattern.starts_with('!'));
    let folder = path.folders().find_map(|folder| Some((format!("{folder}/"), excluded(folder)?)));
    let found = folder.or_else(|| Some((path.as_str().to_owned(), excluded(path.as_str())?)));
    found.map(|(topmost, (source, pattern))| {
        let source = (!source.is_empty()).then(|| Rc::from(source));
        Exclusion { topmost: topmost.into(), reason: LeftOutReason::Excluded { pattern: pattern.into(), source } }
    })
}

#[test]
fn cap5_the_rules_agree_with_git() {
    let place = tempfile::tempdir().unwrap();
    let (mut checks, mut excluded, mut brought_back) = (0, 0, 0);
    for seed in SEEDS {
        let repository = Repository::generate(seed);
        let root = place.path().join(seed.to_string());
        fs::create_dir(&root).unwrap();
        let made = git(&root)
            .args(["init", "--quiet", "--template="])
            .status()
            .expect("git must be installed: it is what the ignore rules are compared with");
        assert!(made.success(), "git init failed");
        repository.write(&root);
        let answers = ask_git(&repository, &root);
        assert_eq!(answers.len(), repository.files.len() + repository.folders.len(), "{}", repository.described());

        let rules = repository.rules(".gitignore");
        let own_rules = repository.rules(".checkpointignore");
        for name in repository.files.keys() {
            let path = FilePath::new(name).unwrap();
            let expected = expected(&path, &answers);
            let found = rules.exclusion(&path);
            assert_eq!(found, expected, "left: ours, right: git\npath {name:?}\n{}", repository.described());
            let own = own_rules.exclusion(&path);
            assert_eq!(
                own.map(|exclusion| exclusion.topmost),
                expected.as_ref().map(|exclusion| exclusion.topmost.clone()),
                "left: the same rules as .checkpointignore, right: git\npath {name:?}\n{}",
                repository.described()
            );
            excluded += usize::from(expected.is_some());
            brought_back += usize::from(expected.is_none() && answers[name].is_some());
        }
        checks += answers.len();
    }
    println!("{checks} paths compared, {excluded} files excluded, {brought_back} brought back");
    assert!(checks >= CHECKS, "only {checks} paths were compared");
    assert!(
        excluded >= checks / 10 && brought_back >= checks / 100,
        "{excluded} excluded, {brought_back} brought back"
    );
}
