//! A running external program: one line out, one line in, and never longer than a limit.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::forfeit::ForfeitCause;

/// The most bytes of an answer.
const LONGEST: usize = 1000;
/// The bytes that are kept of what a program prints to standard error.
const TAIL: usize = 2000;
/// The time between two looks at the stop flag.
const LOOK: Duration = Duration::from_millis(20);
/// How long a program may take to end once its standard input is closed, or its standard output is.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// A running program. It is asked by one thread at a time, and ended with all processes of its group when dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    questions: Option<Sender<String>>,
    answers: Receiver<Heard>,
    complaints: Arc<Complaints>,
    /// Whether every question has its answer.
    in_step: bool,
}

/// What came back from a program.
#[derive(Debug)]
enum Heard {
    Line(String),
    Long,
    Several,
    Nothing,
}

/// Why there is no answer.
#[derive(Debug)]
pub enum NoAnswer {
    /// The stop flag was set.
    Stopped,
    /// It is the program's fault.
    Forfeit(ForfeitCause),
}

/// The end of what a program printed to standard error.
#[derive(Debug, Default)]
struct Complaints {
    tail: Mutex<Vec<u8>>,
    closed: AtomicBool,
}

impl Process {
    /// Starts a program in a process group of its own.
    ///
    /// # Errors
    /// Returns an error if the program or a thread cannot be started.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Not a part of the terminal's group: Ctrl-C is for isotune, which ends the program itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (questions, asked) = mpsc::channel();
        let (heard, answers) = mpsc::channel();
        let complaints = Arc::new(Complaints::default());
        // From here on dropping it ends the child.
        let process =
            Self { child, questions: Some(questions), answers, complaints: Arc::clone(&complaints), in_step: true };
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(io::Error::other("a pipe is missing"));
        };
        thread::Builder::new().spawn(move || converse(input, output, &asked, &heard))?;
        thread::Builder::new().spawn(move || complaints.listen(errors))?;
        Ok(process)
    }

    /// Sends a line and waits for the answer.
    ///
    /// After any failure the process is out of step and must be dropped.
    ///
    /// # Errors
    /// Returns the cause if there is no answer within the limit, or the flag is set.
    pub fn ask(&mut self, line: String, limit: Duration, stop: &AtomicBool) -> Result<String, NoAnswer> {
        let end = Instant::now() + limit;
        self.in_step = false;
        if let Some(questions) = &self.questions {
            // Without a receiver there is no answer either.
            let _ = questions.send(line);
        }
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(LOOK)) {
                Ok(Heard::Line(answer)) => {
                    self.in_step = true;
                    return Ok(answer);
                }
                Ok(Heard::Long) => return Err(NoAnswer::Forfeit(ForfeitCause::Long { most: LONGEST })),
                Ok(Heard::Several) => return Err(NoAnswer::Forfeit(ForfeitCause::Several)),
                Ok(Heard::Nothing) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Err(NoAnswer::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let milliseconds = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                    return Err(NoAnswer::Forfeit(ForfeitCause::Silent { milliseconds }));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
        Err(NoAnswer::Forfeit(self.obituary()))
    }

    /// Returns how the program ended, once it has closed its output.
    fn obituary(&self) -> ForfeitCause {
        let known = |how: Option<String>| how.filter(|_| self.complaints.closed.load(Ordering::Acquire));
        let how = wait_for(|| known(exit_status(&self.child))).or_else(|| exit_status(&self.child));
        ForfeitCause::Ended { how: how.unwrap_or_default(), complaint: self.complaints.last_line() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The end of its input tells it to exit.
        self.questions = None;
        if self.in_step {
            let _ = wait_for(|| exit_status(&self.child));
        }
        // Before the child is reaped, so that the number of its group cannot mean another one.
        kill_group(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Calls a function until it returns something, for a short time.
fn wait_for<T>(mut result: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + EXIT_GRACE;
    loop {
        let found = result();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// Sends questions and reads answers until either end is closed.
fn converse(mut input: ChildStdin, output: ChildStdout, asked: &Receiver<String>, heard: &Sender<Heard>) {
    let mut output = BufReader::new(output);
    for question in asked {
        let sent = input.write_all(format!("{question}\n").as_bytes()).and_then(|()| input.flush());
        let answer = match sent.and_then(|()| read_answer(&mut output)) {
            Ok(answer) => answer,
            Err(_) => Heard::Nothing,
        };
        let over = !matches!(answer, Heard::Line(_));
        if heard.send(answer).is_err() || over {
            return;
        }
    }
}

fn read_answer(output: &mut BufReader<ChildStdout>) -> io::Result<Heard> {
    let mut line = Vec::new();
    output.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(if line.len() > LONGEST {
        Heard::Long
    } else if line.pop() != Some(b'\n') {
        Heard::Nothing
    } else if output.buffer().is_empty() {
        Heard::Line(String::from_utf8_lossy(&line).trim().to_owned())
    } else {
        Heard::Several
    })
}

impl Complaints {
    /// Reads everything, so that the program never waits, and keeps the end.
    fn listen(&self, mut errors: ChildStderr) {
        let mut piece = [0; 4096];
        while let Ok(length @ 1..) = errors.read(&mut piece) {
            let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
            tail.extend_from_slice(&piece[..length]);
            let surplus = tail.len().saturating_sub(TAIL);
            tail.drain(..surplus);
        }
        self.closed.store(true, Ordering::Release);
    }

    fn last_line(&self) -> String {
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail);
        text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim().to_owned()
    }
}

/// Returns how the child ended, with a blank before; it stays to be reaped.
#[cfg(unix)]
fn exit_status(child: &Child) -> Option<String> {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(pid(child)?), options).ok()??;
    Some(match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!(" with exit code {code}"),
        (_, Some(signal)) => format!(" by signal {signal}"),
        _ => String::new(),
    })
}

/// Returns nothing: elsewhere it is only known once the child is reaped.
#[cfg(not(unix))]
fn exit_status(_child: &Child) -> Option<String> {
    None
}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    if let Some(pid) = pid(child) {
        // It fails if no process is left.
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    // It fails if the child has ended.
    let _ = child.kill();
}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}
