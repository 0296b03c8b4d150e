import { z } from 'zod';
import { Id, pageOf } from '../common.ts';

export const SecurityEventKind = z.enum([
  'password_changed',
  'password_reset',
  'password_change_refused',
  'address_added',
  'address_verified',
  'address_made_primary',
  'address_removed',
  'address_change_refused',
  'identity_connected',
  'identity_connect_refused',
  'identity_disconnected',
  'identity_disconnect_refused',
  'factor_added',
  'factor_removed',
  'factor_refused',
  'recovery_codes_made',
  'recovery_code_used',
  'feed_made',
  'feed_ended',
  'token_made',
  'token_ended',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'new_device',
  'login_refused',
  'login_locked_out',
  'account_taken_back',
  'erasure_asked',
  'erasure_refused',
  'erasure_called_off',
]);
export type SecurityEventKind = z.infer<typeof SecurityEventKind>;

export const SecurityEvent = z.object({
  id: Id,
  kind: SecurityEventKind,
  detail: z.string().nullable(),
  ip: z.string(),
  /** Browser and system, such as "Firefox, Windows"; null for other programs. */
  device: z.string().nullable(),
  created_at: z.string(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

export const SecurityEventPage = pageOf(SecurityEvent);
export type SecurityEventPage = z.infer<typeof SecurityEventPage>;

/** The account and the address that it leaves, for a recovery link. */
export const ReclaimInfo = z.object({ username: z.string(), email: z.string() });
export type ReclaimInfo = z.infer<typeof ReclaimInfo>;
