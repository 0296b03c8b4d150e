import { expect, test } from 'vitest';
import { importAndWait, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { addToEventDays, addToEventHours } from '../../events/sums.ts';
import { MOST_ORIGINS } from '../import/groups.ts';
import { MAX_AMOUNT } from '../carried/values.ts';

const { setup, withData, expectRefusal } = await hostileArchives();

const kind = 'project_opened' as const;
const [day, hour] = ['2026-11-20', '2026-11-20T10'];

test('repeatedly imported sums leave room for new events', async () => {
  const { id: owner_id } = await setup.createFreelancer();
  const add = async (amount: number, imported: number) => {
    await addToEventDays(setup.db, [{ owner_id, day, kind, amount, brought: imported }]);
    await addToEventHours(setup.db, [{ owner_id, hour, kind, amount, brought: imported }]);
  };
  for (let times = 0; times < 220; times += 1) await add(MAX_AMOUNT, MAX_AMOUNT);
  await add(1, 0);
  for (const table of ['event_days', 'event_hours'] as const) {
    const sums = await setup.db
      .selectFrom(table)
      .select(['amount', 'brought'])
      .where('owner_id', '=', owner_id)
      .execute();
    expect(sums).toEqual([{ amount: 1_000_000_001, brought: 1_000_000_000 }]);
  }
});

test('sums of future times are left out', async () => {
  const person = await setup.createFreelancer();
  const ahead = (text: string) =>
    text.replace(
      /.*"record":"project"/,
      (line) =>
        [
          { record: 'event_day', day: '2999-12-31', kind, amount: 1 },
          { record: 'event_hour', hour: '2999-12-31T23', kind, amount: 1 },
        ]
          .map((record) => `${JSON.stringify(record)}\n`)
          .join('') + line,
    );
  const { id } = await sendArchive(setup, person, await withData(ahead));
  expect((await importAndWait(setup, person, id)).state).toBe('done');
  const days = setup.db.selectFrom('event_days').select('day').where('day', '>', '2900');
  const hours = setup.db.selectFrom('event_hours').select('hour').where('hour', '>', '2900');
  expect([await days.execute(), await hours.execute()]).toEqual([[], []]);
});

test('an archive with more origins than an account may keep is refused, counting earlier imports', async () => {
  const person = await setup.createFreelancer();
  const withOrigins = (amount: number) =>
    withData((text) =>
      text.replace(/\n/, () => {
        const origins = Array.from({ length: amount }, (_, index) => ({
          record: 'origin',
          id: 1_000_000 + index,
          freelancer: null,
          installation: null,
        }));
        return `\n${origins.map((record) => `${JSON.stringify(record)}\n`).join('')}`;
      }),
    );
  await expectRefusal(await withOrigins(MOST_ORIGINS), /more than 10000 other places/);
  const rows = Array.from({ length: MOST_ORIGINS - 1 }, (_, number) => number);
  const values = { owner_id: person.id, import_id: 'before', freelancer: null, installation: null };
  for (let from = 0; from < rows.length; from += 1000)
    await setup.db
      .insertInto('origins')
      .values(
        rows
          .slice(from, from + 1000)
          .map((number) => ({ ...values, number, brought_at: '2026-11-20T10:00:00.000Z' })),
      )
      .execute();
  const one = await withOrigins(1);
  const { state, problem } = await sendArchive(setup, person, one);
  expect([state, problem]).toEqual(['refused', expect.stringMatching(/those imported before/)]);
  expect((await sendArchive(setup, await setup.createFreelancer(), one)).state).toBe('ready');
});
