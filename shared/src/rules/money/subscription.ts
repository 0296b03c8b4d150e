/** Grace period in which an unpaid renewal keeps the plan: three days (specification 7.7). */
export const GRACE_MILLISECONDS = 3 * 24 * 3600 * 1000;

/** State of a purchase, merged from facts in any order and repetition. Times are ISO 8601, UTC, compared as text. */
export type Purchase = {
  id: number;
  plan_id: number;
  bought_at: string | null;
  paid_from: string | null;
  paid_until: string | null;
  cancel_at_period_end: boolean;
  /** Time of the last report of a cancellation or its revocation. */
  cancel_changed_at: string | null;
  ended_at: string | null;
  /** Irreversible action taken on the purchase at the gateway. */
  settlement: Settlement | null;
};

/** Replaced by a later purchase, or bought although the plan was already paid. */
export type Settlement = 'superseded' | 'duplicate';

export type PurchaseFact =
  | { kind: 'paid'; paid_at: string; period_start: string; period_end: string }
  | { kind: 'cancel_changed'; cancel_at_period_end: boolean; changed_at: string }
  | { kind: 'ended'; ended_at: string };

export function newPurchase(id: number, plan_id: number): Purchase {
  return {
    id,
    plan_id,
    bought_at: null,
    paid_from: null,
    paid_until: null,
    cancel_at_period_end: false,
    cancel_changed_at: null,
    ended_at: null,
    settlement: null,
  };
}

/** Adds a fact to a purchase; neither order nor repetition of facts matters. */
export function mergeFact<T extends Purchase>(purchase: T, fact: PurchaseFact): T {
  switch (fact.kind) {
    case 'paid': {
      const bought_at = earlier(purchase.bought_at, fact.paid_at);
      const existing = purchase.paid_until ?? '';
      if (fact.period_end < existing) return { ...purchase, bought_at };
      if (fact.period_end === existing)
        return { ...purchase, bought_at, paid_from: earlier(purchase.paid_from, fact.period_start) };
      return { ...purchase, bought_at, paid_from: fact.period_start, paid_until: fact.period_end };
    }
    case 'cancel_changed': {
      const { cancel_at_period_end, changed_at } = fact;
      const existing = purchase.cancel_changed_at ?? '';
      // At equal times the cancellation wins, so that a buyer who cancelled is never charged.
      const isNewer = changed_at > existing || (changed_at === existing && cancel_at_period_end);
      return isNewer ? { ...purchase, cancel_at_period_end, cancel_changed_at: changed_at } : purchase;
    }
    default:
      fact.kind satisfies 'ended';
      return { ...purchase, ended_at: earlier(purchase.ended_at, fact.ended_at) };
  }
}

/** A user's subscription by all purchases, independent of the clock. */
type Resolution = {
  /** Purchase that gives the plan; null if none was ever paid. */
  current: Purchase | null;
  /** Purchases to settle at the gateway, how, and the purchase that replaces each. */
  toSettle: { id: number; settlement: Settlement; replaced_by: number }[];
};

/**
 * Selects the purchase that counts (specification 7.8): a second one for a paid plan is a duplicate, any other
 * supersedes the one before. The order in which facts arrive makes no difference.
 */
export function resolvePurchases(purchases: readonly Purchase[]): Resolution {
  const bought = purchases.filter(isBought).toSorted(byPurchase);
  const toSettle: Resolution['toSettle'] = [];
  let current: Bought | null = null;
  for (const purchase of bought) {
    if (purchase.settlement !== null) continue;
    if (current && current.plan_id === purchase.plan_id && isPaidAt(current, purchase.bought_at)) {
      toSettle.push({ id: purchase.id, settlement: 'duplicate', replaced_by: current.id });
      continue;
    }
    if (current && !isEndedAt(current, purchase.bought_at))
      toSettle.push({ id: current.id, settlement: 'superseded', replaced_by: purchase.id });
    current = purchase;
  }
  return { current, toSettle };
}

/** Row of a user's subscription, from which its state follows by the clock. */
export type Term = {
  current_period_start: string;
  current_period_end: string | null;
  /** If false, the subscription renews itself, with a grace period for an unpaid renewal. */
  cancel_at_period_end: boolean;
};

/** Term of a purchase; null after the gateway ended it. */
export function termOf(purchase: Purchase): Term | null {
  const { paid_from, paid_until, ended_at } = purchase;
  if (paid_from === null || paid_until === null) return null;
  return {
    current_period_start: paid_from,
    current_period_end: earlier(ended_at, paid_until),
    cancel_at_period_end: purchase.cancel_at_period_end || ended_at !== null,
  };
}

export type Standing = 'free' | 'active' | 'cancelling' | 'past_due' | 'ended';

/**
 * State of a subscription at `now` (specification 7.3): paid up to the exact end, then in grace if it renews itself;
 * free without an end.
 */
export function standingOf(term: Term, now: Date): Standing {
  if (term.current_period_end === null) return 'free';
  const end = Date.parse(term.current_period_end);
  if (now.getTime() < end) return term.cancel_at_period_end ? 'cancelling' : 'active';
  const isInGrace = !term.cancel_at_period_end && now.getTime() < end + GRACE_MILLISECONDS;
  return isInGrace ? 'past_due' : 'ended';
}

type Bought = Purchase & { bought_at: string; paid_until: string };

function isBought(purchase: Purchase): purchase is Bought {
  return purchase.bought_at !== null && purchase.paid_until !== null;
}

function byPurchase(a: Bought, b: Bought): number {
  if (a.bought_at !== b.bought_at) return a.bought_at < b.bought_at ? -1 : 1;
  return a.id - b.id;
}

function isEndedAt({ ended_at }: Bought, moment: string): boolean {
  return ended_at !== null && ended_at <= moment;
}

function isPaidAt(purchase: Bought, moment: string): boolean {
  return moment < purchase.paid_until && !isEndedAt(purchase, moment);
}

function earlier<T extends string | null>(existing: string | null, other: T): string | T {
  return existing !== null && (other === null || existing <= other) ? existing : other;
}
