/** The order of the server's features: each may import only from those before it (docs/architecture.md). */
export const FEATURE_ORDER = [
  'plans',
  'storage',
  'users',
  'auth',
  'customers',
  'programs',
  'ledger',
  'notices',
  'events',
  'deliveries',
  'pictures',
  'support',
  'projects',
  'milestones',
  'versions',
  'sections',
  'links',
  'files',
  'faces',
  'receipts',
  'calendars',
  'checkout',
  'analytics',
  'changes',
  'archives',
  'account',
] as const;

/** Files of a feature that later features may import; `sums.ts` holds sums over their tables. */
export const PUBLIC_FILES = ['service.ts', 'access.ts', 'sums.ts'];

/** Tasks with a file of their own that features after theirs call. */
export const PUBLIC_TASKS = [
  'users/chosen-names.ts',
  'auth/signed-keys.ts',
  'auth/feeds/feeds.ts',
  'auth/sealed-secrets.ts',
  'auth/reauthentication/reauthentication-replies.ts',
  'auth/erasure/begin-erasure.ts',
  'auth/erasure/erasures.ts',
  'auth/erasure/erasure-queries.ts',
  'ledger/seen.ts',
  'ledger/promises.ts',
  'notices/dates.ts',
  'notices/choices.ts',
  'checkout/subscription/subscription.ts',
  'checkout/payments/kept-payments.ts',
  'pictures/read-picture.ts',
  'pictures/drawing-slots.ts',
  'projects/project-detail.ts',
  'files/zip/zip-names.ts',
];

/** File of a feature that serves only the commands of the owner of an installation. */
export const ADMIN_FILE = 'admin.ts';

/**
 * Files that every feature may import, even earlier ones: the columns of a row, its type and mapper, and lists
 * of rows. They import no other files of features.
 */
export const ROW_FILES = ['row.ts', 'rows.ts', 'row-sums.ts'];

/** Table of the columns that archives carry: every layer of the feature reads it. */
export const COLUMN_FILES = ['carried/columns.ts', 'carried/column-kinds.ts'];
