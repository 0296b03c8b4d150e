import { QueryObserver } from '@tanstack/react-query';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { filesQuery } from '../files/api.ts';
import { projectQuery } from '../projects/api.ts';
import { createRefresh } from './refresh.ts';

const project = (id: number, ...versions: number[]) =>
  ({ id, versions: versions.map((version) => ({ id: version, version_number: `${version}.0` })) }) as Project;

const news: string[] = [];
let refresh: ReturnType<typeof createRefresh>;
let leave: (() => void)[];

/** Shows a query on the screen. */
function show(...queries: { queryKey: readonly unknown[] }[]): void {
  for (const query of queries) {
    const observer = new QueryObserver(queryClient, { ...query, staleTime: Infinity });
    leave.push(observer.subscribe(() => {}));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
  news.length = 0;
  leave = [];
  refresh = createRefresh((number) => news.push(number));
  queryClient.setQueryData(projectQuery(1).queryKey, project(1, 11));
  queryClient.setQueryData(projectQuery(2).queryKey, project(2, 21));
  queryClient.setQueryData(filesQuery(11).queryKey, []);
  queryClient.setQueryData(filesQuery(21).queryKey, []);
});
afterEach(() => leave.forEach((stop) => stop()));

test('only queries named by a hint and shown on the screen are fetched, once for several hints', async () => {
  const requests = fakeServer({
    'GET /api/projects/1/': { body: project(1, 11, 12) },
    'GET /api/files/': { body: { results: [] } },
  });
  show(projectQuery(1), projectQuery(2), filesQuery(11), filesQuery(21));
  for (let count = 0; count < 5; count += 1) refresh({ event: 'change', project: 1, parts: ['files'] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests.map(({ path }) => path).toSorted()).toEqual([
    '/api/files/?version=11',
    '/api/projects/1/?files=none',
  ]);
  expect(news).toEqual(['12.0']);
});

test('during a write its result is not undone', async () => {
  const requests = fakeServer({ 'GET /api/projects/1/': { body: project(1, 11) } });
  show(projectQuery(1));
  const written = Promise.withResolvers<void>();
  const write = queryClient.getMutationCache().build(queryClient, { mutationFn: () => written.promise });
  void write.execute(undefined);
  refresh({ event: 'change', project: 1, parts: ['milestones'] });
  await vi.advanceTimersByTimeAsync(2000);
  expect(requests).toHaveLength(0);
  written.resolve();
  await vi.advanceTimersByTimeAsync(1000);
  expect(requests).toHaveLength(1);
});

test.each(['list', 'resync'] as const)('after %s a deleted project is not shown', async (event) => {
  fakeServer({ 'GET /api/projects/1/': { status: 404, body: { detail: 'Not found.' } } });
  show(projectQuery(1));
  refresh({ event });
  await vi.advanceTimersByTimeAsync(5000);
  expect(queryClient.getQueryState(projectQuery(1).queryKey)).toMatchObject({
    data: undefined,
    status: 'error',
  });
});

test('a deleted project stays on the screen while there is unsaved input', async () => {
  fakeServer({ 'GET /api/projects/1/': { status: 404, body: { detail: 'Not found.' } } });
  show(projectQuery(1));
  const ask = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', ask);
  refresh({ event: 'list' });
  await vi.advanceTimersByTimeAsync(5000);
  removeEventListener('beforeunload', ask);
  expect(queryClient.getQueryData(projectQuery(1).queryKey)).toMatchObject({ id: 1 });
});
