import { mkdirSync, readFileSync, rmSync, writeFileSync, globSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IS_POSTGRES } from '../../testing/backup/installations.ts';
import { temporaryInstallation } from '../../testing/backup/shared-backup.ts';
import { timestampOf } from '@vitrin/server/context.ts';
import { enqueue } from '@vitrin/server/jobs/enqueue.ts';
import { countJobs } from '@vitrin/server/jobs/queries.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { backUp } from '../back-up.ts';
import { drill, scratchNameOf } from './drill.ts';
import { startDrills, tryBackupNow } from './drill-job.ts';

const setup = await sharedTestApp({ OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'fatal' });
const installation = await temporaryInstallation();
setup.context.config.databaseUrl = installation.databaseUrl;
let target: string;

beforeEach(() => {
  target = temporaryFolder();
  setup.context.config.backupDir = target;
});
afterEach(async () => {
  for (const table of ['jobs', 'backup_drills'] as const) await setup.db.deleteFrom(table).execute();
  setup.mails.splice(0);
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
  expect(await left()).toEqual([]);
  // Once there was a backup, its loss is one too.
  rmSync(join(target, 'snapshots'), { recursive: true });
  setup.advance(6 * 24 * 3600);
  await setup.runJobs();
  expect(await results()).toHaveLength(1);
  expect(setup.mails).toEqual([]);
  setup.advance(24 * 3600);
  await setup.runJobs();
  expect((await results())[1]).toMatchObject({
    snapshot: null,
    problem: expect.stringMatching(/There is no whole backup in/),
  });
});

const drillHere = () =>
  drill(target, { dataDir: setup.config.dataDir, databaseUrl: installation.databaseUrl });

test('the next drill removes the leftovers of a killed one', async () => {
  await backUp(installation, target);
  mkdirSync(join(setup.config.dataDir, 'drill'));
  writeFileSync(join(setup.config.dataDir, 'drill', 'vitrin.sqlite'), 'half of it');
  const { databaseUrl } = installation;
  if (databaseUrl !== undefined)
    await sql.raw(`create database ${scratchNameOf(databaseUrl)}`).execute(setup.db);
  expect(await drillHere()).toMatchObject({ problem: null });
  expect(globSync('drill', { cwd: setup.config.dataDir })).toEqual([]);
  expect(await left()).toEqual([]);
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
  expect(setup.mails[0]?.text.replaceAll('\u2060', '')).toContain(file);
  expect(await left()).toEqual([]);
});

test('a damaged object fails the drill', async () => {
  await backUp(installation, target);
  const [file = ''] = globSync('objects/??/*', { cwd: target }).filter(
    (path) => readFileSync(join(target, path)).length > 0,
  );
  writeFileSync(join(target, file), 'other');
  expect(await drillHere()).toMatchObject({ problem: expect.stringContaining(`${file} is damaged.`) });
  expect(await left()).toEqual([]);
});

test('a drill on demand moves the waiting job forward, and enqueues one if none waits', async () => {
  const due = () => setup.db.selectFrom('jobs').select('run_at').where('kind', '=', 'drill-backup').execute();
  await enqueue(setup.context, 'drill-backup', {}, 7 * 24 * 3600);
  for (let tries = 0; tries < 2; tries += 1) {
    await tryBackupNow(setup.context);
    expect(await due()).toEqual([{ run_at: timestampOf(setup.context) }]);
    await setup.db.deleteFrom('jobs').execute();
  }
});

test('servers that start together enqueue one drill', async () => {
  await Promise.all(Array.from({ length: 4 }, () => startDrills(setup.context)));
  expect(await countJobs(setup.db, 'drill-backup')).toBe(1);
});

test.each(IS_POSTGRES ? ['createdb'] : [])(
  'a role without %s is named, with the missing right',
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
