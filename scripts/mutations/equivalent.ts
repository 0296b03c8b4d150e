/** A mutant that no test can tell from the program, by its file, its function and what is taken out, and why that is so. */
export type Equivalent = { file: string; within: string; what: string; because: string };

const AUTH = 'server/src/features/auth';
const LIMITED = 'the limit by user beside it asks for the user as well';
const LOCKS_MORE = 'it locks more rows than it has to, which is slower and refuses nothing';

export const EQUIVALENT: readonly Equivalent[] = [
  {
    file: `${AUTH}/email-routes.ts`,
    within: '',
    what: 'without requireUser in [requireUser, limitUser]',
    because: LIMITED,
  },
  {
    file: `${AUTH}/password-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('change_password', CHANGE_LIMIT)]",
    because: LIMITED,
  },
  {
    file: `${AUTH}/password-routes.ts`,
    within: '',
    what: "without requireUser in [requireUser, limitByUser('reauthenticate', REAUTHENTICATE_L",
    because: LIMITED,
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
];
