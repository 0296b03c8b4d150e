import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { temporaryFolder } from '@vitrin/engine/testing/temporary.ts';
import { ROWS } from '../access-matrix/access-matrix.ts';
import { createWorld, type World } from '../access-matrix/access-world.ts';
import { exportArchive } from '../archives/archive-journeys.ts';
import { entriesOf } from '../archives/changed-archive.ts';
import { everyGet } from '../archives/every-get.ts';
import { createFullFreelancer } from '../archives/full-freelancer.ts';
import type { Person } from '../factories.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { addAccountThings } from './account-things.ts';

/** Answers that differ each time, or stay open, and those of the installation. */
const NOT_COMPARED = /^GET \/api\/(?:docs|openapi|changes|feeds|ledger-lines|_allauth\/.*webauthn)/;

const webFolder = temporaryFolder();
const setup = await sharedTestApp({ RATE_LIMITS: 'off' }, { webFolder });

/** Lists of everything that a person may read besides a freelancer's own projects. */
const LISTS = [
  'own_data',
  'projects',
  'versions',
  'milestones',
  'files',
  'users',
  'face',
  'security_events',
  'notices/choices',
  'support',
];

async function listsOf({ browser, id }: Person): Promise<[string, string][]> {
  const urls = [...LISTS.map((name) => `/api/${name}/`), `/api/users/${id}/`];
  return Promise.all(
    urls.map(async (url): Promise<[string, string]> => [`${id} ${url}`, (await browser.get(url)).body]),
  );
}

type Asked = { name: string; request: InjectOptions };

/** A request of every GET route about the things of a world, which are made for it. */
async function requestsAbout(world: World): Promise<Asked[]> {
  const requests: Asked[] = [];
  for (const { route, about, call } of ROWS) {
    if (!route.startsWith('GET ') || NOT_COMPARED.test(route)) continue;
    const { id = '', person: _, ...request } = await call(world);
    const url = route.slice('GET '.length).replace(':id', String(id));
    requests.push({ name: `${route} ${about}`, request: { ...request, method: 'GET', url } });
  }
  return requests;
}

async function answersTo(asked: readonly Asked[], world: World): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const { name, request } of asked)
    for (const who of ['owner', 'customer', 'person'] as const)
      answers.push([`${name} ${who}`, (await world[who].browser.request(request)).body]);
  return answers;
}

/** Contents of an archive of everything, without the receipts and the head, which are new in each. */
async function archiveOf(owner: Person): Promise<[string, string][]> {
  const entries = await entriesOf(await exportArchive(setup, owner));
  return entries
    .filter(([name]) => name !== 'manifest.json' && !name.startsWith('receipts/'))
    .map(([name, content]) => [
      name,
      name.endsWith('.json') ? content.toString() : content.toString('base64'),
    ]);
}

/** Where an answer begins to differ from another one; empty if they are equal. */
function partFrom(answer: string, other = ''): string {
  if (answer === other) return '';
  const at = Array.from(answer, (_, index) => index).find((index) => answer[index] !== other[index]) ?? 0;
  const part = (text: string) => text.slice(Math.max(0, at - 100), at + 300);
  return `${part(answer)} -> ${part(other)}`;
}

async function removeAllBut(owners: readonly number[]): Promise<void> {
  await setup.db.deleteFrom('projects').where('owner_id', 'not in', owners).execute();
  await setup.db.deleteFrom('users').where('owner_id', 'not in', owners).execute();
  await setup.db.deleteFrom('users').where('owner_id', 'is', null).where('id', 'not in', owners).execute();
}

test('no answer to a freelancer, a client or a person contains anything of another freelancer', async () => {
  const [world, full] = [await createWorld(setup), await createFullFreelancer(setup)];
  const neighbours = [await createWorld(setup), await createFullFreelancer(setup)];
  const people = [world, ...neighbours, full].flatMap(({ owner, customer }) => [owner, customer]);
  for (const { id } of people) await addAccountThings(setup, id);
  const asked = await requestsAbout(world);
  const read = async (): Promise<[string, string][]> => [
    ...(await answersTo(asked, world)),
    ...(await Promise.all([full.owner, full.customer, world.owner].map(listsOf))).flat(),
    ...Object.entries(await everyGet(full.owner)).map(([name, value]): [string, string] => [
      name,
      JSON.stringify(value),
    ]),
    ...(await archiveOf(full.owner)),
  ];
  // Records the looks and downloads of the client.
  await read();
  const before = await read();
  await removeAllBut([world.owner.id, full.owner.id]);
  const after = new Map(await read());
  expect(after.size).toBe(before.length);
  for (const [name, answer] of before) expect.soft(partFrom(answer, after.get(name)), name).toBe('');
});
