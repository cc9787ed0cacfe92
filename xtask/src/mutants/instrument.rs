//! Adds many mutants to one source file. A call of [`SWITCH`] enables one of them.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::list::{Genre, Mutant};

/// The function that returns whether a mutant is enabled. It is added to the root of the crate.
pub const SWITCH: &str = "
#[allow(dead_code, unused_extern_crates)]
pub(crate) fn kifu_mutant(number: u32) -> bool {
    extern crate std;
    use std::sync::atomic::{AtomicU32, Ordering};
    static ON: AtomicU32 = AtomicU32::new(u32::MAX);
    let mut on = ON.load(Ordering::Relaxed);
    if on == u32::MAX {
        on = std::env::var(\"KIFU_MUTANT\").ok().and_then(|n| n.parse().ok()).unwrap_or(u32::MAX - 1);
        ON.store(on, Ordering::Relaxed);
    }
    on == number
}
";

/// The text of a file with its mutants.
pub struct Instrumented {
    pub text: String,
    /// Ranges of `text`, and the mutants that put text there.
    places: Vec<(Range<usize>, Vec<u32>)>,
}

impl Instrumented {
    /// The mutants that an error at this offset is due to: those of the smallest range around it.
    pub fn blamed(&self, offset: usize) -> &[u32] {
        let around = self
            .places
            .iter()
            .filter(|(range, _)| range.contains(&offset));
        around
            .min_by_key(|(range, _)| range.len())
            .map_or(&[], |(_, ids)| ids)
    }
}

/// Text to insert at an offset of the file.
struct Insertion {
    at: usize,
    /// The other end of the range that this text opens or closes; `at` for text on its own.
    other: usize,
    text: String,
    /// Parts of `text` that belong to one mutant.
    parts: Vec<(Range<usize>, u32)>,
}

/// Adds `mutants` to `source`. Those whose place is not found, or whose kind cannot be switched, are returned.
pub fn instrument(
    source: &str,
    mutants: &[&Mutant],
) -> Result<(Instrumented, Vec<u32>), syn::Error> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder {
        source,
        mutants,
        found: Vec::new(),
        insertions: Vec::new(),
        consts: Vec::new(),
    };
    finder.visit_file(&file);
    let Finder {
        found,
        insertions,
        consts,
        ..
    } = finder;
    let missing = mutants
        .iter()
        .map(|m| m.id)
        .filter(|id| !found.contains(id));
    Ok((assemble(source, insertions, &consts), missing.collect()))
}

fn assemble(source: &str, mut insertions: Vec<Insertion>, consts: &[Range<usize>]) -> Instrumented {
    // At one offset, ranges are closed before others are opened, the inner ones first; they are opened the outer ones
    // first.
    insertions.sort_by_key(|i| {
        let closes = i.other < i.at;
        (i.at, !closes, std::cmp::Reverse(i.other))
    });
    let mut source = source.to_owned();
    for range in consts {
        source.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    let (mut text, mut places, mut done) = (String::new(), Vec::new(), 0);
    let mut open: Vec<(usize, usize, Vec<u32>)> = Vec::new();
    for insertion in insertions {
        text.push_str(&source[done..insertion.at]);
        done = insertion.at;
        let start = text.len();
        text.push_str(&insertion.text);
        let ids = insertion
            .parts
            .iter()
            .map(|(_, id)| *id)
            .collect::<Vec<_>>();
        for (part, id) in insertion.parts {
            places.push((start + part.start..start + part.end, vec![id]));
        }
        if insertion.other > insertion.at {
            open.push((start, insertion.other, ids));
        } else if insertion.other < insertion.at {
            // The innermost open range ends here.
            if let Some((start, _, ids)) = open.pop() {
                places.push((start..text.len(), ids));
            }
        } else {
            places.push((start..text.len(), ids));
        }
    }
    text.push_str(&source[done..]);
    Instrumented { text, places }
}

struct Finder<'a> {
    source: &'a str,
    mutants: &'a [&'a Mutant],
    found: Vec<u32>,
    insertions: Vec<Insertion>,
    /// The keyword `const` of functions with a mutant: `SWITCH` cannot run at compile time.
    consts: Vec<Range<usize>>,
}

