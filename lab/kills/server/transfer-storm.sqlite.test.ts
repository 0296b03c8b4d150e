import { createHash, randomBytes } from 'node:crypto';
import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type S3Server, startS3Server } from '../../../test-kit/s3-server.ts';
import type { Person } from '../../../server/src/testing/factories.ts';
import { formBody, uploadTo } from '../../../server/src/testing/forms.ts';
import {
  answerOf,
  listen,
  type LiveAnswer,
  type LiveServer,
} from '../../../server/src/testing/live-server.ts';
import { createTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const MIB = 1024 * 1024;
const ROUNDS = 2;

/**
 * All transfers share blocks of memory. One that was released too early would show another transfer's bytes, so all
 * clients here send and read different bytes, at once, slowly, and hang up without warning.
 */
describe.each(['disk', 's3'])('with everybody at once on the %s store', (store) => {
  let s3: S3Server | undefined;
  let setup: TestApp;
  let server: LiveServer;
  let owner: Person;
  let customer: Person;
  let versionId: number;
  /** Addresses to download, with the expected bytes. */
  const addresses: (readonly [url: string, bytes: Buffer])[] = [];

  beforeAll(async () => {
    if (store === 's3') s3 = await startS3Server();
    setup = await createTestApp(s3?.environment);
    server = await listen(setup.app);
    owner = await setup.createFreelancer();
    customer = await setup.createCustomer({ owner });
    const project = await setup.createProject({ owner, customer });
    const shown = await setup.createVersion({ project });
    for (const length of [2 * MIB + 1, 1_500_000, 70_000, 3 * MIB - 7]) {
      const bytes = randomBytes(length);
      addresses.push([(await uploadTo(owner.browser, shown.id, bytes)).file, bytes]);
    }
    const zip = `/api/versions/${shown.id}/zip/`;
    addresses.push([zip, (await customer.browser.get(zip)).rawPayload]);
    versionId = (await setup.createVersion({ project })).id;
  });
  afterAll(async () => {
    await setup.close();
    await s3?.stop();
  });

  test('no transfer sends or receives a byte of another one', async () => {
    const everybody = [
      ...repeat(3, resumableUpload),
      ...repeat(3, formUpload),
      ...repeat(8, slowDownload),
      ...repeat(2, pipelinedDownloads),
    ];
    await Promise.all(
      everybody.map(async (act) => {
        for (let round = 0; round < ROUNDS; round += 1) await act();
      }),
    );
    const open = () => setup.db.selectFrom('uploads').select('id').where('state', '!=', 'finished').execute();
    await expect.poll(open, { timeout: 10_000 }).toEqual([]);
  }, 120_000);

  /** Uploads a file in pieces of any size, with and without a length, and hangs up in most of them. */
  async function resumableUpload(): Promise<void> {
    const bytes = randomBytes(MIB + random(2 * MIB));
    const created = await server.send(owner.browser, 'POST', '/api/uploads/', {
      ...TUS,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${btoa('a.bin')},version ${btoa(String(versionId))}`,
    });
    const url = String(created.headers.location);
    for (let cuts = 3; ; cuts -= 1) {
      const { headers } = await server.send(owner.browser, 'HEAD', url, TUS);
      const offset = Number(headers['upload-offset']);
      const rest = bytes.subarray(offset);
      const request = server.open(owner.browser, 'PATCH', url, {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': offset,
        ...lengthOf(rest),
      });
      if (cuts > 0) {
        await sendSome(request, rest);
        continue;
      }
      const { status, headers: end } = await sendAll(request, rest);
      // This request may overtake the piece that was cut off before it.
      if (status === 409) continue;
      expect(status).toBe(204);
      return expectStored(Number(end['vitrin-file-id']), bytes);
    }
  }

  /** Hangs up once, then sends the whole form. */
  async function formUpload(): Promise<void> {
    const bytes = randomBytes(MIB + random(MIB));
    const { payload, headers } = formBody(['version', String(versionId)], ['file', bytes, 'a.bin']);
    const post = (length: OutgoingHttpHeaders) =>
      server.open(owner.browser, 'POST', '/api/files/', { ...headers, ...length });
    await sendSome(post(lengthOf(payload)), payload);
    const { status, body } = await sendAll(post(lengthOf(payload)), payload);
    expect(status).toBe(201);
    await expectStored((JSON.parse(body.toString()) as ProjectFile).id, bytes);
  }

  /** Reads a part of a file or archive with pauses, to its end or until it hangs up. */
  async function slowDownload(): Promise<void> {
    const [url, bytes] = anyOf(addresses);
    const start = random(bytes.length);
    const end = start + random(bytes.length - start);
    const request = server.open(customer.browser, 'GET', url, { range: `bytes=${start}-${end}` });
    request.end();
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    expect(response.statusCode).toBe(206);
    const wanted = Math.random() < 0.4 ? random(end - start) : Infinity;
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of response as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length > wanted) break;
      if (Math.random() < 0.2) await pause(random(12));
    }
    expect(Buffer.concat(pieces).equals(bytes.subarray(start, start + length))).toBe(true);
    if (wanted === Infinity) expect(length).toBe(end - start + 1);
  }

  /**
   * Sends several requests on one connection before the first answer, and hangs up on the last one half of the time.
   */
  async function pipelinedDownloads(): Promise<void> {
    const asked = [anyOf(addresses), anyOf(addresses), anyOf(addresses)];
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const lines = Object.entries(server.headers(customer.browser)).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(asked.map(([url]) => [`GET ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n')).join(''));
    const arriving = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let received = Buffer.alloc(0);
    for (const [, bytes] of asked.slice(0, 2 + random(2))) {
      const { head, body } = await readAnswer(bytes.length);
      expect(head).toMatch(/^HTTP\/1.1 200 /);
      expect(body.equals(bytes)).toBe(true);
    }
    socket.destroy();

    async function readAnswer(length: number): Promise<{ head: string; body: Buffer }> {
      for (;;) {
        const start = received.indexOf('\r\n\r\n') + 4;
        if (start > 4 && received.length >= start + length) {
          const answer = {
            head: received.toString('latin1', 0, start),
            body: received.subarray(start, start + length),
          };
          received = received.subarray(start + length);
          return answer;
        }
        const { value } = (await arriving.next()) as { value?: Buffer };
        if (!value) throw new Error('The connection ended before the answer did');
        received = Buffer.concat([received, value]);
        if (Math.random() < 0.1) await pause(random(8));
      }
    }
  }

  async function expectStored(id: number, bytes: Buffer): Promise<void> {
    const { sha256, size_bytes } = await setup.db
      .selectFrom('files')
      .select(['sha256', 'size_bytes'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(size_bytes).toBe(bytes.length);
    const sum = createHash('sha256').update(bytes).digest('hex');
    // A job computes the digest if a piece was not observed.
    expect([sum, null]).toContain(sha256);
    const { body } = await server.send(owner.browser, 'GET', `/api/files/${id}/content/`);
    expect(createHash('sha256').update(body).digest('hex')).toBe(sum);
  }
});

function random(below: number): number {
  return Math.floor(Math.random() * below);
}

function anyOf<T>(things: readonly T[]): T {
  const thing = things[random(things.length)];
  if (thing === undefined) throw new Error('There is nothing to choose from');
  return thing;
}

function repeat<T>(count: number, thing: T): T[] {
  return Array.from({ length: count }, () => thing);
}

function lengthOf(bytes: Buffer): OutgoingHttpHeaders {
  return Math.random() < 0.5 ? { 'content-length': bytes.length } : { 'transfer-encoding': 'chunked' };
}

async function sendSlowly(request: ClientRequest, bytes: Buffer): Promise<void> {
  for (let start = 0; start < bytes.length && !request.closed;) {
    const piece = bytes.subarray(start, start + 1 + random(300_000));
    await written(request, piece);
    start += piece.length;
    if (Math.random() < 0.3) await pause(random(10));
  }
}

/**
 * Resolves once the connection has taken a piece, or is closed. If the server closes a keep-alive connection
 * meanwhile, Node closes the request and never calls back for the write.
 */
function written(request: ClientRequest, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      request.off('close', end);
      resolve();
    };
    request.once('close', end);
    request.write(piece, end);
  });
}

async function sendAll(request: ClientRequest, bytes: Buffer): Promise<LiveAnswer> {
  const [answer] = await Promise.all([
    answerOf(request),
    sendSlowly(request, bytes).then(() => request.end()),
  ]);
  return answer;
}

/** Sends the beginning and hangs up. */
async function sendSome(request: ClientRequest, bytes: Buffer): Promise<void> {
  request.on('error', () => {});
  await sendSlowly(request, bytes.subarray(0, random(bytes.length)));
  request.destroy();
}
