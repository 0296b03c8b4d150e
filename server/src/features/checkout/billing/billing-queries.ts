import type { BillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import type { Database } from '../../../database/connect.ts';

export function findBillingDetails(db: Database, userId: number): Promise<BillingDetails | undefined> {
  return db
    .selectFrom('billing_details')
    .select(['name', 'tax_number', 'tax_office', 'address', 'district', 'city', 'country'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

export async function storeBillingDetails(
  db: Database,
  userId: number,
  row: BillingDetails & { updated_at: string },
): Promise<void> {
  await db
    .insertInto('billing_details')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}
