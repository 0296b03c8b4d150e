import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { User } from '@vitrin/shared/contract/users.ts';
import { expect, test, vi } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { type FakeAnswer, fakeServer } from '../../testing/fake-server.ts';
import { STARTER } from '../../testing/plans.ts';
import { PROJECT } from '../../testing/projects.ts';
import { queryClient } from '../../lib/query-client.ts';
import { renderScreen } from '../../testing/render.tsx';
import { CUSTOMER, FREELANCER } from '../../testing/users.ts';
import { ProjectsScreen } from './ProjectsScreen.tsx';

const COUNT = 23;

const projectOf = (id: number) => ({
  ...PROJECT,
  id,
  name: `Project ${id}`,
  customer: 'deniz',
  customer_id: 9,
});

/** A page of 23 projects, 10 a page, as the server answers. */
function pageOf(path: string): FakeAnswer {
  const page = Number(new URLSearchParams(path.split('?')[1]).get('page') ?? '1');
  if (page > Math.ceil(COUNT / 10)) return { status: 404, body: { detail: 'Invalid page.' } };
  const first = (page - 1) * 10 + 1;
  const ids = Array.from({ length: Math.min(10, COUNT - first + 1) }, (_, index) => first + index);
  const link = (to: number) => (to === 1 ? '/api/projects/' : `/api/projects/?page=${to}`);
  return {
    body: {
      count: COUNT,
      next: first + 10 <= COUNT ? link(page + 1) : null,
      previous: page > 1 ? link(page - 1) : null,
      results: ids.map(projectOf),
    },
  };
}

const NOTHING: FakeAnswer = { body: { count: 0, next: null, previous: null, results: [] } };

async function show({
  user = FREELANCER,
  at = '/projects',
  answer = pageOf,
}: {
  user?: User;
  at?: string;
  answer?: (path: string) => FakeAnswer | Promise<FakeAnswer>;
} = {}) {
  writeCachedUser(user);
  fakeServer({
    'GET /api/_allauth/browser/v1/auth/session': { body: { data: { user: { id: user.id } } } },
    [`GET /api/users/${user.id}/`]: { body: user },
    'GET /api/users/': NOTHING,
    'GET /api/projects/': ({ path }) => answer(path),
  });
  return renderScreen(<ProjectsScreen />, { at });
}

test('the first page shows its number and has no previous one', async () => {
  await show();
  expect(await screen.findByText('Page 1 of 3')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
  expect(screen.getByRole('link', { name: 'Project 1' }).getAttribute('href')).toBe('/projects/1');
});

test.each([
  ['is coloured', 'a freelancer', FREELANCER, true],
  ['is quiet', 'a client', CUSTOMER, false],
])('a past day %s in the list of %s', async (_how, _who, user, isLate) => {
  const results = [{ ...projectOf(1), next_due_on: '2024-12-03' }];
  await show({ user, answer: () => ({ body: { count: 1, next: null, previous: null, results } }) });
  const row = (await screen.findByRole('link', { name: 'Project 1' })).closest('tr');
  const day = row?.querySelector<HTMLTimeElement>('time[datetime="2024-12-03"]');
  expect(day?.parentElement?.textContent).toBe('Due: Dec 3, 2024Tuesday, December 3, 2024');
  expect(day?.hasAttribute('data-late')).toBe(isLate);
});

test('the page follows the address and the address follows the page', async () => {
  const { router } = await show({ at: '/projects?page=2' });
  await screen.findByText('Page 2 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Page 3 of 3')).toBeDefined();
  expect(router.state.location.search).toBe('?page=3');
  await router.navigate('/projects');
  expect(await screen.findByText('Page 1 of 3')).toBeDefined();
});

test.each([
  ['a freelancer', FREELANCER, ['Client', 'deniz']],
  ['a client', CUSTOMER, ['Freelancer', 'ada']],
])('the second column shows %s the other side', async (_who, user, [head = '', cell = '']) => {
  await show({ user });
  expect((await screen.findAllByRole('cell', { name: cell })).length).toBe(10);
  expect(screen.getAllByRole('columnheader')[1]?.textContent).toBe(head);
});

test.each([
  ['a freelancer', FREELANCER, 1],
  ['a client', CUSTOMER, 0],
])('%s may sort by customer only if customers differ', async (_who, user, count) => {
  await show({ user, at: '/projects?search=a' });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Sort by' }));
  expect(screen.getByRole('option', { name: 'Name A–Z' })).toBeDefined();
  expect(screen.queryAllByRole('option', { name: 'Client' })).toHaveLength(count);
});

test('a list of one page has no controls for pages', async () => {
  const results = [1, 2, 3].map(projectOf);
  await show({ answer: () => ({ body: { count: 3, next: null, previous: null, results } }) });
  expect(await screen.findByRole('link', { name: projectOf(3).name })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
});

test.each([
  ['?page=99', 'Page 3 of 3', '?page=3'],
  ['?page=nonsense', 'Page 1 of 3', ''],
  ['?page=0', 'Page 1 of 3', ''],
])('%s shows %s and corrects the address', async (address, text, corrected) => {
  const { router } = await show({ at: `/projects${address}` });
  expect(await screen.findByText(text)).toBeDefined();
  await waitFor(() => expect(router.state.location.search).toBe(corrected));
});

test("a failed list is an alert with the server's words in place of the table", async () => {
  await show({ answer: () => ({ status: 400, body: { detail: 'Not today.' } }) });
  expect((await screen.findByRole('alert')).textContent).toContain('Not today.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('a freelancer without projects is offered to create one', async () => {
  await show({ answer: () => NOTHING });
  expect(await screen.findByRole('heading', { name: 'No projects yet' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'New project' })).toBeDefined();
});

test('a customer without projects reads that the freelancer adds them, and can learn more', async () => {
  await show({ user: CUSTOMER, answer: () => NOTHING });
  expect(await screen.findByText('Projects appear here once a freelancer adds them for you.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Learn more' }).getAttribute('href')).toBe(
    '/subscription/pricing#faq',
  );
  expect(screen.queryByRole('button', { name: 'New project' })).toBeNull();
});

test('the limit dialog leads to the plans if the plan allows no more', async () => {
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'New project' }));
  expect((await screen.findByRole('link', { name: 'Upgrade' })).getAttribute('href')).toBe(
    '/subscription/pricing',
  );
});

