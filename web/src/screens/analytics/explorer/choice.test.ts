import { expect, test } from 'vitest';
import { askIn, rangeIn } from './choice.ts';

const of = (query: string) => new URLSearchParams(query);

test.each([
  ['', true, { days: 30 }],
  ['days=7', false, { days: 7 }],
  ['days=8', true, { days: 30 }],
  ['from=2026-01-01&to=2026-03-01', true, { from: '2026-01-01', to: '2026-03-01' }],
  ['from=2026-01-01&to=2026-03-01', false, { days: 30 }],
  ['from=2026-03-02&to=2026-03-01&days=90', true, { days: 90 }],
  ['from=2024-01-01&to=2026-01-01', true, { from: '2024-01-01', to: '2026-01-01' }],
  ['from=2024-01-01&to=2026-01-02', true, { days: 30 }],
  ['from=2026-13-01&to=2026-03-01', true, { days: 30 }],
  ['from=2026-01-01', true, { days: 30 }],
])('the address %j is the range of a plan with any range: %j', (query, isAnyRange, range) => {
  expect(rangeIn(of(query), isAnyRange)).toEqual(range);
});

test.each([
  ['', { measure: 'opens', by: ['day'], compare: false }],
  [
    'measure=bytes&by=file,device&compare=previous',
    { measure: 'bytes', by: ['file', 'device'], compare: true },
  ],
  ['measure=opens&by=file,week', { measure: 'opens', by: ['week'] }],
  ['measure=looks&by=day,day', { by: ['day'] }],
  ['measure=looks&by=', { by: [] }],
  ['measure=wages&project=4&customer=0', { measure: 'opens', project: 4, customer: undefined }],
])('the address %j means the query %j', (query, ask) => {
  expect(askIn(of(query), { days: 30 })).toMatchObject({ days: 30, ...ask });
});

test.each([
  ['2026-01-01', '2026-04-02', 'day'],
  ['2026-01-01', '2026-04-03', 'week'],
  ['2025-01-01', '2026-01-02', 'month'],
])('from %s to %s figures are grouped by %s', (from, to, time) => {
  expect(askIn(of(''), { from, to }).by).toEqual([time]);
});
