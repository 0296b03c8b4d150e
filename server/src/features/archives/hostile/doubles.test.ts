import { expect, test } from 'vitest';
import { sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';

const { setup, withData, replaced } = await hostileArchives();

/** The archive with a second record behind the first of its kind, with other values. */
const doubled = (record: string, values: object) =>
  withData((text) =>
    text.replace(
      new RegExp(`.*"record":"${record}".*\n`),
      (line) => `${line}${JSON.stringify({ ...(JSON.parse(line) as object), ...values })}\n`,
    ),
  );

test.each<[string, string, object, object]>([
  ['client', 'customer', { username: 'renamed' }, { id: 900_000 }],
  ['day of a sum', 'event_day', { amount: 7 }, { day: '2026-01-01' }],
  ['hour of a sum', 'event_hour', { amount: 7 }, { hour: '2026-01-01T10' }],
  ['file', 'file', { entry: 'files/lost' }, { id: 900_000 }],
  ['section', 'section', { order: 2 }, { id: 900_000 }],
  ['picture of a text', 'picture', { entry: 'pictures/900000.png' }, { id: 900_000 }],
])('an archive that has one %s twice is refused before it is imported', async (_, record, values, apart) => {
  const sent = async (change: object) =>
    sendArchive(setup, await setup.createFreelancer(), await doubled(record, change));
  expect(await sent(values)).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/contradict/) as string,
  });
  expect(await sent({ ...values, ...apart })).toMatchObject({ state: 'ready', problem: null });
});

test('an archive in which one client has two last visits of a project is refused before it is imported', async () => {
  const person = await setup.createFreelancer();
  const bytes = await replaced(/.*"record":"visit".*\n/, '$&$&');
  expect(await sendArchive(setup, person, bytes)).toMatchObject({
    state: 'refused',
    problem: expect.stringMatching(/contradict/) as string,
  });
});
