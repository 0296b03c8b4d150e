import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import { type Program, runLimited } from './limited-process.ts';

/** Where the packages of operating systems put their programs. */
const FOLDERS = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** The format that was found in the bytes, so that no file makes a tool read it as another kind. */
const INPUT_FORMATS: Record<string, string> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
};

/** A frame of a film as png, by ffmpeg where it is installed; rejects otherwise. */
export async function drawFilm(path: string, mediaType: string): Promise<Buffer> {
  const frameAt = (second: string) =>
    runTool(path, 'ffmpeg', (input) => frameArguments(input, mediaType, second));
  const frame = await frameAt('1');
  // A video of less than a second has only a first frame.
  return frame.length > 0 ? frame : frameAt('0');
}

/** The first page of a pdf as png, by pdftoppm where it is installed; rejects otherwise. */
export function drawPdfPage(path: string): Promise<Buffer> {
  const size = String(THUMBNAIL_PIXELS.large);
  const firstPage = ['-f', '1', '-l', '1', '-scale-to', size];
  return runTool(path, 'pdftoppm', (input) => ['-png', '-singlefile', ...firstPage, input]);
}

/** How many pages a pdf has, by pdfinfo, which comes with pdftoppm; null where it does not say. */
export async function countPdfPages(path: string): Promise<number | null> {
  const facts = await runTool(path, 'pdfinfo', (input) => [input]).catch(() => Buffer.alloc(0));
  const pages = Number(/^Pages: *(\d{1,6})$/m.exec(facts.toString('latin1', 0, 10_000))?.[1]);
  return pages > 0 ? pages : null;
}

function frameArguments(input: string, mediaType: string, second: string): string[] {
  return [
    '-nostdin',
    '-v',
    'error',
    '-threads',
    '1',
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    INPUT_FORMATS[mediaType] ?? 'mov',
    '-ss',
    second,
    '-i',
    `file:${input}`,
    '-frames:v',
    '1',
    '-an',
    '-sn',
    '-vf',
    `scale='min(${THUMBNAIL_PIXELS.large},iw)':-2`,
    '-f',
    'image2pipe',
    '-c:v',
    'png',
    'pipe:1',
  ];
}

function runTool(path: string, command: string, args: Program['args']): Promise<Buffer> {
  return runLimited(path, { command, args, environment: { PATH: FOLDERS } });
}
