import { freelancers, type Row, row } from './access-row.ts';

/** Calls about a board that other freelancers cannot find. */
const OF_OWNER = (status: number): Row['statuses'] => [401, 403, 403, 404, status];

function board(payload?: object): Row['call'] {
  return async ({ setup, owner }) => {
    const { db, context } = setup;
    await setup.putOnPlan(owner, 'enterprise');
    const { id } = await db
      .insertInto('boards')
      .values({
        owner_id: owner.id,
        name: 'Mine',
        position: 1,
        cards: '[]',
        created_at: context.now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, ...(payload && { payload }) };
  };
}

const CARD = { title: 'Looks', query: { measure: 'looks' }, range: 'last_7_days' };

/** Boards of freelancers on Enterprise, the only plan that has them. */
export const boardRows: Row[] = [
  row('GET /api/analytics/boards/', freelancers(200)),
  row('POST /api/analytics/boards/', freelancers(201), async ({ setup, owner, otherFreelancer }) => {
    for (const person of [owner, otherFreelancer]) await setup.putOnPlan(person, 'enterprise');
    return { payload: { name: 'Mine' } };
  }),
  row('GET /api/analytics/boards/:id/', OF_OWNER(200), board()),
  row('PATCH /api/analytics/boards/:id/', OF_OWNER(200), board({ name: 'Other' })),
  row('DELETE /api/analytics/boards/:id/', OF_OWNER(204), board()),
  row('POST /api/analytics/boards/:id/cards/', OF_OWNER(201), board(CARD)),
  row('POST /api/analytics/boards/:id/mail/', OF_OWNER(204), board()),
];
