import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
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
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/**
 * Stands in for a decoder that a stranger has taken over: it tries each way out, and writes the names of those that were
 * open as JSON. Its arguments are a folder with a secret, a port and a socket that listen, and an addon.
 */
const [, , folder = '', port = '', socket = '', addon = ''] = process.argv;
const server = process.ppid;

const WAYS: Record<string, () => unknown> = {
  'read a file': () => readFileSync(path.join(folder, 'secret')),
  'list a folder': () => readdirSync(folder),
  'write a file': () => writeFileSync(path.join(folder, 'written'), ''),
  'make a symbolic link': () => symlinkSync(folder, 'link'),
  'make a hard link': () => linkSync(path.join(folder, 'secret'), 'link'),
  'open a database': async () => {
    const { DatabaseSync } = await import('node:sqlite');
    new DatabaseSync(path.join(folder, 'secret.sqlite')).exec('SELECT * FROM secrets');
  },
  'reach a port': () => reach(connect(Number(port), '127.0.0.1')),
  'reach a socket': () => reach(connect(socket)),
  'send a datagram': () =>
    new Promise<void>((resolve, reject) => {
      const sender = createSocket('udp4').once('error', reject);
      sender.send('secret', Number(port), '127.0.0.1', (error) => {
        sender.close();
        if (error) reject(error);
        else resolve();
      });
    }),
  'look up a name': () => lookup('localhost'),
  'signal the server': () => process.kill(server, 0),
  'signal its group': () => process.kill(0, 0),
  'debug the server': () => {
    const debug: unknown = Reflect.get(process, '_debugProcess');
    if (typeof debug !== 'function') throw new Error('Closed');
    Reflect.apply(debug, process, [server]);
  },
  "read the server's environment": () => readFileSync(`/proc/${server}/environ`),
  "read the server's memory": () => openSync(`/proc/${server}/mem`, 'r'),
  'find a secret in its environment': () => requireThat(process.env['VITRIN_TEST_SECRET'] !== undefined),
  'start a program': () => requireThat(spawnSync('/bin/true').status === 0),
  'start a thread': () =>
    new Promise((resolve, reject) => {
      new Worker('', { eval: true }).once('online', resolve).once('error', reject);
    }),
  'find an inherited descriptor': () => requireThat(inherited().length > 0),
  'open a device': () => openSync('/dev/full', 'w'),
  'load an addon of a package': () => process.dlopen({ exports: {} }, addon),
};

const open: string[] = [];
for (const [name, way] of Object.entries(WAYS)) {
  try {
    await way();
    open.push(name);
  } catch {
    // Closed.
  }
}
process.stdout.write(JSON.stringify(open), () => process.exit());

function reach(connection: ReturnType<typeof connect>): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('connect', resolve).once('error', reject);
  });
}

function requireThat(isOpen: boolean): void {
  if (!isOpen) throw new Error('Closed');
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
