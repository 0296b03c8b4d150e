import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Currency, Plan } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import type { Render } from '@vitrin/shared/rules/rendered-pages.ts';
import { planSeeds } from '../server/src/database/migrations/0001-0019/0002-plan-seeds.ts';

/**
 * Checks the built web app against the size budgets of first visits, in bytes of gzip unless stated otherwise: what the
 * landing page needs before React, and the scripts that a screen loads before it reacts.
 */
const dist = path.resolve(import.meta.dirname, '../web/dist');

type Chunk = { file: string; css?: string[]; imports?: string[]; assets?: string[] };
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

const APP = [
  'src/main.tsx',
  'src/i18n/en/common.json',
  'src/layout/shells/AppLayout.tsx',
  'src/layout/shells/Shell.tsx',
];
const { render } = (await import(path.join(dist, '.render/render.js'))) as { render: Render };
const landing = await renderLanding('en', 'USD');
const landingInTurkish = await renderLanding('tr', 'TRY');
/** Ten TCP segments, which are sent before the first acknowledgement, less 1.4 kB of headers. */
const FIRST_WINDOW = 13_200;

const CLIENT_PAGE = [
  ...APP,
  'src/i18n/en/projects.json',
  'src/screens/project-detail/ProjectDetailScreen.tsx',
];
const FREELANCER_PAGE = [...CLIENT_PAGE, 'src/screens/project-detail/ProjectWorkbench.tsx'];
const FILE_VIEWER = 'src/features/files/viewer/FileViewer.tsx';
const LATE_PARTS = 'src/layout/LateParts.tsx';
const UPLOAD_TRAY = 'src/features/files/uploads/tray/UploadTray.tsx';
const PDF_READER = 'src/features/files/viewer/documents/PdfView.tsx';
const PDF_WORKER = '../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs';
const COMPARISON = [
  'src/i18n/en/compare.json',
  'src/features/files/compare/CompareButton.tsx',
  'src/features/files/compare/Comparison.tsx',
];
const DASHBOARD = [
  ...APP,
  'src/i18n/en/projects.json',
  'src/i18n/en/tools.json',
  'src/screens/dashboard/DashboardScreen.tsx',
];
/** Files that a client must never load: editor, charts, forms. */
const TOOLS = [
  'src/components/rich-text/RichTextEditor.tsx',
  'src/features/analytics/charts.tsx',
  'src/screens/project-detail/ProjectWorkbench.tsx',
];

const budgets = [
  { name: 'landing page, scripts before React', limit: 5_000, bytes: sizeOf(scriptsOf(['src/boot.ts'])) },
  { name: 'landing page, style in the page', limit: 10_000, bytes: styleSizeIn(landing) },
  { name: 'landing page, as brotli', limit: FIRST_WINDOW, bytes: brotliCompressSync(landing).length },
  {
    name: 'landing page in Turkish, as brotli',
    limit: FIRST_WINDOW,
    bytes: brotliCompressSync(landingInTurkish).length,
  },
  { name: "client's project page, scripts", limit: 190_000, bytes: sizeOf(scriptsOf(CLIENT_PAGE)) },
  {
    name: "client's project page with descriptions, scripts",
    limit: 203_000,
    bytes: sizeOf(scriptsOf([...CLIENT_PAGE, 'src/components/rich-text/sanitize-html.ts'])),
  },
  {
    name: 'viewer of files, scripts beyond the page',
    limit: 50_000,
    bytes: sizeOf(scriptsOf([FILE_VIEWER]).difference(scriptsOf(CLIENT_PAGE))),
  },
  {
    name: 'what every screen loads when idle, scripts beyond the page',
    limit: 5_000,
    bytes: sizeOf(scriptsOf([LATE_PARTS]).difference(scriptsOf(CLIENT_PAGE))),
  },
  {
    name: "tray of uploads, scripts beyond the freelancer's project page",
    limit: 8_000,
    bytes: sizeOf(scriptsOf([UPLOAD_TRAY]).difference(scriptsOf(FREELANCER_PAGE))),
  },
  {
    name: 'pdf reader, scripts beyond the viewer, as they are sent',
    limit: 570_000,
    bytes: sentSizeOf([
      ...scriptsOf([PDF_READER]).difference(scriptsOf([...CLIENT_PAGE, FILE_VIEWER])),
      manifest[PDF_WORKER]?.file ?? 'no worker',
    ]),
  },
  { name: "freelancer's project page, scripts", limit: 252_000, bytes: sizeOf(scriptsOf(FREELANCER_PAGE)) },
  {
    name: 'comparison of two versions, scripts beyond the page',
    limit: 60_000,
    bytes: sizeOf([
      ...scriptsOf(COMPARISON).difference(scriptsOf([...FREELANCER_PAGE, FILE_VIEWER])),
      ...threadsOf(COMPARISON),
    ]),
  },
  { name: 'dashboard, scripts', limit: 212_000, bytes: sizeOf(scriptsOf(DASHBOARD)) },
];

