import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync, globSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstallation, IS_POSTGRES } from '../../testing/backup/installations.ts';
import { UsageError } from '../../admin/command.ts';
import { runCommand } from '../../admin/commands.ts';
import { countJobs } from '../../jobs/queries.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { backUp } from '../back-up.ts';
import { drill, scratchNameOf } from './drill.ts';
import { startDrills } from './drill-job.ts';

let installation: Awaited<ReturnType<typeof createInstallation>>;
let setup: TestApp;
let target: string;

beforeEach(async () => {
  installation = await createInstallation();
  target = mkdtempSync(join(tmpdir(), 'vitrin-backups-'));
  setup = await createTestApp({ BACKUP_DIR: target, OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'fatal' });
  setup.context.config.databaseUrl = installation.databaseUrl;
});
afterEach(async () => {
  await setup.close();
  await installation.remove();
  rmSync(target, { recursive: true });
});

const results = () => setup.db.selectFrom('backup_drills').selectAll().orderBy('id').execute();

/** Folders and databases of drills that were left behind. */
async function left(): Promise<unknown[]> {
  const { databaseUrl } = installation;
  if (databaseUrl === undefined) return globSync('drill', { cwd: setup.config.dataDir });
  const name = scratchNameOf(databaseUrl);
  const { rows } = await sql`select datname from pg_database where datname = ${name}`.execute(setup.db);
  return rows;
}

test('once a week the newest backup is restored and compared, and the result is kept', async () => {
  const { snapshot, bytes } = await backUp(installation, target);
  await startDrills(setup.context);
  await startDrills(setup.context);
  await setup.runJobs();
  expect(await results()).toMatchObject([{ snapshot, objects: 15, bytes, problem: null }]);
  expect((await results())[0]?.rows_counted).toBeGreaterThan(10);
  setup.advance(6 * 24 * 3600);
  await setup.runJobs();
  expect(await results()).toHaveLength(1);
  setup.advance(24 * 3600);
  await setup.runJobs();
  expect(await results()).toHaveLength(2);
  expect(setup.mails).toEqual([]);
  expect(await left()).toEqual([]);
});

test('what a killed drill has left is removed by the next one', async () => {
  await backUp(installation, target);
  mkdirSync(join(setup.config.dataDir, 'drill'));
  writeFileSync(join(setup.config.dataDir, 'drill', 'vitrin.sqlite'), 'half of it');
  await startDrills(setup.context);
  await setup.runJobs();
  expect(await results()).toMatchObject([{ problem: null }]);
  expect(globSync('drill', { cwd: setup.config.dataDir })).toEqual([]);
});

test('a backup that cannot be restored is mailed to the owner, once', async () => {
  const { snapshot } = await backUp(installation, target);
  const [file = ''] = globSync('snapshots/*/database.*', { cwd: target });
  const bytes = readFileSync(join(target, file));
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(join(target, file), bytes);
  await startDrills(setup.context);
  await setup.runJobs();
  await setup.runJobs();
  expect(await results()).toMatchObject([
    { snapshot, rows_counted: 0, problem: expect.stringMatching(/is damaged/) },
  ]);
  expect(setup.mails).toHaveLength(1);
  expect(setup.mails[0]).toMatchObject({
    to: 'owner@example.com',
    subject: expect.stringMatching(/could not be restored/),
  });
  expect(setup.mails[0]?.text).toContain(file);
  expect(await left()).toEqual([]);
});

const minutes = (count: number) => setup.advance(count * 60);

test('the first drill waits until there is a backup, and says nothing of a failure', async () => {
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
  minutes(6 * 24 * 60);
  await setup.runJobs();
  expect(await results()).toHaveLength(1);
});

test('the owner has a backup tried out of turn, and the next one is a week later', async () => {
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
  minutes(6 * 24 * 60);
  await setup.runJobs();
  expect(await results()).toHaveLength(2);
  minutes(24 * 60);
  await setup.runJobs();
  expect(await results()).toHaveLength(3);
  await expect(run('backups', 'try', 'now')).rejects.toThrow(UsageError);
  setup.context.config.backupDir = undefined;
  await expect(run('backups', 'try')).rejects.toThrow('BACKUP_DIR is not set');
});

test('a damaged object fails the drill, and so does a folder whose backups are gone', async () => {
  await backUp(installation, target);
  const [file = ''] = globSync('objects/??/*', { cwd: target }).filter(
    (path) => readFileSync(join(target, path)).length > 0,
  );
  writeFileSync(join(target, file), 'other');
  await startDrills(setup.context);
  await setup.runJobs();
  rmSync(join(target, 'snapshots'), { recursive: true });
  setup.advance(7 * 24 * 3600);
  await setup.runJobs();
  const [first, second] = await results();
  expect(first?.problem).toContain(`${file} is damaged.`);
  expect(second).toMatchObject({
    snapshot: null,
    problem: expect.stringMatching(/There is no whole backup in/),
  });
});

test('without BACKUP_DIR there are no drills', async () => {
  setup.context.config.backupDir = undefined;
  await startDrills(setup.context);
  await setup.runJobs();
  expect(await results()).toEqual([]);
});

test('servers that start together enqueue one drill', async () => {
  await Promise.all(Array.from({ length: 4 }, () => startDrills(setup.context)));
  expect(await countJobs(setup.db, 'drill-backup')).toBe(1);
});

test.each(IS_POSTGRES ? ['createdb'] : [])(
  'a role without %s is named, with what it lacks',
  async (right) => {
    await backUp(installation, target);
    const role = `vitrin_${randomBytes(8).toString('hex')}`;
    const url = new URL(installation.databaseUrl ?? '');
    url.username = role;
    await sql.raw(`create role ${role} login`).execute(setup.db);
    try {
      const { problem } = await drill(target, { dataDir: setup.config.dataDir, databaseUrl: url.href });
      expect(problem).toBe(
        `the role ${role} may not make a database to try it in: alter role ${role} ${right}`,
      );
    } finally {
      await sql.raw(`drop role ${role}`).execute(setup.db);
    }
  },
);
