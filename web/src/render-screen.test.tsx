import { DATA_ELEMENT_ID, type RenderedPages, type ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, test } from 'vitest';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { render } from './render.tsx';
import { MILESTONE, PROJECT, PICTURE, VERSION } from './testing/projects.ts';
import { CUSTOMER, FREELANCER } from './testing/users.ts';

const TEMPLATE =
  '<html lang="en"><head><title>Vitrin</title></head><body><div id="root"></div></body></html>';
/** A text that tries to break out of its element, attribute or script. */
const HOSTILE = `</script><img src=x onerror=alert(1)>"'\`$& <!--\u2028\u2029]]>`;

const FILE = {
  ...PICTURE,
  name: `poster ${HOSTILE}.png`,
  thumbnail: '/api/files/5/thumbnail/',
  thumbnail_large: '/api/files/5/thumbnail/?size=large',
};
const HOSTILE_VERSION = {
  ...VERSION,
  version_number: `3.0 ${HOSTILE}`,
  description: '<p>With a <strong>larger</strong> title.</p>',
};
const DATA: ScreenData = {
  renderedAt: '2026-01-02T12:00:00.000Z',
  timeZone: 'Europe/Istanbul',
  user: CUSTOMER,
  project: {
    ...PROJECT,
    name: `Campaign ${HOSTILE}`,
    progress: 50,
    milestones: [MILESTONE, { ...MILESTONE, id: 2, order: 2, name: `Draft ${HOSTILE}`, completed: true }],
    versions: [HOSTILE_VERSION],
  },
  files: { version: 3, files: [FILE] },
};

const screen = (data: ScreenData, address = '/projects/1', language: Language = 'en') =>
  ({ language, template: TEMPLATE, address, data }) satisfies RenderedPages['screen'];

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

const htmlOf = async (...page: Parameters<typeof render>) => (await render(...page)).html;

test("a client's page shows the work before any script has run", async () => {
  const page = parse(await htmlOf('screen', screen(DATA)));
  const text = page.getElementById('root')?.textContent ?? '';
  for (const shown of [
    PROJECT.freelancer,
    DATA.project?.name,
    '50%',
    'Idea',
    HOSTILE_VERSION.version_number,
    'larger title',
  ])
    expect(text).toContain(shown);
  const pictures = Array.from(page.querySelectorAll('main img'), (image) => image.getAttribute('srcset'));
  expect(pictures).toEqual(['/api/files/5/thumbnail/ 480w, /api/files/5/thumbnail/?size=large 1600w']);
  expect(text).toContain('2 hours ago');
  expect(text).toContain('January 2, 2026 at 1:00 PM');
});

test('text of users is text on the page and in its data, and never a script', async () => {
  const html = await htmlOf('screen', screen(DATA));
  const page = parse(html);
  expect(page.title).toBe(`${DATA.project?.name} · Vitrin`);
  expect(page.querySelectorAll('[onerror]')).toHaveLength(0);
  const scripts = Array.from(page.querySelectorAll('script'));
  expect(scripts.map(({ id, type }) => [id, type])).toEqual([[DATA_ELEMENT_ID, 'application/json']]);
  expect(JSON.parse(scripts[0]?.textContent ?? '')).toEqual(DATA);
});

const LINK = {
  token: 'i.1.abc.def',
  kind: 'invitation' as const,
  username: `deniz ${HOSTILE}`,
  freelancer: `elif ${HOSTILE}`,
  face: null,
  work: { project: `Harbour ${HOSTILE}`, cover: '/api/invitations/cover/?token=i.1.abc.def' },
  mailed_to: null,
  has_identities: true,
  passkey: 'alone' as const,
};

test('a registration link names the freelancer before any script has run', async () => {
  const data: ScreenData = { renderedAt: DATA.renderedAt, timeZone: 'UTC', user: null, link: LINK };
  const page = parse(await htmlOf('screen', screen(data, `/customer-register?token=${LINK.token}`)));
  expect(page.querySelector('h1')?.textContent).toBe(`elif ${HOSTILE} has work to show you`);
  expect(page.title).toBe(`elif ${HOSTILE} has work to show you · Vitrin`);
  expect(page.body.textContent).toContain(LINK.work.project);
  expect(page.querySelector(`img[src="${LINK.work.cover}"]`)).not.toBeNull();
  expect(page.querySelectorAll('[onerror]')).toHaveLength(0);
  expect(JSON.parse(page.getElementById(DATA_ELEMENT_ID)?.textContent ?? '')).toEqual(data);
});

