import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AwayError, ConfigError } from '../../errors.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { temporaryBucket } from '@vitrin/engine/testing/temporary-bucket.ts';
import { createStorage, openBucket } from './create-storage.ts';
import { newStorageKey, type Storage } from '@vitrin/engine/storage/storage.ts';

const KEY = newStorageKey();
async function* oneByte() {
  yield Buffer.from('a');
}

/** Every call that asks the bucket. */
const CALLS: Record<string, (storage: Storage) => Promise<unknown>> = {
  write: (storage) => storage.write(KEY, oneByte()),
  read: (storage) => storage.read(KEY, { start: 0, end: 1 }),
  size: (storage) => storage.size(KEY),
  check: (storage) => storage.check(new AbortController().signal),
  delete: (storage) => storage.delete([KEY]),
  begin: (storage) => storage.begin(KEY, 1),
  append: (storage) => storage.append(KEY, 0, oneByte()),
  offset: (storage) => storage.offset(KEY, 0),
  complete: (storage) => storage.complete(KEY, 1),
  abort: (storage) => storage.abort(KEY),
  list: (storage) => Array.fromAsync(storage.list()),
};

const s3 = await temporaryBucket();
const bucket = await createStorage({ s3: s3.config, dataDir: temporaryFolder() });

test.each(Object.keys(CALLS))(
  '%s of a bucket that does not answer says that the store is away',
  async (name) => {
    s3.pause();
    const failure: unknown = await CALLS[name]?.(bucket).catch((error: unknown) => error);
    s3.resume();
    expect(failure).toBeInstanceOf(AwayError);
    expect(failure).toMatchObject({
      detail: { key: 'files.storage_away' },
      cause: { $metadata: expect.any(Object) },
    });
  },
);

test('a bucket without a folder to stage its uploads in is refused in one sentence', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const opened = openBucket(s3.config, join(file, 'parts'));
  await expect(opened).rejects.toThrow(ConfigError);
  await expect(opened).rejects.toThrow(/wait in DATA_DIR, which cannot be written to: ENOTDIR/);
});
