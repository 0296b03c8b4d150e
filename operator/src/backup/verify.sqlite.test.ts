import { randomInt } from 'node:crypto';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { runBackupHere, runBackupProcess } from '../testing/backup/processes.ts';
import { temporaryInstallation } from '../testing/backup/shared-backup.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from './back-up.ts';
import { verifyBackups } from './verify.ts';

const whole = temporaryFolder();
const installation = await temporaryInstallation();
writeFileSync(join(installation.dataDir, 'erased-accounts'), '7 2026-11-23T20:00:00.000Z\n');
await backUp(installation, whole);
await installation.addFile();
await backUp(installation, whole);

/** Each test has a copy of the backups to damage. */
let target: string;
beforeEach(() => {
  target = temporaryFolder();
  cpSync(whole, target, { recursive: true });
});

const filesIn = (pattern: string) =>
  globSync(pattern, { cwd: target }).filter((file) => readFileSync(join(target, file)).length > 0);

/** Flips one bit of one byte of a file. */
function flip(file: string): void {
  const bytes = readFileSync(join(target, file));
  const at = randomInt(bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8));
  writeFileSync(join(target, file), bytes);
}

test('an intact folder is reported as intact', async () => {
  expect(await verifyBackups(target)).toMatchObject({ snapshots: 2, objects: 17, damage: [] });
});

/** The list of checksums beside a file. Where it is damaged itself, files beside it may be named that are whole. */
const sumsOf = (file: string) => join(file, '..', 'SHA256SUMS');

test('20 bytes flipped anywhere are reported with exactly their files', async () => {
  const every = filesIn('{objects/??/*,snapshots/*/*,erased-accounts,VITRIN-BACKUP}');
  for (let round = 0; round < 20; round += 1) {
    const file = every[randomInt(every.length)] ?? '';
    const before = readFileSync(join(target, file));
    flip(file);
    const { damage } = await verifyBackups(target);
    expect(damage.map((found) => found.file).filter((found) => sumsOf(found) !== file)).toEqual(
      sumsOf(file) === file ? [] : [file],
    );
    expect(damage.map((found) => found.file)).toContain(file);
    writeFileSync(join(target, file), before);
  }
  const flipped = new Set<string>();
  while (flipped.size < 20) flipped.add(every[randomInt(every.length)] ?? '');
  for (const file of flipped) flip(file);
  const found = (await verifyBackups(target)).damage.map(({ file }) => file);
  expect(found).toEqual(expect.arrayContaining([...flipped]));
  const isSure = (file: string) => !flipped.has(sumsOf(file));
  expect(found.filter(isSure).toSorted()).toEqual([...flipped].filter(isSure).toSorted());
});

test.each(['objects/??/*', 'snapshots/*/database.*', 'snapshots/*/manifest.jsonl', 'snapshots/*/SHA256SUMS'])(
  'a file that is gone, or was cut short, is named: %s',
  async (pattern) => {
    const [file = ''] = filesIn(pattern);
    const before = readFileSync(join(target, file));
    for (const rest of [before.subarray(0, -1), undefined]) {
      if (rest) writeFileSync(join(target, file), rest);
      else rmSync(join(target, file));
      expect((await verifyBackups(target)).damage.map((found) => found.file)[0]).toEqual(file);
    }
  },
);

test('the mark of the folder is checked too, and damage has an exit code', async () => {
  expect(await runBackupHere(['verify-backup', target], {})).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^All is whole: 2 backups, 17 objects/),
  });
  flip('VITRIN-BACKUP');
  const { code, out } = await runBackupProcess(['verify-backup', target], {});
  expect(code).toBe(1);
  expect(out).toMatch(/^VITRIN-BACKUP is damaged\.\n1 files are not whole/);
});
