import { beforeEach, expect, test } from 'vitest';
import { sharedTestApp } from '../../testing/shared-test-app.ts';
import {
  endHead,
  findEnd,
  findHead,
  findStamp,
  insertEntries,
  insertPeople,
  listHeads,
  listLines,
  listPeopleOf,
  saveHeads,
  saveStamp,
} from './queries.ts';

const setup = await sharedTestApp();
const { db } = setup;
const HASH = 'a'.repeat(64);
const AT = '2026-11-20T10:00:00.000Z';
let [mine, other, person] = [0, 0, 0];

/** Two ledgers with the same number of entries and the same hash in their last lines. */
beforeEach(async () => {
  const [one, two] = [await setup.createDelivery(), await setup.createDelivery()];
  [mine, other, person] = [one.project.id, two.project.id, one.owner.id];
  for (const table of ['ledger_people', 'ledger_entries', 'ledger_heads'] as const)
    await db.deleteFrom(table).where('project_id', 'in', [mine, other]).execute();
  for (const project_id of [mine, other]) {
    await saveHeads(db, [{ project_id, ledger: `ledger ${project_id}`, entries: 2, hash: HASH }]);
    await insertEntries(db, [{ project_id, number: 1, line: `line of ${project_id}` }]);
    await insertPeople(db, [
      { project_id, user_id: person, person: `hash ${project_id}`, name: 'a', salt: 'b' },
    ]);
  }
});

test('a stamp confirms the ledger of its project alone', async () => {
  await saveStamp(db, mine, { entries: 2, hash: HASH, token: 'token', at: AT });
  expect(await findStamp(db, mine)).toMatchObject({ entries: 2, token: 'token' });
  expect(await findStamp(db, other)).toBeUndefined();
  await saveStamp(db, other, { entries: 1, hash: HASH, token: 'other', at: AT });
  expect(await findStamp(db, mine)).toMatchObject({ token: 'token' });
  expect(await findStamp(db, other)).toMatchObject({ entries: 1, token: 'other' });
});

test('ending a ledger ends no other, even if both end with the same line', async () => {
  await endHead(db, mine, { ended_at: AT, signature: 'signed' });
  expect(await findEnd(db, mine, { number: 2, hash: HASH })).toBe(AT);
  expect(await findEnd(db, other, { number: 2, hash: HASH })).toBeUndefined();
});

test('heads, lines and people of a ledger are those of its project', async () => {
  expect(await findHead(db, other)).toMatchObject({ ledger: `ledger ${other}` });
  expect((await listHeads(db, [mine])).map(({ project_id }) => project_id)).toEqual([mine]);
  expect(await listLines(db, mine, { after: 0, last: 2 })).toEqual([`line of ${mine}`]);
  expect(await listPeopleOf(db, [mine])).toEqual([
    { project_id: mine, user_id: person, person: `hash ${mine}` },
  ]);
});
