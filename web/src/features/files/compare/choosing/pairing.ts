import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { splitName } from '../../grid/file-opening.ts';

/** How a file is compared: only files that are compared alike stand beside each other. */
type Compared = 'picture' | 'film';

/** A film, a picture, or whatever has a picture of its first page; undefined for the rest. */
export function comparedAs(file: ProjectFile): Compared | undefined {
  if (file.kind === 'video') return 'film';
  if (file.kind === 'audio') return undefined;
  return (file.picture ?? file.thumbnail_large) === null ? undefined : 'picture';
}

/** Files of other versions that can stand beside this one: of the nearest older version first, then of newer ones. */
export function candidatesFor(file: ProjectFile, versions: readonly Version[]): Version[] {
  const kind = comparedAs(file);
  if (kind === undefined) return [];
  const index = versions.findIndex(({ id }) => id === file.version);
  return [...versions.slice(0, Math.max(0, index)).toReversed(), ...versions.slice(index + 1)]
    .map((version) => ({ ...version, files: version.files.filter((each) => comparedAs(each) === kind) }))
    .filter(({ files }) => files.length > 0);
}

/** The file that stands for the same work in the nearest version that has one; undefined where names say nothing. */
export function pairFor(file: ProjectFile, versions: readonly Version[]): ProjectFile | undefined {
  for (const { files } of candidatesFor(file, versions)) {
    const closest = files
      .map((each) => ({ each, likeness: likenessOf(each.name, file.name) }))
      .reduce((best, next) => (next.likeness > best.likeness ? next : best));
    if (closest.likeness > 0) return closest.each;
  }
  return undefined;
}

/** 3: the same name; 2: the same but for marks of a version; 1: also another extension; 0: another name. */
function likenessOf(one: string, other: string): number {
  if (one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase()) return 3;
  const [stem, extension] = stemOf(one);
  const [otherStem, otherExtension] = stemOf(other);
  if (stem !== otherStem) return 0;
  return extension === otherExtension ? 2 : 1;
}

/** A word at the end of a name that says which state of the work it is, with what sets it apart. */
const MARK =
  /(?:[\s._-]v(?:ersion)?[\s._-]?\d{1,6}(?:[._]\d{1,6})?|[\s._-](?:final|draft|new|old|copy|last|son|yeni|taslak|kopya)|[\s._-]?\(\d{1,6}\)|[\s._-]r(?:ev)?\d{1,6})$/;

/** More marks than this at the end of a name are part of it. */
const MOST_MARKS = 4;

/** "Poster-v2_final (1).PNG" -> ["poster", ".png"] */
export function stemOf(name: string): [stem: string, extension: string] {
  const [base, extension] = splitName(name.normalize('NFC').toLowerCase());
  let stem = base;
  for (let marks = 0; marks < MOST_MARKS; marks += 1) {
    const shorter = stem.replace(MARK, '');
    if (shorter === stem || shorter === '') break;
    stem = shorter;
  }
  return [stem, extension];
}
