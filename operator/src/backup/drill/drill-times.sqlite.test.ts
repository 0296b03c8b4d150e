import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../admin/command.ts';
import { runCommand } from '../../admin/commands.ts';
import { temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from '../back-up.ts';
import { startDrills } from './drill-job.ts';

// When drills run does not depend on the database that they restore: drill.test.ts restores both kinds.
const setup = await sharedTestApp({ OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'fatal' });
const installation = await temporaryInstallation({ files: 1 });
let target: string;

beforeEach(() => {
  target = temporaryFolder();
  setup.context.config.backupDir = target;
});
afterEach(async () => {
  for (const table of ['jobs', 'backup_drills'] as const) await setup.db.deleteFrom(table).execute();
});

const results = () => setup.db.selectFrom('backup_drills').selectAll().orderBy('id').execute();

/** Time at which the waiting drill is due. */
const due = () => setup.db.selectFrom('jobs').select('run_at').where('kind', '=', 'drill-backup').execute();
const inAWeek = () => [{ run_at: new Date(setup.context.now().getTime() + 7 * 24 * 3600_000).toISOString() }];

const minutes = (count: number) => setup.advance(count * 60);

test('the first drill waits until there is a backup, and reports no failure', async () => {
  await startDrills(setup.context);
  for (let quarter = 0; quarter < 5; quarter += 1) {
    await setup.runJobs();
    minutes(15);
  }
  expect(await results()).toEqual([]);
  expect(setup.mails).toEqual([]);
  const { snapshot } = await backUp(installation, target);
  await setup.runJobs();
  expect(await results()).toMatchObject([{ snapshot, problem: null }]);
  expect(await due()).toEqual(inAWeek());
});

test('the owner has a backup drilled out of turn, and the next drill is a week later', async () => {
  const run = (...words: string[]) => runCommand(setup.context, words);
  await expect(run('backups', 'try')).rejects.toThrow(`There is no backup in ${target} yet: take one`);
  const { snapshot } = await backUp(installation, target);
  await startDrills(setup.context);
  await setup.runJobs();
  expect(await results()).toHaveLength(1);
  expect(await run('backups', 'try')).toContain(`The backup ${snapshot} is tried as soon as a server runs`);
  expect(JSON.parse(await run('backups', 'try', '--json'))).toEqual({ folder: target, snapshot });
  await setup.runJobs();
  expect(await results()).toHaveLength(2);
  expect(await due()).toEqual(inAWeek());
  await expect(run('backups', 'try', 'now')).rejects.toThrow(UsageError);
  setup.context.config.backupDir = undefined;
  await expect(run('backups', 'try')).rejects.toThrow('BACKUP_DIR is not set');
});

test('without BACKUP_DIR there are no drills', async () => {
  setup.context.config.backupDir = undefined;
  await startDrills(setup.context);
  await setup.runJobs();
  expect(await results()).toEqual([]);
});
