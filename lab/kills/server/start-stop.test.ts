import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../../test-kit/accounts.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { sandboxLevel } from '../../../engine/src/sandbox/levels.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

describe('a DATA_DIR', () => {
  it('allows one server: a second one refuses to start and says why, and the first keeps running', async () => {
    const product = await startProduct();
    await expect(startProduct({ dataDir: product.dataDir })).rejects.toThrow(
      /Vitrin cannot start: DATA_DIR .+ is in use by another Vitrin server\./,
    );
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
    await product.remove();
  });
});

describe('a start', () => {
  it('puts the daily work into the outbox once, however often it starts', async () => {
    const first = await startProduct();
    await first.stop();
    const second = await startProduct({ dataDir: first.dataDir });
    await second.stop();
    const database = new DatabaseSync(path.join(first.dataDir, 'vitrin.sqlite'), { readOnly: true });
    const daily = database
      .prepare(
        "select kind, count(*) as count from jobs where kind in ('reconcile-payments', 'sweep-expired') group by kind order by kind",
      )
      .all();
    database.close();
    await second.remove();
    expect(daily.map(({ kind, count }) => [kind, count])).toEqual([
      ['reconcile-payments', 1],
      ['sweep-expired', 1],
    ]);
  });
});

describe('the log of a start', () => {
  it('names once the sandbox level at which untrusted files are read', async () => {
    const product = await startProduct({ env: { LOG_LEVEL: 'info' } });
    const levels = [...product.log().matchAll(/"sandbox":"(\w+)"/g)].map(([, level]) => level);
    expect(levels).toEqual([sandboxLevel()]);
    await product.remove();
  });
});

describe('the list of common passwords', () => {
  it('is read once, at the start, so that no login or signup waits for it', async () => {
    const product = await startProduct({ env: { NODE_OPTIONS: '--import ./test-kit/watch-reads.ts' } });
    const linesOfList = () =>
      product
        .log()
        .split('\n')
        .filter((line) => /^read while all wait: .*passwords\.json$/.test(line));
    expect(linesOfList()).toHaveLength(1);
    await registerFreelancer(product, 'first-signup');
    expect(linesOfList()).toHaveLength(1);
    await product.remove();
  });
});

describe('SIGTERM', () => {
  it('stores the views recorded a moment before', async () => {
    const product = await startProduct();
    const freelancer = await registerFreelancer(product, 'stop-host');
    const customer = await inviteCustomer(freelancer, 'stop-guest');
    const client = await registerCustomer(product, customer.reset_token);
    const project = await freelancer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', {
      name: 'Campaign',
      description: '',
      customer_id: customer.id,
    });
    await client.expectCall(200, 'GET', `/api/projects/${project.id}/`);
    expect(await product.stop()).toBe(0);
    const database = new DatabaseSync(path.join(product.dataDir, 'vitrin.sqlite'), { readOnly: true });
    const events = database.prepare('select kind from events').all();
    database.close();
    await product.remove();
    expect(events.map(({ kind }) => kind)).toEqual(['project_opened']);
  });

  it('ends the server with code 0', async () => {
    const product = await startProduct();
    expect(await product.stop()).toBe(0);
    await product.remove();
  });

  it('to `npm start` ends npm with code 0 and leaves no server behind', async () => {
    const dataDir = temporaryFolder();
    const npm = spawn('npm', ['start'], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // A server left behind by a failure would keep Vitest from ending, because it holds its output.
    onTestFinished(() => void npm.kill('SIGTERM'));
    const serverPid = await new Promise<number>((resolve, reject) => {
      let output = '';
      npm.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        const pid = /"pid":(\d+)[^\n]*is open at/.exec(output)?.[1];
        if (pid) resolve(Number(pid));
      });
      npm.once('exit', () => reject(new Error(`npm start ended:\n${output}`)));
    });
    const exit = once(npm, 'exit');
    npm.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    expect(code).toBe(0);
    expect(() => process.kill(serverPid, 0)).toThrow(/ESRCH/);
  });
});
