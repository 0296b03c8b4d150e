import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Level } from './level.ts';
import type { Program } from './program.ts';
import { findProgram } from './programs.ts';

/** Path of standard input: a descriptor that is open for reading only, and seekable. */
const STANDARD_INPUT = '/dev/fd/0';

const SYSTEM = [
  '/usr/lib /usr/lib32 /usr/lib64 /usr/local/lib /lib /lib32 /lib64 /etc/alternatives /etc/ld.so.cache',
  '/usr/share/fonts /usr/local/share/fonts /usr/share/fontconfig /etc/fonts /var/cache/fontconfig',
].flatMap((paths) => paths.split(' '));

/** No shared namespaces and no capabilities; the sandbox ends with its parent. */
const ALONE = '--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv'.split(' ');
/** User namespaces give all capabilities inside, and so access to much of the kernel. */
const WITHOUT_USERS = ['--unshare-user', '--disable-userns'];

/** Empty folder, which with the rest of /tmp is all that is writable. */
const WORK = '/tmp/work';
const FOLDERS = ['--tmpfs', '/tmp', '--dir', WORK];
/** Files by which root changes the kernel outside the folders of processes; bubblewrap hides some of them. */
const SETTINGS = '/proc/sys';
const KERNEL = `--proc /proc --tmpfs ${SETTINGS} --dev /dev`.split(' ');
/** Comes last, because other writable files would take memory that no limit counts. */
const CLOSED = `--chdir ${WORK} --remount-ro ${SETTINGS} --remount-ro /dev --remount-ro /`.split(' ');

/** Ends with the server, in namespaces in which root is the server's user. */
const IN_NAMESPACES = [
  ['setpriv', '--pdeathsig KILL --'],
  [
    'unshare',
    '--user --map-root-user --net --pid --ipc --uts --mount --mount-proc --fork --kill-child=SIGKILL --',
  ],
  ['setsid', ''],
  ['setpriv', '--no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all --'],
] as const;
/** The first process of a namespace takes no signals from inside, so it is a shell with the program as child. */
const AS_CHILD = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];

const MEGABYTE = 1024 * 1024;

/** Command that runs a program on the file `input` at a level, as a list of words (docs/decisions/0198). */
export function commandAt(level: Level, program: Program, input: string): string[] {
  if (level === 'bubblewrap') return inBubblewrap(program, input);
  const source = isInputByDescriptor(level) ? STANDARD_INPUT : input;
  const started = [program.command, ...program.args(source, program.output?.path ?? '')];
  if (level === 'node') return started;
  const alone = IN_NAMESPACES.flatMap(([name, words]) => [maker(name), ...(words.match(/\S+/g) ?? [])]);
  return [...alone, ...AS_CHILD, ...started];
}

/** True if the input is standard input; bubblewrap passes a read-only path instead. */
export function isInputByDescriptor(level: Level): boolean {
  return level !== 'bubblewrap' && process.platform !== 'win32';
}

function inBubblewrap(
  { command, args, environment, reads = [], inputName = 'input', output, workBytes = MEGABYTE }: Program,
  input: string,
): string[] {
  const inside = `/input/${inputName}`;
  const written = output === undefined ? '' : '/written/output';
  const program = path.isAbsolute(command) ? command : (findProgram(command) ?? command);
  return [
    maker('bwrap'),
    ...ALONE,
    ...(refusesUsers() ? WITHOUT_USERS : []),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...KERNEL,
    '--size',
    String(workBytes),
    ...FOLDERS,
    ...[...SYSTEM, program, ...reads].flatMap((shown) => ['--ro-bind-try', shown, shown]),
    '--ro-bind',
    path.resolve(input),
    inside,
    ...(output === undefined ? [] : ['--bind', output.path, written]),
    ...CLOSED,
    '--',
    program,
    ...args(inside, written),
  ];
}

let isRefused: boolean | undefined;

/** True if bubblewrap can forbid nested user namespaces: since 0.8, unless it is setuid root. */
export function refusesUsers(): boolean {
  const tried = ['--ro-bind', '/', '/', '--', maker('true')];
  isRefused ??= spawnSync(maker('bwrap'), [...WITHOUT_USERS, ...tried], { stdio: 'ignore' }).status === 0;
  return isRefused;
}

function maker(name: string): string {
  return findProgram(name) ?? name;
}
