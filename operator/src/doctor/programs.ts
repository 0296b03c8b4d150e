import { findPrograms } from '@vitrin/server/features/files/admin.ts';
import type { Level } from '@vitrin/engine/sandbox/level.ts';
import { OPEN_WAYS } from '@vitrin/engine/sandbox/ways-open.ts';
import { type Finding, note, ok } from './finding.ts';
import type { Installation } from './installation.ts';

/**
 * Looks for the programs that make more of files, and says what the product does without them, and how far programs that
 * read files of strangers are kept from this machine.
 */
export async function checkPrograms({
  programFolders,
  isFfmpegPackaged,
  sandboxLevel,
}: Pick<Installation, 'programFolders' | 'isFfmpegPackaged' | 'sandboxLevel'>): Promise<Finding[]> {
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
  const programs = (['ffmpeg', 'pdftoppm', 'soffice', 'bwrap'] as const).map((name) => {
    const path = found.get(name);
    if (path !== undefined) return ok(`${name} is ${path}.`);
    return note(
      `${name} is not installed: ${losses[name]}.`,
      `Install the package ${packages[name]}, or leave it so.`,
    );
  });
  return [...programs, sandboxFinding(sandboxLevel(), found.has('bwrap'))];
}

const LEVEL_NAMES: Record<Level, string> = {
  bubblewrap: 'inside bubblewrap',
  unshare: 'in namespaces of their own, by unshare',
  node: "within Node's limits and those of the shell alone",
};

function sandboxFinding(level: Level, isBubblewrapThere: boolean): Finding {
  const subject = `Programs that read files of strangers run ${LEVEL_NAMES[level]}`;
  const open = OPEN_WAYS[level];
  if (open.length === 0) return ok(`${subject}; no way out is open.`);
  return note(
    `${subject}: one that a file has taken over could still ${open.join(', ')}.`,
    isBubblewrapThere
      ? 'bwrap is installed and does not work: allow user namespaces, as docs/operations.md says, or leave it so.'
      : 'Install the package bubblewrap.',
  );
}
