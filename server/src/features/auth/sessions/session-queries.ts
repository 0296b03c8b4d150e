import type { Database } from '../../../database/connect.ts';
import { defineStatement } from '../../../database/statement.ts';
import { repeatWhenLost } from '../../../database/transaction.ts';
import { givesRow } from '../../../database/row-counts.ts';

const liveSession = defineStatement({
  variants: {},
  build: (db, at: { idHash: string; now: string }) =>
    db
      .selectFrom('sessions')
      .leftJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('users as owners', 'owners.id', 'users.owner_id')
      .select((e) => [
        e.fn.coalesce('owners.signup_network', 'users.signup_network').as('network'),
        'sessions.id',
        'sessions.state',
        'sessions.created_at',
        'sessions.last_seen',
        'sessions.expires_at',
        'users.id as user_id',
        'users.username',
        'users.user_type',
        'users.language',
        'users.time_zone',
        'users.owner_id',
      ])
      .where('sessions.id_hash', '=', at.idHash)
      .where('sessions.expires_at', '>', at.now),
});

/** Returns a live session with its user by one statement, because every request with a session runs it. */
export async function findSession(db: Database, idHash: string, now: string) {
  const [session] = await liveSession.run(db, { idHash, now });
  return session;
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

type NewSession = {
  id_hash: string;
  user_id: number | null;
  user_agent: string;
  ip: string;
  state: string;
  created_at: string;
  last_seen: string;
  expires_at: string;
};

export async function insertSession(db: Database, session: NewSession): Promise<number> {
  const { id } = await db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function renewSession(
  db: Database,
  id: number,
  lastSeen: string,
  expiresAt: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen: lastSeen, expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

export async function updateSessionState(db: Database, id: number, state: string): Promise<void> {
  await db.updateTable('sessions').set({ state }).where('id', '=', id).execute();
}

export async function deleteSession(db: Database, id: number): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function hasSession(db: Database, id: number): Promise<boolean> {
  return givesRow(db.selectFrom('sessions').select('id').where('id', '=', id));
}

export async function deleteSessionsOf(db: Database, userId: number, exceptId?: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? 0))
    .execute();
}

export async function deleteOldestSessions(db: Database, userId: number, kept: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<=', (e) =>
      e
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(kept),
    )
    .execute();
}

export async function deleteExpiredSessions(db: Database, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** Lists the live sessions of a user, the last used first. */
export function listSessionsOf(db: Database, userId: number, now: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'state', 'created_at', 'last_seen'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteOwnSessions(db: Database, userId: number, ids: number[]): Promise<void> {
  const chosen = db.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'in', ids);
  await repeatWhenLost(() => chosen.execute());
}
