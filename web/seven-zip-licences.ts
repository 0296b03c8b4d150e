import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const LIBRARY = path.dirname(fileURLToPath(import.meta.resolve('7z-wasm/package.json')));

/** Puts the licences of 7-Zip (LGPL, with the restriction of unRAR) beside its program in the build, with which they go. */
export function sevenZipLicences(): Plugin {
  return {
    name: 'vitrin:seven-zip-licences',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle() {
      for (const name of ['License.txt', 'unRarLicense.txt'])
        this.emitFile({
          type: 'asset',
          fileName: `assets/7z-wasm/${name}`,
          source: readFileSync(path.join(LIBRARY, name)),
        });
    },
  };
}
