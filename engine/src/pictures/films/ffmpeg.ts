import { fileURLToPath } from 'node:url';
import { decoderProgram } from '../../sandbox/decoder-process.ts';
import { runLimited } from '../../sandbox/limited-process.ts';
import type { Program } from '../../sandbox/program.ts';
import { findProgram, TOOL_ENVIRONMENT } from '../../sandbox/programs.ts';

const PACKAGED = fileURLToPath(new URL('../drawing/packaged-ffmpeg.ts', import.meta.url));

/** Paths of input and output inside the packaged program, whatever they are outside. */
const PACKAGED_INPUT = '/dev/fd/0';
const PACKAGED_OUTPUT = '/written/output';

/** Checking all 32 MB of the packaged program before it runs would take a third of what a small frame takes. */
const PACKAGED_FLAGS = ['--wasm-lazy-validation'];

/** WebAssembly reserves 8 GB and more for a memory, which makes it a quarter faster; it can hold 4 GB of them. */
const PACKAGED_ADDRESSES_KILOBYTES = 32 * 1024 * 1024;
/** The packaged program takes about twice the time that the system's takes. */
const PACKAGED_PROCESSOR_SECONDS = 40;

type Ffmpeg = Omit<Program, 'command' | 'environment' | 'reads'> & { command: 'ffmpeg' | 'ffprobe' };

/**
 * How ffmpeg or ffprobe is run: the system's, which is faster, where it is installed, else the packaged one
 * (docs/decisions/0178).
 */
export function ffmpegProgram({ command, args, ...limits }: Ffmpeg): Program {
  if (findProgram(command)) return { ...limits, command, args, environment: TOOL_ENVIRONMENT };
  return decoderProgram({
    addressesKilobytes: PACKAGED_ADDRESSES_KILOBYTES,
    processorSeconds: PACKAGED_PROCESSOR_SECONDS,
    ...limits,
    args: (input, output) => [
      ...PACKAGED_FLAGS,
      PACKAGED,
      command,
      input,
      output,
      ...args(PACKAGED_INPUT, PACKAGED_OUTPUT),
    ],
  });
}

/** Runs ffmpeg or ffprobe on a file of a stranger, and returns what it writes to its standard output. */
export function runFfmpeg(
  file: string,
  command: Ffmpeg['command'],
  args: Program['args'],
  signal?: AbortSignal,
): Promise<Buffer> {
  return runLimited(file, ffmpegProgram({ command, args, signal }));
}
