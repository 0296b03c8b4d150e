import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import { writeWebBuild } from '../../testing/pages/web-build.ts';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';

const SCRIPT = 'document.documentElement.dataset.theme = "dark"';

const SHEET = '.hero{color:#0e5a54}';

const preload = (file: string) => `<link rel="modulepreload" href="/assets/${file}">`;
const PRELOADS = [
  {
    pattern: '^/projects/\\d+/?$',
    besides: {
      client: preload('late.js'),
      freelancer: preload('tools.js'),
      view: preload('view.js'),
    },
    links: { en: preload('project.js') + preload('en.js'), tr: preload('project.js') + preload('tr.js') },
  },
];

const folder = temporaryFolder();
mkdirSync(join(folder, 'assets'));
writeWebBuild(folder, {
  page: `<head><script>${SCRIPT}</script></head><p>page</p>`,
  landing: { en: `<style>${SHEET}</style><p>welcome</p>`, tr: '<p>hoş geldiniz</p>' },
  preloads: PRELOADS,
});
writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'export {}');
writeFileSync(join(folder, 'assets', 'seven-zip-worker-1a2b.js'), 'export {}');
writeFileSync(join(folder, 'assets', 'seven-zip-worker-1a2b.js.gz'), gzipSync('export {}'));
const setup = await sharedTestApp({}, { webFolder: folder });

test('a build without the page of receipts answers its address with 404', async () => {
  expect((await setup.createBrowser().get('/verify')).statusCode).toBe(404);
});

test('a part beyond the end of a file is refused with 416', async () => {
  const browser = setup.createBrowser();
  const response = await browser.get('/assets/main-1a2b.js', { range: 'bytes=500-' });
  expect(response.statusCode).toBe(416);
});

test.each([
  ['/dashboard', 200],
  ['/projects?page=2', 200],
  ['/projects/17', 200],
  ['/projects/seventeen', 404],
  ['/projects/0', 404],
  ['/projects/01', 404],
  ['/password-reset?token=abc', 200],
  ['/account/provider/callback', 200],
  ['/account/provider/signup', 200],
  ['/account/provider', 404],
  ['/no-such-page', 404],
  ['/projects/1/edit', 404],
])('the page at %s is answered with %i and the application', async (url, status) => {
  const response = await setup.createBrowser().get(url);
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-cache',
  });
  expect(response.body).toContain('<p>page</p>');
});

test.each([
  [{}, 'welcome'],
  [{ 'accept-language': 'tr-TR,tr;q=0.9' }, 'hoş geldiniz'],
  [{ 'accept-language': 'de,tr;q=0.5' }, 'welcome'],
  [{ 'accept-language': 'tr', cookie: 'language=en' }, 'welcome'],
  [{ 'accept-language': 'en', cookie: 'language=tr' }, 'hoş geldiniz'],
] as [Record<string, string>, string][])('a guest with %j reads %s', async (headers, text) => {
  const response = await setup.createBrowser().get('/', headers);
  expect(response.statusCode).toBe(200);
  expect(response.headers['vary']).toContain('Accept-Language');
  expect(response.body).toContain(text);
});

test('the landing page holds the plans of the database, in the language and currency of the reader', async () => {
  const guest = setup.createBrowser();
  const english = await guest.get('/');
  expect(english.body).toContain('"name":"Professional","price_per_period":29,"currency":"USD"');
  const turkish = await guest.get('/', { 'accept-language': 'tr' });
  expect(turkish.body).toContain('"name":"Professional","price_per_period":899,"currency":"TRY"');
});

test('the landing page is sent compressed to a client that accepts it', async () => {
  const response = await setup.createBrowser().get('/', { 'accept-encoding': 'gzip, br' });
  expect(response.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(response.rawPayload).toString()).toContain('welcome');
});

test('search engines find the landing page and nothing else', async () => {
  const guest = setup.createBrowser();
  const sitemap = await guest.get('/sitemap.xml');
  expect(sitemap.headers['content-type']).toContain('application/xml');
  const addresses = Array.from(sitemap.body.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address);
  expect(addresses).toEqual([
    'http://localhost:3000/?lang=en',
    'http://localhost:3000/?lang=tr',
    'http://localhost:3000/',
  ]);
  expect(sitemap.body.match(/hreflang="x-default" href="http:\/\/localhost:3000\/"/g)).toHaveLength(3);
  const robots = await guest.get('/robots.txt');
  expect(robots.body).toContain('Disallow: /api/');
  expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml');
});

test('an address that names the language is answered in it, whatever language the reader has chosen', async () => {
  const guest = setup.createBrowser();
  const turkish = await guest.get('/?lang=tr', { cookie: 'language=en' });
  expect(turkish.body).toContain('hoş geldiniz');
  expect(turkish.body).toContain('at http://localhost:3000/?lang=tr of');
  const english = await guest.get('/?lang=en', { 'accept-language': 'tr' });
  expect(english.body).toContain('welcome');
  expect(english.body).toContain('at http://localhost:3000/?lang=en of');
  const own = await guest.get('/?lang=xx', { cookie: 'language=tr' });
  expect(own.body).toContain('hoş geldiniz');
  expect(own.body).toContain('at http://localhost:3000/ of');
});

