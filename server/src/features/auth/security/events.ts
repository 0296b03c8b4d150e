import {
  type SecurityEvent,
  SecurityEventKind,
  type SecurityEventPage,
} from '@vitrin/shared/contract/account/security.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import type { PageRange } from '../../../database/pages.ts';
import type { JobPayloads } from '../../../jobs/kinds.ts';
import { deviceName } from '../devices/device-name.ts';
import { findAccount } from '../queries.ts';
import {
  countAllSecurityEvents,
  countSecurityEvents,
  deleteSecurityEventsBefore,
  insertSecurityEvent,
  listSecurityEvents,
} from './event-queries.ts';

const DAY_SECONDS = 24 * 3600;
const KEPT_SECONDS = 90 * DAY_SECONDS;

/** Neither events that strangers cause nor those of an open session may crowd out the others. */
const BY_STRANGERS: readonly SecurityEventKind[] = ['login_refused', 'login_locked_out', 'factor_refused'];
const BY_TRYING: readonly SecurityEventKind[] = [
  'password_change_refused',
  'address_change_refused',
  'identity_connect_refused',
  'identity_disconnect_refused',
  'erasure_refused',
];
const CHANGES = SecurityEventKind.options.filter((kind) => ![...BY_STRANGERS, ...BY_TRYING].includes(kind));

/** Most events of each group an account records in a day. */
const BOUNDS = [
  { kinds: BY_STRANGERS, limit: 20 },
  { kinds: BY_TRYING, limit: 20 },
  { kinds: CHANGES, limit: 100 },
];

export type Origin = { ip: string; userAgent: string };

/** Records an event of an account; beyond the daily bound of its group nothing. */
export async function recordEvent(
  context: Pick<Context, 'db' | 'now'>,
  userId: number,
  { kind, detail = null }: { kind: SecurityEventKind; detail?: string | null },
  { ip, userAgent }: Origin,
): Promise<void> {
  const since = timestampIn(context, -DAY_SECONDS);
  for (const { kinds, limit } of BOUNDS)
    if (kinds.includes(kind) && (await countSecurityEvents(context.db, userId, since, kinds, limit)) >= limit)
      return;
  await insertSecurityEvent(context.db, {
    user_id: userId,
    kind,
    detail,
    ip,
    device: deviceName(userAgent) ?? null,
    created_at: timestampOf(context),
  });
}

/** Job: records a refused login, so that the look-up takes no time of the answer. */
export async function recordRefusedLogin(
  context: Context,
  { user_ids, ip, userAgent, isLocked = false }: JobPayloads['record-refused-login'],
): Promise<void> {
  const kind = isLocked ? 'login_locked_out' : 'login_refused';
  for (const id of user_ids)
    if (await findAccount(context.db, id)) await recordEvent(context, id, { kind }, { ip, userAgent });
}

/** Lists the user's own events of the last 90 days, the newest first. */
export async function getSecurityEvents(
  context: Context,
  user: CurrentUser,
  range: PageRange,
): Promise<Pick<SecurityEventPage, 'count' | 'results'>> {
  const since = timestampIn(context, -KEPT_SECONDS);
  const rows = await listSecurityEvents(context.db, user.id, since, range);
  const results = rows.map(({ id, kind, detail, ip, device, created_at }): SecurityEvent => ({
    id,
    kind,
    detail,
    ip,
    device,
    created_at,
  }));
  return { count: await countAllSecurityEvents(context.db, user.id, since), results };
}

/** Deletes events older than 90 days; a job runs it. */
export async function sweepSecurityEvents(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteSecurityEventsBefore(context.db, timestampIn(context, -KEPT_SECONDS));
}
