import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { refusesUsers } from './commands.ts';
import { LEVELS } from './level.ts';
import { worksHere } from './levels.ts';
import { ProgramFailure, runLimited } from './limited-process.ts';
import type { Program } from './program.ts';
import { findProgram } from './programs.ts';
import { temporaryFolder } from '../testing/temporary.ts';

const folder = temporaryFolder();
const file = join(folder, 'input');
writeFileSync(file, 'the input');

/** The levels that this machine has. */
const TRIED = LEVELS.filter(worksHere);

describe.each(TRIED)('at the level of %s', (level) => {
  /** Runs JavaScript in a limited process; `input` is the path of the file there. */
  async function run(
    script: string,
    {
      processorSeconds = 20,
      milliseconds = 20_000,
      memoryBytes,
      environment = {},
      signal,
      onOutput,
    }: Partial<Omit<Program, 'command' | 'args'>> = {},
  ): Promise<string> {
    const args = (input: string) => ['-e', `const fs = require('node:fs'); ${script}`, input];
    const answer = await runLimited(file, {
      level,
      command: process.execPath,
      args,
      environment,
      processorSeconds,
      milliseconds,
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      signal,
      ...(onOutput && { onOutput }),
    });
    return answer.toString();
  }

  test('a limited process reads its input from any offset', async () => {
    const script = `
      const file = fs.openSync(process.argv[1]);
      const bytes = Buffer.alloc(5);
      fs.readSync(file, bytes, 0, 5, 4);
      process.stdout.write(bytes);`;
    expect(await run(script)).toBe('input');
  });

  test('it cannot write to its input', async () => {
    await expect(run(`fs.writeSync(0, 'changed')`)).rejects.toThrow('ended with 1');
    expect(readFileSync(file, 'utf8')).toBe('the input');
  });

  test('it has only the environment it is given, and works in an empty folder that is removed with it', async () => {
    process.env['VITRIN_TEST_SECRET'] = 'secret';
    const script = `
      const { PWD, SHLVL, _, ...environment } = process.env;
      process.stdout.write(JSON.stringify({ environment, files: fs.readdirSync('.'), folder: process.cwd() }))`;
    const seen = z
      .object({ folder: z.string() })
      .loose()
      .parse(JSON.parse(await run(script, { environment: { ONLY: 'this' } })));
    delete process.env['VITRIN_TEST_SECRET'];
    expect(seen).toMatchObject({ environment: { ONLY: 'this' }, files: [] });
    expect(() => readdirSync(seen.folder)).toThrow('ENOENT');
  });

  test('it is ended when it takes too much memory', async () => {
    const script = `const held = []; setInterval(() => held.push(Buffer.alloc(64 * 1024 * 1024, 1)), 20)`;
    await expect(run(script)).rejects.toThrow('ended with SIGKILL');
  });

  test('its child processes count towards its memory', async () => {
    const script = `
      const held = 'const held = []; setInterval(() => held.push(Buffer.alloc(64 * 1024 * 1024, 1)), 20)';
      require('node:child_process').spawnSync(process.execPath, ['-e', held]);`;
    await expect(run(script)).rejects.toThrow('ended with SIGKILL');
  });

  test('it is ended when it computes without progress', async () => {
    const stuck = { level, command: process.execPath, environment: {}, silentSeconds: 0.3 };
    const args = () => ['-e', `process.stdout.write('moved'); for (;;);`];
    const running = runLimited(file, { ...stuck, args, onOutput: () => true });
    await expect(running).rejects.toThrow('does not move on');
  });

  test('it may wait longer for its turn on a busy machine than it may compute without progress', async () => {
    const waits = `setTimeout(() => {}, 1500)`;
    const patient = { level, command: process.execPath, environment: {}, silentSeconds: 1 };
    await expect(runLimited(file, { ...patient, args: () => ['-e', waits] })).resolves.toHaveLength(0);
  });

  test('it is ended when it starts too many processes', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const idle = ['-e', 'setTimeout(() => {}, 10_000)'];
      setInterval(() => spawn(process.execPath, idle, { stdio: 'ignore' }), 5);`;
    await expect(run(script, { memoryBytes: Infinity })).rejects.toThrow('ended with SIGKILL');
  });

  test('it is ended when it starts more threads than its parts take', async () => {
    const threads = 300 + 8 * availableParallelism();
    const script = `setInterval(() => {}, 1000); fs.stat('/', () => {})`;
    const environment = { UV_THREADPOOL_SIZE: String(threads) };
    await expect(run(script, { environment, milliseconds: 120_000 })).rejects.toThrow('ended with SIGKILL');
  });

  test('it fills no disk', async () => {
    await expect(run(`fs.writeFileSync('large', Buffer.alloc(4 * 1024 * 1024))`)).rejects.toThrow(
      'ended with',
    );
  });

  test('it is ended when it computes too long', async () => {
    await expect(run('for (;;);', { processorSeconds: 1 })).rejects.toThrow(/ended with SIG(XCPU|KILL)/);
  });

  test('it is ended when it waits too long', async () => {
    await expect(run('setInterval(() => {}, 1000)', { milliseconds: 300 })).rejects.toThrow(
      'ended with SIGKILL',
    );
  });

  test('it is ended by its signal, and not begun after that', async () => {
    const reason = new Error('its turn is over');
    const turn = new AbortController();
    const running = run('setInterval(() => {}, 1000)', { signal: turn.signal });
    setImmediate(() => turn.abort(reason));
    await expect(running).rejects.toBe(reason);
    await expect(run('', { signal: turn.signal })).rejects.toBe(reason);
  });

  test('it is ended when its output is too long', async () => {
    const script = `const many = Buffer.alloc(1024 * 1024); const say = () => process.stdout.write(many, say); say()`;
    await expect(run(script)).rejects.toThrow('ended with SIGKILL');
  });

  test('it is ended when its output is too long and is read as it comes', async () => {
    let taken = 0;
    const script = `const many = Buffer.alloc(1024 * 1024); const say = () => process.stdout.write(many, say); say()`;
    const onOutput = (chunk: Buffer) => void (taken += chunk.length);
    await expect(run(script, { onOutput })).rejects.toThrow('ended with SIGKILL');
    expect(taken).toBeGreaterThan(64 * 1024 * 1024);
  });

  test('a process that it leaves behind with its output is not awaited', async () => {
    const script = `
      const { spawn } = require('node:child_process');
      const idle = ['-e', 'setTimeout(() => {}, 60_000)'];
      const left = spawn(process.execPath, idle, { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
      left.on('spawn', () => { fs.writeSync(1, String(left.pid)); process.exit(); });`;
    const left = Number(await run(script));
    expect(left).toBeGreaterThan(0);
    if (level === 'node') process.kill(-left, 'SIGKILL');
  });

  test('its output before it was ended is kept', async () => {
    const failure = run(`fs.writeSync(1, 'the first part'); process.kill(process.pid, 'SIGKILL')`);
    await expect(failure).rejects.toThrow(
      new ProgramFailure(`${process.execPath} ended with SIGKILL`, Buffer.from('the first part')),
    );
  });

  test('it gives way to the server', async () => {
    // The priority is set from outside, shortly after the start.
    const script = `
      const { getPriority } = require('node:os');
      const look = setInterval(() => {
        if (getPriority() <= 0) return;
        process.stdout.write('low');
        clearInterval(look);
      }, 10);`;
    expect(await run(script)).toBe('low');
  });

  test('a missing program is an error, and leaves no folder', async () => {
    const program = { level, command: 'no-such-program', args: () => [], environment: {} };
    await expect(runLimited(file, program)).rejects.toThrow(/no-such-program ended with (1|127)$/);
  });
});

test.each(TRIED.filter((level) => level !== 'node'))(
  'at the level of %s it ends with the server, however that ends',
  async (level) => {
    const marker = `begun-by-${process.pid}-${level}`;
    const idle = `process.stdout.write('begun'); setInterval(() => {}, 1000)`;
    const script = `
      const { runLimited } = await import(${JSON.stringify(new URL('./limited-process.ts', import.meta.url).href)});
      const args = () => ['-e', ${JSON.stringify(idle)}, '${marker}'];
      const onOutput = (chunk) => process.stdout.write(chunk);
      await runLimited('${file}', { level: '${level}', command: process.execPath, args, environment: {}, onOutput });`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(server.stdout, 'data');
    expect(countProcesses(marker)).toBeGreaterThan(1);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(countProcesses(marker)).toBe(0), 10_000);
  },
);

test.runIf(worksHere('bubblewrap') && refusesUsers() && findProgram('unshare'))(
  'inside bubblewrap it makes no users of its own, who would have rights',
  async () => {
    const run = (args: string[]) =>
      runLimited(file, {
        level: 'bubblewrap',
        command: 'unshare',
        args: () => args,
        environment: {},
        reads: [findProgram('true') ?? ''],
      });
    await run(['--version']);
    await expect(run(['--user', findProgram('true') ?? ''])).rejects.toThrow('ended with 1');
  },
);

test.each(TRIED.filter((level) => level === 'bubblewrap'))(
  'at the level of %s it changes no setting of the kernel, which root else may',
  async (level) => {
    const script = `
      const fs = require('node:fs');
      const open = [];
      const files = fs.globSync('/proc/{[!0-9]*,sys/**}', { exclude: ['/proc/self', '/proc/thread-self'] });
      for (const file of files) try { fs.openSync(file, fs.constants.O_WRONLY); open.push(file); } catch {}
      process.stdout.write(JSON.stringify(open));`;
    const args = () => ['-e', script];
    const written = await runLimited(file, { level, command: process.execPath, args, environment: {} });
    expect(JSON.parse(written.toString())).toEqual([]);
  },
);

test.each(TRIED.filter((level) => level === 'bubblewrap'))(
  'at the level of %s it writes to nothing but a small folder',
  async (level) => {
    const script = `
      const fs = require('node:fs');
      const written = [];
      const write = (name, bytes) => { try { fs.writeFileSync(name, bytes); written.push(name); } catch {} };
      for (const folder of ['/', '/dev/', '/dev/shm/', '/input/', '/etc/', '/usr/', '/usr/lib/', '/proc/']) write(folder + 'file', '');
      for (let file = 0; file < 10; file += 1) write('/tmp/' + file, Buffer.alloc(100_000));
      process.stdout.write(written.join(' '));`;
    const args = () => ['-e', script];
    const limits = { level, workBytes: 350_000 };
    const written = await runLimited(file, { ...limits, command: process.execPath, args, environment: {} });
    expect(written.toString()).toBe('/tmp/0 /tmp/1 /tmp/2');
  },
);

/** Processes with a word among their arguments. */
function countProcesses(word: string): number {
  const commands = readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(word);
    } catch {
      return false;
    }
  });
  return commands.length;
}
