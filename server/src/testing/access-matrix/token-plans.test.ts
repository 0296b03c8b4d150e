import { TokenScope } from '@vitrin/shared/contract/account/tokens.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { askWith, makeToken } from '../api-tokens.ts';
import type { Person } from '../factories.ts';
import { sharedTestApp } from '../shared-test-app.ts';
import { ROWS } from './access-matrix.ts';
import type { Row } from './access-row.ts';
import { createWorld, type World } from './access-world.ts';
import { OPEN_TO_TOKENS } from './token-rows.ts';

/* Every route open to tokens, for each plan and scope, on own data and on another freelancer's. */

const PLANS = { free: [], pro: ['read', 'deliver'], enterprise: ['read', 'deliver', 'manage'] } as const;
type Plan = keyof typeof PLANS;

/** Routes that only the largest plan has; another test calls them on the other plans. */
const ON_LARGEST = '/api/analytics/boards/';

/** Index of the owner and of another freelancer in the statuses of a row. */
const ASKERS = { own: 4, foreign: 3 } as const;

const setup = await sharedTestApp({ RATE_LIMITS: 'off' });
const opened = ROWS.filter(({ route }) => route in OPEN_TO_TOKENS);

function neededBy({ route }: Row): TokenScope {
  return TokenScope.parse(OPEN_TO_TOKENS[route]?.split(',')[0]);
}

/** Makes a token on the largest plan, then moves its freelancer to `plan`. */
async function tokenOn(plan: Plan, person: Person, scope: TokenScope): Promise<string> {
  await setup.putOnPlan(person, 'enterprise');
  const { token } = await makeToken(person, scope);
  await setup.putOnPlan(person, plan);
  return token;
}

type Begun = { world: World; request: InjectOptions };

async function begin({ route, call }: Row): Promise<Begun> {
  const world = await createWorld(setup);
  const [method = '', address = ''] = route.split(' ');
  const { id = '', person = '', ...request } = await call(world);
  const url = address
    .replace(':id', String(id))
    .replace(':person_id', String(person))
    .replace(':number', '1');
  return { world, request: { ...request, method, url } };
}

const codeOf = ({ body }: LightMyRequestResponse) =>
  body === '' ? undefined : (JSON.parse(body) as { code?: string }).code;

test('every route open to tokens is in the matrix', () => {
  expect(new Set(opened.map(({ route }) => route))).toEqual(new Set(Object.keys(OPEN_TO_TOKENS)));
});

test.each(opened)('$route $about, by plan, scope, own and foreign', async (row) => {
  const needed = TokenScope.options.indexOf(neededBy(row));
  const plans = (Object.keys(PLANS) as Plan[]).filter(
    (plan) => plan === 'enterprise' || !row.route.includes(ON_LARGEST),
  );
  let begun: Begun | undefined;
  for (const plan of plans)
    for (const scope of TokenScope.options)
      for (const [asker, ids] of Object.entries(ASKERS)) {
        const what = `${plan}, ${scope}, ${asker}`;
        begun ??= await begin(row);
        const { world, request } = begun;
        const person = asker === 'own' ? world.owner : world.otherFreelancer;
        const answer = await askWith(setup.app, await tokenOn(plan, person, scope), request);
        // A refused call changes nothing, as the matrix shows.
        if (answer.statusCode < 400) begun = undefined;
        const isHead = row.route.startsWith('HEAD');
        if (TokenScope.options.indexOf(scope) < needed) {
          expect(answer.statusCode, what).toBe(403);
          if (!isHead) expect(codeOf(answer), what).toBe('token_scope');
        } else if (!PLANS[plan].some((one) => one === scope)) {
          expect(answer.statusCode, what).toBe(403);
          if (!isHead) expect(codeOf(answer), what).toBe('plan_lacks');
        } else expect(answer.statusCode, `${what}: ${answer.body}`).toBe(row.statuses[ids]);
      }
});
