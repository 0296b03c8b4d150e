import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { startProduct } from '../../test-kit/product.ts';
import { startPassingProxy } from '../../test-kit/services/passing-proxy.ts';
import { addFiles, download, fileIn, prepareDelivery, sha256Of, signIn } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';
import { specFolder } from '../kit/spec-folder.ts';

const KIB = 1024;

const folder = specFolder();

/** Sends a proxy's answer to a body that is too large for it. */
type Refusal = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers as nginx does, with a page of its own. */
function answerOf(status: number, words: string): Refusal {
  const title = `${status} ${words}`;
  const page = `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
  return (_, response) =>
    response.writeHead(status, { 'content-type': 'text/html', connection: 'close' }).end(page);
}

const tooLarge = answerOf(413, 'Request Entity Too Large');
const badGateway = answerOf(502, 'Bad Gateway');

/** Reads the whole body before it refuses, and passes nothing on. */
function afterBody(refuse: Refusal): Refusal {
  return (request, response) => void request.resume().on('end', () => refuse(request, response));
}

const cut: Refusal = (request) => request.socket.destroy();

/** Largest body that the proxy passes on, and the sizes that it has refused. */
type Limit = { bytes: number; refused: Set<number> };

/** Opens a project's page as its freelancer, behind a proxy with a limit of 1 MiB. */
async function openBehind(page: Page, refuse: Refusal, act: (limit: Limit) => Promise<void>): Promise<void> {
  const limit: Limit = { bytes: 1024 * KIB, refused: new Set() };
  const proxy = await startPassingProxy({
    answer(request, response) {
      const length = Number(request.headers['content-length'] ?? 0);
      if (length <= limit.bytes) return false;
      limit.refused.add(length);
      refuse(request, response);
      return true;
    },
  });
  const product = await startProduct({ env: { PUBLIC_URL: proxy.url } });
  try {
    proxy.to(product.url);
    const delivery = await prepareDelivery({ ...product, url: proxy.url }, 'behind-proxy');
    await signIn(page, delivery.freelancer);
    await page.goto(`${proxy.url}/projects/${delivery.project}`);
    await act(limit);
  } finally {
    proxy.stop();
    await product.remove();
  }
}

for (const [name, refuse] of [
  ['answers 413 to large bodies', tooLarge],
  ['answers 502 to large bodies', afterBody(badGateway)],
  ['closes the connection on large bodies', afterBody(cut)],
] as const)
  test(`an upload succeeds in smaller pieces behind a proxy that ${name}, and the next one starts with them @before-release`, async ({
    page,
  }) => {
    await openBehind(page, refuse, async (limit) => {
      const file = fileIn(folder(), 'first.bin', randomBytes(3000 * KIB));
      await addFiles(page, [file]);
      const link = page.getByRole('link', { name: 'Download first.bin' }).last();
      await expect(link).toBeVisible();
      expect(await download(page, () => link.click())).toEqual({
        name: 'first.bin',
        sha256: sha256Of(file),
      });
      expect([...limit.refused]).toEqual([3000 * KIB, 1500 * KIB]);

      limit.refused.clear();
      await page.reload();
      const second = fileIn(folder(), 'second.bin', randomBytes(3000 * KIB));
      await addFiles(page, [second]);
      const next = page.getByRole('link', { name: 'Download second.bin' }).last();
      await expect(next).toBeVisible();
      expect(await download(page, () => next.click())).toEqual({
        name: 'second.bin',
        sha256: sha256Of(second),
      });
      expect([...limit.refused]).toEqual([]);
    });
  });

test('an upload names the limit of a proxy that refuses the smallest piece @before-release', async ({
  page,
}) => {
  await openBehind(page, tooLarge, async (limit) => {
    limit.bytes = 100 * KIB;
    await addFiles(page, [fileIn(folder(), 'third.bin', randomBytes(1500 * KIB))]);
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText(
      /such as a proxy, does not let (524\.29|512) KB through/,
    );
    expect([...limit.refused]).toEqual([1500 * KIB, 750 * KIB, 512 * KIB]);
  });
});
