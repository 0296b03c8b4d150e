import { z } from 'zod';
import { TokenScope } from './account/tokens.ts';

/** Abilities of a plan beside its limits (specification 7.12). */
export const Capabilities = z.object({
  analytics: z.enum(['basic', 'advanced', 'custom']),
  tokens: z.int().min(0),
  token_scopes: z.array(TokenScope),
  webhooks: z.int().min(0),
  feeds: z.boolean(),
  /** Hours within which support answers; 0 for no promise. */
  support_hours: z.int().min(0),
});
export type Capabilities = z.infer<typeof Capabilities>;
export type Capability = keyof Capabilities;

/** A required ability: the least level, the resulting count, a scope, or the most hours. */
export type NeededCapability = {
  analytics?: Capabilities['analytics'];
  tokens?: number;
  token_scopes?: TokenScope;
  webhooks?: number;
  feeds?: true;
  support_hours?: number;
};

export type PlanLacks = {
  detail: string;
  code: 'plan_lacks';
  capability: Capability;
  plans: { id: number; name: string }[];
};
