import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import type { Days } from '@vitrin/shared/rules/time/time-keys.ts';
import { askFigures, deliveryIn, see } from '../../../testing/analytics.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });

/** Offsets of whole, half and quarter hours; clocks that change by day, at midnight, by half an hour, or never. */
const ZONES = [
  'Europe/Berlin',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Asia/Kathmandu',
];

const QUESTIONS: (readonly (keyof Keys)[])[] = [
  ['day'],
  ['hour'],
  ['week', 'weekday'],
  ['weekday', 'hour'],
  ['hour', 'day'],
  ['hour', 'project'],
  ['project', 'month'],
  ['customer', 'week'],
];

/** Days near which the clocks of those zones change in 2026. */
const CHANGES = ['03-08', '03-29', '04-05', '04-26', '09-06', '09-27', '10-04', '10-25', '11-01'];

const DAYS: Days = { from: '2026-01-15', to: '2026-11-19' };

type Keys = Record<'day' | 'hour' | 'week' | 'month' | 'weekday' | 'project' | 'customer', string>;

type Seen = { at: string; project: number; customer: number };

const made = [await deliveryIn(setup), await deliveryIn(setup)] as const;
const { owner } = made[0];

/** The second delivery's project and client, as those of the first owner. */
const second = {
  ...made[0],
  customer: await setup.createCustomer({ owner }),
  project: await setup.createProject({ owner }),
};

/** Keys of an event by the platform's calendar, computed for each event by itself. */
function keysIn(zone: string): (seen: Seen) => Keys {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return ({ at, project, customer }) => {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
    );
    const day = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const weekday = new Date(day).getUTCDay() || 7;
    return {
      day,
      hour: parts['hour'] ?? '',
      month: day.slice(0, 7),
      weekday: String(weekday),
      week: shiftedDay(day, 1 - weekday),
      project: String(project),
      customer: String(customer),
    };
  };
}

const randomSeen = fc.record({
  at: fc.oneof(
    fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -36 * 60, max: 48 * 60 }))
      .map(([day, minutes]) => new Date(Date.parse(`2026-${day}`) + minutes * 60_000).toISOString()),
    fc
      .date({ min: new Date('2026-01-10'), max: new Date('2026-11-20'), noInvalidDate: true })
      .map((date) => date.toISOString()),
  ),
  isSecond: fc.boolean(),
});

const randomDays = fc
  .tuple(
    fc.constantFrom(DAYS.from, ...CHANGES.map((day) => `2026-${day}`)),
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: 0, max: 300 }),
  )
  .map(([day, shift, length]) => {
    const from = shiftedDay(day, shift);
    return { from, to: shiftedDay(from, length) };
  });

/** Each question once of all projects and once of one, which are read from different tables, by turns of zones. */
const CASES = ZONES.flatMap((zone, position) =>
  QUESTIONS.map((by, index) => ({ zone, by, isNarrowed: (position + index) % 2 === 1 })),
);

type Case = (typeof CASES)[number] & { days: Days };

/** Sums by their keys with spaces between, of events in some days. */
function sumsOf(seen: readonly Seen[], { zone, by, days, isNarrowed }: Case): Map<string, number> {
  const keysOf = keysIn(zone);
  const sums = new Map<string, number>();
  for (const one of seen) {
    const keys = keysOf(one);
    const isAsked = !isNarrowed || one.project === second.project.id;
    if (!isAsked || keys.day < days.from || keys.day > days.to) continue;
    const name = by.map((dimension) => keys[dimension]).join(' ');
    sums.set(name, (sums.get(name) ?? 0) + 1);
  }
  return sums;
}

async function expectSameSums(seen: readonly Seen[], asked: Case): Promise<void> {
  const { zone, by, days, isNarrowed } = asked;
  await setup.db.updateTable('users').set({ time_zone: zone }).where('id', '=', owner.id).execute();
  const query = `measure=opens&by=${by.join(',')}&from=${days.from}&to=${days.to}`;
  const narrowed = isNarrowed ? `${query}&project=${second.project.id}` : query;
  const { rows, total } = await askFigures(owner, narrowed);
  const sums = sumsOf(seen, asked);
  const given = rows.filter(({ value }) => value !== 0);
  expect(
    new Map(given.map(({ keys, value }) => [keys.map(({ key }) => key).join(' '), value])),
    `${zone}: ${narrowed}`,
  ).toEqual(sums);
  expect(total.value).toBe([...sums.values()].reduce((sum, value) => sum + value, 0));
}

test('sums of random events match the calendar, in every zone and by two dimensions', async () => {
  const events = fc.array(randomSeen, { minLength: 200, maxLength: 240, size: 'max' });
  const days = fc.array(randomDays, { minLength: CASES.length, maxLength: CASES.length, size: 'max' });
  const property = fc.asyncProperty(events, days, async (times, ranges) => {
    const seen: Seen[] = [];
    for (const { at, isSecond } of times) {
      const of = isSecond ? second : made[0];
      await see(setup, of, 'project_opened', [at]);
      if (isSecond) await see(setup, made[1], 'project_opened', [at]);
      seen.push({ at, project: of.project.id, customer: of.customer.id });
    }
    for (const [index, one] of CASES.entries())
      await expectSameSums(seen, { ...one, days: ranges[index] ?? DAYS });
  });
  await fc.assert(property, { numRuns: 1, endOnFailure: true });
});
