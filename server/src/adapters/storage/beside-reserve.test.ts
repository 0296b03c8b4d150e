import { expect, test } from 'vitest';
import { newStorageKey, type Storage } from '@vitrin/engine/storage/storage.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { OutOfSpaceError } from '../../errors.ts';
import { besideReserve } from './beside-reserve.ts';
import { createStorage } from './create-storage.ts';

const BYTES = Buffer.from('some bytes');

test.each<[string, (storage: Storage, key: string, source: AsyncGenerator<Buffer>) => Promise<number>]>([
  ['a write', async (storage, key, source) => storage.write(key, source)],
  ['an append', async (storage, key, source) => storage.append(key, 0, source)],
])('%s takes bytes only while the reserve is held', async (_what, store) => {
  const disk = await createStorage({ s3: undefined, dataDir: temporaryFolder() });
  let [isHeld, taken] = [false, 0];
  const storage = besideReserve(disk, { take: async () => isHeld });
  async function* source() {
    taken += 1;
    yield BYTES;
  }
  const key = newStorageKey();
  await disk.begin(key, BYTES.length);
  await expect(store(storage, key, source())).rejects.toBeInstanceOf(OutOfSpaceError);
  expect(taken).toBe(0);
  isHeld = true;
  await expect(store(storage, key, source())).resolves.toBe(BYTES.length);
});
