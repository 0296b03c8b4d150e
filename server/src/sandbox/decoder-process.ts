import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, runLimited } from './limited-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A later Node without this flag would not start with it. */
const WITHOUT_SQLITE = ['--no-experimental-sqlite'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** What a process that reads a file of a stranger may do, as arguments of Node: its programs, and nothing else. */
const RIGHTS = [
  '--permission',
  '--allow-addons',
  // It opens files besides the permissions.
  ...WITHOUT_SQLITE,
  ...['server', 'shared', 'node_modules'].map((folder) => `--allow-fs-read=${path.join(ROOT, folder)}/`),
  `--import=${new URL('./without-signals.ts', import.meta.url).href}`,
  // Of JavaScript's objects; pixels stand beside them.
  '--max-old-space-size=128',
];

/**
 * Addresses that it may reserve. V8 takes up to 8.5 GB for the memory of a decoder in WebAssembly, and threads, of which
 * there are more on more cores, need some besides: what they do not get ends them.
 */
export const DECODER_ADDRESSES_KILOBYTES = 16 * 1024 * 1024;

/** Arguments with which Node runs a program of ours that may read one file besides, and do nothing else. */
export function decoderArguments(input: string, ...args: string[]): string[] {
  return [...RIGHTS, `--allow-fs-read=${input}`, ...args];
}

/** Runs a program of ours on a file of a stranger, or its bytes, and returns what it writes (specification 6.8). */
export function runDecoder(
  file: string | Buffer,
  args: (input: string) => string[],
  {
    addressesKilobytes = DECODER_ADDRESSES_KILOBYTES,
    signal,
  }: Pick<Program, 'addressesKilobytes' | 'signal'> = {},
): Promise<Buffer> {
  return runLimited(file, {
    command: process.execPath,
    // WebAssembly would else reserve 8 GB more for each of its memories.
    args: (input) => decoderArguments(input, '--disable-wasm-trap-handler', ...args(input)),
    environment: {},
    addressesKilobytes,
    signal,
  });
}
