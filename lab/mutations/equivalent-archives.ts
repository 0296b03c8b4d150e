import { type Equivalent, equivalent } from './equivalent-mutant.ts';

export const EQUIVALENT_IN_ARCHIVES: readonly Equivalent[] = [
  ...equivalent(
    'a receipt is made for its freelancer only: one of another project is not found and left out',
    [
      [
        'server/src/features/archives/export/contents-queries.ts',
        'listLedgers',
        "without .where('projects.owner_id', '=', ownerId)",
      ],
    ],
  ),
  ...equivalent('an import is the upload of one freelancer, who owns all of its origins', [
    [
      'server/src/features/archives/import/run/import-origins.ts',
      'listOrigins',
      "without .where('owner_id', '=', ownerId)",
    ],
  ]),
  ...equivalent('an id is never given to a second milestone, and only the ledger of its project names it', [
    [
      'server/src/features/ledger/part-queries.ts',
      'findPromiseLine',
      "without .where('project_id', '=', projectId)",
    ],
  ]),
];
