import { afterAll, expect, test } from 'vitest';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { timestampOf } from '../../context.ts';
import { eventsOf } from '../../testing/calendar-events.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { milestoneEvent } from './events.ts';
import { calendarText } from './calendar-text.ts';

const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Tehran',
];
const ZONE_BEFORE = process.env['TZ'];
const COUNT = 10_000;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
afterAll(() => {
  if (ZONE_BEFORE === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ZONE_BEFORE;
});

/** From the day before clocks go back in Europe: 10,000 days cover every clock change of 27 years. */
const dayOf = (at: number) => shiftedDay('2026-10-24', at);

test.each(ZONES)('10,000 milestones keep their days when the server is in %s', (zone) => {
  process.env['TZ'] = zone;
  const promised = Array.from({ length: COUNT }, (_, id) => ({
    id,
    name: 'm',
    project_id: 1,
    project: 'p',
    day: dayOf(id),
    edited_at: '2026-10-24T22:30:00.000Z',
  }));
  const events = eventsOf(
    calendarText(
      'Days',
      promised.map((one) => milestoneEvent('http://localhost', one)),
    ),
  );
  expect(events.map((event) => event['DTSTART;VALUE=DATE'])).toEqual(
    promised.map(({ day }) => day.replaceAll('-', '')),
  );
  expect(new Set(events.map(({ UID }) => UID)).size).toBe(COUNT);
});

test('10,000 stored milestones are returned with their days, and the first of them are in the calendar', async () => {
  process.env['TZ'] = 'America/New_York';
  const ada = await setup.createFreelancer();
  const now = timestampOf(setup.context);
  const perProject = 500;
  for (let first = 0; first < COUNT; first += perProject) {
    const { id: project_id } = await setup.createProject({ owner: ada });
    const rows = Array.from({ length: perProject }, (_, at) => ({
      project_id,
      name: dayOf(first + at),
      description: '',
      completed: false,
      position: at + 1,
      due_on: dayOf(first + at),
      created_at: now,
      edited_at: now,
    }));
    await setup.db.insertInto('milestones').values(rows).execute();
    const { results } = (await ada.browser.get(`/api/milestones/?project=${project_id}`)).json<{
      results: Milestone[];
    }>();
    expect(results.map(({ due_on }) => due_on)).toEqual(rows.map(({ due_on }) => due_on));
  }
  const made = (await ada.browser.post('/api/account/feed/', {})).json<NewFeed>();
  const { body } = await setup.createBrowser().get(new URL(made.calendar_url).pathname);
  const events = eventsOf(body);
  expect(events.map((event) => event['DTSTART;VALUE=DATE'])).toEqual(
    Array.from({ length: 2000 }, (_, at) => dayOf(at).replaceAll('-', '')),
  );
  for (const event of events)
    expect(event['SUMMARY']?.slice(0, 10).replaceAll('-', '')).toBe(event['DTSTART;VALUE=DATE']);
});
