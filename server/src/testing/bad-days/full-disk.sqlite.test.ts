import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PASSWORD } from '../../../../test-kit/accounts.ts';
import { openApiSession } from '../../../../test-kit/api-session.ts';
import { prepareDelivery } from '../../../../test-kit/delivery.ts';
import { type Product, startProduct } from '../../../../test-kit/product.ts';
import { uploadFile } from '../../../../test-kit/upload-file.ts';
import { afterwards, temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { createReserve, RESERVE_BYTES } from '@vitrin/engine/disk/reserve.ts';

const MIB = 1024 * 1024;
const LOGIN = '/_allauth/browser/v1/auth/login';

/** A folder on a file system of its own with this capacity; requires the right to mount. */
function smallDisk(mib: number): string {
  const folder = temporaryFolder();
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'none', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`A small file system cannot be mounted: ${stderr}`);
  afterwards(() => spawnSync('umount', ['--lazy', folder]));
  return folder;
}

/** Writes into a file until the disk is full; returns its path. */
function fillUp(folder: string): string {
  const path = join(folder, 'ballast');
  const file = openSync(path, 'a');
  for (const size of [MIB, 4096, 1]) {
    const block = Buffer.alloc(size, 1);
    try {
      while (writeSync(file, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
  return path;
}

const logIn = (product: Product, username: string) =>
  openApiSession(product.url).call('POST', LOGIN, { username, password: PASSWORD });

function doctor(dataDir: string): string {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir };
  const program = resolve(import.meta.dirname, '../../../../operator/src/doctor/main.ts');
  return spawnSync(process.execPath, [program, '--only', 'disk'], { env, encoding: 'utf8' }).stdout;
}

test('on a full disk people log in, download and delete, and files are accepted again once there is room', async () => {
  const dataDir = smallDisk(128);
  const product = await startProduct({ dataDir, env: { RATE_LIMITS: 'off' } });
  afterwards(() => product.stop());
  const { freelancer, version } = await prepareDelivery(product, 'ada');
  const bytes = Buffer.alloc(MIB, 7);
  const files = [];
  for (const name of ['one.bin', 'two.bin', 'three.bin'])
    files.push(await uploadFile(freelancer, version, name, bytes));
  const kept = await uploadFile(freelancer, version, 'kept.bin', bytes);
  const ballast = fillUp(dataDir);

  for (let count = 0; count < 20; count += 1) expect((await logIn(product, 'ada')).status).toBe(200);
  const downloaded = await freelancer.call('GET', `${kept.file}?download=1`);
  expect([downloaded.status, (downloaded.body as Buffer).equals(bytes)]).toEqual([200, true]);
  expect(existsSync(join(dataDir, 'reserve'))).toBe(false);
  expect(doctor(dataDir)).toContain('The reserve of the disk was given up');
  // The reserved space is not for files, though one of this size would fit.
  await expect(uploadFile(freelancer, version, 'more.bin', bytes)).rejects.toThrow('507');
  for (const { id } of files) expect((await freelancer.call('DELETE', `/api/files/${id}/`)).status).toBe(204);

  rmSync(ballast);
  await uploadFile(freelancer, version, 'more.bin', bytes);
  expect(statSync(join(dataDir, 'reserve')).size).toBe(RESERVE_BYTES);
  expect(doctor(dataDir)).not.toContain('reserve');
}, 120_000);

test('the reserve is claimed once if twice as much is free, and released at once', async () => {
  const folder = smallDisk(8);
  const changes: boolean[] = [];
  const reserve = createReserve(folder, { bytes: 3 * MIB, onChange: (isHeld) => changes.push(isHeld) });
  expect(reserve.giveUp()).toBe(false);
  expect(await Promise.all([reserve.take(), reserve.take()])).toEqual([true, true]);
  const ballast = fillUp(folder);
  expect([reserve.giveUp(), reserve.giveUp()]).toEqual([true, false]);
  // Three are free, and six are required.
  expect(await reserve.take()).toBe(false);
  rmSync(ballast);
  expect(await reserve.take()).toBe(true);
  expect(changes).toEqual([false, true]);
});

test('a reserve that a killed server left half written is written anew', async () => {
  const folder = smallDisk(8);
  const file = openSync(join(folder, 'reserve'), 'w');
  writeSync(file, Buffer.alloc(MIB), 0, MIB, 2 * MIB);
  closeSync(file);
  expect(await createReserve(folder, { bytes: 3 * MIB }).take()).toBe(true);
  const { size, blocks } = statSync(join(folder, 'reserve'));
  expect([size, blocks * 512]).toEqual([3 * MIB, 3 * MIB]);
});
