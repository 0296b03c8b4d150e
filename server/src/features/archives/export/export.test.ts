import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CurrentExport } from '@vitrin/shared/contract/archives.ts';
import { createFullFreelancer } from '../../../testing/archives/full-freelancer.ts';
import type { Person } from '../../../testing/factories.ts';
import { listen } from '../../../testing/live-server.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import type { ManifestEntry, ManifestHead } from '../carried/records.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const server = await listen(setup.app);
const { owner, projects, files } = await createFullFreelancer(setup);
const ARCHIVE = '/api/export/archive/';

async function exportArchive({ browser }: Person = owner) {
  expect((await browser.post('/api/export/')).statusCode).toBe(201);
  await setup.runJobs();
  const { export: made } = (await browser.get('/api/export/')).json<CurrentExport>();
  return made;
}

const download = async ({ browser }: Person = owner, headers = {}) =>
  server.send(browser, 'GET', ARCHIVE, headers);

/** The files of an archive by their names, unpacked by another program. */
function unpacked(archive: Buffer): Map<string, Buffer> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'archive.zip'), archive);
  execFileSync('unzip', ['-q', 'archive.zip', '-d', 'out'], { cwd: folder });
  const names = readdirSync(join(folder, 'out'), { recursive: true, withFileTypes: true });
  return new Map(
    names.flatMap((entry) => {
      if (!entry.isFile()) return [];
      const path = join(entry.parentPath, entry.name);
      return [[path.slice(join(folder, 'out').length + 1), readFileSync(path)]];
    }),
  );
}

const manifestOf = (content: Map<string, Buffer>) =>
  JSON.parse(String(content.get('manifest.json'))) as ManifestHead & { entries: ManifestEntry[] };

test('an archive holds everything, in files that another program unpacks and with a matching manifest', async () => {
  const made = await exportArchive();
  expect(made).toMatchObject({ state: 'ready', projects: projects.length, files: files.size, missing: 0 });
  const { status, headers, body } = await download();
  expect([status, headers['content-type'], body.length]).toEqual([200, 'application/zip', made?.size_bytes]);
  const content = unpacked(body);
  const { entries, counts, format, version } = manifestOf(content);
  expect([format, version, counts.files]).toEqual(['vitrin-archive', 2, files.size]);
  expect(entries.map(({ name }) => name).toSorted()).toEqual(
    [...content.keys()].filter((name) => name !== 'manifest.json').toSorted(),
  );
  for (const { name, size, sha256 } of entries) {
    const bytes = content.get(name) ?? Buffer.alloc(0);
    expect([name, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
      name,
      size,
      sha256,
    ]);
  }
  const originals = [...content].filter(([name]) => name.startsWith('files/')).map(([, bytes]) => bytes);
  expect(originals.map(hex).toSorted()).toEqual([...files.values()].map(hex).toSorted());
  expect([...content.keys()].filter((name) => name.startsWith('receipts/'))).toHaveLength(2);
  expect(String(content.get('README.txt'))).toMatch(/No password[^]*Hiçbir parola|hiçbir parola/);
});

const hex = (bytes: Buffer) => bytes.toString('hex');

test('an archive contains nothing that could be used to sign in', async () => {
  const secret = 'argon2id-secret-of-somebody';
  await setup.db
    .updateTable('users')
    .set({ password_hash: secret })
    .where('owner_id', '=', owner.id)
    .execute();
  await exportArchive();
  const { body } = await download();
  const users = await setup.db.selectFrom('users').selectAll().where('id', '=', owner.id).execute();
  const emails = await setup.db.selectFrom('email_addresses').select('email').execute();
  const keys = await setup.db.selectFrom('files').select('storage_key').execute();
  const sessions = await setup.db.selectFrom('sessions').select('id_hash').execute();
  expect(users).toHaveLength(1);
  for (const hidden of [
    secret,
    ...emails.map(({ email }) => email),
    ...keys.map(({ storage_key }) => storage_key),
    ...sessions.map(({ id_hash }) => id_hash),
  ])
    expect(body.includes(hidden), hidden).toBe(false);
  await setup.db.updateTable('users').set({ password_hash: null }).where('owner_id', '=', owner.id).execute();
});

test('a download that is cut nine times gives the same bytes', async () => {
  await exportArchive();
  const { body: whole, headers } = await download();
  const pieces: Buffer[] = [];
  for (let cut = 0, at = 0; at < whole.length; cut += 1) {
    const length = cut < 9 ? 1 + Math.floor((whole.length / 10) * (0.5 + Math.random() / 2)) : whole.length;
    const end = Math.min(whole.length, at + length) - 1;
    const piece = await download(owner, { range: `bytes=${at}-${end}`, 'if-range': headers.etag });
    expect([piece.status, piece.headers['content-range']]).toEqual([
      206,
      `bytes ${at}-${end}/${whole.length}`,
    ]);
    pieces.push(piece.body);
    at = end + 1;
  }
  expect(pieces).toHaveLength(10);
  expect(Buffer.concat(pieces).equals(whole)).toBe(true);
});

