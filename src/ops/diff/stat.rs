//! The table that people read first: one line per file with a bar of `+` and `-`, as `git diff --stat` prints it.

use super::quote::{needs_quotes, quoted};
use super::{ContentChange, FileSummary, Status};
use crate::model::LineCount;

/// Columns of the table.
const WIDTH: usize = 80;
/// A bar is never shorter when the longest one has to shrink.
const LEAST_BAR: usize = 6;
/// Columns of a line that are neither name, number nor bar: ` `, ` | `, ` ` and a free one at the end.
const FRAME: usize = 6;

/// The table of `files`, and a last line with the sums; no text at all for no files.
///
/// Lines are 80 columns wide at most, as git's are where there is no terminal.
pub fn stat_text(files: &[FileSummary]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let names: Vec<String> = files.iter().map(shown_name).collect();
    let layout = Layout::of(files, &names);
    let mut out = String::new();
    for (file, name) in files.iter().zip(&names) {
        let name = layout.fitted_name(name);
        let number = layout.number;
        out.push_str(&format!(" {name:<width$} | ", width = layout.name));
        match file.content {
            ContentChange::Lines(lines) => {
                let total = lines.added + lines.removed;
                let (added, removed) = layout.bar_of(lines);
                let bar = "+".repeat(added) + &"-".repeat(removed);
                out.push_str(format!("{total:>number$} {bar}").trim_end());
            }
            ContentChange::Binary { before_bytes, after_bytes } => {
                out.push_str(&format!("{bin:>number$} {before_bytes} -> {after_bytes} bytes", bin = "Bin"));
            }
            ContentChange::Damaged => out.push_str("damaged"),
        }
        out.push('\n');
    }
    out.push_str(&sums(files));
    out
}

fn sums(files: &[FileSummary]) -> String {
    let (mut added, mut removed) = (0, 0);
    for file in files {
        if let ContentChange::Lines(lines) = file.content {
            added += lines.added;
            removed += lines.removed;
        }
    }
    let mut line = format!(" {} changed", counted(files.len() as u64, "file", ""));
    if added > 0 || removed == 0 {
        line.push_str(&format!(", {}", counted(added, "insertion", "(+)")));
    }
    if removed > 0 || added == 0 {
        line.push_str(&format!(", {}", counted(removed, "deletion", "(-)")));
    }
    line.push('\n');
    line
}

fn counted(count: u64, noun: &str, sign: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}{sign}")
}

/// The columns of the table.
struct Layout {
    name: usize,
    number: usize,
    bar: usize,
    /// The most lines of one file.
    most: usize,
}

impl Layout {
    fn of(files: &[FileSummary], names: &[String]) -> Self {
        let mut most = 0;
        let mut number = 0;
        let mut binary = 0;
        for file in files {
            match file.content {
                ContentChange::Lines(lines) => most = most.max(lines.added + lines.removed),
                ContentChange::Binary { before_bytes, after_bytes } => {
                    number = "Bin".len();
                    binary = binary.max(format!("{before_bytes} -> {after_bytes} bytes").len());
                }
                ContentChange::Damaged => {}
            }
        }
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let number = number.max(most.to_string().len());
        // What is wanted first; then what fits: the bars give way before the names do.
        let mut name = names.iter().map(String::len).max().unwrap_or(0);
        let mut bar = most.max(binary);
        let free = WIDTH.saturating_sub(FRAME + number);
        if name.saturating_add(bar) > free {
            bar = bar.min((WIDTH * 3 / 8).saturating_sub(FRAME + number).max(LEAST_BAR));
            name = name.min(free.saturating_sub(bar));
            bar = free.saturating_sub(name);
        }
        Self { name, number, bar, most }
    }

    /// The end of a name that is too long, from a `/` on where there is one.
    fn fitted_name(&self, name: &str) -> String {
        if name.len() <= self.name {
            return name.to_owned();
        }
        // Names are plain ASCII here, so bytes are columns.
        let end = name.get(name.len() - self.name.saturating_sub(3)..).unwrap_or(name);
        let end = end.find('/').map_or(end, |slash| &end[slash..]);
        format!("...{end}")
    }

