import { isDeepStrictEqual } from 'node:util';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type EventStream, openStream, untilAllIsSent } from '../../testing/event-stream.ts';
import type { Person } from '../../testing/factories.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { changeStreams: { heartbeatMilliseconds: 50 } });
const server = await listen(setup.app);
const opened: EventStream[] = [];
let owner: Person;
let customer: Person;
let project: { id: number };
beforeEach(async () => {
  ({ owner, customer, project } = await setup.createDelivery());
  await untilAllIsSent(setup, server);
});
afterEach(() => opened.splice(0).forEach((stream) => stream.close()));

async function follow({ browser }: Person): Promise<EventStream> {
  const stream = await openStream(server, browser);
  opened.push(stream);
  await stream.receives('ready');
  return stream;
}

const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();
const hintsOf = ({ events }: EventStream) => events.filter(({ event }) => event === 'change');
const partsOf = (stream: EventStream) =>
  hintsOf(stream).flatMap(({ data }) => (data as { parts: string[] }).parts);
const CAME = () => ({ project: project.id, parts: ['versions', 'files'] });

const create = async (ready_at: string | null) =>
  (
    await owner.browser.post('/api/versions/', { project: project.id, version_number: '2', ready_at })
  ).json<Version>();

/** Once this hint has arrived, all earlier writes have been sent. */
async function receivesMilestone(stream: EventStream): Promise<void> {
  await owner.browser.post('/api/milestones/', { project: project.id, name: 'Idea' });
  await eventually(() => expect(partsOf(stream)).toContain('milestones'));
}

/** Waits for some beats of the stream, each of which compares the clock, and for the work they began. */
async function untilNoticed(stream: EventStream): Promise<void> {
  const beats = () =>
    stream
      .text()
      .split('\n')
      .filter((line) => line === ':').length;
  const before = beats();
  await eventually(() => expect(beats()).toBeGreaterThan(before + 2));
  await untilAllIsSent(setup, server);
}

const timesCame = (stream: EventStream) =>
  hintsOf(stream).filter(({ data }) => isDeepStrictEqual(data, CAME())).length;

test.each([
  ['a draft', () => null],
  ['a version that waits for its time', () => inSeconds(3600)],
])('events of %s go to its freelancer only, for every change in it', async (_what, readyAt) => {
  const [own, theirs] = [await follow(owner), await follow(customer)];
  const { id } = await create(readyAt());
  await owner.browser.patch(`/api/versions/${id}/`, { description: '<p>More</p>' });
  const file = await setup.createFile({ version: { id } });
  await owner.browser.patch(`/api/files/${file.id}/`, { name: 'other.bin' });
  await owner.browser.delete(`/api/files/${file.id}/`);
  await owner.browser.delete(`/api/versions/${id}/`);
  await receivesMilestone(own);
  await eventually(() => expect(partsOf(theirs)).toContain('milestones'));
  expect(partsOf(own)).toEqual(expect.arrayContaining(['versions', 'files']));
  // A milestone changes the project's progress too.
  expect(new Set(partsOf(theirs))).toEqual(new Set(['milestones', 'project']));
});

test('both are notified at its time, and not before', async () => {
  await create(inSeconds(3600));
  const [own, theirs] = [await follow(owner), await follow(customer)];
  setup.advance(3599);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(hintsOf(theirs)).toEqual([]);
  setup.advance(2);
  await theirs.receives('change', CAME());
  await own.receives('change', CAME());
  expect(hintsOf(theirs)).toHaveLength(1);
});

test('both are notified at its time, although a clock that ran ahead and back had notified them before', async () => {
  await create(inSeconds(1800));
  const [own, theirs] = [await follow(owner), await follow(customer)];
  await receivesMilestone(own);
  setup.advance(3600);
  await theirs.receives('change', CAME());
  setup.advance(-3600);
  await untilNoticed(theirs);
  expect(timesCame(theirs)).toBe(1);
  setup.advance(1801);
  await eventually(() => expect([timesCame(theirs), timesCame(own)]).toEqual([2, 2]));
});

test('a scheduled version sends a hint to its own project only, though others were shown since the start', async () => {
  const other = await setup.createDelivery();
  const shown = { version_number: '2', ready_at: 'now' };
  await other.owner.browser.post('/api/versions/', { project: other.project.id, ...shown });
  const { id } = await create(inSeconds(3600));
  const [theirs, others] = [await follow(customer), await follow(other.customer)];
  await untilNoticed(others);
  const before = hintsOf(others).length;
  setup.advance(3599);
  await other.owner.browser.post('/api/versions/', { project: other.project.id, ...shown });
  await eventually(() => expect(hintsOf(others)).toHaveLength(before + 1));
  setup.advance(2);
  await theirs.receives('change', CAME());
  await other.owner.browser.post('/api/milestones/', { project: other.project.id, name: 'Idea' });
  await eventually(() => expect(partsOf(others)).toContain('milestones'));
  expect(partsOf(others)).not.toContain('files');
  await owner.browser.delete(`/api/versions/${id}/`);
});

test('a visible time set while pages are open sends its event too, as does each later one', async () => {
  const [own, theirs] = [await follow(owner), await follow(customer)];
  const late = await create(inSeconds(7200));
  await create(inSeconds(3600));
  await owner.browser.patch(`/api/versions/${late.id}/`, { ready_at: inSeconds(1800) });
  await receivesMilestone(own);
  const before = hintsOf(theirs).length;
  setup.advance(1801);
  await theirs.receives('change', CAME());
  expect(hintsOf(theirs)).toHaveLength(before + 1);
  setup.advance(1800);
  await eventually(() => expect(hintsOf(theirs)).toHaveLength(before + 2));
});

test('a client is notified that a version was made ready, and that it was withdrawn', async () => {
  const theirs = await follow(customer);
  const { id } = await create(null);
  await owner.browser.patch(`/api/versions/${id}/`, { ready_at: 'now' });
  await theirs.receives('change', { project: project.id, parts: ['versions'] });
  expect(hintsOf(theirs)).toHaveLength(1);
  setup.advance(60);
  await owner.browser.patch(`/api/versions/${id}/`, { ready_at: null });
  await eventually(() => expect(hintsOf(theirs)).toHaveLength(2));
});

test('the place in the stream moves with the clock, not with what others do', async () => {
  const positionOf = async () => {
    const answer = await customer.browser.get('/api/changes/');
    return Number(answer.json<{ last_event_id: string }>().last_event_id.split('-')[1]);
  };
  setup.advance(60);
  expect(await positionOf()).toBe(setup.context.now().getTime());
  await create(null);
  await setup.createVersion({ project, ready_at: null });
  await new Promise((resolve) => setTimeout(resolve, 100));
  setup.advance(60);
  expect(await positionOf()).toBe(setup.context.now().getTime());
});
