/** Most of each kind, so that every list, and what a request reads, stays bounded. */
export const MAX_COUNTS = {
  /** Per project. */
  milestones: 500,
  versions: 500,
  files: 10_000,
  /** Per version. */
  sections: 100,
  links: 100,
  /** Per freelancer. */
  projects: 10_000,
  customers: 2000,
  /** Per customer, not counting the customer. */
  people: 20,
  /** Per account. */
  emailAddresses: 10,
  sessions: 100,
  passkeys: 20,
  openCheckouts: 20,
} as const;

/** UTF-8 bytes of all names and descriptions in one project. */
export const MAX_PROJECT_TEXT_BYTES = 2 * 1024 * 1024;

/** UTF-8 bytes of text that an account may have without using its storage. */
export const FREE_TEXT_BYTES = 20 * 1024 * 1024;
