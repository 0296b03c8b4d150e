import { expect, test } from 'vitest';
import type { Activity, ActivityPage, LinkReceivers } from '@vitrin/shared/contract/figures/activity.ts';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { Link } from '@vitrin/shared/contract/links.ts';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import type { LedgerFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import { pagesOf } from '../../testing/ledger/pdf-pages.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeEvents } from '../events/service.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** A version with a link, and functions that read its looks. */
async function createScene() {
  const { owner, customer, project, version } = await setup.createDelivery();
  const body = { title: 'Film', address: 'https://vimeo.com/1', version: version.id };
  const link = (await owner.browser.post('/api/links/', body)).json<Link>();
  const open = async (browser = customer.browser) => {
    const { statusCode } = await browser.post('/api/seen/', { kind: 'link_opened', id: link.id });
    await writeEvents(setup.context);
    return statusCode;
  };
  const count = async () => {
    const rows = await setup.db.selectFrom('events').select('id').where('link_id', '=', link.id).execute();
    return rows.length;
  };
  const activity = async () =>
    (await owner.browser.get(`/api/projects/${project.id}/activity/`)).json<ActivityPage>().results;
  const receipt = `/api/projects/${project.id}/receipt/`;
  const shown = async () => {
    const { entries } = (await owner.browser.get(receipt)).json<{
      entries: (LedgerFact & { at: string })[];
    }>();
    return entries.filter(({ kind }) => kind === 'link_shown');
  };
  return { owner, customer, project, version, link, open, count, activity, receipt, shown };
}

test("a look of a client at a link is shown, with the link's title, to its freelancer only", async () => {
  const { owner, customer, link, open, activity, version } = await createScene();
  expect(await open()).toBe(204);
  const opened = { username: customer.username, link: { id: link.id, title: 'Film' }, file: null };
  const entry: Partial<Activity> = {
    ...opened,
    kind: 'link_opened',
    fetched: null,
    played: null,
    brought: null,
  };
  expect(await activity()).toMatchObject([{ ...entry, version: { id: version.id } }]);
  const looks = (await owner.browser.get('/api/analytics/looks/')).json<Page<Look>>().results;
  expect(looks).toMatchObject([{ ...opened, kind: 'link_opened', files: 0 }]);
  const receivers = `/api/links/${link.id}/receivers/`;
  expect((await owner.browser.get(receivers)).json<LinkReceivers>()).toEqual({
    seen_by: [{ username: customer.username, at: setup.context.now().toISOString(), brought: null }],
  });
  expect((await customer.browser.get(receivers)).statusCode).toBe(404);
});

test('a look at a link by its freelancer, or at a hidden link, is not counted', async () => {
  const { owner, version, open, count } = await createScene();
  const stranger = await setup.createFreelancer();
  expect(await open(owner.browser)).toBe(204);
  expect(await open(stranger.browser)).toBe(404);
  await owner.browser.patch(`/api/versions/${version.id}/`, { ready_at: null });
  expect(await open()).toBe(404);
  expect(await count()).toBe(0);
});

test('a link opened again within half an hour counts once, and later again', async () => {
  const { open, count } = await createScene();
  for (const seconds of [0, 60, 28 * 60]) {
    setup.advance(seconds);
    await open();
  }
  expect(await count()).toBe(1);
  setup.advance(31 * 60);
  await open();
  expect(await count()).toBe(2);
});

test('the ledger records once for each client that a link was shown, with its address at that time', async () => {
  const { owner, link, version, open, shown, receipt, customer } = await createScene();
  await open();
  setup.advance(3600);
  await owner.browser.patch(`/api/links/${link.id}/`, { address: 'https://vimeo.com/2' });
  await open();
  expect(await shown()).toMatchObject([
    { link: 'Film', address: 'https://vimeo.com/1', link_id: link.id, version_id: version.id },
  ]);
  const [text = ''] = await pagesOf(
    (await owner.browser.get(`${receipt}?format=pdf&language=en`)).rawPayload,
  );
  expect(text).toContain('https://vimeo.com/1');
  expect(text).toContain(`Link shown to ${customer.username}`);
});

test('looks at a link are deleted with it, and its ledger entry stays', async () => {
  const { owner, link, open, count, shown } = await createScene();
  await open();
  await owner.browser.delete(`/api/links/${link.id}/`);
  expect(await count()).toBe(0);
  expect(await shown()).toHaveLength(1);
});
