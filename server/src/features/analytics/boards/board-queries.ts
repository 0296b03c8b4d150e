import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Database } from '../../../database/connect.ts';
import { changesRow } from '../../../database/row-counts.ts';
import type { BoardsTable } from '../../../database/tables/boards.ts';

export type BoardRow = Selectable<BoardsTable>;

export function listBoards(db: Database, ownerId: number): Promise<BoardRow[]> {
  return db
    .selectFrom('boards')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function findBoard(db: Database, id: number): Promise<BoardRow | undefined> {
  return db.selectFrom('boards').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertBoard(db: Database, board: Insertable<BoardsTable>): Promise<BoardRow> {
  return db.insertInto('boards').values(board).returningAll().executeTakeFirstOrThrow();
}

export async function updateBoardRow(
  db: Database,
  id: number,
  values: Updateable<BoardsTable>,
): Promise<void> {
  await db.updateTable('boards').set(values).where('id', '=', id).execute();
}

export async function deleteBoardRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('boards').where('id', '=', id).execute();
}

/** Moves the time of a board's mail on: of two that try, one succeeds. */
export function moveMail(
  db: Database,
  { id, due, next }: { id: number; due: string; next: string },
): Promise<boolean> {
  return changesRow(
    db.updateTable('boards').set({ mail_due_at: next }).where('id', '=', id).where('mail_due_at', '=', due),
  );
}

/** Returns a board's owner as mails need them: name, verified address, and if they want mails of boards. */
export function findReader(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select((e) => [
      'users.id',
      'users.username',
      'users.display_name',
      'users.language',
      e
        .selectFrom('email_addresses')
        .select('email')
        .whereRef('email_addresses.user_id', '=', 'users.id')
        .where('verified', '=', true)
        .orderBy('is_primary', 'desc')
        .orderBy('email_addresses.id')
        .limit(1)
        .as('email'),
      e
        .selectFrom('unwanted_notices')
        .select('unwanted_notices.kind')
        .whereRef('unwanted_notices.user_id', '=', 'users.id')
        .where('unwanted_notices.kind', '=', 'board')
        .as('unwanted'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
