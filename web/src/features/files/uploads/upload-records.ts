import { z } from 'zod';
import { UPLOADS_KEY, readStored, writeStored } from '../../../lib/storage.ts';

/** The server keeps an unfinished upload for this long after its last byte (specification 6.5). */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** What is remembered of an unfinished upload, so that it can go on when the same file is chosen again. */
const UploadRecord = z.object({
  /** Key of file and version. */
  key: z.string(),
  user: z.number(),
  version: z.number(),
  name: z.string(),
  size: z.number(),
  /** Path of the upload on the server. */
  url: z.string(),
  sent: z.number(),
  /** Time of the last byte, epoch milliseconds. */
  touched: z.number(),
});
export type UploadRecord = z.infer<typeof UploadRecord>;

const UploadRecords = z.array(UploadRecord);

export type UploadRecords = ReturnType<typeof createUploadRecords>;

/** Identifies an upload across visits: its version, and the file's size, time and name. */
export function uploadKey(versionId: number, file: File): string {
  return [versionId, file.size, file.lastModified, file.name].join('/');
}

/** Unfinished uploads of the signed-in user, kept in local storage. */
export function createUploadRecords(userId: () => number | null, now: () => number = Date.now) {
  function all(): UploadRecord[] {
    const text = readStored('local', UPLOADS_KEY);
    if (text === null) return [];
    try {
      const records = UploadRecords.safeParse(JSON.parse(text)).data ?? [];
      return records.filter((record) => now() - record.touched < KEPT_MS);
    } catch {
      // Something else wrote under our key: nothing is remembered.
      return [];
    }
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
