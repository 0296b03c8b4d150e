import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import { clientOf } from '../../users/row.ts';
import { coversOf, toCovers } from '../../files/row-sums.ts';

type InvitedWork = { project: string; coverId: number | null };

/** Returns the newest work that an invited client will see: of the newest visible version, else of the newest project. */
export async function findInvitedWork(
  context: Pick<Context, 'db' | 'now'>,
  customerId: number,
): Promise<InvitedWork | undefined> {
  const { db } = context;
  const newest = await db
    .selectFrom('versions')
    .innerJoin('projects', 'projects.id', 'versions.project_id')
    .select('projects.name')
    .select(coversOf(db))
    .where('projects.customer_id', '=', clientOf(customerId))
    .where('versions.ready_at', '<=', timestampOf(context))
    .orderBy('versions.created_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest) return { project: newest.name, coverId: toCovers(newest)[0]?.id ?? null };
  const bare = await db
    .selectFrom('projects')
    .select('name')
    .where('customer_id', '=', clientOf(customerId))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return bare && { project: bare.name, coverId: null };
}
