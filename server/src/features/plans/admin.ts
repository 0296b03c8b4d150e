import type { Capability } from '@vitrin/shared/contract/capabilities.ts';
import type { Currency } from '@vitrin/shared/contract/plans.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { currencyOf } from '@vitrin/shared/rules/money/money.ts';
import type { Database } from '../../database/connect.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  clearPopular,
  getPlanByCode,
  listCapabilityRows,
  listPlanSheets,
  setPlanCapability,
  updatePlan,
  updatePlanPrice,
  updatePlanText,
} from './queries.ts';

export type PlanSheet = {
  code: string;
  name: string;
  storage_limit_gb: number;
  project_limit: number;
  is_popular: boolean;
  capabilities: { capability: string; value: string }[];
  prices: { currency: Currency; amount_cents: number }[];
  texts: { language: Language; description: string; features: string[] }[];
};

export async function getPlanSheets(db: Database): Promise<PlanSheet[]> {
  const { plans, prices, texts } = await listPlanSheets(db);
  const capabilities = await listCapabilityRows(db);
  return plans.map(({ id, ...plan }) => ({
    ...plan,
    capabilities: capabilities
      .filter(({ plan_id }) => plan_id === id)
      .map(({ capability, value }) => ({ capability, value })),
    prices: prices.filter(({ plan_id }) => plan_id === id),
    texts: texts
      .filter(({ plan_id }) => plan_id === id)
      .map(({ language, description, features }) => ({
        language,
        description,
        features: JSON.parse(features) as string[],
      })),
  }));
}

export type PlanChange = {
  plan?: { storage_limit_gb?: number; project_limit?: number; is_popular?: boolean };
  price?: { currency: Currency; amount_cents: number };
  text?: { language: Language; description?: string; features?: string[] };
  /** The value is in the form in which it is stored. */
  capability?: { name: Capability; value: string };
};

/** Changes the plan with this code. Earlier purchases keep their price; one plan at a time is popular. */
export async function changePlan(
  db: Database,
  code: string,
  { plan, price, text, capability }: PlanChange,
): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const { id } = await getPlanByCode(tx.db, code, 'en', currencyOf('en'));
    if (plan?.is_popular) await clearPopular(tx.db);
    if (plan) await updatePlan(tx.db, code, plan);
    if (price) await updatePlanPrice(tx.db, id, price);
    if (capability) await setPlanCapability(tx.db, id, capability.name, capability.value);
    if (!text) return;
    const { language, description, features } = text;
    await updatePlanText(tx.db, id, language, {
      ...(description !== undefined && { description }),
      ...(features && { features: JSON.stringify(features) }),
    });
  });
}
