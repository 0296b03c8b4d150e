import { findPrograms } from '../features/files/admin.ts';
import { type Finding, note, ok } from './finding.ts';
import type { Installation } from './installation.ts';

/** Looks for the programs that make more of files, and says what the product does without them. */
export async function checkPrograms({
  programFolders,
  isFfmpegPackaged,
}: Pick<Installation, 'programFolders' | 'isFfmpegPackaged'>): Promise<Finding[]> {
  const losses = {
    ffmpeg: isFfmpegPackaged()
      ? 'frames and previews of films are made by the one that comes with the product, in twice the time'
      : 'cards of films show an icon, and what a browser does not play is only downloaded',
    pdftoppm: 'first pages of pdfs are drawn by a library that comes with the product',
    soffice: 'office documents are only downloaded',
    bwrap: 'LibreOffice is not run without it, and office documents are only downloaded',
  };
  const packages = {
    ffmpeg: 'ffmpeg',
    pdftoppm: 'poppler-utils',
    soffice: 'libreoffice-writer-nogui',
    bwrap: 'bubblewrap',
  };
  const found = await findPrograms(Object.keys(losses), programFolders);
  return (['ffmpeg', 'pdftoppm', 'soffice', 'bwrap'] as const).map((name) => {
    const path = found.get(name);
    if (path !== undefined) return ok(`${name} is ${path}.`);
    return note(
      `${name} is not installed: ${losses[name]}.`,
      `Install the package ${packages[name]}, or leave it so.`,
    );
  });
}
