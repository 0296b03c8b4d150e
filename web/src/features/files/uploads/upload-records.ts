import { numberOf } from '../../../lib/text-number.ts';
import { UPLOADS_KEY, readStored, writeStored } from '../../../lib/storage.ts';

/** The server keeps an unfinished upload for this long after its last byte (specification 6.5). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Record of an unfinished upload, by which it goes on when the same file is chosen again. */
export type UploadRecord = {
  /** Key of file and version. */
  key: string;
  user: number;
  version: number;
  size: number;
  /** Path of the upload on the server. */
  url: string;
  sent: number;
  /** Time of the last byte, epoch milliseconds. */
  touched: number;
};

const TEXTS = ['key', 'url'] as const;
const NUMBERS = ['user', 'version', 'size', 'sent', 'touched'] as const;

export type UploadRecords = ReturnType<typeof createUploadRecords>;

/** Identifies an upload across visits: version, size, time, hash of the name, and section. */
export function uploadKey(versionId: number, file: File, section?: number): string {
  const sectionPart = section === undefined ? [] : [section];
  return [versionId, file.size, file.lastModified, numberOf(file.name), ...sectionPart].join('/');
}

/** The section in the key of an upload. */
export function sectionInKey(key: string): number | undefined {
  const [section] = key.split('/').slice(4);
  return section === undefined ? undefined : Number(section);
}

/** Unfinished uploads of the signed-in user, kept in local storage. */
export function createUploadRecords(userId: () => number | null, now: () => number = Date.now) {
  function all(): UploadRecord[] {
    const text = readStored('local', UPLOADS_KEY);
    if (text === null) return [];
    try {
      const records: unknown = JSON.parse(text);
      if (Array.isArray(records) && records.every(isRecord))
        return records.filter((record) => now() - record.touched < KEPT_MS);
    } catch {
      // Something else wrote under our key.
    }
    // A build of before kept names of files here.
    write([]);
    return [];
  }

  function write(records: UploadRecord[]): void {
    writeStored('local', UPLOADS_KEY, records.length === 0 ? null : JSON.stringify(records));
  }

  function without(key: string): UploadRecord[] {
    return all().filter((record) => record.key !== key || record.user !== userId());
  }

  return {
    list: () => all().filter((record) => record.user === userId()),
    find: (key: string) => all().find((record) => record.key === key && record.user === userId()),
    save(record: Omit<UploadRecord, 'user' | 'touched'>) {
      const user = userId();
      if (user !== null) write([...without(record.key), { ...record, user, touched: now() }]);
    },
    /** Notes that `sent` bytes were sent just now. */
    touch(key: string, sent: number) {
      const record = this.find(key);
      if (record) write([...without(key), { ...record, sent, touched: now() }]);
    },
    remove(key: string) {
      write(without(key));
    },
  };
}

/** Another build, or a person by hand, may have written something else. */
function isRecord(value: unknown): value is UploadRecord {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Partial<Record<string, unknown>> = { ...value };
  return (
    fields['name'] === undefined &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    NUMBERS.every((name) => typeof fields[name] === 'number')
  );
}
