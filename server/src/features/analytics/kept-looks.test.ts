import { expect, test } from 'vitest';
import type { FileReceivers } from '@vitrin/shared/contract/figures/activity.ts';
import type { Legal } from '@vitrin/shared/contract/payments/legal.ts';
import { passTime } from '../../testing/checkout/stripe-app.ts';
import { uploadTo } from '../../testing/forms.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { writeEvents } from '../events/service.ts';

const setup = await sharedTestApp({ KEEP_LOOKS_MONTHS: '6', KEEP_PAYMENTS_YEARS: '0' });
const DAY_SECONDS = 24 * 3600;

/** Runs the daily jobs `days` later. */
async function passDays(days: number): Promise<void> {
  setup.advance(days * DAY_SECONDS);
  await setup.db
    .updateTable('jobs')
    .set({ run_at: setup.context.now().toISOString() })
    .where('kind', 'in', ['sweep-events', 'sweep-plays'])
    .execute();
  await setup.runJobs();
}

test('looks are deleted after KEEP_LOOKS_MONTHS, except those that prove a delivery', async () => {
  const { owner, customer, project, version } = await setup.createDelivery();
  const file = await uploadTo(owner.browser, version.id, Buffer.from('a film'), 'a.txt');
  await customer.browser.post('/api/seen/', { kind: 'project_opened', id: project.id });
  for (let look = 0; look < 2; look++) {
    await customer.browser.post('/api/seen/', { kind: 'version_opened', id: version.id });
    await writeEvents(setup.context);
    setup.advance(3600);
  }
  expect((await customer.browser.post('/api/played/', { id: file.id, percent: 40 })).statusCode).toBe(204);
  expect((await customer.browser.get(`/api/files/${file.id}/content/?download=1`)).body).toBe('a film');
  await Promise.all([writeEvents(setup.context), writeDeliveries(setup.context)]);
  for (const kind of ['sweep-events', 'sweep-plays'] as const)
    await setup.db
      .insertInto('jobs')
      .values({
        kind,
        payload: '{}',
        run_at: '2026-01-01T00:00:00.000Z',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      .execute();
  const traces = async () => {
    const count = (table: 'plays' | 'visits' | 'deliveries') =>
      setup.db.selectFrom(table).select('user_id').where('user_id', '=', customer.id).execute();
    const looks = await setup.db
      .selectFrom('events')
      .select('amount')
      .where('user_id', '=', customer.id)
      .where('kind', '=', 'version_opened')
      .execute();
    const [plays, visits, deliveries] = await Promise.all(
      (['plays', 'visits', 'deliveries'] as const).map(count),
    );
    return {
      looks: looks.map(({ amount }) => amount),
      plays: plays?.length,
      visits: visits?.length,
      deliveries: deliveries?.length,
    };
  };
  await passDays(180);
  expect(await traces()).toEqual({ looks: [null, null], plays: 1, visits: 1, deliveries: 1 });
  await passDays(10);
  expect(await traces()).toEqual({ looks: [2], plays: 0, visits: 0, deliveries: 1 });
  await passTime(setup, owner, 0);
  const { seen_by, played_by, downloaded_by } = (
    await owner.browser.get(`/api/files/${file.id}/receivers/`)
  ).json<FileReceivers>();
  expect([seen_by.length, played_by.length, downloaded_by.length]).toEqual([0, 0, 1]);
});

test('the public settings show the retention times', async () => {
  const { looks_kept_months, payments_kept_years, invoices_kept_years } = (
    await setup.createBrowser().get('/api/legal/')
  ).json<Legal>();
  expect([looks_kept_months, payments_kept_years, invoices_kept_years]).toEqual([6, 0, null]);
});
