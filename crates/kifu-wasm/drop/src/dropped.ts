// The files of a drop or of a choice, with their paths.

import type { Added } from "./messages";

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "__MACOSX";
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

async function childrenOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns a part of the entries, and an empty part at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    all.push(...some);
  }
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function collect(entry: FileSystemEntry, into: Added[]): Promise<void> {
  if (entry.isFile) {
    into.push({ name: entry.fullPath.replace(/^\//, ""), content: await fileOf(entry as FileSystemFileEntry) });
    return;
  }
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) {
    if (!isHidden(child.name)) await collect(child, into);
  }
}

/** The files of a drop; directories are searched. */
export async function filesOf(data: DataTransfer): Promise<Added[]> {
  // The items are valid only during the event.
  const entries = [...data.items].map((item) => (item.kind === "file" ? item.webkitGetAsEntry() : null));
  const files = [...data.files];
  const text = data.getData("text/plain");
  const added: Added[] = [];
  if (entries.some((entry) => entry !== null)) {
    for (const entry of entries) if (entry) await collect(entry, added);
  } else {
    added.push(...files.map((file) => ({ name: file.name, content: file })));
  }
  if (added.length === 0 && text.trim()) added.push(pasted(text));
  return added;
}

/** The files of an `input` element. */
export function chosen(files: FileList): Added[] {
  return [...files]
    .map((file) => ({ name: file.webkitRelativePath || file.name, content: file }))
    .filter(({ name }) => !name.split("/").slice(0, -1).some(isHidden) && !isHidden(name.split("/").pop()!));
}

let number = 0;

export function pasted(text: string): Added {
  number += 1;
  return { name: `pasted ${number}.txt`, content: new Blob([text]) };
}
