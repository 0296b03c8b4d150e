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

/**
 * Facts about the file to draw; its three thumbnails have at most `mostBytes` together. All pixels are drawn besides of a picture
 * with `hasWhole`. The signal ends the drawing.
 */
type Drawing = {
  mediaType: string;
  pixels: ThumbnailPixels;
  mostBytes: number;
  hasWhole: boolean;
  signal?: AbortSignal | undefined;
};

/**
 * Duration and video stream of a film, if available, and a moment in milliseconds: its frame is drawn in place of a chosen
 * one. The page of a pdf counts from 1, the first where it is left out.
 */
type Part = {
  milliseconds?: number | undefined;
  picture?: Stream | undefined;
  moment?: number | undefined;
  page?: number | undefined;
};

/**
 * Thumbnails as webp, upright and without metadata; undefined when the file cannot be drawn. Everything that reads the
 * file runs in processes of their own, so that a picture made to break its reader breaks nothing else.
 */
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

/**
 * Draws the loudness of a sound over its length as webp, opaque bars on a transparent background; rejects if
 * it cannot be read.
 */
export async function drawWave(
  file: string,
  { mediaType, ...drawing }: Drawing,
  seconds: number,
): Promise<Buffer> {
  const wave = waveDrawing(await readSamples(file, mediaType, seconds));
  const pictures = await drawInProcess(Buffer.from(wave), { ...drawing, mediaType: 'image/svg+xml' });
  return pictures.large;
}

/** Thumbnails of a picture, by FFmpeg where nothing else reads its kind, or this file of the kind. */
async function drawImage(file: string, drawing: Drawing): Promise<Pictures> {
  const { mediaType, signal } = drawing;
  if (!drawing.hasWhole) return drawInProcess(file, drawing);
  return readPicture(file, { mediaType, signal }, (path, type) =>
    drawWithWhole(path, { ...drawing, mediaType: type }),
  );
}

/**
 * A picture with all of its pixels, if they can be had within the limits: the thumbnails are written
 * before them.
 */
async function drawWithWhole(file: string, drawing: Drawing): Promise<Pictures> {
  try {
    return await drawInProcess(file, drawing, 'whole');
  } catch (error) {
    if (error instanceof ProgramFailure && error.written.length > 0) return readPictures(error.written);
    throw error;
  }
}

/**
 * Thumbnails of a page of a pdf, drawn by Poppler if it is installed and draws more than a white page. It is skipped
 * for XFA forms, since it would draw the page that says "Please wait".
 */
async function drawPdf(file: string, drawing: Drawing, page: number): Promise<Pictures> {
  // A form of XFA alone has one page.
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

/** Thumbnails of a png that a program has drawn. */
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
