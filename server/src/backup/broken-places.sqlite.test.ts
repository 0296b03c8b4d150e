import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstallation } from '../testing/backup/installations.ts';
import { runBackupProcess } from '../testing/backup/processes.ts';
import { backUp } from './back-up.ts';

let installation: Awaited<ReturnType<typeof createInstallation>>;
let folder: string;
let backups: string;
let dataDir: string;
beforeEach(async () => {
  installation = await createInstallation();
  folder = mkdtempSync(join(tmpdir(), 'vitrin-broken-'));
  backups = join(folder, 'backups');
  dataDir = join(folder, 'data');
  await backUp(installation, backups);
});
afterEach(async () => {
  await installation.remove();
  rmSync(folder, { recursive: true });
});

const run = (...words: string[]) => runBackupProcess(words, { DATA_DIR: dataDir });

test('a restore that is refused makes no DATA_DIR', async () => {
  const none = await run('restore', join(folder, 'none'));
  expect(none).toMatchObject({ code: 1, err: `There are no backups in ${join(folder, 'none')}.\n` });
  expect(await run('restore', backups, '--at', '2026-01-01')).toMatchObject({ code: 1 });
  const wrongKind = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  expect(await runBackupProcess(['restore', backups], wrongKind)).toMatchObject({ code: 1 });
  expect(await run('restore', backups, '--erased', join(folder, 'none'))).toMatchObject({ code: 1 });
  expect(existsSync(dataDir)).toBe(false);
  expect(await run('restore', backups)).toMatchObject({ code: 0 });
});
