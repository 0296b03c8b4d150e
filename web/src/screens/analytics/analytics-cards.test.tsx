import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render.tsx';
import { ActivityFigures } from './ActivityFigures.tsx';
import { LooksCard } from './LooksCard.tsx';
import { PromisesCard } from './PromisesCard.tsx';

test.each([
  ['en', ['+4 vs. previous 30 days', '–3 vs. previous 30 days', 'same as the previous 30 days']],
  ['tr', ['önceki 30 güne göre +4', 'önceki 30 güne göre –3', 'önceki 30 günle aynı']],
] as const)('each figure stands beside the one before, in %s', async (language, texts) => {
  const figures = [
    { label: 'a', now: 12, before: 8 },
    { label: 'b', now: 1, before: 4 },
    { label: 'c', now: 0, before: 0 },
  ];
  await renderScreen(<ActivityFigures figures={figures} days={30} />, { language });
  for (const text of texts) expect(screen.getByText(text)).toBeDefined();
});

test('looks of customers are a table with pages', async () => {
  const look = (id: number): Look => ({
    id,
    kind: 'version_opened',
    username: 'deniz.otel',
    at: '2026-01-02T10:00:00.000Z',
    project: { id: 4, name: `Project ${id}` },
    version: { id: 5, version_number: '3.0' },
    file: null,
    link: null,
    files: 0,
    brought: null,
  });
  const requests = fakeServer({
    'GET /api/analytics/looks/': ({ path }) => {
      const isSecond = path.endsWith('page=2');
      return {
        body: {
          count: 11,
          next: isSecond ? null : '/api/analytics/looks/?page=2',
          previous: isSecond ? '/api/analytics/looks/?page=1' : null,
          results: isSecond ? [look(11)] : Array.from({ length: 10 }, (_, index) => look(index + 1)),
        },
      };
    },
  });
  await renderScreen(<LooksCard />);
  expect(await screen.findAllByRole('row')).toHaveLength(11);
  expect(screen.getByRole('link', { name: 'Project 1' }).getAttribute('href')).toBe('/projects/4');
  await userEvent.click(screen.getByRole('button', { name: /next/i }));
  expect(await screen.findByRole('link', { name: 'Project 11' })).toBeDefined();
  expect(requests.map(({ path }) => path)).toEqual(['/api/analytics/looks/', '/api/analytics/looks/?page=2']);
});

test('an empty table of looks explains itself', async () => {
  fakeServer({
    'GET /api/analytics/looks/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  await renderScreen(<LooksCard />);
  expect(await screen.findByText(/When a client opens a project/)).toBeDefined();
});

test.each([
  ['en', 'due May 4, delivered May 6', 'due May 1, not delivered'],
  ['tr', 'planlanan 4 May, teslim 6 May', 'planlanan 1 May, teslim edilmedi'],
] as const)(
  'days that were kept are counted, and those that were not are named, in %s',
  async (language, late, open) => {
    const project = { id: 4, name: 'Campaign' };
    const missed = [
      { project, milestone: 'Proof', due_on: '2026-05-04', delivered_on: '2026-05-06' },
      { project, milestone: null, due_on: '2026-05-01', delivered_on: null },
    ];
    await renderScreen(<PromisesCard days={30} promises={{ kept: 7, late: 1, overdue: 1, missed }} />, {
      language,
    });
    expect(screen.getByText('7')).toBeDefined();
    expect(screen.getByText('Proof')).toBeDefined();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining(late),
      expect.stringContaining(open),
    ]);
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/projects/4');
  },
);

test('a card without due promises shows a note', async () => {
  await renderScreen(<PromisesCard days={30} promises={{ kept: 0, late: 0, overdue: 0, missed: [] }} />);
  expect(screen.getByText(/^No date of a milestone/)).toBeDefined();
});
