import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** The server says where it listens, in its log; PORT=0 lets the system choose. */
const LISTENING =
  /(?:listening|ready|running)\b[^\n]*?http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):([1-9]\d*)/i;

export type Product = {
  /** Origin, such as http://localhost:41235. */
  url: string;
  dataDir: string;
  pid: number;
  log(): string;
  /** SIGTERM; resolves to the exit code, null when a signal ended it. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Stops it and removes its DATA_DIR. */
  remove(): Promise<void>;
};

export type ProductOptions = {
  /** Default: a new temporary folder. */
  dataDir?: string;
  env?: Record<string, string>;
  startWithinMs?: number;
};

/** Starts the built product as a process of its own, with nothing of this process's configuration. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'vitrin-data-'));
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const killWithUs = () => server.kill('SIGKILL');
  process.once('exit', killWithUs);
  const exited = once(server, 'exit').then(() => process.off('exit', killWithUs));
  const log = collectOutput(server);
  const port = await listeningPort(server, log, options.startWithinMs ?? 30_000);
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
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
    stop,
    kill: () => end('SIGKILL'),
    async remove() {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function collectOutput(server: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [server.stdout, server.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  return () => chunks.join('');
}

async function listeningPort(server: ChildProcess, log: () => string, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}. Its output:\n${log()}`));
    const timer = setTimeout(() => {
      server.kill('SIGKILL');
      fail(`did not listen within ${withinMs} ms`);
    }, withinMs);
    server.stdout?.on('data', () => {
      const port = LISTENING.exec(log())?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(port);
    });
    server.once('close', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code ?? 'none'} before it listened`);
    });
  });
}
