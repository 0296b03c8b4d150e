import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { visitEndsAfter } from '../events/service.ts';
import { nextReadyAt } from './visit-queries.ts';

/** Returns when a version becomes visible or a visit ends by the clock alone, after `since`; undefined for never. */
export async function nextMoment(
  { db }: Pick<Context, 'db'>,
  { id, isFreelancer }: Pick<CurrentUser, 'id' | 'isFreelancer'>,
  since: string,
): Promise<string | undefined> {
  const moments = [
    await nextReadyAt(db, since),
    isFreelancer ? undefined : await visitEndsAfter(db, id, since),
  ];
  return moments.filter((moment) => moment !== undefined).toSorted()[0];
}
