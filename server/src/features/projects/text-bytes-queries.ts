import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';

const textBytes = defineStatement({
  variants: {},
  build: (db, { projectId }: { projectId: number }) =>
    db
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
      .where('id', '=', projectId),
});

/** A project's text bytes as stored and as they are; those of milestones and versions are summed from indexes. */
export async function getTextBytes(
  db: Database,
  projectId: number,
): Promise<{ before: number; after: number }> {
  const [row] = await textBytes.run(db, { projectId });
  if (!row) throw new Error('The project whose texts are counted is gone');
  const { before, own, milestones, versions } = row;
  return { before, after: own + (milestones ?? 0) + (versions ?? 0) };
}

const textBytesUpdate = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; text_bytes: number }) =>
    db.updateTable('projects').set({ text_bytes: at.text_bytes }).where('id', '=', at.projectId),
});

export async function setTextBytes(db: Database, projectId: number, text_bytes: number): Promise<void> {
  await textBytesUpdate.run(db, { projectId, text_bytes });
}
