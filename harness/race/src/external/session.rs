//! A long-lived process behind pipes. It can be ended at any time, together with all processes that it
//! started.
//!
//! Separate threads write its standard input, read its standard output, and keep the last lines of its
//! standard error, so that neither side blocks on a full pipe. The process has a group of its own,
//! which is always killed as a whole, by the [`reaper`] if this process has ended. On Linux, its descendants are killed
//! as well, whatever group they are in. The program that is started is this one, which may then execute another. The
//! thread that starts a session must outlive it: on Linux, the death signal is sent when that thread ends.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use wait4::Wait4;

use super::incoming::Incoming;
pub use super::incoming::Received;
use super::reaper;
use crate::machine::control_group::MemoryGroup;
use crate::machine::processes;

/// The size at which a line of standard error is split, in bytes.
const ERROR_LINE: u64 = 64 * 1024;

/// The number of lines of standard error that are kept.
const TAIL: usize = 8;

/// The number of characters of such a line that are kept.
const TAIL_LINE: usize = 300;

/// The time for a process that has closed its output to exit by itself.
pub(super) const EXIT_GRACE: Duration = Duration::from_millis(500);

/// A process and its pipes.
#[derive(Debug)]
pub struct Session {
    child: Child,
    /// The program that was started.
    program: OsString,
    input: Option<Sender<String>>,
    output: Incoming,
    errors: Errors,
    /// Whether the process was waited for, so that its number may be reused.
    reaped: bool,
    /// The group that it joins, which is removed after its end.
    group: Option<MemoryGroup>,
    /// The peak of this program when it had started the process, in bytes.
    own_peak: u64,
}

/// How a process ended.
#[derive(Clone, Debug)]
pub struct ProcessExit {
    /// The exit code or the signal.
    pub status: ExitStatus,
    /// The last lines of its standard error.
    pub errors: Vec<String>,
    /// The CPU time of the process and of its descendants that it waited for.
    pub cpu: Duration,
    /// The largest resident memory of one of these processes, in bytes. `None` if the system does not report it, or no more
    /// than that of this program, which was in its place for a moment and which the system counts, too.
    pub peak: Option<u64>,
    /// Whether it did not end by itself, although its input and its output were closed.
    pub outlived_its_pipes: bool,
}

/// The last lines of standard error, and a channel that is closed when there will be no more.
#[derive(Debug)]
struct Errors {
    tail: Arc<Mutex<VecDeque<String>>>,
    closed: Receiver<()>,
}

