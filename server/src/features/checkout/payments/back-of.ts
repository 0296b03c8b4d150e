type Returned = {
  amount_cents: number;
  returned_cents: number;
  dispute: string | null;
  dispute_cents: number;
};

/** Returns the amount of a payment that was refunded or lost in a dispute, in whole cents: at most its amount. */
export function backOf({ amount_cents, returned_cents, dispute, dispute_cents }: Returned): number {
  const lost = dispute === 'lost' ? dispute_cents : 0;
  return Math.min(amount_cents, returned_cents + lost);
}
