import { expect, test } from 'vitest';
import { Measure } from '@vitrin/shared/contract/figures/analytics-query.ts';
import type { Board } from '@vitrin/shared/contract/figures/boards.ts';
import { DIMENSIONS_OF } from '@vitrin/shared/rules/analytics-dimensions.ts';
import { type DeliveryIn, deliveryIn, see } from '../../../testing/analytics.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';
import type { StoredCard } from './cards.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

const OTHERS = 20;
const NEEDLES = ['Zyxwa Needle', 'Needle campaign', 'needle-plan.pdf'];

const CARDS = Measure.options.map((measure) => ({
  title: measure,
  query: {
    measure,
    by: DIMENSIONS_OF[measure]
      .filter((name) => ['customer', 'project', 'version', 'file'].includes(name))
      .slice(-2),
    compare: 'previous',
  },
  range: 'last_365_days',
}));

/** A delivery with a look, a downloaded file, a completed milestone, and a board with a card for each measure. */
async function busy(): Promise<DeliveryIn & { board: Board }> {
  const made = await deliveryIn(setup);
  const { owner, customer, project, version } = made;
  const file = await setup.createFile({ version, name: 'work.pdf' });
  const at = new Date(setup.context.now().getTime() - 3_600_000).toISOString();
  await see(setup, made, 'project_opened', [at]);
  await see(setup, made, 'file_previewed', [at], file.id);
  const of = { user_id: customer.id, project_id: project.id, version_id: version.id, file_id: file.id };
  const had = { size_bytes: 1, covered_bytes: 1, ranges: '', began_at: at, last_at: at, completed_at: at };
  await setup.db
    .insertInto('deliveries')
    .values({ ...of, ...had, owner_id: owner.id, device: 'phone' })
    .execute();
  await setup.db
    .insertInto('plays')
    .values({ ...of, device: 'phone', percent: 50, last_at: at })
    .execute();
  await setup.createMilestone({ project, completed: true });
  const answer = await owner.browser.post('/api/analytics/boards/', { name: 'All', cards: CARDS });
  expect(answer.statusCode, answer.body).toBe(201);
  return { ...made, board: answer.json<Board>() };
}

/** Everything that a freelancer reads of a board: the calls, the answers of its cards in both forms, and the mail with its tables. */
async function readAll({ owner, board }: { owner: DeliveryIn['owner']; board: Board }): Promise<string> {
  const url = `/api/analytics/boards/${board.id}/`;
  const shown = await owner.browser.get(url);
  const texts = [(await owner.browser.get('/api/analytics/boards/')).body, shown.body];
  for (const { query, from, to, about } of shown.json<Board>().cards)
    for (const format of ['json', 'csv']) {
      const filters = about.map(({ kind, id }) => [kind, String(id)]);
      const asked = new URLSearchParams([
        ...Object.entries({ measure: query.measure, by: query.by.join(','), from, to, format }),
        ...filters,
      ]);
      const answer = await owner.browser.get(`/api/analytics/query/?${asked.toString()}`);
      expect(answer.statusCode).toBe(about.some(({ name }) => name === null) ? 404 : 200);
      texts.push(answer.body);
    }
  expect((await owner.browser.post(`${url}mail/`)).statusCode).toBe(204);
  await setup.runJobs();
  const mails = setup.mails.filter(({ to }) => to === `${owner.username}@example.com`.toLowerCase());
  expect(mails).toHaveLength(1);
  for (const { subject, text, html, attachments = [] } of mails)
    texts.push(subject, text, html, ...attachments.map(({ filename, content }) => filename + content));
  return texts.join('\n');
}

test('a client, a project and a file of one freelancer appear in no board, mail or table of 20 others', async () => {
  const ada = await busy();
  const others = [];
  for (let count = 0; count < OTHERS; count += 1) others.push(await busy());
  const [client, project, file] = NEEDLES;
  await setup.db
    .updateTable('users')
    .set({ display_name: client ?? '' })
    .where('id', '=', ada.customer.id)
    .execute();
  await setup.db
    .updateTable('projects')
    .set({ name: project ?? '' })
    .where('id', '=', ada.project.id)
    .execute();
  await setup.db
    .updateTable('files')
    .set({ name: file ?? '' })
    .where('owner_id', '=', ada.owner.id)
    .execute();

  const own = await readAll(ada);
  for (const needle of NEEDLES) expect(own).toContain(needle);

  // Some boards store ids of hers in their rows, as if a check on write had failed.
  for (const [index, { board }] of others.entries()) {
    if (index % 2 === 0) continue;
    const query = { measure: 'looks' as const, by: [], compare: null, version: null };
    const days = { range: 'last_30_days', from: null, to: null } as const;
    const cards: StoredCard[] = [
      {
        id: 1,
        title: 'x',
        ...days,
        query: { ...query, project: ada.project.id, customer: null },
      },
      {
        id: 2,
        title: 'x',
        ...days,
        query: { ...query, project: null, customer: ada.customer.id },
      },
    ];
    await setup.db
      .updateTable('boards')
      .set({ cards: JSON.stringify(cards) })
      .where('id', '=', board.id)
      .execute();
  }
  for (const other of others) {
    const text = await readAll(other);
    for (const needle of [...NEEDLES, ada.customer.username]) expect(text).not.toContain(needle);
  }
});
