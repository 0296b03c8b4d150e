import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { bayOfDay } from './works/scenes/sea.ts';
import { hotelSign } from './works/hotel.ts';
import { png, type Work } from './works/sheet.ts';

/**
 * Draws the demo's film, a day at the hotel's bay in six seconds, with the ffmpeg in PATH; the result is committed. Run
 * it after a change of the bay.
 */
const FRAMES_PER_SECOND = 24;
const FRAMES = 6 * FRAMES_PER_SECOND;
const SIZE = { width: 1280, height: 720 };
const film = path.join(import.meta.dirname, 'film/summer.mp4');

const settings = '-c:v libx264 -preset veryslow -crf 29 -pix_fmt yuv420p -movflags +faststart';
const ffmpeg = spawn(
  'ffmpeg',
  [...`-v error -y -f image2pipe -framerate ${FRAMES_PER_SECOND} -i - ${settings}`.split(' '), film],
  { stdio: ['pipe', 'inherit', 'inherit'] },
);
for (let frame = 0; frame < FRAMES; frame += 1)
  if (!ffmpeg.stdin.write(await png(frameAt(frame / (FRAMES - 1))))) await once(ffmpeg.stdin, 'drain');
ffmpeg.stdin.end();
const [code] = (await once(ffmpeg, 'exit')) as [number | null];
process.exitCode = code ?? 1;

/** The day takes five sixths of the film; then the evening stands still behind the words. */
function frameAt(time: number): Work {
  const moment = Math.min(1, time * 1.2);
  const shown = Math.max(0, Math.min(1, (time - 0.62) * 6));
  return (type) => ({
    ...SIZE,
    body: `${bayOfDay(moment)(SIZE.width, SIZE.height)}<g opacity="${shown}">
      ${type.line('Yaz başlıyor', { x: 640, y: 250, face: 'display', size: 104, weight: 430, fill: '#fffaf0', anchor: 'middle' })}
      ${type.line('Deniz Hotel', { x: 640, y: 630, size: 30, weight: 600, fill: '#fffaf0', anchor: 'middle' })}${hotelSign(640, 510, 70, '#fffaf0')}</g>`,
  });
}