test('skeletons of the projects are shown and announced as loading', async () => {
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  const { container } = await show({ answer: () => promise });
  expect((await screen.findByRole('status')).textContent).toBe('Loading projects');
  const busy = container.querySelector('[aria-busy]');
  expect(busy?.querySelectorAll('tbody tr')).toHaveLength(10);
  expect(screen.queryByRole('heading', { name: 'No projects yet' })).toBeNull();
  await act(async () => resolve(pageOf('')));
  expect(await screen.findByRole('link', { name: 'Project 1' })).toBeDefined();
  expect(container.querySelector('[aria-busy]')).toBeNull();
});

/** Holds back the answers to searches until the test releases them. */
async function showWithSlowSearch() {
  const searched: string[] = [];
  const { promise, resolve } = Promise.withResolvers<FakeAnswer>();
  const view = await show({
    answer: (path) => {
      const word = new URLSearchParams(path.split('?')[1]).get('search');
      if (word === null) return pageOf(path);
      searched.push(word);
      return promise;
    },
  });
  await screen.findByText('Page 1 of 3');
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search by project or client' });
  vi.useFakeTimers();
  const type = (text: string) => fireEvent.change(field, { target: { value: text } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const answerLate = async () => {
    resolve({ body: { count: 1, next: null, previous: null, results: [projectOf(77)] } });
    await pass(1000);
  };
  const clear = () => fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  return { ...view, field, searched, type, pass, clear, answerLate };
}

test('a cleared search stays cleared when its answer arrives late', async () => {
  const { field, searched, type, pass, clear, answerLate, router } = await showWithSlowSearch();
  type('summer');
  await pass(250);
  expect(searched).toEqual(['summer']);
  expect(router.state.location.search).toBe('?search=summer');
  clear();
  await answerLate();
  expect(field.value).toBe('');
  expect(router.state.location.search).toBe('');
  expect(screen.getByText('Page 1 of 3')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Project 77' })).toBeNull();
});

test('a search cleared during typing is never requested', async () => {
  const { field, searched, type, pass, clear, router } = await showWithSlowSearch();
  type('s');
  await pass(200);
  type('su');
  await pass(200);
  clear();
  await pass(1000);
  expect(searched).toEqual([]);
  expect([field.value, router.state.location.search]).toEqual(['', '']);
});

test('text typed while an earlier word is written to the address stays', async () => {
  const { field, searched, type, pass } = await showWithSlowSearch();
  type('sum');
  await pass(249);
  act(() => {
    vi.advanceTimersByTime(1);
    type('summer');
  });
  await pass(0);
  expect([searched, field.value]).toEqual([['sum'], 'summer']);
  await pass(250);
  expect(searched).toEqual(['sum', 'summer']);
});

test('cleared filters without results stay in place while all projects load', async () => {
  let answerAll: (answer: FakeAnswer) => void = () => {};
  const all = new Promise<FakeAnswer>((resolve) => (answerAll = resolve));
  await show({
    at: '/projects?search=xyz',
    answer: (path) => (path.includes('search=xyz') ? NOTHING : all),
  });
  const search = await screen.findByRole('searchbox');
  search.focus();
  fireEvent.click(await screen.findByRole('button', { name: 'Show all projects' }));
  await waitFor(() => expect(screen.queryByText('No project matches')).toBeNull());
  expect(screen.queryByText('No projects yet')).toBeNull();
  expect(document.activeElement).toBe(search);
  answerAll(pageOf('/api/projects/'));
  expect(await screen.findByText('Page 1 of 3')).toBeDefined();
  expect(document.activeElement).toBe(search);
});

test('the open form of a new project stays when the list turns out to be empty, or gets its first project', async () => {
  const answers = [Promise.withResolvers<FakeAnswer>(), Promise.withResolvers<FakeAnswer>()];
  let asked = 0;
  const subscription = {
    plan: STARTER,
    status: 'active',
    current_period_end: null,
    cancel_at_period_end: false,
    is_given: false,
    can_resume: false,
    can_change_card: false,
  } as const;
  const user = { ...FREELANCER, subscription };
  await show({ user, answer: () => answers[asked++]?.promise ?? NOTHING });
  await userEvent.click(await screen.findByRole('button', { name: 'New project' }));
  const name = await screen.findByLabelText('Name', {}, { timeout: 10_000 });
  await userEvent.type(name, 'Chairs');
  await act(async () => answers[0]?.resolve(NOTHING));
  expect(await screen.findByText('No projects yet')).toBeTruthy();
  expect(name.isConnected).toBe(true);
  void queryClient.invalidateQueries();
  await act(async () => answers[1]?.resolve(pageOf('/api/projects/')));
  expect(await screen.findByText('Project 1')).toBeTruthy();
  expect(name.isConnected).toBe(true);
  expect(name).toHaveProperty('value', 'Chairs');
});
