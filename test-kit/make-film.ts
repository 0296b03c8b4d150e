import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The product's own FFmpeg, which is on every machine. It encodes neither HEVC nor VP9: those are sample files. */
const FFMPEG = path.resolve(import.meta.dirname, '../engine/src/pictures/drawing/packaged-ffmpeg.ts');
/**
 * Short films are finished before it pays to validate the whole program, as the product knows too, or to compile
 * the encoder's code twice.
 */
const FLAGS = ['--wasm-lazy-validation', '--liftoff-only'];

/**
 * A film or a sound that the product's FFmpeg makes from arguments such as `-f lavfi -i testsrc=d=2`; the name's
 * ending selects the format. The arguments read `source` from /dev/fd/0.
 */
export function makeFilm(name: string, args: readonly string[], source?: string): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-film-'));
  const output = path.join(folder, name);
  try {
    const all = [...FLAGS, FFMPEG, 'ffmpeg', source ?? '/dev/null', output, '-v', 'error', '-y', ...args];
    const { status, stderr } = spawnSync(process.execPath, [...all, `file:/written/${name}`]);
    if (status !== 0) throw new Error(`${name} could not be made: ${stderr.toString().slice(0, 2000)}`);
    return Buffer.from(readFileSync(output));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Output of ffprobe for a film or sound, as JSON. */
export function probeFilm(file: string): unknown {
  const shown = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', 'file:/dev/fd/0'];
  const { stdout } = spawnSync(process.execPath, [...FLAGS, FFMPEG, 'ffprobe', file, '', ...shown]);
  return JSON.parse(stdout.toString());
}
