import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** One second of petrol green, 64x36, H.264 in mp4: a real film in under a kilobyte. */
const TINY =
  'AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDEAAANUbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAD6AAAA+gAAQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAqN0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAA+gAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAEAAAAAkAAAAAAAkZWR0cwAAABxlbHN0AAAAAAAAAAEAAAPoAAAQAAABAAAAAAIbbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAoAAAAKABVxAAAAAAALWhkbHIAAAAAAAAAAHZpZGUAAAAAAAAAAAAAAABWaWRlb0hhbmRsZXIAAAABxm1pbmYAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRkaW5mAAAAHGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAYZzdGJsAAAAwnN0c2QAAAAAAAAAAQAAALJhdmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAEAAJABIAAAASAAAAAAAAAABDExhdmMgbGlieDI2NAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAOGF2Y0MBZAAK/+EAGmdkAAqscgREf58BEAAAAwAQAAADAKDxIlhGAQAHaOhDg5LIsP34+AAAAAAQcGFzcAAAAAEAAAABAAAAFGJ0cnQAAAAAAAACsAAAArAAAAAYc3R0cwAAAAAAAAABAAAABQAACAAAAAAUc3RzcwAAAAAAAAABAAAAAQAAADhjdHRzAAAAAAAAAAUAAAABAAAQAAAAAAEAACgAAAAAAQAAEAAAAAABAAAAAAAAAAEAAAgAAAAAHHN0c2MAAAAAAAAAAQAAAAEAAAAFAAAAAQAAAChzdHN6AAAAAAAAAAAAAAAFAAAAIgAAAA0AAAANAAAADQAAAA0AAAAUc3RjbwAAAAAAAAABAAADhAAAAD11ZHRhAAAANW1ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAG1kaXJhcHBsAAAAAAAAAAAAAAAACGlsc3QAAAAIZnJlZQAAAF5tZGF0AAAAHmWIgQACX/47s8Ck+sFQH4toC7HqLiSzJbOT6mPNgQAAAAlBmgiNiH//AvYAAAAJQZ4QRxBD/0nBAAAACQGeGCaIf/9NQAAAAAkBnhhtSH//TUE=';

export function tinyFilm(): Buffer<ArrayBuffer> {
  return Buffer.from(TINY, 'base64');
}

/** Six seconds moving slowly over a picture (any size, PNG), as mp4; the tiny film where ffmpeg is missing. */
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
  const bytes = status === 0 ? Buffer.from(readFileSync(film)) : tinyFilm();
  rmSync(folder, { recursive: true });
  return bytes;
}
