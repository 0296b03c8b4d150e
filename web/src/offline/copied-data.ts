import { OFFLINE_VARIABLE, type OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';

/** Bytes of the copy's small texts in base64, by the path of the file. */
let texts: Record<string, string> = {};

/** The copy that `data.js` has set; undefined where it is missing, as when the page is opened within its archive. */
export function readCopy(): OfflineCopy | undefined {
  const copy = (globalThis as Record<string, unknown>)[OFFLINE_VARIABLE] as OfflineCopy | undefined;
  if (copy) keepTexts(copy);
  return copy;
}

/** Lets the viewer open the texts that a copy has within it. */
export function keepTexts({ versions }: Pick<OfflineCopy, 'versions'>): void {
  texts = Object.assign({}, ...versions.map((version) => version.texts)) as Record<string, string>;
}

export function hasText(path: string): boolean {
  return Object.hasOwn(texts, path);
}

/** Throws where the copy does not have the text within it. */
export function textBytes(path: string): Uint8Array {
  const text = texts[path];
  if (text === undefined) throw new Error(`The copy has no text of ${path}`);
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The folder that a file of the copy lies in. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
