import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Standard input by a path: a descriptor that can only be read, and sought in. */
const STANDARD_INPUT = '/dev/fd/0';

/** Resident memory: what a process really holds. */
const MAX_MEMORY_BYTES = 500 * 1024 * 1024;
/** Addresses, which programs reserve in advance and mostly never use. */
const MAX_ADDRESSES_KILOBYTES = 8 * 1024 * 1024;
const MAX_PROCESSOR_SECONDS = 20;
/** Longer than the processor time, because a busy server leaves a program only a part of each second. */
const MAX_MILLISECONDS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** With this niceness a program gets a third of what the server gets where both compute, and all of an idle core. */
const PRIORITY = 5;
const MEMORY_CHECK_MILLISECONDS = 50;
const PAGE_BYTES = 4096;
/** A room of bubblewrap, what reaps in it, a shell, LibreOffice's starter, and LibreOffice. */
const MAX_GENERATIONS = 8;

export type Program = {
  command: string;
  /** Arguments for the path of the input as the process finds it. */
  args: (input: string) => string[];
  environment: Record<string, string>;
  /** Processor time after which it is ended; 20 s where nothing is said. */
  processorSeconds?: number;
  /** Time after which it is ended whatever it does; 120 s where nothing is said. */
  milliseconds?: number;
  /** Addresses that it may reserve; 8 GB where nothing is said. */
  addressesKilobytes?: number;
  /** Memory that it may hold; 500 MB where nothing is said. */
  memoryBytes?: number;
  /** Ends it; the reason is what its run rejects with. */
  signal?: AbortSignal | undefined;
};

/** A program that ended with an error, or passed a limit. */
export class ProgramFailure extends Error {
  /** What it had written until then. */
  readonly written: Buffer;

  constructor(message: string, written: Buffer) {
    super(message);
    this.name = 'ProgramFailure';
    this.written = written;
  }
}

/**
 * Runs a program that reads a file of a stranger, given by its path or its bytes, and returns what it writes. The file
 * is its standard input; its folder is empty, its environment as given, and its time, memory, output and priority are limited. Rejects where the program
 * is not there, ends with an error, or passes a limit, and with the reason of its signal.
 */
export async function runLimited(input: string | Buffer, program: Program): Promise<Buffer> {
  program.signal?.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'vitrin-drawing-'));
  try {
    const path = typeof input === 'string' ? input : join(folder, 'input');
    if (typeof input !== 'string') await writeFile(path, input);
    const work = join(folder, 'work');
    await mkdir(work);
    const file = await open(path, 'r');
    try {
      const isPath = process.platform === 'win32';
      const args = program.args(isPath ? path : STANDARD_INPUT);
      return await collect(start(work, file, { ...program, args }), program);
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function start(
  cwd: string,
  input: FileHandle,
  {
    command,
    args,
    environment,
    processorSeconds = MAX_PROCESSOR_SECONDS,
    milliseconds = MAX_MILLISECONDS,
    addressesKilobytes = MAX_ADDRESSES_KILOBYTES,
  }: Omit<Program, 'args'> & { args: string[] },
): ChildProcess {
  // Node cannot limit what a process reserves and computes: a shell does, where there is one.
  const limited = `ulimit -v ${addressesKilobytes} 2>/dev/null; ulimit -t ${processorSeconds}; exec "$@"`;
  const [program, programArgs] =
    process.platform === 'win32' ? [command, args] : ['/bin/sh', ['-c', limited, 'sh', command, ...args]];
  return spawn(program, programArgs, {
    cwd,
    env: environment,
    stdio: [input.fd, 'pipe', 'ignore'],
    timeout: milliseconds,
    killSignal: 'SIGKILL',
  });
}

async function collect(
  child: ChildProcess,
  { command, memoryBytes = MAX_MEMORY_BYTES, signal }: Program,
): Promise<Buffer> {
  const watch = setInterval(() => void endIfTooLarge(child, memoryBytes), MEMORY_CHECK_MILLISECONDS);
  const output: Buffer[] = [];
  let length = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    output.push(chunk);
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
  });
  child.once('spawn', () => lowerPriority(child.pid));
  const end = () => void child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  // It may have been aborted while the folder was made.
  if (signal?.aborted) end();
  try {
    const ending = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve(signal ?? String(code)));
    });
    const written = Buffer.concat(output);
    signal?.throwIfAborted();
    if (ending !== '0') throw new ProgramFailure(`${command} ended with ${ending}`, written);
    return written;
  } finally {
    clearInterval(watch);
    signal?.removeEventListener('abort', end);
  }
}

/**
 * Ends a process that holds too much, with those that it has started. Only Linux says at once what another process
 * holds; elsewhere the other limits have to do.
 */
export async function endIfTooLarge(child: ChildProcess, maxBytes = MAX_MEMORY_BYTES): Promise<void> {
  if (child.pid !== undefined && (await residentBytes(child.pid)) > maxBytes) child.kill('SIGKILL');
}

/** What a process and its descendants hold; a program may start itself by another one. */
async function residentBytes(pid: number, generations = MAX_GENERATIONS): Promise<number> {
  const ask = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
  const own = Number((await ask('statm')).split(' ')[1] ?? 0) * PAGE_BYTES;
  if (generations === 0) return own;
  const children = (await ask(`task/${pid}/children`)).split(' ').filter((each) => each !== '');
  const held = children.map((each) => residentBytes(Number(each), generations - 1));
  return (await Promise.all(held)).reduce((sum, bytes) => sum + bytes, own);
}

/** Lets a server with something to answer come first; the lowest priority would never run on a busy machine. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // It has ended already.
  }
}
