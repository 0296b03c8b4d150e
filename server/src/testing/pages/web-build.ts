import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Parts = { page: string; landing: { en: string; tr: string }; preloads?: unknown[] };

/** Its landing page is the template, the address, and the plans as JSON. */
const RENDERER = `export const render = async (page, { template, origin, address, plans }) =>
  template + page + ' at ' + origin + address + ' of ' + JSON.stringify(plans);`;

/** Writes what a build of the web application has for the server, in small. */
export function writeWebBuild(folder: string, { page, landing, preloads = [] }: Parts): void {
  for (const name of ['.render', '.vite']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, '.render/landing.en.html'), landing.en);
  writeFileSync(join(folder, '.render/landing.tr.html'), landing.tr);
  writeFileSync(join(folder, '.render/render.js'), RENDERER);
  writeFileSync(join(folder, '.vite/preloads.json'), JSON.stringify(preloads));
}
