//! Typed values as methods of [`Value`] and [`Property`].

use kifu_core::{Color, Move, Point, Size};
use kifu_span::Span;

use super::{Area, Parsed, ValueError, moved, western};
use crate::context::{GameContext, GameType};
use crate::property::{Property, Value};

/// Typed values: these methods call the functions of the same names in [`value`](crate::value).
impl<'a> Value<'a> {
    /// Parses the value as a whole number: [`number`](super::number).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not a number.
    pub fn number(&self) -> Result<Parsed<i64>, ValueError> {
        super::number(self.raw())
    }

    /// Parses the value as a decimal number: [`real`](super::real).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not a number.
    pub fn real(&self) -> Result<Parsed<f64>, ValueError> {
        super::real(self.raw())
    }

    /// Parses the value as a player: [`color`](super::color).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not a player.
    pub fn color(&self) -> Result<Parsed<Color>, ValueError> {
        super::color(self.raw())
    }

    /// Parses the value as a Go point: [`point`](super::point).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not a point on the board.
    #[inline]
    pub fn point(&self, size: Size) -> Result<Parsed<Point>, ValueError> {
        super::point(self.raw(), size)
    }

    /// Parses the value as a Go move: [`action`](super::action).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is neither a point on the board nor a pass.
    #[inline]
    pub fn action(&self, size: Size) -> Result<Parsed<Move>, ValueError> {
        super::action(self.raw(), size)
    }

    /// Parses the value as a point or a rectangle of points: [`area`](super::area).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is neither.
    #[inline]
    pub fn area(&self, size: Size) -> Result<Parsed<Area>, ValueError> {
        super::area(self.raw(), size)
    }

    /// Parses the value as a point with a text, which is returned as written:
    /// [`label`](super::label).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not a label.
    pub fn label(&self, size: Size) -> Result<Parsed<(Point, &'a [u8])>, ValueError> {
        super::label(self.raw(), size)
    }

    /// Parses the value as two points: [`line`](super::line).
    ///
    /// # Errors
    ///
    /// [`ValueError`] if the value is not two different points on the board.
    pub fn line(&self, size: Size) -> Result<Parsed<(Point, Point)>, ValueError> {
        super::line(self.raw(), size)
    }

    /// Converts a span within the value, such as that of a [`ValueError`] or a
    /// [`Leniency`](super::Leniency), to a span in the document's text; `None` if the value was
    /// edited.
    ///
    /// ```
    /// use kifu_core::Size;
    ///
    /// let doc = kifu_sgf::Document::parse("(;AB[aa:zz])").unwrap();
    /// let ab = doc.node(doc.roots().next().unwrap()).get("AB").unwrap();
    /// let value = ab.value().unwrap();
    /// let error = value.area(Size::default()).unwrap_err();
    /// let place = value.place(error.span).unwrap();
    /// assert_eq!(place.of(doc.text()), b"zz");
    /// ```
    pub fn place(&self, within: Span) -> Option<Span> {
        Some(moved(within, self.span()?.start as usize + 1))
    }
}

impl<'a> Property<'a> {
    /// Returns the player whose move the property is; `None` if it is not a move.
    ///
    /// A move is a `B` or `W`, in any spelling, with a value. In Go its first value must be a pass
    /// or a point on the board, which can be in Western coordinates such as `D4`. Code that counts
    /// moves should use this method.
    ///
    /// ```
    /// use kifu_sgf::{Color, Document, GameContext};
    ///
    /// let doc = Document::parse("(;B;W[zz];B[D4];W[abc];B[pd];W[])")?;
    /// let root = doc.roots().next().unwrap();
    /// let context = GameContext::of(doc.node(root));
    /// let properties = doc.main_line(root).flat_map(|node| node.properties());
    /// let moves: Vec<Color> = properties.filter_map(|one| one.mover(&context)).collect();
    /// assert_eq!(moves, [Color::Black, Color::Black, Color::White]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn mover(&self, context: &GameContext) -> Option<Color> {
        if let Some((color, _)) = self.plain_play(context.size) {
            return Some(color);
        }
        let color = self.ident().player()?;
        let value = self.value()?;
        let is_move =
            context.game != GameType::GO || western::action(value.raw(), context.size).is_ok();
        is_move.then_some(color)
    }

    /// Returns the move of a property with a single value, which can be in Western coordinates such
    /// as `D4`. `None` if the value cannot be parsed, or if there are several values.
    ///
    /// ```
    /// use kifu_sgf::{Document, Move, Point, Size};
    ///
    /// let doc = Document::parse("(;B[D4];W[];B[pd][dd])")?;
    /// let nodes = doc.main_line(doc.roots().next().unwrap());
    /// let moves: Vec<Option<Move>> = nodes
    ///     .flat_map(|node| node.properties())
    ///     .map(|property| property.single_move(Size::default()))
    ///     .collect();
    /// assert_eq!(moves, [Some(Move::Play(Point::new(3, 15))), Some(Move::Pass), None]);
    /// # Ok::<(), kifu_sgf::TooLarge>(())
    /// ```
    pub fn single_move(&self, size: Size) -> Option<Move> {
        let mut values = self.values();
        let value = values.next()?;
        match values.next() {
            None => western::action(value.raw(), size)
                .ok()
                .map(|read| read.value),
            Some(_) => None,
        }
    }

    /// Returns an iterator over the points of a list, including those of rectangles; it is empty
    /// for a single empty value. A value that is not a point or rectangle yields an error.
    ///
    /// ```
    /// use kifu_core::Size;
    ///
    /// let doc = kifu_sgf::Document::parse("(;AB[aa][cc:dd][tt])").unwrap();
    /// let ab = doc.node(doc.roots().next().unwrap()).get("AB").unwrap();
    /// assert_eq!(ab.points(Size::default()).flatten().count(), 5);
    /// assert!(ab.points(Size::default()).last().unwrap().is_err());
    /// ```
    pub fn points(&self, size: Size) -> impl Iterator<Item = Result<Point, ValueError>> + use<'a> {
        let mut values = self.values();
        let first = values.next();
        let second = values.next();
        let empty = second.is_none() && first.is_some_and(|value| value.raw().is_empty());
        let first = first.filter(|_| !empty);
        first
            .into_iter()
            .chain(second)
            .chain(values)
            .flat_map(move |value| {
                let (area, error) = match value.area(size) {
                    Ok(read) => (Some(read.value), None),
                    Err(error) => (None, Some(Err(error))),
                };
                area.into_iter()
                    .flat_map(|area| area.points().map(Ok))
                    .chain(error)
            })
    }
}
