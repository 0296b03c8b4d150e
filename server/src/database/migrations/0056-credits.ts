import type { Kysely } from 'kysely';

/** How much of a payment's price a credit paid. It is not known of payments from before, which keep 0. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payments', 'kept_payments'])
    await db.schema
      .alterTable(table)
      .addColumn('credit_cents', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
}
