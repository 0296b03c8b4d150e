import type { SecurityEventKind } from '@vitrin/shared/contract/account/security.ts';
import type { Database } from '../../../database/connect.ts';
import type { PageRange } from '../../../database/pages.ts';
import { countRows } from '../../../database/row-counts.ts';

type NewSecurityEvent = {
  user_id: number;
  kind: SecurityEventKind;
  detail: string | null;
  ip: string;
  device: string | null;
  created_at: string;
};

export async function insertSecurityEvent(db: Database, event: NewSecurityEvent): Promise<void> {
  await db.insertInto('security_events').values(event).execute();
}

export async function countSecurityEvents(
  db: Database,
  userId: number,
  since: string,
  kinds: readonly SecurityEventKind[],
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('security_events')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .where('kind', 'in', kinds)
    .limit(limit)
    .execute();
  return rows.length;
}

/** Lists a user's events, the newest first. */
export function listSecurityEvents(
  db: Database,
  userId: number,
  since: string,
  { limit, offset }: PageRange,
) {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'detail', 'ip', 'device', 'created_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAllSecurityEvents(db: Database, userId: number, since: string): Promise<number> {
  return countRows(
    db.selectFrom('security_events').where('user_id', '=', userId).where('created_at', '>', since),
  );
}

export async function deleteSecurityEventsBefore(db: Database, time: string): Promise<void> {
  await db.deleteFrom('security_events').where('created_at', '<=', time).execute();
}
