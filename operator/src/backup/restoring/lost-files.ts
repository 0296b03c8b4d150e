import { BackupError } from '../errors.ts';
import { type Columns, NAMINGS, type ReadRows } from '../named-objects.ts';
import type { Backups } from '../reading/backups.ts';

/** A file of a backup, by its path in the folder, that is not what was written, or not there; `key` where it is an object. */
export type LostFile = { file: string; problem: 'damaged' | 'missing'; key: string | undefined };

/** Called for each: throws to stop the restore, or returns to leave the file out. */
export type OnLost = (lost: LostFile) => void;

/** Keys that are asked about at once. */
const KEYS_AT_ONCE = 500;
/** Characters that control a terminal, which a name may hold. */
const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

/** Stops a restore at the first lost file. */
export function refuseLost({ name }: Pick<Backups, 'name'>): OnLost {
  return ({ file, problem }) => {
    const what = problem === 'damaged' ? `${name}/${file} is damaged` : `${file} is not in ${name}`;
    throw new BackupError(
      `${what}: restore another backup with --at, or all but what is damaged with --leave-out-damaged.`,
    );
  };
}

/**
 * Descriptions of lost objects by key, taken from their rows: `file 12 (logo.png)`, `made from file 12
 * (logo.png)`.
 */
export async function nameLost(
  read: ReadRows,
  columns: Columns,
  lost: readonly LostFile[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const keys = lost.flatMap(({ key }) => (key === undefined ? [] : [key]));
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    // Keys are hexadecimal digits, see the manifest.
    const list = keys
      .slice(start, start + KEYS_AT_ONCE)
      .map((key) => `'${key}'`)
      .join(', ');
    for (const { table, key: column } of NAMINGS) {
      if (!columns.get(table)?.has(column)) continue;
      const isFile = table === 'files';
      const rows = await read(
        `select ${column} as key${isFile ? ', id, name' : ''} from ${table} where ${column} in (${list})`,
      );
      for (const { key, id, name } of rows)
        names.set(
          String(key),
          isFile
            ? `${column === 'storage_key' ? '' : 'made from '}file ${Number(id)} (${String(name).replaceAll(CONTROLS, ' ')})`
            : `of ${table}`,
        );
    }
  }
  return names;
}
