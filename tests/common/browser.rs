//! A headless Chromium, driven over its debugging protocol.
// Each test binary uses only a part of this module.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::print_stderr)]

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Set by `.ci/run`: then a missing browser is a failure.
const REQUIRED: &str = "ISOTUNE_BROWSER_REQUIRED";
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// How long anything may take on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A browser with one page.
pub(crate) struct Browser {
    process: Child,
    socket: WebSocket<TcpStream>,
    session: Option<String>,
    calls: u64,
    /// What the page did besides being shown.
    faults: Vec<String>,
    requests: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser; where there is none, says so and returns `None`.
    pub(crate) fn start() -> Option<Browser> {
        let installed =
            |name: &&&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
        let Some(name) = NAMES.iter().find(installed) else {
            assert!(std::env::var_os(REQUIRED).is_none(), "there is no chromium, which {REQUIRED} asks for");
            eprintln!("skipped: there is no chromium to look at the page with");
            return None;
        };
        let profile = tempfile::tempdir().unwrap();
        let mut process = Command::new(name)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run"])
            .args(["--disable-background-networking", "--disable-component-update", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stderr.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| line.split_once("DevTools listening on ").map(|(_, address)| address.to_owned()))
            .expect("chromium says where it listens");
        // The rest is drained, or a full pipe would stop the browser.
        std::thread::spawn(move || lines.for_each(drop));
        let host = address.trim_start_matches("ws://").split('/').next().unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(&address, stream).unwrap();
        let (faults, requests) = (Vec::new(), Vec::new());
        let mut browser = Browser { process, socket, session: None, calls: 0, faults, requests, _profile: profile };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}))["targetId"].clone();
        let attached = browser.call("Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else { continue };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == json!(self.calls) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let parameters = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => self.faults.push(parameters["exceptionDetails"].to_string()),
            Some("Log.entryAdded") if parameters["entry"]["level"] != "verbose" => {
                self.faults.push(parameters["entry"].to_string());
            }
            Some("Runtime.consoleAPICalled") => self.faults.push(parameters["args"].to_string()),
            Some("Network.requestWillBeSent") => {
                self.requests.push(parameters["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            _ => {}
        }
    }

    /// Sets the width of the window and the colour scheme, `light` or `dark`.
    pub(crate) fn set(&mut self, width: u32, scheme: &str) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.call("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// Opens an address and waits until the page has drawn itself.
    pub(crate) fn open(&mut self, address: &str) {
        self.call("Page.navigate", &json!({"url": address}));
        self.wait("document.documentElement?.dataset.ready === 'yes'");
    }

    /// Returns the value of an expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let result = self.call("Runtime.evaluate", &parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// Returns a text of the page.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        self.value(&format!("document.querySelector({selector:?}).textContent")).as_str().unwrap().to_owned()
    }

    /// Waits until an expression is true.
    pub(crate) fn wait(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value(expression) != json!(true) {
            assert!(begun.elapsed() < TIMEOUT, "never true: {expression}; {:?}", self.faults);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks the first element of a selector.
    pub(crate) fn click(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).click()"));
    }

    /// Focuses an element and presses a key.
    pub(crate) fn press(&mut self, selector: &str, key: &str) {
        self.value(&format!("document.querySelector({selector:?}).focus()"));
        let text = if key.len() == 1 { json!(key) } else { Value::Null };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key});
            if kind == "keyDown" && !text.is_null() {
                event["text"] = text.clone();
            }
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Returns a picture of the whole page as PNG in base 64, as a key to compare, and keeps it if the folder that
    /// `ISOTUNE_SCREENSHOTS` names exists.
    pub(crate) fn picture(&mut self, name: &str) -> String {
        let size = self.value("[innerWidth, document.documentElement.scrollHeight]");
        let clip = json!({"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1});
        let parameters = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let picture = self.call("Page.captureScreenshot", &parameters)["data"].as_str().unwrap().to_owned();
        if let Some(folder) = std::env::var_os("ISOTUNE_SCREENSHOTS") {
            let decode = format!("import base64,sys; sys.stdout.buffer.write(base64.b64decode({picture:?}))");
            let script = tempfile::NamedTempFile::new().unwrap();
            std::fs::write(script.path(), decode).unwrap();
            let bytes = Command::new("python3").arg(script.path()).output().unwrap().stdout;
            std::fs::write(Path::new(&folder).join(name), bytes).unwrap();
        }
        picture
    }

    /// Checks that nothing failed in the page and that no request went elsewhere.
    pub(crate) fn assert_quiet(&mut self, allowed: &str) {
        self.value("1");
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
        let elsewhere: Vec<_> =
            self.requests.iter().filter(|url| !url.starts_with(allowed) && !url.starts_with("data:")).collect();
        assert!(elsewhere.is_empty(), "{elsewhere:?}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended of itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
