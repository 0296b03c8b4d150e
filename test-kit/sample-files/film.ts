import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sampleFile } from './sample-file.ts';

/** Six seconds moving slowly over a picture (any size, PNG), as mp4; one second of plain colour where ffmpeg is missing. */
export function filmOver(picture: Buffer): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-film-'));
  const [still, film] = [path.join(folder, 'still.png'), path.join(folder, 'film.mp4')];
  writeFileSync(still, picture);
  const zoom =
    "scale=1920:-2,zoompan=z='1+on/900':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=150:s=1280x720:fps=25";
  const { status } = spawnSync(
    'ffmpeg',
    [
      ...'-v error -y -i'.split(' '),
      still,
      '-vf',
      zoom,
      ...'-c:v libx264 -crf 26 -pix_fmt yuv420p'.split(' '),
    ].concat('-movflags', '+faststart', film),
  );
  const bytes = status === 0 ? Buffer.from(readFileSync(film)) : sampleFile('film.mp4');
  rmSync(folder, { recursive: true });
  return bytes;
}
