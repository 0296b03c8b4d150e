import type { Link } from '@vitrin/shared/contract/links.ts';
import { openProject, prepareDelivery } from '../kit/delivery.ts';
import { expect, test } from '../kit/fixtures.ts';

const HOST = 'www.youtube-nocookie.com';

test('the player of a link requests its host only after a click, in a document that loads nothing else @before-release', async ({
  page,
  product,
  violations,
  t,
}) => {
  const delivery = await prepareDelivery(product, 'link-player');
  const body = { title: 'Film', address: 'https://youtu.be/dQw4w9WgXcQ', version: delivery.version };
  const { id } = await delivery.freelancer.expectCall<Link>(201, 'POST', '/api/links/', body);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url)) requested.push(request.url());
  });
  await page
    .context()
    .route(/^https:/, (route) => route.fulfill({ contentType: 'text/html', body: '<p>A film</p>' }));
  await openProject(page, delivery, 'customer');
  await expect(page.getByText(t('links.loadsFrom', { host: HOST }))).toBeVisible();
  expect(requested).toEqual([]);

  await page.getByRole('button', { name: `${t('links.show')}: Film` }).click();
  const document = page.frameLocator(`iframe[src="/embed/${id}"]`);
  await expect(document.frameLocator('iframe').getByText('A film')).toBeVisible();
  expect(requested).toEqual([`https://${HOST}/embed/dQw4w9WgXcQ`]);
  const frame = page.frames().find((one) => one.url() === `${product.url}/embed/${id}`);
  // The policy of the document blocks a frame of any other host.
  const held = await frame?.evaluate(async () => {
    const refused = new Promise<string>((resolve) =>
      globalThis.document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
        resolve(blockedURI),
      ),
    );
    globalThis.document.body.insertAdjacentHTML(
      'beforeend',
      '<iframe src="https://other.example/"></iframe>',
    );
    return refused;
  });
  expect(held).toContain('https://other.example');
  await expect.poll(() => violations.splice(0).join(' ')).toContain('https://other.example');
  await page.getByRole('button', { name: `${t('links.hide')}: Film` }).click();
  await expect(page.locator('iframe')).toHaveCount(0);
});
