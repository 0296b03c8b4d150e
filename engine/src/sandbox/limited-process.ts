import { type ChildProcess, spawn } from 'node:child_process';
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import path from 'node:path';
import { commandAt, isInputByDescriptor } from './commands.ts';
import { sandboxLevel } from './levels.ts';
import type { Program } from './program.ts';
import { endTree, secondsOfWork, watchTree } from './process-tree.ts';
import { withTemporaryFolder } from './temporary-folders.ts';

const MAX_MEMORY_BYTES = 500 * 1024 * 1024;
/** Limit of address space, which programs reserve in advance and mostly never use. */
const MAX_ADDRESSES_KILOBYTES = 8 * 1024 * 1024;
const MAX_PROCESSOR_SECONDS = 20;
/** Longer than the processor time, because a program on a busy server gets only a part of each second. */
const MAX_MILLISECONDS = 120_000;
const SILENCE_MILLISECONDS = 200;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Most descriptors of a process: the kernel holds some 200 KB for each, outside the memory of any process. */
const MAX_DESCRIPTORS = 512;
/** Time to read the rest of the output if child processes keep the pipe open. */
const LINGER_MILLISECONDS = 1000;
/** A program gets a third of the processor time of a busy server, and all of an idle core. */
const NICENESS = 5;
const BLOCK_BYTES = 512;
/** Shells and bubblewrap add this to the number of the signal that ended their program. */
const BY_A_SIGNAL = 128;

/** The program ended with an error or passed a limit. */
export class ProgramFailure extends Error {
  readonly written: Buffer;

  constructor(message: string, written: Buffer) {
    super(message);
    this.name = 'ProgramFailure';
    this.written = written;
  }
}

/**
 * Runs a program on an untrusted file or bytes in the strongest sandbox that works (docs/decisions/0198), with limits
 * of time, memory, processes, files, output and priority (specification 6.8). Returns its output. Rejects with
 * ProgramFailure, or with the reason of its signal.
 */
export async function runLimited(input: string | Buffer, program: Program): Promise<Buffer> {
  program.signal?.throwIfAborted();
  return withTemporaryFolder(async (folder) => {
    const file = typeof input === 'string' ? input : path.join(folder, 'input');
    if (typeof input !== 'string') await writeFile(file, input);
    if (program.output) await writeFile(program.output.path, '');
    const work = path.join(folder, 'work');
    await mkdir(work);
    // Opened at every level, so that a missing file is the same error.
    const opened = await open(file, 'r');
    try {
      return await collect(start(work, file, opened, program), program);
    } finally {
      await opened.close();
    }
  });
}

function start(cwd: string, input: string, opened: FileHandle, program: Program): ChildProcess {
  const { level = sandboxLevel() } = program;
  const command = commandAt(level, program, input);
  const [name = '', ...args] =
    process.platform === 'win32' ? command : ['/bin/sh', '-c', limitsOf(program), 'sh', ...command];
  return spawn(name, args, {
    cwd,
    env: level === 'bubblewrap' ? {} : program.environment,
    stdio: [isInputByDescriptor(level) ? opened.fd : 'ignore', 'pipe', 'ignore'],
  });
}

/** A shell sets limits of memory, time and files that Node cannot set. */
function limitsOf({
  processorSeconds = MAX_PROCESSOR_SECONDS,
  addressesKilobytes = MAX_ADDRESSES_KILOBYTES,
  output,
  workBytes = 0,
}: Program): string {
  const blocks = Math.ceil(Math.max(output?.bytes ?? 0, workBytes) / BLOCK_BYTES);
  const limits = `ulimit -t ${processorSeconds}; ulimit -f ${blocks}; ulimit -c 0; ulimit -n ${MAX_DESCRIPTORS}`;
  return `ulimit -v ${addressesKilobytes} 2>/dev/null; ${limits}; exec nice -n ${NICENESS} "$@"`;
}

async function collect(
  child: ChildProcess,
  { command, milliseconds = MAX_MILLISECONDS, memoryBytes = MAX_MEMORY_BYTES, ...program }: Program,
): Promise<Buffer> {
  const { onOutput, signal, silentSeconds = Infinity } = program;
  const end = () => endTree(child);
  const stopWatching = watchTree(child, memoryBytes);
  const timer = setTimeout(end, milliseconds);
  const silence = watchSilence(child, silentSeconds);
  signal?.addEventListener('abort', end);
  // The signal may have been aborted while the folder was made.
  if (signal?.aborted) end();
  const output: Buffer[] = [];
  let length = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_OUTPUT_BYTES) end();
    if (!onOutput) output.push(chunk);
    else if (onOutput(chunk) === true) silence.moved();
  });
  let lingering: NodeJS.Timeout | undefined;
  child.once('exit', () => {
    // Output that has arrived is read in the turn that begins with this timer.
    const leave = () => setImmediate(() => child.stdout?.destroy());
    lingering = setTimeout(leave, LINGER_MILLISECONDS);
  });
  try {
    const ending = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, killed) => resolve(killed ?? endingOf(code ?? 0)));
    });
    const written = Buffer.concat(output);
    signal?.throwIfAborted();
    if (silence.isTooLong()) throw new ProgramFailure(`${command} does not move on`, written);
    if (ending !== '0') throw new ProgramFailure(`${command} ended with ${ending}`, written);
    return written;
  } finally {
    stopWatching();
    silence.stop();
    clearTimeout(timer);
    clearTimeout(lingering);
    signal?.removeEventListener('abort', end);
  }
}

/** Ends a program that computes too long without progress; time without the processor does not count. */
function watchSilence(child: ChildProcess, mostSeconds: number) {
  const isWatched = mostSeconds !== Infinity;
  let movedAt = isWatched ? secondsOfWork(child) : 0;
  let isTooLong = false;
  const look = () => {
    if (secondsOfWork(child) - movedAt <= mostSeconds) return;
    isTooLong = true;
    endTree(child);
  };
  const watch = isWatched ? setInterval(look, SILENCE_MILLISECONDS) : undefined;
  return {
    moved: () => (movedAt = secondsOfWork(child)),
    isTooLong: () => isTooLong,
    stop: () => clearInterval(watch),
  };
}

function endingOf(code: number): string {
  const signals = Object.entries(constants.signals);
  return signals.find(([, number]) => number === code - BY_A_SIGNAL)?.[0] ?? String(code);
}
