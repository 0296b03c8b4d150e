import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { EventKind } from '../database/tables/events.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Runs a query that must be answered. */
export async function askFigures(person: Person, query: string): Promise<AnalyticsAnswer> {
  const response = await person.browser.get(`/api/analytics/query/?${query}`);
  if (response.statusCode !== 200) throw new Error(`${query}: ${response.body}`);
  return response.json<AnalyticsAnswer>();
}

/** A delivery of a freelancer on the largest plan, in a time zone. */
export async function deliveryIn(setup: TestApp, zone = 'UTC') {
  const made = await setup.createDelivery();
  await setup.putOnPlan(made.owner, 'enterprise', 400);
  await setup.db.updateTable('users').set({ time_zone: zone }).where('id', '=', made.owner.id).execute();
  return made;
}

export type DeliveryIn = Awaited<ReturnType<typeof deliveryIn>>;

/** Writes events at times, with their sums by hour. */
export async function see(
  { db }: Pick<TestApp, 'db'>,
  { owner, customer, project, version }: DeliveryIn,
  kind: EventKind,
  times: readonly string[],
  fileId: number | null = null,
): Promise<void> {
  const row = {
    kind,
    owner_id: owner.id,
    user_id: customer.id,
    project_id: project.id,
    version_id: kind === 'project_opened' ? null : version.id,
    file_id: fileId,
  };
  for (const created_at of times) {
    await db
      .insertInto('events')
      .values({ ...row, created_at })
      .execute();
    await db
      .insertInto('event_hours')
      .values({ owner_id: owner.id, kind, hour: created_at.slice(0, 13), amount: 1 })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'hour', 'kind']).doUpdateSet((e) => ({
          amount: e('event_hours.amount', '+', 1),
        })),
      )
      .execute();
  }
}
