import { EQUIVALENT_IN_ARCHIVES } from './equivalent-archives.ts';
import { EQUIVALENT_OF_ACCOUNTS } from './equivalent-auth.ts';
import { type Equivalent, equivalent } from './equivalent-mutant.ts';
import { EQUIVALENT_NOTICES } from './equivalent-notices.ts';

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
  ...EQUIVALENT_OF_ACCOUNTS,
  ...equivalent(LIMITED, [
    [`${AUTH}/addresses/email-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [
      `${AUTH}/passwords/password-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('change_password', CHANGE_LIMIT)]",
    ],
    [
      `${AUTH}/passwords/password-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    ],
    [
      `${AUTH}/erasure/erasure-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('erasure', ASK_LIMIT), limitByAddr",
    ],
    [
      `${AUTH}/erasure/erasure-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('erasure', ASK_LIMIT)]",
    ],
    [
      `${AUTH}/factors/factor-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    ],
    [`${AUTH}/factors/factor-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [`${AUTH}/factors/factor-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [`${AUTH}/factors/factor-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [
      `${AUTH}/passkeys/passkey-routes.ts`,
      '',
      "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    ],
    [`${AUTH}/passkeys/passkey-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [`${AUTH}/passkeys/passkey-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [`${AUTH}/passkeys/passkey-routes.ts`, '', 'without requireUser in [requireUser, limitUser]'],
    [
      `${AUTH}/reauthentication/mailed-proof-routes.ts`,
      '',
      'without requireUser in [requireUser, limitUser]',
    ],
    [
      `${AUTH}/reauthentication/mailed-proof-routes.ts`,
      '',
      'without requireUser in [requireUser, limitUser]',
    ],
  ]),
  ...equivalent("only accounts in the owner's events are looked up in it; without it, more rows are read", [
    [
      'server/src/features/analytics/query/queries.ts',
      'mapClients',
      "without .where('owner_id', '=', ownerId)",
    ],
  ]),
  ...equivalent(LOCKS_MORE, [
    ['server/src/database/locks.ts', 'lockUser', "without .where('id', '=', userId)"],
    ['server/src/database/locks.ts', 'lockProject', "without .where('id', '=', projectId)"],
    [
      'server/src/database/locks.ts',
      'lockProjectOf',
      "without .where('id', '=', (e) => table === 'files' ? e .selectFrom('files') .innerJoin('versions', 'versions.id', 'files.version_id') .select('versions.project_id') .where('files.id', '=', id) : e.selectFrom(table).select('project_id').where('id', '=', id), )",
    ],
    [
      'server/src/features/deliveries/queries.ts',
      'lockDeliveries',
      "without .where('user_id', 'in', idsOf('user_id'))",
    ],
  ]),
  ...equivalent('the callers have just found the user; only a removal between two statements gets there', [
    [`${AUTH}/auth-user.ts`, 'find', 'without throw new NotFoundError();'],
  ]),
  ...equivalent('the hashes are made with the id of the user', [
    [`${AUTH}/devices/device-queries.ts`, 'touchDevice', "without .where('user_id', '=', userId)"],
    [`${AUTH}/devices/device-queries.ts`, 'findTrustedDevice', "without .where('user_id', '=', userId)"],
  ]),
  ...equivalent('the index that holds verified addresses apart refuses it too', [
    [`${AUTH}/addresses/email-verification.ts`, 'verifyEmail', 'without await refuseTaken(tx.db, address);'],
  ]),
  ...equivalent('the session has just found the user; only a removal between two statements gets there', [
    [`${AUTH}/passwords/password-change.ts`, 'changePassword', 'without throw new UnauthenticatedError();'],
  ]),
  ...equivalent('the service takes only ids that are in the list of the own sessions', [
    [`${AUTH}/sessions/session-queries.ts`, 'deleteOwnSessions', "without .where('user_id', '=', userId)"],
  ]),
  ...equivalent('its standing was found by the same call, and no subscription goes before its user', [
    [
      'server/src/features/checkout/subscription/subscription.ts',
      'requireSubscription',
      'without throw new NotFoundError();',
    ],
  ]),
  ...equivalent('the row was inserted a statement before, in the same transaction', [
    ['server/src/features/customers/service.ts', 'createCustomer', 'without throw new NotFoundError();'],
    ['server/src/features/customers/service.ts', 'createPerson', 'without throw new NotFoundError();'],
  ]),
  ...equivalent(ASKED_AGAIN, [
    [
      'server/src/features/customers/service.ts',
      'createPerson',
      'without await requireCustomer(context.db, user, client_id);',
    ],
  ]),
  ...equivalent(ASKED_BEFORE, [
    [
      'server/src/features/customers/service.ts',
      'createPerson',
      'without await requireCustomer(tx.db, user, client_id);',
    ],
    [
      'server/src/features/customers/invitations.ts',
      'mailInvitation',
      'without await requireWaiting(tx, user, id);',
    ],
  ]),
  ...equivalent('the caller has just found the customer, in the same transaction', [
    ['server/src/features/customers/invitations.ts', 'getCustomer', 'without throw new NotFoundError();'],
  ]),
  ...equivalent(
    'what was counted is looked up by a key that names the user; it reads more rows than it has to',
    [
      [
        'server/src/features/events/queries.ts',
        'listOthersSince',
        "without .where('user_id', 'in', userIds)",
      ],
    ],
  ),
  ...equivalent('the caller asks the set for the projects it named, and for no others', [
    [
      'server/src/features/ledger/part-queries.ts',
      'listProjectsThatCome',
      "without .where('ledger_waits.project_id', 'in', projectIds)",
    ],
  ]),
  ...equivalent(NOBODY_CHANGES_OWNERS, [
    [
      'server/src/features/milestones/service.ts',
      'insertLocked',
      'requireVisibleProject for lockOwnProject(tx.db, user, projectId)',
    ],
    [
      'server/src/features/versions/service.ts',
      'createVersion',
      'requireVisibleProject for lockOwnProject(tx.db, user, projectId)',
    ],
  ]),
  ...equivalent(
    'it is given only what was found among the own pictures, or stored for the same user, just before',
    [['server/src/features/pictures/queries.ts', 'claim', "without .where('owner_id', '=', ownerId)"]],
  ),
  ...equivalent('links that are over are refused by their time, and a job removes them from all accounts', [
    [`${AUTH}/security/reclaim-queries.ts`, 'upsertReclaim', "without .where('user_id', '=', userId)"],
  ]),
  ...equivalent(ASKED_BY_PROOF, [
    [`${AUTH}/devices/device-routes.ts`, '', 'without requireUser in onRequest: requireUser'],
    [`${AUTH}/passkeys/passkey-routes.ts`, '', 'without requireUser in onRequest: requireUser'],
    [`${AUTH}/social/provider-routes.ts`, '', 'without requireUser in onRequest: requireUser'],
  ]),
  ...equivalent(GONE_SINCE, [
    ['server/src/features/account/own-data/service.ts', 'getOwnData', 'without throw new NotFoundError();'],
    ['server/src/features/analytics/boards/boards.ts', 'readBoard', 'without throw new NotFoundError();'],
    ['server/src/features/archives/export/exports.ts', 'beginExport', 'without throw new NotFoundError();'],
    [`${AUTH}/erasure/erasures.ts`, 'askErasure', 'without throw new UnauthenticatedError();'],
    [
      `${AUTH}/reauthentication/mailed-proof.ts`,
      'mailProofCode',
      'without throw new UnauthenticatedError();',
    ],
    ['server/src/features/faces/service.ts', 'getOwnFace', 'without throw new NotFoundError();'],
    [
      'server/src/features/notices/service.ts',
      'requireClientMailState',
      'without throw new NotFoundError();',
    ],
    ['server/src/features/programs/endpoints/endpoints.ts', 'sendNow', 'without throw new NotFoundError();'],
    ['server/src/features/projects/service.ts', 'getTemplate', 'without throw new NotFoundError();'],
    ['server/src/features/receipts/service.ts', 'readNewLedger', 'without throw new NotFoundError();'],
    ['server/src/features/users/service.ts', 'setDisplayName', 'without throw new NotFoundError();'],
    ['server/src/features/users/service.ts', 'withdrawAccess', 'without throw new NotFoundError();'],
  ]),
  ...equivalent('it locks rows on PostgreSQL and does nothing on SQLite', [
    [
      'server/src/features/notices/reader-queries.ts',
      'keepReaders',
      "without .where((e) => e.or([e('id', '=', customerId), e('client_id', '=', customerId)]))",
    ],
  ]),
  ...equivalent(REFUSED_LATER, [
    [
      'server/src/features/milestones/duplicate.ts',
      'duplicateProject',
      'requireVisibleProject for requireOwnProject(tx.db, user, id)',
    ],
    [
      'server/src/features/milestones/duplicate.ts',
      'duplicateProject',
      'requireVisibleProject for requireOwnProject(tx.db, user, copy)',
    ],
    [
      'server/src/features/milestones/duplicate.ts',
      'copyMilestones',
      'requireVisibleProject for requireOwnProject(tx.db, user, source)',
    ],
    [
      'server/src/features/milestones/duplicate.ts',
      'copyMilestones',
      'requireVisibleProject for lockOwnProject(tx.db, user, id)',
    ],
  ]),
  ...equivalent(ID_IS_OF_USER, [
    [`${AUTH}/devices/device-queries.ts`, 'setFactorTrust', "without .where('user_id', '=', userId)"],
    [`${AUTH}/devices/device-queries.ts`, 'hasFactorTrust', "without .where('user_id', '=', userId)"],
  ]),
  ...EQUIVALENT_IN_ARCHIVES,
  ...EQUIVALENT_NOTICES,
];
