import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  newestImport,
  openImport,
  sendArchive,
  exportArchive,
} from '../../../testing/archives/archive-journeys.ts';
import { changed, entriesOf, type Entry, leftOf } from '../../../testing/archives/changed-archive.ts';
import { createFullFreelancer } from '../../../testing/archives/full-freelancer.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { OCTETS, TUS } from '../../../testing/tus.ts';
import { eraseArchives } from '../service.ts';
import { runImport } from './run/run-import.ts';
import { sweepImports } from './imports.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { owner } = await createFullFreelancer(setup);
const archive = await exportArchive(setup, owner);
const entries = await entriesOf(archive);

/** Pictures are drawn in processes of their own, which takes long. */
async function leavePictures() {
  await setup.db.deleteFrom('jobs').where('kind', '=', 'make-thumbnail').execute();
}

/** Imports an archive that passed the check. */
async function importWithoutPictures(person: Person, id: string) {
  expect((await person.browser.post(`/api/imports/${id}/bring/`, {})).statusCode).toBe(204);
  await runImport(setup.context, id, new AbortController().signal);
  await leavePictures();
  await setup.runJobs();
  return newestImport(person);
}

test('a script in an imported text is sanitised as in a new one', async () => {
  const person = await setup.createFreelancer();
  const bytes = await changed(entries, (all) =>
    all.map(([name, content]): Entry => {
      if (name !== 'data.jsonl') return [name, content];
      const script = String(content).replaceAll(
        'About <b>',
        'About <script>alert(1)</script><b onclick=x()>',
      );
      return [name, Buffer.from(script)];
    }),
  );
  const found = await sendArchive(setup, person, bytes);
  await importWithoutPictures(person, found.id);
  const { results } = (await person.browser.get('/api/projects/?ordering=created_at')).json<{
    results: { description: string }[];
  }>();
  expect(results).toHaveLength(3);
  for (const { description } of results) expect(description).not.toMatch(/script|onclick/);
});

test('an import continues after its process has died, at whatever write', async () => {
  const person = await setup.createFreelancer();
  const found = await sendArchive(setup, person, archive);
  await person.browser.post(`/api/imports/${found.id}/bring/`, {});
  const { storage } = setup.context;
  let deaths = 0;
  for (let allowed = 1; (await newestImport(person)).state === 'bringing'; allowed += 4) {
    let left = allowed;
    const dying = {
      ...storage,
      write: (...given: Parameters<typeof storage.write>) => {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return storage.write(...given);
      },
    };
    const signal = new AbortController().signal;
    await runImport({ ...setup.context, storage: dying }, found.id, signal).catch((error: unknown) => {
      expect(error).toMatchObject({ message: 'killed' });
      deaths += 1;
    });
    if (deaths > 0 && deaths < 3)
      expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 0 });
  }
  await leavePictures();
  expect(deaths).toBeGreaterThan(2);
  expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 3 });
  await setup.runJobs();
  expect(await leftOf(setup, person)).toEqual([3, 0, 0, 0]);
});

test('an account that is deleted while its archive is copied leaves no object behind', async () => {
  const person = await setup.createFreelancer();
  await setup.runJobs();
  const before = await keysOf();
  const found = await sendArchive(setup, person, archive);
  await person.browser.post(`/api/imports/${found.id}/bring/`, {});
  const { storage } = setup.context;
  let writes = 0;
  const erasing = {
    ...storage,
    write: async (...given: Parameters<typeof storage.write>) => {
      const size = await storage.write(...given);
      writes += 1;
      if (writes === 3) {
        await eraseArchives(setup.context, person.id);
        await setup.db.deleteFrom('jobs').where('kind', '=', 'bring-import').execute();
        await setup.runJobs();
        // The deleted object is there again, as from a write that ends after the job.
        await storage.write(given[0], Readable.from([Buffer.from('late')]));
      }
      return size;
    },
  };
  await runImport({ ...setup.context, storage: erasing }, found.id, new AbortController().signal);
  expect(writes).toBe(3);
  expect(await keysOf()).toEqual(before);
});

async function keysOf(): Promise<string[]> {
  return (await Array.fromAsync(setup.context.storage.list())).map(({ key }) => key).toSorted();
}

test('a project imports no more than 16 MB of receipts, which use no storage of a plan', async () => {
  const person = await setup.createFreelancer();
  const large = Buffer.alloc(9 * 1024 * 1024, '{');
  const bytes = await changed(entries, (all) => {
    const [first = ''] = all.flatMap(([name]) => /^receipts\/(\d+)\.json$/.exec(name)?.[1] ?? []);
    return [...all, [`receipts/${first}-1.json`, large], [`receipts/${first}-2.json`, large]];
  });
  const found = await sendArchive(setup, person, bytes);
  expect((await importWithoutPictures(person, found.id)).state).toBe('done');
  const receipts = await setup.db
    .selectFrom('brought_receipts')
    .innerJoin('projects', 'projects.id', 'brought_receipts.project_id')
    .select(['number', 'size_bytes'])
    .where('projects.owner_id', '=', person.id)
    .execute();
  expect(receipts.filter(({ size_bytes }) => size_bytes === large.length)).toHaveLength(1);
  expect(receipts).toHaveLength(3);
});

