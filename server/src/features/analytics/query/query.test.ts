import { expect, test } from 'vitest';
import type { AnalyticsAnswer } from '@vitrin/shared/contract/figures/analytics-query.ts';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { askFigures as ask, deliveryIn, see as seeIn } from '../../../testing/analytics.ts';
import { askWith, makeToken } from '../../../testing/api-tokens.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp();
const delivery = (zone?: string) => deliveryIn(setup, zone);
const see = seeIn.bind(null, setup);

const cellsOf = ({ rows }: AnalyticsAnswer) =>
  rows.map(({ keys, value }) => [...keys.map(({ key, name }) => name ?? key), value]);

/** Every half hour from a time on. */
function halfHours(from: string, hours: number): string[] {
  const begin = Date.parse(from);
  return Array.from({ length: 2 * hours }, (_, index) => new Date(begin + index * 1_800_000).toISOString());
}

const DAYS_OF_CHANGE = [
  ['UTC', '2026-03-29', 24, '2026-10-25', 24],
  ['Europe/Berlin', '2026-03-29', 23, '2026-10-25', 25],
  ['America/New_York', '2026-03-08', 23, '2026-11-01', 25],
  ['America/Santiago', '2026-09-06', 23, '2026-04-04', 25],
  ['Asia/Beirut', '2026-03-29', 23, '2026-10-24', 25],
  ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-04-05', 24.5],
  ['Asia/Kathmandu', '2026-03-29', 24, '2026-10-25', 24],
] as const;

test.each(DAYS_OF_CHANGE)('a day has the hours of its clocks in %s', async (zone, short, few, long, many) => {
  const made = await delivery(zone);
  for (const [day, hours] of [
    [short, few],
    [long, many],
  ] as const) {
    const begin = new Date(Date.parse(day) - 26 * 3_600_000).toISOString();
    await see(made, 'project_opened', halfHours(begin, 76));
    const range = `from=${day}&to=${day}`;
    for (const narrowed of ['', `&project=${made.project.id}`]) {
      const plain = await ask(made.owner, `measure=opens&by=day&${range}${narrowed}`);
      expect(cellsOf(plain)).toEqual([[day, 2 * hours]]);
      const byHour = await ask(made.owner, `measure=opens&by=hour&${range}${narrowed}`);
      expect(byHour.rows).toHaveLength(24);
      expect(byHour.rows.filter(({ value }) => value !== 2).length).toBe(many === few ? 0 : 1);
      expect(byHour.total.value).toBe(2 * hours);
    }
    const weekday = new Date(day).getUTCDay() || 7;
    const byWeekday = await ask(made.owner, `measure=opens&by=weekday&${range}`);
    expect(byWeekday.rows.filter(({ value }) => value !== 0).map(({ keys }) => keys[0]?.key)).toEqual([
      String(weekday),
    ]);
  }
});

test('weeks begin on Monday, months are those of the calendar', async () => {
  const made = await delivery('Europe/Istanbul');
  await see(made, 'project_opened', [
    '2026-08-30T20:59:00.000Z',
    '2026-08-30T21:00:00.000Z',
    '2026-08-31T20:59:59.000Z',
    '2026-08-31T21:00:00.000Z',
  ]);
  const range = 'from=2026-08-24&to=2026-09-06';
  for (const narrowed of ['', `&project=${made.project.id}`]) {
    expect(cellsOf(await ask(made.owner, `measure=opens&by=week&${range}${narrowed}`))).toEqual([
      ['2026-08-24', 1],
      ['2026-08-31', 3],
    ]);
    expect(cellsOf(await ask(made.owner, `measure=opens&by=month&${range}${narrowed}`))).toEqual([
      ['2026-08', 3],
      ['2026-09', 1],
    ]);
  }
});

test('the period before stands beside the requested one', async () => {
  const made = await delivery();
  await see(made, 'project_opened', [
    '2026-10-02T10:00:00.000Z',
    '2026-10-09T10:00:00.000Z',
    '2026-10-09T11:00:00.000Z',
  ]);
  const answer = await ask(made.owner, 'measure=opens&by=day&from=2026-10-08&to=2026-10-14&compare=previous');
  expect(answer.rows.map(({ value, before }) => [value, before])).toEqual([
    [0, 0],
    [2, 1],
    ...Array.from({ length: 5 }, () => [0, 0]),
  ]);
  expect(answer.total).toEqual({ value: 2, before: 1, p90: null });
  const byProject = await ask(
    made.owner,
    'measure=opens&by=project&from=2026-10-03&to=2026-10-08&compare=previous',
  );
  expect(byProject.rows.map(({ value, before }) => [value, before])).toEqual([[0, 1]]);
});

