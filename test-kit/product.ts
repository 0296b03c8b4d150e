import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The log line with the server's address; with PORT=0 the system chooses the port. */
const LISTENING =
  /(?:listening|ready|running)\b[^\n]*?http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):([1-9]\d*)/i;

/** Far above what a running server needs to read its new clock. */
const CLOCK_WITHIN_MS = 60_000;

/** Far above the time of a start, so that only a hanging one reaches it, on a busy machine too. */
const START_WITHIN_MS = 120_000;

export type Product = {
  /** Origin, such as http://localhost:41235. */
  url: string;
  dataDir: string;
  pid: number;
  log(): string;
  /** Moves the clock of a server that was started with `clockAheadMs`; resolves once it has moved. */
  setClock(aheadMs: number): Promise<void>;
  /** Sends SIGTERM; resolves to the exit code, null when a signal ended the process. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Stops it and removes its DATA_DIR. */
  remove(): Promise<void>;
};

type ProductOptions = {
  /** Default: a new temporary folder. */
  dataDir?: string;
  env?: Record<string, string>;
  startWithinMs?: number;
  /** Milliseconds that the product's clock is ahead, to test expiry. */
  clockAheadMs?: number;
};

/** Flags of Node that `npm start` gives (decision 0187). */
export const NODE_FLAGS = ['--max-semi-space-size=4', '--heap-growing-percent=20'];

/** Starts the built product as a process of its own, without the environment of this process. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'vitrin-data-'));
  const clockFile = path.join(dataDir, 'clock');
  // A file, so that the server's log costs this process nothing.
  const logFolder = mkdtempSync(path.join(tmpdir(), 'vitrin-log-'));
  const logFile = path.join(logFolder, 'log');
  const output = openSync(logFile, 'w');
  const server = spawn(process.execPath, [...NODE_FLAGS, 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: 'node_modules/.cache/vitrin',
      PORT: '0',
      DATA_DIR: dataDir,
      ...(options.clockAheadMs !== undefined && {
        NODE_OPTIONS: '--import ./test-kit/clock-ahead.ts',
        VITRIN_TEST_CLOCK_AHEAD_MS: String(options.clockAheadMs),
        VITRIN_TEST_CLOCK_FILE: clockFile,
      }),
      ...options.env,
    },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const removeLog = () => rmSync(logFolder, { recursive: true, force: true });
  const killWithUs = () => {
    server.kill('SIGKILL');
    removeLog();
  };
  process.once('exit', killWithUs);
  const exited = once(server, 'exit');
  const log = () => readFileSync(logFile, 'utf8');
  const port = await listeningPort(server, log, options.startWithinMs ?? START_WITHIN_MS);
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
  };
  const setClock = async (aheadMs: number) => {
    const timesSaid = () => log().split(`The clock is ${aheadMs} ms ahead\n`).length;
    const before = timesSaid();
    writeFileSync(clockFile, String(aheadMs));
    server.kill('SIGUSR2');
    for (const startedAt = performance.now(); timesSaid() === before; await pause(10))
      if (performance.now() - startedAt > CLOCK_WITHIN_MS)
        throw new Error(`The clock was not moved:\n${log()}`);
    rmSync(clockFile);
  };
  const stop = async () => {
    await end('SIGTERM');
    return server.exitCode;
  };
  return {
    url: `http://localhost:${port}`,
    dataDir,
    pid: server.pid ?? 0,
    log,
    setClock,
    stop,
    kill: () => end('SIGKILL'),
    async remove() {
      await stop();
      process.off('exit', killWithUs);
      removeLog();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function listeningPort(server: ChildProcess, log: () => string, withinMs: number): Promise<string> {
  for (const startedAt = performance.now(); performance.now() - startedAt < withinMs;) {
    const port = LISTENING.exec(log())?.[1];
    if (port !== undefined) return port;
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error(
        `The server ended with code ${server.exitCode ?? 'none'} before it listened:\n${log()}`,
      );
    await pause(10);
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not listen within ${withinMs} ms:\n${log()}`);
}
