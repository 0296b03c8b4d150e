import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { PROJECT } from '../../testing/projects.ts';
import { holdProject, projectQuery } from './api.ts';

test('a project that is being deleted is not requested again, unless it turns out to stay', async () => {
  const requests = fakeServer({ [`GET /api/projects/${PROJECT.id}/`]: { body: PROJECT } });
  const query = projectQuery(PROJECT.id);
  const stop = new QueryObserver(queryClient, query).subscribe(() => {});
  await queryClient.refetchQueries({ queryKey: query.queryKey });
  const asked = requests.length;
  const release = holdProject(PROJECT.id);
  await queryClient.refetchQueries({ queryKey: query.queryKey });
  expect(requests).toHaveLength(asked);
  expect(queryClient.getQueryData(query.queryKey)).toEqual(PROJECT);
  release();
  await queryClient.refetchQueries({ queryKey: query.queryKey });
  expect(requests).toHaveLength(asked + 1);
  stop();
});
