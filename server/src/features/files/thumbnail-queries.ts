import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Database } from '../../database/connect.ts';

/** Lists files after an id that lack a part of their drawn type: thumbnails, the full size, pages or a length. */
export function listFilesToRedraw(
  db: Database,
  types: Record<'drawn' | 'drawnWhole' | 'paged' | 'measured' | 'sounds', readonly string[]>,
  { after, limit }: { after: number; limit: number },
) {
  return db
    .selectFrom('files')
    .select('id')
    .where('id', '>', after)
    .where((where) =>
      where.or([
        where('media_type', 'in', types.drawn).and('thumbnail_medium_key', 'is', null),
        where('media_type', 'in', types.paged).and('pages', 'is', null),
        where('media_type', 'in', types.measured).and('duration_ms', 'is', null),
        where('media_type', 'in', types.sounds).and('whole_key', 'is', null),
        where('media_type', 'in', types.drawnWhole)
          .and('whole_key', 'is', null)
          .and(
            where.or([
              where('width', '>', THUMBNAIL_PIXELS.large),
              where('height', '>', THUMBNAIL_PIXELS.large),
            ]),
          ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Sets the length of a film or sound; writes nothing when the file was deleted meanwhile. */
export async function updateDuration(db: Database, id: number, milliseconds: number): Promise<void> {
  await db.updateTable('files').set({ duration_ms: milliseconds }).where('id', '=', id).execute();
}
