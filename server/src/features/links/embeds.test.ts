import { expect, test } from 'vitest';
import type { Link } from '@vitrin/shared/contract/links.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

async function createScene(address = 'https://youtu.be/dQw4w9WgXcQ', title = 'Film') {
  const { owner, customer, version } = await setup.createDelivery();
  const body = { title, address, version: version.id };
  const link = (await owner.browser.post('/api/links/', body)).json<Link>();
  const read = (browser = customer.browser) => browser.get(`/embed/${link.id}`);
  return { owner, customer, version, link, read };
}

test('the player of a link is a sandboxed document that loads from its host alone', async () => {
  const { link, read } = await createScene('https://youtu.be/dQw4w9WgXcQ', '"><script>alert(1)</script>');
  expect(link.embed).toBe('www.youtube-nocookie.com');
  const { statusCode, headers, body } = await read();
  expect(statusCode).toBe(200);
  expect(String(headers['content-security-policy']).split('; ')).toEqual([
    'sandbox allow-scripts allow-same-origin allow-presentation',
    "default-src 'none'",
    'frame-src https://www.youtube-nocookie.com',
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
  });
  expect(body).toContain('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"');
  expect(body).not.toContain('<script');
  expect(body.match(/https?:/g)).toHaveLength(1);
});

test('only users who see a link get its player', async () => {
  const { owner, customer, version, read } = await createScene();
  expect((await read(owner.browser)).statusCode).toBe(200);
  for (const other of [await setup.createFreelancer(), await setup.createCustomer({ owner })])
    expect((await read(other.browser)).statusCode).toBe(404);
  expect((await read(setup.createBrowser())).statusCode).toBe(401);
  await owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  expect((await read(customer.browser)).statusCode).toBe(404);
});

test('a link without a player gets none, and neither does one that now leads elsewhere', async () => {
  const plain = await createScene('https://github.com/a/b');
  expect(plain.link.embed).toBeNull();
  expect((await plain.read()).statusCode).toBe(404);
  const { owner, link, read } = await createScene();
  await owner.browser.patch(`/api/links/${link.id}/`, { address: 'https://example.com/' });
  expect((await read()).statusCode).toBe(404);
});

test.each(['0', 'x', '1/2', '9999999999', '%00', 'a'.repeat(64 * 1024)])(
  '/embed/%.20s is nothing',
  async (id) => {
    const { customer } = await createScene();
    expect((await customer.browser.get(`/embed/${id}`)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await customer.browser.get(`/embed/${id}`)).statusCode).toBeLessThan(500);
  },
);
