import { type Equivalent, equivalent } from './equivalent-mutant.ts';

const FEATURES = 'server/src/features';

export const EQUIVALENT_NOTICES: readonly Equivalent[] = [
  ...equivalent('it reads and locks more rows; a visit is looked up by the user and project of its look', [
    [`${FEATURES}/events/queries.ts`, 'lockVisits', "without .where('project_id', 'in', projectIds)"],
  ]),
  ...equivalent(
    "it reads more rows; a milestone is looked up by an id in the project's own ledger, and no id is given twice",
    [
      [
        `${FEATURES}/notices/date-queries.ts`,
        'listPromisedNow',
        "without .where('project_id', '=', projectId)",
      ],
    ],
  ),
  ...equivalent('the query around it asks for the same accounts; it reads more rows', [
    [
      `${FEATURES}/notices/reader-queries.ts`,
      'listReached',
      "without .where('unwanted_notices.user_id', 'in', ids)",
    ],
  ]),
  ...equivalent('it reads more rows; a notice is looked up by the id of a reader', [
    [`${FEATURES}/notices/version-queries.ts`, 'listNoticesOf', "without .where('user_id', 'in', userIds)"],
  ]),
  ...equivalent(
    'notices of these kinds go to the freelancer of the version only, and whose a project is never changes',
    [
      [
        `${FEATURES}/notices/service.ts`,
        'notifyOfFirst',
        'true for existing.user_id === byVersion.get(existing.version_id ?? 0)?.owner_id',
      ],
    ],
  ),
  ...equivalent(
    'every caller has found the row as visible: a freelancer sees own projects only, and the condition beside it refuses all others',
    [[`${FEATURES}/projects/access.ts`, 'requireOwner', 'false for row.owner_id !== user.id']],
  ),
  ...equivalent(
    "the id was listed as the owner's just before: whose a project is never changes, and no id is given twice",
    [
      [
        `${FEATURES}/projects/recount-queries.ts`,
        'findStoredCounts',
        "without .where('owner_id', '=', ownerId)",
      ],
    ],
  ),
];
