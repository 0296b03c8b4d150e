import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FILLED } from '../../test-kit/compatibility/filled.ts';
import { SUPPORTED_BROWSERS } from '../../web/supported-browsers.ts';
import { ACCEPTED_USES } from './accepted-uses.ts';
import { newerFeatures } from '../../test-kit/compatibility/newer-features.ts';
import { newerInScript } from './scan-scripts.ts';
import { newerInStyles } from './scan-styles.ts';

/**
 * Checks the build against the list of supported browsers, by the compatibility data of MDN: built-ins,
 * interfaces, patterns and styles that one of them lacks must be filled in, or listed in accepted-uses.ts with a
 * reason.
 */
const dist = path.resolve(import.meta.dirname, '../../web/dist');

/** Worker scripts that run without the fill; only that of PDF.js is started with it. */
const THREADS = /difference-worker|seven-zip-worker/;

const features = newerFeatures();
const filled = new Set(FILLED.flatMap((name) => [name, `.${name.split('.')[1]}()`]));
const uses = ACCEPTED_USES.map(({ features: names, files }) => ({
  names: names.split(' ').map((each) => each.replaceAll('_', ' ')),
  files,
}));
const used = new Set<string>();
const unexplained: string[] = [];

for (const file of globSync(['*.js', 'assets/*.{js,mjs,css}', '.offline/page/*.{js,css}'], { cwd: dist })) {
  const text = readFileSync(path.join(dist, file), 'utf8');
  const name = path.basename(file);
  const found = file.endsWith('.css') ? newerInStyles(text) : newerInScript(text, features);
  for (const feature of found) {
    if (filled.has(feature) && !THREADS.test(name)) continue;
    const explained = uses.findIndex(({ names, files }) => names.includes(feature) && isAmong(name, files));
    if (explained === -1) unexplained.push(`${feature} in ${file}`);
    else used.add(`${explained} ${feature}`);
  }
}
const stale = uses.flatMap(({ names }, index) => names.filter((feature) => !used.has(`${index} ${feature}`)));
const list = Object.entries(SUPPORTED_BROWSERS).map((entry) => entry.join(' '));
for (const line of unexplained) console.log(`TOO NEW  ${line}: ${list.join(', ')} do not all have it`);
for (const feature of stale) console.log(`GONE  accepted-uses.ts names ${feature}, which is used no more`);
if (unexplained.length + stale.length > 0) process.exitCode = 1;
else console.log(`ok  the build runs in ${list.join(', ')}, by the data of MDN`);

function isAmong(name: string, beginnings: readonly string[] | undefined): boolean {
  return beginnings?.some((each) => name.startsWith(each)) ?? true;
}
