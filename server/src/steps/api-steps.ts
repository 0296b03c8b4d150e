import type { Context } from '../context.ts';
import { sessions } from '../features/auth/access.ts';
import { hasSecondStep } from '../features/auth/factors/factor-types.ts';
import { creationKeys, tokens } from '../features/auth/tokens/tokens.ts';
import { protectFromForgery, refuseForeignSites } from '../http/guards/csrf.ts';
import { loadSessions } from '../http/guards/session-cookie.ts';
import { requireSecondSteps } from '../http/guards/second-steps.ts';
import { loadTokens } from '../http/guards/tokens.ts';
import { repeatCreations } from '../http/guards/repeated-creations.ts';
import { limitWrites, type WriteLimits } from '../http/guards/write-limits.ts';
import type { Step } from './step.ts';

export type ApiParts = { context: Context; writeLimits: WriteLimits };

/** Steps that requests of both APIs pass, after those of the whole server. */
export const API_STEPS: readonly Step<ApiParts>[] = [
  {
    name: 'foreign sites',
    phase: 'authorise',
    install: (api, { context }) => refuseForeignSites(api, context.config),
  },
  {
    name: 'sessions',
    phase: 'authorise',
    install: (api, { context }) => loadSessions(api, context, sessions),
  },
  {
    name: 'tokens',
    phase: 'authorise',
    install: (api, { context }) => loadTokens(api, context, tokens),
  },
  {
    name: 'second steps',
    phase: 'authorise',
    install: (api, { context }) => requireSecondSteps(api, context, hasSecondStep),
  },
  {
    name: 'forgery',
    phase: 'authorise',
    install: (api, { context }) => protectFromForgery(api, context.config),
  },
  {
    name: 'writes',
    phase: 'authorise',
    install: (api, { context, writeLimits }) => limitWrites(api, context, writeLimits),
  },
  {
    name: 'repeated creations',
    phase: 'answer',
    install: (api, { context }) => repeatCreations(api, context, creationKeys),
  },
];
