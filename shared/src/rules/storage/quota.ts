import type { User } from '../../contract/users.ts';
import { percentUsed } from './storage.ts';

/** A plan with this limit shows as "Unlimited" (specification 5.12). */
export const UNLIMITED_PROJECTS = 1_000_000;

type ProjectQuota = { projectCount: number; projectLimit: number };

/** Project quota of a user; a missing limit counts as 0, which blocks creation (specification 5.12). */
export function projectQuotaOf(user: Pick<User, 'project_count' | 'subscription'>): ProjectQuota {
  return { projectCount: user.project_count, projectLimit: user.subscription?.plan.project_limit ?? 0 };
}

export function isWithinProjectLimit({ projectCount, projectLimit }: ProjectQuota): boolean {
  return projectCount < projectLimit;
}

/** True if the create-project button is offered; the server applies the same rule in its transaction. */
export function canCreateProject(
  user: Pick<User, 'isFreelancer' | 'project_count' | 'subscription'>,
): boolean {
  return user.isFreelancer && isWithinProjectLimit(projectQuotaOf(user));
}

export type ProjectQuotaLevel = 'ok' | 'warning' | 'critical' | 'blocked';

/** Warning from 75 percent, critical from 90, blocked at the limit or if it is 0 (specification 6.12). */
export function projectQuotaLevel(quota: ProjectQuota): ProjectQuotaLevel {
  if (!isWithinProjectLimit(quota)) return 'blocked';
  const percent = percentUsed(quota.projectCount, quota.projectLimit);
  if (percent >= 90) return 'critical';
  return percent >= 75 ? 'warning' : 'ok';
}
