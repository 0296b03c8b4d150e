import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { slowTestsNear } from './api-tests.ts';
import { isAbout } from './equivalent-mutant.ts';
import { EQUIVALENT } from './equivalent.ts';
import { mutantsOf, mutatedText } from './mutants.ts';
import { mutantsOfServer } from './mutants-of-server.ts';
import { withSwitches } from './switches.ts';
import { filesOfTree } from './tree-copy.ts';

const WEAKER = new Set(['requireVisibleProject']);
const changed = (text: string) => mutantsOf('a.ts', text, WEAKER).map((mutant) => mutatedText(text, mutant));

test.each([
  [
    'a condition of the owner goes, and others stay',
    `db.selectFrom('a').where('owner_id', '=', ownerId).where('name', '=', name).execute();`,
    [`db.selectFrom('a').where('name', '=', name).execute();`],
  ],
  [
    'a condition on what belongs to a user goes, whatever the column is called',
    `db.deleteFrom('a').where('id', '=', at.userId);`,
    [`db.deleteFrom('a');`],
  ],
  ['a condition of a join goes', `e.whereRef('files.owner_id', '=', 'users.id')`, ['e']],
  [
    'projects of the owner become those of the customer',
    `db.where('projects.owner_id', '=', id)`,
    ['db', `db.where('projects.customer_id', '=', id)`],
  ],
  ['a refusal goes', `if (!row) throw new NotFoundError();`, ['if (!row) ;']],
  ['an error of input stays', `if (!row) throw new ValidationError({});`, []],
  [
    'a hook of all routes goes',
    `app.addHook('onRequest', requireUser);`,
    [`app.addHook('onRequest', (_request, _reply, done) => done());`],
  ],
  [
    'a hook in a list goes',
    `app.get('/', { onRequest: [requireUser, limit] });`,
    [`app.get('/', { onRequest: [(_request, _reply, done) => done(), limit] });`],
  ],
  ['a name that is only imported stays', `import { requireUser } from './guards.ts';`, []],
  [
    'a statement that guards goes',
    `async function f() { await requireOwner(user, row); }`,
    ['async function f() { ; }'],
  ],
  [
    'a step of a list goes, and one that only observes stays',
    `const steps = [
      { name: 'ends', phase: 'observe', install: (app) => watch(app) },
      { name: 'hosts', phase: 'admit', install: (app) => check(app) },
    ];`,
    [
      `const steps = [
      { name: 'ends', phase: 'observe', install: (app) => watch(app) },
      { name: 'hosts', phase: 'admit', install: () => {} },
    ];`,
    ],
  ],
  [
    'the owner is not asked for',
    `async function f() { return requireOwner(user, await find(id)); }`,
    ['async function f() { return await find(id); }'],
  ],
  [
    'a statement is one for both roles',
    `projectsVisibleTo(db, { id: at.userId, seesOwn: at.seesOwn });`,
    [`projectsVisibleTo(db, { id: at.userId, seesOwn: true });`],
  ],
  [
    'a choice by role is turned round',
    `const a = isFreelancer ? 1 : 2;`,
    [`const a = isFreelancer ? 2 : 1;`],
  ],
  ['two ids are never different', `const a = row.owner_id !== user.id;`, ['const a = false;']],
  ['two ids are always the same', `const a = row.id === userId;`, ['const a = true;']],
  ['other comparisons stay', `const a = row.kind === 'x' && id === undefined;`, []],
])('%s', (_what, text, expected) => {
  expect(changed(text)).toEqual(expected);
});

test('a hook for freelancers is removed, and weakened to one for any signed-in user', () => {
  const texts = changed(`app.get('/', { onRequest: requireFreelancer }, handler);`);
  expect(texts).toHaveLength(2);
  expect(texts[1]).toContain('statusCode: 401');
});

test('a guard of own things becomes one of visible things, imported from the same file', () => {
  const text = `import { lockOwnProject } from '../access.ts';\nconst p = await lockOwnProject(trx, user, id);`;
  expect(changed(text)).toEqual([
    `import { requireVisibleProject } from '../access.ts';\n` +
      `import { lockOwnProject } from '../access.ts';\nconst p = await requireVisibleProject(trx, user, id);`,
  ]);
  expect(changed(`const p = lockOwnVersion(trx);`)).toEqual([]);
});

test('a mutant says where it is and what was removed', () => {
  const text = `function f(a) {\n if (!a) throw new ForbiddenError();\n}`;
  const [mutant] = mutantsOf('a.ts', text, WEAKER);
  const what = 'without throw new ForbiddenError();';
  expect(mutant).toMatchObject({ file: 'a.ts', line: 2, within: 'f', what });
});