impl<'a> Finder<'a> {
    fn of(&mut self, genre: Genre, place: &Range<usize>) -> Vec<&'a Mutant> {
        let of = self.mutants.iter().copied();
        let of: Vec<_> = of
            .filter(|m| m.genre == genre && m.place == *place)
            .collect();
        self.found.extend(of.iter().map(|m| m.id));
        of
    }

    /// Replaces the expression at `range` by the text that `with` makes of a mutant, if it is enabled.
    fn wrap(&mut self, range: Range<usize>, of: &[&Mutant], with: impl Fn(&Mutant) -> String) {
        if of.is_empty() {
            return;
        }
        let (mut text, mut parts) = (String::from("("), Vec::new());
        for mutant in of {
            let start = text.len();
            text.push_str(&format!(
                "if crate::kifu_mutant({}) {{ {} }} else ",
                mutant.id,
                with(mutant)
            ));
            parts.push((start..text.len(), mutant.id));
        }
        text.push_str("{ ");
        self.insertions.push(Insertion {
            at: range.start,
            other: range.end,
            text,
            parts,
        });
        let text = " })".to_owned();
        self.insertions.push(Insertion {
            at: range.end,
            other: range.start,
            text,
            parts: Vec::new(),
        });
    }

    fn body(&mut self, block: &syn::Block, constness: Option<&syn::token::Const>) {
        let inside = block.span().byte_range();
        // cargo-mutants gives the statements between the braces.
        let statements = match (block.stmts.first(), block.stmts.last()) {
            (Some(first), Some(last)) => {
                first.span().byte_range().start..last.span().byte_range().end
            }
            _ => inside.clone(),
        };
        let mut of = self.of(Genre::Body, &statements);
        if statements != inside {
            of.extend(self.of(Genre::Body, &inside));
        }
        if !of.is_empty() {
            let (mut text, mut parts) = (String::new(), Vec::new());
            for mutant in &of {
                let start = text.len();
                let value = &mutant.replacement;
                text.push_str(&format!(
                    " if crate::kifu_mutant({}) {{ return {value}; }}",
                    mutant.id
                ));
                parts.push((start..text.len(), mutant.id));
            }
            // The whole body is theirs: it may have another type than what they return, such as another iterator.
            let (at, end) = (inside.start + 1, inside.end - 1);
            self.insertions.push(Insertion {
                at,
                other: end,
                text,
                parts,
            });
            if end > at {
                self.insertions.push(Insertion {
                    at: end,
                    other: at,
                    text: String::new(),
                    parts: Vec::new(),
                });
            }
        }
        if let Some(constness) = constness {
            let within = |m: &&&Mutant| inside.start <= m.place.start && m.place.end <= inside.end;
            if self.mutants.iter().any(|m| within(&m)) {
                self.consts.push(constness.span().byte_range());
            }
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.block, item.sig.constness.as_ref());
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.block, item.sig.constness.as_ref());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.body(block, item.sig.constness.as_ref());
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        let op = expr.op.span().byte_range();
        let of = self.of(Genre::Binary, &op);
        let source = self.source;
        let whole = expr.span().byte_range();
        let (left, right) = (whole.start..op.start, op.end..whole.end);
        self.wrap(whole, &of, |m| {
            format!(
                "{}{}{}",
                &source[left.clone()],
                m.replacement,
                &source[right.clone()]
            )
        });
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        let op = expr.op.span().byte_range();
        let of = self.of(Genre::Unary, &op);
        let source = self.source;
        let operand = expr.expr.span().byte_range();
        self.wrap(expr.span().byte_range(), &of, |m| {
            format!("{}{}", m.replacement, &source[operand.clone()])
        });
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_match(&mut self, expr: &'ast syn::ExprMatch) {
        // An error about a missing arm is at the matched expression: an arm is needed if the wildcard has a guard.
        let arms = expr.arms.iter().map(|arm| arm.span().byte_range());
        let arms: Vec<_> = arms.collect();
        let of = self.mutants.iter();
        let of = of.filter(|m| m.genre == Genre::Arm && arms.contains(&m.place));
        let parts: Vec<_> = of.map(|m| (0..0, m.id)).collect();
        if !parts.is_empty() {
            let range = expr.expr.span().byte_range();
            self.insertions.push(Insertion {
                at: range.start,
                other: range.end,
                text: String::new(),
                parts,
            });
            self.insertions.push(Insertion {
                at: range.end,
                other: range.start,
                text: String::new(),
                parts: Vec::new(),
            });
        }
        visit::visit_expr_match(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        for mutant in self.of(Genre::Arm, &arm.span().byte_range()) {
            let off = format!("!crate::kifu_mutant({})", mutant.id);
            match &arm.guard {
                None => {
                    let at = arm.pat.span().byte_range().end;
                    let text = format!(" if {off}");
                    let parts = vec![(0..text.len(), mutant.id)];
                    self.insertions.push(Insertion {
                        at,
                        other: at,
                        text,
                        parts,
                    });
                }
                Some((_, guard)) => {
                    let range = guard.span().byte_range();
                    let text = format!("{off} && (");
                    let parts = vec![(0..text.len(), mutant.id)];
                    self.insertions.push(Insertion {
                        at: range.start,
                        other: range.end,
                        text,
                        parts,
                    });
                    let (at, other, text) = (range.end, range.start, ")".to_owned());
                    self.insertions.push(Insertion {
                        at,
                        other,
                        text,
                        parts: Vec::new(),
                    });
                }
            }
        }
        if let Some((_, guard)) = &arm.guard {
            let range = guard.span().byte_range();
            let of = self.of(Genre::Guard, &range);
            self.wrap(range, &of, |m| m.replacement.clone());
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        let whole = expr.span().byte_range();
        for field in &expr.fields {
            let range = field.span().byte_range();
            let of = self.of(Genre::Field, &range);
            let source = self.source;
            self.wrap(whole.clone(), &of, |_| {
                // The field and the comma after it.
                let rest = source[range.end..whole.end].trim_start();
                let rest = rest.strip_prefix(',').unwrap_or(rest);
                format!("{}{rest}", &source[whole.start..range.start])
            });
        }
        visit::visit_expr_struct(self, expr);
    }
}
