import { MAX_FILE_NAME_LENGTH } from '../contract/files.ts';

// Control characters, and the marks that turn the direction of writing ("exe.gpj" shown as "jpg.exe").
// oxlint-disable-next-line no-control-regex -- the point of the rule
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

const LONGEST_EXTENSION = 20;

/**
 * The name a file is kept and shown under: the last part of whatever path came, without control characters, at most
 * 255 characters with its extension kept, never empty. It never becomes a path on the server.
 */
export function fileNameOf(given: string): string {
  const base = given.split(/[/\\]/).pop() ?? '';
  const name = base.toWellFormed().normalize('NFC').replaceAll(UNSEEN, '').trim();
  if (name === '' || name === '.' || name === '..') return 'file';
  return shortened(name, MAX_FILE_NAME_LENGTH);
}

/** `name` with ` (2)`, ` (3)` ... before its extension. */
export function numberedFileName(name: string, number: number): string {
  const [stem, extension] = splitExtension(name);
  const mark = ` (${number})`;
  return shortened(stem, MAX_FILE_NAME_LENGTH - mark.length - extension.length) + mark + extension;
}

/** Cut by whole characters, so that an emoji is kept or dropped. Lengths are those of JavaScript. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name;
  const [stem, extension] = splitExtension(name);
  let kept = '';
  for (const character of stem) {
    if (kept.length + character.length + extension.length > length) break;
    kept += character;
  }
  return kept + extension;
}

function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > LONGEST_EXTENSION) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}
