import { expect, test } from 'vitest';
import { askWith, makeToken } from '../../testing/api-tokens.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';

const setup = await sharedTestApp({ RATE_LIMITS: 'on' });

async function tokenOf() {
  const ada = await setup.createFreelancer();
  await setup.putOnPlan(ada, 'enterprise');
  const project = await setup.createProject({ owner: ada });
  const { token } = await makeToken(ada, 'manage');
  return { ada, project, token };
}

test('a token reads 600 times in a minute and no more, and another of the same freelancer goes on', async () => {
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
