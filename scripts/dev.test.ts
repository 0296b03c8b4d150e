import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../test-kit/accounts.ts';
import { openApiSession } from '../test-kit/api-session.ts';
import { freePort } from '../test-kit/free-port.ts';

const CONFIG = '/_allauth/browser/v1/config';

test('`npm run dev` serves the web app, and the API to its origin, until it is stopped', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrin-dev-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [port, webPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${webPort}`;
  const dev = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: path.dirname(import.meta.dirname),
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: String(port),
      WEB_PORT: String(webPort),
      DATA_DIR: dataDir,
    },
    stdio: 'ignore',
  });
  const ended = once(dev, 'exit');
  onTestFinished(() => void dev.kill('SIGTERM'));

  const status = async () => {
    try {
      return (await fetch(origin + CONFIG)).status;
    } catch {
      // No server listens yet.
      return 0;
    }
  };
  // 502 and the like while the server itself starts.
  const isUp = (code: number) => code !== 0 && code < 500;
  while (dev.exitCode === null && !isUp(await status())) await pause(100);
  expect(await status()).toBe(200);
  expect(await (await fetch(`${origin}/login`)).text()).toContain('/src/main.tsx');
  await openApiSession(origin).expectCall(401, 'POST', '/api/_allauth/browser/v1/auth/signup', {
    username: 'developer',
    email: 'developer@example.com',
    password: PASSWORD,
  });

  dev.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
  expect(await status()).toBe(0);
}, 60_000);
