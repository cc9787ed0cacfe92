use crate::codes;
use crate::json::Value;
use crate::list::List;
use crate::object::{Member, ReadContext, object, read_object, write_object};
use crate::out::JsonBuffer;
use crate::raw::RawJson;

/// A comment on a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    /// A text without author or time.
    Text(Box<str>),
    /// A text with its author or its time; only version 1 has them.
    Signed(Box<SignedComment>),
    /// A value of any other type.
    Other(RawJson),
}

object! {
    /// A comment with its author or its time.
    pub struct SignedComment {
        /// The name of the author.
        pub name: Option<String> = "name",
        /// The time of the comment, in any notation.
        pub timestamp: Option<String> = "timestamp",
        /// The text of the comment.
        pub comment: Option<String> = "comment",
    }
}

impl Eq for SignedComment {}

impl Comment {
    /// The text of the comment; `None` if it has none.
    pub fn text(&self) -> Option<&str> {
        match self {
            Comment::Text(text) => Some(text),
            Comment::Signed(signed) => signed.comment.as_deref(),
            Comment::Other(_) => None,
        }
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        Comment::Text(text.into())
    }
}

impl Member for List<Comment> {
    fn is_absent(&self) -> bool {
        self.is_empty()
    }

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut ReadContext<'_>) {
        *self = List::new();
        if let Some(text) = value.text() {
            let message = "`comments` is a string, not an array; it is read as a single comment";
            cx.found(codes::WRONG_TYPE, value.span(), message);
            self.push(Comment::Text(text.into()));
        } else if !value.is_array() {
            cx.wrong_type(value, key, "an array");
        }
        for element in value.elements() {
            let comment = if let Some(text) = element.text() {
                Comment::Text(text.into())
            } else if element.is_object() {
                Comment::Signed(Box::new(read_object(key, element, cx)))
            } else {
                cx.wrong_type(element, key, "a string");
                Comment::Other(RawJson::of(element))
            };
            self.push(comment);
        }
    }

    fn write(&self, _: &'static str, out: &mut JsonBuffer) {
        out.open('[');
        for comment in self {
            match comment {
                Comment::Text(text) => out.string(text),
                Comment::Signed(signed) => write_object(&**signed, out),
                Comment::Other(raw) => out.json(raw.json()),
            }
        }
        out.close(']');
    }
}
