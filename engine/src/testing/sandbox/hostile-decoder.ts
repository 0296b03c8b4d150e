import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import {
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { Worker } from 'node:worker_threads';

/**
 * Stands in for a decoder that a stranger has taken over: it tries each way out, and writes the names of those that were
 * open as JSON. Its arguments are its input, a folder with a secret, the name of a socket, a port, the process and the
 * group of processes that stand for the server, the file of an addon, and words for a process that it leaves behind.
 */
const [, , input = '', folder = '', socket = '', port = '', server = '', group = '', addon = '', left = ''] =
  process.argv;

const WAYS: Record<string, () => unknown> = {
  'find an inherited descriptor': () => requireThat(inherited().length > 0),
  'read a file': () => readFileSync(path.join(folder, 'secret')),
  'read settings of the machine': () => readFileSync('/etc/passwd'),
  'list a folder': () => readdirSync(folder),
  'write a file': () => writeFileSync(path.join(folder, 'written'), ''),
  'write to its input': () => openSync(input, 'r+'),
  'follow a symbolic link': () => {
    symlinkSync(folder, 'link-to-folder');
    readdirSync('link-to-folder');
  },
  'make a hard link': () => linkSync(path.join(folder, 'secret'), 'link'),
  'open a database': async () => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(path.join(folder, 'secret.sqlite')).exec('SELECT * FROM secrets');
  },
  'reach a port': () => once(connect(Number(port), '127.0.0.1'), 'connect'),
  'reach a socket': () => once(connect(path.join(folder, socket)), 'connect'),
  'reach a socket without a file': () => once(connect(`\0${socket}`), 'connect'),
  'send a datagram': async () => {
    const sender = createSocket('udp4');
    try {
      sender.connect(Number(port), '127.0.0.1');
      await once(sender, 'connect');
      sender.send('secret');
      await once(sender, 'message');
    } finally {
      sender.close();
    }
  },
  'look up a name': () => lookup('localhost'),
  'share memory': () => writeFileSync(`/dev/shm/${socket}`, ''),
  'signal the server': () => process.kill(Number(server), 0),
  'signal its group': () => {
    process.kill(0, 0);
    requireThat(['0', group].includes(groupOf('self')));
  },
  'slow the server down': () => os.setPriority(Number(server), os.getPriority(Number(server))),
  'debug the server': () => {
    const debug: unknown = Reflect.get(process, '_debugProcess');
    if (typeof debug !== 'function') throw new Error('Closed');
    Reflect.apply(debug, process, [Number(server)]);
  },
  'see the server run': () => readFileSync(`/proc/${server}/cmdline`),
  "read the server's environment": () => readFileSync(`/proc/${server}/environ`),
  "list the server's descriptors": () => readdirSync(`/proc/${server}/fd`),
  'find a secret in its environment': () => requireThat(process.env['VITRIN_TEST_SECRET'] !== undefined),
  // The test looks if it is there later.
  'leave a process behind': () => {
    spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', left], {
      detached: true,
      stdio: 'ignore',
    }).unref();
    requireThat(false);
  },
};

/** No ways out themselves, but rights that Node does not give, since they lead to code that it does not bind. */
const RIGHTS: Record<string, () => unknown> = {
  'start a program': () => requireThat(spawnSync(process.execPath, ['--version']).status === 0),
  'start a thread': () => once(new Worker('', { eval: true }), 'online'),
  // V8 writes files by some of them.
  'set flags of V8': () => v8.setFlagsFromString('--allow-natives-syntax'),
  'load an addon of a package': () => process.dlopen({ exports: {} }, addon),
};

const tried = { ways: Object.keys(WAYS).length, open: await openOf(WAYS), rights: await openOf(RIGHTS) };
process.stdout.write(JSON.stringify(tried), () => process.exit());

/** Names of what did not throw. */
async function openOf(tries: Record<string, () => unknown>): Promise<string[]> {
  const open: string[] = [];
  for (const [name, way] of Object.entries(tries)) {
    try {
      await way();
      open.push(name);
    } catch {
      // Closed.
    }
  }
  return open;
}

function requireThat(isOpen: boolean): void {
  if (!isOpen) throw new Error('Closed');
}

/** The group of a process, which the kernel says after its state and its parent. */
function groupOf(pid: string): string {
  const [, , found = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return found;
}

/** Files and sockets of the server among the descriptors; Node's own are of other kinds. */
function inherited(): number[] {
  return Array.from({ length: 64 }, (_, descriptor) => descriptor)
    .slice(3)
    .filter((descriptor) => {
      try {
        const found = fstatSync(descriptor);
        return found.isFile() || found.isSocket();
      } catch {
        return false;
      }
    });
}
