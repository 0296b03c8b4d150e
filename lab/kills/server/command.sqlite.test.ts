import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerFreelancer } from '../../../test-kit/accounts.ts';
import { runAdmin } from '../../../test-kit/admin.ts';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { type Product, startProduct } from '../../../test-kit/product.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const COMMAND = path.join(ROOT, 'scripts/command/vitrin.ts');
const MIB = 1024 * 1024;
/** 2048 in the large run. */
const SIZE = Number(process.env['VITRIN_TEST_COMMAND_MIB'] ?? 48) * MIB + 7;
/** Half a second for each MB, beside the usual time. */
const ONLY_WHAT_HANGS_MS = 90_000 + (SIZE / MIB) * 500;
/** Part of the file sent between kills: five kills, and a rest after the last one. */
const PART = 0.18;

const folder = temporaryFolder();
const proxy = await startProxy();
let product: Product;
let session: ApiSession;
let token = '';
let project = 0;

beforeAll(async () => {
  product = await startProduct({ env: environment() });
  proxy.aim(product.url);
  session = await registerFreelancer({ ...product, url: proxy.url }, 'deliverer');
  await runAdmin(product, 'set-plan', 'deliverer', 'enterprise', '--until', '2099-01-31');
  const made = await session.expectCall<{ token: string }>(201, 'POST', '/api/tokens/', {
    name: 'command',
    scope: 'deliver',
  });
  token = made.token;
  const work = { name: 'Film', description: '', customer_id: null };
  project = (await session.expectCall<{ id: number }>(201, 'POST', '/api/projects/', work)).id;
});
afterAll(async () => {
  await product.remove();
  proxy.close();
});

