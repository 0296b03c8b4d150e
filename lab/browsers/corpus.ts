import { setTimeout as pause } from 'node:timers/promises';
import { type CorpusPart, deliverCorpus, isAllDrawn } from '../../test-kit/deliver-corpus.ts';
import { outcomeInPage, type Shown } from '../../test-kit/outcome-in-page.ts';
import { startProduct } from '../../test-kit/product.ts';
import type { Browser } from './browser.ts';
import { startFirefox } from './firefox.ts';
import { startWebkit } from './webkit.ts';

/**
 * Opens every file of the corpus in Firefox and in WebKit, the engine of iPhones, as its client, and compares what is
 * shown with what the corpus asks for. Needs `firefox-esr`, `webkit2gtk-driver`, `xvfb` and GStreamer's plugins.
 * Chromium is tried by the journeys.
 */
const PATIENCE_MS = 30_000;

const STARTS = { firefox: startFirefox, webkit: startWebkit };
type Name = keyof typeof STARTS;
const asked = process.argv.slice(2);
const names = (Object.keys(STARTS) as Name[]).filter((name) => asked.length === 0 || asked.includes(name));

const product = await startProduct({ env: { RATE_LIMITS: 'off' } });
const counts = { passed: 0, failed: 0 };
try {
  const parts = await deliverCorpus(product);
  for (const part of parts) while (!(await isAllDrawn(part))) await pause(1000);
  for (const name of names) {
    const browser = await STARTS[name]();
    try {
      for (const part of parts) await visit(browser, part);
    } finally {
      await browser.close();
    }
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
} finally {
  await product.remove();
}

async function visit(browser: Browser, part: CorpusPart) {
  await browser.open(`${product.url}/robots.txt`);
  await browser.setCookies(part.customer.cookies);
  const address = `/api/files/?version=${part.version}&page_size=100`;
  type Listed = { id: number; name: string };
  const { results } = await part.customer.expectCall<{ results: Listed[] }>(200, 'GET', address);
  for (const { name, outcomes } of part.files) {
    const id = results.find((file) => file.name === name)?.id;
    await browser.open(`${product.url}/projects/${part.project}?version=${part.version}&file=${id}`);
    const shown = await outcomeOf(browser, name);
    const isRight = outcomes.some((each) => each === shown);
    counts[isRight ? 'passed' : 'failed'] += 1;
    const wanted = isRight ? '' : `, wanted: ${outcomes.join(' or ')}`;
    console.log(`${isRight ? 'ok ' : 'BAD'}  ${browser.name}  ${name}: ${shown}${wanted}`);
  }
}

async function outcomeOf(browser: Browser, name: string): Promise<Shown> {
  const end = Date.now() + PATIENCE_MS;
  let shown: Shown = 'nothing';
  while (shown === 'nothing' && Date.now() < end) {
    shown = await browser.run(outcomeInPage, name);
    if (shown === 'nothing') await pause(300);
  }
  return shown;
}
