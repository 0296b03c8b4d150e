import { describe, expect, it } from 'vitest';
import { IS_DAILY } from '../../../../test-kit/large/extent.ts';
import { BAD_COLUMN_VALUES, BAD_IDS, BAD_QUERIES, BAD_VALUES, BROKEN_QUERIES } from './hostile-input.ts';
import { isUnsafe, ownAddress, type Route, routeTests, type Things } from './route-tests.ts';
import { sharedTestApp } from '../shared-test-app.ts';

/** Bad input that may reach a database is answered with 4xx in the shape of errors (specification 10.1). */

const IS_POSTGRES = process.env['VITRIN_TEST_DATABASE'] === 'postgres';

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const { expectNoFailureOnEveryRoute } = await routeTests(setup);

/** Optional: with it, the first change would be accepted and each later one refused as out of date. */
const LEFT_OUT = new Set(['edited_at']);

/** A valid body, accepted unless the route needs a mailed key or token. Throws for an unknown field. */
function goodBody({ method, path, properties }: Route, { ids }: Things): Record<string, unknown> {
  const samples: Record<string, unknown> = {
    name: 'Summer campaign',
    kind: 'project_opened',
    id: ids.projects,
    description: '',
    customer_id: null,
    project: ids.projects,
    version: ids.versions,
    version_number: '1.0',
    completed: false,
    order: 1,
    cards: [],
    mail: null,
    query: { measure: 'looks' },
    range: 'last_7_days',
    from: null,
    to: null,
    cover: null,
    section: null,
    title: 'Board',
    address: 'https://example.com/',
    files: [{ id: 1, caption: 'At dawn' }],
    caption: 'At dawn',
    alt: 'A bay',
    ready_at: 'now',
    due_on: '2026-12-04',
    expected_on: '2026-12-04',
    username: 'someone.new',
    display_name: 'Someone New',
    accent: '#0e5a54',
    greeting: 'Welcome',
    contact: '+90 532 000 00 00',
    email: 'someone.new@example.com',
    password: 'petrol-green-window',
    password_confirm: 'petrol-green-window',
    current_password: 'petrol-green-window',
    new_password: 'petrol-green-window',
    primary: true,
    provider: 'google',
    account: '1',
    sessions: [1],
    code: '123456',
    credential: { id: 'aGVsbG8', rawId: 'aGVsbG8', type: 'public-key', response: {} },
    authenticators: [1],
    keep_codes: true,
    key: 'unknown-key',
    reset_token: 'unknown-key',
    token: 'unknown-key',
    keep_identities: true,
    notice: 'first_look',
    wanted: false,
    trust: false,
    scope: 'read',
    days: 30,
    outcome: 'paid',
    status: 'pending',
    plan: 1,
    percent: 50,
    url: 'https://hooks.example.com/',
    form: 'standard',
    types: ['version.seen'],
    active: true,
    again: true,
    accepted: [],
    buyer: {
      name: 'Ada',
      surname: 'Lovelace',
      identity_number: 'A1234567',
      phone: '+905555555555',
      address: 'Street 1',
      city: 'Istanbul',
      country: 'Turkey',
      zip_code: '34000',
    },
    tax_number: '1234567890',
    tax_office: 'Kadıköy',
    district: 'Kadıköy',
    city: 'İstanbul',
    country: 'Türkiye',
    subscription_plan: 1,
    subject: 'Help',
    text: 'Please',
    pictures: [],
  };
  const given = properties.filter((name) => !LEFT_OUT.has(name));
  const unnamed = given.filter((name) => !(name in samples));
  expect(unnamed, `goodBody names no value for these of ${method} ${path}`).toEqual([]);
  return Object.fromEntries(given.map((name) => [name, samples[name]]));
}

describe('bad input on every route is refused and breaks nothing', () => {
  it('impossible ids in the address', async () => {
    await expectNoFailureOnEveryRoute(
      ({ method, path }) =>
        path.includes('{') ? BAD_IDS.map((id) => ({ method, url: path.replaceAll(/\{\w+\}/g, id) })) : [],
      400,
    );
  });

  it('odd queries', async () => {
    // Only reads pass values of a query to the database.
    const queriesFor = (route: Route) => {
      if (!isUnsafe(route) || !IS_DAILY) return BAD_QUERIES;
      return IS_POSTGRES ? [] : BROKEN_QUERIES;
    };
    await expectNoFailureOnEveryRoute((route, { ids }) =>
      queriesFor(route).map((query) => ({
        method: route.method,
        url: `${ownAddress(route, ids)}?${query}`,
      })),
    );
  });

  it('a wrong value in each property of the body', async () => {
    const values = IS_DAILY && IS_POSTGRES ? BAD_COLUMN_VALUES : BAD_VALUES;
    await expectNoFailureOnEveryRoute((route, things) =>
      route.properties.flatMap((property) =>
        values.map((value) => ({
          method: route.method,
          url: ownAddress(route, things.ids),
          payload: { ...goodBody(route, things), [property]: value },
        })),
      ),
    );
  });

  it('a missing property', async () => {
    await expectNoFailureOnEveryRoute((route, things) =>
      route.properties.map((property) => {
        const { [property]: _missing, ...payload } = goodBody(route, things);
        return { method: route.method, url: ownAddress(route, things.ids), payload };
      }),
    );
  });
});
