import { beforeEach, expect, test } from 'vitest';
import type { FeedAnswer, NewFeed } from '@vitrin/shared/contract/calendars.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { AUTH, confirm, PASSWORD } from '../../testing/accounts.ts';
import type { Person } from '../../testing/factories.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { beginErasure } from '../auth/erasure/begin-erasure.ts';
import { eventsOf } from '../../testing/calendar-events.ts';

const FEED = '/api/account/feed/';

const setup = await sharedTestApp({ LOG_LEVEL: 'info' });
let ada: Person;
let client: Person;
let project: { id: number };
beforeEach(async () => {
  ({ owner: ada, customer: client, project } = await setup.createDelivery());
});

const addMilestone = async (name: string, due_on: string | null) =>
  (await ada.browser.post('/api/milestones/', { project: project.id, name, due_on })).json<Milestone>();

async function makeFeed({ browser }: Pick<Person, 'browser'> = ada) {
  const made = await browser.post(FEED, {});
  expect(made.statusCode).toBe(201);
  const { calendar_url, news_url } = made.json<NewFeed>();
  const [calendar, news] = [new URL(calendar_url).pathname, new URL(news_url).pathname];
  return { calendar, news, secret: calendar.split('/')[3] ?? '' };
}

/** A program without cookies, as calendars and feed readers are. */
const fetchAs = (url: string, headers = {}) => setup.createBrowser().get(url, headers);

test('a program reads the freelancer’s days of all projects by the secret address, with stable UIDs', async () => {
  const proof = await addMilestone('Proof', '2026-12-04');
  const other = await setup.createProject({ owner: ada });
  await ada.browser.patch(`/api/projects/${other.id}/`, { expected_on: '2026-12-24' });
  const { calendar } = await makeFeed();
  const { statusCode, headers, body } = await fetchAs(calendar);
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' });
  expect(headers['set-cookie']).toBeUndefined();
  const ofProject = await ada.browser.get(`/api/projects/${project.id}/calendar/`);
  expect(eventsOf(body)).toMatchObject([
    { UID: `milestone-${proof.id}@localhost`, 'DTSTART;VALUE=DATE': '20261204' },
    { UID: `next-version-${other.id}@localhost`, 'DTSTART;VALUE=DATE': '20261224' },
  ]);
  expect(eventsOf(ofProject.body)[0]?.['UID']).toBe(`milestone-${proof.id}@localhost`);

  await ada.browser.patch(`/api/milestones/${proof.id}/`, { due_on: '2026-12-31', name: 'Proofs' });
  expect(eventsOf((await fetchAs(calendar)).body).map((event) => event['UID'])).toEqual([
    `next-version-${other.id}@localhost`,
    `milestone-${proof.id}@localhost`,
  ]);
  await ada.browser.patch(`/api/milestones/${proof.id}/`, { due_on: null });
  await ada.browser.patch(`/api/projects/${other.id}/`, { status: 'cancelled' });
  expect(eventsOf((await fetchAs(calendar)).body)).toEqual([]);
});

test('an address shows nothing of other freelancers, and no cancelled project in the calendar', async () => {
  const other = await setup.createDelivery();
  await other.owner.browser.post('/api/milestones/', {
    project: other.project.id,
    name: 'Of another',
    due_on: '2026-12-04',
    completed: true,
  });
  await other.owner.browser.patch(`/api/projects/${other.project.id}/`, { expected_on: '2026-12-05' });
  await addMilestone('Proof', '2026-12-04');
  const { calendar, news } = await makeFeed();
  const texts = async () => [(await fetchAs(calendar)).body, (await fetchAs(news)).body];
  for (const text of await texts()) {
    expect(text).toContain(`/projects/${project.id}`);
    expect(text).not.toContain(`/projects/${other.project.id}`);
    expect(text).not.toContain('/api/');
  }
  await ada.browser.patch(`/api/projects/${project.id}/`, { status: 'cancelled' });
  expect(eventsOf((await fetchAs(calendar)).body)).toEqual([]);
});

