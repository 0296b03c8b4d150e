import { expect, test } from 'vitest';
import { activitiesOf } from './received.ts';

const FETCHED = { device: 'phone', files: 1, complete: 1, handed: 0, percent: 100 } as const;
const RECEIVERS = {
  seen_by: [{ username: 'Bora', at: '2026-11-20T10:00:00.000Z', brought: null }],
  played_by: [
    {
      username: 'Bora',
      at: '2026-11-20T12:00:00.000Z',
      device: 'phone' as const,
      percent: 40,
      brought: null,
    },
  ],
  downloaded_by: [{ ...FETCHED, username: 'Bora', at: '2026-11-20T11:00:00.000Z', brought: null }],
};

test('activity on a file is listed newest first', () => {
  const activities = activitiesOf({ kind: 'files', id: 3, name: 'film.mp4' }, RECEIVERS);
  expect(activities).toMatchObject([
    { kind: 'played', file: { name: 'film.mp4' }, played: { device: 'phone', percent: 40 } },
    { kind: 'downloaded', fetched: FETCHED, version: null },
    { kind: 'file_previewed', username: 'Bora', fetched: null, played: null },
  ]);
});

test('activity on a version names its readers and how many files they have', () => {
  const activities = activitiesOf({ kind: 'versions', id: 7, number: '2.0', fileCount: 4 }, RECEIVERS);
  expect(activities).toMatchObject([
    { kind: 'downloaded', version: { version_number: '2.0', file_count: 4 }, file: null },
    { kind: 'version_opened' },
  ]);
});
