import type { Mutant } from './mutants.ts';

/** Mutant that no test can distinguish from the original, by file, function and change, with the reason. */
type Equivalent = { file: string; within: string; what: string; because: string };

const AUTH = 'server/src/features/auth';
const LIMITED = 'the limit by user beside it asks for the user as well';
const NOBODY_CHANGES_OWNERS =
  'the owner is asked for before, and whose a project is never changes; the lock is none on SQLite';
const ASKED_AGAIN =
  'the transaction asks again; without it, a refused call counts towards limits of the same person';
const ASKED_BEFORE =
  'it is asked before the transaction too; only a change between two statements gets there';
const LOCKS_MORE = 'it locks more rows than it has to, which is slower and refuses nothing';
const GONE_SINCE =
  'the row was read or written just before, so that only a deletion between two statements gets there';
const ASKED_BY_PROOF = 'the check of a recent proof asks for the user as well';
const REFUSED_LATER =
  'a client has neither a plan nor a project of their own, so that the next guard refuses them';
const ID_IS_OF_USER = 'the hash of a device id contains its user';

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: `${AUTH}/addresses/email-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/passwords/password-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('change_password', CHANGE_LIMIT)]",
    because: LIMITED,
  },
  {
    file: `${AUTH}/passwords/password-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    because: LIMITED,
  },
  {
    file: 'server/src/features/analytics/query/queries.ts',
    within: 'mapClients',
    what: "without .where('owner_id', '=', ownerId)",
    because: "only accounts in the owner's events are looked up in it; without it, more rows are read",
  },
  {
    file: 'server/src/database/locks.ts',
    within: 'lockUser',
    what: "without .where('id', '=', userId)",
    because: LOCKS_MORE,
  },
  {
    file: 'server/src/database/locks.ts',
    within: 'lockProject',
    what: "without .where('id', '=', projectId)",
    because: LOCKS_MORE,
  },
  {
    file: 'server/src/database/locks.ts',
    within: 'lockProjectOf',
    what: "without .where('id', '=', (e) => table === 'files' ? e .selectFrom('files') .innerJoin('versions', 'versions.id', 'files.version_id') .select('versions.project_id') .where('files.id', '=', id) : e.selectFrom(table).select('project_id').where('id', '=', id), )",
    because: LOCKS_MORE,
  },
  {
    file: `${AUTH}/auth-user.ts`,
    within: 'find',
    what: 'without throw new NotFoundError();',
    because: 'the callers have just found the user; only a removal between two statements gets there',
  },
  {
    file: `${AUTH}/devices/device-queries.ts`,
    within: 'touchDevice',
    what: "without .where('user_id', '=', userId)",
    because: 'the hashes are made with the id of the user',
  },
  {
    file: `${AUTH}/devices/device-queries.ts`,
    within: 'findTrustedDevice',
    what: "without .where('user_id', '=', userId)",
    because: 'the hashes are made with the id of the user',
  },
  {
    file: `${AUTH}/addresses/email-verification.ts`,
    within: 'verifyEmail',
    what: 'without await refuseTaken(tx.db, address);',
    because: 'the index that holds verified addresses apart refuses it too',
  },
  {
    file: `${AUTH}/passwords/password-change.ts`,
    within: 'changePassword',
    what: 'without throw new UnauthenticatedError();',
    because: 'the session has just found the user; only a removal between two statements gets there',
  },
  {
    file: `${AUTH}/sessions/session-queries.ts`,
    within: 'deleteOwnSessions',
    what: "without .where('user_id', '=', userId)",
    because: 'the service takes only ids that are in the list of the own sessions',
  },
  {
    file: 'server/src/features/checkout/subscription/subscription.ts',
    within: 'requireSubscription',
    what: 'without throw new NotFoundError();',
    because: 'its standing was found by the same call, and no subscription goes before its user',
  },
  {
    file: 'server/src/features/customers/service.ts',
    within: 'createCustomer',
    what: 'without throw new NotFoundError();',
    because: 'the row was inserted a statement before, in the same transaction',
  },
  {
    file: 'server/src/features/customers/service.ts',
    within: 'createPerson',
    what: 'without throw new NotFoundError();',
    because: 'the row was inserted a statement before, in the same transaction',
  },
  {
    file: 'server/src/features/customers/service.ts',
    within: 'createPerson',
    what: 'without await requireCustomer(context.db, user, client_id);',
    because: ASKED_AGAIN,
  },
  {
    file: 'server/src/features/customers/service.ts',
    within: 'createPerson',
    what: 'without await requireCustomer(tx.db, user, client_id);',
    because: ASKED_BEFORE,
  },
  {
    file: 'server/src/features/customers/invitations.ts',
    within: 'mailInvitation',
    what: 'without await requireWaiting(tx, user, id);',
    because: ASKED_BEFORE,
  },
  {
    file: 'server/src/features/customers/invitations.ts',
    within: 'getCustomer',
    what: 'without throw new NotFoundError();',
    because: 'the caller has just found the customer, in the same transaction',
  },
  {
    file: 'server/src/features/events/queries.ts',
    within: 'listOthersSince',
    what: "without .where('user_id', 'in', userIds)",
    because: 'what was counted is looked up by a key that names the user; it reads more rows than it has to',
  },
  {
    file: 'server/src/features/deliveries/queries.ts',
    within: 'lockDeliveries',
    what: "without .where('user_id', 'in', idsOf('user_id'))",
    because: LOCKS_MORE,
  },
  {
    file: 'server/src/features/ledger/part-queries.ts',
    within: 'listProjectsThatCome',
    what: "without .where('ledger_waits.project_id', 'in', projectIds)",
    because: 'the caller asks the set for the projects it named, and for no others',
  },
  {
    file: 'server/src/features/milestones/service.ts',
    within: 'insertLocked',
    what: 'requireVisibleProject for lockOwnProject(tx.db, user, projectId)',
    because: NOBODY_CHANGES_OWNERS,
  },
  {
    file: 'server/src/features/pictures/queries.ts',
    within: 'claim',
    what: "without .where('owner_id', '=', ownerId)",
    because:
      'it is given only what was found among the own pictures, or stored for the same user, just before',
  },
  {
    file: 'server/src/features/versions/service.ts',
    within: 'createVersion',
    what: 'requireVisibleProject for lockOwnProject(tx.db, user, projectId)',
    because: NOBODY_CHANGES_OWNERS,
  },
  {
    file: `${AUTH}/security/reclaim-queries.ts`,
    within: 'upsertReclaim',
    what: "without .where('user_id', '=', userId)",
    because: 'links that are over are refused by their time, and a job removes them from all accounts',
  },
  {
    file: `${AUTH}/erasure/erasure-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('erasure', ASK_LIMIT), limitByAddr",
    because: LIMITED,
  },
  {
    file: `${AUTH}/erasure/erasure-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('erasure', ASK_LIMIT)]",
    because: LIMITED,
  },
  {
    file: `${AUTH}/factors/factor-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    because: LIMITED,
  },
  {
    file: `${AUTH}/factors/factor-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/factors/factor-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/factors/factor-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/passkeys/passkey-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    because: LIMITED,
  },
  {
    file: `${AUTH}/passkeys/passkey-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/passkeys/passkey-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/passkeys/passkey-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/reauthentication/mailed-proof-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/reauthentication/mailed-proof-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/devices/device-routes.ts`,
    within: '',
    what: 'without requireUser in onRequest: requireUser',
    because: ASKED_BY_PROOF,
  },
  {
    file: `${AUTH}/passkeys/passkey-routes.ts`,
    within: '',
    what: 'without requireUser in onRequest: requireUser',
    because: ASKED_BY_PROOF,
  },
  {
    file: `${AUTH}/social/provider-routes.ts`,
    within: '',
    what: 'without requireUser in onRequest: requireUser',
    because: ASKED_BY_PROOF,
  },
  {
    file: 'server/src/features/account/own-data/service.ts',
    within: 'getOwnData',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/analytics/boards/boards.ts',
    within: 'readBoard',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/archives/export/exports.ts',
    within: 'beginExport',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: `${AUTH}/erasure/erasures.ts`,
    within: 'askErasure',
    what: 'without throw new UnauthenticatedError();',
    because: GONE_SINCE,
  },
  {
    file: `${AUTH}/reauthentication/mailed-proof.ts`,
    within: 'mailProofCode',
    what: 'without throw new UnauthenticatedError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/faces/service.ts',
    within: 'getOwnFace',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/notices/service.ts',
    within: 'requireClientMailState',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/programs/endpoints/endpoints.ts',
    within: 'sendNow',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/projects/service.ts',
    within: 'getTemplate',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/receipts/service.ts',
    within: 'readNewLedger',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/users/service.ts',
    within: 'setDisplayName',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/users/service.ts',
    within: 'withdrawAccess',
    what: 'without throw new NotFoundError();',
    because: GONE_SINCE,
  },
  {
    file: 'server/src/features/notices/reader-queries.ts',
    within: 'keepReaders',
    what: "without .where((e) => e.or([e('id', '=', customerId), e('client_id', '=', customerId)]))",
    because: 'it locks rows on PostgreSQL and does nothing on SQLite',
  },
  {
    file: 'server/src/features/milestones/duplicate.ts',
    within: 'duplicateProject',
    what: 'requireVisibleProject for requireOwnProject(tx.db, user, id)',
    because: REFUSED_LATER,
  },
  {
    file: 'server/src/features/milestones/duplicate.ts',
    within: 'duplicateProject',
    what: 'requireVisibleProject for requireOwnProject(tx.db, user, copy)',
    because: REFUSED_LATER,
  },
  {
    file: 'server/src/features/milestones/duplicate.ts',
    within: 'copyMilestones',
    what: 'requireVisibleProject for requireOwnProject(tx.db, user, source)',
    because: REFUSED_LATER,
  },
  {
    file: 'server/src/features/milestones/duplicate.ts',
    within: 'copyMilestones',
    what: 'requireVisibleProject for lockOwnProject(tx.db, user, id)',
    because: REFUSED_LATER,
  },
  {
    file: `${AUTH}/devices/device-queries.ts`,
    within: 'setFactorTrust',
    what: "without .where('user_id', '=', userId)",
    because: ID_IS_OF_USER,
  },
  {
    file: `${AUTH}/devices/device-queries.ts`,
    within: 'hasFactorTrust',
    what: "without .where('user_id', '=', userId)",
    because: ID_IS_OF_USER,
  },
];

/** True if the entry describes the mutant. */
export function isAbout({ file, within, what }: Equivalent, mutant: Mutant): boolean {
  return mutant.file === file && mutant.within === within && mutant.what === what;
}
