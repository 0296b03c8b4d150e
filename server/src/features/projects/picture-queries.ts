import { type CurrentUser, ROLES, type Role } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';
import { isShown, projectsVisibleTo } from './access.ts';
import { viewerOf } from './visit-queries.ts';

const visiblePicture = defineStatement({
  variants: { role: ROLES },
  build: (db, at: { userId: number; role: Role; now: string; id: number }) =>
    projectsVisibleTo(db, viewerOf(at))
      .innerJoin('pictures', 'pictures.project_id', 'projects.id')
      .leftJoin('versions', 'versions.id', 'pictures.version_id')
      .select(['pictures.id', 'pictures.storage_key', 'pictures.size_bytes', 'pictures.media_type'])
      .where('pictures.id', '=', at.id)
      .where((e) => e.or([e('pictures.version_id', 'is', null), isShown(viewerOf(at))])),
});

export async function findVisiblePicture(
  db: Database,
  { id: userId, role }: CurrentUser,
  { id, now }: { id: number; now: string },
) {
  const [picture] = await visiblePicture.run(db, { userId, role, now, id });
  return picture;
}
