import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isNode, productionPackages } from './production-packages.ts';

/** A file of an installation: where it is below the root of the repository, and where below the packaged folder. */
export type PackagedFile = { from: string; to: string };

/** Files not read at run time: 110 MB in packages that are needed for the rest of their content. */
const NOT_READ = [
  // Declarations, source maps and the sources that bundles were made from.
  /\.d\.[cm]?ts$/,
  /\.map$/,
  /^node_modules\/(zod|mediabunny)\/src\//,
  /^node_modules\/@types\//,
  /^node_modules\/dejavu-fonts-ttf\/status\.txt$/,
  // Tests and examples of packages, and the package managers that two of them contain.
  /^node_modules\/.*\/(tests?|benchmarks?|examples?|\.yarn)\//,
  // Fonts that receipts are not set in.
  /^node_modules\/dejavu-fonts-ttf\/ttf\/DejaVu(Math|Serif|SansMono|SansCondensed|Sans-(Bold)?(Oblique|ExtraLight))/,
  // Builds for browsers and for require(), WebAssembly as text, and encoders, beside what the server imports.
  /^node_modules\/@cornerstonejs\/codec-openjpeg\/dist\/openjpeg(js|wasm\.)/,
  /^node_modules\/@hyzyla\/pdfium\/dist\/(index\.(cjs|esm\.(base64|browser|cdn|worker))|pdfium\.wasm\.base64|worker)/,
  /^node_modules\/@jsquash\/jxl\/codec\/enc\//,
  /^node_modules\/fontkit\/dist\/browser/,
  /^node_modules\/libheif-js\/libheif(-wasm)?\/libheif(-bundle\.js|\.js|\.wasm)$/,
  /^node_modules\/mediabunny\/dist\/bundles\//,
  /^node_modules\/pdfkit\/js\/pdfkit\.(browser|old|standalone)/,
];

/** FFmpeg of the product (GPL), for where the operating system has none. */
const FFMPEG = '@ffmpeg/core';

const SINGLE_FILES: readonly PackagedFile[] = [
  { from: 'package.json', to: 'package.json' },
  { from: 'engine/package.json', to: 'engine/package.json' },
  { from: 'operator/package.json', to: 'operator/package.json' },
  { from: 'server/package.json', to: 'server/package.json' },
  { from: 'shared/package.json', to: 'shared/package.json' },
  { from: 'web/package.json', to: 'web/package.json' },
  { from: 'docs/operations.md', to: 'docs/operations.md' },
  { from: 'packaging/vitrin', to: 'bin/vitrin' },
  { from: 'packaging/vitrin.service', to: 'packaging/vitrin.service' },
];

/**
 * Every file of an installation, in order: what the server runs from, the built web app, production dependencies and the
 * Node below them as bin/node; nothing that only development or tests need. `withFfmpeg` false leaves out the FFmpeg of
 * the product.
 */
export function packagedFiles(root: string, { withFfmpeg = true } = {}): PackagedFile[] {
  return [
    ...SINGLE_FILES,
    ...own(root, 'engine/src'),
    ...own(root, 'operator/src'),
    ...own(root, 'server/src'),
    ...own(root, 'shared/src'),
    ...filesBelow(root, 'web/dist').map(asItIs),
    ...productionPackages(root).flatMap((each) => {
      if (each.name === FFMPEG && !withFfmpeg) return [];
      if (isNode(each)) return nodeFiles(root, each.folder);
      return filesBelow(root, each.folder).filter(isRead).map(asItIs);
    }),
  ];
}

/** The links of the packaged folder: by them its workspaces find each other. */
export const PACKAGED_LINKS: readonly { at: string; to: string }[] = [
  'engine',
  'operator',
  'server',
  'shared',
].map((name) => ({ at: `node_modules/@vitrin/${name}`, to: `../../${name}` }));

function own(root: string, folder: string): PackagedFile[] {
  return filesBelow(root, folder)
    .filter(
      (file) =>
        isRead(file) &&
        !/(\.test|-stand-ins)\.ts$|\/README\.md$/.test(file) &&
        !/^\w+\/src\/testing\//.test(file),
    )
    .map(asItIs);
}

function nodeFiles(root: string, folder: string): PackagedFile[] {
  return filesBelow(root, folder)
    .filter((file) => /\/(bin\/node(\.exe)?|LICENSE)$/.test(file))
    .map((from) => ({
      from,
      to: from.endsWith('LICENSE') ? 'bin/node.LICENSE' : `bin/${path.basename(from)}`,
    }));
}

function isRead(file: string): boolean {
  return !NOT_READ.some((pattern) => pattern.test(file));
}

function asItIs(from: string): PackagedFile {
  return { from, to: from };
}

/** Paths below the root with slashes, sorted; without the packages that stand within a package. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder))
    .toSorted()
    .flatMap((name) => {
      const inside = `${folder}/${name}`;
      if (!lstatSync(path.join(root, inside)).isDirectory()) return [inside];
      return name === 'node_modules' ? [] : filesBelow(root, inside);
    });
}
