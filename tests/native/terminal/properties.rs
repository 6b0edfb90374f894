//! Whatever is typed, the terminal answers.

use proptest::prelude::*;

use super::*;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Words that mean something here, among words that mean nothing.
fn word() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "checkpoint",
        "list",
        "show",
        "diff",
        "restore",
        "recover",
        "help",
        "undo",
        "export",
        "finish",
        "rollback",
        "-m",
        "--message",
        "--message=x",
        "--json",
        "--stat",
        "--path",
        "--path=a",
        "--context",
        "--force",
        "--help",
        "-h",
        "--",
        "-",
        "0",
        "1",
        "2",
        "3",
        "-1",
        "#1",
        "4294967295",
        "99999999999999999999999",
        "a",
        "src/",
        "'",
        "\"",
        "\\",
        "it's",
        "",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => any::<String>()]
}

/// What a line may change: the list and the files.
fn state(terminal: &Terminal) -> (Vec<String>, String) {
    (terminal.scene.list(), terminal.scene.files.show())
}

fn answers(input: Input<'_>) -> Result<(), TestCaseError> {
    let terminal = Terminal::with_two_checkpoints();
    terminal.scene.files.set("header.ts", b"changed since\n");
    let before = state(&terminal);
    let output = terminal.gives(input);
    let code = output.exit_code.number();
    prop_assert!(code <= 2);
    prop_assert!(!output.stdout.is_empty() || !output.stderr.is_empty());
    if code == 2 {
        prop_assert_eq!(state(&terminal), before);
    }
    if code != 0 && output.stderr.is_empty() {
        let error: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
        prop_assert!(error["error"]["code"].is_string());
    }
    let hostile = |letter: char| letter != '\n' && letter.is_control();
    prop_assert!(!output.stderr.contains(hostile), "{:?}", output.stderr);
    Ok(())
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn any_words_are_answered(words in prop::collection::vec(word(), 0..7)) {
        answers(Input::Words(&words))?;
    }

    #[test]
    fn any_line_is_answered(words in prop::collection::vec(word(), 0..7), line in any::<String>()) {
        answers(Input::Line(&words.join(" ")))?;
        answers(Input::Line(&format!("checkpoint {line}")))?;
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn a_message_after_its_option_is_recorded_exactly(message in prop_oneof![any::<String>(), word(), "[a-z ]{0,5000}"]) {
        let terminal = Terminal::of(&[]);
        let output = terminal.gives_words(&["-m", &message]);
        let trimmed = message.trim();
        if trimmed.is_empty() {
            prop_assert_eq!(output.exit_code.number(), 2);
            return Ok(());
        }
        let rows = terminal.json("list --json");
        let expected = &trimmed[..trimmed.floor_char_boundary(4096)];
        prop_assert_eq!(rows[0]["label"].as_str(), Some(expected));
        prop_assert_eq!(output.stdout.lines().count(), 1);
    }

    #[test]
    fn a_command_that_is_shown_records_what_was_typed(words in prop::collection::vec("[a-z' \"\\\\!^$`#*-]{1,6}", 0..4)) {
        // A line that asks for help gets it, wherever it asks, and however often: `-hh` is `-h -h`.
        prop_assume!(!words.iter().any(|word| word.starts_with("-h") && word[1..].bytes().all(|letter| letter == b'h')));
        let mut line = vec!["list".to_owned(), "of".to_owned()];
        line.extend(words);
        let refused = Terminal::of(&[]).gives(Input::Words(&line)).stderr;
        let (_, command) = refused.trim_end_matches('\n').rsplit_once("as a message: ").unwrap();
        let terminal = Terminal::of(&[]);
        terminal.gives(Input::Line(command));
        let rows = terminal.json("list --json");
        let typed = line.join(" ");
        prop_assert_eq!(rows[0]["label"].as_str(), Some(typed.trim()), "{}", command);
    }
}
