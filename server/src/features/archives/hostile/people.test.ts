import { test } from 'vitest';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';

const { entries, withData, replaced, expectRefusal } = await hostileArchives();

/** Record of a customer; in one of a person, `client` is the customer. */
type Account = { id: number; username: string; client: number | null; removed_at: string | null };

const isAccount = (line: string) => line.startsWith('{"record":"customer"');
const accountsIn = (lines: string[]) => lines.filter(isAccount).map((line) => JSON.parse(line) as Account);
const lines = String(entries.find(([name]) => name === 'data.jsonl')?.[1]).split('\n');
const person = accountsIn(lines).find(({ client, removed_at }) => client !== null && removed_at === null);
if (!person) throw new Error('The archive has no person of a customer');

/** Returns the archive with its customers and people changed, at the place where they stand. */
function withAccounts(change: (all: Account[]) => Account[]): Promise<Buffer> {
  return withData((text) => {
    const all = text.split('\n');
    const others = all.filter((line) => !isAccount(line));
    const changed = change(accountsIn(all)).map((account) => JSON.stringify(account));
    return others.toSpliced(all.findIndex(isAccount), 0, ...changed).join('\n');
  });
}

const morePeople = (client: number | null, count: number): Account[] =>
  Array.from({ length: count }, (_, index) => ({
    ...person,
    id: 900_000 + index,
    username: `more-${index}`,
    client,
  }));

test.each<[string, () => Promise<Buffer>]>([
  ['a project of a person', () => replaced(/"customer":\d+,"status"/, `"customer":${person.id},"status"`)],
  ['a person of a person', () => withAccounts((all) => [...all, ...morePeople(person.id, 1)])],
  ['a person before the customer', () => withAccounts((all) => all.toReversed())],
  [
    'a customer who was removed',
    () =>
      withAccounts((all) =>
        all.map((one) => (one.client === null ? { ...one, removed_at: '2026-01-02T03:04:05.678Z' } : one)),
      ),
  ],
  [
    'twenty-one people of a customer',
    () => withAccounts((all) => [...all, ...morePeople(person.client, 20)]),
  ],
])('an archive with %s is refused, and nothing is left behind', async (_, make) => {
  await expectRefusal(await make(), /contradict/);
});
