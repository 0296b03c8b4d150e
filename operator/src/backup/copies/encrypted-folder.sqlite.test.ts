import { hash } from 'node:crypto';
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { TestInstallation } from '../../testing/backup/installations.ts';
import { runBackupHere, runBackupProcess } from '../../testing/backup/processes.ts';
import { factsOf } from '../../testing/backup/remote.ts';
import { emptyInstallation, temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from '../back-up.ts';
import { drill } from '../drill/drill.ts';
import { restore } from '../restore.ts';
import { markOf } from '../unfinished-restore.ts';
import { verifyBackups } from '../verify.ts';
import { copyBackups } from './copy-backups.ts';
import { createCipher } from './encryption.ts';

const KEY = 'k'.repeat(40);
const OTHER = 'o'.repeat(40);

const installation = await temporaryInstallation();
const folder = temporaryFolder();
await backUp(installation, join(folder, 'plain'));
await installation.addFile();
await backUp(installation, join(folder, 'plain'));
await copyBackups(
  { from: join(folder, 'plain'), to: join(folder, 'sealed') },
  { key: KEY, s3: undefined, folder },
);

let empty: TestInstallation;
/** Each test has a copy of the encrypted backups to damage. */
let sealed: string;

beforeEach(async () => {
  empty = await emptyInstallation();
  sealed = temporaryFolder();
  cpSync(join(folder, 'sealed'), sealed, { recursive: true });
});

/** Every file of the encrypted folder with its bytes. */
function contents(): string[] {
  return globSync('{VITRIN-BACKUP,{objects/??,snapshots/*}/*}', { cwd: sealed })
    .map((path) => `${path} ${readFileSync(join(sealed, path)).toString('base64')}`)
    .toSorted();
}

function flip(path: string): void {
  const bytes = readFileSync(join(sealed, path));
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(join(sealed, path), bytes);
}

test('an encrypted copy is verified, tried and restored as it is, with its key', async () => {
  const before = contents();
  expect(await verifyBackups(sealed, undefined, { key: KEY })).toMatchObject({
    snapshots: 2,
    objects: 17,
    isEncrypted: true,
    damage: [],
  });
  expect(await drill(sealed, empty, { key: KEY })).toMatchObject({ problem: null, objects: 17 });
  expect(await restore(empty, sealed, { access: { key: KEY } })).toMatchObject({ objects: 17, problems: [] });
  expect(await factsOf(empty)).toEqual(await factsOf(installation));
  const { objects } = await factsOf(installation);
  for (const { key, size } of objects) expect(await empty.storage.size(key)).toBe(size);
  const keys = readdirSync(empty.dataDir).filter((name) => name.endsWith('.key'));
  expect(keys).toHaveLength(2);
  for (const name of keys)
    expect(readFileSync(join(empty.dataDir, name))).toEqual(readFileSync(join(installation.dataDir, name)));
  expect(globSync('*.unfinished', { cwd: empty.dataDir })).toEqual([]);
  expect(contents()).toEqual(before);
});

test('without the key, or with another one, the refusal is a sentence and nothing is changed', async () => {
  const before = [...contents(), ...readdirSync(empty.dataDir)];
  for (const [key, sentence] of [
    [undefined, /are encrypted: set BACKUP_KEY to the key that they were copied with/],
    [OTHER, /are encrypted with another key than BACKUP_KEY/],
  ] as const) {
    await expect(restore(empty, sealed, { access: { key } })).rejects.toThrow(sentence);
    await expect(verifyBackups(sealed, undefined, { key })).rejects.toThrow(sentence);
  }
  expect(await markOf(empty).find()).toBeUndefined();
  expect([...contents(), ...readdirSync(empty.dataDir)]).toEqual(before);
});

test.each(['other text', undefined])('with the mark %s the key is tried', async (text) => {
  if (text === undefined) rmSync(join(sealed, 'VITRIN-BACKUP'));
  else writeFileSync(join(sealed, 'VITRIN-BACKUP'), text);
  const { damage } = await verifyBackups(sealed, undefined, { key: KEY });
  expect(damage.map(({ file }) => file)).toEqual(['VITRIN-BACKUP']);
  await expect(restore(empty, sealed, { access: { key: OTHER } })).rejects.toThrow(
    /with another key than BACKUP_KEY/,
  );
  await expect(restore(empty, sealed, {})).rejects.toThrow(/set BACKUP_KEY/);
  expect(await restore(empty, sealed, { access: { key: KEY } })).toMatchObject({ objects: 17 });
});

test('every damaged file of an encrypted copy is named, and no other', async () => {
  const newest = readdirSync(join(sealed, 'snapshots')).at(-1) ?? '';
  const object = globSync('objects/??/*', { cwd: sealed })[0] ?? '';
  const [database = ''] = globSync(`snapshots/${newest}/database.*`, { cwd: sealed });
  for (const file of [object, database]) {
    flip(file);
    const { damage } = await verifyBackups(sealed, undefined, { key: KEY });
    expect(damage).toEqual([{ file, problem: 'is damaged.' }]);
    await expect(restore(empty, sealed, { access: { key: KEY } })).rejects.toThrow(`${file} is damaged`);
    flip(file);
  }
  await restore(empty, sealed, { access: { key: KEY } });
});

test('the commands take BACKUP_KEY from the environment', async () => {
  const environment = { ...empty.environment, BACKUP_KEY: KEY };
  const verified = await runBackupHere(['verify-backup', sealed], environment);
  expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/^All is whole: 2 backups/) });
  const refused = await runBackupHere(['verify-backup', sealed], empty.environment);
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/set BACKUP_KEY/) });
  const restored = await runBackupProcess(['restore', sealed], environment);
  expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/is restored and compared/) });
});

test('no backup is written between encrypted copies, and none of them is removed', async () => {
  const before = contents();
  await expect(backUp(installation, sealed)).rejects.toThrow(/holds encrypted copies of backups/);
  expect(contents()).toEqual(before);
});

test('a folder that an earlier release has encrypted is extended and read in its form', async () => {
  const { keyName } = createCipher(KEY);
  const line = `Backups of Vitrin, form 2, encrypted with the key ${keyName}\n`;
  const earlier = temporaryFolder();
  writeFileSync(join(earlier, 'VITRIN-BACKUP'), `${line}# ${hash('sha256', line)}\n`);
  const from = join(folder, 'plain');
  await copyBackups({ from, to: earlier }, { key: KEY, s3: undefined, folder });
  const [sums = ''] = globSync('snapshots/*/SHA256SUMS', { cwd: earlier });
  expect(readFileSync(join(earlier, sums)).toString('latin1', 0, 8)).toBe('VITRINB2');
  expect(await verifyBackups(earlier, undefined, { key: KEY })).toMatchObject({ snapshots: 2, damage: [] });
  rmSync(join(earlier, 'VITRIN-BACKUP'));
  expect(await verifyBackups(earlier, undefined, { key: KEY })).toMatchObject({
    isEncrypted: true,
    damage: [{ file: 'VITRIN-BACKUP' }],
  });
});
