use crate::codes;
use crate::json::Value;
use crate::list::List;
use crate::object::{Cx, Member, object, read_object, write_object};
use crate::out::Out;
use crate::raw::Raw;

/// A comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comment {
    /// A text.
    Text(Box<str>),
    /// A text with its author or its time, as version 1 has them.
    Signed(Box<Signed>),
    /// A value that is neither.
    Other(Raw),
}

object! {
    /// A comment with its author or its time.
    pub struct Signed {
        /// Who wrote it.
        pub name: Option<String> = "name",
        /// When, in any notation.
        pub timestamp: Option<String> = "timestamp",
        /// The text.
        pub comment: Option<String> = "comment",
    }
}

impl Eq for Signed {}

impl Comment {
    /// What it says.
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

    fn read(&mut self, key: &str, value: Value<'_>, cx: &mut Cx<'_>) {
        *self = List::new();
        if let Some(text) = value.text() {
            let message = "comments are an array; this text is read as one of them";
            cx.found(&codes::WRONG_TYPE, value.span(), message);
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
                cx.wrong_type(element, key, "a text");
                Comment::Other(element.to_raw())
            };
            self.push(comment);
        }
    }

    fn write(&self, _: &'static str, out: &mut Out) {
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
