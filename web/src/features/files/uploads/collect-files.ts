import { noteFolders } from './folders.ts';

/** Files that operating systems leave in folders, which are not meant to be uploaded. */
const LITTER = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|__MACOSX)$/i;

/** `vanished`: files and folders that were gone before they could be read, as in one that is still being written. */
type Collected = { files: File[]; vanished: number };

/** All files of a drop or paste with their folders; call it in the event handler, before the transfer is emptied. */
export async function collectFiles(transfer: DataTransfer): Promise<Collected> {
  const entries = Array.from(transfer.items, (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry() : null,
  );
  // Without the entries API, and for pasted pictures, there are only plain files.
  if (entries.every((entry) => entry === null)) return { files: Array.from(transfer.files), vanished: 0 };
  const nested = await Promise.all(entries.flatMap((entry) => (entry ? [filesOf(entry)] : [])));
  const found = nested.flat();
  const files = found.filter((file) => file !== null);
  return { files, vanished: found.length - files.length };
}

/** The files of a chosen folder without those that operating systems leave there. */
export function withoutLitter(files: readonly File[]): File[] {
  return files.filter(({ name }) => !LITTER.test(name));
}

/** Null in the place of a file or folder that is gone. */
async function filesOf(entry: FileSystemEntry, folders: readonly string[] = []): Promise<(File | null)[]> {
  if (folders.length > 0 && LITTER.test(entry.name)) return [];
  if (isFile(entry)) {
    const file = await ifThere(new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    return [file && noteFolders(file, folders)];
  }
  if (!isFolder(entry)) return [];
  const children = await ifThere(childrenOf(entry.createReader()));
  if (!children) return [null];
  const nested = await Promise.all(children.map((child) => filesOf(child, [...folders, entry.name])));
  return nested.flat();
}

async function ifThere<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** A reader returns about a hundred entries at a time, and none at the end. */
async function childrenOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
