import { sql } from 'kysely';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';

/** The bytes of all texts in a project, for statements on `projects`; indexes give those of milestones and versions. */
export const countedTextBytes = sql<number>`octet_length(projects.name) + octet_length(projects.description)
  + coalesce((select sum(milestones.text_bytes) from milestones where milestones.project_id = projects.id), 0)
  + coalesce((select sum(versions.text_bytes) from versions where versions.project_id = projects.id), 0)`;

const textBytes = defineStatement({
  variants: {},
  build: (db, at: { projectId: number }) =>
    db
      .selectFrom('projects')
      .select(['text_bytes as before', countedTextBytes.as('after')])
      .where('id', '=', at.projectId),
});

export async function getTextBytes(
  db: Database,
  projectId: number,
): Promise<{ before: number; after: number }> {
  const [row] = await textBytes.run(db, { projectId });
  if (!row) throw new Error('The project whose texts are counted is gone');
  return row;
}

const textBytesUpdate = defineStatement({
  variants: {},
  build: (db, at: { projectId: number; text_bytes: number }) =>
    db.updateTable('projects').set({ text_bytes: at.text_bytes }).where('id', '=', at.projectId),
});

export async function setTextBytes(db: Database, projectId: number, text_bytes: number): Promise<void> {
  await textBytesUpdate.run(db, { projectId, text_bytes });
}
