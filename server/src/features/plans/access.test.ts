import type { NeededCapability } from '@vitrin/shared/contract/capabilities.ts';
import { LEAST_CAPABILITIES } from '@vitrin/shared/rules/capabilities.ts';
import { expect, test } from 'vitest';
import { PlanLacksError } from '../../errors.ts';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import { capabilitiesOf, requireCapability } from './access.ts';

const setup = await sharedTestApp();
const { context } = setup.app;

const ONE_DAY = 24 * 3600;

async function freelancerOn(code: 'free' | 'pro' | 'enterprise', days?: number) {
  const freelancer = await setup.createFreelancer();
  await setup.putOnPlan(freelancer, code, days);
  return freelancer.id;
}

/** The refusal of an account that needs this ability; undefined if it is allowed. */
async function refusalOf(userId: number, needed: NeededCapability) {
  try {
    await requireCapability(context, userId, needed);
    return undefined;
  } catch (error) {
    if (!(error instanceof PlanLacksError)) throw error;
    const { statusCode, code, capability, plans } = error;
    return { statusCode, code, capability, plans: plans.map(({ name }) => name) };
  }
}

test('each plan has the abilities of the specification', async () => {
  const paid = { ...LEAST_CAPABILITIES, feeds: true };
  expect(await capabilitiesOf(context, await freelancerOn('free'))).toEqual(paid);
  expect(await capabilitiesOf(context, await freelancerOn('pro'))).toEqual({
    ...paid,
    analytics: 'advanced',
    tokens: 5,
    token_scopes: ['read', 'deliver'],
  });
  expect(await capabilitiesOf(context, await freelancerOn('enterprise'))).toEqual({
    ...paid,
    analytics: 'custom',
    tokens: 20,
    token_scopes: ['read', 'deliver', 'manage'],
    webhooks: 10,
  });
});

test('a refusal names the missing ability and the plans that have it', async () => {
  const starter = await freelancerOn('free');
  expect(await refusalOf(starter, { analytics: 'basic' })).toBeUndefined();
  expect(await refusalOf(starter, { tokens: 1 })).toEqual({
    statusCode: 403,
    code: 'plan_lacks',
    capability: 'tokens',
    plans: ['Professional', 'Enterprise'],
  });
  const professional = await freelancerOn('pro');
  expect(await refusalOf(professional, { tokens: 5 })).toBeUndefined();
  expect(await refusalOf(professional, { tokens: 6 })).toMatchObject({ plans: ['Enterprise'] });
  expect(await refusalOf(professional, { webhooks: 11 })).toMatchObject({ plans: [] });
});

test('an expired plan has the abilities of Starter, from that very moment', async () => {
  const freelancer = await freelancerOn('enterprise', 2);
  setup.advance(2 * ONE_DAY - 60);
  expect(await refusalOf(freelancer, { webhooks: 1 })).toBeUndefined();
  setup.advance(60);
  expect(await refusalOf(freelancer, { webhooks: 1 })).toMatchObject({ plans: ['Enterprise'] });
});

test('a customer, who has no plan, has the fewest abilities', async () => {
  const customer = await setup.createCustomer();
  expect(await capabilitiesOf(context, customer.id)).toEqual(LEAST_CAPABILITIES);
});
