//! Messages of the line protocol, from both sides: each reads back as the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use race::external::protocol::{Reply, Request};

/// A request of the harness.
pub fn request(bytes: &[u8]) {
    lines::<Request>(bytes);
}

/// A reply of a backend. That it is consistent, or not, does not change when it is written.
pub fn reply(bytes: &[u8]) {
    lines::<Reply>(bytes);
    for line in String::from_utf8_lossy(bytes).lines() {
        if let Ok(Reply::Result(answer)) = line.parse::<Reply>() {
            let again = answer.to_string().parse::<Reply>();
            let Ok(Reply::Result(again)) = again else { panic!("{line:?}: {again:?}") };
            assert_eq!(again.inconsistency(), answer.inconsistency(), "{line:?}");
        }
    }
}

/// Checks each line as a message.
fn lines<M: FromStr<Err: Debug + PartialEq> + Display + Debug + PartialEq>(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).lines() {
        let Ok(message) = line.parse::<M>() else { continue };
        let written = message.to_string();
        assert!(!written.contains(['\n', '\r']), "{written:?}");
        assert_eq!(written.parse::<M>(), Ok(message), "{line:?}, written {written:?}");
    }
}
