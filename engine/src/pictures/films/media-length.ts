import { fileURLToPath } from 'node:url';
import { runDecoder } from '../../sandbox/decoder-process.ts';
import type { Log } from '../log.ts';
import { probeLength } from './film-tools.ts';

const PROGRAM = fileURLToPath(new URL('../drawing/measure.ts', import.meta.url));

/** A file that claims to last a day is broken. */
const MAX_SECONDS = 24 * 3600 - 1;

/** Duration of a film or sound in milliseconds, if known, by a library or, for rare formats, ffprobe. */
export async function measureLength(file: string, mediaType: string, log: Log): Promise<number | undefined> {
  for (const measure of [measureInProcess, probeLength]) {
    try {
      const seconds = await measure(file, mediaType);
      if (seconds > 0 && seconds <= MAX_SECONDS) return Math.round(seconds * 1000);
    } catch (error) {
      log.info({ err: error, mediaType }, 'A length could not be measured');
    }
  }
  return undefined;
}

async function measureInProcess(file: string, mediaType: string): Promise<number> {
  return Number((await runDecoder(file, (input) => [PROGRAM, mediaType, input])).toString('latin1'));
}
