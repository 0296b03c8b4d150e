import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runLimited } from './limited-process.ts';
import type { Program } from './program.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders of what a decoder in JavaScript consists of, besides Node. */
const SOURCES = ['engine', 'server', 'shared', 'node_modules'].map((folder) => path.join(ROOT, folder));

/** A later Node without this flag would not start with it. */
const WITHOUT_SQLITE = ['--no-experimental-sqlite'].filter((flag) =>
  process.allowedNodeEnvironmentFlags.has(flag),
);

/** Node arguments for a process that reads untrusted files: it may read its own code and nothing else. */
const RIGHTS = [
  '--permission',
  '--allow-addons',
  // It opens files besides the permissions.
  ...WITHOUT_SQLITE,
  ...SOURCES.map((folder) => `--allow-fs-read=${folder}/`),
  `--import=${new URL('./without-reach.ts', import.meta.url).href}`,
  // Limits JavaScript objects only; pixels are stored outside that heap.
  '--max-old-space-size=128',
];

/** Pictures that libvips holds as a whole would be written to a file, which no decoder may. */
const IN_MEMORY = { VIPS_DISC_THRESHOLD: '1g' };

/**
 * Addresses that it may reserve. V8 takes up to 8.5 GB for the memory of a decoder in WebAssembly, and threads, of which
 * there are more on more cores, need some besides: what they do not get ends them.
 */
export const DECODER_ADDRESSES_KILOBYTES = 16 * 1024 * 1024;

type Decoder = Omit<Program, 'command' | 'environment' | 'reads'>;

/**
 * A decoder in JavaScript: Node with the rights to read our programs and its input, and to write its output where it has
 * one. Its arguments begin with flags of Node and the path of the decoder.
 */
export function decoderProgram({ args, ...program }: Decoder): Program {
  return {
    addressesKilobytes: DECODER_ADDRESSES_KILOBYTES,
    ...program,
    command: process.execPath,
    args: (input, output) => [
      ...RIGHTS,
      `--allow-fs-read=${input}`,
      // The index of a film is moved to the front in the end, for which what is written is read.
      ...(output === '' ? [] : [`--allow-fs-write=${output}`, `--allow-fs-read=${output}`]),
      ...args(input, output),
    ],
    environment: IN_MEMORY,
    reads: SOURCES,
  };
}

/** Runs a program of ours on a file of a stranger, or its bytes, and returns what it writes (specification 6.8). */
export function runDecoder(
  file: string | Buffer,
  args: (input: string) => string[],
  limits: Pick<Program, 'addressesKilobytes' | 'level' | 'memoryBytes' | 'signal'> = {},
): Promise<Buffer> {
  // WebAssembly would else reserve 8 GB more for each of its memories.
  const withFlag = (input: string) => ['--disable-wasm-trap-handler', ...args(input)];
  return runLimited(file, decoderProgram({ ...limits, args: withFlag }));
}
