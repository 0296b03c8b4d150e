import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import type { NewFeed } from '@vitrin/shared/contract/calendars.ts';
import type { Milestone } from '@vitrin/shared/contract/milestones.ts';
import { shiftedDay } from '@vitrin/shared/rules/time/days.ts';
import { debianProgram } from '../../../../../test-kit/services/debian-program.ts';
import type { Person } from '../../../testing/factories.ts';
import { listen } from '../../../testing/live-server.ts';
import { sharedTestApp } from '../../../testing/shared-test-app.ts';

/** Calendar programs of Debian read the server's output: vdirsyncer by HTTP, khal from the folder that it fills. */

const run = promisify(execFile);
const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const folder = temporaryFolder();
const [events, imported] = [path.join(folder, 'events'), path.join(folder, 'imported')];
let ada: Person;
let project: { id: number };
let calendar = '';
let front: http.Server;

/** Spans around clock changes in these zones in 2026 and 2027: the first day, and the number of days. */
const SPANS: [first: string, days: number][] = [
  ['2026-10-23', 4],
  ['2026-10-31', 3],
  ['2027-03-12', 4],
  ['2027-03-26', 4],
  ['2027-04-02', 4],
];
const DAYS = SPANS.flatMap(([first, days]) => Array.from({ length: days }, (_, at) => shiftedDay(first, at)));
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Asia/Tehran',
];
const LONG = `${'Çok uzun 🎬 bir ad, '.repeat(9)}; C:\\Yol`;

beforeAll(async () => {
  ({ owner: ada, project } = await setup.createDelivery());
  await ada.browser.patch(`/api/projects/${project.id}/`, { name: 'Şişli; "Web", 1' });
  for (const day of DAYS) await addMilestone(`on ${day}`, day);
  front = await startFront();
  const { port } = front.address() as AddressInfo;
  const made = (await ada.browser.post('/api/account/feed/', {})).json<NewFeed>();
  calendar = `http://127.0.0.1:${port}${new URL(made.calendar_url).pathname}`;
  for (const one of [events, imported]) mkdirSync(one);
  writeFileSync(
    path.join(folder, 'vdirsyncer'),
    `[general]\nstatus_path = "${folder}/status"\n[pair vitrin]\na = "here"\nb = "there"\ncollections = null\n` +
      `conflict_resolution = "b wins"\n[storage here]\ntype = "filesystem"\npath = "${events}"\nfileext = ".ics"\n` +
      `[storage there]\ntype = "http"\nurl = "${calendar}"\n`,
  );
  await vdirsyncer('discover');
}, 300_000);
afterAll(() => front.close());

const addMilestone = async (name: string, due_on: string) =>
  (await ada.browser.post('/api/milestones/', { project: project.id, name, due_on })).json<Milestone>();

/** Forwards requests to the server under its own host name, as a proxy does. */
async function startFront(): Promise<http.Server> {
  const { url } = await listen(setup.app);
  const server = http.createServer((request, response) => {
    const headers = { ...request.headers, host: 'localhost:3000' };
    const onward = http.request(`${url}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function vdirsyncer(command: string): Promise<void> {
  const program = debianProgram('vdirsyncer', 'vdirsyncer');
  await run(program, ['--config', path.join(folder, 'vdirsyncer'), command]);
}

/** A configuration of khal in a time zone, with the events of a folder. */
function khalIn(zone: string, of: string): string[] {
  const home = path.join(folder, `${zone.replace('/', '-')}-${path.basename(of)}`);
  mkdirSync(home, { recursive: true });
  const config = path.join(home, 'khal');
  writeFileSync(
    config,
    `[calendars]\n[[vitrin]]\npath = ${of}\n[sqlite]\npath = ${home}/khal.db\n` +
      `[locale]\nlocal_timezone = ${zone}\ndefault_timezone = ${zone}\ndateformat = %Y-%m-%d\n` +
      'longdateformat = %Y-%m-%d\ntimeformat = %H:%M\ndatetimeformat = %Y-%m-%d %H:%M\nlongdatetimeformat = %Y-%m-%d %H:%M\n',
  );
  return ['-c', config];
}

/** The days and titles that khal shows in a time zone from a day on, as "2026-11-20 2026-11-20 Title". */
async function khal(zone: string, from: string, days: number, of = events): Promise<string[]> {
  const format = ['--day-format', '', '--format', '{start-date} {end-date} {title}'];
  const listed = [...khalIn(zone, of), 'list', ...format, from, `${days}d`];
  const { stdout } = await run(debianProgram('khal', 'khal'), listed, {
    env: { ...process.env, TZ: zone, LC_ALL: 'C.UTF-8' },
  });
  return stdout.split('\n').filter((line) => line !== '');
}

/** Makes khal import the whole calendar as a file. */
async function importAll(): Promise<void> {
  const file = path.join(folder, 'calendar.ics');
  writeFileSync(file, await (await fetch(calendar)).text());
  const [program, config] = [debianProgram('khal', 'khal'), khalIn('Europe/Berlin', imported)];
  await run(program, [...config, 'import', '--batch', '-a', 'vitrin', file], {
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}

const namesIn = (of: string) => readdirSync(of).toSorted();

test('vdirsyncer stores each day as an event of its own, and khal shows it on that day in five zones', async () => {
  await vdirsyncer('sync');
  expect(namesIn(events)).toHaveLength(DAYS.length);
  for (const zone of ZONES)
    for (const [first, days] of SPANS) {
      const wanted = Array.from({ length: days }, (_, at) => shiftedDay(first, at));
      expect(await khal(zone, first, days), zone).toEqual(
        wanted.map((day) => `${day} ${day} on ${day} · Şişli; "Web", 1`),
      );
    }
}, 300_000);

test('a renamed and moved event stays the same one for khal, by its UID', async () => {
  const { id } = await addMilestone(LONG, '2026-12-04');
  await importAll();
  expect(await khal('Europe/Berlin', '2026-12-04', 1, imported)).toEqual([
    `2026-12-04 2026-12-04 ${LONG} · Şişli; "Web", 1`,
  ]);
  const before = namesIn(imported);
  expect(before).toContain(`milestone-${id}@localhost.ics`);
  setup.advance(60);
  await ada.browser.patch(`/api/milestones/${id}/`, { name: 'Short', due_on: '2026-12-11' });
  await importAll();
  expect(namesIn(imported)).toEqual(before);
  expect(await khal('Europe/Berlin', '2026-12-11', 1, imported)).toEqual([
    '2026-12-11 2026-12-11 Short · Şişli; "Web", 1',
  ]);
  expect(await khal('Europe/Berlin', '2026-12-04', 1, imported)).toEqual([]);
}, 300_000);

test('a withdrawn day disappears from vdirsyncer', async () => {
  const { id } = await addMilestone('Proof', '2026-12-18');
  await vdirsyncer('sync');
  expect(await khal('Europe/Berlin', '2026-12-18', 1)).toHaveLength(1);
  await ada.browser.patch(`/api/milestones/${id}/`, { due_on: null });
  await vdirsyncer('sync');
  expect(await khal('Europe/Berlin', '2026-12-18', 1)).toEqual([]);
}, 300_000);
