import { spawnSync } from 'node:child_process';
import { commandAt } from './commands.ts';
import { type Level, LEVELS } from './level.ts';
import type { Program } from './program.ts';
import { findProgram, programFolders } from './programs.ts';

const MAKERS: Record<Level, readonly string[]> = {
  bubblewrap: ['bwrap'],
  unshare: ['unshare', 'setsid', 'setpriv'],
  node: [],
};

/** Ends at once, but needs the same loader and libraries as every decoder. */
const PROBE: Program = { command: process.execPath, args: () => ['--version'], environment: {} };
const PROBE_MILLISECONDS = 10_000;

const found = new Map<string, Level>();

/** The strongest level that works here, by running a program at it once, for some 50 ms. */
export function sandboxLevel(): Level {
  const folders = programFolders().join(':');
  const level = found.get(folders) ?? LEVELS.find(worksHere) ?? 'node';
  found.set(folders, level);
  return level;
}

export function worksHere(level: Level): boolean {
  if (level === 'node') return true;
  if (process.platform !== 'linux' || !MAKERS[level].every((name) => findProgram(name))) return false;
  const [command = '', ...args] = commandAt(level, PROBE, process.execPath);
  const limits = { timeout: PROBE_MILLISECONDS, killSignal: 'SIGKILL' } as const;
  return spawnSync(command, args, { env: {}, stdio: 'ignore', ...limits }).status === 0;
}
