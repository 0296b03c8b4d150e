import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dayOf } from '@vitrin/shared/rules/time/days.ts';
import type { Customer } from '@vitrin/shared/contract/customers.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { importAndWait, sendArchive, exportArchive } from '../../../testing/archives/archive-journeys.ts';
import { entriesOf } from '../../../testing/archives/changed-archive.ts';
import { ROWS } from '../../../testing/access-matrix/access-matrix.ts';
import { CARRIED } from '../../../testing/archives/carried-columns.ts';
import { compared, everyGet, NOT_COMPARED } from '../../../testing/archives/every-get.ts';
import { createFullFreelancer } from '../../../testing/archives/full-freelancer.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const source = await sharedTestApp({ RATE_LIMITS: 'off' });
const target = await sharedTestApp({ RATE_LIMITS: 'off' });
const { owner } = await createFullFreelancer(source);
target.advance((source.context.now().getTime() - target.context.now().getTime()) / 1000);

let first: { archive: Buffer; moved: Person };

/** The bytes of every file, by the place of its project, version and file. */
async function everyFile({ browser }: Person): Promise<Record<string, string>> {
  const listed = await browser.get('/api/projects/?ordering=created_at&limit=100');
  const files: Record<string, string> = {};
  for (const [at, { id }] of listed.json<{ results: Project[] }>().results.entries()) {
    const { versions } = (await browser.get(`/api/projects/${id}/`)).json<Project>();
    for (const { version_number, files: own } of versions)
      for (const [index, file] of own.entries())
        files[`${at} ${version_number} ${index} ${file.name}`] = (
          await browser.get(file.file)
        ).rawPayload.toString('base64');
  }
  return files;
}

/** Objects in the store that no row of `db` names, and the reverse. */
async function loose({ context, db }: TestApp): Promise<string[]> {
  const stored = new Set((await Array.fromAsync(context.storage.list())).map(({ key }) => key));
  const rows = await db.selectFrom('files').select('storage_key').execute();
  const pictures = await db.selectFrom('pictures').select('storage_key').execute();
  return [...rows, ...pictures].map(({ storage_key }) => storage_key).filter((key) => !stored.has(key));
}

/** Value of a forgotten column, as JSON. */
const EMPTY = new Set(['null', 'false', '0', '""']);

/** These are carried from the second archive on, and have tests of their own; deliveries become imported ones. */
const { brought_receipts: _r, brought_deliveries: _d, origins: _o, ...COMPARED } = CARRIED;

/** The sorted values of each carried column; for renumbered or renamed ones only their presence. */
async function carriedValues({ db }: TestApp): Promise<Record<string, string[]>> {
  const values: Record<string, string[]> = {};
  for (const [table, columns] of Object.entries(COMPARED)) {
    const from = (one: string) => sql<Record<string, unknown>>`
      select * from ${sql.table(one)} ${table === 'users' ? sql`where owner_id is not null` : sql``}`;
    const others = table === 'deliveries' ? (await from('brought_deliveries').execute(db)).rows : [];
    const rows = [...(await from(table).execute(db)).rows, ...others];
    for (const column of columns.filter((name) => name !== 'origin_id')) {
      const isNew = /^id$|_id$|_key$/.test(column);
      values[`${table}.${column}`] = rows
        .map((row) => (isNew ? String((row[column] ?? null) !== null) : JSON.stringify(row[column])))
        .toSorted();
    }
  }
  return values;
}

