import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { askWith, makeToken } from '../../testing/api-tokens.ts';
import { listen } from '../../testing/live-server.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'on' });
const server = await listen(setup.app);

async function tokenOf() {
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'enterprise');
  const project = await setup.createProject({ owner: ada });
  const { token } = await makeToken(ada, 'manage');
  return { ada, project, token };
}

test('a token reads 600 times in a minute and no more, and another of the same freelancer still works', async () => {
  const { ada, token } = await tokenOf();
  const read = (by: string) => askWith(setup.app, by, { url: '/api/projects/?limit=1' });
  const statuses = new Map<number, number>();
  for (let count = 0; count < 601; count += 1) {
    const { statusCode } = await read(token);
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 429: 1 });
  const refused = await read(token);
  expect(refused.headers['retry-after']).toBe('1');
  expect((await read((await makeToken(ada, 'read')).token)).statusCode).toBe(200);
  setup.advance(1);
  expect((await read(token)).statusCode).toBe(200);
});

test('a token writes 120 times in a minute and no more, and still reads', async () => {
  const { project, token } = await tokenOf();
  const write = () =>
    askWith(setup.app, token, {
      method: 'PATCH',
      url: `/api/projects/${project.id}/`,
      payload: { status: 'on-hold' },
    });
  const statuses = new Map<number, number>();
  for (let count = 0; count < 121; count += 1) {
    const { statusCode } = await write();
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 120, 429: 1 });
  expect((await askWith(setup.app, token, { url: '/api/projects/' })).statusCode).toBe(200);
});

test.each(['Bearer ', 'bearer', 'Basic ', ''])(
  'an Authorization header of 64 KB that begins with "%s" is refused, and nothing else suffers',
  async (scheme) => {
    const { token } = await tokenOf();
    const authorization = scheme + 'x'.repeat(64 * 1024);
    const answer = await setup.app.inject({
      url: '/api/projects/',
      headers: { host: 'localhost:3000', authorization },
    });
    expect(answer.statusCode).toBe(401);
    expect((await askWith(setup.app, token, { url: '/api/projects/' })).statusCode).toBe(200);
  },
);

test('over the wire a header of 64 KB is refused before anything reads it', async () => {
  const { ada } = await tokenOf();
  const request = server.open(ada.browser, 'GET', '/api/projects/', {
    authorization: `Bearer ${'x'.repeat(64 * 1024)}`,
  });
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  expect(response.statusCode).toBe(431);
});

test('the OpenAPI document says of each route whether a token opens it, and which', async () => {
  type Operation = { security?: unknown; 'x-token-scope'?: string };
  const { paths } = (await setup.createBrowser().get('/api/openapi.json')).json<{
    paths: Record<string, Record<string, Operation>>;
  }>();
  expect(paths['/api/versions/']?.['post']).toMatchObject({
    'x-token-scope': 'deliver',
    security: [{ session: [], csrf: [] }, { token: [] }],
  });
  expect(paths['/api/payments/']?.['get']?.['x-token-scope']).toBeUndefined();
});
