import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Output, runBackupCommand } from '../../backup/commands.ts';
import { runDoctorCommand } from '../../doctor/command.ts';
import { runMoveCommand } from '../../move/command.ts';

const MAIN = resolve(import.meta.dirname, '../../backup/main.ts');
const DOCTOR = resolve(import.meta.dirname, '../../doctor/main.ts');
const MOVE = resolve(import.meta.dirname, '../../move/main.ts');
const ROOT = resolve(import.meta.dirname, '../../../..');

type Ended = { code: number | null; signal: string | null; out: string; err: string };

/** Runs a command in a process of its own; `during` may kill it. */
export async function runBackupProcess(
  words: string[],
  environment: Record<string, string>,
  during: (child: ChildProcess) => Promise<void> = async () => {},
): Promise<Ended> {
  return ended(spawn(process.execPath, [MAIN, ...words], { env: withPath(environment) }), during);
}

/** Runs `npm run move` in a process of its own; `during` may kill it. */
export async function runMoveProcess(
  words: string[],
  environment: Record<string, string>,
  during: (child: ChildProcess) => Promise<void> = async () => {},
): Promise<Ended> {
  return ended(spawn(process.execPath, [MOVE, ...words], { env: withPath(environment) }), during);
}

/** Runs `npm run doctor` in a process of its own. */
export async function runDoctorProcess(words: string[], environment: Record<string, string>): Promise<Ended> {
  return ended(spawn(process.execPath, [DOCTOR, ...words], { env: withPath(environment) }));
}

/** Starts a server that is expected to end at once by itself. */
export async function runServerProcess(environment: Record<string, string>): Promise<Ended> {
  const main = join(ROOT, 'server/src/main.ts');
  return ended(spawn(process.execPath, [main], { env: withPath({ PORT: '0', ...environment }) }));
}

async function ended(
  child: ChildProcess,
  during: (child: ChildProcess) => Promise<void> = async () => {},
): Promise<Ended> {
  const texts = { out: '', err: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.err += chunk.toString()));
  const closed = once(child, 'close');
  await during(child);
  await closed;
  return { code: child.exitCode, signal: child.signalCode, ...texts };
}

/** Kills a process by SIGKILL as soon as `isTime`. */
export function killWhen(isTime: () => boolean | Promise<boolean>) {
  return async (child: ChildProcess): Promise<void> => {
    while (child.exitCode === null && !(await isTime())) await pause(1);
    child.kill('SIGKILL');
  };
}

function withPath(environment: Record<string, string>): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  return { PATH, NODE_COMPILE_CACHE, ...environment };
}

type Said = Pick<Ended, 'code' | 'out' | 'err'>;

/**
 * Runs a backup command in this process with only these variables, for tests of its effects and output.
 * Process-wide settings such as the umask are tested with runBackupProcess.
 */
export async function runBackupHere(words: string[], environment: Record<string, string>): Promise<Said> {
  return here(environment, (output) => runBackupCommand(words, output));
}

/** Runs `npm run doctor` in this process, like runBackupHere. */
export async function runDoctorHere(words: string[], environment: Record<string, string>): Promise<Said> {
  return here(environment, (output) => runDoctorCommand(words, output));
}

/** Runs `npm run move` in this process, like runBackupHere. */
export async function runMoveHere(words: string[], environment: Record<string, string>): Promise<Said> {
  return here(environment, (output) => runMoveCommand(words, environment, output));
}

async function here(
  environment: Record<string, string>,
  run: (output: Output) => Promise<number>,
): Promise<Said> {
  const texts = { out: '', err: '' };
  const before = process.env;
  process.env = withPath(environment);
  try {
    const code = await run({
      out: (text) => (texts.out += text),
      err: (text) => (texts.err += text),
    });
    return { code, ...texts };
  } finally {
    process.env = before;
  }
}
