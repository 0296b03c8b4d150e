import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** A project's text bytes as stored and as they are; those of milestones and versions are summed from indexes. */
export async function getTextBytes(
  db: Database,
  projectId: number,
): Promise<{ before: number; after: number }> {
  const { before, own, milestones, versions } = await db
    .selectFrom('projects')
    .select((e) => [
      'text_bytes as before',
      sql<number>`octet_length(name) + octet_length(description)`.as('own'),
      e
        .selectFrom('milestones')
        .select(({ fn }) => fn.sum<number | null>('milestones.text_bytes').as('bytes'))
        .where('milestones.project_id', '=', projectId)
        .as('milestones'),
      e
        .selectFrom('versions')
        .select(({ fn }) => fn.sum<number | null>('versions.text_bytes').as('bytes'))
        .where('versions.project_id', '=', projectId)
        .as('versions'),
    ])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return { before, after: own + (milestones ?? 0) + (versions ?? 0) };
}

export async function setTextBytes(db: Database, projectId: number, text_bytes: number): Promise<void> {
  await db.updateTable('projects').set({ text_bytes }).where('id', '=', projectId).execute();
}