test('the feed lists ready versions, completed milestones and moved days, the latest first', async () => {
  const named = async (name: string) => ada.browser.patch(`/api/projects/${project.id}/`, { name });
  await named('Caf\u00e9 <b>& "Sons"</b>');
  const { id } = await addMilestone('Proof', '2026-12-04');
  const { news } = await makeFeed();
  const at: string[] = [];
  const note = () => {
    at.unshift(setup.context.now().toISOString());
    setup.advance(60);
  };
  await ada.browser.post('/api/versions/', { project: project.id, version_number: '7.0' });
  note();
  await ada.browser.patch(`/api/milestones/${id}/`, { due_on: '2026-12-11' });
  note();
  await ada.browser.patch(`/api/milestones/${id}/`, { completed: true });
  note();
  const later = new Date(setup.context.now().getTime() + 3_600_000).toISOString();
  await ada.browser.post('/api/versions/', { project: project.id, version_number: '8.0', ready_at: later });
  const { statusCode, headers, body } = await fetchAs(news);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
  const entries = [...body.matchAll(/<entry>.*?<\/entry>/gs)].map(([entry]) => entry);
  const name = 'Caf\u00e9 &lt;b&gt;&amp; &quot;Sons&quot;&lt;/b&gt;';
  expect(entries.slice(0, 3).map((entry) => /<title>(.*?)<\/title>/.exec(entry)?.[1])).toEqual([
    `${name}: Proof is completed`,
    `${name}: Proof now Friday 11 December (previously Friday 4 December)`,
    `${name}: version 7.0 is ready`,
  ]);
  expect(entries.slice(0, 3).map((entry) => /<updated>(.*?)<\/updated>/.exec(entry)?.[1])).toEqual(at);
  const ids = [...body.matchAll(/<id>(.*?)<\/id>/g)].map(([, one]) => one);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(`tag:localhost,2026:milestone/${id}`);
  expect(body).toContain(`<updated>${at[0]}</updated>`);
  expect(body).toContain(`<author><name>${ada.username}</name></author>`);
  expect(body).not.toContain('8.0');
  for (const secret of [client.username, '/api/files/', '/api/feeds/']) expect(body).not.toContain(secret);
  setup.advance(3600);
  expect((await fetchAs(news)).body).toContain('version 8.0 is ready');
});

test('an unchanged text is not sent again, and HEAD answers like GET', async () => {
  await addMilestone('Proof', '2026-12-04');
  const { calendar, news } = await makeFeed();
  for (const url of [calendar, news]) {
    const first = await fetchAs(url);
    const again = await fetchAs(url, { 'if-none-match': first.headers.etag });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await setup.createBrowser().request({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first.headers.etag]);
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await setup.createBrowser().request({ method, url })).statusCode).not.toBe(200);
  }
  const { headers } = await fetchAs(calendar);
  await addMilestone('Print', '2026-12-05');
  expect((await fetchAs(calendar, { 'if-none-match': headers.etag })).statusCode).toBe(200);
});

test('unknown secrets of any form get one answer, and nothing is written for them', async () => {
  const { secret } = await makeFeed();
  const counters = () =>
    setup.db.selectFrom('rate_limits').select('key').where('key', 'like', 'feed:%').execute();
  const before = await counters();
  const wrong = [
    'x',
    'A'.repeat(43),
    `${secret.slice(0, -1)}!`,
    `${secret}A`,
    '%00',
    'null',
    encodeURIComponent("' or 1=1"),
  ];
  const answers = await Promise.all(wrong.map(async (one) => fetchAs(`/api/feeds/${one}/calendar.ics`)));
  for (const { statusCode, body } of answers) expect([statusCode, body]).toEqual([404, answers[0]?.body]);
  expect(await counters()).toEqual(before);
});

test('an address answers at most 60 requests an hour, calendar and feed together', async () => {
  const { calendar, news } = await makeFeed();
  for (let round = 0; round < 30; round += 1) {
    expect((await fetchAs(calendar)).statusCode).toBe(200);
    expect((await fetchAs(news)).statusCode).toBe(200);
  }
  const refused = await fetchAs(calendar);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const others = await makeFeed(await setup.createFreelancer());
  expect((await fetchAs(others.calendar)).statusCode).toBe(200);
  setup.advance(3601);
  expect((await fetchAs(calendar)).statusCode).toBe(200);
});

