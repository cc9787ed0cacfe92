// The functions of the module that the page uses; see `src/page.rs`.

declare module "kifu-glue" {
  export function initSync(options: { module: WebAssembly.Module }): unknown;
  export function isArchive(name: string): boolean;
  export function unpack(
    name: string,
    source: Uint8Array,
    found: (name: string, bytes: Uint8Array | undefined, why: string | undefined) => void,
  ): void;
  export function explanation(code: string): string | undefined;
  export function targets(): unknown[];
  export function openFile(name: string, bytes: Uint8Array): RawFile;
  export class RawFile {
    readonly format: string;
    readonly charset: string;
    readonly isRecording: boolean;
    readonly gameCount: number;
    games(start: number, count: number): unknown[];
    page(game: number): string;
    findings(): unknown[];
    fix(only: string[] | undefined, unsafeCodes: string[]): unknown[];
    convert(target: string): unknown[];
    free(): void;
  }
}
