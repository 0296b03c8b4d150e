import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { inMegabytes, missedMemory, residentMegabytes } from '../../test-kit/large/process-memory.ts';
import { deliverCorpus, isAllDrawn, LAST } from '../../test-kit/deliver-corpus.ts';
import { EXTENT } from '../../test-kit/large/extent.ts';
import { outcomeInPage, type Shown } from '../../test-kit/outcome-in-page.ts';
import { openProject } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

test.use({ isAlone: true });

// Each thumbnail is made by a process of its own, and films are converted.
test.describe.configure({ timeout: 1_500_000 });

/** Least number of files: the daily run opens some of each family, `npm run test:large` opens all. */
const LEAST = { whole: 90, daily: 21 }[EXTENT];

/** Most files in a list that is not collapsed. */
const UNFOLDED = 24;

test('every file, whether whole, cut off or hostile, shows its content or names its format @before-release', async ({
  page,
  product,
}) => {
  const health = watchHealth(product.url);
  const groups = await deliverCorpus(product, { extent: EXTENT });
  expect(groups.flatMap(({ files }) => files).length).toBeGreaterThanOrEqual(LEAST);
  const found: Record<string, string> = {};
  const asExpected: Record<string, string> = {};
  for (const group of groups) {
    await expect.poll(() => isAllDrawn(group), { timeout: 900_000, intervals: [1000] }).toBe(true);
    await openProject(page, group, 'customer');
    const all = page.getByRole('button', { name: /^Show all \d+ files$/ });
    if (group.files.length >= UNFOLDED) await all.click();
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(
      group.files.length + LAST.length,
    );
    for (const { name, outcomes } of group.files) {
      const outcome = await outcomeOf(page, name);
      found[name] = outcome;
      asExpected[name] = outcomes.some((one) => one === outcome) ? outcome : outcomes.join(' or ');
    }
    await page.goto('about:blank');
  }
  expect(found).toEqual(asExpected);
  const { answers, refusals } = await health.end();
  expect(answers).toBeGreaterThan(groups.length);
  expect(refusals).toEqual([]);
  // Files, hostile ones too, are decoded in processes of their own, so the server needs no more memory than for any
  // uploads.
  const { peak } = residentMegabytes(product.pid);
  console.log(`At most the server held ${inMegabytes(peak)}`);
  expect(missedMemory(peak)).toEqual([]);
});

/** Polls the server's health while files are sent, converted and viewed; returns its answers and refusals. */
function watchHealth(url: string): { end: () => Promise<{ answers: number; refusals: string[] }> } {
  const over = new AbortController();
  let answers = 0;
  const refusals: string[] = [];
  const ask = async () => {
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) }).catch(String);
      if (typeof answer !== 'string' && answer.ok) answers += 1;
      else refusals.push(typeof answer === 'string' ? answer : String(answer.status));
      await pause(100);
    }
  };
  const asking = ask();
  return {
    async end() {
      over.abort();
      await asking;
      return { answers, refusals };
    },
  };
}

async function outcomeOf(page: Page, name: string): Promise<string> {
  const open = page.getByRole('link', { name: `Open ${name}`, exact: true });
  const card = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
  if ((await open.count()) === 0) return (await card.count()) > 0 ? 'card' : 'nothing';
  await open.click();
  const viewer = page.getByRole('dialog');
  try {
    let outcome: Shown = 'nothing';
    await expect(async () => {
      outcome = await page.evaluate(outcomeInPage, name);
      expect(outcome).not.toBe('nothing');
    }).toPass({ timeout: 90_000, intervals: [50, 100, 200] });
    return outcome;
  } catch {
    const state = await viewer.locator('video').evaluateAll((all) =>
      all.map((film) => {
        const { readyState, networkState, error, videoWidth, currentTime } = film as HTMLVideoElement;
        return JSON.stringify({ readyState, networkState, error: error?.code, videoWidth, currentTime });
      }),
    );
    const alerts = await viewer.getByRole('alert').allTextContents();
    return `nothing ${state.join()} ${alerts.join()}`;
  } finally {
    await expect(viewer.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    // The viewer must have left the page, so that it is not mistaken for the next one.
    await expect(page.locator('[role=dialog]')).toHaveCount(0);
  }
}
