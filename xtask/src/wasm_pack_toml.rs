//! `wasm-pack.toml`: how the WebAssembly module is built.

use serde::Deserialize;

use crate::program::Failure;
use crate::project;

/// The settings in `wasm-pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WasmPack {
    /// As in `wasm-pack build --target`.
    pub target: String,
    /// Relative to the repository's root.
    pub out_dir: String,
    /// The module is `<out-name>_bg.wasm`.
    pub out_name: String,
    /// Cargo's profile.
    pub profile: String,
    /// What is made of the module afterwards.
    pub wasm_opt: WasmOpt,
    /// What the module may weigh.
    pub size: Size,
}

/// The section `[wasm-opt]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WasmOpt {
    /// Arguments of `wasm-opt`.
    pub flags: Vec<String>,
}

/// The section `[size]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Size {
    /// In bytes of gzip: more is a failure.
    pub gzip_budget: u64,
}

impl WasmPack {
    /// Reads the repository's `wasm-pack.toml`.
    pub fn read() -> Result<Self, Failure> {
        let text = std::fs::read_to_string(project::root().join("wasm-pack.toml"))?;
        toml::from_str(&text).map_err(|error| Failure(format!("wasm-pack.toml: {error}")))
    }

    /// The module, relative to the repository's root.
    pub fn module(&self) -> String {
        format!("{}/{}_bg.wasm", self.out_dir, self.out_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_what_the_package_imports() {
        let settings = WasmPack::read().expect("the file is in the repository");
        assert_eq!(settings.target, "web");
        assert_eq!(settings.module(), "npm/wasm/knowngood_bg.wasm");
        assert_eq!(settings.profile, "release");
        assert_eq!(settings.size.gzip_budget, 450_000, "it is a promise of the product");
    }

    #[test]
    fn wasm_opt_takes_the_simd_that_the_crate_is_compiled_with() {
        let settings = WasmPack::read().expect("the file is in the repository");
        let cargo = std::fs::read_to_string(project::root().join(".cargo/config.toml")).expect("it is there too");
        assert!(cargo.contains("+simd128"));
        assert!(settings.wasm_opt.flags.iter().any(|flag| flag == "--enable-simd"));
    }

    #[test]
    fn a_misspelt_key_is_refused() {
        let text = std::fs::read_to_string(project::root().join("wasm-pack.toml")).expect("it is there");
        assert!(toml::from_str::<WasmPack>(&text.replace("out-dir", "out-dri")).is_err());
    }
}
