import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { defineStatement } from '../../database/statement.ts';
import { projectsVisibleTo } from './access.ts';

const visiblePicture = defineStatement({
  variants: { isFreelancer: [true, false] },
  build: (db, at: { userId: number; isFreelancer: boolean; id: number }) =>
    projectsVisibleTo(db, { id: at.userId, isFreelancer: at.isFreelancer })
      .innerJoin('pictures', 'pictures.project_id', 'projects.id')
      .select(['pictures.id', 'pictures.storage_key', 'pictures.size_bytes', 'pictures.media_type'])
      .where('pictures.id', '=', at.id),
});

/** A picture in a text of a project that the user may see. */
export async function findVisiblePicture(
  db: Database,
  { id: userId, isFreelancer }: CurrentUser,
  id: number,
) {
  const [picture] = await visiblePicture.run(db, { userId, isFreelancer, id });
  return picture;
}
