import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { uploadTo } from '../../../testing/forms.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const { owner, customer, version } = await setup.createDelivery();
const versionId = version.id;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test.each([
  ['logo.png', PNG, 'image/png', 'inline'],
  ['page.html', Buffer.from('<!doctype html><script>alert(1)</script>'), 'text/plain', 'attachment'],
  [
    'logo.svg',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    undefined,
    'attachment',
  ],
  ['picture.png', Buffer.from('<html>not a picture</html>'), 'text/plain', 'attachment'],
  ['film.mp4', Buffer.from('0000001c667479706d703432000000006d70343269736f6d', 'hex'), 'video/mp4', 'inline'],
  ['bytes', Buffer.from([0, 1, 2, 3]), 'application/octet-stream', 'attachment'],
] as const)('%s is served by what its bytes are', async (name, bytes, type, disposition) => {
  const file = await uploadTo(owner.browser, versionId, bytes, name);
  const { headers } = await customer.browser.get(file.file);
  if (type) expect(file.file_type).toBe(type);
  expect(headers['content-type']).toBe(file.file_type);
  expect(headers['content-disposition']).toBe(`${disposition}; filename=${name}`);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'.*frame-ancestors 'none'$/);
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(file.is_image).toBe(type === 'image/png');
  expect(file.is_video).toBe(type === 'video/mp4');
});

test('only our own pages may frame a pdf', async () => {
  const file = await uploadTo(owner.browser, versionId, Buffer.from('%PDF-1.4\n%âãÏÓ\n'), 'plan.pdf');
  expect(file.file_type).toBe('application/pdf');
  const shown = await customer.browser.get(file.file);
  expect(shown.headers['content-security-policy']).toBe("sandbox; frame-ancestors 'self'");
  expect(shown.headers['x-frame-options']).toBe('SAMEORIGIN');
  const saved = await customer.browser.get(`${file.file}?download=1`);
  expect(saved.headers['content-disposition']).toMatch(/^attachment/);
  expect(saved.headers['x-frame-options']).toBe('DENY');
});

test.each([
  [{}, 200, [0, 9999]],
  [{ range: 'bytes=0-0' }, 206, [0, 0]],
  [{ range: 'bytes=100-199' }, 206, [100, 199]],
  [{ range: 'bytes=9000-' }, 206, [9000, 9999]],
  [{ range: 'bytes=-10' }, 206, [9990, 9999]],
  [{ range: 'bytes=0-1,5-6' }, 200, [0, 9999]],
  [{ range: 'bytes=5-9', 'if-range': 'ETAG' }, 206, [5, 9]],
  [{ range: 'bytes=5-9', 'if-range': '"other"' }, 200, [0, 9999]],
  [{ range: 'bytes=5-9', 'if-range': 'W/ETAG' }, 200, [0, 9999]],
  [{ range: 'bytes=5-9', 'if-range': 'Fri, 20 Nov 2026 10:00:00 GMT' }, 200, [0, 9999]],
  [{ range: 'bytes=9990-99999999999999999999' }, 206, [9990, 9999]],
  [{ range: 'bytes=5-9', 'if-match': 'ETAG' }, 206, [5, 9]],
] as const)('%j is answered with %i and the right bytes', async (given, status, [start, end]) => {
  const bytes = randomBytes(10_000);
  const file = await uploadTo(owner.browser, versionId, bytes);
  const etag = (await owner.browser.get(file.file)).headers.etag ?? '';
  const headers = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [key, value.replace('ETAG', etag)]),
  );
  const response = await owner.browser.get(file.file, headers);
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-length']).toBe(String(end - start + 1));
  expect(response.headers['accept-ranges']).toBe('bytes');
  const range = status === 206 ? `bytes ${start}-${end}/10000` : undefined;
  expect(response.headers['content-range']).toBe(range);
  expect(response.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  // Ranges exist for GET only (RFC 9110, 14.2).
  const head = await owner.browser.request({ method: 'HEAD', url: file.file, headers });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10000', '']);
});

test('bytes that the browser has are not sent again, and a range beyond the end is refused', async () => {
  const file = await uploadTo(owner.browser, versionId, Buffer.from('0123456789'));
  const { etag = '' } = (await owner.browser.get(file.file)).headers;
  const again = await owner.browser.get(file.file, { 'if-none-match': etag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const behind = await owner.browser.get(file.file, { range: 'bytes=10-' });
  expect([behind.statusCode, behind.headers['content-range']]).toEqual([416, 'bytes */10']);
  const changed = await owner.browser.get(file.file, { 'if-match': '"other"', range: 'bytes=5-' });
  expect([changed.statusCode, changed.body]).toEqual([412, '']);
});

test('guests get 401, but a guest who opened the address is sent to the login and back', async () => {
  const file = await uploadTo(owner.browser, versionId, PNG, 'logo.png');
  const guest = setup.createBrowser();
  expect((await guest.get(file.file)).statusCode).toBe(401);
  expect((await guest.get(file.file, { accept: 'text/html', 'sec-fetch-dest': 'image' })).statusCode).toBe(
    401,
  );
  const navigations: Record<string, string>[] = [
    { accept: 'text/html,*/*' },
    { 'sec-fetch-dest': 'document' },
  ];
  for (const headers of navigations) {
    const response = await guest.get(`${file.file}?download=1`, headers);
    expect(response.statusCode).toBe(302);
    expect(response.headers.location).toBe(`/login?next=${encodeURIComponent(`${file.file}?download=1`)}`);
  }
});

test('no other user fetches a file or its thumbnail', async () => {
  const file = await uploadTo(owner.browser, versionId, PNG, 'logo.png');
  const others = [await setup.createFreelancer(), await setup.createCustomer({ owner })];
  for (const { browser } of others) {
    expect((await browser.get(file.file)).statusCode).toBe(404);
    expect((await browser.get(`/api/files/${file.id}/thumbnail/`)).statusCode).toBe(404);
  }
  expect((await owner.browser.get('/api/files/0/content/')).statusCode).toBe(404);
  expect((await owner.browser.get('/api/files/abc/content/')).statusCode).toBe(404);
});

test('for lost bytes the answer is a 404, and the list still works', async () => {
  const file = await uploadTo(owner.browser, versionId, Buffer.from('gone'), 'gone.txt');
  const storage_key = await setup.storageKeyOf(file.id);
  await setup.context.storage.delete([storage_key]);
  const alarm = vi.spyOn(setup.context.log, 'error');
  const response = await customer.browser.get(file.file);
  expect(response.statusCode).toBe(404);
  expect(response.json<{ detail: string }>().detail).toMatch(/no longer on the server/);
  // No header lets a browser keep the error and show it once the bytes are back.
  expect([response.headers.etag, response.headers['accept-ranges']]).toEqual([undefined, undefined]);
  const facts = { alarm: 'missing-object', file: file.id, key: storage_key };
  expect(alarm).toHaveBeenCalledExactlyOnceWith(facts, expect.any(String));
  expect((await customer.browser.request({ method: 'HEAD', url: file.file })).statusCode).toBe(404);
  expect((await customer.browser.get(`/api/files/?version=${versionId}`)).statusCode).toBe(200);
});
