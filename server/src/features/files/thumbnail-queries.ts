import { THUMBNAIL_PIXELS } from '@vitrin/shared/rules/picture-sources.ts';
import type { Database } from '../../database/connect.ts';
import { changesRow } from '../../database/row-counts.ts';

/**
 * Files after an id that lack a picture or a length: all of the drawn types have thumbnails, those that browsers do not
 * show are drawn in all their pixels besides, or have pages, and films and sounds are measured.
 */
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

export type Thumbnails = {
  thumbnail_key: string;
  thumbnail_bytes: number;
  thumbnail_medium_key: string;
  thumbnail_medium_bytes: number;
  thumbnail_large_key: string;
  thumbnail_large_bytes: number;
  /** Of the picture in all its pixels; null where the file itself is it, or the large one is. */
  whole_key: string | null;
  whole_bytes: number | null;
  width: number;
  height: number;
  tint: string;
  pages: number | null;
};

/** False when the file was deleted meanwhile. */
export async function updateThumbnails(db: Database, id: number, thumbnails: Thumbnails): Promise<boolean> {
  return changesRow(db.updateTable('files').set(thumbnails).where('id', '=', id));
}

/** False when the file was deleted meanwhile. */
export async function updateWave(
  db: Database,
  id: number,
  wave: { whole_key: string; whole_bytes: number },
): Promise<boolean> {
  return changesRow(db.updateTable('files').set(wave).where('id', '=', id));
}

/** Writes nothing where the file was deleted meanwhile. */
export async function updateDuration(db: Database, id: number, milliseconds: number): Promise<void> {
  await db.updateTable('files').set({ duration_ms: milliseconds }).where('id', '=', id).execute();
}
