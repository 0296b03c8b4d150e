import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { filesQuery, holdFiles } from './api.ts';

test('files of a version that is being deleted are not requested again, unless it turns out to stay', async () => {
  const requests = fakeServer({
    'GET /api/files/': { body: { count: 0, next: null, previous: null, results: [] } },
  });
  const stop = new QueryObserver(queryClient, filesQuery(3)).subscribe(() => {});
  await queryClient.refetchQueries({ queryKey: ['files', 3] });
  const asked = requests.length;
  const release = holdFiles([3]);
  await queryClient.refetchQueries({ queryKey: ['files', 3] });
  expect(requests).toHaveLength(asked);
  expect(queryClient.getQueryData(filesQuery(3).queryKey)).toEqual([]);
  release();
  await queryClient.refetchQueries({ queryKey: ['files', 3] });
  expect(requests).toHaveLength(asked + 1);
  stop();
});
