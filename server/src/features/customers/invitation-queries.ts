import type { Database } from '../../database/connect.ts';

/** Returns a customer's mailed invitation with the content of its mail; undefined where none was mailed. */
export function findInvitation(db: Database, userId: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .innerJoin('users as owners', 'owners.id', 'users.owner_id')
    .select([
      'invitations.user_id',
      'invitations.email',
      'invitations.round',
      'users.username',
      'users.language',
      'users.password_hash',
      'users.verifications',
      'owners.username as freelancer',
    ])
    .where('invitations.user_id', '=', userId)
    .executeTakeFirst();
}

const UNSENT = { sent_at: null, opened_at: null, refused_at: null, refusal: null };

/** Begins a round with another address, or with none, where the invitation is withdrawn. */
export async function beginRound(db: Database, user_id: number, email: string | null): Promise<void> {
  await db
    .insertInto('invitations')
    .values({ user_id, email, round: 1, ...UNSENT })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((e) => ({ email, round: e('invitations.round', '+', 1), ...UNSENT })),
    )
    .execute();
}

export async function noteSent(db: Database, userId: number, round: number, now: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ sent_at: now, refused_at: null, refusal: null })
    .where('user_id', '=', userId)
    .where('round', '=', round)
    .execute();
}

export async function noteRefused(
  db: Database,
  userId: number,
  round: number,
  { refused_at, refusal }: { refused_at: string; refusal: string },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ refused_at, refusal })
    .where('user_id', '=', userId)
    .where('round', '=', round)
    .execute();
}

/** Notes when the page of an invitation was opened; the first time stays. */
export async function noteOpened(db: Database, userId: number, now: string): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ opened_at: now })
    .where('user_id', '=', userId)
    .where('opened_at', 'is', null)
    .execute();
}