for (const name of TOOLS) {
  const file = manifest[name]?.file;
  if (file !== undefined && !scriptsOf(CLIENT_PAGE).has(file)) continue;
  console.log(`OVER  client's project page: ${name} has no file of its own, or is loaded there`);
  process.exitCode = 1;
}

for (const { name, limit, bytes } of budgets) {
  const isOver = bytes > limit;
  const excess = isOver ? `, ${bytes - limit} bytes too many` : '';
  console.log(
    `${isOver ? 'OVER' : 'ok'}  ${name}: ${(bytes / 1000).toFixed(1)} of ${limit / 1000} kB${excess}`,
  );
  if (isOver) process.exitCode = 1;
}

/** The landing page as a new installation sends it. */
async function renderLanding(language: Language, currency: Currency): Promise<string> {
  const plans = planSeeds.map(({ plan, prices, texts }, index): Plan => {
    const price = prices.find((each) => each.currency === currency);
    const { description = '', features = [] } = texts.find((each) => each.language === language) ?? {};
    const price_per_period = (price?.amount_cents ?? 0) / 100;
    return {
      ...plan,
      id: index + 1,
      currency,
      price_per_period,
      description,
      features,
      capabilities: LEAST_CAPABILITIES,
    };
  });
  const template = readFileSync(path.join(dist, `.render/landing.${language}.html`), 'utf8');
  const page = { language, template, origin: 'http://localhost:3000', address: '/', plans };
  return (await render('landing', page)).html;
}

/** The scripts of these modules and of all modules they import statically. */
function scriptsOf(names: string[]): Set<string> {
  const files = new Set<string>();
  const collect = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(collect);
  };
  names.forEach(collect);
  return files;
}

/** The scripts of threads that these modules start. */
function threadsOf(names: string[]): string[] {
  const files = scriptsOf(names);
  const chunks = Object.values(manifest).filter(({ file }) => files.has(file));
  return chunks.flatMap(({ assets }) => assets ?? []).filter((asset) => asset.endsWith('.js'));
}

function sizeOf(files: Iterable<string>): number {
  return Array.from(files, (file) => gzipped(readFileSync(path.join(dist, file)))).reduce((a, b) => a + b, 0);
}

/** Total size as compressed by the build. Throws for a file that the build did not compress. */
function sentSizeOf(files: Iterable<string>): number {
  return Array.from(files, (file) => readFileSync(path.join(dist, `${file}.gz`)).length).reduce(
    (a, b) => a + b,
    0,
  );
}

/** Bytes of inlined styles and of the sheets that the page loads all the same. */
function styleSizeIn(html: string): number {
  const styles = Array.from(html.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, style = '']) => style);
  const links = html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"(?! disabled)/g);
  return gzipped(styles.join('')) + sizeOf(Array.from(links, ([, file = '']) => file));
}

function gzipped(content: string | Buffer): number {
  return gzipSync(content, { level: 9 }).length;
}
