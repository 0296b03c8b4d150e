import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test-kit/free-port.ts';
import { type Browser, callOf, QUIET_PATH } from './browser.ts';

type Answer = { id: number; result?: unknown; error?: string; message?: string };
type Evaluated = { result?: { value?: string }; exceptionDetails?: { text: string } };

/** Firefox (Debian's `firefox-esr`) without a window; the protocol is W3C WebDriver BiDi. */
export async function startFirefox(): Promise<Browser> {
  const port = await freePort();
  const profile = mkdtempSync(path.join(tmpdir(), 'vitrin-firefox-'));
  writeFileSync(path.join(profile, 'user.js'), 'user_pref("media.autoplay.default", 0);\n');
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const firefox = spawn('firefox-esr', args, { stdio: 'ignore' });
  process.once('exit', () => firefox.kill('SIGKILL'));
  const socket = await connect(`ws://127.0.0.1:${port}/session`);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  const call = async (method: string, params: object): Promise<unknown> => {
    const id = (last += 1);
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
    if (error) throw new Error(`${method}: ${error} ${message}`);
    return result;
  };
  await call('session.new', { capabilities: {} });
  const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  const open = async (url: string) => {
    await call('browsingContext.navigate', { context, url, wait: 'complete' });
  };
  return {
    name: 'Firefox',
    open,
    signIn: async (origin, cookies) => {
      await open(`${origin}${QUIET_PATH}`);
      await call('storage.deleteCookies', {});
      const { hostname: domain } = new URL(origin);
      for (const [name, value] of cookies)
        await call('storage.setCookie', {
          cookie: { name, domain, path: '/', value: { type: 'string', value } },
        });
    },
    run: async <T>(act: (value: string) => T | Promise<T>, value: string) => {
      const expression = `Promise.resolve(${callOf(act, value)}).then((value) => JSON.stringify(value ?? null))`;
      const options = { expression, target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = (await call('script.evaluate', options)) as Evaluated;
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result?.value ?? 'null') as T;
    },
    close: async () => {
      socket.close();
      firefox.kill('SIGTERM');
      await once(firefox, 'exit');
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** Retries, because the browser takes some seconds until it listens. */
async function connect(address: string): Promise<WebSocket> {
  for (let tries = 0; ; tries += 1) {
    const socket = new WebSocket(address);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true));
      socket.addEventListener('error', () => resolve(false));
    });
    if (isOpen) return socket;
    if (tries === 100) throw new Error('Firefox does not listen');
    await pause(300);
  }
}
