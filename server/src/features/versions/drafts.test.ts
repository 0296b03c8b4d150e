import { beforeEach, expect, test } from 'vitest';
import type { Page } from '@vitrin/shared/contract/common.ts';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project, ProjectPage } from '@vitrin/shared/contract/projects.ts';
import { createWorld, type World } from '../../testing/access-matrix/access-world.ts';
import type { Browser } from '../../testing/browser.ts';
import { answersTo, type Reader, readableAddresses } from '../../testing/access-matrix/client-answers.ts';
import { fillDraft, MARK } from '../../testing/access-matrix/draft.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { removeEverybody } from '../../testing/traces.ts';
import { createTusUser } from '../../testing/tus.ts';
import { recordEvent, writeEvents } from '../events/service.ts';

const AS_CLIENT = { 'x-view-as': 'client' };
/** Header of the web app: its calls are no looks, so that requests do not change answers. */
const REPORTED = { 'x-looks': 'reported' };
const UNKNOWN = 999_999;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
let world: World;
beforeEach(async () => {
  await removeEverybody(setup);
  world = await createWorld(setup);
});

const now = () => setup.context.now().toISOString();
const inSeconds = (seconds: number) => new Date(setup.context.now().getTime() + seconds * 1000).toISOString();

/** A client, and the freelancer in the client's view. */
const eyes = (): Reader[] => [
  { who: 'client', browser: world.customer.browser, headers: REPORTED },
  { who: 'freelancer as client', browser: world.owner.browser, headers: { ...REPORTED, ...AS_CLIENT } },
];

/** Expects the same answers for an item and for a missing one. */
async function expectLikeUnknown(
  ask: (id: number) => Parameters<Browser['request']>[0],
  id: number,
): Promise<void> {
  for (const { who, browser, headers } of eyes()) {
    const answers = [];
    for (const one of [id, UNKNOWN]) {
      const options = ask(one);
      const answer = await browser.request({ ...options, headers: { ...options.headers, ...headers } });
      const { date: _date, 'x-request-id': _id, ...kept } = answer.headers;
      answers.push([answer.statusCode, kept, answer.body]);
    }
    const what = `${who}: ${ask(id).method ?? 'GET'} ${JSON.stringify(ask(id).url)}`;
    expect(answers[0], what).toEqual(answers[1]);
    expect(answers[0]?.[0], what).toBeGreaterThanOrEqual(400);
  }
}

test.each([
  ['a draft', () => null, { isDrawn: true }],
  ['a version whose time is to come', () => inSeconds(600), { isDrawn: false }],
])(
  '%s changes no answer that a client gets, in no byte and no header',
  async (_what, readyAt, options) => {
    const { owner, project } = world;
    recordEvent(setup.context, world.customer, {
      kind: 'project_opened',
      owner_id: owner.id,
      project_id: project.id,
    });
    await writeEvents(setup.context);
    const addresses = await readableAddresses(world);
    expect(addresses.length).toBeGreaterThan(40);
    setup.advance(100);
    const before = await answersTo(eyes(), addresses);
    const { version } = await fillDraft(world, readyAt(), options);
    setup.advance(100);
    const after = await answersTo(eyes(), addresses);
    for (const [what, answer] of Object.entries(before)) expect(after[what], what).toEqual(answer);
    expect(JSON.stringify(after)).not.toContain(MARK);
    // Even its end leaves no trace.
    await owner.browser.delete(`/api/versions/${version.id}/`);
    expect(before).toMatchObject(await answersTo(eyes(), addresses, ['GET']));
  },
  60_000,
);

test('every request for an item of a draft by its id is answered as for an unknown id', async () => {
  const { version, files, picture } = await fillDraft(world, null);
  const [file] = files;
  const pictureId = Number(/\d+/.exec(picture)?.[0]);
  const fileId = file?.id ?? 0;
  const get = (url: (id: number) => string) => (id: number) => ({ method: 'GET' as const, url: url(id) });
  for (const size of ['', '?size=medium', '?size=large', '?size=whole'])
    await expectLikeUnknown(
      get((id) => `/api/files/${id}/thumbnail/${size}`),
      fileId,
    );
  for (const url of ['content/', 'content/?download=1', 'preview/', 'receivers/'])
    await expectLikeUnknown(
      get((id) => `/api/files/${id}/${url}`),
      fileId,
    );
  await expectLikeUnknown(
    get((id) => `/api/pictures/${id}/`),
    pictureId,
  );
  for (const url of ['zip/', 'receivers/', `zip/?files=${fileId}`])
    await expectLikeUnknown(
      get((id) => `/api/versions/${id}/${url}`),
      version.id,
    );
  await expectLikeUnknown(
    get((id) => `/api/files/?version=${id}`),
    version.id,
  );
  const etag = String((await world.owner.browser.get(`/api/files/${fileId}/content/`)).headers.etag);
  const held = { 'if-none-match': etag, range: 'bytes=0-1' };
  const ask = (id: number) => ({ url: `/api/files/${id}/content/`, method: 'GET' as const, headers: held });
  await expectLikeUnknown(ask, fileId);
  const write =
    (
      method: 'POST' | 'PATCH' | 'PUT' | 'DELETE',
      url: (id: number) => string,
      payload?: (id: number) => object,
    ) =>
    (id: number) => ({ method, url: url(id), ...(payload && { payload: payload(id) }) });
  for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
    await expectLikeUnknown(
      write(
        method,
        (id) => `/api/versions/${id}/`,
        () => ({}),
      ),
      version.id,
    );
    await expectLikeUnknown(
      write(
        method,
        (id) => `/api/files/${id}/`,
        () => ({}),
      ),
      fileId,
    );
  }
  for (const kind of ['version_opened', 'file_previewed'])
    await expectLikeUnknown(
      write(
        'POST',
        () => '/api/seen/',
        (id) => ({ kind, id }),
      ),
      kind === 'version_opened' ? version.id : fileId,
    );
  await expectLikeUnknown(
    write(
      'POST',
      () => '/api/played/',
      (id) => ({ id, percent: 5 }),
    ),
    fileId,
  );
  const tus = createTusUser(setup, world.owner, version.id);
  const person = world.customer;
  const refused = [await tus.create(3, { person }), await tus.create(3, { person, version: UNKNOWN })];
  expect(refused[0]?.statusCode).toBe(refused[1]?.statusCode);
  expect(refused[0]?.body).toBe(refused[1]?.body);
  expect(await setup.db.selectFrom('events').selectAll().execute()).toEqual([]);
});