test('a form cannot be submitted before React is loaded, which would put the password into the address', async () => {
  const data: ScreenData = { renderedAt: DATA.renderedAt, timeZone: 'UTC', user: null, link: LINK };
  const page = parse(await htmlOf('screen', screen(data, `/customer-register?token=${LINK.token}`)));
  const form = page.querySelector('form');
  expect(form?.method).toBe('post');
  const submits = Array.from(form?.querySelectorAll<HTMLInputElement>('[type=submit]') ?? []);
  expect(submits.map(({ disabled }) => disabled)).toEqual([true]);
});

test("a new freelancer's dashboard shows which first steps are done", async () => {
  const { project, files: _files, ...rest } = DATA;
  const [customers, hasCopiedLink] = [[], true];
  const data: ScreenData = {
    ...rest,
    ...(project && { project: { ...project, versions: [{ ...HOSTILE_VERSION, file_count: 1 }] } }),
    user: { ...FREELANCER, project_count: 1 },
    recent: list(),
    summary: summary(),
    customers,
    hasCopiedLink,
  };
  const page = parse(await htmlOf('screen', screen(data, '/dashboard')));
  const steps = page.querySelectorAll('[aria-labelledby="first-steps"] li');
  expect(Array.from(steps, (step) => step.hasAttribute('data-done'))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect(page.title).toBe('Dashboard · Vitrin');
});

test('the first pictures are named in a header of bounded length, with characters that no file name changes', async () => {
  const files = Array.from({ length: 300 }, (_, index) => ({
    ...FILE,
    id: index + 5,
    name: `${'ş'.repeat(200)}.png`,
  }));
  const { preloads } = await render('screen', screen({ ...DATA, files: { version: 3, files } }));
  expect(preloads).toMatch(
    /^<\/api\/files\/5\/thumbnail\/[^>]*>; rel=preload; as=image; imagesrcset="[^"]+"; imagesizes="[^"]+"/,
  );
  expect(preloads.length).toBeLessThanOrEqual(2000);
  expect(preloads).toMatch(/^[\x20-\x7e]*$/);
});

test.each([
  ['freelancer', '/projects/1', { ...DATA, user: FREELANCER }, 'en', 'Add milestone'],
  ['client', '/projects/1', DATA, 'tr', 'Sırada: Idea'],
  ['client', '/projects', { ...DATA, project: undefined, projects: list() }, 'en', 'Campaign'],
  [
    'client',
    '/dashboard',
    { ...DATA, project: undefined, recent: list(), summary: summary() },
    'en',
    'Campaign',
  ],
] as const)('a %s is shown %s with its content', async (_who, address, shown, language, text) => {
  const data: ScreenData = JSON.parse(JSON.stringify(shown)) as ScreenData;
  const page = parse(await htmlOf('screen', screen(data, address, language)));
  const root = page.getElementById('root') as HTMLElement;
  expect(root.textContent).toContain(text);
});

test('a client finds the contact of the freelancer below the newest version', async () => {
  const face = { name: 'Studio', logo: null, accent: null, greeting: null, contact: '+90 532 000 00 00' };
  const page = parse(await htmlOf('screen', screen({ ...DATA, user: { ...CUSTOMER, face } })));
  const link = page.querySelector('main a[href^="https://wa.me/905320000000?text="]');
  expect(link?.textContent).toBe('Write to Studio');
  // Writing leaves the work open.
  expect(link?.getAttribute('target')).toBe('_blank');
});

function list() {
  return {
    count: 1,
    next: null,
    previous: null,
    results: [{ ...PROJECT, name: 'Campaign', customer: 'bora', customer_id: 4 }],
  };
}

function summary() {
  return { total_projects: 1, remaining_milestones: 0, projects_progress: 0 };
}

test('a page with the first of many files shows the size of all, and reserves room for the others', async () => {
  const version = { ...VERSION, file_count: 2000, size: 3 * 1024 ** 3 };
  const files = { version: 3, files: [{ ...FILE, size: 1024 }], isPart: true };
  const data = { ...DATA, project: { ...PROJECT, versions: [version] }, files };
  const page = parse(await htmlOf('screen', screen(data)));
  expect(page.body.textContent).toContain('Download all, 3 GB');
  expect(page.querySelector('main [data-long]')?.textContent).toBe('Loading');
  expect(page.body.textContent).not.toContain('Select files');
});
