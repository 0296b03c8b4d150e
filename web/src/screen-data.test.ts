import { QueryClient } from '@tanstack/react-query';
import type { ScreenData } from '@vitrin/shared/rules/rendered-pages.ts';
import { expect, test } from 'vitest';
import { filesQuery } from './features/files/api.ts';
import { fillCache } from './screen-data.ts';
import { PICTURE } from './testing/projects.ts';
import { CUSTOMER } from './testing/users.ts';

const DATA: ScreenData = { renderedAt: '2026-01-02T12:00:00.000Z', timeZone: 'UTC', user: CUSTOMER };

test.each([
  ['a whole list of files is not asked for again', false, 0],
  ['the first of many files are shown, and the whole list is asked for', true, 1],
])('%s', (_name, isPart, staleCount) => {
  const client = new QueryClient();
  fillCache(client, { ...DATA, files: { version: 3, files: [PICTURE], isPart } });
  const { queryKey } = filesQuery(3);
  expect(client.getQueryData(queryKey)).toEqual([PICTURE]);
  const asked = client
    .getQueryCache()
    .findAll({ queryKey, predicate: (query) => query.isStaleByTime(15_000) });
  expect(asked).toHaveLength(staleCount);
});