test('the page of a screen names the files it will load, texts of the reader included', async () => {
  const guest = setup.createBrowser();
  const english = await guest.get('/projects/17');
  expect(english.body).toContain('<link rel="modulepreload" href="/assets/project.js">');
  // A page also names the pictures that are drawn for its reader alone.
  const drawnFor = ({ body }: { body: string }) => /(tools|view|late)\.js/.exec(body)?.[1];
  expect(drawnFor(english)).toBe('late');
  const { browser } = await setup.createFreelancer();
  expect(drawnFor(await browser.get('/projects/17'))).toBe('tools');
  expect(drawnFor(await browser.get('/projects/17?view=client'))).toBe('view');
  expect(english.body).toContain('href="/assets/en.js"');
  const turkish = await guest.get('/projects/17/', { cookie: 'language=tr' });
  expect(turkish.body).toContain('href="/assets/tr.js"');
  expect((await guest.get('/analytics')).body).not.toContain('modulepreload');
});

test('a signed-in user is redirected to the dashboard; a foreign session cookie stays for its neighbour', async () => {
  const ada = await setup.createFreelancer();
  const response = await ada.browser.get('/');
  expect(response.statusCode).toBe(302);
  expect(response.headers).toMatchObject({ location: '/dashboard', 'cache-control': 'private, no-cache' });

  const stranger = setup.createBrowser('x'.repeat(43));
  const landing = await stranger.get('/');
  expect(landing.statusCode).toBe(200);
  expect(landing.cookies).toEqual([]);
});

test('hashed assets are cached for ever, and a missing one is no page', async () => {
  const guest = setup.createBrowser();
  const asset = await guest.get('/assets/main-1a2b.js');
  expect(asset.statusCode).toBe(200);
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await guest.get('/assets/main-gone.js')).statusCode).toBe(404);
});

test('a hashed asset comes without headers that only documents need, under a policy for threads', async () => {
  const { headers } = await setup.createBrowser().get('/assets/main-1a2b.js');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'self';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  });
  expect(Object.entries(headers).flat().join('').length).toBeLessThan(500);
});

test('the thread that lists archives may run WebAssembly, and no other script', async () => {
  const browser = setup.createBrowser();
  const policyOf = async (url: string, headers = {}) =>
    (await browser.get(url, headers)).headers['content-security-policy'];
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
  expect(await policyOf('/assets/seven-zip-worker-1a2b.js')).toBe(policy);
  expect(await policyOf('/assets/seven-zip-worker-1a2b.js', { 'accept-encoding': 'gzip' })).toBe(policy);
  for (const url of ['/assets/main-1a2b.js', '/projects/17'])
    expect(await policyOf(url)).not.toContain('wasm');
});

test.each(['/assets', '/assets/', '/.git/config', '/.env', '/.render/render.js', '/.vite/preloads.json'])(
  'the address %s lists no folder and shows no file that begins with a dot',
  async (url) => {
    const response = await setup.createBrowser().get(url);
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, expect.any(String)]);
    expect(response.body).not.toMatch(/main-1a2b|modulepreload/);
  },
);

test('pages allow no inline script but the one they contain, and no framing', async () => {
  const { headers } = await setup.createBrowser().get('/dashboard');
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}'`);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test.each(['/', '/dashboard'])(
  'the page at %s allows no style but that of its files and of the landing page',
  async (url) => {
    const { headers } = await setup.createBrowser().get(url);
    const policy = String(headers['content-security-policy']).split(';');
    const hash = createHash('sha256').update(SHEET).digest('base64');
    expect(policy.filter((directive) => directive.startsWith('style-src'))).toEqual([
      `style-src-elem 'self' 'sha256-${hash}'`,
      "style-src-attr 'unsafe-inline'",
    ]);
  },
);

test.each([
  ['https://vitrin.example', "img-src 'self' data: blob: https:"],
  ['http://vitrin.example', "img-src 'self' data: blob: https: http:"],
])('pictures in texts come from any address as safe as %s', async (publicUrl, expected) => {
  const site = await createTestApp({ PUBLIC_URL: publicUrl }, { webFolder: folder });
  const { headers } = await site.createBrowser().get('/dashboard', { host: 'vitrin.example' });
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy.filter((directive) => directive.startsWith('img-src'))).toEqual([expected]);
  await site.close();
});

test('on https HSTS is sent', async () => {
  const secure = await createTestApp({ PUBLIC_URL: 'https://vitrin.example' }, { webFolder: folder });
  const { headers } = await secure.createBrowser().get('/dashboard', { host: 'vitrin.example' });
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  await secure.close();
});
