//! Serves the page, as it is built for release.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use crate::build::{self, Part};
use crate::program::{self, Failure};
use crate::progress::step;
use crate::project;
use crate::setup::{self, Tools};

/// An address of a checkpoint. No file has this name: the page itself answers it.
const ADDRESS: &str = "/drafts/demo/c/1";
/// How long the server may take to answer for the first time.
const START: Duration = Duration::from_secs(30);

/// Builds all, serves the page on the first free port from 5173, prints its address, and ends with Ctrl-C.
pub fn serve() -> Result<ExitCode, Failure> {
    let tools = setup::prepare(&setup::BUILD)?;
    drop(build::up_to_date(&tools, &Part::ALL)?);
    eprintln!("demo: open this address in a browser; Ctrl-C ends it");
    // Vite takes the next port when one is taken, so it is Vite that prints the address.
    program::become_it(vite(&tools).args(["--port", "5173"]))
}

/// Builds all, serves the page, fetches it once, and ends.
pub fn check_once(tools: &Tools) -> Result<(), Failure> {
    let _in_use = build::up_to_date(tools, &Part::ALL)?;
    step("demo: the page, its scripts and an address are served", || {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let mut server = Server::start(vite(tools).args(["--port", &port.to_string(), "--strictPort"]), port)?;
        let page = server.first("/")?;
        if server.get(ADDRESS)? != page {
            return Err(Failure(format!("{ADDRESS} does not answer with the page")));
        }
        let scripts = scripts(&page);
        if scripts.is_empty() {
            return Err(Failure("the page has no script".into()));
        }
        for script in scripts {
            if server.get(script)? == page {
                return Err(Failure(format!("{script} is not there")));
            }
        }
        Ok(())
    })
}

fn vite(tools: &Tools) -> Command {
    let mut vite = tools.command("vite");
    vite.current_dir(project::root().join("www")).args(["preview", "--host", "127.0.0.1"]);
    // Vite's lock allows one preview of a project. Ours only reads www/dist, so a test may run beside a demo.
    vite.arg("--bypass-lock");
    // With CI set, Vite does not end when its stdin does: the demo may run in the background.
    vite.env("CI", "true");
    vite
}

/// The local files that `page` loads as scripts.
fn scripts(page: &str) -> Vec<&str> {
    let after = page.split("src=\"").skip(1);
    after.filter_map(|rest| rest.split('"').next()).filter(|path| path.starts_with('/')).collect()
}

/// A server under test. Dropping it ends it.
struct Server {
    process: Child,
    port: u16,
}

impl Server {
    fn start(command: &mut Command, port: u16) -> Result<Self, Failure> {
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn()?;
        Ok(Self { process, port })
    }

    /// Fetches `path` as soon as the server answers.
    fn first(&mut self, path: &str) -> Result<String, Failure> {
        let start = Instant::now();
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            if let Some(status) = self.process.try_wait()? {
                return Err(Failure(format!("the server ended at once ({status})")));
            }
            if start.elapsed() > START {
                return Err(Failure(format!("no server on port {} within {START:?}", self.port)));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        self.get(path)
    }

    /// The body at `path`; any status but 200 is an error.
    fn get(&self, path: &str) -> Result<String, Failure> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port))?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: localhost\r\nAccept: text/html,*/*\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split_whitespace().nth(1).unwrap_or("no status");
        if status == "200" { Ok(body.to_owned()) } else { Err(Failure(format!("{path} answers with {status}"))) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Either fails only when the process has ended already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_of_other_sites_are_not_fetched() {
        let page = r#"<script src="/a.js"></script><img src="https://example.org/b.png"><script src="/c.js">"#;
        assert_eq!(scripts(page), ["/a.js", "/c.js"]);
    }
}
