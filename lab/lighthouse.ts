import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { signIn } from '../e2e/kit/delivery.ts';
import { ensureChromium } from '../test-kit/programs/ensure-chromium.ts';
import { CHROMIUM_ARGUMENTS } from '../test-kit/programs/find-chromium.ts';
import { measureFirstLooks } from './visits/first-looks.ts';
import { measureFirstVisits } from './visits/first-visits.ts';
import { measureLargeComparisons } from './visits/large-comparisons.ts';
import { measureLargeProjects } from './visits/large-projects.ts';
import { measureSections } from './visits/sections.ts';
import { type SampleClient, prepareClient } from './visits/sample-client.ts';
import { startProduct } from '../test-kit/product.ts';

/**
 * Runs Lighthouse on the landing page and on a client's project page with its mobile default (a mid-range phone
 * on slow 4G, first visit) and prints the medians of five runs. Then prints Chromium's own paint times on an
 * equally slow phone, the time to compare two large photographs, and the figures for 500 files and 200
 * milestones. For reading, never a gate: the figures depend on the machine.
 */
const RUNS = 5;
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

type Run = Record<string, number>;

const product = await startProduct({ env: { RATE_LIMITS: 'off' } });
try {
  const client = await prepareClient(product);
  await visitRepeatedly('Landing page, mobile', '/');
  await visitRepeatedly("Client's project page, mobile", client.address, client);
  await measureFirstVisits(product, client);
  await measureFirstLooks(product);
  await measureLargeComparisons(product);
  await measureLargeProjects(product);
  await measureSections(product);
} finally {
  await product.remove();
}

async function visitRepeatedly(name: string, address: string, client?: SampleClient) {
  const { port, stop } = await startChromium();
  const runs: Run[] = [];
  try {
    // Sets cookies in the browser: a header added to requests is missing in those that the page makes while
    // it is closed.
    if (client) await signInAt(port, client);
    for (let run = 1; run <= RUNS; run += 1) {
      const result = await lighthouse(product.url + address, { port, logLevel: 'error' });
      if (!result) throw new Error('Lighthouse gave no result');
      const { categories, audits } = result.lhr;
      const scores = Object.entries(categories).map(
        ([category, { score }]) => [category, (score ?? 0) * 100] as const,
      );
      const figures = FIGURES.map((figure) => [figure, audits[figure]?.numericValue ?? Number.NaN] as const);
      runs.push(Object.fromEntries([...scores, ...figures]));
      console.error(`run ${run} of ${RUNS}: ${scores.map((score) => score.join(' ')).join(', ')}`);
    }
  } finally {
    await stop();
  }
  console.log(`| ${name} | Median |\n|---|---|`);
  for (const figure of Object.keys(runs[0] ?? {})) console.log(`| ${figure} | ${medianOf(runs, figure)} |`);
}

async function signInAt(port: number, { session }: SampleClient): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context) await signIn(context, session);
  await browser.close();
}

function medianOf(runs: Run[], name: string): string {
  const values = runs.map((run) => run[name] ?? Number.NaN).toSorted((a, b) => a - b);
  const value = values[Math.floor(values.length / 2)] ?? Number.NaN;
  return name.includes('paint') || name.includes('time')
    ? `${value.toFixed(0)} ms`
    : String(Number(value.toFixed(3)));
}

async function startChromium(): Promise<{ port: number; stop: () => Promise<void> }> {
  const profile = mkdtempSync(path.join(tmpdir(), 'vitrin-lighthouse-'));
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    ...CHROMIUM_ARGUMENTS,
    // Nothing can attach to Chromium's own first page while it waits for the network.
    'about:blank',
  ];
  const browser = spawn(ensureChromium(), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
  const stopChromium = async () => {
    const exit = once(browser, 'exit');
    browser.kill('SIGTERM');
    await exit;
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  for await (const line of createInterface({ input: browser.stderr })) {
    const debuggingPort = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (debuggingPort === undefined) continue;
    browser.stderr.resume();
    return { port: Number(debuggingPort), stop: stopChromium };
  }
  throw new Error('Chromium did not start');
}
