import { screen, within } from '@testing-library/react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Unopened } from '@vitrin/shared/contract/figures/looks.ts';
import type { Language, User } from '@vitrin/shared/contract/users.ts';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { freelancerOn, STARTER } from '../../testing/plans.ts';
import { PICTURE, PROJECT } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

const COVER = {
  ...PICTURE,
  thumbnail: '/api/files/5/thumbnail/',
  thumbnail_medium: '/api/files/5/thumbnail/?size=medium',
  width: 1200,
  height: 800,
};
const NAMED = ['Poster', 'Book', 'Film', 'Label'].map((name, index) => ({
  ...PROJECT,
  id: index + 1,
  name,
  cover: COVER,
}));

async function show(
  user: User,
  projects: readonly Project[] = NAMED,
  language: Language = 'en',
  unopened: Unopened = [],
) {
  writeCachedUser(user);
  const page = { count: projects.length, next: null, previous: null, results: projects };
  fakeServer({
    'GET /api/projects/': { body: page },
    'GET /api/analytics/unopened/': { body: unopened },
    'GET /api/projects/get_projects_summary/': {
      body: { total_projects: 4, remaining_milestones: 9, projects_progress: 40 },
    },
  });
  return renderScreen(<DashboardScreen />, { language });
}

/** True if `one` comes before `other` in the page's reading order. */
const isBefore = (one: Element, other: Element) =>
  Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);

test.each([
  ['a freelancer', FREELANCER],
  ['a customer', CUSTOMER],
])('%s has one link from the dashboard to all projects', async (_who, user) => {
  await show(user);
  const links = screen.getAllByRole('link', { name: 'View all projects' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/projects']);
});

const UNOPENED: Unopened = [
  {
    project: { id: 3, name: 'Film' },
    version: { id: 9, version_number: '2.0' },
    client: 'deniz.otel',
    ready_at: '2026-01-02T10:00:00.000Z',
  },
];

test.each([
  ['en', 'Not opened yet', 'Version 2.0 for deniz.otel'],
  ['tr', 'Henüz açılmadı', '2.0 sürümü, deniz.otel için'],
] as const)('unopened versions come first, in %s', async (language, title, words) => {
  await show(FREELANCER, NAMED, language, UNOPENED);
  const section = await screen.findByRole('region', { name: title });
  const link = within(section).getByRole('link');
  expect(link.getAttribute('href')).toBe('/projects/3');
  expect(link.textContent).toContain(`Film${words}`);
  const [figures] = document.getElementsByTagName('dl');
  expect(figures && isBefore(section, figures)).toBe(true);
});

test('no section is shown once clients have opened everything', async () => {
  await show(FREELANCER);
  await screen.findByRole('table');
  expect(screen.queryByRole('region', { name: 'Not opened yet' })).toBeNull();
});

test('a freelancer sees the projects before the limits of the plan', async () => {
  await show(freelancerOn(STARTER));
  const table = await screen.findByRole('table');
  expect(await screen.findByText('Average progress')).toBeTruthy();
  const actions = screen.getByRole('navigation', { name: 'Quick actions' });
  expect(isBefore(actions, table)).toBe(true);
  for (const name of ['Storage', 'Projects'])
    expect(isBefore(table, screen.getByRole('region', { name }))).toBe(true);
});

test('a client sees the work of each project, and the whole card is one link to it', async () => {
  await show(CUSTOMER);
  const cards = await screen.findAllByRole('article');
  expect(cards).toHaveLength(NAMED.length);
  const [card] = cards;
  if (!card) throw new Error('No card');
  const links = within(card).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Poster', '/projects/1'],
  ]);
  expect(within(card).getByText('by ada')).toBeTruthy();
  expect(card.querySelector('img')?.getAttribute('srcset')).toContain(COVER.thumbnail_medium);
});

test('a past day is a plain date on a client’s card', async () => {
  await show(CUSTOMER, [{ ...PROJECT, next_due_on: '2024-12-03' }]);
  const card = await screen.findByRole('article');
  const day = card.querySelector<HTMLTimeElement>('time[datetime="2024-12-03"]');
  expect([day?.textContent, day?.dataset['late']]).toEqual([
    'Dec 3, 2024Tuesday, December 3, 2024',
    undefined,
  ]);
});

test('the pictures of the first row load at once, those below lazily', async () => {
  const { container } = await show(CUSTOMER);
  await screen.findAllByRole('article');
  const pictures = [...container.querySelectorAll('article img')];
  expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual([
    'eager',
    'eager',
    'eager',
    'lazy',
  ]);
  expect(pictures[0]?.getAttribute('fetchpriority')).toBe('high');
});

test('a project without a picture is shown by its initial', async () => {
  const { container } = await show(CUSTOMER, [{ ...PROJECT, name: 'ilk iş' }], 'tr');
  expect(await screen.findByText('İ')).toBeTruthy();
  expect(container.querySelector('article img')).toBeNull();
});

test.each<[news: Project['news'], language: Language, text: string | null]>([
  [{ versions: 1, files: 4 }, 'en', 'New: 1 version and 4 files'],
  [{ versions: 0, files: 1 }, 'en', 'New: 1 file'],
  [{ versions: 2, files: 0 }, 'tr', 'Yeni: 2 sürüm'],
  [{ versions: 1, files: 3 }, 'tr', 'Yeni: 1 sürüm ve 3 dosya'],
  [{ versions: 0, files: 0 }, 'en', null],
  [null, 'en', null],
])('news of %j are shown in %s above the numbers as %j', async (news, language, text) => {
  await show(CUSTOMER, [{ ...PROJECT, news }], language);
  const card = await screen.findByRole('article');
  const said = within(card).queryByText(/^(New|Yeni): /);
  expect(said?.textContent ?? null).toBe(text);
  if (said) expect(isBefore(said, within(card).getByRole('progressbar'))).toBe(true);
});

test("a client sees the work without the freelancer's figures", async () => {
  await show(CUSTOMER);
  await screen.findAllByRole('article');
  expect(screen.queryByText('Average progress')).toBeNull();
});

test('a client without projects reads that the freelancer adds them', async () => {
  await show(CUSTOMER, []);
  expect(await screen.findByRole('link', { name: 'Learn more' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New project' })).toBeNull();
});
