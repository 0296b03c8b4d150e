import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { BUILD_TARGETS } from './supported-browsers.ts';
import { themeSheet } from './theme-sheet.ts';

const SOURCE = path.join(import.meta.dirname, 'src');

/** Modules that need a server, by path in src, and their replacements, by path in src/offline/instead. */
const INSTEAD: Record<string, string> = {
  'i18n/i18n.ts': 'i18n.ts',
  'lib/code/load-code.ts': 'load-code.ts',
  'components/use-looks.ts': 'use-looks.ts',
  'components/rich-text/sanitize-html.ts': 'sanitize-html.ts',
  'features/files/api.ts': 'files-api.ts',
  'features/files/grid/file-opening.ts': 'file-opening.ts',
  'features/files/gallery/VersionDownload.tsx': 'VersionDownload.tsx',
  'features/files/downloads/ChooseFilesButton.tsx': 'nothing.tsx',
  'features/files/downloads/WebSizeLink.tsx': 'nothing.tsx',
  'features/files/downloads/late-downloads.ts': 'nothing.tsx',
  'features/files/compare/CompareButton.tsx': 'nothing.tsx',
  'features/files/compare/Comparison.tsx': 'nothing.tsx',
  'features/files/viewer/archives/ArchiveView.tsx': 'nothing.tsx',
  'features/files/viewer/office/OfficeView.tsx': 'nothing.tsx',
  'features/files/viewer/AllFilesButton.tsx': 'nothing.tsx',
  'features/files/picks/PickButton.tsx': 'nothing.tsx',
  'screens/project-detail/client/WriteToFreelancer.tsx': 'nothing.tsx',
  'features/milestones/DayInCalendar.tsx': 'DayInCalendar.tsx',
  'features/projects/AddToCalendar.tsx': 'nothing.tsx',
  'features/files/viewer/media/CopyMoment.tsx': 'nothing.tsx',
  'features/files/viewer/places/PlaceTools.tsx': 'nothing.tsx',
  'features/files/viewer/places/load-place.ts': 'load-place.ts',
  'features/files/viewer/documents/PdfView.tsx': 'PdfView.tsx',
  'features/files/viewer/documents/pdf-worker.ts': 'pdf-worker.ts',
  'features/files/viewer/media/use-played.ts': 'use-played.ts',
  'features/files/links/LinkEmbed.tsx': 'nothing.tsx',
  'features/files/links/report-opened.ts': 'report-opened.ts',
  'features/files/viewer/texts/read-text.ts': 'read-text.ts',
};

/** Light or dark before the page is painted, as index.html does it. */
const THEME = `(function () {
  var theme;
  try { theme = localStorage.getItem('theme'); } catch (error) {}
  if (theme !== 'dark' && theme !== 'light')
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
})();
`;

/**
 * Builds the page of a project's copy (specification 6.14), the client's page without a server: one classic script,
 * since browsers load no modules from the disk. `--ssr` builds its renderer for the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), themeSheet(), withoutServer(), !isSsrBuild && themeFirst()],
  resolve: {
    alias: [
      { find: 'react-style-singleton', replacement: path.join(SOURCE, 'lib/stand-ins/style-singleton.ts') },
    ],
  },
  publicDir: false,
  build: {
    outDir: isSsrBuild ? 'dist/.offline/render' : 'dist/.offline/page',
    emptyOutDir: true,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    ...(!isSsrBuild && {
      rolldownOptions: {
        input: path.join(SOURCE, 'offline/main.tsx'),
        // Vite's own, around imports that are one file here.
        checks: { emptyImportMeta: false },
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: 'page.js',
          assetFileNames: ({ names: [name = ''] }) =>
            name.endsWith('.css') ? 'page.css' : '[name][extname]',
        },
      },
    }),
  },
  ...(isSsrBuild && { ssr: { noExternal: true } }),
}));

/** Replaces modules that need a server with ones that work from the disk. */
function withoutServer(): Plugin {
  const instead = new Map(
    Object.entries(INSTEAD).map(([from, to]) => [
      path.join(SOURCE, from),
      path.join(SOURCE, 'offline/instead', to),
    ]),
  );
  const missing = new Set(instead.keys());
  return {
    name: 'vitrin:without-server',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.startsWith('.') || !importer) return null;
      const found = path.resolve(path.dirname(importer), source);
      const other = instead.get(found);
      // A replacement may import the module that it replaces.
      if (other === undefined || other === importer) return null;
      missing.delete(found);
      return other;
    },
    buildEnd(error) {
      // A moved module would be bundled itself, with its requests to a server.
      if (!error && missing.size > 0) throw new Error(`Nothing imports ${[...missing].join(', ')}`);
    },
  };
}

function themeFirst(): Plugin {
  return {
    name: 'vitrin:theme-first',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'theme.js', source: THEME });
    },
  };
}