test('figures are separated by project, client, version and file, and by two at a time', async () => {
  const made = await delivery();
  const { owner, customer, project, version } = made;
  const file = await setup.createFile({ version, name: 'plan.pdf' });
  const at = ['2026-10-09T10:00:00.000Z', '2026-10-10T10:00:00.000Z'];
  await see(made, 'file_previewed', at, file.id);
  await see(made, 'zip_downloaded', at.slice(1));
  const range = 'from=2026-10-01&to=2026-10-31';
  const names = {
    project: (
      await setup.db
        .selectFrom('projects')
        .select('name')
        .where('id', '=', project.id)
        .executeTakeFirstOrThrow()
    ).name,
    customer: customer.username,
    file: 'plan.pdf',
  };
  for (const [by, name] of Object.entries(names))
    expect(cellsOf(await ask(owner, `measure=looks&by=${by}&${range}`))).toEqual([[name, 2]]);
  expect(cellsOf(await ask(owner, `measure=looks&by=day,file&${range}`))).toEqual([
    ['2026-10-09', 'plan.pdf', 1],
    ['2026-10-10', 'plan.pdf', 1],
  ]);
  expect(cellsOf(await ask(owner, `measure=downloads&by=file&${range}`))).toEqual([['', 1]]);
  for (const filter of [`customer=${customer.id}`, `version=${version.id}`, `project=${project.id}`])
    expect((await ask(owner, `measure=looks&${range}&${filter}`)).total.value).toBe(2);
  const other = await setup.createCustomer({ owner });
  expect((await ask(owner, `measure=looks&${range}&customer=${other.id}`)).total.value).toBe(0);
});

test('downloads by device, their completeness and bytes come from deliveries', async () => {
  const made = await delivery();
  const { owner, customer, project, version } = made;
  const row = {
    user_id: customer.id,
    owner_id: owner.id,
    project_id: project.id,
    version_id: version.id,
    ranges: '',
  };
  for (const [device, covered_bytes, completed_at] of [
    ['phone', 40, null],
    ['computer', 100, '2026-10-10T12:00:00.000Z'],
  ] as const) {
    const { id } = await setup.createFile({ version });
    const times = { began_at: '2026-10-10T10:00:00.000Z', last_at: '2026-10-10T12:00:00.000Z', completed_at };
    await setup.db
      .insertInto('deliveries')
      .values({ ...row, file_id: id, device, size_bytes: 100, covered_bytes, ...times })
      .execute();
    await setup.db
      .insertInto('plays')
      .values({
        user_id: customer.id,
        file_id: id,
        device,
        project_id: project.id,
        version_id: version.id,
        percent: 50,
        last_at: times.last_at,
      })
      .execute();
  }
  const range = 'from=2026-10-01&to=2026-10-31';
  const by = async (measure: string) => cellsOf(await ask(owner, `measure=${measure}&by=device&${range}`));
  expect(await by('downloads')).toEqual([
    ['computer', 1],
    ['phone', 1],
  ]);
  expect(await by('complete')).toEqual([['computer', 1]]);
  expect(await by('bytes')).toEqual([
    ['computer', 100],
    ['phone', 40],
  ]);
  expect(await by('played')).toEqual([
    ['computer', 1],
    ['phone', 1],
  ]);
});

test('times from ready to the first look and to complete have a median and a 90th percentile', async () => {
  const made = await delivery();
  const { owner, customer, project } = made;
  for (const [index, hours] of [1, 2, 3, 30, null].entries()) {
    const version = await setup.createVersion({ project });
    const ready = `2026-10-0${index + 1}T10:00:00.000Z`;
    await setup.db
      .updateTable('versions')
      .set({ created_at: ready, ready_at: ready })
      .where('id', '=', version.id)
      .execute();
    const files = [await setup.createFile({ version }), await setup.createFile({ version })];
    if (hours === null) continue;
    const at = new Date(Date.parse(ready) + hours * 3_600_000).toISOString();
    await see({ ...made, version }, 'version_opened', [at]);
    for (const { id } of files.slice(0, hours === 30 ? 1 : 2))
      await setup.db
        .insertInto('deliveries')
        .values({
          user_id: customer.id,
          owner_id: owner.id,
          project_id: project.id,
          version_id: version.id,
          file_id: id,
          device: 'phone',
          size_bytes: 1,
          covered_bytes: 1,
          ranges: '',
          began_at: at,
          last_at: at,
          completed_at: at,
        })
        .execute();
  }
  const range = 'from=2026-10-01&to=2026-10-31';
  expect((await ask(owner, `measure=first_look&${range}`)).total).toEqual({
    value: 2 * 3600,
    p90: 30 * 3600,
    before: null,
  });
  expect((await ask(owner, `measure=first_complete&${range}`)).total).toEqual({
    value: 2 * 3600,
    p90: 3 * 3600,
    before: null,
  });
  expect((await ask(owner, `measure=unopened&${range}`)).total.value).toBe(1);
  const byDay = await ask(owner, `measure=first_look&by=day&from=2026-10-01&to=2026-10-06`);
  expect(byDay.rows.map(({ value }) => value)).toEqual([3600, 7200, 10_800, 108_000, null, null]);
});