impl Session {
    /// Starts a process with pipes, in a process group of its own.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        Self::start_in(None, command)
    }

    /// Starts a process that joins a group, if there is one.
    ///
    /// # Errors
    /// Fails if the process cannot be started.
    pub fn start_in(group: Option<MemoryGroup>, command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = reaper::spawn(command)?;
        let program = command.get_program().to_owned();
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        match serve_pipes(pipes) {
            Ok((input, output, errors)) => Ok(Self {
                child,
                program,
                input: Some(input),
                output,
                errors,
                reaped: false,
                group,
                own_peak: processes::own_peak().unwrap_or(0),
            }),
            Err(error) => {
                kill(&mut child);
                // It was killed; an error could not be reported.
                drop(child.wait());
                reaper::release(child.id(), &program);
                Err(error)
            }
        }
    }

    /// Queues lines for writing. A process that has stopped reading is noticed by its silence or by the
    /// end of its output.
    pub fn send(&self, lines: String) {
        if let Some(input) = &self.input {
            // The writer thread has ended because the process stopped reading.
            drop(input.send(lines));
        }
    }

    /// Closes its standard input once all queued lines are written.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Returns the next line if it arrives in time.
    pub fn receive(&mut self, patience: Duration) -> Received {
        self.output.receive(patience)
    }

    /// Returns the line that it has begun to print, and not ended, if there is one.
    pub(super) fn begun_line(&self) -> Option<String> {
        self.output.begun()
    }

    /// Raises the maximum length of a line of its standard output.
    pub(super) fn allow_line_length(&mut self, bytes: usize) {
        self.output.allow_line_length(bytes);
    }

    /// Returns the number of the process, which is also that of its group.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns whether the process has ended. Its output may still be open: what it started may have it, too.
    pub(super) fn has_ended(&mut self) -> bool {
        has_ended(&mut self.child)
    }

    /// Returns the limit of its memory, in bytes, if the kernel has ended a process because of it.
    pub fn memory_that_was_exceeded(&self) -> Option<u64> {
        self.group.as_ref().filter(|group| group.has_killed()).map(MemoryGroup::limit)
    }

    /// Ends the process group, and returns how the process ended. The process has a short time to exit
    /// by itself.
    ///
    /// # Errors
    /// Fails if the operating system cannot report the exit status.
    pub fn end(mut self) -> io::Result<ProcessExit> {
        self.input = None;
        let start = Instant::now();
        while !self.has_ended() && start.elapsed() < EXIT_GRACE {
            thread::sleep(Duration::from_millis(1));
        }
        let outlived_its_pipes = !self.has_ended();
        Ok(ProcessExit { outlived_its_pipes, ..self.kill()? })
    }

    /// Kills the process group at once, and returns how the process ended.
    ///
    /// # Errors
    /// Fails if the operating system cannot report the exit status.
    pub fn kill(mut self) -> io::Result<ProcessExit> {
        kill(&mut self.child);
        let used = loop {
            match self.child.try_wait4()? {
                Some(used) => break used,
                None => thread::sleep(Duration::from_micros(100)),
            }
        };
        self.reaped = true;
        reaper::release(self.child.id(), &self.program);
        // Another process outside the group may hold the pipe open.
        let _ = self.errors.closed.recv_timeout(Duration::from_millis(200));
        let cpu = used.rusage.utime + used.rusage.stime;
        let peak = Some(used.rusage.maxrss).filter(|&bytes| bytes > self.own_peak);
        let (status, errors) = (used.status, self.errors.lines());
        Ok(ProcessExit { status, errors, cpu, peak, outlived_its_pipes: false })
    }

    /// Returns the last lines of its standard error so far.
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
        // The process was killed; an error could not be reported.
        drop(self.child.wait());
        reaper::release(self.child.id(), &self.program);
    }
}

impl Errors {
    fn lines(&self) -> Vec<String> {
        self.tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

/// Kills a process group.
#[cfg(unix)]
pub fn kill_group(group: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    if let Some(group) = Pid::from_raw(group as i32) {
        // An error means that it has already ended.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Does nothing: this system has no process groups.
#[cfg(not(unix))]
pub fn kill_group(_group: u32) {}

/// Kills the descendants, and then the whole group. The process has not been waited for, so its number is not reused
/// yet.
#[cfg(unix)]
fn kill(child: &mut Child) {
    processes::kill_tree(child.id());
    kill_group(child.id());
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    // An error means that it has already ended.
    drop(child.kill());
}

/// Returns whether the process has ended, without waiting for it, so that its number is not reused.
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

/// Starts the threads that serve the pipes of a process.
fn serve_pipes(
    (input, output, errors): (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>),
) -> io::Result<(Sender<String>, Incoming, Errors)> {
    let (sender, to_write) = mpsc::channel();
    if let Some(pipe) = input {
        thread::Builder::new().spawn(move || write_all(pipe, &to_write))?;
    }
    let output = Incoming::new(output)?;
    let (sign, closed) = mpsc::channel();
    let tail = Arc::new(Mutex::new(VecDeque::new()));
    if let Some(pipe) = errors {
        let tail = tail.clone();
        thread::Builder::new().spawn(move || keep_tail(pipe, &tail, sign))?;
    }
    Ok((sender, output, Errors { tail, closed }))
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
