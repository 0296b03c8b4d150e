import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { withFlatPages } from './flat-pages.ts';

const LIBRARY = path.dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));

/** Part of the address, since browsers cache these files for a year. */
const { version } = JSON.parse(readFileSync(path.join(LIBRARY, 'package.json'), 'utf8')) as {
  version: string;
};

/** Folders of PDF.js that its worker reads by name, for documents without fonts of their own or with rare pictures. */
const FOLDERS = ['cmaps', 'standard_fonts', 'iccs', 'wasm'];
/** Beside the pages, where viewer/documents/pdf-engine.ts finds it. */
const FILLED_WORKER = 'filled-pdf-worker.js';
/** Forms are not filled in here, and no script of a document is run. */
const LEFT_OUT = /quickjs/i;

/** Adds PDF.js to the build under the addresses of pdf-engine.ts, with direct access to pages of a flat list. */
export function pdfFiles(): Plugin {
  return {
    name: 'vitrin:pdf-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    generateBundle() {
      for (const folder of FOLDERS)
        for (const name of readdirSync(path.join(LIBRARY, folder)))
          if (!LEFT_OUT.test(name))
            this.emitFile({
              type: 'asset',
              fileName: `assets/pdf-${version}/${folder}/${name}`,
              source: readFileSync(path.join(LIBRARY, folder, name)),
            });
    },
    writeBundle({ dir = '' }) {
      const assets = path.join(dir, 'assets');
      const workers = readdirSync(assets).filter((name) => /^pdf\.worker\.min-.*\.mjs$/.test(name));
      const [worker] = workers;
      if (worker === undefined || workers.length > 1)
        throw new Error('The thread that reads pdfs is not there');
      const file = path.join(assets, worker);
      writeFileSync(file, withFlatPages(readFileSync(file, 'utf8')));
      // The thread for browsers that need the fill, which has to stand before the thread's own first line.
      writeFileSync(path.join(dir, FILLED_WORKER), `import '/fill.js';\nimport '/assets/${worker}';\n`);
    },
  };
}
