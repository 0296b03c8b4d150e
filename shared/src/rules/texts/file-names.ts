import { MAX_FILE_NAME_LENGTH } from '../../contract/files.ts';
import { hasVisibleCharacter } from './visible-text.ts';

// Control characters, spaces without width, and the marks that turn the direction of writing ("exe.gpj" shown as "jpg.exe").
// oxlint-disable-next-line no-control-regex -- the point of the rule
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const LONGEST_EXTENSION = 20;

/** Four characters compose to one at most (NFC), in quadratic time on some texts; longer ones stay as they are. */
const LONGEST_TO_COMPOSE = 4 * MAX_FILE_NAME_LENGTH;

/**
 * Stored name of a file: last part of the path, visible, at most 255 characters with its extension, never empty. A
 * backslash separates only in a Windows path, which begins with a drive or machine.
 */
export function fileNameOf(given: string): string {
  const end = /^(?:[a-z]:)?\\/i.test(given) ? given.lastIndexOf('\\') : -1;
  return visibleName(given.slice(Math.max(given.lastIndexOf('/'), end) + 1)) ?? 'file';
}

/**
 * New name of a file by the rules of an upload, with dashes for slashes and the old extension; undefined if invisible.
 */
export function renamedFile(name: string, given: string): string | undefined {
  const [, extension] = splitExtension(name);
  const wanted = visibleName(given.replaceAll('/', '-')) ?? '';
  const isWhole = wanted.toLowerCase().endsWith(extension.toLowerCase());
  const stem = visibleName(isWhole ? wanted.slice(0, wanted.length - extension.length) : wanted);
  return stem === undefined ? undefined : shortened(stem + extension, MAX_FILE_NAME_LENGTH);
}

function visibleName(text: string): string | undefined {
  const seen = text.toWellFormed().replaceAll(UNSEEN, '').trim();
  const name = shortened(seen, LONGEST_TO_COMPOSE).normalize('NFC');
  if (name === '.' || name === '..' || !hasVisibleCharacter(name)) return undefined;
  return shortened(name, MAX_FILE_NAME_LENGTH);
}

/** `name` with ` (2)`, ` (3)` ... before its extension. */
export function numberedFileName(name: string, number: number): string {
  const [stem, extension] = splitExtension(name);
  const mark = ` (${number})`;
  return shortened(stem, MAX_FILE_NAME_LENGTH - mark.length - extension.length) + mark + extension;
}

/** `name` within `bytes` bytes of UTF-8, its extension kept; most file systems take 255. */
export function fileNameWithin(name: string, bytes: number): string {
  return shortened(name, bytes, bytesOf);
}

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += 1 + Number(code > 0x7f) + Number(code > 0x7ff) + Number(code > 0xffff);
  }
  return bytes;
}

/** Cuts between whole characters, so that an emoji is kept or dropped. `lengthOf` counts UTF-16 units by default. */
function shortened(name: string, length: number, lengthOf = (text: string) => text.length): string {
  if (lengthOf(name) <= length) return name;
  const [stem, extension] = splitExtension(name);
  let kept = '';
  let left = length - lengthOf(extension);
  for (const character of stem) {
    left -= lengthOf(character);
    if (left < 0) break;
    kept += character;
  }
  return kept + extension;
}

/** "poster.final.png" -> ["poster.final", ".png"]; a long or leading last part is no extension. */
export function splitExtension(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.');
  if (dot <= 0 || name.length - dot > LONGEST_EXTENSION) return [name, ''];
  return [name.slice(0, dot), name.slice(dot)];
}