test('each entry of the list of equivalent mutants matches a mutant', () => {
  const all = mutantsOfServer(filesOfTree());
  const outdated = EQUIVALENT.filter((listed) => !all.some((mutant) => isAbout(listed, mutant)));
  expect(outdated).toEqual([]);
});

const GUARD = [
  `function guard(row, user) {`,
  `  if (!row) throw new NotFoundError();`,
  `  if (row.owner_id !== user.id) throw new ForbiddenError();`,
  `  return db.selectFrom('a').where('owner_id', '=', row.owner_id).where('user_id', '=', user.id).calls;`,
  `}`,
  `app.get('/', { onRequest: requireFreelancer });`,
].join('\n');

/** Runs the guard with its mutants in place; `isMutated` chooses one and sees which are asked about. */
function runGuard(isMutated: (what: string) => boolean, call: string): unknown {
  const mutants = mutantsOf('a.ts', GUARD, WEAKER);
  const switched = withSwitches('a.ts', GUARD, mutants, (mutant) => mutants.indexOf(mutant));
  const calls: string[] = [];
  const query = {
    calls,
    selectFrom: () => query,
    where: (column: string) => {
      calls.push(column);
      return query;
    },
  };
  let hook: unknown;
  return runInNewContext(`${switched}; ${call}`, {
    isMutated: (id: number) => isMutated(mutants[id]?.what ?? ''),
    NotFoundError: Error,
    ForbiddenError: Error,
    requireFreelancer: () => {},
    app: { get: (_path: string, options: { onRequest: unknown }) => (hook = options.onRequest) },
    callHook: (request: object) => {
      let answer = 'refused';
      (hook as (...called: unknown[]) => unknown)(request, {}, () => {
        answer = 'let in';
      });
      return answer;
    },
    db: query,
  });
}

test('a file with switches behaves as before, and asks for each mutant that is reached, nested ones too', () => {
  const asked = new Set<string>();
  const record = (what: string) => {
    asked.add(what);
    return false;
  };
  expect(runGuard(record, 'guard({ owner_id: 1 }, { id: 1 })')).toEqual(['owner_id', 'user_id']);
  expect([...asked].toSorted()).toEqual([
    'false for row.owner_id !== user.id',
    "without .where('owner_id', '=', row.owner_id)",
    "without .where('user_id', '=', user.id)",
  ]);
});

test.each([
  ["without .where('owner_id', '=', row.owner_id)", 'guard({ owner_id: 1 }, { id: 1 })', ['user_id']],
  ["without .where('user_id', '=', user.id)", 'guard({ owner_id: 1 }, { id: 1 })', ['owner_id']],
  ['false for row.owner_id !== user.id', 'guard({ owner_id: 2 }, { id: 1 })', ['owner_id', 'user_id']],
  ['without throw new ForbiddenError();', 'guard({ owner_id: 2 }, { id: 1 })', ['owner_id', 'user_id']],
  ['without requireFreelancer in onRequest: requireFreelancer', 'callHook({})', 'let in'],
  [
    'anybody for requireFreelancer in onRequest: requireFreelancer',
    'callHook({ session: { user: 1 } })',
    'let in',
  ],
])('a switch runs the mutant that it is set to: %s', (chosen, call, expected) => {
  expect(runGuard((what) => what === chosen, call)).toEqual(expected);
});

test('a mutant that needs an import brings it', () => {
  const text = `import { lockOwnProject } from '../access.ts';\nlockOwnProject(id);`;
  const mutants = mutantsOf('a.ts', text, WEAKER);
  const first = withSwitches('a.ts', text, mutants, () => 7).split('\n')[0];
  expect(first).toBe(`import { requireVisibleProject } from '../access.ts';`);
});

const SLOW_TESTS = [
  'operator/src/move/move.postgres.test.ts',
  'operator/src/move/command.sqlite.test.ts',
  'operator/src/move/command.test.ts',
  'server/src/features/files/films.sqlite.test.ts',
  'server/src/testing/whole-server.sqlite.test.ts',
];

test.each([
  ['operator/src/backup/restore.ts', 'sqlite', 'operator/src/move/command.sqlite.test.ts'],
  ['operator/src/backup/restore.ts', 'postgres', 'operator/src/move/move.postgres.test.ts'],
  ['server/src/features/files/service.ts', 'sqlite', 'server/src/features/files/films.sqlite.test.ts'],
  ['server/src/http/guards/hosts.ts', 'sqlite', 'server/src/testing/whole-server.sqlite.test.ts'],
] as const)('the slow tests near %s on %s are those of its part', (file, database, expected) => {
  expect(slowTestsNear(file, database, SLOW_TESTS)).toEqual([expected]);
});
