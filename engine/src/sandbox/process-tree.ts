import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const CHECK_MILLISECONDS = 50;
const PAGE_BYTES = 4096;
/** Ticks per second on Linux, and the index of the first of four processor times in /proc. */
const [TICKS_A_SECOND, FIRST_TIME] = [100, 11];
/** LibreOffice in bubblewrap takes four processes, and some of the sandbox. */
const MAX_PROCESSES = 32;
/** Most threads of all processes. Reading one takes some 10 microseconds; programs start a few for each core. */
const MAX_THREADS = 256 + 8 * availableParallelism();

/**
 * Ends a process once its descendants hold more than `maxBytes` or exceed the limits of processes and threads; returns a
 * function that ends the watch. Other systems than Linux do not report the memory.
 */
export function watchTree(child: ChildProcess, maxBytes: number): () => void {
  const watch = setInterval(() => {
    if (child.pid === undefined) return;
    const { pids, threads } = treeOf(child.pid);
    const areMany = pids.length > MAX_PROCESSES || threads > MAX_THREADS;
    if (areMany || pids.reduce((sum, pid) => sum + residentBytes(pid), 0) > maxBytes) endTree(child);
  }, CHECK_MILLISECONDS);
  return () => clearInterval(watch);
}

/** Ends a process and its descendants. Each is stopped before its children are read, so it starts no others. */
export function endTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const { pids } = treeOf(child.pid, (pid) => send(pid, 'SIGSTOP'));
  for (const pid of pids) send(pid, 'SIGKILL');
  child.kill('SIGKILL');
}

type Tree = { pids: number[]; threads: number };

/** A process and its first descendants; each is `visited` before its children are read. */
function treeOf(root: number, visit: (pid: number) => void = () => {}): Tree {
  const found = new Set([root]);
  let threads = 0;
  for (const pid of found) {
    visit(pid);
    if (found.size > MAX_PROCESSES || threads > MAX_THREADS) continue;
    const own = threadsOf(pid);
    threads += own.length;
    // Each thread may start processes.
    for (const thread of own.slice(0, MAX_THREADS))
      for (const child of childrenOf(pid, thread)) found.add(child);
  }
  return { pids: [...found], threads };
}

/** Processor seconds of a process and its descendants, or seconds of a clock if the system does not report them. */
export function secondsOfWork({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return performance.now() / 1000;
  if (pid === undefined) return 0;
  return treeOf(pid).pids.reduce((sum, one) => sum + processorTicks(one), 0) / TICKS_A_SECOND;
}

/** Ticks of a process and its ended children. Its name may hold anything, so the fields follow the last bracket. */
function processorTicks(pid: number): number {
  const stat = ask(() => readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? '';
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(FIRST_TIME, FIRST_TIME + 4).reduce((sum, ticks) => sum + Number(ticks), 0);
}

function residentBytes(pid: number): number {
  return Number(ask(() => readFileSync(`/proc/${pid}/statm`, 'latin1'))?.split(' ')[1] ?? 0) * PAGE_BYTES;
}

function threadsOf(pid: number): string[] {
  return ask(() => readdirSync(`/proc/${pid}/task`)) ?? [];
}

function childrenOf(pid: number, thread: string): number[] {
  const list = ask(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1'));
  return (list?.match(/\d+/g) ?? []).map(Number);
}

function send(pid: number, signal: NodeJS.Signals): void {
  ask(() => process.kill(pid, signal));
}

function ask<T>(kernel: () => T): T | undefined {
  try {
    return kernel();
  } catch {
    return undefined;
  }
}
