/** How many of each there may be, so that every list, and what a request reads, stays bounded. */
export const MAX_COUNTS = {
  /** Of one project. */
  milestones: 500,
  versions: 500,
  files: 10_000,
  /** Of one freelancer. */
  projects: 10_000,
  customers: 2000,
  /** Of one account. */
  emailAddresses: 10,
  sessions: 100,
  openCheckouts: 20,
} as const;

/** Of the names and descriptions of one project with its milestones and versions, in UTF-8. */
export const MAX_PROJECT_TEXT_BYTES = 2 * 1024 * 1024;

/** So much text an account has beside its storage; what is beyond counts in it. */
export const FREE_TEXT_BYTES = 20 * 1024 * 1024;
