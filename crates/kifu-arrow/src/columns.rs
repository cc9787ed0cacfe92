//! Builders of columns.

use std::mem;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{ArrayRef, ListArray, StructArray, UInt8Array, UInt16Array, UInt32Array};
use arrow_buffer::{OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, FieldRef};
use kifu::core::Color;

use crate::schema;

/// Declares a struct of column builders. Its `finish` returns the columns in the order of the declaration.
macro_rules! columns {
    ($(#[$attribute:meta])* struct $name:ident { $($column:ident: $builder:ty,)* }) => {
        $(#[$attribute])*
        #[derive(Default)]
        pub(crate) struct $name {
            $($column: $builder,)*
        }

        impl $name {
            /// Returns the columns, and continues without rows.
            pub(crate) fn finish(&mut self) -> Vec<arrow_array::ArrayRef> {
                use $crate::columns::Finish;
                vec![$(self.$column.finished(),)*]
            }
        }
    };
}

pub(crate) use columns;

/// A builder of a column.
pub(crate) trait Finish {
    /// Returns the column, and continues without rows.
    fn finished(&mut self) -> ArrayRef;
}

impl<B: ArrayBuilder> Finish for B {
    fn finished(&mut self) -> ArrayRef {
        self.finish()
    }
}

/// A builder of a column of lists, whose values follow each other in one array.
#[derive(Default)]
pub(crate) struct Lists<V> {
    ends: Vec<i32>,
    pub(crate) values: V,
}

/// The values of lists.
pub(crate) trait Values {
    /// The field of the values.
    fn item() -> FieldRef;

    fn len(&self) -> usize;

    /// Returns the values, and continues without values.
    fn finish(&mut self) -> ArrayRef;
}

impl<V: Values> Lists<V> {
    /// Ends a list: it has the values since the end of the previous list.
    pub(crate) fn end(&mut self) {
        self.ends.push(self.values.len() as i32);
    }

    fn finish(&mut self) -> ListArray {
        let mut offsets = Vec::with_capacity(self.ends.len() + 1);
        offsets.push(0);
        offsets.append(&mut self.ends);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
        ListArray::new(V::item(), offsets, self.values.finish(), None)
    }
}

impl<V: Values> Finish for Lists<V> {
    fn finished(&mut self) -> ArrayRef {
        Arc::new(self.finish())
    }
}

/// Texts.
impl Values for StringBuilder {
    fn item() -> FieldRef {
        schema::text_item()
    }

    fn len(&self) -> usize {
        ArrayBuilder::len(self)
    }

    fn finish(&mut self) -> ArrayRef {
        ArrayBuilder::finish(self)
    }
}

/// Moves.
impl Values for Vec<u16> {
    fn item() -> FieldRef {
        schema::move_item()
    }

    fn len(&self) -> usize {
        self.len()
    }

    fn finish(&mut self) -> ArrayRef {
        Arc::new(UInt16Array::from(mem::take(self)))
    }
}

/// The points that setup changes.
#[derive(Default)]
pub(crate) struct Setup {
    plies: Vec<u32>,
    points: Vec<u16>,
    stones: Vec<u8>,
}

impl Setup {
    pub(crate) fn push(&mut self, ply: u32, point: u16, stone: Option<Color>) {
        self.plies.push(ply);
        self.points.push(point);
        self.stones.push(match stone {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        });
    }
}

impl Setup {
    pub(crate) fn truncate(&mut self, len: usize) {
        self.plies.truncate(len);
        self.points.truncate(len);
        self.stones.truncate(len);
    }
}

impl Values for Setup {
    fn item() -> FieldRef {
        schema::item(DataType::Struct(schema::setup_fields()))
    }

    fn len(&self) -> usize {
        self.plies.len()
    }

    fn finish(&mut self) -> ArrayRef {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt32Array::from(mem::take(&mut self.plies))),
            Arc::new(UInt16Array::from(mem::take(&mut self.points))),
            Arc::new(UInt8Array::from(mem::take(&mut self.stones))),
        ];
        Arc::new(StructArray::new(schema::setup_fields(), columns, None))
    }
}

/// The properties of a node.
#[derive(Default)]
pub(crate) struct Properties {
    pub(crate) names: StringBuilder,
    pub(crate) values: Lists<StringBuilder>,
}

impl Values for Properties {
    fn item() -> FieldRef {
        schema::item(DataType::Struct(schema::property_fields()))
    }

    fn len(&self) -> usize {
        ArrayBuilder::len(&self.names)
    }

    fn finish(&mut self) -> ArrayRef {
        let columns = vec![self.names.finished(), self.values.finished()];
        Arc::new(StructArray::new(schema::property_fields(), columns, None))
    }
}
