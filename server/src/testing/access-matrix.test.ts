import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteOptions } from 'fastify';
import { matrixDocument, ROWS } from './access-matrix.ts';
import type { Row } from './access-row.ts';
import { ASKERS, createWorld } from './access-world.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const DOCUMENT = '../../../docs/access-matrix.md';
/** Served beside /api/_allauth by the same plugin. */
const SECOND_ADDRESS = '/_allauth/';
/** Files of the API's own description. */
const STATIC = 'GET /api/docs/static/*';

const routes = new Set<string>();
let setup: TestApp;

beforeAll(async () => {
  const webFolder = mkdtempSync(join(tmpdir(), 'vitrin-test-'));
  setup = await createTestApp({ RATE_LIMITS: 'off' }, { webFolder, onRoute: remember });
});
afterAll(() => setup.close());

function remember({ method, url, config }: RouteOptions): void {
  if (config?.allowedMethods !== undefined || url.startsWith(SECOND_ADDRESS)) return;
  for (const one of [method].flat()) routes.add(`${one} ${url}`);
}

test('every route has a row, and every row a route: add it in access-matrix.ts', () => {
  const asked = [...routes].filter(
    (route) => route !== STATIC && !(route.startsWith('HEAD ') && routes.has(route.replace('HEAD', 'GET'))),
  );
  expect(asked.toSorted()).toEqual([...new Set(ROWS.map(({ route }) => route))].toSorted());
});

test.each(ROWS)(
  '$route $about',
  async (row) => {
    const statuses = [];
    for (const asker of ASKERS) statuses.push(await statusFor(row, asker));
    expect(statuses).toEqual(row.statuses);
  },
  60_000,
);

async function statusFor({ route, call }: Row, asker: (typeof ASKERS)[number]): Promise<number> {
  const world = await createWorld(setup);
  const [method = '', address = ''] = route.split(' ');
  const { id = '', ...request } = await call(world);
  const response = await world.browsers[asker].request({
    ...request,
    method,
    url: address.replace(':id', String(id)),
  });
  return response.statusCode;
}

test('the published matrix is up to date', async () => {
  await expect(matrixDocument(ROWS)).toMatchFileSnapshot(DOCUMENT);
});
