import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PACKAGED_LINKS, packagedFiles } from './packaged-files.ts';
import { productionPackages, requireInstalled } from './production-packages.ts';

/**
 * Writes an installation into an empty or missing folder. Throws if the folder is not empty, dependencies are
 * not installed, or the web app is not built.
 */
export function writePackage(root: string, folder: string, options: { withFfmpeg: boolean }): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  if (!existsSync(path.join(root, 'web/dist/.built'))) throw new Error('The web app is not built.');
  requireInstalled(root, productionPackages(root));
  const folders = new Set<string>();
  for (const { from, to } of packagedFiles(root, options)) {
    const target = path.join(folder, to);
    const above = path.dirname(target);
    if (!folders.has(above)) mkdirSync(above, { recursive: true });
    folders.add(above);
    copyFileSync(path.join(root, from), target);
    chmodSync(target, to.startsWith('bin/') && !to.endsWith('LICENSE') ? 0o755 : 0o644);
  }
  for (const { at, to } of PACKAGED_LINKS) {
    mkdirSync(path.dirname(path.join(folder, at)), { recursive: true });
    symlinkSync(to, path.join(folder, at));
  }
}
