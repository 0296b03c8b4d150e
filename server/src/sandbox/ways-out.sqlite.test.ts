import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { runDecoder } from './decoder-process.ts';

const HOSTILE = fileURLToPath(new URL('../testing/sandbox/hostile-decoder.ts', import.meta.url));

test('of 21 ways out a decoder in JavaScript finds none but addons and what they may do', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-data-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  process.env['VITRIN_TEST_SECRET'] = 'secret';
  onTestFinished(() => void delete process.env['VITRIN_TEST_SECRET']);
  writeFileSync(path.join(folder, 'secret'), 'secret');
  const database = new DatabaseSync(path.join(folder, 'secret.sqlite'));
  database.exec('CREATE TABLE secrets (name TEXT)');
  database.close();
  const port = await listen(0);
  const socket = path.join(folder, 'socket');
  await listen(socket);
  const before = readdirSync(folder);
  const args = [HOSTILE, folder, String(port), socket, addonOf('sharp')];
  const open = await runDecoder(Buffer.from('input'), () => args);
  expect(JSON.parse(open.toString())).toEqual(['load an addon of a package']);
  expect(readdirSync(folder)).toEqual(before);
});

async function listen(at: number | string): Promise<number> {
  const server = createServer((connection) => connection.destroy()).listen(
    typeof at === 'string' ? { path: at } : { port: at, host: '127.0.0.1' },
  );
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address() as AddressInfo | string;
  return typeof address === 'string' ? 0 : address.port;
}

/** The native part of a package. */
function addonOf(name: string): string {
  const require = createRequire(import.meta.url);
  require(name);
  const found = Object.keys(require.cache).find((file) => file.endsWith('.node'));
  if (found === undefined) throw new Error(`${name} has no native part`);
  return found;
}
