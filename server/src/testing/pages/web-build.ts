import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Parts = { page: string; landing: { en: string; tr: string }; preloads?: unknown[] };

/** Its pages are the template, the address, and the plans or the screen's data as JSON; a project named
 * slow or broken is so, and the link of a customer named broken. */
const RENDERER = `export const render = async (...page) => ({ html: await htmlOf(...page), preloads: LINK });
const LINK = '</a.png>; rel=preload; as="image"';
const htmlOf = async (page, { template, origin, address, plans, data }) => {
  if (data?.link?.username === 'broken') throw new Error('cannot be rendered: ' + address);
  if (data?.project?.name === 'slow') await new Promise((resolve) => setTimeout(resolve, 60_000));
  if (data?.project?.name === 'broken') throw new Error('cannot be rendered');
  if (data) return '<p>rendered</p>' + JSON.stringify(data);
  return template + page + ' at ' + origin + address + ' of ' + JSON.stringify(plans);
};`;

/** Writes a small version of the web application's build for the server. */
export function writeWebBuild(folder: string, { page, landing, preloads = [] }: Parts): void {
  for (const name of ['.render', '.vite']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, '.render/landing.en.html'), landing.en);
  writeFileSync(join(folder, '.render/landing.tr.html'), landing.tr);
  writeFileSync(join(folder, '.render/render.js'), RENDERER);
  writeFileSync(join(folder, '.vite/preloads.json'), JSON.stringify(preloads));
}
