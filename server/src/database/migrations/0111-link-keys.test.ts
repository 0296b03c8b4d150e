import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Link } from '@vitrin/shared/contract/links.ts';
import { expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { up } from './0111-link-keys.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

test('existing links are found by their titles and hosts', async () => {
  const { owner, version } = await setup.createDelivery();
  const rows = Array.from({ length: 1001 }, (_none, index) => ({
    version_id: version.id,
    title: `Işık ${index}`,
    address: 'https://vimeo.com/1',
    position: index + 1,
    created_at: '2026-01-01T00:00:00.000Z',
  }));
  await setup.db.insertInto('links').values(rows).execute();
  await setup.db.schema.alterTable('links').dropColumn('search_key').execute();
  await up(setup.db);
  for (const [term, count] of [
    ['IŞIK', 1001],
    ['isik', 0],
    ['vimeo', 1001],
    ['işık 1000', 1],
  ] as const) {
    const answer = await owner.browser.get(`/api/links/?search=${encodeURIComponent(term)}`);
    expect([term, answer.json<Page<Link>>().count]).toEqual([term, count]);
  }
});
