import { type Context, timestampOf } from '../../context.ts';
import { type CurrentUser, ROLES, type Role, rightsOf } from '../../current/current-user.ts';
import { lockProjectOf } from '../../database/locks.ts';
import { defineStatement } from '../../database/statement.ts';
import { NotFoundError } from '../../errors.ts';
import { requireOwner, versionsVisibleTo } from '../projects/access.ts';

const visibleVersion = defineStatement({
  variants: { role: ROLES },
  build: (db, at: { userId: number; role: Role; now: string; versionId: number }) =>
    versionsVisibleTo(db, { id: at.userId, now: at.now, ...rightsOf(at.role) })
      .select([
        'versions.id',
        'versions.project_id',
        'versions.ready_at',
        'projects.owner_id',
        'projects.customer_id',
      ])
      .where('versions.id', '=', at.versionId),
});

type Clocked = Pick<Context, 'db' | 'now'>;

/** The version, if the user may see it now; throws NotFoundError otherwise. */
export async function requireVisibleVersion(
  context: Clocked,
  { id: userId, role }: CurrentUser,
  versionId: number,
) {
  const at = { userId, role, now: timestampOf(context), versionId };
  const [version] = await visibleVersion.run(context.db, at);
  if (!version) throw new NotFoundError();
  return version;
}

/** Returns the version; throws NotFoundError when it is not visible, ForbiddenError for the customer. */
export async function requireOwnVersion(context: Clocked, user: CurrentUser, versionId: number) {
  return requireOwner(user, await requireVisibleVersion(context, user, versionId));
}

/** Locks the project, so that the version cannot be deleted meanwhile; throws as requireOwnVersion. */
export async function lockOwnVersion(context: Clocked, user: CurrentUser, versionId: number) {
  await lockProjectOf(context.db, 'versions', versionId);
  return requireOwnVersion(context, user, versionId);
}
