import { type Equivalent, equivalent } from './equivalent-mutant.ts';

const AUTH = 'server/src/features/auth';
const ASKED_BEFORE =
  'it is asked before the transaction too, by the same call; only a change between two statements gets there';
const STAYS_PENDING =
  'a session gets its user when it is inserted, if ever, and the service takes only sessions that have none';

/** Mutants of signing in, accounts, money and pushes that no test can distinguish from the original. */
export const EQUIVALENT_OF_ACCOUNTS: readonly Equivalent[] = [
  ...equivalent('the hash of a recovery code is made with the id of its user', [
    [`${AUTH}/factors/factor-queries.ts`, 'takeRecoveryCode', "without .where('user_id', '=', userId)"],
  ]),
  ...equivalent('the handlers of these routes ask for the user before they do anything', [
    [`${AUTH}/factors/factor-routes.ts`, '', 'without requireUser in onRequest: requireUser'],
  ]),
  ...equivalent(ASKED_BEFORE, [
    [
      `${AUTH}/passkeys/invited-passkey.ts`,
      'registerByPasskey',
      'without requireOffered(await offeredPasskey(tx, found));',
    ],
  ]),
  ...equivalent('failures are counted for this user first, and for no other account after', [
    [`${AUTH}/reauthentication/mailed-proof.ts`, 'confirmByMailedCode', 'true for userId === user.id'],
  ]),
  ...equivalent('each route with this hook refuses guests by an earlier one', [
    [
      `${AUTH}/reauthentication/reauthentication-replies.ts`,
      'requireRecentProof',
      'without userOf(request);',
    ],
  ]),
  ...equivalent(STAYS_PENDING, [
    [`${AUTH}/sessions/pending-queries.ts`, 'findPendingState', "without .where('user_id', 'is', null)"],
    [`${AUTH}/sessions/pending-queries.ts`, 'endPending', "without .where('user_id', 'is', null)"],
  ]),
  ...equivalent(
    'an identity has one row, and every login by it has found it to be of this user under the same lock',
    [[`${AUTH}/social/social-queries.ts`, 'noteIdentityUse', "without .where('user_id', '=', userId)"]],
  ),
  ...equivalent(
    'a plan that renews comes from the current purchase, and one given by the owner never renews',
    [
      [
        'server/src/features/checkout/subscription/subscription.ts',
        'isRenewed',
        'true for id === current?.id',
      ],
    ],
  ),
  ...equivalent(
    'events are given to endpoints of their own freelancer alone; it reads more rows than it has to',
    [
      [
        'server/src/features/programs/endpoints/endpoint-queries.ts',
        'listActive',
        "without .where('owner_id', 'in', ownerIds)",
      ],
    ],
  ),
];
