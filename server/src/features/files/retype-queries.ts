import type { Database } from '../../database/connect.ts';

export function listFilesOfTypes(
  db: Database,
  mediaTypes: readonly string[],
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('files')
    .select(['id', 'owner_id'])
    .where('id', '>', after)
    .where('media_type', 'in', mediaTypes)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Changes the media type of a file; writes nothing when the file was deleted meanwhile. */
export async function updateMediaType(db: Database, id: number, mediaType: string): Promise<void> {
  await db.updateTable('files').set({ media_type: mediaType }).where('id', '=', id).execute();
}
