import { isShownAsImage } from '@vitrin/shared/rules/file-kind.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../../../context.ts';
import { PDF } from '../content/media-type.ts';
import { type Pictures, readPictures } from './drawing/pictures-format.ts';
import { drawFilm } from './film-tools.ts';
import { runLimited } from './limited-process.ts';
import { countPdfPages, drawPdfPage } from './system-tools.ts';
import type { ThumbnailMaker } from './thumbnail-kinds.ts';

const PROGRAM = fileURLToPath(new URL('./drawing/draw.ts', import.meta.url));

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));

/** What the process that draws may do, as arguments of Node; its files, the file to draw, and nothing else. */
const RIGHTS = [
  '--permission',
  '--allow-addons',
  ...['server', 'shared', 'node_modules'].map((folder) => `--allow-fs-read=${path.join(ROOT, folder)}/`),
  // Of JavaScript's objects; pixels stand beside them.
  '--max-old-space-size=128',
  // WebAssembly would else reserve 8 GB of addresses for each of its memories.
  '--disable-wasm-trap-handler',
];

/**
 * Thumbnails as webp, upright and without metadata; undefined when the file cannot be drawn. Everything that reads the
 * file runs in processes of their own, so that a picture made to break its reader breaks nothing else.
 */
export async function drawThumbnails(
  maker: Exclude<ThumbnailMaker, 'sound'>,
  file: string,
  { mediaType, milliseconds }: { mediaType: string; milliseconds?: number | undefined },
  log: Pick<Context['log'], 'info'>,
): Promise<Pictures | undefined> {
  try {
    if (maker === 'image') return await drawImage(file, mediaType);
    if (maker === 'pdf') return await drawPdf(file);
    return await drawDrawn(await drawFilm(file, mediaType, (milliseconds ?? 0) / 1000));
  } catch (error) {
    log.info({ err: error, mediaType }, 'No thumbnail could be drawn');
    return undefined;
  }
}

/** Where browsers do not show the file itself, with all of its pixels, if they can be had within the limits. */
async function drawImage(file: string, mediaType: string): Promise<Pictures> {
  if (isShownAsImage(mediaType)) return drawInProcess(file, mediaType);
  return drawInProcess(file, mediaType, 'whole').catch(() => drawInProcess(file, mediaType));
}

/** By the programs of the system where they are installed. */
async function drawPdf(file: string): Promise<Pictures> {
  const page = await drawPdfPage(file).catch(() => undefined);
  if (!page) return drawInProcess(file, PDF);
  return { ...(await drawDrawn(page)), pages: await countPdfPages(file) };
}

/** Thumbnails of a png that a program has drawn. */
function drawDrawn(png: Buffer): Promise<Pictures> {
  return withTemporaryFile(png, (file) => drawInProcess(file, 'image/png'));
}

async function drawInProcess(file: string, mediaType: string, extent = ''): Promise<Pictures> {
  return readPictures(await runDecoder(file, (input) => [PROGRAM, mediaType, input, extent]));
}

/** Runs a program of ours that reads a file of a stranger, and returns what it writes. */
export function runDecoder(file: string, args: (input: string) => string[]): Promise<Buffer> {
  return runLimited(file, {
    command: process.execPath,
    args: (input) => [...RIGHTS, `--allow-fs-read=${input}`, ...args(input)],
    environment: {},
  });
}

async function withTemporaryFile<T>(bytes: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrin-drawn-'));
  try {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    return await use(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
