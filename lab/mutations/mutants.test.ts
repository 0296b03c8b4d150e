import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { EQUIVALENT, isAbout } from './equivalent.ts';
import { mutantsOf } from './mutants.ts';
import { mutantsOfServer } from './mutants-of-server.ts';
import { withProbes } from './probes.ts';
import { relatedTests } from './related-tests.ts';
import { filesOfTree } from './tree-copy.ts';

const WEAKER = new Set(['requireVisibleProject']);
const changed = (text: string) => mutantsOf('a.ts', text, WEAKER).map((mutant) => mutant.text);

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

test('nearby tests are those of the folder and of all routes, without slow ones', () => {
  const files = [
    'server/src/features/files/files.test.ts',
    'server/src/features/files/quota-storm.test.ts',
    'server/src/features/files/service.ts',
    'server/src/features/versions/versions.test.ts',
    'server/src/testing/access-matrix/access-matrix.test.ts',
  ];
  expect(relatedTests('server/src/features/files/service.ts', files)).toEqual({
    near: [
      'server/src/features/files/files.test.ts',
      'server/src/testing/access-matrix/access-matrix.test.ts',
    ],
    others: ['server/src/features/versions/versions.test.ts'],
  });
});

test('nearby tests of a file outside of all features are those beside it, not those in folders below', () => {
  const files = [
    'server/src/app.ts',
    'server/src/http/guards/limits.test.ts',
    'server/src/testing/every-route/counts.test.ts',
  ];
  expect(relatedTests('server/src/app.ts', files)).toEqual({ near: [], others: files.slice(1) });
  expect(relatedTests('server/src/http/guards/limits.ts', files)).toEqual({
    near: ['server/src/http/guards/limits.test.ts'],
    others: ['server/src/testing/every-route/counts.test.ts'],
  });
});

test('nearby tests of the steps that each request passes are those of what they install', () => {
  const files = [
    'server/src/http/guards/limits.test.ts',
    'server/src/steps/steps.test.ts',
    'server/src/testing/every-route/counts.test.ts',
  ];
  expect(relatedTests('server/src/steps/app-steps.ts', files)).toEqual({
    near: files.slice(0, 2),
    others: files.slice(2),
  });
});

test('a file with probes behaves as before, and reports which places were reached, nested ones too', () => {
  const text = [
    `function guard(row, user) {`,
    `  if (!row) throw new NotFoundError();`,
    `  if (row.owner_id !== user.id) throw new ForbiddenError();`,
    `  return db.selectFrom('a').where('owner_id', '=', row.owner_id).where('user_id', '=', user.id).rows;`,
    `}`,
  ].join('\n');
  const mutants = mutantsOf('a.ts', text, WEAKER);
  const probed = withProbes(text, mutants, (mutant) => mutants.indexOf(mutant));
  const reached = new Set<string>();
  const query = { selectFrom: () => query, where: () => query, rows: ['row'] };
  const recorder = { recordReached: (id: number) => reached.add(mutants[id]?.what ?? '') };
  const answer: unknown = runInNewContext(`${probed}; guard({ owner_id: 1 }, { id: 1 })`, {
    ...recorder,
    db: query,
  });
  expect(answer).toEqual(['row']);
  expect(mutants.filter(({ what }) => !reached.has(what)).map(({ what }) => what)).toEqual([
    'without throw new NotFoundError();',
    'without throw new ForbiddenError();',
  ]);
  expect(reached.size).toBe(3);
});
