import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { migrateToLatest } from '../database/migrate.ts';
import { freshDatabase } from '../testing/database/fresh-database.ts';

const MAIN = resolve(import.meta.dirname, 'main.ts');

async function doctor(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrin-doctor-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const parts = ['database', 'clock', 'jobs', 'bytes', 'sums'].flatMap((part) => ['--only', part]);
  const child = spawn(process.execPath, [MAIN, ...parts], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'k'.repeat(32),
    },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(readdirSync(dataDir)).toEqual([]);
  return { out, err, code: code as number };
}

test('a sound installation ends with 0, one that is empty or gone says so, without the password', async () => {
  const { db, databaseUrl = '', dropDatabase } = await freshDatabase();
  const empty = await doctor(databaseUrl);
  expect(empty.out).toMatch(/^warning {2}database +\d+ of \d+ migrations have not run, from 0001/m);
  await migrateToLatest(db);
  const sound = await doctor(databaseUrl);
  expect(sound).toMatchObject({ code: 0, err: '' });
  expect(sound.out).toMatch(/^ok +database +PostgreSQL \d+[^ ]* .*answers\.$/m);
  await db.destroy();
  await dropDatabase();
  const address = new URL(databaseUrl);
  address.password = 'zx9-password';
  const gone = await doctor(address.href);
  expect(gone).toMatchObject({ code: 2, err: '' });
  expect(gone.out).toMatch(/^error +database +The database does not answer: .+\.$/m);
  expect(gone.out).toContain('Start PostgreSQL, or set DATABASE_URL to where it is.');
  expect(gone.out).not.toContain('zx9');
});
