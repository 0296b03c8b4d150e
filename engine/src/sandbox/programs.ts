import { existsSync } from 'node:fs';
import path from 'node:path';

/** Folders in which packages of operating systems install programs. */
export const TOOL_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };

/** Folders in which programs that make more of files are looked for. */
export function programFolders(): string[] {
  return TOOL_ENVIRONMENT.PATH.split(':');
}

/** The path of a program in one of these folders; undefined where it is in none. */
export function findProgram(name: string): string | undefined {
  return programFolders()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