test('every single byte of the headers and of the directory can be requested alone', async () => {
  await exportArchive();
  const { body: whole } = await download();
  const around = [...whole.keys()].filter((at) => at > whole.length - 300 || at < 200);
  for (const at of around) {
    const { body } = await download(owner, { range: `bytes=${at}-${at}` });
    expect([at, body]).toEqual([at, whole.subarray(at, at + 1)]);
  }
});

test('objects changed or deleted meanwhile stay in the archive until it expires', async () => {
  await exportArchive();
  const { body: before, headers } = await download();
  const [doomed = 0] = projects;
  const stored = await keysOf(doomed);
  expect((await owner.browser.delete(`/api/projects/${doomed}/`)).statusCode).toBe(204);
  await owner.browser.patch(`/api/projects/${projects[1]}/`, { name: 'Renamed' });
  await setup.runJobs();
  const { body: after } = await download(owner, { 'if-range': headers.etag, range: 'bytes=10-' });
  expect(after.equals(before.subarray(10))).toBe(true);
  expect(await whichAreStored(stored)).toEqual(stored);
  setup.advance(48 * 3600 + 1);
  await setup.app.jobs.runDue();
  await setup.app.jobs.runDue();
  expect((await download()).status).toBe(404);
  expect(await whichAreStored(stored)).toEqual([]);
});

async function keysOf(project: number): Promise<string[]> {
  const rows = await setup.db
    .selectFrom('files')
    .innerJoin('versions', 'versions.id', 'files.version_id')
    .select('files.storage_key')
    .where('versions.project_id', '=', project)
    .orderBy('files.id')
    .execute();
  return rows.map(({ storage_key }) => storage_key);
}

async function whichAreStored(keys: string[]): Promise<string[]> {
  const sizes = await Promise.all(keys.map((key) => setup.context.storage.size(key)));
  return keys.filter((_, index) => sizes[index] !== undefined);
}

test('a new archive replaces the one before, and a download of that one begins anew', async () => {
  await exportArchive();
  const { headers: old } = await download();
  await exportArchive();
  const { status, headers, body } = await download(owner, { range: 'bytes=100-', 'if-range': old.etag });
  expect(status).toBe(200);
  expect(headers.etag).not.toBe(old.etag);
  expect(body.length).toBe(Number(headers['content-length']));
  const left = setup.db.selectFrom('exports').select('id').where('owner_id', '=', owner.id);
  expect(await left.execute()).toHaveLength(1);
});

test('a file without its bytes is left out, and listed as missing', async () => {
  const [, second = 0] = projects;
  const [gone = ''] = await keysOf(second);
  await setup.context.storage.delete([gone]);
  const made = await exportArchive();
  expect(made).toMatchObject({ state: 'ready', missing: 1 });
  expect(manifestOf(unpacked((await download()).body)).counts.missing).toBe(1);
});

test('no user gets the archive of another', async () => {
  await exportArchive();
  const eve = await setup.createFreelancer();
  expect((await download(eve)).status).toBe(404);
  expect((await eve.browser.get('/api/export/')).json()).toEqual({ export: null });
  await eve.browser.delete('/api/export/');
  expect((await download()).status).toBe(200);
  expect((await download(await setup.createCustomer({ owner }))).status).toBe(403);
  await owner.browser.delete('/api/export/');
  expect((await download()).status).toBe(404);
});

test('a receipt in an archive verifies by the command of the product', async () => {
  await exportArchive();
  const content = unpacked((await download()).body);
  const [name = ''] = [...content.keys()].filter((each) => each.startsWith('receipts/'));
  const folder = temporaryFolder();
  const path = join(folder, 'receipt.json');
  writeFileSync(path, content.get(name) ?? '');
  const answer = (await owner.browser.get('/api/receipt-keys/')).body;
  writeFileSync(join(folder, 'keys.json'), answer);
  const said = execFileSync(
    process.execPath,
    ['scripts/verify-receipt.ts', path, join(folder, 'keys.json')],
    {
      cwd: join(import.meta.dirname, '../../../../..'),
      encoding: 'utf8',
    },
  );
  expect(said).toContain('Unaltered');
  expect(said).toContain('The key is among the given ones.');
});