test('exactly at its time it appears, with all that belongs to it', async () => {
  const { owner, customer, project, version: first } = world;
  const ready = inSeconds(600);
  const { version, files, picture } = await fillDraft(world, ready, { isDrawn: true });
  recordEvent(setup.context, customer, {
    kind: 'project_opened',
    owner_id: owner.id,
    project_id: project.id,
  });
  await writeEvents(setup.context);
  setup.advance(599.999);
  for (const { who, browser, headers } of eyes()) {
    const shown = (await browser.get(`/api/projects/${project.id}/`, headers)).json<Project>();
    expect(
      shown.versions.map(({ id }) => id),
      who,
    ).toEqual([first.id]);
  }
  setup.advance(0.001);
  expect(now()).toBe(ready);
  for (const { who, browser, headers } of eyes()) {
    const ask = async <T>(url: string) => (await browser.get(url, headers)).json<T>();
    const shown = await ask<Project>(`/api/projects/${project.id}/`);
    const newest = shown.versions.at(-1);
    expect(newest, who).toMatchObject({
      id: version.id,
      version_number: `${MARK} 2`,
      created_at: ready,
      ready_at: ready,
      file_count: 2,
    });
    expect(newest?.description).toContain(picture);
    expect(newest?.covers).toHaveLength(files.length);
    expect(new Set(newest?.covers.map(({ id }) => id))).toEqual(new Set(files.map(({ id }) => id)));
    expect(shown.last_updated).toBe(ready);
    expect(shown.cover?.id).toBe(files[0]?.id);
    const [listed] = (await ask<ProjectPage>('/api/projects/?ordering=-last_updated')).results;
    expect(listed).toMatchObject({ id: project.id, last_updated: ready, cover: { id: files[0]?.id } });
    const { results } = await ask<Page<ProjectFile>>(`/api/files/?version=${version.id}`);
    expect(results.map(({ name }) => name)).toEqual([`${MARK}-renamed.png`, `${MARK}-a.png`]);
    for (const url of [
      picture,
      ...results.flatMap(({ file, thumbnail }) => [file, thumbnail ?? '']),
      `/api/versions/${version.id}/zip/`,
    ])
      expect((await browser.get(url, headers)).statusCode, `${who}: ${url}`).toBe(200);
  }
});

test('a scheduled version is new to a client who visited before, though its files are older', async () => {
  const { owner, customer, project } = world;
  const look = { kind: 'project_opened', owner_id: owner.id, project_id: project.id } as const;
  await fillDraft(world, inSeconds(7200));
  setup.advance(3600);
  recordEvent(setup.context, customer, look);
  await writeEvents(setup.context);
  const newsOf = async () =>
    (await customer.browser.get(`/api/projects/${project.id}/`, REPORTED)).json<Project>().news;
  setup.advance(3599);
  expect(await newsOf()).toEqual({ versions: 0, files: 0 });
  setup.advance(1);
  expect(await newsOf()).toEqual({ versions: 1, files: 2 });
});

test('the freelancer sees all of a draft, and if the client can see it', async () => {
  const { owner, project, version: first } = world;
  const { version } = await fillDraft(world, null);
  expect(version.ready_at).toBeNull();
  const url = `/api/projects/${project.id}/`;
  const shown = (await owner.browser.get(url)).json<Project>();
  expect(shown.versions).toMatchObject([
    { id: first.id, ready_at: shown.versions[0]?.created_at },
    { id: version.id, ready_at: null, created_at: version.created_at },
  ]);
  expect(shown.last_updated).toBe(now());
  expect((await owner.browser.get(`/api/versions/${version.id}/zip/`)).statusCode).toBe(200);
});

test('an upload in pieces can go to a draft', async () => {
  const { version } = await fillDraft(world, null);
  const tus = createTusUser(setup, world.owner, version.id);
  const url = await tus.begin(4);
  expect((await tus.patch(url, 0, Buffer.from('work'))).statusCode).toBe(204);
  const shown = await world.owner.browser.get(`/api/files/?version=${version.id}`);
  expect(shown.json<Page<ProjectFile>>().results.map(({ name }) => name)).toContain('film.bin');
});
