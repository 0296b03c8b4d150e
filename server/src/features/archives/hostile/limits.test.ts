import sharp from 'sharp';
import { expect, test } from 'vitest';
import { bufferOf } from '@vitrin/engine/bytes/byte-source.ts';
import {
  importAndWait,
  newestImport,
  openImport,
  sendArchive,
} from '../../../testing/archives/archive-journeys.ts';
import type { Entry } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import type { Person } from '../../../testing/factories.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { TUS } from '../../../testing/tus.ts';
import { runImport } from '../import/run/run-import.ts';
import { sweepImports } from '../import/imports.ts';

const { setup, archive, entries, changed, withData, replaced, expectRefusal } = await hostileArchives();
const limited = await sharedTestApp({ MAX_UPLOAD_MB: '1' });

const MIB = 1024 * 1024;

/** The archive with this many customers in all. */
function withCustomers(amount: number): Promise<Buffer> {
  return withData((text) => {
    const [first = '', ...others] = text.match(/.*"record":"customer".*\n/g) ?? [];
    const more = Array.from({ length: amount - 1 - others.length }, (_, index) =>
      first
        .replace(/"id":\d+/, `"id":${900_000 + index}`)
        .replace(/"username":"[^"]+"/, `"username":"more-${index}"`),
    );
    return text.replace(first, first + more.join(''));
  });
}

async function countCustomers({ db }: TestApp, { id }: Person): Promise<number> {
  return (await db.selectFrom('users').select('id').where('owner_id', '=', id).execute()).length;
}

const leave = async ({ db, context }: TestApp, { id }: Person) => {
  const now = context.now().toISOString();
  await db.insertInto('erasures').values({ user_id: id, asked_at: now, due_at: now }).execute();
};

test('more than 200 waiting customers of an archive are imported once others have registered', async () => {
  const person = await setup.createFreelancer();
  const found = await sendArchive(setup, person, await withCustomers(205));
  expect(await importAndWait(setup, person, found.id)).toMatchObject({
    state: 'ready',
    problem: expect.stringContaining('have not registered') as string,
  });
  expect(await countCustomers(setup, person)).toBe(200);
  expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 0 });
  await setup.db
    .updateTable('users')
    .set({ password_hash: 'registered' })
    .where('owner_id', '=', person.id)
    .execute();
  expect(await importAndWait(setup, person, found.id)).toMatchObject({ state: 'done', problem: null });
  expect(await countCustomers(setup, person)).toBe(205);
  expect((await person.browser.get('/api/projects/')).json()).toMatchObject({ count: 3 });
});

test('an import creates at most 60 customers an hour, and continues by itself', async () => {
  const person = await limited.createFreelancer();
  const found = await sendArchive(limited, person, await withCustomers(70));
  expect((await importAndWait(limited, person, found.id)).state).toBe('bringing');
  expect(await countCustomers(limited, person)).toBe(60);
  const created = await person.browser.post('/api/users/', { username: 'one-more' });
  expect(created.statusCode).toBe(429);
  await sweepImports(limited.context);
  expect((await newestImport(person)).state).toBe('bringing');
  limited.advance(3600);
  await limited.runJobs();
  expect((await newestImport(person)).state).toBe('done');
  expect(await countCustomers(limited, person)).toBe(70);
});

test('a tenant opens 12 archives an hour', async () => {
  const person = await limited.createFreelancer();
  const statuses: number[] = [];
  for (let count = 0; count < 13; count += 1) {
    const opened = await openImport(person, 100);
    statuses.push(opened.statusCode);
    const url = String(opened.headers['location']);
    if (opened.statusCode === 201) await person.browser.request({ method: 'DELETE', url, headers: TUS });
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 201), 429]);
  limited.advance(3600);
  expect((await openImport(person, 100)).statusCode).toBe(201);
});

