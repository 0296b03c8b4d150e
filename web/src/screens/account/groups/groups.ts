/** Groups of the account screen in their order; each is an address, `/account#security`. */
const GROUPS = ['profile', 'security', 'notifications', 'plan', 'data'] as const;
export type AccountGroupName = (typeof GROUPS)[number];

/** Clients have no plan. */
export function groupsOf(isFreelancer: boolean): readonly AccountGroupName[] {
  return GROUPS.filter((group) => isFreelancer || group !== 'plan');
}
