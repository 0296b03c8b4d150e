import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrateToLatest } from '@vitrin/server/database/migrate.ts';
import { runDoctorHere, runDoctorProcess } from '../testing/backup/processes.ts';
import { freshDatabase } from '@vitrin/server/testing/database/fresh-database.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

async function doctor(databaseUrl: string, run = runDoctorHere) {
  const dataDir = temporaryFolder();
  const parts = ['database', 'clock', 'jobs', 'bytes', 'sums'].flatMap((part) => ['--only', part]);
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SECRET_KEY: 'k'.repeat(32) };
  const ended = await run(parts, environment);
  expect(readdirSync(dataDir)).toEqual([]);
  return ended;
}

test('a sound installation ends with 0, and an empty or missing one is reported, without the password', async () => {
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
  const gone = await doctor(address.href, runDoctorProcess);
  expect(gone).toMatchObject({ code: 2, err: '' });
  expect(gone.out).toMatch(/^error +database +The database does not answer: .+\.$/m);
  expect(gone.out).toContain('Start PostgreSQL, or set DATABASE_URL to where it is.');
  expect(gone.out).not.toContain('zx9');
});
