/** Groups of the account screen in their order; each is an address, `/account#security`. */
const GROUPS = ['profile', 'security', 'notifications', 'calendar', 'tokens', 'plan', 'data'] as const;
export type AccountGroupName = (typeof GROUPS)[number];

const OF_FREELANCERS: readonly AccountGroupName[] = ['calendar', 'tokens', 'plan'];

/** Clients have no plan and no tokens, and add single days to their calendar. */
export function groupsOf(isFreelancer: boolean): readonly AccountGroupName[] {
  return GROUPS.filter((group) => isFreelancer || !OF_FREELANCERS.includes(group));
}
