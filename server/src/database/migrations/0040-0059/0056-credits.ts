import type { Step } from '@vitrin/engine/sql/migration-steps.ts';

/** How much of a payment's price a credit paid. It is not known of payments from before, which keep 0. */
export const steps: readonly Step[] = ['payments', 'kept_payments'].map((table) => async (db) => {
  await db.schema
    .alterTable(table)
    .addColumn('credit_cents', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
});
