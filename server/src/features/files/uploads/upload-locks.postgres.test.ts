import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../app.ts';
import { answerOf, listen, type LiveServer } from '../../../testing/live-server.ts';
import { createTusApp, OCTETS, TUS, type TusApp } from '../../../testing/tus.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(['disk', 's3'])('two instances on one database and the %s store', (store) => {
  let app: TusApp;
  let other: FastifyInstance;
  let servers: [LiveServer, LiveServer];

  beforeAll(async () => {
    app = await createTusApp(store);
    other = await buildApp({ ...app.setup.context }, { checkAnswers: true });
    servers = [app.server, await listen(other)];
  });
  afterAll(async () => {
    await other.close();
    await app.close();
  });

  const rowOf = (url: string) =>
    app.setup.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', url.split('/').pop() ?? '')
      .executeTakeFirstOrThrow();
  const sendRest = async (server: LiveServer, url: string, bytes: Buffer) => {
    const { headers } = await server.send(app.owner.browser, 'HEAD', url, TUS);
    const offset = Number(headers['upload-offset']);
    const piece = bytes.subarray(offset);
    return server.send(app.owner.browser, 'PATCH', url, { ...OCTETS, 'upload-offset': offset }, piece);
  };
  const storedOf = async (fileId: unknown) => {
    await app.setup.runJobs();
    const row = await app.tus.fileRow(fileId);
    const stored = (await app.owner.browser.get(`/api/files/${row.id}/content/`)).rawPayload;
    expect(row.sha256).toBe(sha256Of(stored));
    return stored;
  };

  test('one takes over from a connection that hangs at the other, and nothing that arrived is lost', async () => {
    const bytes = randomBytes(7_000_000);
    const url = await app.tus.begin(bytes.length);
    const hanging = servers[0].open(app.owner.browser, 'PATCH', url, {
      ...OCTETS,
      'upload-offset': 0,
      'content-length': bytes.length,
    });
    const broken = answerOf(hanging).catch((error: unknown) => error);
    await new Promise((resolve) => hanging.write(bytes.subarray(0, 6_000_000), resolve));
    await expect.poll(async () => (await rowOf(url)).holder).not.toBeNull();

    const { headers } = await servers[1].send(app.owner.browser, 'HEAD', url, TUS);
    expect(await broken).toBeInstanceOf(Error);
    expect(Number(headers['upload-offset'])).toBeLessThanOrEqual(6_000_000);
    const { status, headers: last } = await sendRest(servers[1], url, bytes);
    expect(status).toBe(204);
    expect(sha256Of(await storedOf(last['vitrin-file-id']))).toBe(sha256Of(bytes));
    expect(await rowOf(url)).toMatchObject({ state: 'finished', holder: null, is_asked_for: false });
  });

  test('pieces for the same offset at both at once are never mixed', async () => {
    const [first, second] = [randomBytes(2_000_000), randomBytes(2_000_000)];
    const url = await app.tus.begin(first.length);
    const headers = { ...OCTETS, 'upload-offset': 0 };
    await Promise.allSettled([
      servers[0].send(app.owner.browser, 'PATCH', url, headers, first),
      servers[1].send(app.owner.browser, 'PATCH', url, headers, second),
      servers[0].send(app.owner.browser, 'PATCH', url, headers, first),
    ]);
    let last = await sendRest(servers[1], url, first);
    if (last.status !== 204) last = await sendRest(servers[0], url, first);
    const stored = await storedOf(last.headers['vitrin-file-id']);
    const change = stored.findIndex((byte, index) => byte !== second[index]);
    const isBoth = change === -1 || stored.subarray(change).equals(first.subarray(change));
    expect(stored.equals(first) || isBoth).toBe(true);
  });

  test('locks of a dead instance expire after fifteen seconds', async () => {
    const url = await app.tus.begin(5);
    const held_until = new Date(app.setup.context.now().getTime() + 15_000).toISOString();
    await app.setup.db
      .updateTable('uploads')
      .set({ holder: 'died', held_until })
      .where('id', '=', url.split('/').pop() ?? '')
      .execute();
    let isAnswered = false;
    const answer = app.tus.head(url).then((response) => {
      isAnswered = true;
      return response;
    });
    await expect.poll(async () => (await rowOf(url)).is_asked_for).toBe(true);
    app.setup.advance(14);
    await pause(500);
    expect(isAnswered).toBe(false);
    app.setup.advance(1);
    expect((await answer).statusCode).toBe(200);
    expect((await rowOf(url)).holder).toBeNull();
  });
});
