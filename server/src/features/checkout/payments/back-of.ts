type Returned = {
  amount_cents: number;
  returned_cents: number;
  dispute: string | null;
  dispute_cents: number;
};

/** Whole cents, at most the payment's amount. */
export function backOf({ amount_cents, returned_cents, dispute, dispute_cents }: Returned): number {
  const lost = dispute === 'lost' ? dispute_cents : 0;
  return Math.min(amount_cents, returned_cents + lost);
}
