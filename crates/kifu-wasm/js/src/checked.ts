// Documents that can be checked, repaired and drawn.

import { Document as LeanDocument } from "./document.js";
import type { Color } from "./moves.js";

/** A position in a file. */
export interface Place {
  /** The number of bytes before it. */
  offset: number;
  /** The line, from 1. */
  line: number;
  /** The column, from 1, in UTF-16 code units of the decoded line, as in editors and in JavaScript strings. */
  column: number;
}

/** A fault in a file. */
export interface Finding {
  /** The stable code, such as `sgf/junk`. */
  code: string;
  severity: "error" | "warning" | "info";
  message: string;
  /** Advice, if there is any. */
  help?: string;
  /** Whether `fix` can repair it: always, or only if the code is in `unsafeCodes`. */
  repair?: "safe" | "unsafe";
  start: Place;
  end: Place;
}

/** The result of `fix`. */
export interface Fixed {
  bytes: Uint8Array;
  repaired: Finding[];
  remaining: Finding[];
}

/** Options for a picture. */
export interface RenderOptions {
  theme?: "wood" | "print" | "night";
  /** The width in CSS pixels. */
  width?: number;
  /** Whether a page can override the colors with CSS variables such as `--kifu-board`. */
  cssVariables?: boolean;
}

/** A line of a problem. */
export interface ProblemLine {
  /** The node of the first move of the solver. */
  answer: number;
  /** The last node. */
  end: number;
  isRight: boolean;
}

/** A problem and its solutions. */
export interface Problem {
  /** The way in which the file marks solutions, such as `right` or `te`. */
  convention: string;
  solver: Color;
  lines: ProblemLine[];
}

/** The number of values of a finding in the arrays of the module. */
const FINDING_LENGTH = 11;

type FindingRow = [
  string,
  Finding["severity"],
  string,
  string | undefined,
  Finding["repair"],
  number,
  number,
  number,
  number,
  number,
  number,
];

function findings(rows: unknown[]): Finding[] {
  const found: Finding[] = [];
  for (let at = 0; at < rows.length; at += FINDING_LENGTH) {
    const row = rows.slice(at, at + FINDING_LENGTH) as FindingRow;
    const [code, severity, message, help, repair, start, end, line, column, endLine, endColumn] = row;
    const finding: Finding = {
      code,
      severity,
      message,
      start: { offset: start, line, column },
      end: { offset: end, line: endLine, column: endColumn },
    };
    if (help !== undefined) finding.help = help;
    if (repair !== undefined) finding.repair = repair;
    found.push(finding);
  }
  return found;
}

/** The games of a file: trees of nodes, which have numbers. */
export class Document extends LeanDocument {
  /** The faults of the file. Moves are checked by the rules that each game names. */
  check(): Finding[] {
    return findings(this.raw.check());
  }

  /**
   * Repairs the file by changing only the faulty bytes. The document itself does not change.
   *
   * @param codes The findings to repair safely, by their codes. By default, all of them.
   * @param unsafeCodes The findings to repair although this changes a meaning.
   */
  fix(codes?: readonly string[], unsafeCodes: readonly string[] = []): Fixed {
    const [bytes, repaired, remaining] = this.raw.fix(codes && [...codes], [...unsafeCodes]) as [
      Uint8Array,
      unknown[],
      unknown[],
    ];
    return { bytes, repaired: findings(repaired), remaining: findings(remaining) };
  }

  /** Draws the position after a node, with its marks, as SVG. */
  render(node: number, options: RenderOptions = {}): string {
    const { theme = "wood", width, cssVariables = false } = options;
    return this.raw.render(node, theme, width, cssVariables);
  }

  /** The problem of a game and its solutions; `undefined` if the game is not a problem. */
  problem(game = 0, convention?: string): Problem | undefined {
    const row = this.raw.problem(game, convention) as [string, Color, ...unknown[]] | undefined;
    if (row === undefined) return undefined;
    const lines: ProblemLine[] = [];
    for (let at = 2; at < row.length; at += 3) {
      const [answer, end, isRight] = row.slice(at, at + 3) as [number, number, boolean];
      lines.push({ answer, end, isRight });
    }
    return { convention: row[0], solver: row[1], lines };
  }
}
