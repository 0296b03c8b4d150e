import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Person } from '../../testing/factories.ts';
import { formBody, postForm, uploadTo } from '../../testing/forms.ts';
import { answerOf, listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { sweepUploads } from './uploads/sweep.ts';

const MIB = 1024 * 1024;

const setup = await sharedTestApp({ MAX_UPLOAD_MB: '20' });
const server = await listen(setup.app);

/** A freelancer with a version, on a plan of exactly `bytes`. */
async function createOwner(bytes: number): Promise<{ owner: Person; versionId: number }> {
  const owner = await setup.createFreelancer();
  await setup.db
    .updateTable('users')
    .set({ extra_storage_gb: bytes / 1024 ** 3 - 0.5 })
    .where('id', '=', owner.id)
    .execute();
  const project = await setup.createProject({ owner });
  return { owner, versionId: (await setup.createVersion({ project })).id };
}

async function sumOf(table: 'files' | 'uploads', ownerId: number): Promise<number> {
  const rows = await setup.db
    .selectFrom(table)
    .select('size_bytes')
    .where('owner_id', '=', ownerId)
    .execute();
  return rows.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
}

const post = (owner: Person, versionId: number, bytes: Buffer) =>
  postForm(owner.browser, ['version', String(versionId)], ['file', bytes, 'a.bin']);

test('a file that fills the storage to the last byte is accepted, one byte more is not', async () => {
  const { owner, versionId } = await createOwner(100_000);
  expect((await post(owner, versionId, randomBytes(100_001))).statusCode).toBe(400);
  expect((await post(owner, versionId, randomBytes(100_000))).statusCode).toBe(201);
  expect((await post(owner, versionId, randomBytes(1))).statusCode).toBe(400);
  expect((await post(owner, versionId, Buffer.alloc(0))).statusCode).toBe(201);
});

test('the same holds when the file comes before its version, or without a length', async () => {
  for (const kind of ['file first', 'no length']) {
    const { owner, versionId } = await createOwner(100_000);
    const send = async (bytes: Buffer) => {
      if (kind === 'file first')
        return (await postForm(owner.browser, ['file', bytes, 'a'], ['version', `${versionId}`])).statusCode;
      const { payload, headers } = formBody(['version', `${versionId}`], ['file', bytes, 'a']);
      const request = server.open(owner.browser, 'POST', '/api/files/', {
        ...headers,
        'transfer-encoding': 'chunked',
      });
      const answer = answerOf(request);
      request.end(payload);
      return (await answer).status;
    };
    expect(await send(randomBytes(100_001))).toBe(400);
    expect(await send(randomBytes(100_000))).toBe(201);
    expect(await send(randomBytes(1))).toBe(400);
    expect([await sumOf('files', owner.id), await sumOf('uploads', owner.id)]).toEqual([100_000, 0]);
  }
});

test('a refusal names the used storage, the limit and the required size, in the language of the reader', async () => {
  const { owner, versionId } = await createOwner(10 * MIB);
  await uploadTo(owner.browser, versionId, randomBytes(2.5 * MIB));
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', randomBytes(8 * MIB), 'a']);
  const refuse = (language: string) =>
    owner.browser.request({
      method: 'POST',
      url: '/api/files/',
      payload,
      headers: { ...headers, 'accept-language': language },
    });
  expect((await refuse('en')).json()).toEqual({
    detail: 'There is not enough storage: 2.5 MB of 9.8 MB are used and this file needs 8 MB.',
  });
  expect((await refuse('tr')).json<{ detail: string }>().detail).toContain('9,8 MB alanın 2,5 MB');
});

test.each([
  [100_000, 0, 100_001],
  [100_000, 0, 170_000],
  [100_000, 60_000, 90_000],
  [10 * MIB, 2.5 * MIB, 7.5 * MIB + 1],
  [10 * MIB, 2.5 * MIB, 8 * MIB],
])(
  'with %i bytes of which %i are used, a file of %i is refused with these numbers wherever its version stands',
  async (limit, used, size) => {
    const { owner, versionId } = await createOwner(limit);
    await uploadTo(owner.browser, versionId, randomBytes(used));
    const version = ['version', String(versionId)] as const;
    const file = ['file', randomBytes(size), 'a.bin'] as const;
    const send = async (form: ReturnType<typeof formBody>, headers: Record<string, string>) => {
      const request = server.open(owner.browser, 'POST', '/api/files/', { ...form.headers, ...headers });
      const answer = answerOf(request);
      request.end(form.payload);
      const { status, body } = await answer;
      return { status, ...(JSON.parse(body.toString()) as { detail: string }) };
    };
    const [plain, turned] = [formBody([...version], [...file]), formBody([...file], [...version])];
    const expected = await send(plain, { 'content-length': String(plain.payload.length) });
    expect(expected.status).toBe(400);
    expect(await send(turned, { 'content-length': String(turned.payload.length) })).toEqual(expected);
    if (size < MIB) expect(await send(turned, { 'transfer-encoding': 'chunked' })).toEqual(expected);
    expect(await sumOf('uploads', owner.id)).toBe(0);
  },
);

test('a body shorter than announced, by a little or a lot, is refused and stores nothing', async () => {
  const { owner, versionId } = await createOwner(500 * MIB);
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', randomBytes(MIB), 'a.bin']);
  const stored = async () => (await Array.fromAsync(setup.context.storage.list())).length;
  const before = await stored();
  // At once, because each is abandoned only after a while without data.
  const refused = async (more: number) => {
    const open = () => {
      const length = payload.length + more;
      return server.open(owner.browser, 'POST', '/api/files/', { ...headers, 'content-length': length });
    };
    const waiting = open();
    onTestFinished(() => void waiting.destroy());
    const answer = answerOf(waiting);
    waiting.write(payload);
    const leaving = open();
    leaving.on('error', () => {});
    await new Promise((resolve) => leaving.write(payload, resolve));
    await pause(300);
    leaving.destroy();
    return (await answer).status;
  };
  expect(await Promise.all([3, 10 * MIB].map(refused))).toEqual([400, 400]);
  await expect.poll(() => sumOf('uploads', owner.id)).toBe(0);
  expect(await sumOf('files', owner.id)).toBe(0);
  expect(await stored()).toBe(before);
});

test('a file above MAX_UPLOAD_MB is refused before its bytes are read', async () => {
  const { owner, versionId } = await createOwner(500 * MIB);
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', Buffer.alloc(10), 'a']);
  const request = server.open(owner.browser, 'POST', '/api/files/', {
    ...headers,
    'content-length': 21 * MIB,
  });
  const answer = answerOf(request);
  request.write(payload.subarray(0, -50));
  const { status, body } = await answer;
  expect(status).toBe(413);
  expect(body.toString()).toContain('20 MB');
  request.destroy();
});

test('a file above MAX_UPLOAD_MB without a length is refused during the transfer', async () => {
  const { owner, versionId } = await createOwner(500 * MIB);
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', Buffer.alloc(21 * MIB), 'a']);
  const request = server.open(owner.browser, 'POST', '/api/files/', {
    ...headers,
    'transfer-encoding': 'chunked',
  });
  const answer = answerOf(request);
  request.end(payload);
  expect((await answer).status).toBe(413);
  expect(await sumOf('uploads', owner.id)).toBe(0);
});

test('20 uploads at once end exactly at the limit', async () => {
  const { owner, versionId } = await createOwner(10 * 50_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => {
      const { payload, headers } = formBody(['version', `${versionId}`], ['file', randomBytes(50_000), 'a']);
      return server.send(
        owner.browser,
        'POST',
        '/api/files/',
        { ...headers, 'content-length': payload.length },
        payload,
      );
    }),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array<number>(10).fill(201), ...Array<number>(10).fill(400)]);
  expect(await sumOf('files', owner.id)).toBe(500_000);
  expect(await sumOf('uploads', owner.id)).toBe(0);
});

