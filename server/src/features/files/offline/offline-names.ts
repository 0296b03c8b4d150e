import { fileNameOf } from '@vitrin/shared/rules/texts/file-names.ts';
import { OFFLINE_FOLDER } from '@vitrin/shared/rules/offline-copy.ts';
import { zipNames, zipPaths } from '../zip/zip-names.ts';

/** Windows allows 260 characters for a whole path, including the folder that it is unpacked into. */
const MAX_FOLDER_BYTES = 60;
const MAX_FILE_BYTES = 120;

const TAKEN = ['index.html', OFFLINE_FOLDER];

/** Returns folder names that are safe everywhere and unique; a repeated name gets its number at the end. */
export async function folderNames(titles: readonly string[]): Promise<string[]> {
  const taken = new Set(TAKEN);
  const numbers = new Map<string, number>();
  const names: string[] = [];
  for (const title of titles) {
    const plain = fileNameOf(title.replaceAll(/[/\\]/g, '-'));
    const [safe = 'folder'] = await zipNames([plain], MAX_FOLDER_BYTES);
    let name = safe;
    let number = numbers.get(safe.toLowerCase()) ?? 2;
    for (; taken.has(name.toLowerCase()); number += 1) name = `${safe} (${number})`;
    numbers.set(safe.toLowerCase(), number);
    taken.add(name.toLowerCase());
    names.push(name);
  }
  return names;
}

export function fileNames(files: Parameters<typeof zipPaths>[0]): Promise<string[]> {
  return zipPaths(files, MAX_FILE_BYTES);
}

export function addressOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