test('an import restores everything: every GET is the same except for ids, and every file byte for byte', async () => {
  const archive = await exportArchive(source, owner);
  const moved = await target.createFreelancer({ username: owner.username });
  first = { archive, moved };
  const found = await sendArchive(target, moved, archive);
  expect(found).toMatchObject({
    state: 'ready',
    problem: null,
    summary: { freelancer: owner.username, projects: 3, customers: 2, files: 22, missing: 0, renamed: [] },
  });
  expect((await moved.browser.get('/api/projects/')).json()).toMatchObject({ count: 0 });
  expect((await importAndWait(target, moved, found.id)).state).toBe('done');
  await target.runJobs();
  expect(await everyFile(moved)).toEqual(await everyFile(owner));
  expect(await everyGet(moved)).toEqual(await everyGet(owner));
  expect(await loose(target)).toEqual([]);
  for (const table of ['uploads', 'import_entries', 'import_marks'] as const)
    expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('every carried column arrives; each holds a value here, so that a lost one shows', async () => {
  const before = await carriedValues(source);
  const after = await carriedValues(target);
  expect(after).toEqual(before);
  const empty = Object.entries(before).filter(([, values]) => values.every((value) => EMPTY.has(value)));
  expect(empty.map(([column]) => column)).toEqual([]);
});

test('waiting versions are imported as waiting: the ledger records them and their readers are notified at their time', async () => {
  const waiting = await target.db
    .selectFrom('versions')
    .leftJoin('ledger_waits', 'ledger_waits.version_id', 'versions.id')
    .leftJoin('notices', 'notices.version_id', 'versions.id')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select(['version_number', 'ready_at', 'ledger_waits.version_id as waits', 'notices.kind', 'due_at'])
    .where('projects.owner_id', '=', first.moved.id)
    .where((e) => e.or([e('ready_at', 'is', null), e('ready_at', '>', target.context.now().toISOString())]))
    .orderBy('versions.id')
    .orderBy('notices.due_at')
    .execute();
  const time = waiting.at(1)?.ready_at ?? '';
  const after = (seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();
  const waits = expect.any(Number) as number;
  expect(waiting).toEqual([
    { version_number: '3.0', ready_at: null, waits, kind: null, due_at: null },
    // One for the client, and one for the client's person.
    { version_number: '4.0', ready_at: time, waits, kind: 'version_ready', due_at: after(5 * 60) },
    { version_number: '4.0', ready_at: time, waits, kind: 'version_ready', due_at: after(5 * 60) },
    { version_number: '4.0', ready_at: time, waits, kind: 'version_unopened', due_at: after(3 * 24 * 3600) },
  ]);
  const notices = await target.db.selectFrom('notices').select(['kind', 'subject_id']).execute();
  expect(notices.filter(({ kind }) => kind !== 'due_tomorrow')).toHaveLength(3);
  // One for each promised day, whichever projects promise it.
  expect(
    notices.flatMap(({ kind, subject_id }) => (kind === 'due_tomorrow' ? dayOf(subject_id) : [])).toSorted(),
  ).toEqual(['2026-12-04', '2027-03-28']);
});

test('an imported account can be exported again, with the receipts of the installation before', async () => {
  const receiptsOf = async (bytes: Buffer, name: RegExp) =>
    (await entriesOf(bytes)).filter(([each]) => name.test(each)).map(([, content]) => content.toString());
  const before = await receiptsOf(first.archive, /^receipts\/\d+\.json$/);
  const after = await receiptsOf(await exportArchive(target, first.moved), /^receipts\/\d+-1\.json$/);
  expect(before).toHaveLength(2);
  expect(after).toEqual(before);
});

test('an imported client signs in by a new link only, and names already in use are numbered', async () => {
  const archive = await exportArchive(source, owner);
  const again = await target.createFreelancer();
  const found = await sendArchive(target, again, archive);
  expect([found.summary?.renamed.length, found.summary?.renamed_count]).toEqual([3, 3]);
  const done = await importAndWait(target, again, found.id);
  for (const { from, to } of done.summary?.renamed ?? []) expect(to).toBe(`${from}-2`);
  const { results } = (await again.browser.get('/api/users/')).json<{
    results: { registered: boolean; reset_token: string | null }[];
  }>();
  expect(results).toHaveLength(2);
  for (const { registered, reset_token } of results)
    expect([registered, typeof reset_token]).toEqual([false, 'string']);
  expect(
    await target.db.selectFrom('users').select('id').where('password_hash', 'is not', null).execute(),
  ).toEqual([]);
  expect(target.mails).toEqual([]);
});

test('an archive that was imported before is imported again only when its freelancer confirms', async () => {
  const leaver = await source.createFreelancer();
  await source.createProject({ owner: leaver });
  const archive = await exportArchive(source, leaver);
  const person = await target.createFreelancer();
  const first = await sendArchive(target, person, archive);
  await importAndWait(target, person, first.id);
  target.advance(1);
  const second = await sendArchive(target, person, archive);
  expect(second.brought_before).not.toBeNull();
  const refused = await person.browser.post(`/api/imports/${second.id}/bring/`, {});
  expect([refused.statusCode, refused.json()]).toEqual([
    409,
    expect.objectContaining({ detail: expect.stringContaining('already imported') as string }),
  ]);
  expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 1 });
  expect((await importAndWait(target, person, second.id, true)).state).toBe('done');
  expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 2 });
});

test('every GET is compared, or named with the reason why not: decide about a new one in every-get.ts', () => {
  const routes = ROWS.flatMap(({ route }) => (/^(?:GET|HEAD) /.test(route) ? route.split(' ')[1] : []));
  const undecided = routes.filter(
    (route = '') =>
      compared.has(route) === Object.keys(NOT_COMPARED).some((beginning) => route.startsWith(beginning)),
  );
  expect(undecided).toEqual([]);
});

test('a person of a client is imported by name, and sees what the client sees with the link of the archive', async () => {
  const peopleOf = async ({ browser }: Person) =>
    (await browser.get('/api/users/'))
      .json<{ results: Customer[] }>()
      .results.flatMap(({ people }) => people);
  const before = await peopleOf(owner);
  const after = await peopleOf(first.moved);
  expect(before).toHaveLength(1);
  expect(after.map(({ username }) => username)).toEqual(before.map(({ username }) => username));
  const visitor = target.createBrowser();
  const password = 'petrol-green-window';
  const form = { reset_token: after[0]?.reset_token, password, password_confirm: password };
  expect((await visitor.post('/api/users/reset_password/', form)).statusCode).toBe(200);
  const seen = (await visitor.get('/api/projects/')).json<{ results: Project[] }>().results;
  expect(seen.map(({ name }) => name).toSorted()).toEqual(['Web: sitesi', 'Çay / Logo']);
});

test('a receipt of the installation before is a 404 for others, for another number, and once its bytes are lost', async () => {
  const { project_id, storage_key } = await target.db
    .selectFrom('brought_receipts')
    .innerJoin('projects', 'projects.id', 'brought_receipts.project_id')
    .select(['project_id', 'storage_key'])
    .where('owner_id', '=', first.moved.id)
    .executeTakeFirstOrThrow();
  const address = `/api/projects/${project_id}/brought-receipts/`;
  const statusFor = async (person: Person, number: number) =>
    (await person.browser.get(`${address}${number}/`)).statusCode;
  const other = await target.createFreelancer();
  expect([await statusFor(first.moved, 1), await statusFor(first.moved, 9)]).toEqual([200, 404]);
  expect(await statusFor(other, 1)).toBe(404);
  await target.context.storage.delete([storage_key]);
  expect(await statusFor(first.moved, 1)).toBe(404);
});
