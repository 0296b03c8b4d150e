import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthsAfter } from './billing-periods.ts';
import {
  mergeFact,
  newPurchase,
  type Purchase,
  type PurchaseFact,
  resolvePurchases,
  standingOf,
  termOf,
} from './subscription.ts';

const PRO = 2;
const ENTERPRISE = 3;
const START = '2026-01-31T10:00:00.000Z';

const paid = (period_start: string, period_end: string): PurchaseFact => ({
  kind: 'paid',
  paid_at: period_start,
  period_start,
  period_end,
});

const month = (number: number) => monthsAfter(START, number);

function bought(id: number, plan_id: number, from: string, until: string): Purchase {
  return mergeFact(newPurchase(id, plan_id), paid(from, until));
}

test.each([
  ['free', null, false, '2030-01-01T00:00:00.000Z'],
  ['active', month(1), false, '2026-02-28T09:59:59.999Z'],
  ['past_due', month(1), false, '2026-02-28T10:00:00.000Z'],
  ['past_due', month(1), false, '2026-03-03T09:59:59.999Z'],
  ['ended', month(1), false, '2026-03-03T10:00:00.000Z'],
  ['cancelling', month(1), true, '2026-02-28T09:59:59.999Z'],
  ['ended', month(1), true, '2026-02-28T10:00:00.000Z'],
] as const)('stands as %s with an end at %s, cancelled %s, at %s', (standing, end, cancelled, now) => {
  const term = { current_period_start: START, current_period_end: end, cancel_at_period_end: cancelled };
  expect(standingOf(term, new Date(now))).toBe(standing);
});

test('a subscription that its gateway ended grants nothing from that moment on', () => {
  const over = mergeFact(bought(1, PRO, START, month(1)), {
    kind: 'ended',
    ended_at: '2026-02-10T00:00:00.000Z',
  });
  const term = termOf(over);
  expect(term).toMatchObject({ current_period_end: '2026-02-10T00:00:00.000Z', cancel_at_period_end: true });
  expect(term && standingOf(term, new Date('2026-02-10T00:00:00.000Z'))).toBe('ended');
});

test('kept and cancelled in the same millisecond, it is cancelled: a buyer who cancelled is not charged', () => {
  const at = (cancel_at_period_end: boolean): PurchaseFact => ({
    kind: 'cancel_changed',
    cancel_at_period_end,
    changed_at: '2026-02-10T00:00:00.000Z',
  });
  for (const order of [
    [true, false],
    [false, true],
  ]) {
    const purchase = order.map(at).reduce(mergeFact, bought(1, PRO, START, month(1)));
    expect(purchase.cancel_at_period_end).toBe(true);
  }
});

test('a second payment for a plan that is paid is a duplicate, whichever is reported first', () => {
  const first = bought(1, PRO, START, month(1));
  const second = bought(2, PRO, '2026-01-31T10:05:00.000Z', '2026-02-28T10:05:00.000Z');
  for (const order of [
    [first, second],
    [second, first],
  ]) {
    const { current, toSettle } = resolvePurchases(order);
    expect(current?.id).toBe(1);
    expect(toSettle).toEqual([{ id: 2, settlement: 'duplicate', replaced_by: 1 }]);
  }
});

test('another plan in the middle of a period supersedes the one before', () => {
  const pro = bought(1, PRO, START, month(1));
  const enterprise = bought(2, ENTERPRISE, '2026-02-10T00:00:00.000Z', '2026-03-10T00:00:00.000Z');
  const { current, toSettle } = resolvePurchases([enterprise, pro]);
  expect(current?.id).toBe(2);
  expect(toSettle).toEqual([{ id: 1, settlement: 'superseded', replaced_by: 2 }]);
});

test('the same plan bought anew in the grace supersedes the unpaid one', () => {
  const unpaid = bought(1, PRO, START, month(1));
  const anew = bought(2, PRO, '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z');
  const { current, toSettle } = resolvePurchases([unpaid, anew]);
  expect(current?.id).toBe(2);
  expect(toSettle).toEqual([{ id: 1, settlement: 'superseded', replaced_by: 2 }]);
});

test('a settled purchase never counts again', () => {
  const settled = { ...bought(1, PRO, START, month(1)), settlement: 'duplicate' as const };
  expect(resolvePurchases([settled])).toEqual({ current: null, toSettle: [] });
});

