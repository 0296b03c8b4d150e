import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AnalyticsAnswer, AnalyticsRow } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { expect, test } from 'vitest';
import { fakeServer } from '../../../testing/fake-server.ts';
import { renderScreen } from '../../../testing/render.tsx';
import { type Ask, csvAddress } from './ask.ts';
import { QueryCard } from './QueryCard.tsx';

const row = (key: string, value: number | null, more: Partial<AnalyticsRow> & { name?: string } = {}) => ({
  keys: [{ key, name: more.name ?? null }],
  value,
  p90: more.p90 ?? null,
  before: more.before ?? null,
});

const answer = (given: Partial<AnalyticsAnswer>): AnalyticsAnswer => ({
  measure: 'downloads',
  unit: 'count',
  zone: 'UTC',
  from: '2026-11-01',
  to: '2026-11-03',
  by: ['day'],
  rows: [row('2026-11-01', 0), row('2026-11-02', 3), row('2026-11-03', 0)],
  is_truncated: false,
  total: { value: 3, p90: null, before: null },
  storage: null,
  ...given,
});

async function show(given: Partial<AnalyticsAnswer>, language: 'en' | 'tr' = 'en') {
  const body = answer(given);
  const requests = fakeServer({ 'GET /api/analytics/query/': { body } });
  const ask: Ask = { measure: body.measure, by: body.by, from: body.from, to: body.to };
  await renderScreen(<QueryCard ask={ask} />, { language });
  return requests;
}

test.each([
  ['en', 'Downloads by day', 'All of it: Nov 2', 'Show as table'],
  ['tr', 'İndirmeler: güne göre', 'Tamamı: 2 Kas', 'Tablo olarak göster'],
] as const)(
  'a card has its total and one point of a time in words, in %s',
  async (language, title, only, table) => {
    const requests = await show({}, language);
    const card = await screen.findByRole('region', { name: title });
    expect(await within(card).findByText('3')).toBeDefined();
    expect(within(card).getByText(only)).toBeDefined();
    await userEvent.click(within(card).getByRole('button', { name: `${table}: ${title}` }));
    expect(within(card).getAllByRole('row')).toHaveLength(4);
    expect(requests[0]?.path).toBe(
      '/api/analytics/query/?measure=downloads&by=day&from=2026-11-01&to=2026-11-03',
    );
  },
);

test('the previous period is shown beside each figure, and the total shows its change', async () => {
  await show({
    by: ['customer'],
    rows: [
      row('4', 12, { name: 'deniz.otel', before: 8 }),
      row('', 2, { name: '', before: 0 }),
      row('9', 1, { name: '', before: 4 }),
    ],
    total: { value: 15, p90: null, before: 12 },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show as table: Downloads by client' }));
  expect(screen.getByText('vs. 12 in the previous 3 days (+25%)')).toBeDefined();
  const rows = screen.getAllByRole('row').map((each) => each.textContent);
  expect(rows).toEqual([
    'ClientDownloadsPrevious period',
    'deniz.otel128',
    'Without a client20',
    'Deleted14',
  ]);
});

test('durations are medians with their 90th percentile', async () => {
  await show({
    measure: 'first_look',
    unit: 'seconds',
    by: ['project'],
    rows: [row('4', 7200, { name: 'Campaign', p90: 90_000 }), row('5', 60, { name: 'Logo', p90: 60 })],
    total: { value: 3600, p90: 90_000, before: null },
  });
  expect(await screen.findByText('1 hr')).toBeDefined();
  expect(screen.getByText('90% within 1 day 1 hr')).toBeDefined();
});

test('two dimensions without a time axis are shown as a table first', async () => {
  const cell = (hour: string, weekday: string, value: number) => ({
    keys: [
      { key: weekday, name: null },
      { key: hour, name: null },
    ],
    value,
    p90: null,
    before: null,
  });
  await show({ by: ['weekday', 'hour'], rows: [cell('09', '1', 4), cell('17', '5', 2)] });
  await screen.findByRole('button', { name: /^Show as table/ });
  const table = document.querySelector('table');
  expect(table?.querySelectorAll('tbody tr')).toHaveLength(24);
  expect(table?.querySelector('tbody tr:nth-child(10)')?.textContent).toBe('09:004······');
});

test('an empty card explains its figures, and offers no table', async () => {
  await show({ rows: [row('2026-11-01', 0)], total: { value: 0, p90: null, before: null } });
  expect(await screen.findByText('Nothing from November 1, 2026 to November 3, 2026.')).toBeDefined();
  expect(screen.getByText(/^Each file, and each version/)).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a refusal of the server is shown, and can be retried', async () => {
  let refused = true;
  fakeServer({
    'GET /api/analytics/query/': () =>
      refused ? { status: 403, body: { detail: 'Not in your plan.' } } : { body: answer({}) },
  });
  await renderScreen(<QueryCard ask={{ measure: 'downloads', by: ['day'] }} />);
  expect(await screen.findByText('Not in your plan.')).toBeDefined();
  refused = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All of it: Nov 2')).toBeDefined();
});

test('the address of the CSV has the same query', () => {
  expect(csvAddress({ measure: 'opens', by: ['day', 'project'], compare: true, customer: 4 })).toBe(
    '/api/analytics/query/?measure=opens&by=day%2Cproject&compare=previous&customer=4&format=csv',
  );
});
