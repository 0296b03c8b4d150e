import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decoderArguments } from '../../../sandbox/decoder-process.ts';
import { type Program, runLimited } from '../../../sandbox/limited-process.ts';
import { programFolders, TOOL_ENVIRONMENT } from './system-tools.ts';

const PACKAGED = fileURLToPath(new URL('./drawing/packaged-ffmpeg.ts', import.meta.url));

/** Where the packaged program finds its input and writes its output, whatever their paths are outside. */
const PACKAGED_INPUT = '/dev/fd/0';
const PACKAGED_OUTPUT = '/written/output';

/** Checking all 32 MB of the packaged program before it runs would take a third of what a small frame takes. */
const PACKAGED_FLAGS = ['--wasm-lazy-validation'];

/** WebAssembly reserves 8 GB and more for a memory, which makes it a quarter faster; it can hold 4 GB of them. */
const PACKAGED_ADDRESSES_KILOBYTES = 32 * 1024 * 1024;
/** The packaged program takes about twice the time that the system's takes. */
const PACKAGED_PROCESSOR_SECONDS = 40;

type Ffmpeg = {
  name: 'ffmpeg' | 'ffprobe';
  /** Arguments for the paths of the input and the output as the program finds them. */
  args: (input: string, output: string) => string[];
  /** The file that it writes, where it writes one. */
  output?: string;
};

/**
 * How ffmpeg or ffprobe is run: the system's, which is faster, where it is installed, else the packaged one
 * (docs/decisions/0125).
 */
export function ffmpegProgram({ name, args, output = '' }: Ffmpeg): Program {
  if (programFolders().some((folder) => existsSync(path.join(folder, name))))
    return { command: name, args: (input) => args(input, output), environment: TOOL_ENVIRONMENT };
  // The index is moved to the front in the end, for which what is written is read.
  const mayWrite = output === '' ? [] : [`--allow-fs-write=${output}`, `--allow-fs-read=${output}`];
  return {
    command: process.execPath,
    args: (input) => [
      ...decoderArguments(input, ...mayWrite, ...PACKAGED_FLAGS, PACKAGED, name, input, output),
      ...args(PACKAGED_INPUT, PACKAGED_OUTPUT),
    ],
    environment: {},
    addressesKilobytes: PACKAGED_ADDRESSES_KILOBYTES,
    processorSeconds: PACKAGED_PROCESSOR_SECONDS,
  };
}

/** Runs ffmpeg or ffprobe on a file of a stranger, and returns what it writes to its standard output. */
export function runFfmpeg(file: string, name: Ffmpeg['name'], args: Program['args']): Promise<Buffer> {
  return runLimited(file, ffmpegProgram({ name, args }));
}
