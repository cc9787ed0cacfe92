// Moves as numbers: bit 15 is set for White, the other bits are the index of the point.

/** An empty point of a board. */
export const EMPTY = 0;
/** A black stone on a board, and the player Black. */
export const BLACK = 1;
/** A white stone on a board, and the player White. */
export const WHITE = 2;
/** A pass, without the color. */
export const PASS = 0x3fff;
/** A move without a point of the board, without the color. */
export const NO_POINT = 0x3ffe;
/** A node without a move. */
export const NO_MOVE = 0x7fff;

/** A player. */
export type Color = typeof BLACK | typeof WHITE;

/** A move. */
export interface Move {
  /** The player. */
  color: Color;
  /** The index of the point in boards; `undefined` for a pass, and for a move without a point of the board. */
  point?: number;
  /** Whether the move is a pass. */
  isPass: boolean;
}

/** Returns the move with a number of `Nodes.moves`; `undefined` if there is no move. */
export function decodeMove(move: number): Move | undefined {
  if (move === NO_MOVE) return undefined;
  const color = move & 0x8000 ? WHITE : BLACK;
  const point = move & 0x7fff;
  if (point === PASS) return { color, isPass: true };
  if (point === NO_POINT) return { color, isPass: false };
  return { color, point, isPass: false };
}
