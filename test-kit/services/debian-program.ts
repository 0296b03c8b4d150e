import { existsSync } from 'node:fs';
import path from 'node:path';
import { aptInstall } from '../programs/apt-install.ts';

/** A program from PATH or /usr/sbin, or else from a package of Debian. Throws with the reason. */
export function debianProgram(name: string, ...packages: string[]): string {
  const find = () =>
    [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin']
      .map((folder) => path.join(folder, name))
      .find((file) => existsSync(file));
  const found = find();
  if (found) return found;
  const reason = aptInstall(packages);
  const installed = find();
  if (installed) return installed;
  throw new Error(
    `${name} is not in PATH, and installing Debian's ${packages.join(', ')} did not help (${reason ?? 'it brought no program'}).`,
  );
}
