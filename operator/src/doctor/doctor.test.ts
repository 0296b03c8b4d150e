import { mkdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { OutOfSpaceError } from '@vitrin/server/errors.ts';
import { enqueue } from '@vitrin/server/jobs/enqueue.ts';
import type { Level } from '@vitrin/engine/sandbox/level.ts';
import { OPEN_WAYS } from '@vitrin/engine/sandbox/ways-open.ts';
import { countTexts, installationOf, linesOf, ROOMY, severitiesOf } from '../testing/examined.ts';
import { sharedTestApp } from '@vitrin/server/testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { examine, type Part, PARTS } from './doctor.ts';
import type { Installation } from './installation.ts';

const MIB = 1024 ** 2;
const HOUR = 3600_000;

const setup = await sharedTestApp();
afterEach(async () => {
  for (const table of ['users', 'jobs', 'backup_drills'] as const) await setup.db.deleteFrom(table).execute();
});

async function look(part: Part, changes: Partial<Installation> = {}): Promise<string[]> {
  return linesOf(await examine(installationOf(setup, changes), [part]));
}

test('an installation without a fault has only positive findings, and notes', async () => {
  await setup.createMilestone();
  await countTexts(setup);
  const found = await examine(installationOf(setup), PARTS);
  expect(severitiesOf(found).toSorted()).toEqual(['note', 'ok']);
  expect([...new Set(found.map(({ part }) => part))]).toEqual(PARTS);
  for (const { what, advice, severity } of found) {
    expect(what).toMatch(/^[^\n]+\.$/);
    expect(advice ?? '.').toMatch(/^[^\n]*\.$/);
    expect(advice === undefined).toBe(severity === 'ok');
  }
});

test('an unreachable database is one error, and checks that need it are skipped', async () => {
  const database = () => {
    throw new Error('there is no /srv/vitrin.sqlite');
  };
  const found = await examine(installationOf(setup, { database }), [
    'database',
    'jobs',
    'bytes',
    'sums',
    'clock',
  ]);
  expect(linesOf(found)).toEqual([
    'error: The database does not answer: there is no /srv/vitrin.sqlite.',
    ...Array.from({ length: 4 }, () => 'note: This was not looked at, because the database does not answer.'),
  ]);
});

test('a full store asks for room, not for other rights', async () => {
  const storage = async () => ({
    ...setup.context.storage,
    write: () => Promise.reject(new OutOfSpaceError()),
  });
  const [found] = await examine(installationOf(setup, { storage }), ['storage']);
  expect(found).toMatchObject({ severity: 'error', advice: 'Make room there; nothing else is broken.' });
});

test('a missing migration and an unknown one are reported', async () => {
  const names = setup.db.withTables<{ kysely_migration: { name: string; timestamp: string } }>();
  expect((await look('database'))[0]).toMatch(/^ok: All \d+ migrations have run\.$/);
  const missing = names.deleteFrom('kysely_migration').where('name', '=', '0028-films-again').returningAll();
  const row = await missing.executeTakeFirstOrThrow();
  expect((await look('database'))[0]).toMatch(/^warning: 1 of \d+ migrations have not run, from 0028/);
  await names.insertInto('kysely_migration').values({ name: '9999-later', timestamp: '' }).execute();
  expect((await look('database'))[0]).toBe('error: The database is from a newer release: it has 9999-later.');
  await names.deleteFrom('kysely_migration').where('name', '=', '9999-later').execute();
  await names.insertInto('kysely_migration').values(row).execute();
});

test('a wrong clock is reported, with its offset', async () => {
  const at = (seconds: number) => ({ now: () => new Date(Date.now() + seconds * 1000) });
  expect((await look('clock', at(0)))[0]).toMatch(/^ok: /);
  expect((await look('clock', at(60)))[0]).toMatch(
    /^warning: This machine is \d+ seconds ahead of the database/,
  );
  expect((await look('clock', at(-3600)))[0]).toMatch(
    /^error: This machine is \d+ seconds behind the database/,
  );
});

test.each([
  [{ bavail: 100 * MIB }, 'error: The disk of DATA_DIR is full: 100 MiB (0 %) are free.'],
  [{ bavail: 1500 * MIB }, 'warning: The disk of DATA_DIR has 1.5 GiB (1 %) left.'],
  [{ ffree: 5 }, 'error: The file system of DATA_DIR takes 5 more files (0 %).'],
  [{ ffree: 30 }, 'warning: The file system of DATA_DIR takes 30 more files (3 %).'],
  [{ files: 0, ffree: 0 }, 'ok: The disk of DATA_DIR has 50.0 GiB (50 %) left.'],
])('a disk with %j is reported', async (change, sentence) => {
  const statfs = () => Promise.resolve({ ...ROOMY, ...change });
  expect(await look('disk', { statfs })).toEqual([sentence]);
});

test('a missing folder is reported', async () => {
  const statfs = () => Promise.reject(new Error('ENOENT: no such file or directory'));
  expect((await look('disk', { statfs }))[0]).toMatch(/^error: DATA_DIR .+ cannot be looked at: ENOENT/);
});

test('the age of the newest snapshot counts', async () => {
  const backupDir = temporaryFolder();
  const config = { ...setup.config, backupDir };
  const after = async (hours: number) => {
    const now = () => new Date(Date.parse('2026-11-20T10:30:00Z') + hours * HOUR);
    return (await look('backups', { config, now }))[0];
  };
  expect((await look('backups'))[0]).toMatch(/^note: BACKUP_DIR is not set/);
  expect(await after(0)).toBe(`error: There is no backup yet in ${backupDir}.`);
  mkdirSync(join(backupDir, 'snapshots'));
  expect(await after(0)).toBe(`error: There is no backup yet in ${backupDir}.`);
  mkdirSync(join(backupDir, 'snapshots', '2026-11-19T10-30-00Z'));
  mkdirSync(join(backupDir, 'snapshots', '20261120T103000Z'));
  mkdirSync(join(backupDir, 'snapshots', 'unfinished'));
  expect(await after(20)).toBe('ok: The newest snapshot is of 2026-11-20T10:30:00.000Z, 20 hours ago.');
  expect(await after(30)).toMatch(/^warning: .+, 30 hours ago\.$/);
  expect(await after(24 * 9)).toMatch(/^error: .+, 9 days ago\.$/);
});

test('the result and the time of the latest backup drill are reported', async () => {
  const config = { ...setup.config, backupDir: temporaryFolder() };
  onTestFinished(() => rmSync(config.backupDir, { recursive: true }));
  const drill = {
    snapshot: 'x',
    began_at: '2026-11-20T10:00:00.000Z',
    rows_counted: 1,
    objects: 1,
    bytes: 1,
  };
  const add = (ended_at: string, problem: string | null) =>
    setup.db
      .insertInto('backup_drills')
      .values({ ...drill, ended_at, problem })
      .execute();
  const said = async () => {
    const now = () => new Date('2026-11-21T12:00:00Z');
    return (await look('backups', { config, now }))[1];
  };
  expect(await said()).toBe('note: No backup has been tried yet.');
  await add('2026-11-12T11:00:00.000Z', null);
  expect(await said()).toMatch(/^warning: A backup was restored and compared on 2026-11-12.*, 9 days ago\.$/);
  await add('2026-11-20T11:00:00.000Z', null);
  expect(await said()).toMatch(/^ok: A backup was restored and compared on .*, 25 hours ago\.$/);
  await add('2026-11-21T11:00:00.000Z', 'database.sqlite is damaged.');
  expect(await said()).toMatch(
    /^error: The newest backup could not be restored on .*: database\.sqlite is damaged\.$/,
  );
});

test('jobs that gave up are reported by kind, without possible secrets', async () => {
  const now = setup.context.now;
  expect(await look('jobs', { now })).toEqual(['ok: No job gave up, and none waits too long.']);
  const mail = { to: 'ada@example.com', subject: 's', text: 't', html: 'h' };
  await enqueue(setup.context, 'send-mail', mail);
  await enqueue(setup.context, 'send-mail', mail);
  const last_error = 'refused smtp://ada:pass@mail.example with token abcdefghijklmnopqrstuvwxyz0123';
  await setup.db.updateTable('jobs').set({ gave_up_at: now().toISOString(), last_error }).execute();
  expect(await look('jobs', { now })).toEqual([
    'warning: 2 jobs of kind send-mail gave up, with: refused smtp://... with token ....',
  ]);
});

test('an invoice that could not be made is named', async () => {
  await setup.db.deleteFrom('jobs').execute();
  await enqueue(setup.context, 'make-invoice', { invoice_id: 1 });
  const gave_up_at = setup.context.now().toISOString();
  await setup.db.updateTable('jobs').set({ gave_up_at, last_error: 'no buyer' }).execute();
  expect(await look('jobs', { now: setup.context.now })).toEqual([
    'warning: 1 job of kind make-invoice gave up, with: no buyer.',
  ]);
  await setup.db.deleteFrom('jobs').execute();
});

test('jobs that no worker picks up are reported after a quarter of an hour', async () => {
  await enqueue(setup.context, 'sweep-expired', {});
  setup.advance(14 * 60);
  expect((await look('jobs', { now: setup.context.now }))[0]).toMatch(/^ok/);
  setup.advance(2 * 60);
  expect((await look('jobs', { now: setup.context.now }))[0]).toMatch(/^warning: 1 jobs have been due/);
});

test('sums that differ from a recount are reported', async () => {
  const { id: project, owner } = await setup.createProject();
  await setup.createMilestone({ project: { id: project } });
  await setup.db.updateTable('projects').set({ text_bytes: 7, milestones_total: 5 }).execute();
  const found = await examine(installationOf(setup), ['sums']);
  expect(linesOf(found)).toEqual([
    expect.stringMatching(
      new RegExp(`^error: 7 bytes of text count for project ${project} of .+, which holds \\d+\\.$`),
    ),
    expect.stringMatching(/^error: Project \d+ of .+ counts 5 milestones and has 1\.$/),
  ]);
  expect(found[0]?.advice).toBe(`Run npm run admin -- storage recount ${owner.username}.`);
});

test('wrong sums of files are reported with the freelancer they belong to', async () => {
  const { db } = setup;
  const { version, project, owner } = await setup.createDelivery();
  await setup.createFile({ version, size_bytes: 5 });
  const other = await setup.createFreelancer();
  const spoil = db.updateTable('file_sums').where('project_id', '=', project.id);
  const found = () => examine(installationOf(setup), ['sums']);
  const said = `error: What counts for the files of project ${project.id} of ${owner.username} is not what they are.`;
  const right = { files: 1, bytes: 5, owner_id: owner.id };
  for (const wrong of [{ files: 2 }, { bytes: 6 }, { owner_id: other.id }]) {
    expect(linesOf(await found())).not.toContain(said);
    await spoil.set(wrong).execute();
    expect(linesOf(await found())).toContain(said);
    await spoil.set(right).execute();
  }
  await db.deleteFrom('file_sums').where('project_id', '=', project.id).execute();
  const missing = (await found()).filter(({ what }) => what.includes('files of project'));
  expect(missing.map(({ advice }) => advice)).toEqual([
    `Run npm run admin -- storage recount ${owner.username}.`,
  ]);
});

test('a missing program is a note that names the consequence', async () => {
  const folder = temporaryFolder();
  const names = ['ffmpeg', 'pdftoppm', 'soffice', 'bwrap'];
  for (const name of names) {
    writeFileSync(join(folder, name), '');
    chmodSync(join(folder, name), 0o755);
  }
  const all = await look('programs', { programFolders: ['/nowhere', folder] });
  expect(all.slice(0, -1)).toEqual(names.map((name) => `ok: ${name} is ${join(folder, name)}.`));
  for (const [isPackaged, loss] of [
    [true, 'in twice the time.'],
    [false, 'is only downloaded.'],
  ] as const) {
    const isFfmpegPackaged = () => isPackaged;
    const none = await look('programs', { programFolders: ['/nowhere'], isFfmpegPackaged });
    expect(none.slice(0, -1).map((line) => line.split(' ')[0])).toEqual(names.map(() => 'note:'));
    expect(none[0]).toContain(loss);
  }
});

test('the sandbox level is named with the ways out that stay open', async () => {
  const said = async (level: Level) => (await look('programs', { sandboxLevel: () => level })).at(-1);
  expect(await said('bubblewrap')).toBe(
    'ok: Programs that read files of strangers run inside bubblewrap; no way out is open.',
  );
  for (const level of ['unshare', 'node'] as const) {
    const found = await said(level);
    expect(found).toMatch(/^note: .*could still /);
    for (const way of OPEN_WAYS[level]) expect(found).toContain(way);
  }
});

test('every column that names an object of the store is checked', async () => {
  const tables = await setup.db.introspection.getTables();
  const columns = tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter(
      (column) =>
        column.endsWith('_key') && !/\.(folded|name|username|public|caption|search)_key$/.test(column),
    );
  // A new one is read by a list in doctor/queries.ts; a key of another kind is left out above.
  expect(columns.toSorted()).toEqual([
    'brought_receipts.storage_key',
    // Objects of other rows, or of jobs that delete them.
    'export_entries.storage_key',
    'exports.object_key',
    'faces.logo_key',
    'files.preview_key',
    'files.storage_key',
    'files.thumbnail_key',
    'files.thumbnail_large_key',
    'files.thumbnail_medium_key',
    'files.web_key',
    'files.whole_key',
    'import_entries.storage_key',
    'pictures.storage_key',
    'uploads.storage_key',
  ]);
});
