//! A real browser that a test drives as a reader would: it clicks and types, and notes every problem that
//! the browser reports, such as a violation of the content security policy.
//!
//! Chromium listens on two pipes (`--remote-debugging-pipe`): it reads commands in JSON from descriptor 3
//! and writes answers and events to descriptor 4, each followed by a zero byte. A shell connects them with
//! two named pipes.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use serde_json::{Value, json};

/// The maximum time for an answer of the browser.
const PATIENCE: Duration = Duration::from_secs(120);

/// Connects the browser to its pipes, without a window, a network or a profile of the user.
const START: &str = "exec \"$0\" --headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run \
                     --disable-background-networking --disable-component-update --disable-sync \
                     --user-data-dir=profile --remote-debugging-pipe \"$@\" 3<to 4>from";

pub(crate) struct Browser {
    process: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<Value>,
    commands: u64,
    problems: Vec<String>,
}

impl Browser {
    /// Opens a page; `None`, and a line on standard error, without a browser. Files that the page saves go
    /// into the folder.
    pub(crate) fn open(page: &Path, folder: &Path) -> Option<Self> {
        Self::open_with(&[], page, folder)
    }

    /// Opens a page in a browser with these options.
    pub(crate) fn open_with(options: &[&str], page: &Path, folder: &Path) -> Option<Self> {
        let browser = ["chromium", "chromium-browser", "google-chrome"]
            .into_iter()
            .find(|name| Command::new(name).arg("--version").output().is_ok());
        let Some(browser) = browser else {
            eprintln!("SKIPPED: the page was not opened, because there is no chromium");
            return None;
        };
        let made = Command::new("mkfifo").current_dir(folder).args(["to", "from"]).status();
        assert!(made.expect("mkfifo starts").success());
        let process = Command::new("sh")
            .args(["-c", START, browser])
            .args(options)
            .current_dir(folder)
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let to = fs::OpenOptions::new().write(true).open(folder.join("to")).expect("a pipe");
        let from = messages(File::open(folder.join("from")).expect("a pipe"));
        let mut browser = Self { process, to, from, session: None, commands: 0, problems: vec![] };
        browser.attach(folder);
        browser.call("Page.navigate", json!({ "url": format!("file://{}", page.display()) }));
        browser.wait("document.readyState === 'complete'");
        Some(browser)
    }

    /// Attaches to a new tab, and asks for its events.
    fn attach(&mut self, folder: &Path) {
        let saved = json!({ "behavior": "allow", "downloadPath": folder });
        self.call("Browser.setDownloadBehavior", saved);
        let tab = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let tab = json!({ "targetId": tab["targetId"], "flatten": true });
        self.session = Some(self.call("Target.attachToTarget", tab)["sessionId"].clone());
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
    }

    /// Sends a command and returns its result.
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.commands += 1;
        let mut message = json!({ "id": self.commands, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = session.clone();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser listens");
        loop {
            let answer = self.from.recv_timeout(PATIENCE).expect("the browser answers");
            if answer["id"] == self.commands {
                assert_eq!(answer["error"], Value::Null, "{method}");
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    /// Notes an event that is a problem.
    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        let is_bad = match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Page.javascriptDialogOpening") => true,
            Some("Runtime.consoleAPICalled") => parameters["type"] == "error",
            Some("Log.entryAdded") => parameters["entry"]["level"] == "error",
            _ => false,
        };
        if is_bad {
            self.problems.push(parameters.to_string());
        }
    }

    /// Returns the value of an expression in the page, after its promise is kept.
    #[track_caller]
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let question =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", question);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// Waits until a condition holds.
    #[track_caller]
    pub(crate) fn wait(&mut self, condition: &str) {
        let wait = format!(
            "(async () => {{ for (let turn = 0; turn < 2000; turn += 1) {{ if ({condition}) return true; \
             await new Promise((done) => setTimeout(done, 20)); }} return false; }})()"
        );
        assert_eq!(self.value(&wait), true, "{condition}");
    }

    /// Clicks in the middle of the first element that the selector names, as a mouse does.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.scrollIntoView({{ block: \
             'center' }}); const box = it.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({
                "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1
            });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Presses a key, by its name and code.
    pub(crate) fn press(&mut self, key: &str, code: u32) {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code
            });
            if key == "Enter" && kind == "keyDown" {
                event["text"] = "\r".into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Chooses a value of a control, as its user does.
    #[track_caller]
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const it = document.querySelector({selector:?}); it.value = {value:?}; \
             for (const kind of ['input', 'change']) it.dispatchEvent(new Event(kind, {{ bubbles: true \
             }})); }})()"
        ));
    }

    /// Clicks on a button that saves a file of this name into the folder, and returns its text.
    #[track_caller]
    pub(crate) fn saved(&mut self, folder: &Path, button: &str, name: &str) -> String {
        self.click(button);
        for _ in 0..500 {
            // An empty file reserves the name of the one that is renamed to it.
            match fs::read_to_string(folder.join(name)) {
                Ok(text) if !text.is_empty() => return text,
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        panic!("{name} was not saved");
    }

    /// Returns the problems noted so far: exceptions, errors, dialogs, violations of the policy.
    pub(crate) fn problems(&mut self) -> &[String] {
        self.value("new Promise((done) => setTimeout(done, 50))");
        &self.problems
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns the messages that come out of a pipe.
fn messages(pipe: File) -> Receiver<Value> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let pieces = BufReader::new(pipe).split(0).map_while(Result::ok);
        for message in pieces.filter_map(|piece| serde_json::from_slice(&piece).ok()) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    receiver
}
