import { beforeEach, expect, test } from 'vitest';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import type { Person } from '../../testing/factories.ts';
import { eventsOf } from '../../testing/calendar-events.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { calendarText } from './calendar-text.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let ada: Person;
let client: Person;
let project: { id: number };
beforeEach(async () => {
  ({ owner: ada, customer: client, project } = await setup.createDelivery());
});

const addMilestone = async (name: string, due_on: string | null) =>
  (await ada.browser.post('/api/milestones/', { project: project.id, name, due_on })).json<Milestone>();
const calendar = ({ browser }: Person, query = '', headers = {}) =>
  browser.get(`/api/projects/${project.id}/calendar/${query}`, headers);

test('a project’s days are a calendar for its freelancer and its client, and for no other user', async () => {
  const proof = await addMilestone('Proof; 1, 2', '2026-12-04');
  await addMilestone('Later', null);
  await ada.browser.patch(`/api/projects/${project.id}/`, { expected_on: '2027-03-28' });
  for (const person of [ada, client]) {
    const { statusCode, headers, body } = await calendar(person);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    expect(headers['content-disposition']).toMatch(/^attachment; filename=.+\.ics/);
    expect(headers['cache-control']).toBe('no-store');
    expect(eventsOf(body)).toMatchObject([
      {
        UID: `milestone-${proof.id}@localhost`,
        'DTSTART;VALUE=DATE': '20261204',
        SUMMARY: expect.stringMatching(/^Proof; 1, 2 · /),
        URL: expect.stringContaining(`/projects/${project.id}`),
      },
      { 'DTSTART;VALUE=DATE': '20270328', SUMMARY: expect.stringMatching(/^Next version · /) },
    ]);
  }
  const turkish = await calendar(client, '', { 'accept-language': 'tr' });
  expect(turkish.body).toContain('SUMMARY:Sonraki sürüm · ');
  const another = await setup.createCustomer({ owner: ada });
  await setup.createProject({ owner: ada, customer: another });
  for (const person of [(await setup.createDelivery()).owner, another])
    expect((await calendar(person)).statusCode).toBe(404);
  const guest = await setup.createBrowser().get(`/api/projects/${project.id}/calendar/`);
  expect(guest.statusCode).toBe(401);
});

test('a milestone’s day keeps its UID when it is moved, and disappears when it is withdrawn', async () => {
  const proof = await addMilestone('Proof', '2026-12-04');
  const print = await addMilestone('Print', '2026-12-05');
  const query = `?milestone=${proof.id}`;
  const [before] = eventsOf((await calendar(client, query)).body);
  setup.advance(60);
  await ada.browser.patch(`/api/milestones/${proof.id}/`, { due_on: '2026-12-11' });
  const [after, ...others] = eventsOf((await calendar(client, query)).body);
  expect(others).toEqual([]);
  expect([after?.['UID'], after?.['DTSTART;VALUE=DATE']]).toEqual([before?.['UID'], '20261211']);
  expect(String(after?.['LAST-MODIFIED']) > String(before?.['LAST-MODIFIED'])).toBe(true);
  await ada.browser.patch(`/api/milestones/${proof.id}/`, { due_on: null });
  expect((await calendar(client, query)).statusCode).toBe(404);
  expect(eventsOf((await calendar(client)).body).map((event) => event['UID'])).toEqual([
    `milestone-${print.id}@localhost`,
  ]);
  const elsewhere = await setup.createMilestone();
  expect((await calendar(ada, `?milestone=${elsewhere.id}`)).statusCode).toBe(404);
});

test('a scheduled version shows nothing of itself in the client’s calendar', async () => {
  await ada.browser.patch(`/api/projects/${project.id}/`, { expected_on: '2027-03-28' });
  const before = (await calendar(client)).body;
  const ready_at = new Date(setup.context.now().getTime() + 60_000).toISOString();
  await ada.browser.post('/api/versions/', { project: project.id, version_number: '2.0', ready_at });
  expect((await calendar(client)).body).toBe(before);
  setup.advance(61);
  expect(eventsOf((await calendar(client)).body)).toEqual([]);
});

test('long lines are folded at 75 bytes, between characters, and unfold unchanged', () => {
  const summary = `${'Çok uzun 🎬 bir ad, '.repeat(20)}\nline`;
  const event = {
    uid: 'a@b',
    day: '2026-12-04',
    summary,
    url: 'https://example.org/projects/1',
    editedAt: '2026-11-20T10:00:00.000Z',
  };
  const text = calendarText('Ad', [event]);
  const lines = text.split('\r\n');
  expect(lines.every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(lines.some((line) => line.startsWith(' '))).toBe(true);
  expect(text).not.toMatch(/[^\r]\n|\uFFFD/);
  expect(text.replaceAll('\r\n ', '')).toContain(
    `SUMMARY:${summary.replaceAll(',', String.raw`\,`).replaceAll('\n', String.raw`\n`)}\r\n`,
  );
});
