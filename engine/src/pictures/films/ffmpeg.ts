import { fileURLToPath } from 'node:url';
import { decoderProgram } from '../../sandbox/decoder-process.ts';
import { runLimited } from '../../sandbox/limited-process.ts';
import type { Program } from '../../sandbox/program.ts';
import { findProgram, TOOL_ENVIRONMENT } from '../../sandbox/programs.ts';

const PACKAGED = fileURLToPath(new URL('../drawing/packaged-ffmpeg.ts', import.meta.url));

const PACKAGED_INPUT = '/dev/fd/0';
const PACKAGED_OUTPUT = '/written/output';

/** Validating all 32 MB of the packaged program first would take a third of the time of a small frame. */
const PACKAGED_FLAGS = ['--wasm-lazy-validation'];

/** WebAssembly reserves 8 GB or more of addresses for each memory, which makes it a quarter faster. */
const PACKAGED_ADDRESSES_KILOBYTES = 32 * 1024 * 1024;
/** The packaged program takes about twice the time of the system's. */
const PACKAGED_PROCESSOR_SECONDS = 40;

type Ffmpeg = Omit<Program, 'command' | 'environment' | 'reads'> & { command: 'ffmpeg' | 'ffprobe' };

/** Program for ffmpeg or ffprobe: the system's, which is faster, else the packaged one (docs/decisions/0178). */
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

/** Runs ffmpeg or ffprobe on an untrusted file and returns its standard output. */
export function runFfmpeg(
  file: string,
  command: Ffmpeg['command'],
  args: Program['args'],
  signal?: AbortSignal,
): Promise<Buffer> {
  return runLimited(file, ffmpegProgram({ command, args, signal }));
}