test('storage reports its fill level, and milestones how many days they took', async () => {
  const made = await delivery();
  const { owner, project, version } = made;
  await setup.createFile({ version, size_bytes: 700 });
  const storage = await ask(owner, 'measure=storage&by=project');
  expect(storage.rows[0]?.value).toBe(700);
  expect(storage.storage).toMatchObject({ used_bytes: 700, limit_reached_on: null });
  for (const length of [3, 7, 1, 10, 5, 2, 9, 4, 8, 6]) {
    const { id } = await setup.createMilestone({ project, completed: true });
    await setup.db
      .updateTable('milestones')
      .set({
        created_at: '2026-10-01T00:00:00.000Z',
        completed_at: `${shiftedDay('2026-10-01', length)}T12:00:00.000Z`,
      })
      .where('id', '=', id)
      .execute();
  }
  const days = await ask(owner, 'measure=milestone_days&by=project&from=2026-10-01&to=2026-10-31');
  expect(days).toMatchObject({ unit: 'days', total: { value: 5.5, p90: 9.5 } });
});

test('a measure refuses dimensions, days and filters that it does not have', async () => {
  const { owner } = await delivery();
  for (const [query, field] of [
    ['measure=wages', 'measure'],
    ['measure=opens&by=file', 'by'],
    ['measure=opens&by=day,day', 'by'],
    ['measure=looks&by=day,file,project', 'by'],
    ['measure=opens&version=1', 'version'],
    ['measure=opens&from=2026-02-30', 'from'],
    ['measure=opens&from=2026-03-02&to=2026-03-01', 'from'],
    ['measure=opens&from=2024-02-27&to=2026-02-28', 'from'],
  ]) {
    const response = await owner.browser.get(`/api/analytics/query/?${query}`);
    expect(response.statusCode, query).toBe(400);
    expect(Object.keys(response.json<object>()), query).toEqual([field]);
  }
  expect((await ask(owner, 'measure=opens&by=day&from=2024-02-28&to=2026-02-28')).rows).toHaveLength(732);
});

test('items of others are not found', async () => {
  const [ada, eve] = [await delivery(), await delivery()];
  for (const filter of [
    `project=${eve.project.id}`,
    `customer=${eve.customer.id}`,
    `version=${eve.version.id}`,
  ]) {
    const response = await ada.owner.browser.get(`/api/analytics/query/?measure=looks&${filter}`);
    expect(response.statusCode, filter).toBe(404);
  }
});

const PLAN_TABLE = [
  ['measure=opens', true],
  ['measure=storage', true],
  ['measure=opens&from=2026-11-14&to=2026-11-20', true],
  ['measure=opens&from=2026-08-23&to=2026-11-20', true],
  ['measure=opens&from=2026-11-13&to=2026-11-20', false],
  ['measure=opens&from=2026-11-13&to=2026-11-19', false],
  ['measure=opens&by=day', false],
  ['measure=opens&compare=previous', false],
  ['measure=opens&format=csv', false],
] as const;

test.each(['free', 'pro', 'enterprise'] as const)(
  'the plan %s has the analytics that it sells',
  async (plan) => {
    const made = await setup.createDelivery();
    await setup.putOnPlan(made.owner, plan, 400);
    const narrowed = [
      `project=${made.project.id}`,
      `customer=${made.customer.id}`,
      `version=${made.version.id}`,
    ];
    for (const [query, isBasic] of [
      ...PLAN_TABLE,
      ...narrowed.map((filter) => [`measure=looks&${filter}`, false] as const),
    ]) {
      const response = await made.owner.browser.get(`/api/analytics/query/?${query}`);
      expect(response.statusCode, query).toBe(isBasic || plan !== 'free' ? 200 : 403);
      if (response.statusCode === 403)
        expect(response.json()).toMatchObject({ code: 'plan_lacks', capability: 'analytics' });
    }
  },
);

test('a read token gets the same answers', async () => {
  const { owner } = await delivery();
  const { token } = await makeToken(owner, 'read');
  const response = await askWith(setup.app, token, { url: '/api/analytics/query/?measure=opens&by=day' });
  expect(response.statusCode, response.body).toBe(200);
});

test('the people of a client count for the client', async () => {
  const made = await delivery();
  const person = await setup.createClientPerson({ id: made.customer.id, owner_id: made.owner.id });
  await see(made, 'project_opened', ['2026-05-04T10:00:00.000Z']);
  await see({ ...made, customer: person }, 'project_opened', ['2026-05-05T10:00:00.000Z']);
  const range = 'from=2026-05-01&to=2026-05-31';
  const byMonth = await ask(made.owner, `measure=opens&by=month,customer&${range}`);
  expect(byMonth.rows.map(({ keys, value }) => [keys[1]?.key, value])).toEqual([
    [String(made.customer.id), 2],
  ]);
  const ofClient = await ask(made.owner, `measure=opens&customer=${made.customer.id}&${range}`);
  expect(ofClient.total.value).toBe(2);
});
