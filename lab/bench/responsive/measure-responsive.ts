import path from 'node:path';
import { type ApiSession, openApiSession } from '../../../test-kit/api-session.ts';
import { freePort } from '../../../test-kit/free-port.ts';
import { startIdentityServer } from '../../../test-kit/identity-server.ts';
import { startProduct } from '../../../test-kit/product.ts';
import { isNarrowed, isWanted, quick, report } from '../compare.ts';
import { median } from '../load.ts';
import { ENV } from '../requests.ts';
import { describeAllRoutes } from './all-routes.ts';
import { createClient, type Measured } from './delay-client.ts';
import { hostileEvents } from './hostile-events.ts';
import { emptyForm, FORM_TYPES, hostileForms } from './hostile-forms.ts';
import {
  type HostileRequest,
  hostileRequests,
  type OpenApi,
  type Samples,
  routesOf,
} from './hostile-requests.ts';
import { createPeople, type Person, RETURN_PATH } from './people.ts';
import { makeSamples } from './samples.ts';

export const RESPONSIVE = 'responsive: /healthz beside one hostile request';

/** The longest that others may wait for one request. */
export const LONGEST_MS = 250;
/** Requests slower than this are measured five times. */
const SUSPICIOUS_MS = 60;
const TIMES = 5;
/** Every seventh request represents the 730,000; measured alone, `--only responsive`, the row sends all, in an hour. */
const STEP = quick || !isNarrowed ? 7 : 1;
const WORST_SHOWN = 12;
const UNSUPPORTED_TYPE = 415;
const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_of_the_bench',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_bench',
};

type Client = ReturnType<typeof createClient>;

/** Sends every hostile request as every kind of user, one after the other, while timing /healthz. */
export async function measureResponsive(folder: string): Promise<void> {
  if (!isWanted(RESPONSIVE)) return;
  const port = await freePort();
  const identities = await startIdentityServer([`http://localhost:${port}${RETURN_PATH}`]);
  const product = await startProduct({
    dataDir: path.join(folder, 'responsive'),
    env: { ...ENV, ...identities.environment, PORT: String(port), PAYMENTS: 'sandbox' },
  });
  const { freelancer, customer, guest } = await createPeople(product, identities);
  const { session } = freelancer;
  const samples = await makeSamples(session);
  const openApi = await describeAllRoutes(await session.expectCall<OpenApi>(200, 'GET', '/api/openapi.json'));
  const client = createClient(product);
  const forms = await findForms(openApi, samples, client, session);
  await freelancer.recover(401);
  const results: Measured[] = [];
  for (const person of [freelancer, customer, guest]) {
    await measureAs(person, client, hostileRequests(openApi, samples), results);
    for (const [route, type, operation] of forms)
      await measureAs(person, client, hostileForms(route, type, operation, samples), results);
  }
  client.close();
  await product.stop();
  await identities.stop();
  await measureEvents(folder, results);
  printWorst(results);
}

/** Routes that accept forms, found by sending an empty form of each type. */
async function findForms(openApi: OpenApi, samples: Samples, client: Client, session: ApiSession) {
  const writing = [...routesOf(openApi, samples)].filter(
    ([{ method, template }]) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method) && template !== '/*',
  );
  const all = writing.flatMap(([route, operation]) =>
    FORM_TYPES.map((type) => [route, type, operation] as const),
  );
  const taken: typeof all = [];
  for (const form of all) {
    const { status } = await client.measure(emptyForm(form[1], form[0]), session);
    if (status !== UNSUPPORTED_TYPE) taken.push(form);
  }
  return taken;
}

/** Webhook events need another gateway than the test gateway; they are refused before any call to it. */
async function measureEvents(folder: string, results: Measured[]): Promise<void> {
  const product = await startProduct({ dataDir: path.join(folder, 'events'), env: { ...ENV, ...STRIPE } });
  const client = createClient(product);
  const guest = { role: 'guest', session: openApiSession(product.url), recover: async () => {} };
  await measureAs(guest, client, hostileEvents(), results);
  client.close();
  await product.stop();
}

/** Sends the requests and appends each result to `results`, which are too many for the arguments of one call. */
async function measureAs(
  { role, session, recover }: Person,
  client: Client,
  requests: Iterable<HostileRequest>,
  results: Measured[],
): Promise<void> {
  let count = 0;
  for (const request of requests) {
    count += 1;
    if (count % STEP !== 0) continue;
    const first = await client.measure(request, session);
    await recover(first.status);
    const delays = [first.delayMs];
    if (first.delayMs >= SUSPICIOUS_MS)
      for (delays.length = 0; delays.length < TIMES;)
        delays.push((await client.measure(request, session)).delayMs);
    results.push({ ...first, what: `${role}: ${first.what}`, delayMs: median(delays) });
  }
}

function printWorst(results: Measured[]): void {
  const worst = results.toSorted((a, b) => b.delayMs - a.delayMs).slice(0, WORST_SHOWN);
  for (const { what, delayMs, status } of worst)
    console.error(`${delayMs.toFixed(0)} ms  ${status}  ${what}`);
  const [first] = worst;
  if (!first) throw new Error('no request was sent');
  const tooSlow = results.filter(({ delayMs }) => delayMs > LONGEST_MS);
  report({
    what: RESPONSIVE,
    figures: {
      worst: `${first.delayMs.toFixed(0)} ms (${first.what})`,
      requests: String(results.length),
      [`above ${LONGEST_MS} ms`]: String(tooSlow.length),
    },
    note: `must <= ${LONGEST_MS} ms, median of ${TIMES}`,
    missed: tooSlow.map(({ what, delayMs }) => `${delayMs.toFixed(0)} ms ${what}`),
  });
}
