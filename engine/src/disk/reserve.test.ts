import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary.ts';
import { createReserve, RESERVE_FILE } from './reserve.ts';

const BYTES = 3 * 1024 * 1024 + 1;

test('a reserve fills its bytes, frees them once, and reports each change after the first', async () => {
  const folder = temporaryFolder();
  const changes: boolean[] = [];
  const reserve = createReserve(folder, { bytes: BYTES, onChange: (isHeld) => changes.push(isHeld) });
  expect(reserve.giveUp()).toBe(false);
  expect(await Promise.all([reserve.take(), reserve.take()])).toEqual([true, true]);
  expect(statSync(join(folder, RESERVE_FILE)).size).toBe(BYTES);
  expect(changes).toEqual([]);

  expect(reserve.giveUp()).toBe(true);
  expect(reserve.giveUp()).toBe(false);
  expect(existsSync(join(folder, RESERVE_FILE))).toBe(false);
  expect(await reserve.take()).toBe(true);
  expect(changes).toEqual([false, true]);
});

test('a reserve of an earlier process is taken as it is, and one of another size is made anew', async () => {
  const folder = temporaryFolder();
  const file = join(folder, RESERVE_FILE);
  await createReserve(folder, { bytes: BYTES }).take();
  const { ino, mtimeMs } = statSync(file);
  expect(await createReserve(folder, { bytes: BYTES }).take()).toBe(true);
  expect(statSync(file)).toMatchObject({ ino, mtimeMs });
  expect(await createReserve(folder, { bytes: 2 * BYTES }).take()).toBe(true);
  expect(statSync(file).size).toBe(2 * BYTES);
});

test('a disk with less than twice the bytes, and a folder that is gone, give no reserve', async () => {
  const folder = temporaryFolder();
  expect(await createReserve(folder, { bytes: Number.MAX_SAFE_INTEGER }).take()).toBe(false);
  expect(existsSync(join(folder, RESERVE_FILE))).toBe(false);
  const gone = createReserve(join(folder, 'gone'), { bytes: BYTES });
  expect(await gone.take()).toBe(false);
  expect(gone.giveUp()).toBe(false);
});