test('an archive larger than the plan is refused before its bytes arrive', async () => {
  const person = await setup.createFreelancer();
  const refused = await openImport(person, 10 * 1024 ** 4);
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    400,
    expect.stringContaining('not enough storage'),
  ]);
  expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
});

test('more projects than the plan holds wait until there is room, and their space stays reserved', async () => {
  const person = await setup.createFreelancer();
  const found = await sendArchive(setup, person, archive);
  const limits = await setup.db.selectFrom('plans').select(['id', 'project_limit']).execute();
  await setup.db.updateTable('plans').set({ project_limit: 2 }).execute();
  const refused = await person.browser.post(`/api/imports/${found.id}/bring/`, {});
  expect([refused.statusCode, (await newestImport(person)).state]).toEqual([403, 'ready']);
  const [{ reserved } = { reserved: 0 }] = await setup.db
    .selectFrom('uploads')
    .select('size_bytes as reserved')
    .where('owner_id', '=', person.id)
    .execute();
  const used = await storedBytes(owner);
  expect(reserved).toBe(used);
  for (const { id, project_limit } of limits)
    await setup.db.updateTable('plans').set({ project_limit }).where('id', '=', id).execute();
  expect((await importWithoutPictures(person, found.id)).state).toBe('done');
  expect(await storedBytes(person)).toBe(used);
});

async function storedBytes({ browser, id }: Person): Promise<number> {
  const { used_storage } = (await browser.get(`/api/users/${id}/`)).json<{ used_storage: number }>();
  return Math.round(used_storage * 1024 ** 3);
}

test('one archive at a time, and only by its freelancer', async () => {
  const person = await setup.createFreelancer();
  const eve = await setup.createFreelancer();
  const customer = await setup.createCustomer({ owner: person });
  expect((await openImport(customer, 100)).statusCode).toBe(403);
  const opened = await openImport(person, archive.length);
  const url = String(opened.headers['location']);
  expect((await openImport(person, 100)).statusCode).toBe(409);
  const head = (by: Person) => by.browser.request({ method: 'HEAD', url, headers: TUS });
  expect([(await head(person)).statusCode, (await head(eve)).statusCode]).toEqual([200, 404]);
  expect(await newestImport(person)).toMatchObject({ state: 'uploading', done_bytes: 0 });
  const piece = { method: 'PATCH' as const, url, payload: archive };
  const sent = await person.browser.request({ ...piece, headers: { ...OCTETS, 'upload-offset': '0' } });
  expect([sent.statusCode, sent.headers['upload-offset']]).toEqual([204, String(archive.length)]);
  expect((await head(person)).headers['upload-offset']).toBe(String(archive.length));
  await setup.runJobs();
  const { id } = await newestImport(person);
  for (const by of [eve, customer]) {
    const status = by === eve ? 404 : 403;
    expect((await by.browser.post(`/api/imports/${id}/bring/`, {})).statusCode).toBe(status);
    expect((await by.browser.delete(`/api/imports/${id}/`)).statusCode).toBe(status);
  }
  expect((await person.browser.request({ method: 'DELETE', url, headers: TUS })).statusCode).toBe(404);
  expect((await person.browser.delete(`/api/imports/${id}/`)).statusCode).toBe(204);
  await setup.runJobs();
  expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
});

test('an undecided archive is deleted in time', async () => {
  const person = await setup.createFreelancer();
  const before = await keysOf();
  await sendArchive(setup, person, archive);
  setup.advance(24 * 3600 + 1);
  await setup.db.deleteFrom('jobs').execute();
  await setup.app.jobs.runDue();
  const now = setup.context.now().toISOString();
  for (const kind of ['sweep-uploads', 'sweep-archives'])
    await setup.db.insertInto('jobs').values({ kind, payload: '{}', run_at: now, created_at: now }).execute();
  await setup.runJobs();
  expect(await newestImport(person)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('expired') as string,
  });
  expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
  expect(await keysOf()).toEqual(before);
  // The sentence is kept for 30 days.
  setup.advance(30 * 24 * 3600 + 1);
  await sweepImports(setup.context);
  expect(
    await setup.db.selectFrom('imports').select('state').where('owner_id', '=', person.id).execute(),
  ).toEqual([]);
});