test('20 resumable uploads at once reserve exactly the limit', async () => {
  const { owner, versionId } = await createOwner(10 * 50_000);
  const metadata = `filename ${btoa('a')},version ${btoa(String(versionId))}`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      owner.browser.post('/api/uploads/', undefined, {
        'tus-resumable': '1.0.0',
        'upload-length': '50000',
        'upload-metadata': metadata,
      }),
    ),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
  expect(await sumOf('uploads', owner.id)).toBe(500_000);
});

test('a storm of broken uploads leaves neither bytes nor reserved space', async () => {
  const { owner, versionId } = await createOwner(50 * MIB);
  const { payload, headers } = formBody(['version', `${versionId}`], ['file', randomBytes(MIB), 'a.bin']);
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const request = server.open(owner.browser, 'POST', '/api/files/', {
        ...headers,
        'content-length': payload.length,
      });
      request.on('error', () => {});
      const end = Math.floor(Math.random() * (payload.length - 1));
      await new Promise((resolve) => request.write(payload.subarray(0, end), resolve));
      await pause(index % 5);
      request.destroy();
    }),
  );
  await expect.poll(() => sumOf('uploads', owner.id), { timeout: 10_000 }).toBe(0);
  expect(await sumOf('files', owner.id)).toBe(0);
  const folder = join(setup.config.dataDir, 'files');
  const keysOf = async (table: 'files' | 'uploads') => {
    const rows = await setup.db.selectFrom(table).select('storage_key').execute();
    return new Set(rows.map(({ storage_key }) => storage_key));
  };
  const open = await keysOf('uploads');
  const forgotten = () => readdirSync(join(folder, 'tmp')).filter((key) => !open.has(key));
  await expect.poll(forgotten, { timeout: 10_000 }).toEqual([]);
  const keys = await keysOf('files');
  const stored = readdirSync(folder).flatMap((shard) =>
    shard === 'tmp' ? [] : readdirSync(join(folder, shard)),
  );
  expect(stored.filter((key) => !keys.has(key))).toEqual([]);
});

test('a reservation is swept with its bytes after its server died', async () => {
  const { owner, versionId } = await createOwner(50 * MIB);
  const key = 'ab'.repeat(32);
  await setup.context.storage.begin(key, 10);
  await setup.db
    .insertInto('uploads')
    .values({
      id: 'left-behind',
      owner_id: owner.id,
      version_id: versionId,
      kind: 'multipart',
      name: 'a',
      storage_key: key,
      size_bytes: 10,
      length_bytes: null,
      state: 'receiving',
      file_id: null,
      created_at: setup.context.now().toISOString(),
      expires_at: setup.context.now().toISOString(),
    })
    .execute();
  await sweepUploads(setup.context);
  expect(await sumOf('uploads', owner.id)).toBe(0);
  expect(await setup.context.storage.offset(key, 10)).toBeUndefined();
});