test('the owner sees the time of the last request, and the secret is shown only when it is made', async () => {
  const state = async () => (await ada.browser.get(FEED)).json<FeedAnswer>();
  expect(await state()).toEqual({ feed: null });
  const { calendar, secret } = await makeFeed();
  const created_at = setup.context.now().toISOString();
  expect(await state()).toEqual({ feed: { created_at, last_fetched_at: null } });
  setup.advance(60);
  await fetchAs(calendar);
  expect(await state()).toEqual({
    feed: { created_at, last_fetched_at: setup.context.now().toISOString() },
  });
  const rows = await setup.db.selectFrom('feeds').selectAll().where('user_id', '=', ada.id).execute();
  expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a new address replaces the one before, and its owner can remove it', async () => {
  const [first, second] = [await makeFeed(), await makeFeed()];
  expect((await fetchAs(first.calendar)).statusCode).toBe(404);
  expect((await fetchAs(second.calendar)).statusCode).toBe(200);
  expect((await ada.browser.delete(FEED)).statusCode).toBe(204);
  expect((await fetchAs(second.news)).statusCode).toBe(404);
  const events = (await ada.browser.get('/api/security_events/')).json<{ results: { kind: string }[] }>();
  expect(events.results.map(({ kind }) => kind)).toEqual(['feed_ended', 'feed_made', 'feed_made']);
});

test('making one needs a recent proof, and is mailed', async () => {
  const { browser, email } = await setup.registerAccount('feed-proof');
  setup.advance(601);
  const refused = await browser.post(FEED, {});
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'reauthenticate' }]);
  await confirm(browser);
  await makeFeed({ browser });
  await setup.runJobs();
  const subjects = setup.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  expect(subjects).toContain('Your calendar and feed have a secret address');
});

test('a password reset, recovering and deleting the account remove the address', async () => {
  const reset = await setup.registerAccount('feed-reset');
  const ofReset = await makeFeed(reset);
  await setup.createBrowser().post(`${AUTH}/auth/password/request`, { email: reset.email });
  const key = await setup.mailedToken(reset.email);
  await setup.createBrowser().post(`${AUTH}/auth/password/reset`, { key, password: 'a quiet harbour' });
  expect((await fetchAs(ofReset.calendar)).statusCode).toBe(404);

  const taken = await setup.registerAccount('feed-taken');
  const ofTaken = await makeFeed(taken);
  await setup.runJobs();
  const text = setup.mails.findLast(({ to }) => to === taken.email)?.text ?? '';
  const reclaimKey = /take-back\?key=([^\s&]+)/.exec(text)?.[1] ?? '';
  const answer = await setup
    .createBrowser()
    .post('/api/users/take_back/', { key: decodeURIComponent(reclaimKey) });
  expect(answer.statusCode).toBe(200);
  expect((await fetchAs(ofTaken.news)).statusCode).toBe(404);

  const { calendar } = await makeFeed();
  await beginErasure(setup.context, ada.id);
  expect((await fetchAs(calendar)).statusCode).toBe(404);
});

test('an address does not work while the plan has none, and cannot be made on such a plan', async () => {
  const { calendar } = await makeFeed();
  const allow = (value: string) =>
    setup.db.updateTable('plan_capabilities').set({ value }).where('capability', '=', 'feeds').execute();
  await allow('no');
  try {
    expect((await fetchAs(calendar)).statusCode).toBe(404);
    const refused = await ada.browser.post(FEED, {});
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'plan_lacks', capability: 'feeds' },
    ]);
  } finally {
    await allow('yes');
  }
  expect((await fetchAs(calendar)).statusCode).toBe(200);
});

test('a changed password keeps the address', async () => {
  const { browser } = await setup.registerAccount('feed-kept');
  const { calendar } = await makeFeed({ browser });
  const change = { current_password: PASSWORD, new_password: 'a quiet harbour' };
  expect((await browser.post(`${AUTH}/account/password/change`, change)).statusCode).toBe(200);
  expect((await fetchAs(calendar)).statusCode).toBe(200);
});

test('no log line and no metric contains the secret', async () => {
  const { calendar, news, secret } = await makeFeed();
  setup.logs.length = 0;
  for (const url of [
    calendar,
    news,
    `${calendar}x`,
    calendar.replace('feeds', 'f%65eds'),
    `/feeds/${secret}/news.atom`,
  ])
    await fetchAs(url);
  const requests = setup.logs.filter(({ msg }) => msg === 'request');
  expect(requests.length).toBeGreaterThan(4);
  expect(requests[0]).toMatchObject({ url: '/api/feeds/[cut]/calendar.ics' });
  expect(JSON.stringify(setup.logs)).not.toContain(secret);
});

test('only freelancers have such an address', async () => {
  for (const call of [client.browser.get(FEED), client.browser.post(FEED, {}), client.browser.delete(FEED)])
    expect((await call).statusCode).toBe(403);
});
