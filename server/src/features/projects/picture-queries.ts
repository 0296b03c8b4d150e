import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { runPrepared } from '../../database/prepared.ts';
import { projectsVisibleTo } from './access.ts';

/** A picture in a text of a project that the user may see. */
export async function findVisiblePicture(
  db: Database,
  { id: userId, isFreelancer }: CurrentUser,
  id: number,
) {
  const key = `picture of a ${isFreelancer ? 'freelancer' : 'customer'}`;
  const [picture] = await runPrepared(db, key, { userId, id }, (at) =>
    projectsVisibleTo(db, { id: at.userId, isFreelancer })
      .innerJoin('pictures', 'pictures.project_id', 'projects.id')
      .select(['pictures.id', 'pictures.storage_key', 'pictures.size_bytes', 'pictures.media_type'])
      .where('pictures.id', '=', at.id),
  );
  return picture;
}
