import { PROGRAM_EVENT_DAYS } from '@vitrin/shared/contract/program-events.ts';
import type { Context } from '../../../context.ts';
import { timestampIn } from '../../../context.ts';
import { deleteSomeDeliveries } from './delivery-queries.ts';

const DAY_SECONDS = 24 * 3600;
const ROWS_AT_ONCE = 1000;

export async function sweepDeliveries(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = timestampIn(context, -PROGRAM_EVENT_DAYS * DAY_SECONDS);
  while ((await deleteSomeDeliveries(context.db, before, ROWS_AT_ONCE)) > 0);
}
