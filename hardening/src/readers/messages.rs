//! Messages of the line protocol, from both sides: each reads back as the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use race::external::protocol::{Reply, Request};

/// A request of the harness.
pub fn request(bytes: &[u8]) {
    lines::<Request>(bytes);
}

/// The messages of an input. A message that is written has blanks in place of carriage returns, so none has any here.
fn messages(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.contains('\r'))
}

/// A reply of a backend. That it is consistent, or not, does not change when it is written.
pub fn reply(bytes: &[u8]) {
    lines::<Reply>(bytes);
    for line in messages(&String::from_utf8_lossy(bytes)) {
        if let Ok(Reply::Result(answer)) = line.parse::<Reply>() {
            let again = answer.to_string().parse::<Reply>();
            let Ok(Reply::Result(again)) = again else { panic!("{line:?}: {again:?}") };
            assert_eq!(again.inconsistency(), answer.inconsistency(), "{line:?}");
        }
    }
}

/// Checks each line as a message.
fn lines<M: FromStr<Err: Debug + PartialEq> + Display + Debug + PartialEq>(bytes: &[u8]) {
    for line in messages(&String::from_utf8_lossy(bytes)) {
        let Ok(message) = line.parse::<M>() else { continue };
        let written = message.to_string();
        assert!(!written.contains(['\n', '\r']), "{written:?}");
        assert_eq!(written.parse::<M>(), Ok(message), "{line:?}, written {written:?}");
    }
}