test('nothing is imported into an account that is about to be deleted', async () => {
  const person = await setup.createFreelancer();
  const { id } = await sendArchive(setup, person, archive);
  const begun = await setup.createFreelancer();
  const other = await sendArchive(setup, begun, archive);
  await begun.browser.post(`/api/imports/${other.id}/bring/`, {});
  for (const each of [person, begun]) await leave(setup, each);
  expect((await person.browser.post(`/api/imports/${id}/bring/`, {})).statusCode).toBe(409);
  await person.browser.delete(`/api/imports/${id}/`);
  expect((await openImport(person, 100)).statusCode).toBe(409);
  await runImport(setup.context, other.id, new AbortController().signal);
  expect(await newestImport(begun)).toMatchObject({
    state: 'ready',
    problem: expect.stringContaining('going to be deleted') as string,
  });
  expect(await countCustomers(setup, begun)).toBe(0);
  expect((await begun.browser.get('/api/projects/')).json()).toMatchObject({ count: 0 });
  expect((await begun.browser.delete(`/api/imports/${other.id}/`)).statusCode).toBe(204);
});

test('unused bytes of an archive are reserved beyond 64 MB', async () => {
  const person = await setup.createFreelancer();
  const bytes = await changed((all) =>
    all.map(([name, content]): Entry => [
      name,
      name === 'README.txt' ? Buffer.alloc(70 * MIB, 'x') : content,
    ]),
  );
  const { id, state } = await sendArchive(setup, person, bytes);
  expect(state).toBe('ready');
  const { size_bytes } = await setup.db
    .selectFrom('uploads')
    .select('size_bytes')
    .where('owner_id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(size_bytes).toBe(bytes.length - 64 * MIB);
  expect((await person.browser.delete(`/api/imports/${id}/`)).statusCode).toBe(204);
});

test('a file larger than the upload limit is refused', async () => {
  const person = await limited.createFreelancer();
  const large = await changed((all) =>
    all
      .filter(([name]) => !name.startsWith('files/'))
      .map(([name, bytes]): Entry => [
        name,
        name === 'data.jsonl'
          ? Buffer.from(String(bytes).replace(/("record":"file".*?"size":)\d+/, `$1${2 * MIB}`))
          : bytes,
      ]),
  );
  expect(await sendArchive(limited, person, large)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('At most 1 MB') as string,
  });
});

const withLogo = (logo: Buffer) =>
  changed((all) => all.map(([name, bytes]): Entry => [name, name === 'logo.png' ? logo : bytes]));

test('an imported logo is redrawn, so that only its pixels remain', async () => {
  const person = await setup.createFreelancer();
  const logo = entries.find(([name]) => name === 'logo.png')?.[1] ?? Buffer.alloc(0);
  const found = await sendArchive(
    setup,
    person,
    await withLogo(Buffer.concat([logo, Buffer.from('hidden')])),
  );
  expect((await importAndWait(setup, person, found.id)).state).toBe('done');
  const face = await setup.db
    .selectFrom('faces')
    .select(['logo_key', 'logo_bytes'])
    .where('owner_id', '=', person.id)
    .executeTakeFirstOrThrow();
  const whole = { start: 0, end: (face.logo_bytes ?? 0) - 1 };
  const bytes = await bufferOf(await setup.context.storage.read(face.logo_key ?? '', whole));
  expect(await setup.context.storage.size(face.logo_key ?? '')).toBe(face.logo_bytes);
  expect(bytes.includes('hidden')).toBe(false);
  const pixelsOf = (png: Buffer) => sharp(png).raw().toBuffer();
  expect((await pixelsOf(bytes)).equals(await pixelsOf(logo))).toBe(true);
});

test('a logo larger than Vitrin makes them is refused', async () => {
  const huge = sharp({ create: { width: 4700, height: 4700, channels: 3, background: '#fff' } });
  await expectRefusal(await withLogo(await huge.png().toBuffer()), /is not a picture/);
});

test('a logo that no record names is refused', async () => {
  await expectRefusal(await replaced(/"logo":\{[^}]*\}/, '"logo":null'), /contradict/);
});
