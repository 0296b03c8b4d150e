import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBlockPool, isInBlock, releaseBlock, retainBlock } from './block-pool.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a block that was released is used again instead of another one', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 4 });
  const first = await pool.acquire({ tenant: 'a' });
  releaseBlock(first);
  expect((await pool.acquire({ tenant: 'b' })).buffer).toBe(first.buffer);
  expect(pool.counts()).toEqual({ made: 1, held: 1, waiting: 0 });
});

test('there are never more blocks than the pool has', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 4 });
  for (const tenant of ['a', 'b', 'c', 'd']) await pool.acquire({ tenant });
  expect(pool.tryAcquire({ tenant: 'e' })).toBeUndefined();
  void pool.acquire({ tenant: 'e' });
  await settle();
  expect(pool.counts()).toEqual({ made: 4, held: 4, waiting: 1 });
});

test('one tenant holds at most half of the blocks', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 5 });
  const blocks = Array.from({ length: 5 }, () => pool.tryAcquire({ tenant: 'a' }));
  expect(blocks.filter((block) => block !== undefined)).toHaveLength(3);
  expect(pool.tryAcquire({ tenant: 'b' })).toBeDefined();
});

test('the last quarter of the blocks goes to tenants that hold none, however many two others want', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 8 });
  for (const tenant of ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']) pool.tryAcquire({ tenant });
  expect(pool.counts().held).toBe(6);
  expect(pool.tryAcquire({ tenant: 'c' })).toBeDefined();
  expect(pool.tryAcquire({ tenant: 'c' })).toBeUndefined();
  expect(pool.tryAcquire({ tenant: 'd' })).toBeDefined();
});

test('people who wait are served in turns, whatever the number of transfers of each', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 2 });
  const held = [pool.tryAcquire({ tenant: 'x' }), pool.tryAcquire({ tenant: 'y' })];
  const served: string[] = [];
  const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2'];
  const waits = names.map(async (name) => {
    const block = await pool.acquire({ tenant: name.slice(0, 1) });
    served.push(name);
    await settle();
    releaseBlock(block);
  });
  await settle();
  expect(served).toEqual([]);
  for (const block of held) if (block) releaseBlock(block);
  await Promise.all(waits);
  expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3', 'a4']);
});

test('a tenant that holds half and waits is skipped, and served once it has released a block', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 4 });
  const [own] = [pool.tryAcquire({ tenant: 'a' }), pool.tryAcquire({ tenant: 'a' })];
  const other = await pool.acquire({ tenant: 'b' });
  let isServed = false;
  const wait = pool.acquire({ tenant: 'a' }).then(() => (isServed = true));
  releaseBlock(other);
  await settle();
  expect(isServed).toBe(false);
  if (own) releaseBlock(own);
  await wait;
  expect(pool.counts()).toMatchObject({ held: 2, waiting: 0 });
});

test('a wait ends with its request and takes no block', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 2 });
  const held = await pool.acquire({ tenant: 'a' });
  await pool.acquire({ tenant: 'b' });
  const request = new AbortController();
  const wait = pool.acquire({ tenant: 'c', signal: request.signal });
  request.abort(new Error('the connection is closed'));
  await expect(wait).rejects.toThrow('the connection is closed');
  await expect(pool.acquire({ tenant: 'c', signal: request.signal })).rejects.toThrow('closed');
  expect(pool.counts().waiting).toBe(0);
  releaseBlock(held);
  expect(pool.counts().held).toBe(1);
});

test('a block returns once each of its holders has released it, and not twice', async () => {
  const pool = createBlockPool({ blockBytes: 8, count: 2 });
  const block = await pool.acquire({ tenant: 'a' });
  const bytes = block.subarray(2, 4);
  retainBlock(bytes);
  releaseBlock(block);
  expect(pool.counts().held).toBe(1);
  releaseBlock(bytes);
  expect(pool.counts().held).toBe(0);
  expect(isInBlock(bytes)).toBe(false);
  expect(() => releaseBlock(bytes)).toThrow('not in use');
});

test('every request is served in the end, in whatever order blocks are wanted, released and given up', async () => {
  const step = fc.record({
    tenant: fc.constantFrom('a', 'b', 'c'),
    action: fc.constantFrom('acquire', 'acquire', 'release', 'give up'),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const pool = createBlockPool({ blockBytes: 1, count: 4 });
      const held: Buffer[] = [];
      const requests: AbortController[] = [];
      let open = 0;
      for (const { tenant, action, which } of steps) {
        if (action === 'acquire') {
          const request = new AbortController();
          requests.push(request);
          open += 1;
          pool
            .acquire({ tenant, signal: request.signal })
            .then((block) => held.push(block))
            .catch(() => {})
            .finally(() => (open -= 1));
        } else if (action === 'release') held.splice(which % (held.length || 1), 1).forEach(releaseBlock);
        else requests[which % (requests.length || 1)]?.abort();
        await settle();
        expect(pool.counts().held).toBe(held.length);
        expect(pool.counts().made).toBeLessThanOrEqual(4);
      }
      while (held.length > 0) {
        held.splice(0).forEach(releaseBlock);
        await settle();
      }
      expect(open).toBe(0);
      expect(pool.counts()).toMatchObject({ held: 0, waiting: 0 });
    }),
    { numRuns: 60 },
  );
});
