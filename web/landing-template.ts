import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Manifest, filesOf, preloadsOf } from './preloads.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { LANGUAGES } from './src/i18n/language.ts';

/** Modules of `/` with style sheets that the page needs before React starts. */
const LANDING_MODULES = ['src/screens/landing/LandingScreen.tsx'];

/** index.html's own script, its preloads and its style sheet, which `linksOf` adds among the page's. */
const ENTRY_LINKS = /<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>/g;

/** ş, ğ and İ are in files of their own, which an English page does not need. */
const LATIN = ['instrument-sans-latin-first', 'fraunces-latin-first'];
const FIRST_FONTS: Record<Language, string[]> = {
  en: LATIN,
  tr: [...LATIN, 'instrument-sans-latin-ext-first', 'fraunces-latin-ext-first'],
};

/** Adds the server's templates to the build in `folder`, beside the renderer: landing pages and screens' preloads. */
export function writeTemplates(folder: string): void {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8').replaceAll(ENTRY_LINKS, '');
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const preloads = preloadsOf(manifest, fontsOf(folder, ['instrument-sans-latin-first']));
  writeFileSync(path.join(folder, '.vite/preloads.json'), JSON.stringify(preloads));
  mkdirSync(path.join(folder, '.render'), { recursive: true });
  for (const language of LANGUAGES) {
    const template = page
      .replace('<html lang="en"', `<html lang="${language}"`)
      .replace('</head>', () => `${linksOf(manifest, folder, language)}</head>`);
    writeFileSync(path.join(folder, `.render/landing.${language}.html`), template);
  }
}

/** Links in the head: picture, fonts and styles of the first screen, and boot.ts, which a browser would find late. */
function linksOf(manifest: Manifest, folder: string, language: Language): string {
  const { styles } = filesOf(manifest, LANDING_MODULES);
  const [boot = '', ...imported] = filesOf(manifest, ['src/boot.ts']).scripts;
  return [
    ...pictureLinksOf(folder, language),
    ...fontsOf(folder, FIRST_FONTS[language]).map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    ),
    ...imported.map((file) => `<link rel="modulepreload" href="/${file}">`),
    `<script type="module" src="/${boot}"></script>`,
    // Last, because links behind it would be requested late.
    ...styleOf(folder, styles),
  ].join('');
}

/** Style sheets, inlined for the first paint. The links load nothing; they tell Vite that the sheets are present. */
function styleOf(folder: string, files: Set<string>): string[] {
  const sheets = Array.from(files, (file) => readFileSync(path.join(folder, file), 'utf8'));
  return [
    `<style>${sheets.join('')}</style>`,
    ...Array.from(files, (file) => `<link rel="stylesheet" href="/${file}" disabled>`),
  ];
}

/** Preloads the first screen's picture in the system's theme, which a phone would find only after the styles. */
function pictureLinksOf(folder: string, language: Language): string[] {
  const widths = { narrow: '(max-width: 39.99em)', wide: '(min-width: 40em)' };
  return (['light', 'dark'] as const).flatMap((theme) =>
    Object.entries(widths).map(([size, width]) => {
      const file = assetOf(folder, `client-${size}-${theme}-${language}`, '.avif');
      const media = `(prefers-color-scheme: ${theme}) and ${width}`;
      return `<link rel="preload" as="image" type="image/avif" fetchpriority="high" media="${media}" href="/assets/${file}">`;
    }),
  );
}

function fontsOf(folder: string, names: string[]): string[] {
  return names.map((name) => assetOf(folder, name, '.woff2'));
}

function assetOf(folder: string, name: string, ending: string): string {
  const file = readdirSync(path.join(folder, 'assets')).find(
    (each) => each.startsWith(name) && each.endsWith(ending),
  );
  if (!file) throw new Error(`The build has no ${name}${ending}`);
  return file;
}
