//! Weighs the WebAssembly module: what a page has to download.

use std::str::FromStr;

use crate::program::{self, Failure};
use crate::project;
use crate::setup::Tools;
use crate::wasm_pack_toml::WasmPack;

const WEIGH: &str = "
const { readFileSync } = require('node:fs');
const { brotliCompressSync, gzipSync } = require('node:zlib');
const module = readFileSync(process.argv[1]);
console.log(module.length, gzipSync(module, { level: 9 }).length, brotliCompressSync(module).length);
";

/// What the module weighs, in bytes.
#[derive(Debug, PartialEq, Eq)]
struct Weight {
    raw: u64,
    gzip: u64,
    brotli: u64,
}

/// Prints what the module weighs; fails when that is more than `wasm-pack.toml` allows.
pub fn check(tools: &Tools) -> Result<(), Failure> {
    let settings = WasmPack::read()?;
    let said = program::ask(tools.command("node").args(["-e", WEIGH]).arg(project::root().join(settings.module())))?;
    let weight: Weight = said.parse()?;
    let budget = settings.size.gzip_budget;
    println!("{}", settings.module());
    println!("  raw    {:>9} bytes", weight.raw);
    println!("  gzip   {:>9} bytes (at most {budget})", weight.gzip);
    println!("  brotli {:>9} bytes", weight.brotli);
    weight.within(budget)
}

impl Weight {
    fn within(&self, gzip_budget: u64) -> Result<(), Failure> {
        if self.gzip <= gzip_budget {
            return Ok(());
        }
        let over = self.gzip - gzip_budget;
        Err(Failure(format!("the module is {over} bytes of gzip above the budget in wasm-pack.toml")))
    }
}

impl FromStr for Weight {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let numbers: Result<Vec<u64>, _> = text.split_whitespace().map(str::parse).collect();
        match numbers.as_deref() {
            Ok([raw, gzip, brotli]) => Ok(Self { raw: *raw, gzip: *gzip, brotli: *brotli }),
            _ => Err(Failure(format!("node did not weigh the module, it said: {text}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_itself_is_allowed_and_one_byte_more_is_not() {
        let weight: Weight = "1000 450 400\n".parse().expect("three numbers");
        assert_eq!(weight, Weight { raw: 1000, gzip: 450, brotli: 400 });
        assert!(weight.within(450).is_ok());
        let Err(Failure(message)) = weight.within(449) else { panic!("one byte above") };
        assert!(message.contains("1 bytes of gzip above"), "{message}");
    }

    #[test]
    fn what_is_not_three_numbers_is_refused() {
        assert!("1000 450".parse::<Weight>().is_err());
        assert!("a b c".parse::<Weight>().is_err());
    }
}