/** Facts in the lifecycle of one purchase: renewals, cancellations, an end. */
const lifecycleOf = (id: number, plan_id: number) =>
  fc
    .record({
      startHours: fc.integer({ min: 0, max: 24 * 60 }),
      periods: fc.integer({ min: 1, max: 4 }),
      changes: fc.array(
        fc.record({ afterHours: fc.integer({ min: 0, max: 24 * 90 }), cancel: fc.boolean() }),
        {
          maxLength: 4,
        },
      ),
      endedAfterHours: fc.option(fc.integer({ min: 1, max: 24 * 90 })),
    })
    .map(({ startHours, periods, changes, endedAfterHours }) => {
      const start = hoursAfter(START, startHours);
      const facts: PurchaseFact[] = Array.from({ length: periods }, (_, index) =>
        paid(monthsAfter(start, index), monthsAfter(start, index + 1)),
      );
      for (const { afterHours, cancel } of changes)
        facts.push({
          kind: 'cancel_changed',
          cancel_at_period_end: cancel,
          changed_at: hoursAfter(start, afterHours),
        });
      if (endedAfterHours !== null)
        facts.push({ kind: 'ended', ended_at: hoursAfter(start, endedAfterHours) });
      return { id, plan_id, facts };
    });

const lives = fc.tuple(
  lifecycleOf(1, PRO),
  lifecycleOf(2, PRO),
  lifecycleOf(3, ENTERPRISE),
  lifecycleOf(4, PRO),
);

const hoursAfter = (moment: string, hours: number) =>
  new Date(Date.parse(moment) + hours * 3_600_000).toISOString();

type ReportedFact = { id: number; fact: PurchaseFact };

function purchasesFrom(reported: readonly ReportedFact[], plans: ReadonlyMap<number, number>): Purchase[] {
  const purchases = new Map([...plans].map(([id, plan_id]) => [id, newPurchase(id, plan_id)]));
  for (const { id, fact } of reported) {
    const purchase = purchases.get(id);
    if (purchase) purchases.set(id, mergeFact(purchase, fact));
  }
  return [...purchases.values()];
}

test('any order of all facts, with any of them repeated, ends in the same state', () => {
  fc.assert(
    fc.property(lives, fc.infiniteStream(fc.nat()), (all, randomness) => {
      const plans = new Map(all.map(({ id, plan_id }) => [id, plan_id]));
      const reported = all.flatMap(({ id, facts }) => facts.map((fact) => ({ id, fact })));
      const shuffled = [...reported, ...reported.filter((_, index) => index % 3 === 0)]
        .map((each) => ({ each, key: randomness.next().value }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ each }) => each);
      expect(purchasesFrom(shuffled, plans)).toEqual(purchasesFrom(reported, plans));
      expect(resolvePurchases(purchasesFrom(shuffled, plans).toReversed())).toEqual(
        resolvePurchases(purchasesFrom(reported, plans)),
      );
    }),
  );
});

test('at most one purchase is left alive, and never one that was paid twice for the same time', () => {
  fc.assert(
    fc.property(lives, (all) => {
      const reported = all.flatMap(({ id, facts }) => facts.map((fact) => ({ id, fact })));
      const purchases = purchasesFrom(reported, new Map(all.map(({ id, plan_id }) => [id, plan_id])));
      const { current, toSettle } = resolvePurchases(purchases);
      const settled = new Set(toSettle.map(({ id }) => id));
      expect(current).not.toBeNull();
      expect(settled.has(current?.id ?? 0)).toBe(false);
      const latest = Math.max(...purchases.map(({ bought_at }) => Date.parse(bought_at ?? '')));
      const alive = purchases.filter(
        ({ id, ended_at }) => !settled.has(id) && (ended_at === null || Date.parse(ended_at) > latest),
      );
      expect(alive.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('settling the purchases found at any moment leaves one purchase and nothing to do', () => {
  fc.assert(
    fc.property(lives, fc.array(fc.nat({ max: 30 }), { maxLength: 5 }), (all, pauses) => {
      const plans = new Map(all.map(({ id, plan_id }) => [id, plan_id]));
      let purchases = purchasesFrom([], plans);
      const settle = () => {
        const { toSettle } = resolvePurchases(purchases);
        purchases = purchases.map((purchase) => {
          const found = toSettle.find(({ id }) => id === purchase.id);
          return found ? { ...purchase, settlement: found.settlement } : purchase;
        });
      };
      const reported = all.flatMap(({ id, facts }) => facts.map((fact) => ({ id, fact })));
      for (const [index, { id, fact }] of reported.entries()) {
        purchases = purchases.map((purchase) => (purchase.id === id ? mergeFact(purchase, fact) : purchase));
        if (pauses.includes(index)) settle();
      }
      settle();
      const { current, toSettle } = resolvePurchases(purchases);
      expect(current).not.toBeNull();
      expect(toSettle).toEqual([]);
    }),
  );
});
