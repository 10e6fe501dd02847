//! Writes messages.

use std::fmt;

use record::Granularity;
use solvers::Stop;

use super::{Answer, Hello, Keyword, Reply, Request, Solve, VERSION};
use crate::description::hexadecimal;

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Geometry(number, description) => write!(f, "geometry {number} {description}"),
            Self::Block(size) => write!(f, "block {size}"),
            Self::Solve(solve) => solve.fmt(f),
            Self::Quit => write!(f, "quit"),
        }
    }
}

impl fmt::Display for Solve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, puzzle, geometry, task, .. } = self;
        write!(f, "solve {id} {puzzle} geometry={geometry} task={}", task.keyword())?;
        // Milliseconds, rounded up, are for programs that do not read `limit_ns`.
        let limit_ms = self.limit_ns.map(|limit| limit.div_ceil(1_000_000));
        write!(f, " limit_ms={} limit_nodes={}", dash(&limit_ms), dash(&self.limit_nodes))?;
        pair(f, "limit_ns", &self.limit_ns)?;
        write!(f, " limit_solutions={}", dash(&self.limit_solutions))?;
        pair(f, "limit_rounds", &self.limit_rounds)?;
        if let Some(marks) = &self.marks {
            write!(f, " marks={}", hexadecimal(marks))?;
        }
        if self.peak { write!(f, " peak=yes") } else { Ok(()) }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(hello) => hello.fmt(f),
            Self::Activity(id, doing) => write!(f, "doing {id} {}", doing.keyword()),
            Self::Step(id, step) => write!(f, "step {id} {step}"),
            Self::Result(answer) => answer.fmt(f),
        }
    }
}

impl fmt::Display for Hello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hello {VERSION}")?;
        pair(f, "name", &self.name)?;
        pair(f, "version", &self.version)?;
        let list = |words: &[String]| (!words.is_empty()).then(|| words.join(","));
        pair(f, "geometries", &list(&self.geometries))?;
        pair(f, "relations", &list(&self.relations))?;
        let tasks = self.tasks.iter().flatten().map(|task| task.keyword());
        let tasks = self.tasks.is_some().then(|| tasks.collect::<Vec<_>>().join(","));
        pair(f, "tasks", &tasks)?;
        pair(f, "marks", &self.marks.then_some("yes"))?;
        if self.blocks { write!(f, " blocks=yes") } else { Ok(()) }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (status, time) = (self.status.keyword(), dash(&self.wall_ns));
        write!(f, "result {} {status} {time} {}", self.id, dash(&self.first))?;
        pair(f, "second", &self.second)?;
        pair(f, "solutions", &self.solutions)?;
        pair(f, "stop", &self.stop.map(Stop::keyword))?;
        pair(f, "partial", &self.partial)?;
        pair(f, "left", &self.left.as_deref().map(hexadecimal))?;
        let count = |(id, count): &(String, u64)| format!("{id}:{count}");
        let counts: Vec<String> = self.techniques.iter().map(count).collect();
        pair(f, "techniques", &(!counts.is_empty()).then(|| counts.join(",")))?;
        for (counter, value) in &self.counters {
            pair(f, counter.name(), &Some(value))?;
        }
        pair(f, "wall_error_ns", &self.wall_error_ns)?;
        pair(f, "cpu_ns", &self.cpu_ns)?;
        pair(f, "granularity", &self.granularity.map(Granularity::keyword))?;
        pair(f, "group_size", &self.group_size)?;
        pair(f, "setup_ns", &self.setup_ns)?;
        pair(f, "encode_ns", &self.encode_ns)?;
        pair(f, "solve_ns", &self.solve_ns)?;
        pair(f, "decode_ns", &self.decode_ns)?;
        pair(f, "peak_bytes", &self.peak_bytes)?;
        pair(f, "more", &self.more.then_some("yes"))?;
        pair(f, "error", &self.error.as_ref().map(|error| error.replace(['\n', '\r'], " ")))
    }
}

/// Writes ` key=value`, or nothing.
fn pair(f: &mut fmt::Formatter<'_>, key: &str, value: &Option<impl fmt::Display>) -> fmt::Result {
    value.as_ref().map_or(Ok(()), |value| write!(f, " {key}={value}"))
}

fn dash(value: &Option<impl fmt::Display>) -> String {
    value.as_ref().map_or_else(|| "-".into(), ToString::to_string)
}
