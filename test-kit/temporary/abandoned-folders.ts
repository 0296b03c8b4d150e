import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** States of a process that has ended but that its parent has not reaped, see proc(5). */
const ENDED = ['Z', 'X'];
/** Fields of /proc/PID/stat behind the name of the program, which itself may hold spaces and brackets. */
const STATE = 0;
const START = 19;

/**
 * Begins the name of a folder with its process: the process id and start time, since ids are reused. Containers
 * may share a folder but number their processes separately, so the PID namespace is named too.
 */
export function nameOfOwner(prefix: string, pid = process.pid): string {
  return `${prefix}${numbering()}-${pid}-${startOf(pid) ?? 'ended'}-`;
}

/** Removes the folders in `root` that name a process of this user that no longer runs. */
export function removeAbandoned(root: string, prefix: string): void {
  for (const name of readdirSync(root)) {
    const pid = pidIn(name, prefix);
    if (pid === undefined || name.startsWith(nameOfOwner(prefix, pid))) continue;
    const folder = join(root, name);
    if (statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()) remove(folder, prefix);
  }
}

function pidIn(name: string, prefix: string): number | undefined {
  const ours = `${prefix}${numbering()}-`;
  const [, pid] = (name.startsWith(ours) && /^(\d+)-/.exec(name.slice(ours.length))) || [];
  return pid === undefined ? undefined : Number(pid);
}

/** Claims the folder for this process first: of several that start together, only one removes it. */
function remove(folder: string, prefix: string): void {
  const own = join(dirname(folder), `${nameOfOwner(prefix)}abandoned`);
  try {
    renameSync(folder, own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  rmSync(own, { recursive: true, maxRetries: 3 });
}

function numbering(): string {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '';
}

/** When a process began, in ticks since the machine was started; undefined where it has ended. */
function startOf(pid: number): string | undefined {
  const stat = statOf(pid);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ENDED.includes(fields[STATE] ?? '') ? undefined : fields[START];
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    // ESRCH: it ended while its file was read.
    if (['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))) return '';
    throw error;
  }
}
