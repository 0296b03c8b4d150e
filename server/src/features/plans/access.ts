import type { Capabilities, NeededCapability } from '@vitrin/shared/contract/capabilities.ts';
import {
  lackingCapability,
  LEAST_CAPABILITIES,
  readCapabilities,
} from '@vitrin/shared/rules/capabilities.ts';
import { standingOf } from '@vitrin/shared/rules/money/subscription.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { PlanLacksError } from '../../errors.ts';
import { findSubscription, listCapabilityRows } from './queries.ts';

type Clocked = Pick<Context, 'db' | 'now'>;

type PlanAbilities = { id: number; code: string; name: string; capabilities: Capabilities };

async function listAbilities(db: Database): Promise<PlanAbilities[]> {
  const byPlan = Map.groupBy(await listCapabilityRows(db), ({ plan_id }) => plan_id);
  return [...byPlan].flatMap(([id, rows]) => {
    const [first] = rows;
    return first ? [{ id, code: first.code, name: first.name, capabilities: readCapabilities(rows) }] : [];
  });
}

/** Returns an account's abilities now (specification 7.3), the least without a plan; other things wait for an upgrade. */
export async function capabilitiesOf(context: Clocked, userId: number): Promise<Capabilities> {
  return abilitiesOf(context, await listAbilities(context.db), userId);
}

/** Throws PlanLacksError, with the plans that have the ability; give a count as it would be, counted with the user locked. */
export async function requireCapability(
  context: Clocked,
  userId: number,
  needed: NeededCapability,
): Promise<void> {
  const plans = await listAbilities(context.db);
  const lacking = lackingCapability(await abilitiesOf(context, plans, userId), needed);
  if (lacking === undefined) return;
  const enough = plans.filter(({ capabilities }) => lackingCapability(capabilities, needed) === undefined);
  throw new PlanLacksError(
    lacking,
    enough.map(({ id, name }) => ({ id, name })),
  );
}

async function abilitiesOf(
  { db, now }: Clocked,
  plans: PlanAbilities[],
  userId: number,
): Promise<Capabilities> {
  const row = await findSubscription(db, userId);
  if (!row) return LEAST_CAPABILITIES;
  const hasEnded = standingOf(row, now()) === 'ended';
  const plan = plans.find(({ id, code }) => (hasEnded ? code === 'free' : id === row.plan_id));
  return plan?.capabilities ?? LEAST_CAPABILITIES;
}
