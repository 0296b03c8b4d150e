import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../test-kit/free-port.ts';
import { type Browser, callOf, QUIET_PATH } from './browser.ts';

type Driver = (method: string, path: string, body?: object) => Promise<unknown>;

/** WebKit by its driver (Debian's `webkit2gtk-driver`), on a screen of its own (`xvfb`); the protocol is W3C WebDriver. */
export async function startWebkit(): Promise<Browser> {
  const port = await freePort();
  const display = `:${1000 + (port % 50_000)}`;
  const started = [start('Xvfb', [display, '-screen', '0', '1440x900x24'])];
  const stop = () => started.forEach((each) => each.kill('SIGKILL'));
  started.push(start('WebKitWebDriver', [`--port=${port}`], { DISPLAY: display }));
  const call: Driver = async (method, path, body) => {
    const answer = await fetch(
      `http://127.0.0.1:${port}${path}`,
      body ? { method, body: JSON.stringify(body) } : { method },
    );
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  try {
    const { sessionId } = (await whenReady(() =>
      call('POST', '/session', { capabilities: { alwaysMatch: { acceptInsecureCerts: true } } }),
    )) as { sessionId: string };
    const session = `/session/${sessionId}`;
    await call('POST', `${session}/timeouts`, { script: 20_000, pageLoad: 60_000 });
    const open = async (url: string) => void (await call('POST', `${session}/url`, { url }));
    return {
      name: 'WebKit',
      open,
      signIn: async (origin, cookies) => {
        await open(`${origin}${QUIET_PATH}`);
        await call('DELETE', `${session}/cookie`);
        for (const [name, value] of cookies)
          await call('POST', `${session}/cookie`, { cookie: { name, value, path: '/' } });
      },
      run: async <T>(act: (value: string) => T | Promise<T>, value: string) =>
        (await call('POST', `${session}/execute/sync`, {
          script: `return ${callOf(act, value)}`,
          args: [],
        })) as T,
      close: async () => {
        await call('DELETE', session);
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}

function start(program: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const started = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  process.once('exit', () => started.kill('SIGKILL'));
  return started;
}

/** Retries, because the driver takes a moment until it listens. */
async function whenReady<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries === 50) throw error;
      await pause(200);
    }
  }
}