test(
  'delivers a file through five kills of either side, byte for byte, under one version',
  { timeout: ONLY_WHAT_HANGS_MS },
  async () => {
    const file = path.join(folder, 'film.bin');
    const sha256 = await writeRandomFile(file, SIZE);
    const words = ['deliver', String(project), '--version', '2.0', file, '--json'];
    let command = run(words);
    for (const side of ['command', 'server', 'command', 'server', 'command']) {
      await proxy.holdAfter(SIZE * PART);
      if (side === 'command') {
        command.process.kill('SIGKILL');
        await command.ended;
        proxy.goOn();
        command = run(words);
      } else {
        await product.kill();
        product = await startProduct({ dataDir: product.dataDir, env: environment() });
        proxy.aim(product.url);
        proxy.goOn();
      }
    }
    const { code, output, errors } = await command.ended;
    expect([code, errors]).toEqual([0, '']);
    expect(JSON.parse(output)).toMatchObject({
      number: '2.0',
      draft: false,
      files: [{ name: 'film.bin', sha256 }],
    });
    session = openApiSession(proxy.url, session.cookies);
    const { results } = await session.expectCall<Page<Version>>(
      200,
      'GET',
      `/api/versions/?project=${project}`,
    );
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ version_number: '2.0', file_count: 1, size: SIZE });
    expect(results[0]?.ready_at).not.toBeNull();
    const content = await fetch(`${proxy.url}/api/files/${results[0]?.files[0]?.id}/content/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const hash = createHash('sha256');
    for await (const part of content.body ?? []) hash.update(part);
    expect(hash.digest('hex')).toBe(sha256);
  },
);

test('a second call sends nothing twice, and a draft remains a draft', async () => {
  const file = path.join(folder, 'notes.txt');
  writeFileSync(file, 'Two notes.\n');
  const words = ['deliver', String(project), '--version', '3.0', file, '--draft', '--json'];
  const [first, second] = [await run(words).ended, await run(words).ended];
  expect([first.code, second.code]).toEqual([0, 0]);
  expect(JSON.parse(second.output)).toEqual(JSON.parse(first.output));
  expect(JSON.parse(first.output)).toMatchObject({ draft: true });
  writeFileSync(file, 'Other notes, of another length.\n');
  const other = await run(words).ended;
  expect([other.code, other.errors]).toEqual([1, 'Version 3.0 has another notes.txt, of 11 bytes.\n']);
});

test('ends with 2 for a wrong call or a token that others may read, with 1 for a refusal, with 75 without a server', async () => {
  const file = path.join(folder, 'a.txt');
  writeFileSync(file, 'x');
  const words = ['deliver', String(project), '--version', '4.0', file];
  const codeOf = async (given: string[], env: Record<string, string> = {}) =>
    (await run(given, { VITRIN_TRIES: '1', ...env }).ended).code;
  expect(await codeOf(words.slice(0, 2))).toBe(2);
  expect(await codeOf([...words, path.join(folder, 'none')])).toBe(2);
  expect(await codeOf(words, { VITRIN_URL: 'http://vitrin.example' })).toBe(2);
  const open = path.join(folder, 'token');
  writeFileSync(open, token, { mode: 0o644 });
  expect(await codeOf([...words, '--draft'], { VITRIN_TOKEN: '', VITRIN_TOKEN_FILE: open })).toBe(2);
  const closed = path.join(folder, 'closed-token');
  writeFileSync(closed, token, { mode: 0o600 });
  expect(await codeOf([...words, '--draft'], { VITRIN_TOKEN: '', VITRIN_TOKEN_FILE: closed })).toBe(0);
  expect(await codeOf(['deliver', '999999', '--version', '1', file])).toBe(1);
  expect(await codeOf(words, { VITRIN_TOKEN: 'vtr_x' })).toBe(1);
  expect(await codeOf(words, { VITRIN_URL: 'http://localhost:9' })).toBe(75);
});

test('the examples of docs/api.md do what they say', async () => {
  writeFileSync(path.join(folder, 'film.mp4'), randomBytes(1000));
  const page = readFileSync(path.join(ROOT, 'docs/api.md'), 'utf8');
  const examples = [...page.matchAll(/```sh\n([^]*?)```/g)].map(([, code = '']) => code);
  expect(examples.length).toBeGreaterThan(3);
  const script = examples.join('\n').replaceAll('node vitrin.mjs', `"${process.execPath}" "${COMMAND}"`);
  const shell = start('bash', ['-euo', 'pipefail', '-c', script], { PROJECT: String(project) });
  const { code, errors } = await shell.ended;
  expect([code, errors]).toEqual([0, '']);
  const { results } = await session.expectCall<Page<Version>>(
    200,
    'GET',
    `/api/versions/?project=${project}`,
  );
  const numbers = results.map(({ version_number, file_count }) => [version_number, file_count]);
  expect(numbers).toContainEqual(['5.0', 1]);
  expect(numbers).toContainEqual(['6.0', 1]);
});

function environment(): Record<string, string> {
  return { PUBLIC_URL: proxy.url, MAX_UPLOAD_MB: '100000', RATE_LIMITS: 'off' };
}

type Running = {
  process: ChildProcess;
  ended: Promise<{ code: number | null; output: string; errors: string }>;
};

function run(words: string[], env: Record<string, string> = {}): Running {
  return start(process.execPath, [COMMAND, ...words], env);
}

function start(program: string, words: string[], env: Record<string, string>): Running {
  const given = { VITRIN_URL: proxy.url, VITRIN_TOKEN: token, ...env };
  const child = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code], output, errors]) => ({ code: code as number | null, output, errors }),
  );
  return { process: child, ended };
}

/** Writes this many random bytes; returns their SHA-256. */
async function writeRandomFile(file: string, size: number): Promise<string> {
  const stream = createWriteStream(file);
  for (let left = size; left > 0; left -= MIB)
    if (!stream.write(randomBytes(Math.min(MIB, left)))) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest('hex');
}

/** Proxy for a server that may be replaced; holds back what clients send after a given number of bytes. */
async function startProxy() {
  let port = 0;
  let left = Infinity;
  let held: (() => void) | undefined;
  const waiting = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    client.on('data', (part) => {
      left -= part.length;
      if (left <= 0) {
        waiting.add(client);
        client.pause();
        held?.();
      }
      if (!upstream.write(part)) client.pause();
    });
    upstream.on('drain', () => {
      if (!waiting.has(client)) client.resume();
    });
    upstream.pipe(client);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      // The other side notices when its own connection ends.
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    aim: (url: string) => {
      port = Number(new URL(url).port);
    },
    /** Resolves once clients have sent this many more bytes; nothing passes from then on. */
    holdAfter: (bytes: number) =>
      new Promise<void>((resolve) => {
        held = resolve;
        left = bytes;
      }),
    goOn: () => {
      left = Infinity;
      held = undefined;
      for (const client of waiting) client.resume();
      waiting.clear();
    },
    close: () => server.close(),
  };
}
