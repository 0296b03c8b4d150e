import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

async function inTurn(turns: Turns, mayWrite: boolean, work: () => void): Promise<void> {
  await turns.take();
  try {
    if (mayWrite) await turns.waitToWrite();
    work();
  } finally {
    turns.end();
  }
}

test('while the file is lent, reads still get turns, and a write waits without delaying them', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  const over = Promise.withResolvers<void>();
  const lent = turns.lend(
    () => steps.push('lent'),
    async () => {
      await over.promise;
      steps.push('returned');
    },
  );
  await nextTurn();
  const writing = inTurn(turns, true, () => steps.push('write'));
  await nextTurn();
  await inTurn(turns, false, () => steps.push('read'));
  over.resolve();
  await Promise.all([lent, writing]);
  expect(steps).toEqual(['lent', 'read', 'returned', 'write']);
});

test('the file is lent to one borrower at a time, between two turns, and returned after a failure', async () => {
  const turns = new Turns();
  const steps: string[] = [];
  await turns.take();
  const lendAs = (name: string) =>
    turns.lend(
      () => steps.push(`${name} begins`),
      async () => {
        await nextTurn();
        throw new Error(name);
      },
    );
  const lent = Promise.allSettled([lendAs('one'), lendAs('two')]);
  await nextTurn();
  steps.push('turn ends');
  turns.end();
  expect((await lent).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(steps).toEqual(['turn ends', 'one begins', 'two begins']);
  await inTurn(turns, true, () => steps.push('write'));
  expect(steps.at(-1)).toBe('write');
});
