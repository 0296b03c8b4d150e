import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { decoderProgram } from './decoder-process.ts';
import { LEVELS, type Level } from './level.ts';
import { sandboxLevel, worksHere } from './levels.ts';
import { runLimited } from './limited-process.ts';
import { OPEN_WAYS } from './ways-open.ts';

const HOSTILE = fileURLToPath(new URL('../testing/sandbox/hostile-decoder.ts', import.meta.url));
const TRIED = z.object({ ways: z.number(), open: z.array(z.string()), rights: z.array(z.string()) });

const HERE = LEVELS.filter(worksHere);

const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-data-'));
const socket = path.basename(folder);
const left = `left-by-${socket}`;
const shared = path.join('/dev/shm', socket);
let server: ChildProcess;
let port: number;

beforeAll(async () => {
  process.env['VITRIN_TEST_SECRET'] = 'secret';
  for (const name of ['secret', 'input']) writeFileSync(path.join(folder, name), 'secret');
  const database = new DatabaseSync(path.join(folder, 'secret.sqlite'));
  database.exec('CREATE TABLE secrets (name TEXT)');
  database.close();
  server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(server, 'spawn');
  port = await listen({ port: 0, host: '127.0.0.1' });
  await listen({ path: path.join(folder, socket) });
  await listen({ path: `\0${socket}` });
  const echo = createSocket('udp4', (message, { port: from }) => echo.send(message, from)).bind(
    port,
    '127.0.0.1',
  );
  await once(echo, 'listening');
  closing.push(() => echo.close());
});

const closing: (() => unknown)[] = [];
afterAll(() => {
  delete process.env['VITRIN_TEST_SECRET'];
  server.kill();
  for (const close of closing) close();
  rmSync(shared, { force: true });
  rmSync(folder, { recursive: true });
});

test(`decoders run at the first level that this machine has: ${HERE.join(', ')} out of ${LEVELS.join(', ')}`, () => {
  expect(sandboxLevel()).toBe(HERE[0]);
});

describe.each(HERE)('24 ways out at the level of %s', (level) => {
  test('a decoder in JavaScript that a stranger has taken over finds none', async () => {
    const rights = ['load an addon of a package'];
    expect(await tryWaysOut(level, 'JavaScript')).toEqual({ ways: 24, open: [], rights });
  });

  test(`code in machine language finds ${OPEN_WAYS[level].join(', ') || 'none'}`, async () => {
    const { ways, open } = await tryWaysOut(level, 'machine language');
    expect(ways).toBe(24);
    expect(open.toSorted()).toEqual(OPEN_WAYS[level].toSorted());
  });
});

async function listen(at: { port: number; host: string } | { path: string }): Promise<number> {
  const listening = createServer((connection) => connection.destroy()).listen(at);
  closing.push(() => listening.close());
  await once(listening, 'listening');
  return 'port' in at ? (listening.address() as AddressInfo).port : 0;
}

/** Runs the stand-in, as a decoder in JavaScript or as machine language, which Node's permissions do not bind. */
async function tryWaysOut(level: Level, language: 'JavaScript' | 'machine language') {
  const group =
    readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /, '')
      .split(' ')[2] ?? '';
  const outside = [folder, socket, String(port), String(server.pid), group, addonOf('sharp'), left];
  const args = (input: string) => [HOSTILE, input, ...outside];
  const bound = decoderProgram({ level, args });
  const program = language === 'JavaScript' ? bound : { ...bound, args };
  const answer = await runLimited(path.join(folder, 'input'), program);
  const tried = TRIED.parse(JSON.parse(answer.toString()));
  const behind = leftBehind();
  if (level === 'node' && behind.length > 0) tried.open.push('leave a process behind');
  for (const pid of level === 'node' ? behind : []) process.kill(pid, 'SIGKILL');
  // Processes end a moment after their namespace.
  await vi.waitFor(() => expect(leftBehind()).toEqual([]), 10_000);
  return tried;
}

/** Processes that a stand-in has started and that still run. */
function leftBehind(): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => commandOf(pid).includes(left) && !commandOf(pid).includes(HOSTILE)).map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** The native part of a package. */
function addonOf(name: string): string {
  const require = createRequire(import.meta.url);
  require(name);
  const found = Object.keys(require.cache).find((file) => file.endsWith('.node'));
  if (found === undefined) throw new Error(`${name} has no native part`);
  return found;
}