    /// How many `+` and `-` a file gets. A side with any line gets at least one.
    fn bar_of(&self, lines: LineCount) -> (usize, usize) {
        let size = |lines: u64| usize::try_from(lines).unwrap_or(usize::MAX);
        let (added, removed) = (size(lines.added), size(lines.removed));
        if self.most < self.bar {
            return (added, removed);
        }
        let mut total = self.scaled(added.saturating_add(removed));
        if total < 2 && added > 0 && removed > 0 {
            total = 2;
        }
        // The smaller side is scaled and the larger one gets the rest, so that the bars' lengths compare.
        if added < removed {
            let added = self.scaled(added);
            (added, total.saturating_sub(added))
        } else {
            let removed = self.scaled(removed);
            (total.saturating_sub(removed), removed)
        }
    }

    fn scaled(&self, lines: usize) -> usize {
        match lines.saturating_mul(self.bar.saturating_sub(1)).checked_div(self.most) {
            Some(scaled) if lines > 0 => 1 + scaled,
            Some(_) | None => 0,
        }
    }
}

/// The name in the table. A rename is `old => new`, with what both have in common outside of braces.
fn shown_name(file: &FileSummary) -> String {
    let new = file.path.as_str();
    let Status::Renamed { from, .. } = &file.status else { return quoted("", new) };
    let old = from.as_str();
    if needs_quotes(old) || needs_quotes(new) {
        return format!("{} => {}", quoted("", old), quoted("", new));
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('/').collect(), new.split('/').collect());
    let shorter = old.len().min(new.len());
    let first = old[..shorter - 1].iter().zip(&new).take_while(|(a, b)| a == b).count();
    // Without common folders, the common end needs a part before it on both sides: it begins with a `/`.
    let room = if first == 0 { shorter - 1 } else { shorter - first };
    let last = old.iter().rev().zip(new.iter().rev()).take(room).take_while(|(a, b)| a == b).count();
    if first + last == 0 {
        return format!("{from} => {}", file.path);
    }
    let middle = |parts: &[&str]| parts[first..parts.len() - last].join("/");
    let start: String = old[..first].iter().map(|part| format!("{part}/")).collect();
    let end: String = old[old.len() - last..].iter().map(|part| format!("/{part}")).collect();
    format!("{start}{{{} => {}}}{end}", middle(&old), middle(&new))
}

#[cfg(test)]
mod tests {
    use super::super::scene::Scene;
    use super::*;

    fn stat(scene: &Scene) -> String {
        stat_text(&super::super::summaries(&scene.paired(), &scene.content(), Default::default()))
    }

    #[test]
    fn files_are_listed_with_bars_and_sums() {
        let scene =
            Scene::new(&[("a.ts", "1\n2\n3\n"), ("gone", "x\n")], &[("a.ts", "1\nb\n3\n4\n"), ("new.ts", "\n")]);
        assert_eq!(
            stat(&scene),
            " a.ts   | 3 ++-\n gone   | 1 -\n new.ts | 1 +\n 3 files changed, 3 insertions(+), 2 deletions(-)\n"
        );
    }

    #[test]
    fn binary_damaged_and_empty_files_have_no_bars() {
        let scene = Scene::new(&[("a", "\0ten bytes"), ("b", "1")], &[("a", "\0"), ("b", "2"), ("c", "")]).damage("2");
        assert_eq!(
            stat(&scene),
            " a | Bin 10 -> 1 bytes\n b | damaged\n c |   0\n 3 files changed, 0 insertions(+), 0 deletions(-)\n"
        );
    }

    #[test]
    fn no_changes_have_no_text() {
        assert_eq!(stat(&Scene::new(&[("a", "1")], &[("a", "1")])), "");
    }

    #[test]
    fn renames_name_what_changed_in_the_path() {
        let text = "some content that is kept\n";
        for (old, new, shown) in [
            ("a", "b", "a => b"),
            ("src/a.ts", "src/b.ts", "src/{a.ts => b.ts}"),
            ("a/x.ts", "b/x.ts", "{a => b}/x.ts"),
            ("a/b", "a/c/b", "a/{ => c}/b"),
            ("a/a/a", "a/a", "a/{a => }/a"),
            ("p/a/q/z", "p/b/q/z", "p/{a => b}/q/z"),
            ("z", "a/z", "z => a/z"),
            ("é", "e", "\"\\303\\251\" => e"),
        ] {
            let stat = stat(&Scene::new(&[(old, text)], &[(new, text)]));
            assert_eq!(stat.lines().next(), Some(&*format!(" {shown} | 0")));
        }
    }
}
