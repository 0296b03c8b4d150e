import { type HeapProfiler, Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { archiveOf, sendArchive } from '../../../testing/archives/archive-journeys.ts';
import { type Entry, leftOf } from '../../../testing/archives/changed-archive.ts';
import { hostileArchives } from '../../../testing/archives/hostile-archives.ts';
import { isExpectedName, readDirectory } from '../import/check/read-directory.ts';
import { readRecords } from '../import/read-entries.ts';
import { clearImport } from '../import/refuse.ts';

const { setup, entries, changed, withData } = await hostileArchives();

const MOST_AT_ONCE = 200;
const MOST_BYTES_AT_ONCE = 32 * 1024;

/** Counts calls within a turn of the event loop; `most` is the largest such count. */
function countTurns() {
  let [count, most, isOver] = [0, 0, false];
  const turn = () => {
    count = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    add(amount: number) {
      count += amount;
      most = Math.max(most, count);
    },
    end() {
      isOver = true;
      return most;
    },
  };
}

const empty = (amount: number, name: string): Entry[] =>
  Array.from({ length: amount }, (_, index): Entry => [`files/${index} ${name}/1/a`, Buffer.alloc(0)]);

test('a directory of thousands of entries blocks other requests for at most 200 of them', async () => {
  const bytes = await archiveOf(empty(5000, 'a'));
  const read = async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end + 1);
  const turns = countTurns();
  for await (const { number } of readDirectory(read, bytes.length)) turns.add(number < 0 ? 0 : 1);
  expect(turns.end()).toBe(MOST_AT_ONCE);
});

test('long names of a directory are not kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = await archiveOf(empty(20_000, 'ş'.repeat(270)));
  const read = async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end + 1);
  const usedNow = () => {
    collect();
    return process.memoryUsage().heapUsed / 1024 ** 2;
  };
  const before = usedNow();
  let used = 0;
  for await (const { number } of readDirectory(read, bytes.length)) if (number === 19_999) used = usedNow();
  // The names alone take 11 MB.
  expect(used - before).toBeLessThan(3);
});

/** Megabytes that calls of `name` allocated during `work` and that no collection of young objects freed. */
async function agedBy(name: string, work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 16_384,
    includeObjectsCollectedByMajorGC: true,
  });
  await work();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  type Node = HeapProfiler.SamplingHeapProfileNode;
  const sizeOf = ({ selfSize, children }: Node): number =>
    children.reduce((sum, child) => sum + sizeOf(child), selfSize);
  const sizeInCalls = (node: Node): number =>
    node.callFrame.functionName === name
      ? sizeOf(node)
      : node.children.reduce((sum, child) => sum + sizeInCalls(child), 0);
  return sizeInCalls(profile.head) / 1024 ** 2;
}

test('no parts of long names survive a collection of young objects', async () => {
  const bytes = await archiveOf(empty(20_000, 'ş'.repeat(270)));
  const read = async ({ start, end }: { start: number; end: number }) => bytes.subarray(start, end + 1);
  const aged = await agedBy(isExpectedName.name, async () => {
    const all = readDirectory(read, bytes.length);
    while (!(await all.next()).done);
  });
  // Parts that are cut out of the names would take 22 MB.
  expect(aged).toBeLessThan(4);
});

test('thousands of records block other requests for at most 32 KB of them', async () => {
  const [, data = Buffer.alloc(0)] = entries.find(([name]) => name === 'data.jsonl') ?? [];
  const line = String(data).match(/.*"record":"event".*\n/)?.[0] ?? '';
  const turns = countTurns();
  async function* source() {
    yield Buffer.from(line.repeat(5000));
  }
  for await (const record of readRecords(source())) turns.add(record.record === 'event' ? line.length : 0);
  expect(turns.end()).toBeLessThan(MOST_BYTES_AT_ONCE + 2 * line.length);
});

test('an archive of many entries is recorded and deleted by pages, and leaves nothing', async () => {
  const person = await setup.createFreelancer();
  const bytes = await changed((all) => [
    ...all,
    ...Array.from({ length: 1500 }, (_, index): Entry => [
      `receipts/${index + 90_000}.json`,
      Buffer.alloc(0),
    ]),
  ]);
  const { id, state } = await sendArchive(setup, person, bytes);
  expect(state).toBe('ready');
  expect((await person.browser.delete(`/api/imports/${id}/`)).statusCode).toBe(204);
  expect((await person.browser.get('/api/imports/')).json()).toEqual({ results: [] });
  const turns = countTurns();
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      turns.add(result.rows.length);
      return result;
    },
  };
  await clearImport({ ...setup.context, db: setup.db.withPlugin(counting) }, id);
  expect(turns.end()).toBe(MOST_AT_ONCE);
  expect(await leftOf(setup, person)).toEqual([0, 0, 0, 0]);
});

test('an archive of deliveries with more ranges than a server can hold is refused', async () => {
  const ranges = Array.from({ length: 64 }, (_, index) => `${10 ** 14 + index * 9}-${10 ** 14 + index * 9}`);
  const bytes = await withData((text) =>
    text.replace(/.*"record":"delivery".*\n/, (line) =>
      line.replace(/"ranges":"[^"]*"/, `"ranges":"${ranges.join(' ')}"`).repeat(9000),
    ),
  );
  const person = await setup.createFreelancer();
  expect(await sendArchive(setup, person, bytes)).toMatchObject({
    state: 'refused',
    problem: expect.stringContaining('more than any project may') as string,
  });
});
