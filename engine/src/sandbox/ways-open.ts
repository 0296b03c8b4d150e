import type { Level } from './level.ts';

const FILES = [
  'read a file',
  'read settings of the machine',
  'list a folder',
  'write a file',
  'write to its input',
  'follow a symbolic link',
  'make a hard link',
  'open a database',
  'reach a socket',
  'look up a name',
  'share memory',
];

/**
 * Ways out that each level leaves open to machine code (system programs and addons), held by a test. Node's permissions
 * leave none to JavaScript.
 */
export const OPEN_WAYS: Record<Level, readonly string[]> = {
  bubblewrap: [],
  unshare: FILES,
  node: [
    ...FILES,
    'reach a port',
    'reach a socket without a file',
    'send a datagram',
    'signal the server',
    'signal its group',
    'slow the server down',
    'debug the server',
    'see the server run',
    "read the server's environment",
    "list the server's descriptors",
    'leave a process behind',
  ],
};
