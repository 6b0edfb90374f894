//! `bench` and `replay`: programs of tests/page that drive a browser.

use std::process::ExitCode;

use crate::build::{self, Part};
use crate::program::Failure;
use crate::setup;

/// Runs the npm script `script` of tests/page; its exit code becomes ours.
pub fn run(script: &str, options: &[String]) -> Result<ExitCode, Failure> {
    let options = options_from_anywhere(options)?;
    let tools = setup::prepare(&setup::BROWSER)?;
    let _in_use = build::up_to_date(&tools, &Part::ALL)?;
    let mut npm = tools.command("npm");
    npm.args(["run", "--silent", script, "-w", "knowngood-page-tests", "--"]).args(options);
    let status = npm.status()?;
    // No code: ended by a signal.
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(ExitCode::from(code))
}

/// Makes the paths in `options` absolute: npm runs the script in another folder than the caller's.
fn options_from_anywhere(options: &[String]) -> Result<Vec<String>, Failure> {
    let mut made = Vec::new();
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => {
                let file = words.next().ok_or_else(|| Failure("--json needs a file".into()))?;
                made.extend([word.clone(), absolute(file)?]);
            }
            "--keep" => {
                let number = words.next().ok_or_else(|| Failure("--keep needs a number".into()))?;
                made.extend([word.clone(), number.clone()]);
            }
            option if option.starts_with('-') => made.push(word.clone()),
            folder => made.push(absolute(folder)?),
        }
    }
    Ok(made)
}

fn absolute(path: &str) -> Result<String, Failure> {
    let absolute = std::path::absolute(path).map_err(|error| Failure(format!("{path}: {error}")))?;
    absolute.into_os_string().into_string().map_err(|_| Failure(format!("{path}: not UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(options: &str) -> String {
        let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
        let here = std::env::current_dir().expect("there is one");
        let made = options_from_anywhere(&options).expect("they are complete").join(" ");
        made.replace(here.to_str().expect("it is UTF-8"), "HERE")
    }

    #[test]
    fn folders_and_files_are_those_of_the_caller() {
        assert_eq!(check("--json out.json a /b"), "--json HERE/out.json HERE/a /b");
    }

    #[test]
    fn numbers_and_flags_stay_as_they_are() {
        assert_eq!(check("--keep 20 --quick a"), "--keep 20 --quick HERE/a");
    }

    #[test]
    fn an_option_without_its_value_is_refused() {
        assert!(options_from_anywhere(&["--json".to_owned()]).is_err());
    }
}
