import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Holds the built web application to the budgets of its first visits, in bytes of gzip as the build's manifest
 * names the files: what the landing page needs before React, and what a client's project page loads in all.
 */
const dist = path.resolve(import.meta.dirname, '../web/dist');

type Chunk = { file: string; css?: string[]; imports?: string[] };
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

const APP = ['src/main.tsx', 'src/i18n/en.json', 'src/layout/AppLayout.tsx', 'src/layout/Shell.tsx'];
const landing = readFileSync(path.join(dist, 'landing.en.html'), 'utf8');

const CLIENT_PAGE = [...APP, 'src/screens/project-detail/ProjectDetailScreen.tsx'];
/** What must never travel to a client: the editor, the charts, the forms. */
const TOOLS = [
  'src/components/RichTextEditor.tsx',
  'src/features/analytics/charts.tsx',
  'src/screens/project-detail/ProjectWorkbench.tsx',
];

const budgets = [
  { name: 'landing page, scripts before React', limit: 5_000, files: scriptsOf(['src/boot.ts']) },
  { name: 'landing page, style sheets', limit: 10_000, files: linksOf(landing, /\/(assets\/[^"]+\.css)/g) },
  { name: "client's project page, scripts", limit: 200_000, files: scriptsOf(CLIENT_PAGE) },
  {
    name: "client's project page with descriptions, scripts",
    limit: 210_000,
    files: scriptsOf([...CLIENT_PAGE, 'src/components/sanitize-html.ts']),
  },
];

for (const name of TOOLS) {
  const file = manifest[name]?.file;
  if (file !== undefined && !scriptsOf(CLIENT_PAGE).has(file)) continue;
  console.log(`OVER  client's project page: ${name} has no file of its own, or is loaded there`);
  process.exitCode = 1;
}

for (const { name, limit, files } of budgets) {
  const bytes = Array.from(
    files,
    (file) => gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
  );
  const total = bytes.reduce((sum, size) => sum + size, 0);
  const isOver = total > limit;
  console.log(`${isOver ? 'OVER' : 'ok'}  ${name}: ${(total / 1000).toFixed(1)} of ${limit / 1000} kB`);
  if (isOver) process.exitCode = 1;
}

/** The scripts of these modules and of everything they import at once. */
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

function linksOf(html: string, pattern: RegExp): Set<string> {
  return new Set(Array.from(html.matchAll(pattern), ([, file = '']) => file));
}
