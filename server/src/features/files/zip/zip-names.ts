import { fileNameWithin, numberedFileName } from '@vitrin/shared/rules/texts/file-names.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import { FILES_AT_ONCE } from '@vitrin/engine/zip/zip-layout.ts';

/** File systems allow 255; the rest is for the number of a repeated name. */
const MAX_NAME_BYTES = 240;
const NAMES_OF_DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns names that are unique regardless of case, valid on Windows and at most `maxBytes` of UTF-8 long. */
export async function zipNames(names: readonly string[], maxBytes = MAX_NAME_BYTES): Promise<string[]> {
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  const unique: string[] = [];
  await inSlices(names, FILES_AT_ONCE, (given) => {
    const plain = given.replaceAll(/[<>:"|?*\\]/g, '_').replace(NAMES_OF_DEVICES, '$1_');
    const safe = withoutEnd(fileNameWithin(plain, maxBytes)) || 'file';
    let name = safe;
    // Trying from 2 each time would be quadratic for equal names.
    let number = numbers.get(safe.toLowerCase()) ?? 2;
    for (; taken.has(name.toLowerCase()); number += 1) name = numberedFileName(safe, number);
    numbers.set(safe.toLowerCase(), number);
    taken.add(name.toLowerCase());
    unique.push(name);
  });
  return unique;
}

const FOLDER_BYTES = 60;

type Sectioned = { name: string; section_id: number | null; section: string | null };

/** Returns paths with a folder for each section; names follow the rules of `zipNames`. */
export async function zipPaths(files: readonly Sectioned[], maxBytes = MAX_NAME_BYTES): Promise<string[]> {
  const loose: number[] = [];
  const folders = new Map<number, { title: string; indexes: number[] }>();
  await inSlices(files, FILES_AT_ONCE, ({ section_id, section }, index) => {
    const folder = section_id === null ? loose : folders.get(section_id)?.indexes;
    if (folder) folder.push(index);
    else if (section_id !== null) {
      const title = fileNameWithin((section ?? '').replaceAll('/', '_'), FOLDER_BYTES);
      folders.set(section_id, { title, indexes: [index] });
    }
  });
  const nameOf = (index: number) => files[index]?.name ?? '';
  const titles = Array.from(folders.values(), ({ title }) => title);
  // A folder and a file beside it must have different names too.
  const names = await zipNames([...titles, ...loose.map(nameOf)], maxBytes);
  const paths: string[] = [];
  for (const [position, index] of loose.entries()) paths[index] = names[titles.length + position] ?? 'file';
  for (const [position, { indexes }] of [...folders.values()].entries()) {
    const ownNames = await zipNames(indexes.map(nameOf), maxBytes);
    for (const [number, index] of indexes.entries()) paths[index] = `${names[position]}/${ownNames[number]}`;
  }
  return paths;
}

/** Removes dots and spaces from the end, as Windows drops them. */
export function withoutEnd(name: string): string {
  let end = name.length;
  while (name[end - 1] === '.' || name[end - 1] === ' ') end -= 1;
  return name.slice(0, end);
}
