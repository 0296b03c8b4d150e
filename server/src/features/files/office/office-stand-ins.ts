import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { TOOL_ENVIRONMENT } from '../thumbnails/system-tools.ts';

/** A folder for programs, removed after the test, with LibreOffice as a script where its packages would put it. */
export function standInOffice(script = '#!/bin/sh\n'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'vitrin-office-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'office/program'), { recursive: true });
  writeProgram(path.join(folder, 'office/program/soffice'), script);
  symlinkSync('office/program/soffice', path.join(folder, 'soffice'));
  return folder;
}

/**
 * Puts a bubblewrap beside it that makes no room: it writes `pages` whatever is asked of it. Returns what it was given.
 */
export function standInRoom(folder: string, pages: Buffer): () => { args: string[]; input: Buffer } {
  const script = 'printf "%s\\0" "$@" > "${0%/*}/args"; cat > "${0%/*}/input"; cat "${0%/*}/pages"';
  writeProgram(path.join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`);
  writeFileSync(path.join(folder, 'pages'), pages);
  return () => ({
    args: readFileSync(path.join(folder, 'args'), 'utf8').split('\0'),
    input: readFileSync(path.join(folder, 'input')),
  });
}

/** Has the product look for programs in one folder alone, until the test is over. */
export function lookForProgramsIn(folder: string): void {
  const { PATH } = TOOL_ENVIRONMENT;
  TOOL_ENVIRONMENT.PATH = folder;
  onTestFinished(() => {
    TOOL_ENVIRONMENT.PATH = PATH;
  });
}

function writeProgram(file: string, script: string): void {
  writeFileSync(file, script);
  chmodSync(file, 0o755);
}
