/** Upper bounds, so that every list and the reads of a request stay bounded. */
export const MAX_COUNTS = {
  milestones: 500,
  versions: 500,
  files: 10_000,
  sections: 100,
  links: 100,
  projects: 10_000,
  customers: 2000,
  /** Most people of a customer, without the customer. */
  people: 20,
  emailAddresses: 10,
  sessions: 100,
  passkeys: 20,
  openCheckouts: 20,
} as const;

/** UTF-8 bytes of all names and descriptions in one project. */
export const MAX_PROJECT_TEXT_BYTES = 2 * 1024 * 1024;

/** UTF-8 bytes of text that an account may have without using its storage. */
export const FREE_TEXT_BYTES = 20 * 1024 * 1024;
