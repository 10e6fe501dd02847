//! One long-lived process behind pipes: lines go in, lines come out, and it can be ended at any
//! time, with everything that it started.
//!
//! A thread each writes its standard input, reads its standard output and keeps the last lines of
//! its standard error, so that neither side ever waits for a full pipe. It runs in a process group
//! of its own, and it is always the whole group that is killed, by the [`warden`] if we are gone.
//! The program that is started is our own, which may become another one. The thread that starts a session
//! has to outlive it: on Linux a death signal comes when that thread ends.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::incoming::Incoming;
pub use super::incoming::Received;
use super::reaper;

/// A longer line of standard error is cut into pieces.
const ERROR_LINE: u64 = 64 * 1024;

/// How many lines of standard error are kept.
const TAIL: usize = 8;

/// How much of such a line is kept.
const TAIL_LINE: usize = 300;

/// How long a process that has closed its output may take to end by itself.
const EXIT_GRACE: Duration = Duration::from_millis(500);

/// A process and the pipes to it.
#[derive(Debug)]
pub struct Session {
    child: Child,
    input: Option<Sender<String>>,
    output: Incoming,
    errors: Errors,
    /// Its number may be another's by now.
    reaped: bool,
}

/// How a process ended.
#[derive(Clone, Debug)]
pub struct ProcessExit {
    /// The exit code, or the signal.
    pub status: ExitStatus,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
}

/// The last lines of standard error, and the sign that there will be no more.
#[derive(Debug)]
struct Errors {
    tail: Arc<Mutex<VecDeque<String>>>,
    closed: Receiver<()>,
}

impl Session {
    /// Starts a process with pipes, in a group of its own.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mut child = command.spawn()?;
        reaper::begins(command.get_program(), child.id());
        let (input, to_write) = mpsc::channel();
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write_all(pipe, &to_write));
        }
        let output = Incoming::new(child.stdout.take());
        let (sign, closed) = mpsc::channel();
        let tail = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(pipe) = child.stderr.take() {
            let tail = tail.clone();
            thread::spawn(move || keep_tail(pipe, &tail, sign));
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            errors: Errors { tail, closed },
            reaped: false,
        })
    }

    /// Hands lines over for writing. A process that reads no more is found by its silence, or by
    /// the end of its output.
    pub fn send(&self, lines: String) {
        if let Some(input) = &self.input {
            // The writer has ended: see above.
            drop(input.send(lines));
        }
    }

    /// Closes its standard input, once everything is written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line, if there is one within the time.
    pub fn receive(&mut self, patience: Duration) -> Received {
        self.output.receive(patience)
    }

    /// Allows lines of so many bytes on its standard output, where that is more than is allowed already.
    pub(super) fn allow_line_length(&mut self, bytes: usize) {
        self.output.allow_line_length(bytes);
    }

    /// The number of the process, which is that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the group, at once if its output is open still, and tells how the process ended.
    ///
    /// # Errors
    /// When the operating system does not tell.
    pub fn end(mut self) -> io::Result<ProcessExit> {
        self.input = None;
        let start = Instant::now();
        while !has_ended(&mut self.child) && start.elapsed() < EXIT_GRACE {
            thread::sleep(Duration::from_millis(1));
        }
        kill(&mut self.child);
        let status = self.child.wait()?;
        self.reaped = true;
        reaper::has_ended(self.child.id());
        // Whoever holds the pipe open outside of the group is not waited for.
        let _ = self.errors.closed.recv_timeout(Duration::from_millis(200));
        Ok(ProcessExit { status, errors: self.errors.lines() })
    }

    /// The last lines of its standard error, so far.
    pub fn errors(&self) -> Vec<String> {
        self.errors.lines()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        kill(&mut self.child);
        // It is dead; there is nobody to tell if not.
        drop(self.child.wait());
        reaper::has_ended(self.child.id());
    }
}

impl Errors {
    fn lines(&self) -> Vec<String> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Kills a whole process group.
#[cfg(unix)]
pub fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(group) = Pid::from_raw(group as i32) {
        // It is gone already.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// There are no process groups here.
#[cfg(not(unix))]
pub fn kill_group(_group: u32) {}

/// Kills the whole group. The process is not reaped yet, so that its number is still its own.
#[cfg(unix)]
fn kill(child: &mut Child) {
    kill_group(child.id());
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    // It is gone already.
    drop(child.kill());
}

/// Whether the process has ended, without reaping it: its number stays its own.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let Some(pid) = Pid::from_raw(child.id() as i32) else { return true };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

fn write_all(mut pipe: impl Write, lines: &Receiver<String>) {
    for text in lines {
        if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

fn keep_tail(pipe: impl Read, tail: &Mutex<VecDeque<String>>, sign: Sender<()>) {
    let mut pipe = BufReader::new(pipe);
    let mut bytes = Vec::new();
    while let Ok(1..) = pipe.by_ref().take(ERROR_LINE).read_until(b'\n', &mut bytes) {
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']);
        if !line.is_empty() {
            let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            if tail.len() == TAIL {
                tail.pop_front();
            }
            tail.push_back(line.chars().take(TAIL_LINE).collect());
        }
        bytes.clear();
    }
    drop(sign);
}
