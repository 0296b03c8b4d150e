import type { CurrentUser } from '../../current-user.ts';
import type { Database } from '../../database/connect.ts';
import { lockProjectOf } from '../../database/locks.ts';
import { defineStatement } from '../../database/statement.ts';
import { NotFoundError } from '../../errors.ts';
import { projectsVisibleTo, requireOwner } from '../projects/access.ts';

const visibleVersion = defineStatement({
  variants: { isFreelancer: [true, false] },
  build: (db, at: { userId: number; isFreelancer: boolean; versionId: number }) =>
    projectsVisibleTo(db, { id: at.userId, isFreelancer: at.isFreelancer })
      .innerJoin('versions', 'versions.project_id', 'projects.id')
      .select(['versions.id', 'versions.project_id', 'projects.owner_id', 'projects.customer_id'])
      .where('versions.id', '=', at.versionId),
});

/** The version, if the user may see its project; throws NotFoundError otherwise. */
export async function requireVisibleVersion(
  db: Database,
  { id: userId, isFreelancer }: CurrentUser,
  versionId: number,
) {
  const [version] = await visibleVersion.run(db, { userId, isFreelancer, versionId });
  if (!version) throw new NotFoundError();
  return version;
}

/**
 * The version, if the user may change it; throws NotFoundError when it is not visible, ForbiddenError for the customer.
 */
export async function requireOwnVersion(db: Database, user: CurrentUser, versionId: number) {
  return requireOwner(user, await requireVisibleVersion(db, user, versionId));
}

/**
 * Like requireOwnVersion, but locks the project until the transaction ends, so that the version cannot be deleted
 * meanwhile.
 */
export async function lockOwnVersion(db: Database, user: CurrentUser, versionId: number) {
  await lockProjectOf(db, 'versions', versionId);
  return requireOwnVersion(db, user, versionId);
}
