import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { writeCachedUser } from '../../features/auth/sessions/cached-user.ts';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { PROJECT } from '../../testing/projects.ts';
import { renderScreen } from '../../testing/render.tsx';
import { FREELANCER } from '../../testing/users.ts';
import { DueNext } from './DueNext.tsx';

const inDays = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
};

async function show(days: (string | null)[]) {
  writeCachedUser(FREELANCER);
  const results = days.map((next_due_on, index) => ({
    ...PROJECT,
    id: index + 1,
    name: `Project ${index + 1}`,
    next_due_on,
  }));
  const requests = fakeServer({
    'GET /api/projects/': { body: { count: results.length, next: null, previous: null, results } },
  });
  return { requests, ...(await renderScreen(<DueNext />)) };
}

test('projects are listed with their due days, with links to late projects and those due this week', async () => {
  await show([inDays(-3), inDays(1), null]);
  const late = await screen.findByRole('link', { name: /^Project 1/ });
  expect([late.getAttribute('href'), late.textContent]).toEqual([
    '/projects/1',
    expect.stringContaining('3 days ago'),
  ]);
  expect(late.querySelector('time')?.dataset['late']).toBe('true');
  expect(screen.getByRole('link', { name: /^Project 2/ }).textContent).toContain('tomorrow');
  expect(screen.queryByText('Project 3')).toBeNull();
  const links = ['Late', 'Due this week'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  );
  expect(links).toEqual([
    '/projects?due=late&ordering=next_due_on',
    '/projects?due=week&ordering=next_due_on',
  ]);
});

test('nothing is shown without promised days', async () => {
  const { container, requests } = await show([null]);
  await waitFor(() => expect(requests).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(container.querySelector('section')).toBeNull();
});
