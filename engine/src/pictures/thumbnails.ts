import { fileURLToPath } from 'node:url';
import { PDF } from '../media-types/media-type.ts';
import { memoryFor } from './drawing/decoders.ts';
import { type Pictures, readPictures, type ThumbnailPixels } from './drawing/pictures-format.ts';
import { runDecoder } from '../sandbox/decoder-process.ts';
import { readPicture } from './ffmpeg-pictures.ts';
import type { Stream } from './films/film-streams.ts';
import { drawFilm, drawMoment, readSamples } from './films/film-tools.ts';
import { ProgramFailure } from '../sandbox/limited-process.ts';
import { drawPdfPage, readPdfFacts } from './system-tools.ts';
import type { ThumbnailMaker } from './kinds.ts';
import type { Log } from './log.ts';
import { waveDrawing } from './films/wave.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw.ts', import.meta.url));

/** Facts about the file; its thumbnails have at most `mostBytes` together, and `hasWhole` adds all pixels. */
type Drawing = {
  mediaType: string;
  pixels: ThumbnailPixels;
  mostBytes: number;
  hasWhole: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Duration and video stream of a film, if known; a moment in milliseconds or a page, from 1, chosen for the picture.
 */
type Part = {
  milliseconds?: number | undefined;
  picture?: Stream | undefined;
  moment?: number | undefined;
  page?: number | undefined;
};

/** Draws thumbnails as webp, upright and without metadata, in sandboxed processes; undefined if that fails. */
export async function drawThumbnails(
  maker: Exclude<ThumbnailMaker, 'sound'>,
  file: string,
  { milliseconds, picture, moment, page = 1, ...drawing }: Drawing & Part,
  log: Log,
): Promise<Pictures | undefined> {
  try {
    if (maker === 'image') return await drawImage(file, drawing);
    if (maker === 'pdf') return await drawPdf(file, drawing, page);
    const { mediaType, pixels, signal } = drawing;
    const width = pixels.large;
    const frame =
      moment === undefined
        ? await drawFilm(file, mediaType, { width, seconds: (milliseconds ?? 0) / 1000, picture })
        : await drawMoment(file, mediaType, { width, second: moment / 1000, signal });
    return await drawDrawn(frame, drawing);
  } catch (error) {
    log.info({ err: error, mediaType: drawing.mediaType }, 'No thumbnail could be drawn');
    return undefined;
  }
}

/** Draws a sound's loudness as webp with transparent background; rejects if it is unreadable. */
export async function drawWave(
  file: string,
  { mediaType, ...drawing }: Drawing,
  seconds: number,
): Promise<Buffer> {
  const wave = waveDrawing(await readSamples(file, mediaType, seconds));
  const pictures = await drawInProcess(Buffer.from(wave), { ...drawing, mediaType: 'image/svg+xml' });
  return pictures.large;
}

async function drawImage(file: string, drawing: Drawing): Promise<Pictures> {
  const { mediaType, signal } = drawing;
  if (!drawing.hasWhole) return drawInProcess(file, drawing);
  return readPicture(file, { mediaType, signal }, (path, type) =>
    drawWithWhole(path, { ...drawing, mediaType: type }),
  );
}

async function drawWithWhole(file: string, drawing: Drawing): Promise<Pictures> {
  try {
    return await drawInProcess(file, drawing, 'whole');
  } catch (error) {
    if (error instanceof ProgramFailure && error.written.length > 0) return readPictures(error.written);
    throw error;
  }
}

/** Draws a page with Poppler if its picture is not white. Poppler would draw "Please wait" for an XFA form. */
async function drawPdf(file: string, drawing: Drawing, page: number): Promise<Pictures> {
  // An XFA form without pages of its own has one page.
  const facts = page > 1 ? { pages: null, isXfaForm: false } : await readPdfFacts(file, drawing.signal);
  const drawn =
    facts === undefined || facts.isXfaForm
      ? undefined
      : await drawPdfPage(file, page, drawing.pixels.large, drawing.signal)
          .then((drawn) => drawDrawn(drawn, drawing, 'page'))
          .catch(() => undefined);
  return drawn
    ? { ...drawn, pages: facts?.pages ?? null }
    : drawInProcess(file, { ...drawing, mediaType: PDF }, '', page);
}

function drawDrawn(png: Buffer, drawing: Drawing, extent?: 'page'): Promise<Pictures> {
  return drawInProcess(png, { ...drawing, mediaType: 'image/png' }, extent);
}

async function drawInProcess(
  file: string | Buffer,
  { mediaType, pixels, mostBytes, signal }: Drawing,
  extent = '',
  page = 1,
): Promise<Pictures> {
  const sizes = [String(mostBytes), JSON.stringify(pixels)];
  const args = (input: string) => [PROGRAM, mediaType, input, ...sizes, extent, String(page)];
  return readPictures(await runDecoder(file, args, { signal, memoryBytes: memoryFor(mediaType) }));
}
