import { visitCorpus } from './corpus.ts';
import { startFirefox } from './firefox.ts';
import { visitMoments } from './moments.ts';
import { visitScreens } from './screens.ts';
import { startWebkit } from './webkit.ts';

/**
 * Opens common screens, films at moments given in their addresses, and every file of the corpus, in Firefox
 * and in WebKit (the engine of iPhones). Needs `firefox-esr`, `webkit2gtk-driver`, `xvfb` and GStreamer's
 * plugins. The journeys cover Chromium. Arguments such as `webkit` or `firefox screens` select one browser or
 * one part.
 */
const BROWSERS = { firefox: startFirefox, webkit: startWebkit };
const PARTS = { screens: visitScreens, moments: visitMoments, corpus: visitCorpus };

/** Entries that the command line names; all of them if it names none. */
function chosen<T>(from: Record<string, T>): T[] {
  const asked = Object.keys(from).filter((name) => process.argv.includes(name, 2));
  return Object.entries(from).flatMap(([name, it]) =>
    asked.length === 0 || asked.includes(name) ? [it] : [],
  );
}

const counts = { passed: 0, failed: 0 };
for (const visit of chosen(PARTS))
  await visit(chosen(BROWSERS), ({ browser, name, shown, wanted }) => {
    counts[wanted === undefined ? 'passed' : 'failed'] += 1;
    const line = `${browser}  ${name}: ${shown}`;
    console.log(wanted === undefined ? `ok   ${line}` : `BAD  ${line}, wanted: ${wanted}`);
  });
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
