import { setTimeout as pause } from 'node:timers/promises';
import { type CorpusPart, deliverCorpus, isAllDrawn } from '../../test-kit/deliver-corpus.ts';
import { outcomeInPage, type Shown } from '../../test-kit/outcome-in-page.ts';
import { startProduct } from '../../test-kit/product.ts';
import { type Browser, inEach, type Visit } from './browser.ts';

const PATIENCE_MS = 30_000;

/** Opens every file of the corpus as its client, and compares the outcome with the allowed ones. */
export const visitCorpus: Visit = async (browsers, report) => {
  const product = await startProduct({ env: { RATE_LIMITS: 'off' } });
  try {
    const parts = await deliverCorpus(product);
    for (const part of parts) while (!(await isAllDrawn(part))) await pause(1000);
    await inEach(browsers, async (browser) => {
      for (const part of parts)
        for await (const { name, shown, outcomes } of openFiles(browser, product.url, part)) {
          const isRight = outcomes.some((each) => each === shown);
          report({ browser: browser.name, name, shown, wanted: isRight ? undefined : outcomes.join(' or ') });
        }
    });
  } finally {
    await product.remove();
  }
};

async function* openFiles(
  browser: Browser,
  origin: string,
  { customer, version, project, files }: CorpusPart,
) {
  await browser.signIn(origin, customer.cookies);
  const address = `/api/files/?version=${version}&page_size=100`;
  type Listed = { id: number; name: string };
  const { results } = await customer.expectCall<{ results: Listed[] }>(200, 'GET', address);
  for (const { name, outcomes } of files) {
    const id = results.find((file) => file.name === name)?.id;
    await browser.open(`${origin}/projects/${project}?version=${version}&file=${id}`);
    yield { name, outcomes, shown: await outcomeOf(browser, name) };
  }
}

async function outcomeOf(browser: Browser, name: string): Promise<Shown> {
  const end = performance.now() + PATIENCE_MS;
  let shown: Shown = 'nothing';
  while (shown === 'nothing' && performance.now() < end) {
    shown = await browser.run(outcomeInPage, name);
    if (shown === 'nothing') await pause(300);
  }
  return shown;
}
