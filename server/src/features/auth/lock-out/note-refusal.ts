import type { Context } from '../../../context.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import type { Visitor } from '../auth-state.ts';

/** Records a refused login by a job, for unknown identifiers too, so that neither time nor work tells them apart. */
export function noteRefusal(
  context: Context,
  { ip, userAgent }: Visitor,
  userIds: number[],
  isLocked: boolean,
): Promise<void> {
  const refusal = { user_ids: userIds, ip, userAgent: userAgent.slice(0, 300), isLocked };
  return enqueue(context, 'record-refused-login', refusal);
}
