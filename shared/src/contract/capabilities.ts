import { z } from 'zod';
import { TokenScope } from './tokens.ts';

/** Abilities of a plan beside its limits (specification 7.12). */
export const Capabilities = z.object({
  analytics: z.enum(['basic', 'advanced', 'custom']),
  /** Most tokens at a time. */
  tokens: z.int().min(0),
  token_scopes: z.array(TokenScope),
  /** Most addresses that events are sent to. */
  webhooks: z.int().min(0),
  feeds: z.boolean(),
  /** Hours within which support answers; 0 where no time is promised. */
  support_hours: z.int().min(0),
});
export type Capabilities = z.infer<typeof Capabilities>;
export type Capability = keyof Capabilities;

/** An ability that is asked for: the least level, the count that would be reached, a scope, or the most hours. */
export type NeededCapability = {
  analytics?: Capabilities['analytics'];
  tokens?: number;
  token_scopes?: TokenScope;
  webhooks?: number;
  feeds?: true;
  support_hours?: number;
};

/** Refusal where the plan of an account lacks an ability; `plans` are those that have it, in their order. */
export type PlanLacks = {
  detail: string;
  code: 'plan_lacks';
  capability: Capability;
  plans: { id: number; name: string }[];
};
