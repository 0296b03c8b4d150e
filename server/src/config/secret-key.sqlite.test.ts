import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { ConfigError } from '../errors.ts';
import { loadReceiptKey, loadSecretKey, replaceReceiptKey } from './secret-key.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

let folder: string;
let dataDir: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  dataDir = join(folder, 'srv', 'vitrin');
  path = join(dataDir, 'secret.key');
});

test('the key is made once, for this user only, and kept', () => {
  const key = loadSecretKey(dataDir);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(loadSecretKey(dataDir)).toBe(key);
  expect(readFileSync(path, 'utf8').trim()).toBe(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['secret.key']);
});

test.each(['', '\n', 'a'.repeat(63), 'a'.repeat(65), 'g'.repeat(64), '\0'.repeat(64)])(
  'an invalid key stops the start, names the file and stays as it is: %j',
  (kept) => {
    loadSecretKey(dataDir);
    writeFileSync(path, kept);
    expect(() => loadSecretKey(dataDir)).toThrow(ConfigError);
    expect(() => loadSecretKey(dataDir)).toThrow(`${path} must hold 64 hexadecimal digits`);
    expect(readFileSync(path, 'utf8')).toBe(kept);
  },
);

test('processes that start at the same moment share one key', async () => {
  const gate = join(folder, 'open');
  const program = `
    const { loadSecretKey } = await import('./server/src/config/secret-key.ts');
    const { existsSync } = await import('node:fs');
    process.stderr.write('ready');
    while (!existsSync(${JSON.stringify(gate)}));
    process.stdout.write(loadSecretKey(${JSON.stringify(dataDir)}));`;
  const processes = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', program]),
  );
  await Promise.all(processes.map(({ stderr }) => new Promise((resolve) => stderr.once('data', resolve))));
  writeFileSync(gate, '');
  const keys = await Promise.all(processes.map(({ stdout }) => text(stdout)));
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBe(readFileSync(path, 'utf8').trim());
  expect(existsSync(path)).toBe(true);
});

test('the key of receipts is kept, and a new one has another id', () => {
  const first = loadReceiptKey(dataDir);
  expect(loadReceiptKey(dataDir)).toBe(first);
  expect(statSync(join(dataDir, 'receipt-1.key')).mode & 0o777).toBe(0o600);
  const second = replaceReceiptKey(dataDir);
  expect(second).not.toBe(first);
  expect(loadReceiptKey(dataDir)).toBe(second);
  expect(readdirSync(dataDir)).toEqual(['receipt-2.key']);
});
