import { existsSync } from 'node:fs';
import path from 'node:path';

export const TOOL_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin' };

export function programFolders(): string[] {
  return TOOL_ENVIRONMENT.PATH.split(':');
}

export function findProgram(name: string): string | undefined {
  return programFolders()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));
}
