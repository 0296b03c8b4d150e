import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLimited } from './limited-process.ts';
import type { Program } from './program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

const SOURCES = ['engine', 'server', 'shared', 'node_modules'].map((folder) => path.join(ROOT, folder));

/** A later Node without this flag would not start with it. */
const WITHOUT_SQLITE = ['--no-experimental-sqlite'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** Node's permissions for a process that reads untrusted files: it reads its own code and nothing else. */
const RIGHTS = [
  '--permission',
  '--allow-addons',
  // SQLite opens files in spite of the permissions.
  ...WITHOUT_SQLITE,
  ...SOURCES.map((folder) => `--allow-fs-read=${folder}/`),
  `--import=${new URL('./without-reach.ts', import.meta.url).href}`,
  // Limits JavaScript objects only; pixels are stored outside that heap.
  '--max-old-space-size=128',
];

/** Keeps large pictures of libvips in memory: a decoder may not write a file. */
const IN_MEMORY = { VIPS_DISC_THRESHOLD: '1g' };

/** Addresses that a decoder may reserve: up to 8.5 GB for WebAssembly, and some for a thread of each core. */
export const DECODER_ADDRESSES_KILOBYTES = 16 * 1024 * 1024;

type Decoder = Omit<Program, 'command' | 'environment' | 'reads'>;

/** Node as a decoder that reads our code and its input, and writes its output if it has one. */
export function decoderProgram({ args, ...program }: Decoder): Program {
  return {
    addressesKilobytes: DECODER_ADDRESSES_KILOBYTES,
    ...program,
    command: process.execPath,
    args: (input, output) => [
      ...RIGHTS,
      `--allow-fs-read=${input}`,
      // FFmpeg reads its output to move the index to the front.
      ...(output === '' ? [] : [`--allow-fs-write=${output}`, `--allow-fs-read=${output}`]),
      ...args(input, output),
    ],
    environment: IN_MEMORY,
    reads: SOURCES,
  };
}

/** Runs our decoder on an untrusted file or bytes and returns its output (specification 6.8). */
export function runDecoder(
  file: string | Buffer,
  args: (input: string) => string[],
  limits: Pick<Program, 'addressesKilobytes' | 'level' | 'memoryBytes' | 'signal'> = {},
): Promise<Buffer> {
  // WebAssembly would otherwise reserve 8 GB more for each of its memories.
  const withFlag = (input: string) => ['--disable-wasm-trap-handler', ...args(input)];
  return runLimited(file, decoderProgram({ ...limits, args: withFlag }));
}
