// Compiled with `tsc --strict`: the types of the package are those that are written here.

import * as inline from "@kifu/kifu/inline";
import * as lean from "@kifu/kifu/lean";
import {
  type Color,
  type Conversion,
  type Document,
  type Finding,
  KifuError,
  type Move,
  type Nodes,
  type Problem,
  decodeMove,
  games,
  init,
  read,
  timeline,
} from "@kifu/kifu";

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never;
function same<A, B>(_: Same<A, B>): void {}

export async function program(response: Response): Promise<void> {
  await init();
  await init(new URL("kifu.wasm", "https://example.com"));
  using document = read(new Uint8Array(), { charset: "GBK" });
  same<typeof document, Document>(true);
  same<typeof document.nodes, Nodes>(true);
  same<typeof document.nodes.parent, Int32Array>(true);
  same<ReturnType<typeof document.board>, Uint8Array>(true);
  same<ReturnType<typeof document.property>, string[] | undefined>(true);
  same<ReturnType<typeof document.move>, Move | undefined>(true);
  same<ReturnType<typeof document.check>, Finding[]>(true);
  same<ReturnType<typeof document.problem>, Problem | undefined>(true);
  same<ReturnType<typeof document.convert>, Conversion>(true);
  same<ReturnType<typeof decodeMove>, Move | undefined>(true);
  const komi: number | undefined = document.info().komi;
  const color: Color = document.turn(0).toPlay;
  void [komi, color];
  document.render(0, { theme: "night" });
  // @ts-expect-error There is no such theme.
  document.render(0, { theme: "pink" });
  // @ts-expect-error There is no such format.
  document.convert("pdf");
  // @ts-expect-error The columns cannot be replaced.
  document.nodes.parent = new Int32Array();
  // @ts-expect-error Documents are made by `read`.
  document.raw;
  if (response.body) {
    for await (const game of games(response.body)) same<typeof game, Document>(true);
  }
  using recording = timeline("(;)");
  using moment = recording.at(1);
  same<typeof moment.document, Document>(true);
  same<typeof moment.board, Uint8Array | undefined>(true);
  try {
    inline.read("(;)").write();
  } catch (error) {
    if (error instanceof KifuError && error.code === "too-large") return;
    // @ts-expect-error There is no such code.
    if (error instanceof KifuError && error.code === "pink") return;
  }
  const small = lean.read("(;)");
  // @ts-expect-error The lean build does not check.
  small.check();
}
