import { type Insertable, sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { mainEmail } from '../../database/main-email.ts';
import type { SupportRequestsTable } from '../../database/tables/support.ts';
import { shownName } from '../users/row.ts';

export async function insertRequest(db: Database, row: Insertable<SupportRequestsTable>): Promise<void> {
  await db.insertInto('support_requests').values(row).execute();
}

export function listRequests(db: Database, userId: number, limit: number) {
  return db
    .selectFrom('support_requests')
    .select(['reference', 'subject', 'text', 'pictures', 'answer_by', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function listTimesSince(db: Database, userId: number, since: string, limit: number) {
  const rows = await db
    .selectFrom('support_requests')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ created_at }) => created_at);
}

/** Asker of a question, with the address for the answer; null where there is none. */
export function getAsker(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select([shownName('users').as('name'), 'username', mainEmail.as('email')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The last change of the schema, by which a release is known. */
export async function newestMigration(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
  return rows[0]?.name ?? '';
}
