// The files of a drop or of a choice, with their paths.

import type { Added } from "./messages";

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "__MACOSX";
}

/** A file or a directory of a drop, in Chromium. */
type Handle = FileSystemFileHandle | (FileSystemDirectoryHandle & { values: () => AsyncIterable<Handle> });

interface Item {
  file: File | null;
  entry: FileSystemEntry | null;
  handle: Promise<Handle | null> | undefined;
}

function itemOf(item: DataTransferItem): Item {
  const { getAsFileSystemHandle } = item as { getAsFileSystemHandle?: () => Promise<Handle | null> };
  return {
    file: item.getAsFile(),
    entry: item.webkitGetAsEntry(),
    handle: getAsFileSystemHandle?.call(item).catch(() => null),
  };
}

function inOrder<T extends { name: string }>(all: T[]): T[] {
  return all.filter(({ name }) => !isHidden(name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function collectHandle(handle: Handle, path: string, into: Added[]): Promise<void> {
  if (handle.kind === "file") {
    into.push({ name: path, content: await handle.getFile() });
    return;
  }
  const children: Handle[] = [];
  for await (const child of handle.values()) children.push(child);
  for (const child of inOrder(children)) await collectHandle(child, `${path}/${child.name}`, into);
}

async function collectEntry(entry: FileSystemEntry, into: Added[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    into.push({ name: entry.fullPath.replace(/^\//, ""), content: file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // A reader returns a part of the entries, and an empty part at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    children.push(...some);
  }
  for (const child of inOrder(children)) await collectEntry(child, into);
}

/** The files of a drop; directories are searched. */
export async function filesOf(data: DataTransfer): Promise<Added[]> {
  // The items are valid only during the event.
  const items = [...data.items].filter(({ kind }) => kind === "file").map(itemOf);
  const text = data.getData("text/plain");
  const added: Added[] = [];
  for (const { file, entry, handle: promise } of items) {
    const handle = await promise;
    if (file && !entry?.isDirectory && handle?.kind !== "directory") {
      added.push({ name: file.name, content: file });
      continue;
    }
    const found: Added[] = [];
    try {
      if (entry) await collectEntry(entry, found);
    } catch (error) {
      // Handles lack files with names that Windows does not allow, but work on a page that was opened from a disk.
      found.length = 0;
      if (!handle) throw error;
      await collectHandle(handle, handle.name, found);
    }
    added.push(...found);
  }
  if (items.length === 0 && text.trim()) added.push(pasted(text));
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
