import { MAX_FILE_NAME_LENGTH, type ProjectFile } from '@vitrin/shared/contract/files.ts';
import { renamedFile, splitExtension } from '@vitrin/shared/rules/texts/file-names.ts';

type Named = Pick<ProjectFile, 'id' | 'name' | 'section'>;

/** Why files cannot be named so: `name` is the part of the pattern, or the file name, that is wrong. */
type PatternFault = { reason: 'part' | 'blank' | 'long' | 'twice' | 'taken'; name: string };

type Options = {
  start: number;
  sectionOf: (id: number) => string;
  taken: readonly string[];
};

const PART = /\{([^{}]*)\}/g;
/** With the digits that a number has at least. */
const NUMBER = /^n(?::([1-9]))?$/;

/** New names by a pattern with `{name}`, `{n}` (running number), `{n:3}` (padded) and `{section}`; extensions stay. */
export function namesBy(
  pattern: string,
  files: readonly Named[],
  { start, sectionOf, taken }: Options,
): { names: readonly string[]; fault: PatternFault | null } {
  const unknown = Array.from(pattern.matchAll(PART)).find(([, part = '']) => !isPart(part));
  if (unknown) return { names: [], fault: { reason: 'part', name: unknown[0] } };
  const names: string[] = [];
  const others = new Set(taken.map(sameName));
  const given = new Set<string>();
  let fault: PatternFault | null = null;
  for (const [index, file] of files.entries()) {
    const [stem, extension] = splitExtension(file.name);
    const wanted = pattern.replaceAll(PART, (_whole, part: string) => {
      if (part === 'name') return stem;
      if (part === 'section') return file.section === null ? '' : sectionOf(file.section);
      return String(start + index).padStart(Number(NUMBER.exec(part)?.[1] ?? 1), '0');
    });
    const name = renamedFile(file.name, wanted);
    names.push(name ?? wanted + extension);
    const key = sameName(name ?? '');
    if (name === undefined) fault ??= { reason: 'blank', name: file.name };
    else if (wanted.trim().length + extension.length > MAX_FILE_NAME_LENGTH)
      fault ??= { reason: 'long', name: file.name };
    else if (given.has(key)) fault ??= { reason: 'twice', name };
    else if (others.has(key)) fault ??= { reason: 'taken', name };
    given.add(key);
  }
  return { names, fault };
}

function isPart(part: string): boolean {
  return part === 'name' || part === 'section' || NUMBER.test(part);
}

/** Names that some file systems take for one. */
function sameName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
