//! What `checkpoint restore` and `checkpoint recover` answer.

use super::text::{NAMES_IN_RECEIPTS, left_out, names, safe};
use crate::history::{self, Recovery, Scope};
use crate::view::words::count;
use crate::view::{LeftOutFile, Receipt};

/// What a restore did, and how to undo it. `label`: of the checkpoint that was restored.
pub fn restored(receipt: &history::Receipt, label: &str) -> String {
    let n = receipt.target;
    if receipt.safety.is_none() {
        return format!("Nothing to do: the files are those of checkpoint {n} already.\n{}", alone(receipt));
    }
    format!("Restored checkpoint {n}: {}\n{}{}", safe(label), did(receipt), undo(receipt))
}

/// What a resume, an undo or a redo did. `title`: what was planned.
pub fn went(receipt: &history::Receipt, title: &str, scope: Scope) -> String {
    let mut text = format!("{}.\n", safe(title));
    let shown = Receipt::from(receipt);
    if let Some(went) = &shown.conversation {
        if let Some(branch) = &went.branch {
            text.push_str(&format!("Kept as a branch; go on with it: checkpoint resume --branch {branch}\n"));
        }
        if let Some(prompt) = &went.prompt {
            text.push_str(&format!("The prompt that was left: {}\n", safe(prompt)));
        }
    }
    if scope.has_files() && receipt.safety.is_none() {
        text.push_str("The files were so already.\n");
    }
    text + &did(receipt) + &undo(receipt)
}

/// What was done about a restore that had been cut off.
pub fn recovered(receipt: &history::Receipt, recovery: Recovery) -> String {
    let n = receipt.current;
    let first = match recovery {
        Recovery::Finish => format!("Finished: the files are those of checkpoint {n}."),
        Recovery::RollBack => format!("Rolled back: the files are those from before the restore (checkpoint {n})."),
    };
    format!("{first}\n{}{}", did(receipt), undo(receipt))
}

fn did(receipt: &history::Receipt) -> String {
    let mut text = String::new();
    for (verb, paths) in [("Wrote", &receipt.written), ("Removed", &receipt.removed)] {
        if !paths.is_empty() {
            let files = count(paths.len() as u64, "file");
            text.push_str(&format!("{verb} {files}: {}\n", names(paths, NAMES_IN_RECEIPTS)));
        }
    }
    text + &alone(receipt)
}

fn alone(receipt: &history::Receipt) -> String {
    let files = LeftOutFile::all(&receipt.left_alone);
    left_out("Left alone:", &files, receipt.left_alone.more, NAMES_IN_RECEIPTS)
}

fn undo(receipt: &history::Receipt) -> String {
    let undo = Receipt::from(receipt).undo.map(|undo| undo.command);
    let verb = if undo.as_deref() == Some("checkpoint redo") { "Redo" } else { "Undo" };
    undo.map(|command| format!("{verb} with: {command}\n")).unwrap_or_default()
}
