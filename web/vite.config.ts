import { hash } from 'node:crypto';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { type InlineConfig, type UserConfig, defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { pdfFiles } from './pdf-files.ts';
import { sevenZipLicences } from './seven-zip-licences.ts';
import { BUILD_TARGETS } from './supported-browsers.ts';
import { themeSheet } from './theme-sheet.ts';

const client: InlineConfig = {
  root: import.meta.dirname,
  plugins: [react(), themeSheet(), pdfFiles(), sevenZipLicences()],
  resolve: {
    alias: [
      {
        find: 'react-style-singleton',
        replacement: `${import.meta.dirname}/src/lib/stand-ins/style-singleton.ts`,
      },
      { find: /^zod$/, replacement: `${import.meta.dirname}/src/lib/stand-ins/zod.ts` },
    ],
  },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    rolldownOptions: {
      input: [
        'index.html',
        'verify.html',
        'src/boot.ts',
        'src/lib/read-only/banner.ts',
        'src/lib/fill/fill.ts',
      ],
    },
    outDir: 'dist',
    manifest: true,
    emptyOutDir: true,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // scripts/budgets.ts limits the bytes of the first visits.
    chunkSizeWarningLimit: 600,
  },
};

/**
 * Two builds: the client's (`vite build`), and the server's renderer (`vite build --ssr src/render.tsx`) with
 * everything bundled.
 */
export default defineConfig(async ({ isSsrBuild, command }): Promise<UserConfig> => {
  if (command === 'serve') return { ...client, server: { proxy: apiOfTheServer() } };
  if (isSsrBuild)
    return {
      ...client,
      build: {
        ...client.build,
        rolldownOptions: {},
        outDir: 'dist/.render',
        manifest: false,
        copyPublicDir: false,
      },
      ssr: { noExternal: true },
    };
  const codeSplitting = { groups: await chunkGroups(client) };
  const rolldownOptions = { ...client.build?.rolldownOptions, output: { codeSplitting, entryFileNames } };
  return { ...client, build: { ...client.build, rolldownOptions } };
});

/** The pages name the fill before they know any hash; the other files bear one. */
function entryFileNames({ name }: { name: string }): string {
  return name === 'fill' ? 'fill.js' : 'assets/[name]-[hash].js';
}

/** A class as scripts, sheets and pages name it: short, and all of one file alike, because that compresses well. */
function scopedName(name: string, file: string): string {
  return `${name}_${hash('sha256', path.relative(import.meta.dirname, file), 'base64url').slice(0, 4)}`;
}

/** Proxy to the server that `npm run dev` started. */
function apiOfTheServer() {
  const target = process.env['VITRIN_SERVER'] ?? 'http://localhost:3000';
  // The server answers only to the host of PUBLIC_URL, which the browser asks for.
  return Object.fromEntries(['/api', '/_allauth'].map((prefix) => [prefix, { target, changeOrigin: false }]));
}
